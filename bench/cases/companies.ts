import { password } from '../data.ts'
import type { Call } from '../process/load.ts'
import { type Case, get, head, NAME_PREFIX, type Site } from './case.ts'

const signIn = ({ tenant, username }: Site['small'][number]): Call => ({
  head: `POST /api/auth/login HTTP/1.1\r\nx-tenant: ${tenant}`,
  body: JSON.stringify({ username, password }),
})

const create = (token: string): Call => ({
  head: head(token, 'POST', '/api/company/'),
  body: JSON.stringify({
    legalName: `${NAME_PREFIX} {n} Größl Präzisionstechnik GmbH`,
    country: 'Germany',
    website: 'https://messstand.example',
    companyTypeList: ['ASSOCIATION'],
    address: 'Industriestraße 14, 72072 Tübingen',
    taxRefNumber: 'DE811204977',
  }),
})

const change = (token: string, uniqueId: string): Call => ({
  head: head(token, 'PATCH', '/api/company/'),
  body: JSON.stringify({ uniqueId, website: 'https://seite-{n}.example' }),
})

const page = '/api/company/?page=0&size=20'

/** The first list and record that were built, with everything that each call passes through. */
export const companyCases = ({ admin, level3, level1, small, partition, ids, smallIds }: Site): Case[] => {
  const list = (name: string, query: string, token = admin): Case => ({
    name,
    calls: [get(token, `/api/company/?size=20&${query}`)],
  })
  const like = '/api/company/similar?legalName=Schneider%20Maschinenbau&website=schneider.example'
  return [
    { name: 'duplicates of 200,000', calls: [get(admin, '/api/company/duplicates?page=0&size=20')] },
    { name: 'companies like one', calls: [get(admin, like)] },
    { name: 'list, a partition of 200,000', calls: [get(admin, page)], reads: [{ partition }] },
    {
      name: 'list, partitions of 1,000',
      calls: small.map(({ token }) => get(token, page)),
      reads: small.map(({ tenant }) => ({ partition: tenant })),
    },
    { name: 'get', calls: ids.map((id) => get(admin, `/api/company/${id}`)), reads: ids.map((id) => ({ partition, id })) },
    { name: 'get, partitions of 1,000', calls: small.map(({ token }, at) => get(token, `/api/company/${smallIds[at]}`)) },
    list('list, page 5,000', 'page=5000'),
    list('list by name, page 5,000', 'page=5000&sort=legalName'),
    { ...list('list of level 3, two countries', 'page=0', level3), bar: 10 },
    { ...list('list of level 1, by projects', 'page=0', level1), bar: 10 },
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
    { name: 'create', calls: [create(admin)], isAlsoByHand: true },
    { name: 'PATCH', calls: ids.map((id) => change(admin, id)) },
    { name: 'sign-in', calls: small.map(signIn) },
  ]
}
