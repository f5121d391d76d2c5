import { companyApi } from '@tradewind/contract/crm/company.contract'
import { contactApi } from '@tradewind/contract/crm/contact.contract'
import { meetingReportApi } from '@tradewind/contract/crm/meetingReport.contract'
import { nextStepsApi } from '@tradewind/contract/crm/nextSteps.contract'
import { projectApi, projectCompanyApi } from '@tradewind/contract/crm/project.contract'
import { summaryApi } from '@tradewind/contract/crm/summary.contract'
import { announcedKinds } from '@tradewind/contract/kit/history'
import { attachmentApi } from '@tradewind/contract/operations/attachment.contract'
import { bulkApi } from '@tradewind/contract/operations/bulk.contract'
import { trashApi } from '@tradewind/contract/operations/trash.contract'
import { identityApi } from '@tradewind/contract/platform/identity.contract'
import { notificationApi } from '@tradewind/contract/platform/notification.contract'
import { permissionApi, userPermissionApi } from '@tradewind/contract/platform/permission.contract'
import { tenantConfigurationApi } from '@tradewind/contract/platform/tenantSetting.contract'
import { publicApi } from '@tradewind/contract/site/lead.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { crmCalls } from '../../../test/crm/crm.ts'
import { driveCalls } from '../../../test/drive/calls.ts'
import { openRecordPage } from '../../../test/recordPage.ts'

let app: TestApp
let node: Pick<TestApp, 'fastify'>
beforeAll(async () => {
  app = await testApp()
  node = await app.open()
  await node.fastify.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.close())

/** A page at another node than the one that is called. */
const open = (who: TestUser) => openRecordPage(node, who)

test('a change in a project is announced by id, at every node, only to users who may see the project', async () => {
  const chief = await app.someone('ROLE_TENANT_ADMIN')
  const [clerk, shared, not, member, stranger] = [
    await app.someone('ROLE_ADMIN'),
    await app.someone('ROLE_LEVEL1'),
    await app.someone('ROLE_LEVEL1'),
    await app.someone('ROLE_PRO'),
    await app.someone('ROLE_TENANT_ADMIN', { tenantId: app.other.uniqueId }),
  ]
  const crm = crmCalls(app, chief)
  const project = await crm.project({ sharedWith: [shared.uniqueId] })
  const company = await crm.company()
  const hidden = await crm.project()
  const place = await crm.place(project.uniqueId, company.uniqueId)
  const other = await crm.place(hidden.uniqueId, company.uniqueId)
  const [clerks, shareds, others, members, strangers] = [
    await open(clerk),
    await open(shared),
    await open(not),
    await open(member),
    await open(stranger),
  ]
  await app.as(chief).call(projectCompanyApi.update, { uniqueId: other.uniqueId, priority: 'LOW' })
  const saved = await app.as(chief).call(projectCompanyApi.update, { uniqueId: place.uniqueId, priority: 'HIGH' })
  const told = expect.objectContaining({
    kind: 'projectCompany',
    written: [{ uniqueId: place.uniqueId, version: saved.updatedAt }],
    about: expect.arrayContaining([project.uniqueId, company.uniqueId]),
  })
  // Earlier messages have arrived by then: the second change is announced after the first.
  await expect.poll(clerks.news).toContainEqual(told)
  await expect.poll(shareds.news).toContainEqual(told)
  expect(clerks.ids()).toContain(other.uniqueId)
  expect(shareds.ids()).not.toContain(other.uniqueId)
  expect(JSON.stringify(clerks.news())).not.toContain(company.legalName)
  expect([others, members, strangers].map(({ ids }) => ids())).toEqual([[], [], []])
})

test('a member hears of their own records, and a level of companies in its countries', async () => {
  const [member, chief] = [await app.someone('ROLE_PRO'), await app.someone('ROLE_TENANT_ADMIN')]
  const level3 = await app.someone('ROLE_LEVEL3', { allowedCountries: ['NO'] })
  const [own, level] = [await open(member), await open(level3)]
  const mine = await crmCalls(app, member).company()
  const [german, norwegian] = [await crmCalls(app, chief).company(), await crmCalls(app, chief).company({ country: 'Norway' })]
  await expect.poll(() => level.ids()).toEqual([norwegian.uniqueId])
  await expect.poll(() => own.ids()).toEqual([mine.uniqueId])
  await app.as(chief).call(companyApi.remove, { uniqueId: german.uniqueId })
  await app.as(chief).call(companyApi.remove, { uniqueId: norwegian.uniqueId })
  await expect.poll(() => level.ids()).toEqual([norwegian.uniqueId, norwegian.uniqueId])
})

test('a level that no longer sees a company or a contact, since its country is another one, learns that there are changes', async () => {
  const chief = await app.someone('ROLE_TENANT_ADMIN')
  const [danish, level1] = [await app.someone('ROLE_LEVEL3', { allowedCountries: ['DK'] }), await app.someone('ROLE_LEVEL1')]
  const [crm, { call }] = [crmCalls(app, chief), app.as(chief)]
  const [{ uniqueId }, elsewhere] = [await crm.company({ country: 'Denmark' }), await crm.company({ country: 'Sweden' })]
  const person = await crm.contact(uniqueId)
  const pages = [await open(danish), await open(level1)] as const
  await call(contactApi.update, { uniqueId: person.uniqueId, companyId: elsewhere.uniqueId })
  await expect.poll(pages[0].news).toContainEqual({ kind: 'contact', written: [], about: [] })
  await call(companyApi.update, { uniqueId, address: 'Am Kai 1' })
  await call(companyApi.update, { uniqueId, country: 'Sweden' })
  await expect.poll(pages[0].news).toContainEqual({ kind: 'company', written: [], about: [] })
  expect(pages[1].news()).toEqual([])
})

test('of the records that a changed record belongs to, a user receives only the ids of those that they may see', async () => {
  const [chief, level, clerk] = [
    await app.someone('ROLE_TENANT_ADMIN'),
    await app.someone('ROLE_LEVEL1'),
    await app.someone('ROLE_ADMIN'),
  ]
  const crm = crmCalls(app, chief)
  const { company, contact, summary } = await crm.met()
  const { summary: shared } = await crm.met({ summary: { sharedWith: [level.uniqueId] } })
  const [levels, clerks] = [await open(level), await open(clerk)]
  const hidden = await crm.step(summary.uniqueId, level.uniqueId)
  const seen = await crm.step(shared.uniqueId, level.uniqueId)
  const aboutOf = ({ news }: typeof levels, { uniqueId }: typeof hidden) =>
    news().find(({ kind, written }) => kind === 'nextSteps' && written.some((one) => one.uniqueId === uniqueId))?.about
  await expect.poll(() => aboutOf(levels, seen)).toEqual([shared.uniqueId])
  expect(aboutOf(levels, hidden)).toEqual([])
  await expect.poll(() => aboutOf(clerks, hidden)).toEqual([summary.uniqueId, company.uniqueId, contact.uniqueId])
})

test('whose rights change is told to read the account and all records again, whose tenant’s features do the account; others are not', async () => {
  const [chief, clerk, other] = [
    await app.someone('ROLE_SUPER_ADMIN'),
    await app.someone('ROLE_ADMIN'),
    await app.someone('ROLE_ADMIN', { tenantId: app.other.uniqueId }),
  ]
  const [clerks, strangers] = [await open(clerk), await open(other)]
  const accountNews = { kind: 'auth', written: [], about: [] }
  const grantable = await app.as(chief).call(permissionApi.list, {})
  const permissionStateList = grantable.filter(({ key }) => key === 'EXPORT_DATA').map(({ uniqueId }) => uniqueId)
  await app.as(chief).call(userPermissionApi.assign, { userUID: clerk.uniqueId, permissionStateList })
  const recordNews = { ...accountNews, kind: 'company' }
  await expect.poll(clerks.news).toEqual(expect.arrayContaining([accountNews, recordNews]))
  await expect.poll(() => clerks.news().map(({ kind }) => kind)).toEqual(expect.arrayContaining([...announcedKinds]))
  // Who lists users hears of each change of one, too.
  const others = () => clerks.news().filter(({ kind }) => kind !== 'user')
  const { length } = others()
  // A page that has changed the password signs out next: meanwhile it must not call with a session that is over.
  await app.as(clerk).call(identityApi.endOtherSessions, {})
  await app.as(chief).call(tenantConfigurationApi.update, { key: 'CONTENT_ENABLED', value: false })
  await expect.poll(() => others().slice(length)).toEqual([accountNews])
  await app.as(chief).call(tenantConfigurationApi.update, { key: 'CONTENT_ENABLED', value: null })
  await expect.poll(() => others().slice(length)).toEqual([accountNews, accountNews])
  expect(strangers.news()).toEqual([])
})

test('a notification that is marked as read in one page is counted again in the user’s others', async () => {
  const [ann, bob] = [await app.someone('ROLE_ADMIN'), await app.someone('ROLE_ADMIN')]
  const { tenantId, uniqueId: userId } = ann
  const notice = { userId, subject: 'News', content: 'It is so.' }
  await app.appContext.db.write(ann, (tx) => app.appContext.notify(tx, tenantId, notice, notice))
  const [anns, bobs] = [await open(ann), await open(bob)]
  const readNews = { kind: 'notificationQueue', written: [], about: [] }
  const [first] = await app.as(ann).call(notificationApi.list, { type: 'PUSH_WEB' })
  const mark = () => app.as(ann).call(notificationApi.read, { uniqueIds: [first!.uniqueId] })
  await mark()
  await expect.poll(anns.news).toEqual([readNews])
  await mark() // changes nothing
  await app.as(ann).call(notificationApi.readAll, {})
  await expect.poll(anns.news).toEqual([readNews, readNews])
  expect(bobs.news()).toEqual([])
})

test('records that only a permission shows are announced to those who have it', async () => {
  const [holder, clerk, member] = [
    await app.someone('ROLE_ADMIN', { permissions: ['XG_ADMIN'] }),
    await app.someone('ROLE_ADMIN'),
    await app.someone('ROLE_PRO'),
  ]
  const [holders, clerks, members] = [await open(holder), await open(clerk), await open(member)]
  await app.as(undefined).call(publicApi.contactUsPartner, { name: 'Lea Neu', country: 'Italy', email: 'lea@neu.example' })
  await expect.poll(() => holders.news().map(({ kind }) => kind)).toContain('lead')
  for (const other of [clerks, members]) expect(other.news()).toEqual([])
})

test('a merge and its undoing are announced for every kind that the merged records were named in', async () => {
  const [chief, clerk] = [await app.someone('ROLE_TENANT_ADMIN'), await app.someone('ROLE_ADMIN')]
  const crm = crmCalls(app, chief)
  const [stays, goes] = [await crm.met(), await crm.met()]
  const page = await open(clerk)
  const announced = () =>
    page
      .news()
      .filter(({ written }) => written.length === 0)
      .map(({ kind }) => kind)
      .toSorted()
  const [into, from] = [stays.company.uniqueId, goes.company.uniqueId]
  const { merge } = await app.as(chief).call(companyApi.merge, { into, from: [from] })
  const ofCompany = ['company', 'contact', 'meetingReport', 'nextSteps', 'projectCompany', 'summary']
  await expect.poll(announced).toEqual(ofCompany)
  await app.as(chief).call(companyApi.unmerge, { uniqueId: merge })
  await expect.poll(announced).toEqual([...ofCompany, ...ofCompany].toSorted())
  const people = { into: stays.contact.uniqueId, from: [goes.contact.uniqueId] }
  await app.as(chief).call(contactApi.merge, people)
  const ofContact = ['contact', 'meetingReport', 'projectCompany']
  await expect.poll(announced).toEqual([...ofCompany, ...ofCompany, ...ofContact].toSorted())
})

test('a company’s new name is announced for every kind of which records show it', async () => {
  const [chief, clerk] = [await app.someone('ROLE_TENANT_ADMIN'), await app.someone('ROLE_ADMIN')]
  const crm = crmCalls(app, chief)
  const { company } = await crm.met()
  const project = await crm.project()
  await crm.place(project.uniqueId, company.uniqueId)
  const page = await open(clerk)
  // Their records do not show the address.
  await app.as(chief).call(companyApi.update, { uniqueId: company.uniqueId, address: 'Am Kai 1' })
  await app.as(chief).call(companyApi.update, { uniqueId: company.uniqueId, legalName: 'A new name' })
  const kinds = () => page.news().flatMap(({ kind, written }) => (written.length === 0 ? [kind] : []))
  await expect.poll(() => kinds().toSorted()).toEqual(['contact', 'meetingReport', 'projectCompany', 'summary'])
})

test('pages of the attendees of a meeting, and of the projects that a summary is shared with, learn of it', async () => {
  const [chief, level, level3] = [
    await app.someone('ROLE_TENANT_ADMIN'),
    await app.someone('ROLE_LEVEL1'),
    await app.someone('ROLE_LEVEL3', { allowedCountries: ['DE'] }),
  ]
  const crm = crmCalls(app, chief)
  const project = await crm.project({ sharedWith: [level.uniqueId] })
  const { company, contact } = await crm.met()
  const [chiefs, levels, level3s] = [await open(chief), await open(level), await open(level3)]
  const aboutOf = ({ news }: typeof levels, { uniqueId }: { uniqueId: string }) =>
    news().flatMap(({ written, about }) => (written.some((one) => one.uniqueId === uniqueId) ? about : []))
  const report = await crm.report(company.uniqueId, [contact.uniqueId])
  await expect.poll(() => aboutOf(chiefs, report)).toContain(contact.uniqueId)
  const summary = await crm.summary(report.uniqueId, { sharedWith: [project.uniqueId] })
  await expect.poll(() => aboutOf(chiefs, summary)).toContain(project.uniqueId)
  await expect.poll(() => aboutOf(levels, summary)).toContain(project.uniqueId)
  // Level 3 sees neither the report nor the summary.
  expect([aboutOf(level3s, report), aboutOf(level3s, summary)]).toEqual([[], []])
})

test('pages of the attendees of a meeting learn of its summaries, and of their and its deletion', async () => {
  const [chief, level] = [await app.someone('ROLE_TENANT_ADMIN'), await app.someone('ROLE_LEVEL1')]
  const crm = crmCalls(app, chief)
  const { contact, report } = await crm.met()
  const project = await crm.project()
  const [chiefs, levels] = [await open(chief), await open(level)]
  const latest = ({ news }: typeof chiefs, { uniqueId }: { uniqueId: string }) =>
    news().findLast(({ written }) => written.some((one) => one.uniqueId === uniqueId))?.about
  const summary = await crm.summary(report.uniqueId, { sharedWith: [project.uniqueId, level.uniqueId] })
  await expect.poll(() => latest(chiefs, summary)).toContain(contact.uniqueId)
  // Level 1 sees the summary, but neither the contact nor the project.
  await expect.poll(() => latest(levels, summary)).toBeDefined()
  for (const { uniqueId } of [contact, project]) expect(latest(levels, summary)).not.toContain(uniqueId)
  await app.as(chief).call(meetingReportApi.remove, { uniqueId: report.uniqueId })
  await expect.poll(() => latest(chiefs, report)).toContain(contact.uniqueId)
  await expect.poll(() => latest(chiefs, summary)).toEqual(expect.arrayContaining([contact.uniqueId, project.uniqueId]))
})

test('pages that show the name of a contact or the website of a company learn of another one, as far as the reader sees them', async () => {
  const [chief, clerk] = [await app.someone('ROLE_TENANT_ADMIN'), await app.someone('ROLE_ADMIN')]
  const level3 = await app.someone('ROLE_LEVEL3', { allowedCountries: ['DE'] })
  const crm = crmCalls(app, chief)
  const { company, contact } = await crm.met()
  const { uniqueId: ownId } = await crmCalls(app, level3).report(company.uniqueId, [contact.uniqueId])
  const { uniqueId: otherId } = await crm.report(company.uniqueId, [contact.uniqueId])
  const { uniqueId: projectId } = await crm.project()
  const { uniqueId: placeId } = await crm.place(projectId, company.uniqueId, { mainContact: contact.uniqueId })
  const [clerks, level3s] = [await open(clerk), await open(level3)]
  const aboutOf = ({ news }: typeof clerks, { uniqueId }: { uniqueId: string }) =>
    news().flatMap(({ written, about }) => (written.some((one) => one.uniqueId === uniqueId) ? about : []))
  await app.as(chief).call(contactApi.update, { uniqueId: contact.uniqueId, firstName: 'Renamed' })
  await expect.poll(() => aboutOf(clerks, contact)).toEqual(expect.arrayContaining([ownId, otherId, projectId, placeId]))
  await expect.poll(() => aboutOf(level3s, contact)).toContain(ownId)
  for (const id of [otherId, projectId, placeId]) expect(aboutOf(level3s, contact)).not.toContain(id)
  await app.as(chief).call(companyApi.update, { uniqueId: company.uniqueId, website: 'https://another.example' })
  await expect.poll(() => aboutOf(clerks, company)).toEqual(expect.arrayContaining([projectId, placeId]))
})

test('a page that wrote a record last takes no later act of others for its own: each is announced with another version', async () => {
  const [chief, clerk] = [await app.someone('ROLE_TENANT_ADMIN'), await app.someone('ROLE_ADMIN')]
  const crm = crmCalls(app, chief)
  const { company, summary } = await crm.met()
  const task = await crm.step(summary.uniqueId, clerk.uniqueId)
  const file = await driveCalls(app, chief).drive.file('Offer.txt', { content: 'Our offer' })
  const page = await open(clerk)
  /** Without the version that was there before. */
  const versionsOf = ({ uniqueId, updatedAt }: { uniqueId: string; updatedAt: string }) =>
    page
      .news()
      .flatMap(({ written }) => written.filter((one) => one.uniqueId === uniqueId && one.version !== updatedAt))
      .map(({ version }) => version)
  const { call } = app.as(chief)
  const closed = await call(nextStepsApi.markClosed, { uniqueId: task.uniqueId })
  await expect.poll(() => versionsOf(task)).toEqual([closed.updatedAt])
  const opened = await call(nextStepsApi.reopen, { uniqueId: task.uniqueId })
  await expect.poll(() => versionsOf(task)).toEqual([closed.updatedAt, opened.updatedAt])
  await call(attachmentApi.attach, { kind: 'company', record: company.uniqueId, files: [file.uniqueId] })
  await expect.poll(() => versionsOf(company)).toHaveLength(1)
  await call(companyApi.remove, { uniqueId: company.uniqueId, cascade: true })
  await expect.poll(() => versionsOf(company)).toHaveLength(2)
})

test('pages of a user whose access begins or ends read their records again, by a project as by a summary', async () => {
  const chief = await app.someone('ROLE_TENANT_ADMIN')
  const [level, other] = [await app.someone('ROLE_LEVEL1'), await app.someone('ROLE_LEVEL1')]
  const crm = crmCalls(app, chief)
  const { call } = app.as(chief)
  const [{ uniqueId: project }, { report, summary }] = [await crm.project(), await crm.met()]
  const [page, others] = [await open(level), await open(other)]
  const share = [level.uniqueId]
  let operation = ''
  const undo = () => call(bulkApi.undo, { uniqueId: operation })
  const begin = async (work: Promise<{ operation: { uniqueId: string } | null }>) => {
    operation = (await work).operation!.uniqueId
  }
  const shareSummary = () => call(summaryApi.update, { uniqueId: summary.uniqueId, sharedWith: share })
  const shareAll = () => call(bulkApi.changeMeetingReports, { ids: [report.uniqueId], change: { share } })
  const acts: readonly (() => Promise<unknown>)[] = [
    () => call(projectApi.update, { uniqueId: project, sharedWith: share }),
    () => call(projectApi.remove, { uniqueId: project }),
    () => call(trashApi.restore, { kind: 'project', uniqueIds: [project] }),
    () => call(projectApi.update, { uniqueId: project, sharedWith: [] }),
    () => begin(call(bulkApi.changeProjects, { ids: [project], change: { share } })),
    undo,
    () => shareSummary().then(() => call(summaryApi.update, { uniqueId: summary.uniqueId, sharedWith: [] })),
    () => begin(shareAll()).then(undo),
  ]
  const kinds = ['company', 'project', 'projectCompany', 'summary']
  for (const act of acts) {
    const { length } = page.news()
    await act()
    const readAgain = () =>
      page
        .news()
        .slice(length)
        .flatMap(({ kind, written }) => (written.length === 0 ? [kind] : []))
    await expect.poll(readAgain).toEqual(expect.arrayContaining(kinds))
  }
  expect(others.news()).toEqual([])
})

test('pages of a level from whose tasks one is taken, by closing or reassigning it, read them again', async () => {
  const [chief, level] = [await app.someone('ROLE_TENANT_ADMIN'), await app.someone('ROLE_LEVEL1')]
  const crm = crmCalls(app, chief)
  const { summary } = await crm.met()
  const tasks = await Promise.all(Array.from({ length: 3 }, () => crm.step(summary.uniqueId, level.uniqueId)))
  const [closed, moved, movedTogether] = tasks.map(({ uniqueId }) => uniqueId) as [string, string, string]
  const page = await open(level)
  const { call } = app.as(chief)
  const assignedUser = chief.uniqueId
  const begin = async () => (await call(bulkApi.changeNextSteps, { ids: [movedTogether], change: { assignedUser } })).operation!
  for (const act of [
    () => call(nextStepsApi.markClosed, { uniqueId: closed }),
    () => call(nextStepsApi.update, { uniqueId: moved, assignedUser }),
    begin,
  ]) {
    const { length } = page.news()
    await act()
    const kinds = () =>
      page
        .news()
        .slice(length)
        .flatMap(({ kind, written }) => (written.length === 0 ? [kind] : []))
    await expect.poll(kinds).toContain('nextSteps')
  }
})

test('pages of a project learn that a report has changed the days of contact of its companies', async () => {
  const [chief, clerk] = [await app.someone('ROLE_TENANT_ADMIN'), await app.someone('ROLE_ADMIN')]
  const crm = crmCalls(app, chief)
  const { company, contact, report } = await crm.met()
  const { uniqueId: projectId } = await crm.project()
  const place = await crm.place(projectId, company.uniqueId)
  const page = await open(clerk)
  const about = [projectId, company.uniqueId]
  const places = () => page.news().filter(({ kind, written }) => kind === 'projectCompany' && written[0]?.version === '')
  const news = {
    kind: 'projectCompany',
    written: [{ uniqueId: place.uniqueId, version: '' }],
    about: expect.arrayContaining(about),
  }
  await crm.report(company.uniqueId, [contact.uniqueId], { date: '2199-01-01' })
  await expect.poll(places).toEqual([news])
  await app.as(chief).call(meetingReportApi.remove, { uniqueId: report.uniqueId })
  await expect.poll(places).toEqual([news, news])
})

test('a record to which more files are attached than records are listed is still announced by its id', async () => {
  const [chief, clerk] = [await app.someone('ROLE_TENANT_ADMIN'), await app.someone('ROLE_ADMIN')]
  const { uniqueId } = await crmCalls(app, chief).company()
  const { drive } = driveCalls(app, chief)
  const files = await Promise.all(Array.from({ length: 21 }, (_, at) => drive.file(`Photo ${at}.txt`, { content: `${at}` })))
  const page = await open(clerk)
  const attached = { kind: 'company', record: uniqueId, files: files.map((file) => file.uniqueId) } as const
  await app.as(chief).call(attachmentApi.attach, attached)
  const news = { kind: 'company', written: [{ uniqueId, version: '' }], about: [uniqueId] }
  await expect.poll(page.news).toContainEqual(news)
})

test('pages whose node has heard no messages for a moment read again all that they may have missed', async () => {
  const [clerk, member] = [await app.someone('ROLE_ADMIN'), await app.someone('ROLE_PRO')]
  const pages = [await open(clerk), await open(member)]
  await app.dropListeners()
  for (const { news } of pages)
    for (const kind of ['auth', 'notificationQueue', 'company', 'contact'])
      await expect.poll(news, { timeout: 10_000 }).toContainEqual({ kind, written: [], about: [] })
})
