import { companyApi } from '@tradewind/contract/crm/company.contract'
import { contactApi } from '@tradewind/contract/crm/contact.contract'
import { projectCompanyApi } from '@tradewind/contract/crm/project.contract'
import { driveApi } from '@tradewind/contract/drive/drive.contract'
import { attachmentApi } from '@tradewind/contract/operations/attachment.contract'
import { bulkApi } from '@tradewind/contract/operations/bulk.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { crmCalls } from '../../../test/crm/crm.ts'
import { driveCalls } from '../../../test/drive/calls.ts'
import { openRecordPage } from '../../../test/recordPage.ts'

let app: TestApp
let node: Pick<TestApp, 'fastify'>
let chief: TestUser
beforeAll(async () => {
  app = await testApp()
  node = await app.open()
  await node.fastify.listen({ port: 0, host: '127.0.0.1' })
  chief = await app.someone('ROLE_TENANT_ADMIN')
})
afterAll(() => app.close())

/** A page at another node than the one that is called. */
const open = (who: TestUser) => openRecordPage(node, who)
type Page = Awaited<ReturnType<typeof open>>

const any = (kind: string) => ({ kind, written: [], about: [] })
/** How often a page was told to read a kind again. */
const anyCount = ({ news }: Page, of: string) => news().filter(({ kind, written }) => kind === of && written.length === 0).length

test('what happens to an attached file in its owner’s drive is announced to those who see the record, not which file it is', async () => {
  const owner = await app.someone('ROLE_ADMIN')
  const crm = crmCalls(app, owner)
  const [project, other] = [await crm.project(), await crm.project()]
  const { as, drive, ...calls } = driveCalls(app, owner)
  const [folder, away] = [await drive.folder('Offers'), await drive.folder('Away')]
  const file = await drive.file('Offer.txt', { content: 'Our offer', folder })
  const loose = await drive.file('Loose.txt', { content: 'Nothing' })
  await as.call(attachmentApi.attach, { kind: 'project', record: project.uniqueId, files: [file.uniqueId] })
  const page = await open(chief)
  const level = await open(await app.someone('ROLE_LEVEL1'))
  const told = () => page.news().filter(({ kind, written }) => kind === 'project' && written[0]?.uniqueId === project.uniqueId)
  await as.call(driveApi.rename, { uniqueId: loose.uniqueId, newName: 'Looser.txt' })
  const acts: readonly (() => Promise<unknown>)[] = [
    () => as.call(driveApi.rename, { uniqueId: file.uniqueId, newName: 'New offer.txt' }),
    () => calls.move(away.uniqueId, folder.uniqueId),
    () => calls.remove(away.uniqueId),
    () => calls.restore(away.uniqueId),
  ]
  for (const act of acts) {
    const { length } = told()
    await act()
    await expect.poll(() => told().length).toBe(length + 1)
  }
  expect(told().at(-1)).toEqual({ kind: 'project', written: [{ uniqueId: project.uniqueId, version: '' }], about: [] })
  expect(page.ids()).not.toContain(other.uniqueId)
  for (const { uniqueId } of [file, loose, folder, away]) expect(JSON.stringify(page.news())).not.toContain(uniqueId)
  expect(level.news()).toEqual([])
})

test('days of contact that the clock moves are announced', async () => {
  const crm = crmCalls(app, chief)
  const { company, contact } = await crm.met()
  const { uniqueId: projectId } = await crm.project()
  const page = await open(await app.someone('ROLE_ADMIN'))
  const place = await crm.place(projectId, company.uniqueId)
  const recalculated = () => page.news().filter(({ kind, written }) => kind === 'projectCompany' && written[0]?.version === '')
  await crm.report(company.uniqueId, [contact.uniqueId], { date: '2199-01-01' })
  await app.asOwner(`update project_company set report_ahead = current_date - 1 where id = $1`, [place.uniqueId])
  const news = {
    kind: 'projectCompany',
    written: [{ uniqueId: place.uniqueId, version: '' }],
    about: [projectId, company.uniqueId],
  }
  await expect.poll(recalculated).toEqual([news]) // by the report
  await app.clock('meetingReport.contactDays')
  await expect.poll(recalculated).toEqual([news, news])
})

test('levels 1 and 2 read companies again when one enters or leaves a project of theirs; others do not', async () => {
  const [level, other] = [await app.someone('ROLE_LEVEL2'), await app.someone('ROLE_LEVEL1')]
  const crm = crmCalls(app, chief)
  const { call } = app.as(chief)
  const [shared, hidden] = [await crm.project({ sharedWith: [level.uniqueId] }), await crm.project()]
  const [company, added] = [await crm.company(), await crm.company()]
  const [page, others, clerk] = [await open(level), await open(other), await open(await app.someone('ROLE_ADMIN'))]
  let place = ''
  const acts: readonly (() => Promise<unknown>)[] = [
    async () => (place = (await crm.place(shared.uniqueId, company.uniqueId)).uniqueId),
    () => call(projectCompanyApi.update, { uniqueId: place, project: hidden.uniqueId }),
    () => call(projectCompanyApi.update, { uniqueId: place, project: shared.uniqueId }),
    () => call(projectCompanyApi.remove, { uniqueId: place }),
    () => call(bulkApi.changeCompanies, { ids: [added.uniqueId], change: { addToProject: shared.uniqueId } }),
  ]
  for (const act of acts) {
    const before = anyCount(page, 'company')
    await act()
    await expect.poll(() => anyCount(page, 'company')).toBeGreaterThan(before)
  }
  expect(others.news()).toEqual([])
  // Admins see all companies: for them none is new.
  expect(clerk.news()).not.toContainEqual(any('company'))
})

test('level 3 learns that a company and its contacts leave its countries, also by a change of many', async () => {
  const level = await app.someone('ROLE_LEVEL3', { allowedCountries: ['DE'] })
  const crm = crmCalls(app, chief)
  const { call } = app.as(chief)
  const [{ company }, many, norwegian] = [await crm.met(), await crm.company(), await crm.company({ country: 'Norway' })]
  const [page, member] = [await open(level), await open(await app.someone('ROLE_PRO'))]
  const { updatedAt } = await call(companyApi.update, { uniqueId: company.uniqueId, address: 'Am Kai 1' })
  await expect.poll(() => page.latest(company)?.written[0]?.version).toBe(updatedAt)
  const move = [
    () => call(companyApi.update, { uniqueId: company.uniqueId, country: 'Norway' }),
    () => call(bulkApi.changeCompanies, { ids: [many.uniqueId], change: { country: 'Norway' } }),
  ]
  for (const act of move) {
    const before = anyCount(page, 'company')
    await act()
    await expect.poll(() => anyCount(page, 'company')).toBeGreaterThan(before)
  }
  expect(page.latest(company)!.written[0]!.version).toBe(updatedAt)
  const mover = await crm.contact((await crm.company()).uniqueId)
  const before = anyCount(page, 'contact')
  await call(contactApi.update, { uniqueId: mover.uniqueId, companyId: norwegian.uniqueId })
  await expect.poll(() => anyCount(page, 'contact')).toBeGreaterThan(before)
  expect(member.news()).toEqual([])
})

test('where it cannot be found out what one user may see, the others hear of the change nevertheless', async () => {
  const level = await open(await app.someone('ROLE_LEVEL1'))
  const clerk = await open(await app.someone('ROLE_ADMIN'))
  await app.asOwner('alter table project_share rename to project_share_away') // level 1 sees companies by it
  const company = await crmCalls(app, chief).company()
  await expect.poll(clerk.ids).toContain(company.uniqueId)
  await app.asOwner('alter table project_share_away rename to project_share')
  expect(level.news()).toEqual([])
})

test('a page that connects learns what was written since it read, as far as its user may see it', async () => {
  const writer = await app.someone('ROLE_TENANT_ADMIN', { tenantId: app.other.uniqueId })
  const company = await crmCalls(app, writer).company()
  const watcher = await open(writer)
  const late = { uniqueId: company.uniqueId, website: 'https://late.example' }
  const { updatedAt } = await app.as(writer).call(companyApi.update, late)
  await expect.poll(() => watcher.latest(company)?.written[0]?.version).toBe(updatedAt) // the node has announced it
  const others = { tenantId: app.other.uniqueId }
  const [slow, fresh, member] = [
    await openRecordPage(node, await app.someone('ROLE_ADMIN', others), 20_000),
    await openRecordPage(node, await app.someone('ROLE_ADMIN', others)),
    await openRecordPage(node, await app.someone('ROLE_PRO', others), 20_000),
  ]
  await expect.poll(slow.news).toContainEqual(any('company'))
  expect(JSON.stringify(slow.news())).not.toContain(company.uniqueId)
  await app.as(writer).call(companyApi.remove, { uniqueId: company.uniqueId })
  await expect.poll(fresh.ids).toEqual([company.uniqueId])
  expect(anyCount(fresh, 'company')).toBe(0)
  expect(anyCount(member, 'company')).toBe(0)
})
