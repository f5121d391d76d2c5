import { companyFields } from '@tradewind/contract/crm/company.fields'
import { createWriteStream, openAsBlob, rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as rest } from 'node:timers/promises'
import { startAlone } from './alone.ts'
import { loadOrCreateData } from './data.ts'
import { companyRows } from './made/companies.ts'
import { measureCpu, megabytesOf } from './process/meter.ts'
import { isShort, optionOf } from './process/options.ts'

// One text file of companies, from the upload to the last imported row. Fails where the app's memory grows with the file.

const ROWS = Number(optionOf('rows') ?? (isShort ? 5000 : 1_000_000))
/** The number of megabytes by which the app may grow from the first tenth of the rows to the last. */
const MAX_GROWTH_MB = 256
const CHUNK = 5000

const quoteCell = (value: string | null | undefined) => `"${(value ?? '').replaceAll('"', '""')}"`

/** The lines of the file, each company with a name of its own. */
function* lines() {
  const { legalName, country, website, companyTypeList, address, taxRefNumber } = companyFields
  yield `${[legalName, country, website, companyTypeList, address, taxRefNumber].map(({ label }) => quoteCell(label)).join(';')}\r\n`
  for (let at = 0; at < ROWS; at += CHUNK) {
    const rows = companyRows(Math.min(CHUNK, ROWS - at), at + 1)
    const csvRows = rows.map((row) =>
      [
        `${row.legal_name} ${at / CHUNK}`,
        row.country,
        row.website.replace('.example', `-${at / CHUNK}.example`),
        row.company_type_list.map((type) => (type === 'END_USER' ? 'ASSOCIATION' : type)).join(','),
        row.address,
        row.tax_ref_number && `${row.tax_ref_number}-${at / CHUNK}`,
      ]
        .map(quoteCell)
        .join(';'),
    )
    yield `${csvRows.join('\r\n')}\r\n`
  }
}

interface Import {
  uniqueId: string
  state: string
  read: number
  counts: Record<string, number>
  problem: string | null
  options: { mapping: (string | null)[] }
}

const folder = await mkdtemp(join(tmpdir(), 'tradewind-bench-'))
const file = join(folder, 'companies.csv')
await pipeline(Readable.from(lines()), createWriteStream(file))

rmSync(join(import.meta.dirname, '../data/bench-import'), { recursive: true, force: true })
const { dataDir } = await loadOrCreateData('bench-import', {}, async () => {})
const alone = await startAlone(dataDir)
const { app, address, owner } = alone
const token = await alone.signIn('tenant-admin@tradewind.test')

const request = async <T>(method: string, path: string, body?: object | FormData, bearer = token) => {
  const isForm = body instanceof FormData
  const response = await fetch(`${address}${path}`, {
    method,
    headers: { authorization: `Bearer ${bearer}`, ...(body && !isForm && { 'content-type': 'application/json' }) },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  const answer = (await response.json()) as { data?: T }
  return answer.data ?? (answer as T)
}

/** Waits until an import has left these states. Returns the app's memory at a tenth of the rows, and its maximum after that. */
const waitForImport = async (uniqueId: string, during: string) => {
  let [earlyMemory, peak] = [0, 0]
  for (;;) {
    const current = await request<Import>('GET', `/api/massUpload/${uniqueId}`)
    const memory = megabytesOf(app.pid)
    if (current.read < ROWS / 10) earlyMemory = Math.max(earlyMemory, memory)
    else peak = Math.max(peak, memory)
    if (current.state !== during) {
      if (current.problem) throw new Error(current.problem)
      return { now: current, early: earlyMemory, peak }
    }
    await rest(ROWS < 100_000 ? 25 : 250)
  }
}

const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(1)
const table: string[][] = []

/** Measures a step: elapsed seconds, and CPU seconds of the app and of PostgreSQL. */
const step = async <T>(name: string, work: () => Promise<T>) => {
  const startedAt = performance.now()
  const { done, node, postgres } = await measureCpu(dataDir, app, work)
  const elapsed = performance.now() - startedAt
  const rate = Math.round(ROWS / (elapsed / 1000)).toLocaleString('en')
  table.push([name, seconds(elapsed), seconds(node / 1000), seconds(postgres / 1000), rate])
  return done
}

const superAdmin = await alone.signIn('super@tradewind.test')
await request('PATCH', '/api/tenantConfiguration/', { key: 'MASS_UPLOAD_ROWS', value: String(ROWS) }, superAdmin)
const form = new FormData()
form.set('kind', 'company')
form.set('file', await openAsBlob(file), 'companies.csv')
const { uniqueId, options } = await step('upload', () => request<Import>('POST', '/api/massUpload/', form))
if (options.mapping.includes(null)) throw new Error(`Columns were not recognised: ${JSON.stringify(options.mapping)}`)

const runJob = async (call: string, during: string) => {
  await request('POST', `/api/massUpload/${uniqueId}/${call}`)
  return waitForImport(uniqueId, during)
}
const checkResult = await step('check', () => runJob('check', 'CHECKING'))
const importResult = await step('take', () => runJob('take', 'TAKING'))

console.log(`\n${ROWS.toLocaleString('en')} companies, ${JSON.stringify(importResult.now.counts)}\n`)
console.log('| step | s | node s | PostgreSQL s | rows a second |\n| --- | --: | --: | --: | --: |')
for (const cells of table) console.log(`| ${cells.join(' | ')} |`)
const growths = [checkResult, importResult].map(({ early, peak }) => peak - early)
console.log(
  `\nThe app held ${[checkResult, importResult].map(({ early, peak }) => `${Math.round(early)} MB, then ${Math.round(peak)}`).join('; ')}.`,
)
if (importResult.now.counts['NEW'] !== ROWS) process.exitCode = 1
if (!isShort && growths.some((growth) => growth > MAX_GROWTH_MB)) process.exitCode = 1
await alone.close(() => owner.query('select 1'))
rmSync(folder, { recursive: true, force: true })
