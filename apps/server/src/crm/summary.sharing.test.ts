import { summaryApi } from '@tradewind/contract/crm/summary.contract'
import { timelineApi } from '@tradewind/contract/operations/timeline.contract'
import { adminApi } from '@tradewind/contract/platform/user.contract'
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
const change = (input: { uniqueId: string; [field: string]: unknown }) => app.as(chief).call(summaryApi.update, input)
type Shared = Awaited<ReturnType<typeof change>>
const usersOf = ({ sharedWith }: Shared) => new Set(sharedWith.map(({ fullName }) => fullName))
const projectsOf = ({ sharedWithProjects }: Shared) => new Set(sharedWithProjects.map(({ name }) => name))

test('changing only the people keeps the projects; each field replaces all of its own entries', async () => {
  const [ada, bob] = [await app.someone('ROLE_LEVEL1'), await app.someone('ROLE_LEVEL2')]
  const [first, second] = [await crm().project(), await crm().project()]
  const { summary } = await crm().met({ summary: { sharedWith: [ada.uniqueId, first.uniqueId] } })
  const { uniqueId } = summary
  const people = await change({ uniqueId, sharedWith: [bob.uniqueId] })
  expect([usersOf(people), projectsOf(people)]).toEqual([new Set([bob.fullName]), new Set([first.name])])
  const noPeople = await change({ uniqueId, sharedWith: [], sharedWithProjects: [first.uniqueId] })
  expect([usersOf(noPeople), projectsOf(noPeople)]).toEqual([new Set(), new Set([first.name])])
  expect(projectsOf(await change({ uniqueId, sharedWith: [second.uniqueId] }))).toEqual(new Set([second.name]))
  expect(projectsOf(await change({ uniqueId, sharedWith: [bob.uniqueId], sharedWithProjects: [] }))).toEqual(new Set())
})

test('an empty list of shares ends every share', async () => {
  const ada = await app.someone('ROLE_LEVEL1')
  const project = await crm().project()
  const { summary } = await crm().met({ summary: { sharedWith: [ada.uniqueId, project.uniqueId] } })
  expect([usersOf(summary), projectsOf(summary)]).toEqual([new Set([ada.fullName]), new Set([project.name])])
  const nobody = await change({ uniqueId: summary.uniqueId, sharedWith: [] })
  expect([usersOf(nobody), projectsOf(nobody)]).toEqual([new Set(), new Set()])
  const untouched = await change({
    uniqueId: (await crm().met({ summary: { sharedWith: [project.uniqueId] } })).summary.uniqueId,
    text: 'Two',
  })
  expect(projectsOf(untouched)).toEqual(new Set([project.name]))
})

test('summaries are found only by projects that the caller may see', async () => {
  const level1 = await app.someone('ROLE_LEVEL1')
  const [hidden, open] = [
    await crm().project({ name: 'Quiet plan' }),
    await crm().project({ name: 'Open plan', sharedWith: [level1.uniqueId] }),
  ]
  const { summary } = await crm().met({ summary: { sharedWith: [level1.uniqueId, hidden.uniqueId, open.uniqueId] } })
  const found = async (who: TestUser, query: object) =>
    (await app.as(who).call(summaryApi.list, { page: 0, ...query })).map(({ uniqueId }) => uniqueId)
  for (const query of [{ project: 'open plan' }, { projectUid: open.uniqueId }])
    expect(await found(level1, query)).toEqual([summary.uniqueId])
  for (const query of [{ project: 'quiet' }, { projectUid: hidden.uniqueId }]) {
    expect(await found(level1, query)).toEqual([])
    expect(await found(chief, query)).toEqual([summary.uniqueId])
  }
})

test('an update is mailed to everyone who was not mailed in the last ten minutes', async () => {
  const [ada, bob] = [await app.someone('ROLE_LEVEL1'), await app.someone('ROLE_LEVEL2')]
  const { summary } = await crm().met({ summary: { sharedWith: [ada.uniqueId, bob.uniqueId] } })
  const { uniqueId } = summary
  const mailed = () =>
    app.asOwner<{ to: string }>(
      `select data->>'userId' as to from pgboss.job where name = 'summary.updated' and data->>'summaryId' = $1 order by 1`,
      [uniqueId],
    )
  await change({ uniqueId, text: 'One' })
  const both = [ada, bob].map((person) => ({ to: person.uniqueId })).toSorted((one, other) => (one.to < other.to ? -1 : 1))
  expect(await mailed()).toEqual(both)
  await app.asOwner(`update summary_mail set updated_at = now() - interval '11 minutes' where user_id = $1`, [bob.uniqueId])
  await change({ uniqueId, text: 'Two' })
  expect((await mailed()).filter(({ to }) => to === bob.uniqueId)).toHaveLength(2)
  expect((await mailed()).filter(({ to }) => to === ada.uniqueId)).toHaveLength(1)
})

test('a former colleague stays on the list of a summary when it is saved, but cannot be added', async () => {
  const [gone, here] = [await app.someone('ROLE_LEVEL1'), await app.someone('ROLE_LEVEL2')]
  const { summary } = await crm().met({ summary: { sharedWith: [gone.uniqueId] } })
  const { uniqueId } = summary
  await app.as(chief).call(adminApi.setActive, { uniqueId: gone.uniqueId, isActive: false })
  const both = { uniqueId, text: 'Said again', sharedWith: [gone.uniqueId, here.uniqueId] }
  expect(usersOf(await change(both))).toEqual(new Set([gone.fullName, here.fullName]))
  await change({ uniqueId, sharedWith: [here.uniqueId] })
  await expect(change(both)).rejects.toMatchObject({ data: { sharedWith: 'Choose projects and staff of your own' } })
})

test('changing only the list is a change: it is in the history, and a form opened before is stale', async () => {
  const level1 = await app.someone('ROLE_LEVEL1')
  const project = await crm().project()
  const { summary } = await crm().met()
  const { uniqueId, updatedAt } = summary
  const saved = await change({ uniqueId, updatedAt, sharedWith: [level1.uniqueId], sharedWithProjects: [project.uniqueId] })
  expect(await app.as(chief).call(summaryApi.get, { uniqueId })).toEqual(saved)
  await expect(change({ uniqueId, updatedAt, sharedWith: [] })).rejects.toMatchObject({ status: 409 })
  expect(await change({ uniqueId, updatedAt: saved.updatedAt, sharedWith: [level1.uniqueId] })).toEqual(saved)
  const [latest, ...before] = await app.as(chief).call(summaryApi.history, { uniqueId })
  expect(latest).toMatchObject({ changes: { sharedWith: { before: [], after: [level1.fullName, project.name] } } })
  expect(before.map(({ action }) => action)).toEqual(['CREATED'])
})

test('the history of a summary names only projects that its reader may see', async () => {
  const author = await app.someone('ROLE_LEVEL3', { allowedCountries: ['DE', 'IT'] })
  const ada = await app.someone('ROLE_LEVEL1')
  const [hidden, open] = [
    await crm().project({ name: 'Secret takeover' }),
    await crm().project({ name: 'Known to the author', sharedWith: [author.uniqueId] }),
  ]
  const company = await crm().company()
  const own = crmCalls(app, author)
  const report = await own.report(company.uniqueId, [(await own.contact(company.uniqueId)).uniqueId])
  const summary = await own.summary(report.uniqueId)
  const shares = [ada.uniqueId, hidden.uniqueId, open.uniqueId]
  await change({ uniqueId: summary.uniqueId, sharedWith: shares })
  const visible = { sharedWith: { before: [], after: [ada.fullName, open.name] } }
  const historyOf = async (who: TestUser) =>
    (await app.as(who).call(summaryApi.history, { uniqueId: summary.uniqueId }))[0]!.changes
  expect(await historyOf(author)).toEqual(visible)
  expect(await historyOf(chief)).toMatchObject({ sharedWith: { after: expect.arrayContaining([hidden.name, open.name]) } })
  await change({ uniqueId: summary.uniqueId, sharedWith: [] })
  const timeline = await app.as(author).call(timelineApi.list, { kind: 'company', uniqueId: company.uniqueId })
  expect(timeline.find(({ changes }) => changes)!.changes).toEqual({
    sharedWith: { before: [ada.fullName, open.name], after: [] },
  })
})

/** The letters about updates of a summary that wait for a user. */
const lettersTo = ({ uniqueId: userId }: TestUser, summaryId: string) =>
  app.asOwner<{ data: object }>(
    `select data from pgboss.job where name = 'summary.updated' and data->>'summaryId' = $1 and data->>'userId' = $2`,
    [summaryId, userId],
  )
const mailsTo = async ({ emailAddress }: TestUser) =>
  (await app.appContext.mail.mailbox!()).filter(
    ({ to, subject }) => to === emailAddress && subject.startsWith('A summary was updated'),
  )

test('the letter about an update leads to the summary, which each reader may open, not to the report', async () => {
  const ada = await app.someone('ROLE_LEVEL1')
  const { summary } = await crm().met({ summary: { sharedWith: [ada.uniqueId] } })
  await change({ uniqueId: summary.uniqueId, text: 'One' })
  for (const { data } of await lettersTo(ada, summary.uniqueId)) await app.work('summary.updated', data)
  const [mail] = await mailsTo(ada)
  expect(mail!.text).toContain(`/crm/summary?summary=${summary.uniqueId}`)
  expect(mail!.text).not.toContain('meetingReport')
})

test('no letter is sent to somebody with whom the summary is no longer shared', async () => {
  const [ada, bob] = [await app.someone('ROLE_LEVEL1'), await app.someone('ROLE_LEVEL2')]
  const project = await crm().project({ sharedWith: [bob.uniqueId] })
  const { summary } = await crm().met({ summary: { sharedWith: [ada.uniqueId, project.uniqueId] } })
  const { uniqueId } = summary
  await change({ uniqueId, text: 'Confidential' })
  const letters = [...(await lettersTo(ada, uniqueId)), ...(await lettersTo(bob, uniqueId))]
  expect(letters).toHaveLength(2)
  await change({ uniqueId, sharedWith: [], sharedWithProjects: [project.uniqueId] })
  for (const { data } of letters) await app.work('summary.updated', data)
  expect([await mailsTo(ada), await mailsTo(bob)]).toMatchObject([[], [{ to: bob.emailAddress }]])
})

test('a summary is shared whose first words would be cut in the middle of a character', async () => {
  const ada = await app.someone('ROLE_LEVEL1')
  const text = `${'x'.repeat(299)}\u{1F389} and more`
  const { summary } = await crm().met({ summary: { text, sharedWith: [ada.uniqueId] } })
  expect(usersOf(summary)).toEqual(new Set([ada.fullName]))
})
