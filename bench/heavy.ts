import { xlsxStream } from '@tradewind/workbook/export'
import { buffer } from 'node:stream/consumers'
import { NAME_PREFIX, type Site } from './cases/case.ts'
import { median } from './figures.ts'
import { companyRows } from './made/companies.ts'
import type { Child } from './process/child.ts'
import { measureCpu, measurePeakMemory, megabytesOf } from './process/meter.ts'
import { tableOf } from './tables.ts'

const ROWS = 5000
const bearer = ({ admin }: Site) => ({ authorization: `Bearer ${admin}` })

/** Reads a response to its end without storing it. Returns the number of bytes. */
const drain = async (response: Response) => {
  let bytes = 0
  for await (const chunk of response.body!) bytes += chunk.length
  return bytes
}

interface Target {
  dataDir: string
  app: Child
  address: string
  site: Site
}

/** Returns the milliseconds that the work took, and the CPU milliseconds. */
const measure = async <T>({ dataDir, app }: Target, work: () => Promise<T>) => {
  const from = performance.now()
  const { done, node, postgres } = await measureCpu(dataDir, app, work)
  return { done, took: performance.now() - from, node: node / 1000, postgres: postgres / 1000 }
}

/** Requests the whole list as one array: its time, its size, and the growth of the app's memory during the reply. */
const measureWholeList = async (place: Target) => {
  const { app, address, site } = place
  const before = megabytesOf(app.pid)
  const read = async () => drain(await fetch(`${address}/api/company/`, { headers: bearer(site) }))
  const { done, ...times } = await measure(place, () => measurePeakMemory(app.pid, read))
  return { bytes: done.given, grown: done.peak - before, ...times }
}

const columns = [
  { header: 'Legal Name', value: (row: Row) => `${NAME_PREFIX} ${row.legal_name}` },
  { header: 'Country', value: (row: Row) => row.country },
  { header: 'Website', value: (row: Row) => row.website },
  { header: 'Company Types', value: () => 'ASSOCIATION' },
  { header: 'Address', value: (row: Row) => row.address },
  { header: 'Tax Ref Number', value: (row: Row) => row.tax_ref_number },
]
type Row = ReturnType<typeof companyRows>[number]

const importWorkbook = async (place: Target, seed: number) => {
  const rows = companyRows(ROWS, seed).map((row) => ({ ...row, legal_name: `${row.legal_name} ${seed}` }))
  const form = new FormData()
  form.set('file', new Blob([await buffer(xlsxStream('Companies', columns, rows))]), 'companies.xlsx')
  const send = () => fetch(`${place.address}/api/company/massUpload`, { method: 'POST', headers: bearer(place.site), body: form })
  const { done, ...times } = await measure(place, async () => (await send()).text())
  if (!done.includes(`"created":${ROWS}`)) throw new Error(`The workbook was refused: ${done.slice(0, 500)}`)
  return times
}

const warmUp = async ({ address, site }: Target) => {
  for (let call = 0; call < 300; call++)
    await drain(await fetch(`${address}/api/company/?page=0&size=20`, { headers: bearer(site) }))
}

/** Measures what is measured once and not per second: memory, the whole list, workbooks. */
export const heavyWork = async (place: Target, { idle, isShort }: { idle: number; isShort: boolean }) => {
  await warmUp(place)
  const arrays = [await measureWholeList(place), await measureWholeList(place), await measureWholeList(place)]
  const workbooks = []
  for (let seed = 1; seed <= (isShort ? 1 : 5); seed++) workbooks.push(await importWorkbook(place, 1000 + seed))
  const [first, [firstWorkbook]] = [arrays[0]!, workbooks as [(typeof workbooks)[0]]]
  return tableOf(
    ['what', 'figure'],
    [
      ['the app at rest, MB', idle],
      [`a whole array (${Math.round(first.bytes / 1e6)} MB): the app grows by, MB, the first time`, first.grown],
      ['… at most in three', Math.max(...arrays.map(({ grown }) => grown))],
      ['… takes, ms', median(arrays.map(({ took }) => took))],
      ['… of node, ms', median(arrays.map(({ node }) => node))],
      ['… of PostgreSQL, ms', median(arrays.map(({ postgres }) => postgres))],
      [`a workbook of ${ROWS} rows: the first, ms`, firstWorkbook.took],
      ['… median of five, ms', median(workbooks.map(({ took }) => took))],
      ['… of node, ms', median(workbooks.map(({ node }) => node))],
      ['… of PostgreSQL, ms', median(workbooks.map(({ postgres }) => postgres))],
    ],
  )
}
