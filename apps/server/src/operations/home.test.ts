import { companyApi } from '@tradewind/contract/crm/company.contract'
import { eventApi } from '@tradewind/contract/crm/event.contract'
import { projectApi, projectCompanyApi } from '@tradewind/contract/crm/project.contract'
import { summaryApi } from '@tradewind/contract/crm/summary.contract'
import { driveShareApi } from '@tradewind/contract/drive/drive.contract'
import { attachmentApi } from '@tradewind/contract/operations/attachment.contract'
import { homeApi, type HomeSection } from '@tradewind/contract/operations/home.contract'
import { tenantConfigurationApi } from '@tradewind/contract/platform/tenantSetting.contract'
import { leadApi, publicApi } from '@tradewind/contract/site/lead.contract'
import { reviewAnswerApi } from '@tradewind/contract/trust/reviewAnswer.contract'
import { reviewSettingApi } from '@tradewind/contract/trust/reviewSetting.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'
import { crmCalls } from '../../test/crm/crm.ts'
import { driveFixture } from '../../test/drive/drive.ts'
import { reviewFixture, type ReviewOwner, sameStars } from '../../test/review/reviews.ts'

let app: TestApp
let chief: TestUser
let clerk: TestUser
beforeAll(async () => {
  app = await testApp()
  chief = await app.someone('ROLE_TENANT_ADMIN')
  clerk = await app.someone('ROLE_LEVEL1')
})
afterAll(() => app.close())

const daysAhead = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const today = () => daysAhead(0)
const home = (who: TestUser) => app.as(who).call(homeApi.read, {})
const sectionOf = async (who: TestUser, section: HomeSection['section']) =>
  (await home(who)).find((one) => one.section === section)
const titles = async (who: TestUser, section: HomeSection['section']) =>
  (await sectionOf(who, section))?.items.map(({ title }) => title)

test('due tasks are the actor’s own open ones, the oldest first; the remaining ones are counted', async () => {
  const { summary } = await crmCalls(app, chief).met()
  const give = (days: number, todo: string, who = clerk) =>
    crmCalls(app, chief).step(summary.uniqueId, who.uniqueId, { byWhen: daysAhead(days), todo })
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

test('due next contacts come from projects that the actor created or that are shared with them', async () => {
  const [other, level1] = [await app.someone('ROLE_ADMIN'), await app.someone('ROLE_LEVEL1')]
  const make = crmCalls(app, chief)
  const [mine, quiet] = [await make.project({ sharedWith: [level1.uniqueId] }), await make.project()]
  const [due, later, hidden] = [await make.company(), await make.company(), await make.company()]
  await make.place(mine.uniqueId, due.uniqueId, { nextContact: today() })
  await make.place(mine.uniqueId, later.uniqueId, { nextContact: daysAhead(2) })
  await make.place(quiet.uniqueId, hidden.uniqueId, { nextContact: daysAhead(-3) })
  expect(await titles(chief, 'NEXT_CONTACTS')).toEqual([hidden.legalName, due.legalName])
  expect(await titles(level1, 'NEXT_CONTACTS')).toEqual([due.legalName])
  expect(await titles(other, 'NEXT_CONTACTS')).toBeUndefined()
  // The page links to the list with these conditions, which has the same ones.
  const where = ['team:mine', `nextContact:before:${daysAhead(1)}`]
  const listed = async (who: TestUser) =>
    (await app.as(who).call(projectCompanyApi.list, { where, sort: 'nextContact' })).map(({ company }) => company.legalName)
  expect(await listed(chief)).toEqual([hidden.legalName, due.legalName])
})

test('today’s meetings are the actor’s own, and summaries are those that other users shared with the actor', async () => {
  const [ada, bo] = [await app.someone('ROLE_ADMIN'), await app.someone('ROLE_ADMIN')]
  const { company, summary } = await crmCalls(app, ada).met({ report: { date: today() }, summary: { sharedWith: [bo.uniqueId] } })
  await crmCalls(app, ada).met({ report: { date: daysAhead(-1) } })
  expect(await titles(ada, 'MEETINGS')).toEqual([company.legalName])
  expect(await titles(bo, 'MEETINGS')).toBeUndefined()
  expect(await sectionOf(bo, 'SUMMARIES')).toMatchObject({
    total: 1,
    items: [{ uniqueId: summary.uniqueId, title: company.legalName, detail: 'They want a sample.' }],
  })
  expect(await titles(ada, 'SUMMARIES')).toBeUndefined()
})

test('the events of the day in the reader’s time zone are shown to staff, earliest first, with their time and place', async () => {
  const zone = 'Pacific/Kiritimati' // 14 hours ahead of UTC
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(new Date())
  const hold = (clock: string, title: string) =>
    app.as(chief).call(eventApi.create, {
      title,
      description: 'A fair',
      eventDateTime: `${day}T${clock}+14:00`,
      location: 'Hall 1',
      organizer: 'Messe',
      organizerContact: 'messe@sample.example',
    })
  const late = await hold('23:59:00', 'Late')
  const early = await hold('00:00:00', 'Early')
  await app.asOwner(`insert into event (tenant_id, world_id, title, description, event_date_time, location, organizer, organizer_contact)
    select tenant_id, world_id, 'Of another day', '', at, '', '', '' from event,
      unnest(array[event_date_time - interval '1 second', event_date_time + interval '1 day']) at where id = '${early.uniqueId}'`)
  const headers = { 'x-time-zone': zone }
  const events = async (who: TestUser) =>
    (await app.as(who).call(homeApi.read, {}, headers)).find(({ section }) => section === 'EVENTS')
  expect(await events(clerk)).toEqual({
    section: 'EVENTS',
    kind: 'event',
    total: 2,
    items: [
      { uniqueId: early.uniqueId, title: 'Early', detail: '00:00 · Hall 1', day },
      { uniqueId: late.uniqueId, title: 'Late', detail: '23:59 · Hall 1', day },
    ],
  })
  expect(await events(await app.someone('ROLE_PRO'))).toBeUndefined()
  // The page links to the list with this condition.
  const query = { where: [`eventDateTime:is:${day}`], sort: 'eventDateTime' } as const
  expect((await app.as(clerk).call(eventApi.list, query, headers)).map(({ title }) => title)).toEqual(['Early', 'Late'])
})

const viewers = ['ROLE_ADMIN', 'ROLE_LEVEL2'] as const
test.each(viewers)(
  'shared summaries are those of the list that the page links to: shared individually or by a project, and written by others (%s)',
  async (role) => {
    const [ada, bo] = [await app.someone('ROLE_ADMIN'), await app.someone(role)]
    const crm = crmCalls(app, ada)
    const [project, gone] = [await crm.project({ sharedWith: [bo.uniqueId] }), await crm.project({ sharedWith: [bo.uniqueId] })]
    const shared = async (...sharedWith: string[]) => (await crm.met({ summary: { sharedWith } })).summary
    const expected = [await shared(bo.uniqueId), await shared(project.uniqueId), await shared(project.uniqueId, bo.uniqueId)]
    await shared()
    await shared(gone.uniqueId)
    await app.as(ada).call(projectApi.remove, { uniqueId: gone.uniqueId })
    await app.as(ada).call(summaryApi.remove, { uniqueId: (await shared(bo.uniqueId)).uniqueId })
    const own = await shared(project.uniqueId, bo.uniqueId)
    await app.asOwner('update summary set created_by = $2 where id = $1', [own.uniqueId, bo.uniqueId])
    const where = ['readers:mine', `createdBy:isNot:${bo.uniqueId}`]
    const listed = (await app.as(bo).call(summaryApi.list, { where })).map(({ uniqueId }) => uniqueId)
    expect(listed).toEqual(expected.map(({ uniqueId }) => uniqueId).toReversed())
    const section = await sectionOf(bo, 'SUMMARIES')
    expect(section).toMatchObject({ total: listed.length, items: listed.map((uniqueId) => ({ uniqueId })) })

    // Long lists are found another way.
    await app.asOwner(
      `with copied as (insert into summary (tenant_id, world_id, created_at, created_by, text, plain_text, meeting_report_id, meeting_date,
           company_id, company_name)
         select tenant_id, world_id, created_at - number * interval '1 minute', created_by, text, plain_text, meeting_report_id, meeting_date,
           company_id, company_name from summary, generate_series(1, 1100) number where id = $1 returning tenant_id, world_id, id)
       insert into summary_share (tenant_id, world_id, summary_id, user_id) select tenant_id, world_id, id, $2 from copied`,
      [expected[0]!.uniqueId, bo.uniqueId],
    )
    for (const _ of ['counted', 'from the cached total'])
      expect(await sectionOf(bo, 'SUMMARIES')).toMatchObject({
        total: 1103,
        items: [...listed.map((uniqueId) => ({ uniqueId })), {}, {}],
      })
  },
)

test('new leads are shown only to actors who may see leads', async () => {
  const boss = await app.someone('ROLE_SUPER_ADMIN')
  await app.as(undefined).call(publicApi.contactUsPartner, { name: 'Lea Neu', country: 'Italy', email: 'lea@neu.example' })
  expect(await titles(boss, 'LEADS')).toEqual(['Lea Neu'])
  expect(await titles(clerk, 'LEADS')).toBeUndefined()
})

test('new leads are those of the list that the page links to: of the last 30 days, and not converted', async () => {
  const boss = await app.someone('ROLE_SUPER_ADMIN')
  const company = await crmCalls(app, chief).company()
  const dayStart = `date_trunc('day', now() at time zone 'UTC') at time zone 'UTC'`
  const make = async (name: string, change: string) => {
    await app.as(undefined).call(publicApi.contactUsPartner, { name, country: 'Italy', email: 'lea@neu.example' })
    await app.asOwner(`update lead set ${change} where name = $1`, [name])
  }
  await make('First Day', `created_at = ${dayStart} - interval '29 days'`)
  await make('Day Before', `created_at = ${dayStart} - interval '29 days 1 second'`)
  await make('Converted', `company_id = '${company.uniqueId}'`)
  const where = ['dateCreated:inLast:30', 'company:empty']
  const listed = (await app.as(boss).call(leadApi.list, { where })).map(({ firstName, lastName }) => `${firstName} ${lastName}`)
  expect(await titles(boss, 'LEADS')).toEqual(listed)
  expect(listed).toContain('First Day')
  expect(listed).not.toContain('Day Before')
})

test('the day of a new lead is that of the reader’s time zone', async () => {
  const boss = await app.someone('ROLE_SUPER_ADMIN')
  await app.asOwner(`update lead set created_at = now() where name = 'Lea Neu'`)
  const dayIn = async (zone: string) => {
    const sections = await app.as(boss).call(homeApi.read, {}, { 'x-time-zone': zone })
    return sections.find(({ section }) => section === 'LEADS')?.items[0]?.day
  }
  const zones = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'] // always a day apart
  const days = zones.map((timeZone) => new Intl.DateTimeFormat('sv-SE', { timeZone }).format(new Date()))
  expect(await Promise.all(zones.map(dayIn))).toEqual(days)
})

test('a paid member sees what is due in their own partition, a free member sees nothing', async () => {
  const [member, free] = [await app.someone('ROLE_PRO'), await app.someone('ROLE_FREE')]
  const { summary, company } = await crmCalls(app, member).met({ report: { date: today() } })
  await crmCalls(app, member).step(summary.uniqueId, member.uniqueId, { byWhen: today(), todo: 'Mine' })
  expect((await home(member)).map(({ section, items }) => [section, items[0]!.title])).toEqual([
    ['TASKS', 'Mine'],
    ['MEETINGS', company.legalName],
  ])
  expect(await home(free)).toEqual([])
})

test('recently changed projects are the actor’s own or shared with them, ordered by latest activity', async () => {
  const [maker, guest, stranger] = [
    await app.someone('ROLE_ADMIN'),
    await app.someone('ROLE_LEVEL2'),
    await app.someone('ROLE_ADMIN'),
  ]
  const make = crmCalls(app, maker)
  const [shared, alone, old] = [await make.project({ sharedWith: [guest.uniqueId] }), await make.project(), await make.project()]
  const company = await make.company()
  await make.place(shared.uniqueId, company.uniqueId)
  await app.asOwner(`update activity set created_at = now() - interval '8 days' where subject_id = $1`, [old.uniqueId])
  expect(await sectionOf(maker, 'PROJECTS')).toMatchObject({
    kind: 'project',
    total: 2,
    items: [
      { uniqueId: shared.uniqueId, title: shared.name, detail: `${company.legalName} · ${maker.fullName}`, day: today() },
      { uniqueId: alone.uniqueId, detail: maker.fullName },
    ],
  })
  expect(await titles(guest, 'PROJECTS')).toEqual([shared.name])
  expect(await titles(stranger, 'PROJECTS')).toBeUndefined()
})

const details = async (who: TestUser) => (await sectionOf(who, 'PROJECTS'))?.items.map(({ detail }) => detail)

test('a file attached to a project is named only to actors with access to files of records', async () => {
  const [maker, level1] = [await app.someone('ROLE_ADMIN'), await app.someone('ROLE_LEVEL1')]
  const project = await crmCalls(app, maker).project({ sharedWith: [level1.uniqueId] })
  const { uniqueId } = await driveFixture(app, maker).file('Secret price.pdf')
  await app.as(maker).call(attachmentApi.attach, { kind: 'project', record: project.uniqueId, files: [uniqueId] })
  expect(await details(maker)).toEqual([`Secret price.pdf · ${maker.fullName}`])
  expect(await details(level1)).toEqual([maker.fullName])
})

test('each of a tenant’s first steps is done while the data that it asks for exists', async () => {
  const fresh = await app.tenant('Fresh', { domainName: 'fresh.test' })
  const boss = await app.someone('ROLE_TENANT_ADMIN', { tenantId: fresh.uniqueId })
  const done = async () => (await app.as(boss).call(homeApi.firstSteps, {})).filter((step) => step.done).map(({ step }) => step)
  expect(await done()).toEqual([])
  const { company } = await crmCalls(app, boss).met()
  expect(await done()).toEqual(['COMPANIES', 'CONTACTS', 'REPORTS'])
  await app.someone('ROLE_LEVEL1', { tenantId: fresh.uniqueId })
  await crmCalls(app, boss).project()
  expect(await done()).toEqual(['COLLEAGUES', 'COMPANIES', 'CONTACTS', 'REPORTS', 'PROJECTS'])
  await app.as(boss).call(companyApi.remove, { uniqueId: company.uniqueId, cascade: true })
  expect(await done()).toEqual(['COLLEAGUES', 'PROJECTS'])
  await expect(app.as(clerk).call(homeApi.firstSteps, {})).rejects.toMatchObject({ status: 403 })
})

test('a member’s home shows remarks without a reply, invitations without an answer and shared files not yet opened, unless reviews or the drive are switched off', async () => {
  const reviews = reviewFixture(app)
  const [owner, other] = [await reviews.owner(), await reviews.owner()]
  const query = await reviews.questions(owner.tenantId, owner.reviewType)
  const said = async (who: ReviewOwner, remarks = '') => {
    const { token, uniqueId } = await reviews.invite(who)
    await reviews.answer(who, token, sameStars(query, 4), { ...(remarks && { remarks, remarksPublic: true }) })
    return uniqueId
  }
  await said(owner)
  const replied = await said(owner, 'Replied to')
  const old = await said(owner, 'Long ago')
  await said(owner, 'Splendid sailcloth')
  await said(other, 'Of another')
  await app.as(owner).call(reviewAnswerApi.reply, { uniqueId: replied, ownerReply: 'Thanks' })
  await app.asOwner(`update review_answer set created_at = now() - interval '31 days' where id = $1`, [old])
  await reviews.invite(owner, { firstName: 'Quiet', lastName: 'Customer', companyName: 'Calm & Co' })
  await reviews.invite(owner, { state: 'FAILED' })
  const sharer = await app.someone('ROLE_PRO')
  const drive = driveFixture(app, sharer)
  const [fresh, opened] = [await drive.file('Fresh plan.pdf'), await drive.file('Opened plan.pdf')]
  const free = await app.someone('ROLE_FREE')
  const shareWith = [owner.emailAddress, free.emailAddress]
  await app.as(sharer).call(driveShareApi.share, { uniqueIds: [fresh.uniqueId, opened.uniqueId], shareWith })
  await app.asOwner('update drive_share set opened_at = now() where item_id = $1', [opened.uniqueId])
  expect(await home(owner)).toMatchObject([
    { section: 'REMARKS', kind: 'review', total: 1, items: [{ detail: 'Splendid sailcloth', day: today() }] },
    { section: 'UNANSWERED', total: 1, items: [{ title: 'Quiet Customer', detail: 'Calm & Co', day: today() }] },
    { section: 'FILES', total: 1, items: [{ uniqueId: fresh.uniqueId, title: 'Fresh plan.pdf' }] },
  ])
  expect((await home(free)).map(({ section }) => section)).toEqual(['FILES'])
  const operators = await app.someone('ROLE_SUPER_ADMIN')
  const turn = (key: 'REVIEWS_ENABLED' | 'DRIVE_ENABLED', value: boolean | null) =>
    app.as(operators).call(tenantConfigurationApi.update, { key, value })
  const sections = async () => (await home(owner)).map(({ section }) => section)
  await turn('REVIEWS_ENABLED', false)
  await expect.poll(sections).toEqual(['FILES'])
  await turn('DRIVE_ENABLED', false)
  await expect.poll(sections).toEqual([])
  for (const key of ['REVIEWS_ENABLED', 'DRIVE_ENABLED'] as const) await turn(key, null)
  await expect.poll(sections).toEqual(['REMARKS', 'UNANSWERED', 'FILES'])
})

test('a member’s first steps are completed one by one', async () => {
  const reviews = reviewFixture(app)
  const member = await app.someone('ROLE_BASIC')
  const done = async () => (await app.as(member).call(homeApi.firstSteps, {})).map((step) => step.done)
  expect(await app.as(member).call(homeApi.firstSteps, {})).toEqual(
    ['BRAND', 'SURVEY', 'CONTACTS', 'CAMPAIGN', 'ANSWER'].map((step) => ({ step, done: false })),
  )
  await app.as(member).call(reviewSettingApi.save, { reviewType: 'FranchiseBrands' })
  await crmCalls(app, member).met()
  expect(await done()).toEqual([false, true, true, false, false])
  const owner: ReviewOwner = { ...member, reviewType: 'FranchiseBrands' }
  const query = await reviews.questions(member.tenantId, 'FranchiseBrands')
  const { token } = await reviews.invite(owner)
  expect(await done()).toEqual([false, true, true, true, false])
  await reviews.answer(owner, token, sameStars(query, 5))
  expect(await done()).toEqual([false, true, true, true, true])
  const starter = await app.someone('ROLE_STARTER')
  await expect(app.as(starter).call(homeApi.firstSteps, {})).rejects.toMatchObject({ status: 403 })
})

test('returns the score with its value of 30 days ago, and the month-end scores of the last twelve months', async () => {
  const reviews = reviewFixture(app)
  const owner = await reviews.owner()
  const score = () => app.as(owner).call(homeApi.score, {})
  expect(await score()).toEqual({ score: null, answers: 0, before: null, months: [] })
  const days = (list: readonly (readonly [daysAgo: number, answers: number, sum: number])[]) =>
    app.asOwner(
      `insert into review_day (tenant_id, owner_id, day, answers, score_sum)
       select $1, $2, current_date - ago, answers, sums from unnest($3::int[], $4::int[], $5::numeric[]) d(ago, answers, sums)`,
      [owner.tenantId, owner.uniqueId, list.map(([ago]) => ago), list.map(([, n]) => n), list.map(([, , sum]) => sum)],
    )
  await days([
    [500, 1, 1],
    [200, 1, 3],
    [100, 2, 10],
    [5, 1, 1],
  ])
  const found = await score()
  expect(found).toMatchObject({ score: 3, answers: 5, before: 3.5 })
  expect(found.months.map((month) => month.score)).toEqual([2, 3.5, 3])
  expect(found.months.at(-1)!.day).toBe(daysAhead(-5))
  await days([[1, -5, -15]])
  expect(await score()).toMatchObject({ score: null, answers: 0 })
})
