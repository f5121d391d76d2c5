import { companyApi } from '@tradewind/contract/crm/company.contract'
import { contactApi } from '@tradewind/contract/crm/contact.contract'
import { meetingReportApi } from '@tradewind/contract/crm/meetingReport.contract'
import { projectCompanyApi } from '@tradewind/contract/crm/project.contract'
import { timelineApi } from '@tradewind/contract/operations/timeline.contract'
import { trashApi } from '@tradewind/contract/operations/trash.contract'
import { leadApi } from '@tradewind/contract/site/lead.contract'
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
const merged = async (into: string, from: string, fields: object = {}) =>
  (await asChief().call(companyApi.merge, { into, from: [from], fields })).merge

/** All rows of the tables of records, without the time of their last change. */
const standing = async () => {
  const tables = [
    'company',
    'contact',
    'meeting_report',
    'meeting_report_attendee',
    'summary',
    'next_step',
    'project_company',
    'lead',
  ]
  const all = tables.map((name) => `select '${name}' as name, to_jsonb(t) - 'updated_at' as row from ${name} t`)
  return app.asOwner(`select * from (${all.join(' union all ')}) rows order by name, row`)
}

test('undoing a merge restores everything as it was', async () => {
  const { stays, goes } = await crm.twoCompanies()
  const [into, from] = [stays.company.uniqueId, goes.company.uniqueId]
  const before = await standing()
  const merge = await merged(into, from, { legalName: from, country: from, website: from })
  expect(await asChief().call(companyApi.merged, { uniqueId: into })).toMatchObject([
    { uniqueId: merge, names: [goes.company.legalName], byName: chief.fullName },
  ])
  expect(await standing()).not.toEqual(before)
  expect(await asChief().call(companyApi.unmerge, { uniqueId: merge })).toEqual({
    into,
    from: [from],
    fields: [],
    kept: [],
    keptCount: 0,
  })
  expect(await standing()).toEqual(before)
  expect(await asChief().call(companyApi.merged, { uniqueId: into })).toEqual([])
  const timeline = await asChief().call(timelineApi.list, { kind: 'company', uniqueId: into, page: 0, size: 100 })
  expect(timeline.map(({ recordId }) => recordId)).not.toContain(goes.report.uniqueId)
  await expect(asChief().call(companyApi.unmerge, { uniqueId: merge })).rejects.toMatchObject({ status: 404 })
})

test('undoing a merge leaves what was changed since, and lists it', async () => {
  const { stays, goes, both, alone } = await crm.twoCompanies()
  const [into, from] = [stays.company.uniqueId, goes.company.uniqueId]
  const merge = await merged(into, from, { website: from, legalName: from })
  const { call } = asChief()
  await call(contactApi.update, { uniqueId: goes.contact.uniqueId, title: 'Chief buyer' })
  await call(companyApi.update, { uniqueId: into, website: 'https://new.example' })
  const [place] = await call(projectCompanyApi.ofProject, { projectId: both.uniqueId, page: 0 })
  await call(projectCompanyApi.update, { uniqueId: place!.uniqueId, interest: 'HIGH' })

  const answer = await call(companyApi.unmerge, { uniqueId: merge })
  expect(answer).toMatchObject({
    fields: ['website'],
    kept: [{ kind: 'contact', uniqueId: goes.contact.uniqueId, title: goes.contact.fullName }],
    keptCount: 1,
  })
  expect(await call(contactApi.get, { uniqueId: goes.contact.uniqueId })).toMatchObject({ company: { uniqueId: into } })
  const company = { uniqueId: from, legalName: goes.company.legalName }
  expect(await call(meetingReportApi.get, { uniqueId: goes.report.uniqueId })).toMatchObject({ company })
  expect(await call(companyApi.get, { uniqueId: into })).toMatchObject({
    legalName: stays.company.legalName,
    website: 'https://new.example',
  })
  const ofBoth = await call(projectCompanyApi.ofProject, { projectId: both.uniqueId, page: 0 })
  const interests = new Map(ofBoth.map(({ companyUID, interest }) => [companyUID, interest]))
  expect(interests).toEqual(
    new Map([
      [into, 'HIGH'],
      [from, 'MEDIUM'],
    ]),
  )
  expect(await call(projectCompanyApi.ofProject, { projectId: alone.uniqueId, page: 0 })).toMatchObject([{ companyUID: from }])
})

test('undoing a merge also returns what was deleted and restored since', async () => {
  const { stays, goes } = await crm.twoCompanies()
  const [into, from] = [stays.company.uniqueId, goes.company.uniqueId]
  const before = await standing()
  const merge = await merged(into, from)
  await asChief().call(companyApi.remove, { uniqueId: into, cascade: true })
  await asChief().call(trashApi.restore, { kind: 'company', uniqueIds: [into] })
  expect(await asChief().call(companyApi.unmerge, { uniqueId: merge })).toMatchObject({ fields: [], kept: [], keptCount: 0 })
  expect(await standing()).toEqual(before)
})

test('undoing a merge of companies also returns a contact into whom another was merged since, once that merge is undone', async () => {
  const { stays, goes } = await crm.twoCompanies()
  const [into, from] = [stays.company.uniqueId, goes.company.uniqueId]
  const before = await standing()
  const merge = await merged(into, from)
  const people = { into: goes.contact.uniqueId, from: [stays.contact.uniqueId] }
  const ofPeople = (await asChief().call(contactApi.merge, people)).merge
  await asChief().call(contactApi.unmerge, { uniqueId: ofPeople })
  expect(await asChief().call(companyApi.unmerge, { uniqueId: merge })).toMatchObject({ kept: [], keptCount: 0 })
  expect(await standing()).toEqual(before)
  const again = await merged(into, from)
  await asChief().call(contactApi.merge, people)
  expect((await asChief().call(companyApi.unmerge, { uniqueId: again })).kept).toMatchObject([
    { uniqueId: goes.contact.uniqueId },
  ])
})

test('undoing a merge names no lead that stays: not everybody who merges companies may see leads', async () => {
  const xg = await app.someone('ROLE_ADMIN', { permissions: ['XG_ADMIN'] })
  const [stays, goes] = [await crm.company(), await crm.met()]
  await crm.lead(goes.company.uniqueId, goes.contact.uniqueId)
  const merge = await merged(stays.uniqueId, goes.company.uniqueId)
  const [{ id: uniqueId }] = (await app.asOwner<{ id: string }>('select id from lead where company_id = $1', [
    stays.uniqueId,
  ])) as [{ id: string }]
  await app.as(xg).call(leadApi.remove, { uniqueId })
  await app.as(xg).call(trashApi.restore, { kind: 'lead', uniqueIds: [uniqueId] })
  expect(await asChief().call(companyApi.unmerge, { uniqueId: merge })).toMatchObject({ kept: [], keptCount: 0 })
})

test('after 30 days a merge can no longer be undone and is not listed', async () => {
  const [one, other] = [await crm.company(), await crm.company()]
  const merge = await merged(one.uniqueId, other.uniqueId)
  await app.asOwner(`update record_merge set created_at = now() - interval '30 days 1 minute' where id = $1`, [merge])
  const message = 'A merge can be undone for 30 days'
  await expect(asChief().call(companyApi.unmerge, { uniqueId: merge })).rejects.toMatchObject({ status: 409, message })
  expect(await asChief().call(companyApi.merged, { uniqueId: one.uniqueId })).toEqual([])
  await app.asOwner(`update company set deleted_at = now() - interval '31 days' where id = $1`, [other.uniqueId])
  await app.clock('records.sweep')
  expect(await app.asOwner(`select from record_merge where id = $1`, [merge])).toEqual([])
  expect(await app.asOwner(`select from company where id = $1`, [other.uniqueId])).toEqual([])
})

test('merges are undone in reverse order: the last one first', async () => {
  const [first, second, third] = [await crm.company(), await crm.met(), await crm.company()]
  const early = await merged(first.uniqueId, second.company.uniqueId)
  const late = await merged(third.uniqueId, first.uniqueId)
  await expect(asChief().call(companyApi.unmerge, { uniqueId: early })).rejects.toMatchObject({ status: 409 })
  const timeline = await asChief().call(timelineApi.list, { kind: 'company', uniqueId: third.uniqueId, page: 0, size: 100 })
  expect(timeline.map(({ recordId }) => recordId)).toContain(second.report.uniqueId)
  await asChief().call(companyApi.unmerge, { uniqueId: late })
  expect(await asChief().call(companyApi.unmerge, { uniqueId: early })).toMatchObject({ keptCount: 0 })
  const back = await asChief().call(contactApi.get, { uniqueId: second.contact.uniqueId })
  expect(back.company.uniqueId).toBe(second.company.uniqueId)
})

test('merges into one company are undone in any order, but one whose fields a later one has changed again only after that', async () => {
  const [stays, one, other, third] = [await crm.company(), await crm.company(), await crm.company(), await crm.company()]
  const before = await standing()
  const into = stays.uniqueId
  const early = await merged(into, one.uniqueId, { legalName: one.uniqueId })
  const beside = await merged(into, third.uniqueId)
  const late = await merged(into, other.uniqueId, { legalName: other.uniqueId })
  const message = 'The merged record is in the trash or was merged again. Undo that first.'
  await expect(asChief().call(companyApi.unmerge, { uniqueId: early })).rejects.toMatchObject({ status: 409, message })
  for (const uniqueId of [beside, late, early])
    expect(await asChief().call(companyApi.unmerge, { uniqueId })).toMatchObject({ fields: [], keptCount: 0 })
  expect(await standing()).toEqual(before)
})

test('undoing a merge is rejected with the name if another company has taken it since', async () => {
  const [one, other] = [await crm.company(), await crm.company()]
  const merge = await merged(one.uniqueId, other.uniqueId)
  await crm.company({ legalName: other.legalName })
  const taken = asChief().call(companyApi.unmerge, { uniqueId: merge })
  await expect(taken).rejects.toMatchObject({ status: 409, message: expect.stringContaining(other.legalName) })
  await expect(asChief().call(companyApi.get, { uniqueId: other.uniqueId })).rejects.toMatchObject({ status: 404 })
})

test('an admin merges only records they created, a member their own, level 3 none', async () => {
  const [clerk, member, third] = await Promise.all([
    app.someone('ROLE_ADMIN'),
    app.someone('ROLE_BASIC'),
    app.someone('ROLE_LEVEL3', { allowedCountries: ['DE'] }),
  ])
  const of = async (who: TestUser) => {
    const his = mergeHelpers(app, who)
    return [(await his.company()).uniqueId, (await his.company()).uniqueId] as const
  }
  const [mine, chiefs, members] = [await of(clerk), await of(chief), await of(member)]
  const merging = (who: TestUser, into: string, from: string) => app.as(who).call(companyApi.merge, { into, from: [from] })
  for (const [into, from] of [[mine[0], chiefs[0]], [chiefs[0], mine[0]], chiefs] as const) {
    await expect(merging(clerk, into, from)).rejects.toMatchObject({ status: 403 })
    await expect(app.as(clerk).call(companyApi.notDuplicates, { uniqueIds: [into, from] })).rejects.toMatchObject({ status: 403 })
  }
  await expect(merging(third, ...mine)).rejects.toMatchObject({ status: 403 })
  await expect(merging(chief, ...members)).rejects.toMatchObject({ status: 404 })
  const { merge } = await merging(clerk, ...mine)
  await expect(app.as(member).call(companyApi.unmerge, { uniqueId: merge })).rejects.toMatchObject({ status: 404 })
  const chiefly = await merging(chief, ...chiefs)
  await expect(app.as(clerk).call(companyApi.unmerge, { uniqueId: chiefly.merge })).rejects.toMatchObject({ status: 403 })
  await app.as(clerk).call(companyApi.unmerge, { uniqueId: merge })
  await app.as(member).call(companyApi.unmerge, { uniqueId: (await merging(member, ...members)).merge })
})
