import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import pino from 'pino'
import { type AppContext, openAppContext } from '../apps/server/src/appContext.ts'
import { connect } from '../apps/server/src/connect.ts'
import { readSettings } from '../apps/server/src/env.ts'
import { seed } from '../apps/server/src/start.ts'
import { companyRows } from './made/companies.ts'
import { addCrm, type RecordsPerCompany } from './made/crm/crm.ts'
import { withoutSearch } from './made/search.ts'

/** The amount of data. */
export interface Size extends RecordsPerCompany {
  /** Companies in the staff's partition of the main account, with their records. */
  large: number
  tenants: number
  /** Companies in each of these tenants. */
  each: number
}
const usual = { contacts: 1, reports: 0.5 }
const fullSize: Size = { large: 200_000, tenants: 200, each: 1000, ...usual }
const millionSize: Size = { large: 250_000, tenants: 1000, each: 200, contacts: 4, reports: 2 }
const shortSize: Size = { large: 2000, tenants: 20, each: 20, ...usual }

export const isMillion = process.argv.includes('--million')

/** Returns the size that the command line names. */
export const selectedSize = () => {
  if (process.argv.includes('--short')) return shortSize
  return isMillion ? millionSize : fullSize
}

export const password = 'Tradewind-demo-1'
export const settingsOf = (dataDir: string) => ({
  DATA_DIR: dataDir,
  DEMO_PASSWORD: password,
  LOG_LEVEL: 'silent',
  HOST: '127.0.0.1',
  PORT: '0',
})

const BATCH = 5000
/** Increased whenever the generated data change. */
const VERSION = 4
const folder = join(import.meta.dirname, '../data')

/** Inserts the rows of one partition, as if entered over the last three years. */
const insertCompanies = async (owner: pg.Client, partition: string, rows: object[]) => {
  for (let at = 0; at < rows.length; at += BATCH) {
    await owner.query(
      `insert into company (tenant_id, world_id, created_at, updated_at, created_by, legal_name, country, website, company_type_list,
         address, tax_ref_number, search_text, name_key, country_key, name_match, domain_match, tax_match)
       select $1, $1, entered, entered, (select id from user_account where tenant_id = $1 order by role limit 1), legal_name, country, website,
         company_type_list, address, tax_ref_number, search_text, name_key, country_key, name_match, domain_match, tax_match
       from json_populate_recordset(null::company, $2::json) with ordinality as r,
         date_trunc('milliseconds', now() - interval '3 years' * (1 - (r.ordinality + $3) / $4::float8)) entered`,
      [partition, JSON.stringify(rows.slice(at, at + BATCH)), at, rows.length],
    )
  }
}

/** Inserts a tenant with an admin who has the demo's password. */
const insertTenant = async (owner: pg.Client, number: number) => {
  const { rows } = await owner.query<{ id: string }>(`insert into tenant (full_name, domain_name) values ($1, $2) returning id`, [
    `Tenant ${number}`,
    `tenant-${number}.localhost`,
  ])
  const [{ id }] = rows as [{ id: string }]
  await owner.query('insert into tenant_domain (domain, tenant_id) values ($1, $2)', [`tenant-${number}.localhost`, id])
  await owner.query(
    `insert into user_account (tenant_id, first_name, last_name, email_address, role, verified_at, password_hash)
     select $1, 'Ada', 'Nowak', $2, 'ROLE_TENANT_ADMIN', now(), (select password_hash from user_account limit 1)`,
    [id, `admin@tenant-${number}.test`],
  )
  return id
}

/** A field of the tenant's own with a number in every tenth of its companies, as the app stores it. */
const insertOwnField = async (owner: pg.Client, tenant: string) => {
  await owner.query(
    `insert into custom_field (tenant_id, kind, key, label, type) values ($1, 'company', 'size', 'Size', 'NUMBER')`,
    [tenant],
  )
  const tenth = `select id, row_number() over (order by created_at, id) as place from company where tenant_id = $1`
  await owner.query(
    `update company set custom = jsonb_build_object('size', place * 7919 % 5000) from (${tenth}) one where company.id = one.id and place % 10 = 0`,
    [tenant],
  )
  await owner.query(
    `insert into company_custom (tenant_id, world_id, record_id, field, value, number)
     select tenant_id, world_id, id, 'size', '', (custom->>'size')::float8 from company where tenant_id = $1 and custom ? 'size'`,
    [tenant],
  )
}

const fill = async (owner: pg.Client, { large, tenants, each }: Size) => {
  const { rows } = await owner.query<{ id: string }>(`select id from tenant where is_main`)
  const main = rows[0]!.id
  await owner.query('truncate company, project, event, activity, audit cascade')
  await insertCompanies(owner, main, companyRows(large, 1))
  await insertOwnField(owner, main)
  for (let number = 1; number <= tenants; number++) {
    await insertCompanies(owner, await insertTenant(owner, number), companyRows(each, number + 1))
  }
  await owner.query('analyze')
  return main
}

/** Creates the data of a first start, and what `fill` adds. */
const createData = async (dataDir: string, fillIn: (appContext: AppContext, owner: pg.Client) => Promise<unknown>) => {
  const env = readSettings(settingsOf(dataDir))
  const quiet = pino({ enabled: false })
  const connections = await connect(env, 'nobody signs anything with this secret', quiet)
  const appContext = await openAppContext(env, connections, 'nobody signs anything with this secret', quiet)
  await seed(appContext)
  const owner = new pg.Client(connections.owner)
  await owner.connect()
  await withoutSearch(owner, () => fillIn(appContext, owner))
  await owner.query('vacuum (analyze)')
  await owner.query('checkpoint')
  await owner.end()
  await appContext.close()
  await connections.stop()
}

/** Returns data by name: created once, then reused. */
export const loadOrCreateData = async (
  name: string,
  size: object,
  fillIn: (appContext: AppContext, owner: pg.Client) => Promise<unknown>,
) => {
  const dataDir = join(folder, name)
  const file = join(dataDir, 'made.json')
  if (!existsSync(file)) {
    rmSync(dataDir, { recursive: true, force: true }) // removes what was started and not finished
    await createData(dataDir, fillIn)
    writeFileSync(file, JSON.stringify({ ...size, made: new Date() }))
  }
  const { made } = JSON.parse(readFileSync(file, 'utf8')) as { made: string }
  return { dataDir, made }
}

/** Returns the data of this size. */
export const dataOf = (size: Size) =>
  loadOrCreateData(`bench-${VERSION}-${size.large}`, size, async (appContext, owner) =>
    addCrm(appContext, owner, await fill(owner, size), size),
  )

if (import.meta.main) console.log(await dataOf(selectedSize()))
