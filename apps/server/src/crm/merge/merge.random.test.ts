import { companyApi } from '@tradewind/contract/crm/company.contract'
import { contactApi } from '@tradewind/contract/crm/contact.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { crmCalls } from '../../../test/crm/crm.ts'

let app: TestApp
let chief: TestUser
let crm: ReturnType<typeof crmCalls>
beforeAll(async () => {
  app = await testApp()
  chief = await app.someone('ROLE_TENANT_ADMIN')
  crm = crmCalls(app, chief)
})
afterAll(() => app.close())

/** Numbers below a limit that seem random, the same ones for a seed. */
const randomFrom = (seed: number) => {
  let last = seed
  return (below: number) => {
    last = (last * 1103515245 + 12345) % 2147483648
    return Math.floor((last / 2147483648) * below)
  }
}
type Random = ReturnType<typeof randomFrom>
const shuffled = <T>(list: readonly T[], random: Random) =>
  list
    .map((one) => ({ one, at: random(1e6) }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ one }) => one)
const some = <T>(list: readonly T[], random: Random) => shuffled(list, random).slice(0, 1 + random(list.length))

/** All rows of the tables of records, without the time of their last change. */
const standing = () => {
  const tables = ['company', 'contact', 'meeting_report', 'meeting_report_attendee', 'project_company', 'review_audience']
  const all = tables.map((name) => `select '${name}' as name, to_jsonb(t) - 'updated_at' as row from ${name} t`)
  return app.asOwner(`select * from (${all.join(' union all ')}) rows order by name, row`)
}

/** Five companies with two contacts each, who attend meetings, are main contacts in projects, and are asked for reviews. */
const createRecords = async (random: Random) => {
  const contacts: { id: string; company: string }[] = []
  for (let at = 0; at < 5; at++) {
    const { uniqueId: company } = await crm.company(random(2) ? { address: `Quay ${at}` } : {})
    for (let one = 0; one < 2; one++)
      contacts.push({ id: (await crm.contact(company, random(2) ? { number: `${one}` } : {})).uniqueId, company })
    const attending = contacts.filter((one) => one.company === company).map(({ id }) => id)
    await crm.report(company, some(attending, random), { date: random(2) ? '2026-03-10' : '2031-01-01' })
  }
  for (let at = 0; at < 3; at++) {
    const { uniqueId: project } = await crm.project()
    for (const { id, company } of some(
      contacts.filter((_, place) => place % 2 === 0),
      random,
    ))
      await crm.place(project, company, {
        ...(random(2) && { potential: 'LOW' }),
        ...(random(2) && { mainContact: id }),
        ...(random(3) === 0 && { nextContact: '2030-05-05' }),
      })
  }
  for (const { id } of some(contacts, random))
    await app.asOwner('insert into review_audience (tenant_id, world_id, owner_id, contact_id) values ($1, $2, $3, $4)', [
      chief.tenantId,
      chief.partitionId,
      chief.uniqueId,
      id,
    ])
  return { companies: [...new Set(contacts.map(({ company }) => company))], contacts: contacts.map(({ id }) => id) }
}

interface Done {
  api: typeof companyApi | typeof contactApi
  uniqueId: string
}

/** Merges two or three records of either kind into one, six times. */
const mergeSome = async (of: Awaited<ReturnType<typeof createRecords>>, random: Random) => {
  const living = { companies: new Set(of.companies), contacts: new Set(of.contacts) }
  const merges: Done[] = []
  for (let at = 0; at < 6; at++) {
    const isCompany = random(2) === 1 && living.companies.size > 2
    const ids = isCompany ? living.companies : living.contacts
    const [into, ...from] = shuffled([...ids], random).slice(0, 2 + random(2)) as [string, string]
    const fields = random(2)
      ? Object.fromEntries((isCompany ? ['legalName', 'address'] : ['email']).map((one) => [one, from[0]]))
      : {}
    const api = isCompany ? companyApi : contactApi
    const { merge } = await app.as(chief).call(api.merge as typeof companyApi.merge, { into, from, fields })
    for (const id of from) ids.delete(id)
    merges.push({ api, uniqueId: merge })
  }
  return merges
}

/** Undoes merges in this order, each as soon as it can be. Returns the number of records that stayed. */
const undoAll = async (merges: readonly Done[]) => {
  let stayed = 0
  for (let rest = [...merges]; rest.length > 0;) {
    const later: Done[] = []
    for (const { api, uniqueId } of rest) {
      const undone = app.as(chief).call(api.unmerge as typeof companyApi.unmerge, { uniqueId })
      const reply = await undone.catch((error: { status: number }) => {
        if (error.status !== 409) throw error
      })
      if (reply) stayed += reply.keptCount + reply.fields.length
      else later.push({ api, uniqueId })
    }
    expect(later.length).toBeLessThan(rest.length)
    rest = later
  }
  return stayed
}

test.each([1, 2, 3])('whatever was merged (%i) is as before once all merges are undone, the last one first', async (seed) => {
  const random = randomFrom(seed)
  const records = await createRecords(random)
  const before = await standing()
  expect(await undoAll((await mergeSome(records, random)).toReversed())).toBe(0)
  expect(await standing()).toEqual(before)
})

test.each([5, 6, 10])('whatever was merged (%i) can be undone in any order, and is as before if nothing stayed', async (seed) => {
  const random = randomFrom(seed)
  const records = await createRecords(random)
  const before = await standing()
  const stayed = await undoAll(shuffled(await mergeSome(records, random), random))
  expect(stayed === 0 ? await standing() : before).toEqual(before)
  expect(await app.asOwner('select from company where deleted_at is not null')).toEqual([])
  expect(await app.asOwner('select from contact where deleted_at is not null')).toEqual([])
})
