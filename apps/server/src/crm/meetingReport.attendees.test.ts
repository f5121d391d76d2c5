import { contactApi } from '@tradewind/contract/crm/contact.contract'
import { meetingReportApi } from '@tradewind/contract/crm/meetingReport.contract'
import { projectCompanyApi } from '@tradewind/contract/crm/project.contract'
import { timelineApi } from '@tradewind/contract/operations/timeline.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'
import { crmCalls } from '../../test/crm/crm.ts'

let app: TestApp
let chief: TestUser
beforeAll(async () => {
  app = await testApp()
  chief = await app.someone('ROLE_TENANT_ADMIN')
})
afterAll(() => app.close())

const crm = () => crmCalls(app, chief)
const change = (input: { uniqueId: string; [field: string]: unknown }) => app.as(chief).call(meetingReportApi.update, input)
const names = ({ attendees }: { attendees: readonly { fullName: string }[] }) => attendees.map(({ fullName }) => fullName)

test('a report keeps its attendees when saved, even deleted or moved ones; a new one must be a contact of the company', async () => {
  const { company, contact: deleted, report } = await crm().met()
  const [moved, stays] = [await crm().contact(company.uniqueId), await crm().contact(company.uniqueId)]
  const { uniqueId } = report
  const all = [deleted.uniqueId, moved.uniqueId]
  await change({ uniqueId, attendees: all })
  await app.as(chief).call(contactApi.remove, { uniqueId: deleted.uniqueId })
  const other = await crm().company()
  await app.as(chief).call(contactApi.update, { uniqueId: moved.uniqueId, companyId: other.uniqueId })
  const saved = await change({ uniqueId, companyUID: company.uniqueId, date: '2026-03-12', attendees: [...all, stays.uniqueId] })
  expect(new Set(names(saved))).toEqual(new Set([deleted.fullName, moved.fullName, stays.fullName]))
  expect(names(await change({ uniqueId, attendees: [stays.uniqueId] }))).toEqual([stays.fullName])
  for (const gone of all)
    await expect(change({ uniqueId, attendees: [gone, stays.uniqueId] })).rejects.toMatchObject({
      data: { attendees: 'Choose contacts of this company' },
    })
})

test('changing only the attendees is a change: it is in the history and timelines, and a form opened before is stale', async () => {
  const { company, contact: ada, report } = await crm().met()
  const bob = await crm().contact(company.uniqueId)
  const { uniqueId, updatedAt } = report
  const saved = await change({ uniqueId, updatedAt, attendees: [bob.uniqueId] })
  expect(saved.updatedAt > updatedAt).toBe(true)
  await expect(change({ uniqueId, updatedAt, attendees: [ada.uniqueId] })).rejects.toMatchObject({ status: 409 })
  expect(await change({ uniqueId, updatedAt: saved.updatedAt, attendees: [bob.uniqueId] })).toEqual(saved)
  const [latest, ...before] = await app.as(chief).call(meetingReportApi.history, { uniqueId })
  expect(latest).toMatchObject({
    action: 'CHANGED',
    changes: { attendees: { before: [ada.fullName], after: [bob.fullName] } },
  })
  expect(before.map(({ action }) => action)).toEqual(['CREATED'])
  for (const [kind, subject, action] of [
    ['company', company, 'CHANGED'],
    ['contact', ada, 'CHANGED'],
    ['contact', bob, 'SHARED'],
  ] as const) {
    const [told] = await app.as(chief).call(timelineApi.list, { kind, uniqueId: subject.uniqueId })
    expect(told).toMatchObject({ kind: 'meetingReport', action, recordId: uniqueId })
  }
})

test('moving a report to another company moves its day too: the last contact of both companies stays correct', async () => {
  const { company, contact, report } = await crm().met({ report: { date: '2026-06-02' } })
  await crm().report(company.uniqueId, [contact.uniqueId], { date: '2026-01-09' })
  const other = await crm().company()
  const bob = await crm().contact(other.uniqueId)
  const project = await crm().project()
  const places = [await crm().place(project.uniqueId, company.uniqueId), await crm().place(project.uniqueId, other.uniqueId)]
  const days = () =>
    Promise.all(places.map(async ({ uniqueId }) => (await app.as(chief).call(projectCompanyApi.get, { uniqueId })).lastContact))
  expect(await days()).toEqual(['2026-06-02', null])
  await change({ uniqueId: report.uniqueId, companyUID: other.uniqueId, attendees: [bob.uniqueId] })
  expect(await days()).toEqual(['2026-01-09', '2026-06-02'])
})

test('a condition that names a contact who was merged finds the meetings of the one that remained', async () => {
  const [first, second, third] = [await crm().met(), await crm().met(), await crm().met()]
  const merge = async (into: { uniqueId: string }, from: { uniqueId: string }) =>
    (await app.as(chief).call(contactApi.merge, { into: into.uniqueId, from: [from.uniqueId] })).merge
  const found = async (operator: 'is' | 'isNot') => {
    const where = [`attendees:${operator}:${first.contact.uniqueId}`]
    const rows = await app.as(chief).call(meetingReportApi.list, { where, page: 0, size: 100 })
    const ids = new Set(rows.map(({ uniqueId }) => uniqueId))
    return [first, second, third].filter(({ report }) => ids.has(report.uniqueId))
  }
  expect(await found('is')).toEqual([first])
  await merge(second.contact, first.contact)
  expect(await found('is')).toEqual([first, second])
  expect(await found('isNot')).toEqual([third])
  const last = await merge(third.contact, second.contact)
  expect(await found('is')).toEqual([first, second, third])
  await app.as(chief).call(contactApi.unmerge, { uniqueId: last })
  expect(await found('is')).toEqual([first, second])
})

test('a condition that names a contact who was merged says the name of the one that remained', async () => {
  const [first, second, third] = [await crm().met(), await crm().met(), await crm().met()]
  const merge = async (into: { uniqueId: string }, from: { uniqueId: string }) =>
    (await app.as(chief).call(contactApi.merge, { into: into.uniqueId, from: [from.uniqueId] })).merge
  const named = ({ uniqueId }: { uniqueId: string }) => app.as(chief).call(contactApi.named, { uniqueId })
  const [one, two, three] = [first, second, third].map(({ contact: { uniqueId, fullName } }) => ({ uniqueId, fullName }))
  expect(await named(first.contact)).toEqual(one)
  await merge(second.contact, first.contact)
  expect(await named(first.contact)).toEqual(two)
  const last = await merge(third.contact, second.contact)
  expect(await named(first.contact)).toEqual(three)
  await app.as(chief).call(contactApi.unmerge, { uniqueId: last })
  expect(await named(first.contact)).toEqual(two)
  await app.as(chief).call(contactApi.remove, { uniqueId: second.contact.uniqueId })
  await expect(named(first.contact)).rejects.toMatchObject({ status: 404 })
})
