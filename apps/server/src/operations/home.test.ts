import { companyApi } from '@tradewind/contract/crm/company.contract'
import { attachmentApi } from '@tradewind/contract/operations/attachment.contract'
import { homeApi, type HomeSection } from '@tradewind/contract/operations/home.contract'
import { publicApi } from '@tradewind/contract/site/public.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Someone, type TestApp, testApp } from '../../test/app.ts'
import { crmAs } from '../../test/crm/crm.ts'
import { driveOf } from '../../test/drive/drive.ts'

let app: TestApp
let chief: Someone
let clerk: Someone
beforeAll(async () => {
  app = await testApp()
  chief = await app.someone('ROLE_TENANT_ADMIN')
  clerk = await app.someone('ROLE_LEVEL1')
})
afterAll(() => app.close())

const daysAhead = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const today = daysAhead(0)
const home = (who: Someone) => app.as(who).call(homeApi.read, {})
const sectionOf = async (who: Someone, section: HomeSection['section']) =>
  (await home(who)).find((one) => one.section === section)
const titles = async (who: Someone, section: HomeSection['section']) =>
  (await sectionOf(who, section))?.items.map(({ title }) => title)

test('tasks that are due are one’s own, open, the oldest first; the rest is counted', async () => {
  const { summary } = await crmAs(app, chief).met()
  const give = (days: number, todo: string, who = clerk) =>
    crmAs(app, chief).step(summary.uniqueId, who.uniqueId, { byWhen: daysAhead(days), todo })
  await give(1, 'Tomorrow')
  await give(-1, 'Of another', chief)
  for (const [at, todo] of ['e', 'd', 'c', 'b', 'a', 'f'].entries()) await give(-at, todo)
  expect(await sectionOf(clerk, 'TASKS')).toMatchObject({
    kind: 'nextSteps',
    total: 6,
    items: [{ day: daysAhead(-5) }, {}, {}, {}, {}],
  })
  expect(await titles(clerk, 'TASKS')).toEqual(['f', 'a', 'b', 'c', 'd'])
  expect(await titles(chief, 'TASKS')).toEqual(['Of another'])
})

test('next contacts that are due are those of projects that one made or has a share in', async () => {
  const [other, level1] = [await app.someone('ROLE_ADMIN'), await app.someone('ROLE_LEVEL1')]
  const make = crmAs(app, chief)
  const [mine, quiet] = [await make.project({ sharedWith: [level1.uniqueId] }), await make.project()]
  const [due, later, hidden] = [await make.company(), await make.company(), await make.company()]
  await make.place(mine.uniqueId, due.uniqueId, { nextContact: today })
  await make.place(mine.uniqueId, later.uniqueId, { nextContact: daysAhead(2) })
  await make.place(quiet.uniqueId, hidden.uniqueId, { nextContact: daysAhead(-3) })
  expect(await titles(chief, 'NEXT_CONTACTS')).toEqual([hidden.legalName, due.legalName])
  expect(await titles(level1, 'NEXT_CONTACTS')).toEqual([due.legalName])
  expect(await titles(other, 'NEXT_CONTACTS')).toBeUndefined()
})

test('meetings of today are one’s own, and summaries those that others have shared with one', async () => {
  const [ada, bo] = [await app.someone('ROLE_ADMIN'), await app.someone('ROLE_ADMIN')]
  const { company, summary } = await crmAs(app, ada).met({ report: { date: today }, summary: { sharedWith: [bo.uniqueId] } })
  await crmAs(app, ada).met({ report: { date: daysAhead(-1) } })
  expect(await titles(ada, 'MEETINGS')).toEqual([company.legalName])
  expect(await titles(bo, 'MEETINGS')).toBeUndefined()
  expect(await sectionOf(bo, 'SUMMARIES')).toMatchObject({
    total: 1,
    items: [{ uniqueId: summary.uniqueId, title: company.legalName, detail: 'They want a sample.' }],
  })
  expect(await titles(ada, 'SUMMARIES')).toBeUndefined()
})

test('new leads are shown to those who may see leads', async () => {
  const boss = await app.someone('ROLE_SUPER_ADMIN')
  await app.as(undefined).call(publicApi.contactUsPartner, { name: 'Lea Neu', country: 'Italy', email: 'lea@neu.example' })
  expect(await titles(boss, 'LEADS')).toEqual(['Lea Neu'])
  expect(await titles(clerk, 'LEADS')).toBeUndefined()
})

test('a paid member sees what is due in the own partition, a free one nothing', async () => {
  const [member, free] = [await app.someone('ROLE_PRO'), await app.someone('ROLE_FREE')]
  const { summary, company } = await crmAs(app, member).met({ report: { date: today } })
  await crmAs(app, member).step(summary.uniqueId, member.uniqueId, { byWhen: today, todo: 'Mine' })
  expect((await home(member)).map(({ section, items }) => [section, items[0]!.title])).toEqual([
    ['TASKS', 'Mine'],
    ['MEETINGS', company.legalName],
  ])
  expect(await home(free)).toEqual([])
})

test('projects that moved are one’s own or shared with one, by what happened last', async () => {
  const [maker, guest, stranger] = [
    await app.someone('ROLE_ADMIN'),
    await app.someone('ROLE_LEVEL2'),
    await app.someone('ROLE_ADMIN'),
  ]
  const make = crmAs(app, maker)
  const [shared, alone, old] = [await make.project({ sharedWith: [guest.uniqueId] }), await make.project(), await make.project()]
  const company = await make.company()
  await make.place(shared.uniqueId, company.uniqueId)
  await app.asOwner(`update activity set created_at = now() - interval '8 days' where subject_id = $1`, [old.uniqueId])
  expect(await sectionOf(maker, 'PROJECTS')).toMatchObject({
    kind: 'project',
    total: 2,
    items: [
      { uniqueId: shared.uniqueId, title: shared.name, detail: `${company.legalName} · ${maker.fullName}`, day: today },
      { uniqueId: alone.uniqueId, detail: maker.fullName },
    ],
  })
  expect(await titles(guest, 'PROJECTS')).toEqual([shared.name])
  expect(await titles(stranger, 'PROJECTS')).toBeUndefined()
})

const details = async (who: Someone) => (await sectionOf(who, 'PROJECTS'))?.items.map(({ detail }) => detail)

test('a file that was attached to a project is named to those alone who may meet files of records', async () => {
  const [maker, level1] = [await app.someone('ROLE_ADMIN'), await app.someone('ROLE_LEVEL1')]
  const project = await crmAs(app, maker).project({ sharedWith: [level1.uniqueId] })
  const { uniqueId } = await driveOf(app, maker).file('Secret price.pdf')
  await app.as(maker).call(attachmentApi.attach, { kind: 'project', record: project.uniqueId, files: [uniqueId] })
  expect(await details(maker)).toEqual([`Secret price.pdf · ${maker.fullName}`])
  expect(await details(level1)).toEqual([maker.fullName])
})

test('the first steps of a tenant are done once there is what they ask for', async () => {
  const fresh = await app.tenant('Fresh', { domainName: 'fresh.test' })
  const boss = await app.someone('ROLE_TENANT_ADMIN', { tenantId: fresh.uniqueId })
  const done = async () => (await app.as(boss).call(homeApi.firstSteps, {})).filter((step) => step.done).map(({ step }) => step)
  expect(await done()).toEqual([])
  const { company } = await crmAs(app, boss).met()
  expect(await done()).toEqual(['COMPANIES', 'CONTACTS', 'REPORTS'])
  await app.someone('ROLE_LEVEL1', { tenantId: fresh.uniqueId })
  await crmAs(app, boss).project()
  expect(await done()).toEqual(['COLLEAGUES', 'COMPANIES', 'CONTACTS', 'REPORTS', 'PROJECTS'])
  await app.as(boss).call(companyApi.remove, { uniqueId: company.uniqueId, cascade: true })
  expect(await done()).toEqual(['COLLEAGUES', 'PROJECTS'])
  await expect(app.as(clerk).call(homeApi.firstSteps, {})).rejects.toMatchObject({ status: 403 })
})
