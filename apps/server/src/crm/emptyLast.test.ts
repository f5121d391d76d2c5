import { projectCompanyApi } from '@tradewind/contract/crm/project.contract'
import { type Level, levels } from '@tradewind/contract/crm/project.fields'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'

interface Place {
  uniqueId: string
  lastContact: string | null
  nextContact: string | null
  priority: Level | null
}
type Key = 'lastContact' | 'nextContact' | 'priority'

let app: TestApp
let chief: TestUser
let level2: TestUser
/** A list that is only estimated, one that is counted and cached, and a short one. */
const projects = { Wide: 11_000, Slim: 1500, Short: 30 } as const
type Name = keyof typeof projects
const ids = {} as Record<Name, string>

beforeAll(async () => {
  app = await testApp()
  ;[chief, level2] = [await app.someone('ROLE_TENANT_ADMIN'), await app.someone('ROLE_LEVEL2')]
  const { tenantId } = chief
  await app.asOwner(
    `insert into company (tenant_id, world_id, legal_name, name_key, country, website, company_type_list)
     select $1, $1, 'Company ' || n, 'company ' || n, 'IT', 'https://c.example', '{END_USER}' from generate_series(1, 11000) n`,
    [tenantId],
  )
  for (const [name, many] of Object.entries(projects)) {
    const [project] = await app.asOwner<{ id: string }>(
      `insert into project (tenant_id, world_id, created_by, name) values ($1, $1, $2, $3) returning id`,
      [tenantId, chief.uniqueId, name],
    )
    ids[name as Name] = project!.id
    await app.asOwner(
      `insert into project_company (tenant_id, world_id, project_id, project_name, company_id, company_name, country, search_text, last_contact, next_contact, priority)
       select $1, $1, $2, $3, id, legal_name, country, lower(legal_name || E'\\n' || $3::text), case when n % 7 = 0 then date '2026-01-01' - n % 50 end,
         case when n % 11 = 0 then date '2026-01-01' + n % 9 end, case when n % 3 = 0 then (array['LOW', 'MEDIUM', 'HIGH'])[1 + n % 2]::level end
       from (select *, row_number() over (order by id)::int as n from company limit $4) numbered`,
      [tenantId, project!.id, name, many],
    )
  }
  await app.asOwner(`insert into project_share (tenant_id, world_id, project_id, user_id) values ($1, $1, $2, $3)`, [
    tenantId,
    ids.Slim,
    level2.uniqueId,
  ])
  await app.asOwner('analyze')
})
afterAll(() => app.close())

const rank = (place: Place, key: Key) => (key === 'priority' ? String(levels.indexOf(place.priority!)) : place[key]!)

/** In the order of the sort, those without a value last. */
const inOrder = (places: Place[], sort: `-${Key}` | Key) => {
  const [key, way] = sort.startsWith('-') ? [sort.slice(1) as Key, -1] : [sort as Key, 1]
  const compare = (one: string, other: string) => (one < other ? -way : one > other ? way : 0)
  return places.toSorted((one, other) => {
    const [isEmpty, isOtherEmpty] = [one[key] === null, other[key] === null]
    if (isEmpty !== isOtherEmpty) return isEmpty ? 1 : -1
    return (isEmpty ? 0 : compare(rank(one, key), rank(other, key))) || compare(one.uniqueId, other.uniqueId)
  })
}

const idsOf = (places: readonly { uniqueId: string }[]) => places.map(({ uniqueId }) => uniqueId)
const stored = (name?: Name) =>
  app.asOwner<Place & object>(
    `select id as "uniqueId", last_contact::text as "lastContact", next_contact::text as "nextContact", priority from project_company
     where $1::uuid is null or project_id = $1`,
    [name ? ids[name] : null],
  )

const lists: [what: string, who: () => TestUser, query: () => object, name?: Name][] = [
  ['all companies', () => chief, () => ({})],
  ['a project of 11,000', () => chief, () => ({ projectName: 'Wide' }), 'Wide'],
  ['a project of 1,500', () => chief, () => ({ projectName: 'Slim' }), 'Slim'],
  ['a project of 30', () => chief, () => ({ projectName: 'Short' }), 'Short'],
  ['what is shared with a level', () => level2, () => ({}), 'Slim'],
]

test.each(lists)(
  '%s: those without a last or next contact or a priority are last in both directions',
  async (_, who, query, name) => {
    const places = await stored(name)
    for (const sort of ['-lastContact', 'lastContact', '-nextContact', '-priority', 'priority'] as const) {
      const expected = idsOf(inOrder(places, sort))
      const valued = places.filter((place) => place[sort.replace('-', '') as Key] !== null).length
      const list = async (page: number, size: number) =>
        idsOf(await app.as(who()).call(projectCompanyApi.list, { ...query(), sort, page, size }))
      const border = Math.floor(valued / 20)
      for (const page of [0, 0, border, border + 1, 0]) {
        expect([sort, page, await list(page, 20)]).toEqual([sort, page, expected.slice(page * 20, (page + 1) * 20)])
      }
      expect([sort, await list(2, 500)]).toEqual([sort, expected.slice(1000, 1500)])
    }
  },
)

test('a whole list, streamed, has the order of its pages', async () => {
  const places = await stored('Slim')
  for (const sort of ['-lastContact', 'nextContact', '-priority'] as const) {
    const whole = await app.as(chief).call(projectCompanyApi.list, { projectName: 'Slim', sort })
    expect([sort, idsOf(whole)]).toEqual([sort, idsOf(inOrder(places, sort))])
  }
})
