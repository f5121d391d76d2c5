import { buffer } from 'node:stream/consumers'
import { xlsxStream } from '../apps/server/src/kit/sheet/export.ts'
import { type Site, stamp } from './cases.ts'
import type { Child } from './child.ts'
import { companyRows } from './companies.ts'
import { median, tableOf } from './figures.ts'
import { megabytesOf, peakOf } from './meter.ts'

const ROWS = 5000
const bearer = ({ admin }: Site) => ({ authorization: `Bearer ${admin}` })

/** Reads an answer to its end without keeping it. Gives its bytes. */
const drain = async (response: Response) => {
  let bytes = 0
  for await (const chunk of response.body!) bytes += chunk.length
  return bytes
}

const timed = async (work: () => Promise<unknown>) => {
  const from = performance.now()
  await work()
  return performance.now() - from
}

/** The whole list as one array: how long, how much, and what the app grew by while it answered. */
const wholeArray = async (app: Child, address: string, site: Site) => {
  let bytes = 0
  const before = megabytesOf(app.pid)
  const cpu = await app.ask<NodeJS.CpuUsage>('cpu')
  let took = 0
  const peak = await peakOf(app.pid, async () => {
    took = await timed(async () => (bytes = await drain(await fetch(`${address}/api/company/`, { headers: bearer(site) }))))
  })
  const { user, system } = await app.ask<NodeJS.CpuUsage>('cpu')
  return { bytes, took, grown: peak - before, cpu: (user + system - cpu.user - cpu.system) / 1000 }
}

const columns = [
  { header: 'Legal Name', value: (row: Row) => `${stamp} ${row.legal_name}` },
  { header: 'Country', value: (row: Row) => row.country },
  { header: 'Website', value: (row: Row) => row.website },
  { header: 'Company Types', value: () => 'ASSOCIATION' },
  { header: 'Address', value: (row: Row) => row.address },
  { header: 'Tax Ref Number', value: (row: Row) => row.tax_ref_number },
]
type Row = ReturnType<typeof companyRows>[number]

const importWorkbook = async (address: string, site: Site, seed: number) => {
  const rows = companyRows(ROWS, seed).map((row) => ({ ...row, legal_name: `${row.legal_name} ${seed}` }))
  const form = new FormData()
  form.set('file', new Blob([await buffer(xlsxStream('Companies', columns, rows))]), 'companies.xlsx')
  return timed(async () => {
    const response = await fetch(`${address}/api/company/massUpload`, { method: 'POST', headers: bearer(site), body: form })
    const text = await response.text()
    if (!response.ok || !text.includes(`"created":${ROWS}`)) throw new Error(`The workbook was refused: ${text.slice(0, 500)}`)
  })
}

const warmUp = async (address: string, site: Site) => {
  for (let call = 0; call < 300; call++) await drain(await fetch(`${address}/api/company/?page=0&size=20`, { headers: bearer(site) }))
}

/** What is measured once and not by the second: memory, the whole list, workbooks. */
export const heavyWork = async (app: Child, address: string, site: Site, { idle, isShort }: { idle: number; isShort: boolean }) => {
  await warmUp(address, site)
  const first = await wholeArray(app, address, site)
  const arrays = [first, await wholeArray(app, address, site), await wholeArray(app, address, site)]
  const times: number[] = []
  for (let seed = 1; seed <= (isShort ? 1 : 5); seed++) times.push(await importWorkbook(address, site, 1000 + seed))
  return tableOf(
    ['what', 'figure'],
    [
      ['memory of the app at rest, MB', idle],
      [`whole array (${Math.round(first.bytes / 1e6)} MB of JSON): the app grows by, MB, the first time`, first.grown],
      ['… and at most in three', Math.max(...arrays.map(({ grown }) => grown))],
      ['… milliseconds', median(arrays.map(({ took }) => took))],
      ['… milliseconds of node', median(arrays.map(({ cpu }) => cpu))],
      ['a workbook of 5,000 rows, milliseconds: the first', times[0]!],
      ['… median of five', median(times)],
    ],
  )
}
