import { eventApi } from '@tradewind/contract/crm/event.contract'
import { projectCompanyApi } from '@tradewind/contract/crm/project.contract'
import { attachmentApi } from '@tradewind/contract/operations/attachment.contract'
import { viewApi } from '@tradewind/contract/operations/view.contract'
import { publicApi } from '@tradewind/contract/site/lead.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'
import { crmCalls } from '../../test/crm/crm.ts'
import { driveFixture } from '../../test/drive/drive.ts'
import { openRecordPage } from '../../test/recordPage.ts'

let app: TestApp
let chief: TestUser
let clerk: TestUser
let level: TestUser
beforeAll(async () => {
  app = await testApp()
  await app.fastify.listen({ port: 0, host: '127.0.0.1' })
  chief = await app.someone('ROLE_TENANT_ADMIN')
  clerk = await app.someone('ROLE_ADMIN')
  level = await app.someone('ROLE_LEVEL1')
})
afterAll(() => app.close())

const open = (who: TestUser) => openRecordPage(app, who)
/** What a page has heard of a kind, without versions. */
const heard = ({ news }: Awaited<ReturnType<typeof open>>, of: string) =>
  news().flatMap(({ kind, written }) => (kind === of ? [written.map(({ uniqueId }) => uniqueId)] : []))

/** So many messages without ids. */
const any = (count: number) => Array.from({ length: count }, () => [])

test('everything that the calendar, the home page and the dashboard show is announced', async () => {
  const page = await open(await app.someone('ROLE_ADMIN', { permissions: ['XG_ADMIN'] })) // it shows leads
  const crm = crmCalls(app, clerk)
  const { company, summary } = await crm.met()
  await crm.step(summary.uniqueId, clerk.uniqueId)
  await crm.place((await crm.project()).uniqueId, company.uniqueId)
  await app.as(clerk).call(eventApi.create, {
    title: 'Anuga',
    description: 'A fair',
    eventDateTime: '2026-10-10T10:00:00Z',
    location: 'Hall 1',
    organizer: 'Messe',
    organizerContact: 'messe@sample.example',
  })
  await app.as(undefined).call(publicApi.contactUsPartner, { name: 'Lea Neu', country: 'Italy', email: 'lea@neu.example' })
  const ofCompanies = ['company', 'contact', 'meetingReport', 'nextSteps', 'project', 'projectCompany', 'summary']
  const written = [...ofCompanies, 'event', 'lead'].toSorted()
  await expect.poll(() => [...new Set(page.news().map(({ kind }) => kind))].toSorted()).toEqual(written)
})

test('open lists learn of a shared view, without its id, and also that it is shared no longer; of a private one only its owner’s', async () => {
  const [stranger, member] = [
    await app.someone('ROLE_TENANT_ADMIN', { tenantId: app.other.uniqueId }),
    await app.someone('ROLE_PRO'),
  ]
  const [owns, colleagues, ...others] = [await open(clerk), await open(level), await open(stranger), await open(member)]
  const entity = 'company' as const
  const { uniqueId } = await app.as(clerk).call(viewApi.create, { entity, name: 'Whom I call', state: {} })
  await expect.poll(() => heard(owns, 'view')).toEqual([[uniqueId]])
  await app.as(clerk).call(viewApi.update, { entity, uniqueId, visibility: 'SHARED' })
  await expect.poll(() => heard(colleagues, 'view')).toEqual(any(1))
  await app.as(chief).call(viewApi.update, { entity, uniqueId, name: 'Whom we call' })
  await app.as(clerk).call(viewApi.update, { entity, uniqueId, visibility: 'PRIVATE' })
  await expect.poll(() => heard(colleagues, 'view')).toEqual(any(3))
  await app.as(clerk).call(viewApi.remove, { uniqueId })
  await app.as(clerk).call(viewApi.restore, { uniqueId })
  const shared = await app.as(chief).call(viewApi.create, { entity, name: 'Of all', visibility: 'SHARED', state: {} })
  await app.as(chief).call(viewApi.remove, { uniqueId: shared.uniqueId })
  await app.as(chief).call(viewApi.restore, { uniqueId: shared.uniqueId })
  await expect.poll(() => heard(colleagues, 'view')).toEqual(any(6))
  await expect
    .poll(() => heard(owns, 'view').map(String).toSorted())
    .toEqual([...any(6).map(String), uniqueId, uniqueId, uniqueId])
  expect(others.map((page) => heard(page, 'view'))).toEqual([[], []])
})

test('files attached to a record are announced without its version, to those who see the record', async () => {
  const company = await crmCalls(app, chief).company()
  const [clerks, levels] = [await open(clerk), await open(level)]
  const { uniqueId: fileId } = await driveFixture(app, chief).file('Offer.txt')
  const [attached] = await app
    .as(chief)
    .call(attachmentApi.attach, { kind: 'company', record: company.uniqueId, files: [fileId] })
  // With its version, the page that wrote the record last would take it for its own change.
  const announcements = () =>
    clerks
      .news()
      .flatMap(({ written }) => written.filter(({ uniqueId, version }) => uniqueId === company.uniqueId && version === ''))
  await expect.poll(announcements).toHaveLength(1)
  await app.as(chief).call(attachmentApi.detach, { uniqueId: attached!.uniqueId })
  await expect.poll(announcements).toHaveLength(2)
  expect(levels.ids()).toEqual([])
})

test('the page of a contact learns that they are, or are no longer, the main contact of a company in a project', async () => {
  const crm = crmCalls(app, chief)
  const { company, contact } = await crm.met()
  const next = await crm.contact(company.uniqueId)
  const project = await crm.project({ sharedWith: [level.uniqueId] })
  const [clerks, levels] = [await open(clerk), await open(level)]
  const place = await crm.place(project.uniqueId, company.uniqueId, { mainContact: contact.uniqueId })
  await expect.poll(() => clerks.latest(place)?.about).toContain(contact.uniqueId)
  // Level 1 sees the project that is shared with them, but no contacts.
  await expect.poll(() => levels.latest(place)?.about).toContain(project.uniqueId)
  expect(levels.latest(place)!.about).not.toContain(contact.uniqueId)
  const { updatedAt } = await app
    .as(chief)
    .call(projectCompanyApi.update, { uniqueId: place.uniqueId, mainContact: next.uniqueId })
  await expect.poll(() => clerks.latest(place)?.written[0]?.version).toBe(updatedAt)
  expect(clerks.latest(place)!.about).toEqual(expect.arrayContaining([contact.uniqueId, next.uniqueId]))
})

test('the page of a project learns of the contacts, reports and tasks of its companies, which it counts', async () => {
  const crm = crmCalls(app, chief)
  const { company, contact, summary } = await crm.met()
  const [project, other] = [await crm.project(), await crm.project()]
  await crm.place(project.uniqueId, company.uniqueId)
  const page = await open(clerk)
  const written = [
    await crm.contact(company.uniqueId),
    await crm.report(company.uniqueId, [contact.uniqueId]),
    await crm.step(summary.uniqueId, clerk.uniqueId),
  ]
  for (const record of written) {
    await expect.poll(() => page.latest(record)?.about).toContain(project.uniqueId)
    expect(page.latest(record)!.about).not.toContain(other.uniqueId)
  }
})
