import pg from 'pg'
import { type Site, stamp } from './cases.ts'
import { password, type Size } from './data.ts'

const jsonOf = async (response: Response) => {
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${await response.text()}`)
  return response.json()
}

const idsOf = async (address: string, token: string, count: number) => {
  const response = await fetch(`${address}/api/company/?page=0&size=${count}`, { headers: { authorization: `Bearer ${token}` } })
  return ((await jsonOf(response)) as { uniqueId: string }[]).map(({ uniqueId }) => uniqueId)
}

const signIn = async (address: string, username: string, tenant: string) => {
  const headers = { 'content-type': 'application/json', 'x-tenant': tenant }
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

/** Signs in whoever is needed and looks up what the calls are about. */
export const openSite = async (address: string, owner: pg.Client, { tenants }: Size): Promise<Site> => {
  const world = await idOf(owner, 'is_main')
  const small = []
  for (let number = 1; number <= Math.min(16, tenants); number++) {
    const [tenant, username] = [await idOf(owner, `full_name = 'Tenant ${number}'`), `admin@tenant-${number}.test`]
    small.push({ tenant, username, token: await signIn(address, username, tenant) })
  }
  const admin = await signIn(address, 'tenant-admin@tradewind.test', world)
  const smallIds = await Promise.all(small.map(async ({ token }) => (await idsOf(address, token, 1))[0]!))
  const level3 = await signIn(address, 'level3@tradewind.test', world)
  return { admin, level3, small, world, ids: await idsOf(address, admin, 400), smallIds }
}

/** Takes away what was made, so that whatever comes next finds the same data. */
export const cleanUp = async (owner: pg.Client) => {
  await owner.query(`delete from company where legal_name like '${stamp} %'`)
  await owner.query('truncate audit, attempt, first_reply')
  await owner.query('vacuum (analyze)')
  await owner.query('checkpoint')
}

/** Undoes also what earlier runs have left: sessions, and indexes that their rows made larger. */
export const startAfresh = async (owner: pg.Client) => {
  await cleanUp(owner)
  await owner.query('truncate session')
  await owner.query('reindex table company')
  await owner.query('vacuum (analyze) company')
}
