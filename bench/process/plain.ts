import { type CountryCode, countryCodes, countryName } from '@tradewind/contract/countries'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { domainMatchOf, nameMatchOf, taxMatchOf } from '../../apps/server/src/crm/schema/matchKeys.ts'
import { fold, toSearchText } from '../../apps/server/src/kit/database/list.ts'
import { answerParent } from './child.ts'

// A careful hand-written server for just three calls: no framework, no schema, no row-level security, prepared statements, tokens in a Map.
const pool = new pg.Pool({ host: process.env['SOCKET_DIR'], port: 5432, user: 'postgres', database: 'tradewind', max: 12 })
const partitionByToken = new Map<string, string>()

const fields = `id as "uniqueId", created_at as "dateCreated", updated_at as "updatedAt", created_by as "createdBy", legal_name as "legalName",
  country, website, company_type_list::text[] as "companyTypeList", address, tax_ref_number as "taxRefNumber"`
const condition = 'tenant_id = $1 and world_id = $1 and deleted_at is null'
const hitCount = `(select count(*)::int from (select from company where ${condition} limit 10001) counted) as hits`
const page = `select ${fields}, ${hitCount} from company where ${condition} order by created_at desc, id desc limit $2 offset $3`
const one = `select ${fields} from company where ${condition} and id = $2`
const explainStatement = (partition: string) =>
  `explain (format json) select from company where ${condition.replaceAll('$1', `'${partition}'`)}`

const isNameTaken = `select from company where ${condition} and lower(btrim(legal_name)) = lower(btrim($2))`
const insertCompany = `insert into company (tenant_id, world_id, legal_name, country, website, company_type_list, address, tax_ref_number,
  search_text, name_key, country_key, name_match, domain_match, tax_match)
  values ($1, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) returning ${fields}`
const insertAudit = `insert into audit (tenant_id, world_id, action, kind, record_id, title, by_name, changes)
  values ($1, $1, 'CREATED', 'company', $2, $3, 'Bench', '{}')`
const insertActivity = `insert into activity (tenant_id, world_id, subject_id, action, kind, record_id, title, by_name)
  values ($1, $1, $2, 'CREATED', 'company', $2, $3, 'Bench')`

/** Reads to be made in turn: a page of a partition, or one of its companies. */
export interface Loop {
  reads: { partition: string; id?: string }[]
  connections: number
  milliseconds: number
}

interface Row extends Record<string, unknown> {
  country: CountryCode
  hits?: number
}
const toReply = (row: Row) => ({ ...row, country: countryName(row.country), hits: undefined })

const send = (response: ServerResponse, body: unknown, headers: Record<string, string> = {}) => {
  const text = JSON.stringify(body)
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    ...headers,
  })
  response.end(text)
}

const estimate = async (partition: string) => {
  const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(explainStatement(partition))
  return rows[0]!['QUERY PLAN'][0].Plan['Plan Rows']
}

const readPage = async (partition: string, size: number, number: number) => {
  const { rows } = await pool.query<Row>({ name: 'page', text: page, values: [partition, size, number * size] })
  const hits = rows[0]?.hits ?? 0
  return { rows, total: hits > 10_000 ? await estimate(partition) : hits }
}

const readOne = async (partition: string, id: string) => {
  const { rows } = await pool.query<Row>({ name: 'one', text: one, values: [partition, id] })
  return rows[0]!
}

const list = async (partition: string, { searchParams }: URL, response: ServerResponse) => {
  const { rows, total } = await readPage(partition, Number(searchParams.get('size')), Number(searchParams.get('page')))
  send(response, rows.map(toReply), { 'x-total-count': String(total) })
}

const get = async (partition: string, id: string, response: ServerResponse) =>
  send(response, { responseStatus: 'SUCCESS', message: '', data: toReply(await readOne(partition, id)) })

interface NewCompany {
  legalName: string
  country: string
  website: string
  companyTypeList: string[]
  address: string
  taxRefNumber: string
}

/** Writes the same rows as the app, in a transaction that has begun. */
const insertRows = async (client: pg.PoolClient, partition: string, company: NewCompany) => {
  const { legalName, country, website, companyTypeList, address, taxRefNumber } = company
  const code = countryCodes.find((known) => countryName(known) === country)!
  const [nameKey, countryKey] = [fold(legalName), fold(country)]
  const keys = [nameKey, countryKey, nameMatchOf(legalName), domainMatchOf(website), taxMatchOf(taxRefNumber)]
  const searchText = toSearchText(legalName, country, website, address)
  const values = [partition, legalName, code, website, companyTypeList, address, taxRefNumber, searchText, ...keys]
  const taken = await client.query({ name: 'taken', text: isNameTaken, values: [partition, legalName] })
  if (taken.rowCount) throw new Error('There is a company with this name already.')
  const { rows } = await client.query<Row>({ name: 'company', text: insertCompany, values })
  const about = [partition, rows[0]!['uniqueId'], legalName]
  await client.query({ name: 'audit', text: insertAudit, values: about })
  await client.query({ name: 'activity', text: insertActivity, values: about })
  return rows[0]!
}

const writeOne = async (partition: string, company: NewCompany) => {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const row = await insertRows(client, partition, company)
    await client.query('commit')
    return row
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

const create = async (partition: string, request: IncomingMessage, response: ServerResponse) => {
  const company = JSON.parse(Buffer.concat(await request.toArray()).toString()) as NewCompany
  send(response, { responseStatus: 'SUCCESS', message: '', data: toReply(await writeOne(partition, company)) })
}

const answer = async (request: IncomingMessage, response: ServerResponse) => {
  if (request.url === '/hello') return send(response, { hello: 'world' })
  const partition = partitionByToken.get(request.headers.authorization ?? '')
  if (!partition) return void response.writeHead(401).end()
  if (request.method === 'POST') return create(partition, request, response)
  const url = new URL(request.url!, 'http://localhost')
  const id = url.pathname.slice('/api/company/'.length)
  return id ? get(partition, id, response) : list(partition, url, response)
}

const server = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)))
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

/** Runs the same reads without HTTP, with this concurrency and for this time. Returns the number of replies. */
const loop = async ({ reads, connections, milliseconds }: Loop) => {
  const [begun, latencies] = [performance.now(), [] as number[]]
  const repeat = async (place: number) => {
    for (let at = place; performance.now() < begun + milliseconds; at += connections) {
      const { partition, id } = reads[at % reads.length]!
      const from = performance.now()
      await (id ? readOne(partition, id) : readPage(partition, 20, 0))
      latencies.push(performance.now() - from)
    }
  }
  await Promise.all(Array.from({ length: connections }, (_, place) => repeat(place)))
  return { latencies: Float64Array.from(latencies), failed: 0, seconds: (performance.now() - begun) / 1000 }
}

answerParent({
  address: () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  cpu: () => process.cpuUsage(),
  loop,
  /** Sets which tokens are valid, and for which partition. */
  admit: (partitions: [string, string][]) =>
    partitions.forEach(([token, partition]) => partitionByToken.set(`Bearer ${token}`, partition)),
})
