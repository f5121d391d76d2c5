import pg from 'pg'
import { NAME_PREFIX, type Site } from './cases/case.ts'
import { password, type Size } from './data.ts'

const jsonOf = async (response: Response) => {
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${await response.text()}`)
  return response.json()
}

const idsOf = async (address: string, token: string, count: number) => {
  const response = await fetch(`${address}/api/company/?page=0&size=${count}`, { headers: { authorization: `Bearer ${token}` } })
  return ((await jsonOf(response)) as { uniqueId: string }[]).map(({ uniqueId }) => uniqueId)
}

/** Returns a token for a user; of the main account where no tenant is named. */
export const signIn = async (address: string, username: string, tenant?: string) => {
  const headers = { 'content-type': 'application/json', ...(tenant && { 'x-tenant': tenant }) }
  const response = await fetch(`${address}/api/auth/login`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ username, password }),
  })
  return ((await jsonOf(response)) as { data: { accessToken: string } }).data.accessToken
}

const idOf = async (owner: pg.Client, which: string) => {
  const { rows } = await owner.query<{ id: string }>(`select id from tenant where ${which}`)
  return rows[0]!.id
}

/** The most frequent value of the column in these rows. */
const mostFrequent = async (owner: pg.Client, from: string, column: string) => {
  const { rows: found } = await owner.query<{ id: string }>(
    `select ${column} as id from ${from} group by 1 order by count(*) desc, 1 limit 1`,
  )
  return found[0]!.id
}

/** The number of calendar feeds. */
const FEEDS = 4

/** Creates calendar feeds of a user, and returns their paths. */
const createFeeds = async (address: string, token: string) => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const paths = []
  for (let number = 0; number < FEEDS; number++) {
    const response = await fetch(`${address}/api/calendar/feed/`, { method: 'POST', headers, body: '{"what":"own"}' })
    paths.push(new URL(((await jsonOf(response)) as { data: { url: string } }).data.url).pathname)
  }
  return paths
}

/** Signs in the needed users and looks up the ids for the calls. */
export const openSite = async (address: string, owner: pg.Client, { tenants }: Size): Promise<Site> => {
  const partition = await idOf(owner, 'is_main')
  const small = []
  for (let number = 1; number <= Math.min(16, tenants); number++) {
    const [tenant, username] = [await idOf(owner, `full_name = 'Tenant ${number}'`), `admin@tenant-${number}.test`]
    small.push({ tenant, username, token: await signIn(address, username, tenant) })
  }
  const admin = await signIn(address, 'tenant-admin@tradewind.test', partition)
  const smallIds = await Promise.all(small.map(async ({ token }) => (await idsOf(address, token, 1))[0]!))
  const level3 = await signIn(address, 'level3@tradewind.test', partition)
  const level1 = await signIn(address, 'level1@tradewind.test', partition)
  const busy = {
    company: await mostFrequent(owner, `meeting_report where country = 'DE'`, 'company_id'),
    project: await mostFrequent(owner, 'project_company', 'project_id'),
  }
  const { rows } = await owner.query<{ id: string }>(
    `select id from user_account where tenant_id = $1 and email_address = 'tenant-admin@tradewind.test'`,
    [partition],
  )
  const [ids, feeds] = [await idsOf(address, admin, 400), await createFeeds(address, admin)]
  return { admin, adminId: rows[0]!.id, level3, level1, small, partition, ids, smallIds, busy, feeds }
}

/** Removes what was created, so that the next run finds the same data. */
export const cleanUp = async (owner: pg.Client, made: string) => {
  await owner.query(`delete from company where legal_name like '${NAME_PREFIX} %'`)
  for (const table of ['next_step', 'summary', 'meeting_report', 'contact'])
    await owner.query(`delete from ${table} where created_at > $1`, [made])
  await owner.query('delete from activity where created_at > $1', [made])
  await owner.query('delete from audit where created_at > $1', [made])
  // One by one: the app, which sweeps both meanwhile, is waited for and does not wait.
  await owner.query('truncate attempt')
  await owner.query('truncate first_reply')
  await owner.query('vacuum (analyze) company, contact, meeting_report, summary, next_step, activity, audit')
  await owner.query('checkpoint')
}

/** Also undoes what earlier runs have left: sessions, and indexes that their rows enlarged. */
export const resetData = async (owner: pg.Client, made: string) => {
  await cleanUp(owner, made)
  await owner.query('truncate session')
  await owner.query(`delete from link_token where purpose = 'CALENDAR'`)
  await owner.query('reindex table company')
  await owner.query('vacuum (analyze)')
}
