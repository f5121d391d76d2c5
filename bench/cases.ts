import { password } from './data.ts'
import type { Call } from './process/load.ts'

/** The people, worlds and records that the calls are about. */
export interface Site {
  /** Tokens: the admin of the large world, its level 3 (two countries), the admins of small tenants. */
  admin: string
  level3: string
  small: Person[]
  /** The large world, and some of its companies. */
  world: string
  ids: string[]
  smallIds: string[]
}
interface Person {
  tenant: string
  username: string
  token: string
}

/** One call, made again and again. */
export interface Case {
  name: string
  calls: Call[]
  /** What the hand-written server and the driver are asked for beside it: the same reads. */
  reads?: { world: string; id?: string }[]
}

/** Names of what is created here, so that it can be removed. */
export const stamp = 'Messstand'

const head = (token: string, method: string, path: string) => `${method} ${path} HTTP/1.1\r\nauthorization: Bearer ${token}`
const get = (token: string, path: string): Call => ({ head: head(token, 'GET', path) })

const signIn = ({ tenant, username }: Person): Call => ({
  head: `POST /api/auth/login HTTP/1.1\r\nx-tenant: ${tenant}`,
  body: JSON.stringify({ username, password }),
})

const create = (token: string): Call => ({
  head: head(token, 'POST', '/api/company/'),
  body: JSON.stringify({
    legalName: `${stamp} {n} Größl Präzisionstechnik GmbH`,
    country: 'Germany',
    website: 'https://messstand.example',
    companyTypeList: ['END_USER'],
    address: 'Industriestraße 14, 72072 Tübingen',
    taxRefNumber: 'DE811204977',
  }),
})

const change = (token: string, uniqueId: string): Call => ({
  head: head(token, 'PATCH', '/api/company/'),
  body: JSON.stringify({ uniqueId, website: 'https://seite-{n}.example' }),
})

const page = '/api/company/?page=0&size=20'

export const casesOf = ({ admin, level3, small, world, ids, smallIds }: Site): Case[] => {
  const list = (name: string, query: string, token = admin): Case => ({
    name,
    calls: [get(token, `/api/company/?size=20&${query}`)],
  })
  return [
    { name: 'list, a world of 200,000', calls: [get(admin, page)], reads: [{ world }] },
    {
      name: 'list, worlds of 1,000',
      calls: small.map(({ token }) => get(token, page)),
      reads: small.map(({ tenant }) => ({ world: tenant })),
    },
    { name: 'get', calls: ids.map((id) => get(admin, `/api/company/${id}`)), reads: ids.map((id) => ({ world, id })) },
    { name: 'get, worlds of 1,000', calls: small.map(({ token }, at) => get(token, `/api/company/${smallIds[at]}`)) },
    list('list, page 5,000', 'page=5000'),
    list('list by name, page 5,000', 'page=5000&sort=legalName'),
    list('list of level 3, two countries', 'page=0', level3),
    list('filter by name, 1,100 hits', 'page=0&legalName=steinmann'),
    list('filter by name, 5,100 hits', 'page=0&legalName=mann'),
    list('filter by country, 2,300 hits', 'page=0&country=luxem'),
    list('filter by country, 18,000 hits', 'page=0&country=germany'),
    list('q, no hit', 'page=0&q=zzqx'),
    list('q, 9 hits', 'page=0&q=20581'),
    list('q, 700 hits', 'page=0&q=trondheim'),
    list('q, 5,100 hits', 'page=0&q=mann'),
    list('q, 12,700 hits', 'page=0&q=gmbh'),
    list('q, 200,000 hits', 'page=0&q=a'),
    { name: '/api/search, 700 hits', calls: [get(admin, '/api/search/?q=trondheim')] },
    { name: 'create', calls: [create(admin)] },
    { name: 'PATCH', calls: ids.map((id) => change(admin, id)) },
    { name: 'sign-in', calls: small.map(signIn) },
  ]
}
