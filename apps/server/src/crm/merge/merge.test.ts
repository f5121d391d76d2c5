import { companyApi } from '@tradewind/contract/crm/company.contract'
import { contactApi } from '@tradewind/contract/crm/contact.contract'
import { eventApi, eventInvitationApi } from '@tradewind/contract/crm/event.contract'
import { meetingReportApi } from '@tradewind/contract/crm/meetingReport.contract'
import { projectCompanyApi } from '@tradewind/contract/crm/project.contract'
import { summaryApi } from '@tradewind/contract/crm/summary.contract'
import { timelineApi } from '@tradewind/contract/operations/timeline.contract'
import { trashApi } from '@tradewind/contract/operations/trash.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { mergeHelpers } from '../../../test/crm/mergeHelpers.ts'

let app: TestApp
let chief: TestUser
let crm: ReturnType<typeof mergeHelpers>
beforeAll(async () => {
  app = await testApp()
  chief = await app.someone('ROLE_TENANT_ADMIN')
  crm = mergeHelpers(app, chief)
})
afterAll(() => app.close())

const asChief = () => app.as(chief)
const entriesOfTrail = () => app.asOwner<{ many: number }>('select count(*)::int as many from audit')
const placesOf = (projectId: string) => asChief().call(projectCompanyApi.ofProject, { projectId, page: 0 })

/** The columns in which no row references the record, without the "not a duplicate" marks, which stay with the merged record. */
const unnamed = (counts: Map<string, number>) =>
  [...counts].filter(([column, many]) => many === 0 && !column.startsWith('different_')).map(([column]) => column)
/** The values of a record belong to it alone, and are needed when it is restored. */
const isOwn = (column: string) => column.endsWith('_custom.record_id')
const named = (counts: Map<string, number>) =>
  [...counts].filter(([column, many]) => many > 0 && !column.startsWith('different_') && !isOwn(column)).map(([column]) => column)

test('after a merge, every reference to a company points to the one it was merged into', async () => {
  const { stays, goes, both, alone, step } = await crm.twoCompanies()
  // A column listed here references companies, and no record of this test uses it: add a record that does, and let the merge move it.
  expect(unnamed(await crm.naming('company', goes.company.uniqueId))).toEqual([])
  const { call } = asChief()
  const [into, from] = [stays.company.uniqueId, goes.company.uniqueId]
  const { record } = await call(companyApi.merge, { into, from: [from], fields: { legalName: from, country: from } })
  expect(record).toMatchObject({ uniqueId: into, legalName: goes.company.legalName, country: 'Italy' })
  expect(named(await crm.naming('company', from))).toEqual([])

  const company = { uniqueId: into, legalName: goes.company.legalName }
  for (const { contact, report } of [stays, goes]) {
    expect(await call(contactApi.get, { uniqueId: contact.uniqueId })).toMatchObject({ company })
    expect(await call(meetingReportApi.get, { uniqueId: report.uniqueId })).toMatchObject({ company })
  }
  expect(await call(summaryApi.list, { companyUid: into, page: 0 })).toHaveLength(2)
  expect(await placesOf(alone.uniqueId)).toMatchObject([{ companyUID: into }])
  // Both were in it: one row is left, and has got the values that it lacked.
  const kept = { companyUID: into, potential: 'LOW', interest: 'MEDIUM', mainContact: { uniqueId: goes.contact.uniqueId } }
  expect(await placesOf(both.uniqueId)).toMatchObject([kept])
  const [task] = await app.asOwner(`select company_id, company_name from next_step where id = $1`, [step.uniqueId])
  expect(task).toEqual({ company_id: into, company_name: goes.company.legalName })
  await expect(call(companyApi.get, { uniqueId: from })).rejects.toMatchObject({ status: 404, data: { mergedInto: into } })
})

test('the address of a merged record names the one that replaced it, also after another merge, to those who may see that', async () => {
  const [first, second, third] = [await crm.met(), await crm.met(), await crm.met()]
  const { call } = asChief()
  for (const [from, into] of [
    [first, second],
    [second, third],
  ] as const)
    await call(companyApi.merge, { into: into.company.uniqueId, from: [from.company.uniqueId] })
  const read = { uniqueId: first.company.uniqueId }
  await expect(call(companyApi.get, read)).rejects.toMatchObject({ data: { mergedInto: third.company.uniqueId } })
  const elsewhere = await app.someone('ROLE_LEVEL3', { tenantId: chief.tenantId, allowedCountries: ['JP'] })
  for (const other of [elsewhere, await app.someone('ROLE_TENANT_ADMIN', { tenantId: app.other.uniqueId })]) {
    const refused: unknown = await app
      .as(other)
      .call(companyApi.get, read)
      .catch((error: unknown) => error)
    expect(refused).toMatchObject({ status: 404 })
    expect(refused).not.toHaveProperty('data.mergedInto')
  }
})

test('a merge is one audit entry, and the events of both companies are on one timeline', async () => {
  const [one, other] = [await crm.met(), await crm.met()]
  const [into, from] = [one.company.uniqueId, other.company.uniqueId]
  const [before] = await entriesOfTrail()
  await asChief().call(companyApi.merge, { into, from: [from], fields: { website: from } })
  expect(await entriesOfTrail()).toEqual([{ many: before!.many + 1 }])
  const [entry] = await asChief().call(companyApi.history, { uniqueId: into, page: 0 })
  expect(entry).toMatchObject({ action: 'MERGED', changes: { merged: { before: null, after: [other.company.legalName] } } })
  const timeline = await asChief().call(timelineApi.list, { kind: 'company', uniqueId: into, page: 0, size: 100 })
  const records = timeline.map(({ recordId }) => recordId)
  for (const { company, report } of [one, other])
    expect(records).toEqual(expect.arrayContaining([company.uniqueId, report.uniqueId]))
})

test('after a merge, references to a contact point to the remaining one, and one who attended as both attended once', async () => {
  const member = await app.someone('ROLE_TENANT_ADMIN')
  const { company, contact: stays } = await crm.met()
  const goes = await crm.contact(company.uniqueId, { email: 'goes@sample.example' })
  const [both, alone] = [
    await crm.report(company.uniqueId, [stays.uniqueId, goes.uniqueId]),
    await crm.report(company.uniqueId, [goes.uniqueId]),
  ]
  const project = await crm.project()
  await crm.place(project.uniqueId, company.uniqueId, { mainContact: goes.uniqueId })
  await crm.lead(company.uniqueId, goes.uniqueId)
  await crm.attach('contact', goes.uniqueId)
  const fair = await asChief().call(eventApi.create, {
    title: 'Fair',
    description: 'A fair',
    eventDateTime: '2031-05-05T10:00:00Z',
    location: 'Hall 1',
    organizer: 'Sample',
    organizerContact: 'sam@sample.example',
  })
  await asChief().call(eventInvitationApi.invite, { uniqueId: fair.uniqueId, contacts: [goes.uniqueId] })
  await app.asOwner(
    `insert into review_audience (tenant_id, world_id, owner_id, contact_id) select $1, $1, unnest($2::uuid[]), $3`,
    [chief.tenantId, [chief.uniqueId, member.uniqueId], goes.uniqueId],
  )
  await app.asOwner(`insert into review_audience (tenant_id, world_id, owner_id, contact_id) values ($1, $1, $2, $3)`, [
    chief.tenantId,
    chief.uniqueId,
    stays.uniqueId,
  ])
  await app.asOwner(
    `insert into review_trigger_ask (tenant_id, world_id, owner_id, contact_id, about) values ($1, $1, $2, $3, 'a meeting')`,
    [chief.tenantId, chief.uniqueId, goes.uniqueId],
  )
  await crm.ownValue('contact', goes.uniqueId)
  expect(unnamed(await crm.naming('contact', goes.uniqueId))).toEqual([])
  const { call } = asChief()
  const [into, from] = [stays.uniqueId, goes.uniqueId]
  const { merge, record } = await call(contactApi.merge, { into, from: [from], fields: { email: from, lastName: from } })
  expect(record).toMatchObject({ uniqueId: into, email: 'goes@sample.example', fullName: goes.fullName })
  expect(named(await crm.naming('contact', from))).toEqual([])
  const whoAttended = async ({ uniqueId }: { uniqueId: string }) =>
    (await call(meetingReportApi.get, { uniqueId })).attendees.map((person) => person.uniqueId).toSorted()
  expect([await whoAttended(both), await whoAttended(alone)]).toEqual([[into], [into]])
  expect(await placesOf(project.uniqueId)).toMatchObject([{ mainContact: { uniqueId: into } }])

  await call(contactApi.unmerge, { uniqueId: merge })
  expect([await whoAttended(both), await whoAttended(alone)]).toEqual([[into, from].toSorted(), [from]])
  expect(await placesOf(project.uniqueId)).toMatchObject([{ mainContact: { uniqueId: from } }])
  expect(unnamed(await crm.naming('contact', from))).toEqual([])
  expect(await call(contactApi.get, { uniqueId: into })).toMatchObject({ email: stays.email, fullName: stays.fullName })
})

test('a contact can take over the company of another one, with its country', async () => {
  const [italian, german] = [await crm.company({ country: 'Italy' }), await crm.company()]
  const [stays, goes] = [await crm.contact(german.uniqueId), await crm.contact(italian.uniqueId)]
  await asChief().call(contactApi.merge, { into: stays.uniqueId, from: [goes.uniqueId], fields: { companyId: goes.uniqueId } })
  expect(await asChief().call(contactApi.get, { uniqueId: stays.uniqueId })).toMatchObject({
    company: { uniqueId: italian.uniqueId },
  })
  const [row] = await app.asOwner(`select country, company_name from contact where id = $1`, [stays.uniqueId])
  expect(row).toEqual({ country: 'IT', company_name: italian.legalName })
})

test('up to ten records can be merged, and a merged record cannot be restored from the trash on its own', async () => {
  const all = await Promise.all(Array.from({ length: 10 }, () => crm.company()))
  const [into, ...from] = all.map(({ uniqueId }) => uniqueId)
  const eleven = { into: into!, from: [...from, (await crm.company()).uniqueId] }
  await expect(asChief().call(companyApi.merge, eleven)).rejects.toMatchObject({
    status: 422,
    data: { from: expect.any(String) },
  })
  await asChief().call(companyApi.merge, { into: into!, from })
  const back = asChief().call(trashApi.restore, { kind: 'company', uniqueIds: [from[3]!] })
  const message = `“${all[4]!.legalName}” was merged with another record. Undo the merge there.`
  await expect(back).rejects.toMatchObject({ status: 409, message, data: { merged: from[3] } })
})

test('a preview lists what a merge would move', async () => {
  const [one, other] = [await crm.company(), await crm.met()]
  await crm.contact(other.company.uniqueId)
  const uniqueIds = [other.company.uniqueId, one.uniqueId]
  const parts = await asChief().call(companyApi.merging, { uniqueIds })
  expect(parts.map(({ record, moving }) => [record.uniqueId, moving])).toEqual([
    [one.uniqueId, []],
    [
      other.company.uniqueId,
      [
        { kind: 'contact', count: 2 },
        { kind: 'meetingReport', count: 1 },
      ],
    ],
  ])
})

test('a merge based on a stale record is rejected, and nothing is changed', async () => {
  const [one, other] = [await crm.company(), await crm.company()]
  await asChief().call(companyApi.update, { uniqueId: other.uniqueId, address: 'Elsewhere' })
  const seen = { [one.uniqueId]: one.updatedAt, [other.uniqueId]: other.updatedAt }
  const merged = asChief().call(companyApi.merge, { into: one.uniqueId, from: [other.uniqueId], updatedAt: seen })
  await expect(merged).rejects.toMatchObject({ status: 409, data: { uniqueId: other.uniqueId } })
  expect(await asChief().call(companyApi.get, { uniqueId: other.uniqueId })).toMatchObject({ address: 'Elsewhere' })
})

test('rejects a single record, and values of a record that is not being merged, at their field', async () => {
  const [one, other, third] = [await crm.company(), await crm.company(), await crm.company()]
  const { call } = asChief()
  const alone = call(companyApi.merge, { into: one.uniqueId, from: [one.uniqueId] })
  await expect(alone).rejects.toMatchObject({ status: 422, data: { from: 'Choose at least two records' } })
  const foreign = call(companyApi.merge, { into: one.uniqueId, from: [other.uniqueId], fields: { website: third.uniqueId } })
  await expect(foreign).rejects.toMatchObject({ status: 422, data: { fields: 'Choose among the records that are merged' } })
})

test('the timeline shows at a merge and at its undoing what they changed, not an earlier change', async () => {
  const [one, other] = [await crm.company(), await crm.company()]
  await asChief().call(companyApi.update, { uniqueId: one.uniqueId, address: 'Am Kai 1' })
  await asChief().call(companyApi.update, { uniqueId: other.uniqueId, address: 'Am Markt 2' })
  const { merge } = await asChief().call(companyApi.merge, { into: one.uniqueId, from: [other.uniqueId] })
  const latest = async (uniqueId: string, size: number) => {
    const rows = await asChief().call(timelineApi.list, { kind: 'company', uniqueId, page: 0, size })
    return rows.map(({ action, changes }) => [action, changes])
  }
  const names = [other.legalName]
  expect(await latest(one.uniqueId, 1)).toEqual([['CHANGED', { merged: { before: null, after: names } }]])
  await asChief().call(companyApi.unmerge, { uniqueId: merge })
  expect(await latest(one.uniqueId, 1)).toEqual([['CHANGED', { merged: { before: names, after: null } }]])
  expect(await latest(other.uniqueId, 1)).toEqual([['RESTORED', null]])
})

test('a meeting that both contacts attended is on the timeline of the merged contact once', async () => {
  const { company, contact: stays, report, summary } = await crm.met()
  const goes = await crm.contact(company.uniqueId)
  const both = await crm.report(company.uniqueId, [stays.uniqueId, goes.uniqueId])
  await asChief().call(contactApi.merge, { into: stays.uniqueId, from: [goes.uniqueId] })
  const query = { kind: 'contact', uniqueId: stays.uniqueId, part: 'talk', page: 0, sort: 'dateCreated' } as const
  const answer = await asChief().send(timelineApi.list, query)
  const rows = answer.json<{ kind: string; recordId: string }[]>()
  expect(rows.map(({ kind, recordId }) => [kind, recordId])).toEqual([
    ['meetingReport', report.uniqueId],
    ['summary', summary.uniqueId],
    ['meetingReport', both.uniqueId],
  ])
  expect(answer.headers['x-total-count']).toBe('3')
})

test('merged contacts are one guest of an event if they have one address, and two if they have not', async () => {
  const fair = await asChief().call(eventApi.create, {
    title: 'Guests',
    description: 'Some contacts are invited.',
    eventDateTime: '2031-05-05T10:00:00.000Z',
    location: 'Verona',
    organizer: 'Sample',
    organizerContact: 'sam@sample.example',
  })
  const { uniqueId } = fair
  const company = await crm.company()
  const contact = (email: string) => crm.contact(company.uniqueId, { email })
  const [stays, same, other] = [
    await contact('guest@sample.example'),
    await contact('Guest@sample.example'),
    await contact('other@sample.example'),
  ]
  const merge = async (from: typeof same) =>
    (await asChief().call(contactApi.merge, { into: stays.uniqueId, from: [from.uniqueId] })).merge
  const guests = async () =>
    (await asChief().call(eventInvitationApi.list, { uniqueId })).map(({ emailAddress }) => emailAddress.toLowerCase())
  await asChief().call(eventInvitationApi.invite, { uniqueId, contacts: [same.uniqueId, other.uniqueId] })
  await asChief().call(eventInvitationApi.invite, { uniqueId, contacts: [stays.uniqueId] })
  const addresses = ['guest@sample.example', 'other@sample.example']
  expect((await guests()).toSorted()).toEqual(addresses)
  await merge(same)
  const last = await merge(other)
  await asChief().call(eventInvitationApi.invite, { uniqueId, contacts: [stays.uniqueId] })
  expect((await guests()).toSorted()).toEqual(addresses)
  await asChief().call(contactApi.unmerge, { uniqueId: last })
  expect((await guests()).toSorted()).toEqual(addresses)
})
