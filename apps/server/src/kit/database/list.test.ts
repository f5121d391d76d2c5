import { type CountryCode, countryName } from '@tradewind/contract/countries'
import { companyApi } from '@tradewind/contract/crm/company.contract'
import { companyPolicy } from '@tradewind/contract/crm/policies'
import { can } from '@tradewind/contract/kit/policy'
import { searchApi } from '@tradewind/contract/operations/search.contract'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'

/** A company as the database stores it. */
interface Row {
  uniqueId: string
  tenantId: string
  partitionId: string
  createdBy: string
  dateCreated: string
  isDeleted: boolean
  legalName: string
  country: CountryCode
  website: string
  address: string | null
  taxRefNumber: string | null
}

const names = [
  'Äpfel & Birnen', 'apfel', 'APFELMUS', 'Ápfél', 'Straße 12', 'STRASSE', '100% Wool', '100 Wool', 'snake_case', 'snakeXcase', 'back\\slash',
  "O'Brien \"Sons\"", '; drop table company; --', 'İstanbul İhracat', 'istanbul', '株式会社', 'Ωμέγα ΣΑΣ', '😀 smile', 'a  b', 'tab\tstop', '%%%', '___', '\\%',
  'Éclair\u0301s', 'zzz', '', 'ABC', 'abd', 'line', '2 Co', '10 Co', ' nbsp',
] // oxfmt-ignore
const countries = ['Germany', 'FR', 'Italy', 'Ivory Coast', 'KR', 'GB']

let app: TestApp
let rows: Row[]
let people: TestUser[]
beforeAll(async () => {
  app = await testApp()
  people = await Promise.all([
    app.someone('ROLE_TENANT_ADMIN'),
    app.someone('ROLE_ADMIN'),
    app.someone('ROLE_LEVEL3', { allowedCountries: ['DE', 'CI'] }),
    app.someone('ROLE_LEVEL3', { allowedCountries: ['IT'] }),
    app.someone('ROLE_LEVEL3'),
    app.someone('ROLE_LEVEL1'),
    app.someone('ROLE_BASIC'),
    app.someone('ROLE_PRO'),
  ])
  for (const maker of [people[0]!, people[1]!, people[6]!, people[7]!])
    await Promise.all(names.map((name, at) => add(maker, name, at)))
  await app.asOwner('update company set created_by = $2 where created_by = $1 and length(legal_name) % 3 = 0', [
    people[1]!.uniqueId,
    people[2]!.uniqueId,
  ])
  await app.asOwner('update company set created_by = $2 where created_by = $1 and length(legal_name) % 3 = 1', [
    people[1]!.uniqueId,
    people[4]!.uniqueId,
  ])
  rows = await app.asOwner<
    Row & object
  >(`select id as "uniqueId", tenant_id as "tenantId", world_id as "partitionId", created_by as "createdBy", to_json(created_at)#>>'{}' as "dateCreated",
    deleted_at is not null as "isDeleted", legal_name as "legalName", country, website, address, tax_ref_number as "taxRefNumber" from company`)
})
afterAll(() => app.close())

/** Each name once in a partition of its own, or once for each of two users. One in ten is deleted. */
const add = async (maker: TestUser, name: string, at: number) => {
  const { uniqueId } = await app.as(maker).call(companyApi.create, {
    legalName: `${name} ${maker.roles[0]!.slice(5, 9)} ${maker.uniqueId.slice(-2)}`,
    country: countries[at % countries.length]!,
    website: `https://n${at}.example/%20_\\`,
    companyTypeList: ['ASSOCIATION'],
    ...(at % 3 ? { address: `Weg ${at}, Zürich` } : {}),
    ...(at % 4 ? { taxRefNumber: `T_${at}%` } : {}),
  })
  if (at % 10 === 9) await app.as(maker).call(companyApi.remove, { uniqueId })
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ')
const has = (text: string | null, needle: string | undefined) =>
  !needle?.trim() || plain(text ?? '').includes(plain(needle.trim()))
const nameOf = ({ country }: Row) => countryName(country)
/** Each word counts, short ones at the beginning of a word; or the whole text if all of them are short. */
const hasWords = (texts: readonly (string | null)[], q = '') => {
  const words = plain(q.trim()).split(' ')
  if (words.every((word) => word.length < 3)) return texts.some((text) => has(text, q))
  const begins = (text: string | null, word: string) =>
    plain(text ?? '')
      .split(/[^a-z0-9]/)
      .some((one) => one.startsWith(word))
  return words.every((word) => texts.some((text) => (/^[a-z0-9]{1,2}$/.test(word) ? begins(text, word) : has(text, word))))
}
const matches = (row: Row, { q, legalName, country }: Query) =>
  hasWords([row.legalName, nameOf(row), row.website, row.address, row.taxRefNumber], q) &&
  has(row.legalName, legalName) &&
  has(nameOf(row), country)

const order = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other))
const keys = {
  dateCreated: (row: Row) => row.dateCreated,
  legalName: (row: Row) => plain(row.legalName),
  country: (row: Row) => plain(nameOf(row)),
}

interface Query {
  q?: string | undefined
  legalName?: string | undefined
  country?: string | undefined
  sort?: string | undefined
  page?: number | undefined
  size?: number | undefined
}

/** The expected rows of policy and filters, computed in the simplest way. */
const expected = (who: TestUser, { sort = '-dateCreated', ...query }: Query) => {
  const key = keys[sort.replace('-', '') as keyof typeof keys]
  const way = sort.startsWith('-') ? -1 : 1
  return rows
    .filter((row) => row.tenantId === who.tenantId && row.partitionId === who.partitionId && !row.isDeleted)
    .filter((row) => can(who, companyPolicy.see, row) && matches(row, query))
    .toSorted((one, other) => way * (order(key(one), key(other)) || order(one.uniqueId, other.uniqueId)))
}

const someText = fc.constantFrom(
  ...names,
  'zürich',
  'Weg 1',
  'T_1',
  '%20_\\',
  'côte',
  "d'ivoire",
  'KOREA',
  'https',
  '\n',
  '  ',
  "'",
  '"',
  '\\',
  '%',
  '_',
  'é',
  'LEVE',
  'PRO',
)
const written = fc.oneof(
  someText,
  fc.tuple(someText, fc.nat(8), fc.integer({ min: 1, max: 6 })).map(([text, from, length]) => text.slice(from, from + length)),
  someText.map((text) => text.toUpperCase()),
  someText.map((text) => text.normalize('NFD').replace(/\p{M}/gu, '')),
  fc.string({ maxLength: 4 }).filter((text) => !text.includes('\0')),
)
const needle = written.filter((text) => text.isWellFormed())
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 3 })
const asking = fc.record({
  q: maybe(needle),
  legalName: fc.option(needle, { nil: undefined, freq: 3 }),
  country: fc.option(fc.constantFrom('land', 'GER', 'côte', 'Coté', 'kor', 'q', '%', 'united'), { nil: undefined, freq: 3 }),
  sort: maybe(fc.constantFrom('dateCreated', '-dateCreated', 'legalName', '-legalName', 'country', '-country')),
  page: maybe(fc.nat(6)),
  size: maybe(fc.constantFrom(1, 2, 7, 20, 500)),
})
const given = (query: object) => Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined))
const anyone = fc.nat().map((at) => people[at % people.length]!)

/** The list's result, and the expected one. */
const listed = async (who: TestUser, query: Query) => {
  const response = await app.as(who).send(companyApi.list, given(query))
  const ids = response.json().map(({ uniqueId }: Row) => uniqueId)
  const all = expected(who, query).map(({ uniqueId }) => uniqueId)
  const { page = 0, size = 20 } = query
  const isPage = query.page !== undefined || query.size !== undefined
  return [
    { ids, total: response.headers['x-total-count'] },
    isPage ? { ids: all.slice(page * size, (page + 1) * size), total: String(all.length) } : { ids: all, total: undefined },
  ]
}

test('a list returns what the policy and the filters allow, in order, page by page, with the total', async () => {
  const property = fc.asyncProperty(anyone, asking, async (who, query) => {
    const [is, ought] = await listed(who, query)
    expect(is).toEqual(ought)
  })
  await fc.assert(property, { numRuns: 300 })
})

/** How well a name matches: 0 if it is the text, then begins with it, has a word that does, contains it, or does not. */
const rankOf = ({ legalName }: Row, q: string) => {
  const [name, text] = [plain(legalName), plain(q.trim())]
  const at = name.indexOf(text)
  if (at < 0) return 4
  if (name === text) return 0
  if (at === 0) return 1
  return name.includes(` ${text}`) || !/[\p{L}\p{N}]/u.test(name.slice(0, at).at(-1)!) ? 2 : 3
}

test('a search returns what the list would, best first, with the total; if nothing is found, the hits of a likely word', async () => {
  const sought = needle.filter((text) => text.trim() !== '')
  const property = fc.asyncProperty(anyone, sought, async (who, q) => {
    const groups = await app.as(who).call(searchApi.search, { q })
    const isFound = expected(who, { q }).length > 0
    const [{ correctedTo } = {}] = isFound ? [] : groups
    const text = correctedTo ?? q
    const hits = expected(who, { q: text, sort: 'legalName' }).toSorted((one, other) => rankOf(one, text) - rankOf(other, text))
    const ids = hits.map(({ uniqueId }) => uniqueId)
    const found = groups.map(({ hits: shown, ...group }) => ({ ...group, ids: shown.map(({ uniqueId }) => uniqueId) }))
    const ought = { kind: 'company', total: ids.length, totalEstimated: false, ids: ids.slice(0, 5) }
    expect(found).toEqual(ids.length === 0 ? [] : [{ ...ought, ...(correctedTo !== undefined && { correctedTo }) }])
  })
  await fc.assert(property, { numRuns: 150 })
})
