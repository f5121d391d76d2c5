import { notificationApi } from '@tradewind/contract/platform/notification.contract'
import { tenantSettingApi } from '@tradewind/contract/platform/tenantSetting.contract'
import { adminApi } from '@tradewind/contract/platform/user.contract'
import { questionApi } from '@tradewind/contract/site/member/question.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const query = { title: 'Which label?', text: 'Which label does a lamp need in France?' }
const ask = (who: TestUser, over: object = {}) => app.as(who).call(questionApi.create, { ...query, ...over })
const remaining = (who: TestUser) => app.as(who).call(questionApi.remaining, {})
const subjectsOf = async (who: TestUser) =>
  ((await app.as(who).call(notificationApi.list, { type: 'PUSH_WEB' })) as { subject: string }[]).map(({ subject }) => subject)

test('a plan allows exactly its number of questions, also with fifty asked at once', async () => {
  const member = await app.someone('ROLE_PRO')
  expect(await remaining(member)).toMatchObject({ most: 5, used: 0, left: 5 })
  const tried = await Promise.allSettled(Array.from({ length: 50 }, (_, at) => ask(member, { title: `Question ${at}` })))
  expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  expect(await remaining(member)).toMatchObject({ used: 5, left: 0 })
  await expect(ask(member)).rejects.toMatchObject({
    status: 409,
    message: expect.stringMatching(
      /^You have asked all 5 questions of this month\. From 01-\d\d-\d{4} you can ask again\.$/,
    ) as string,
  })
}, 60_000)

test('plans allow three, five, unlimited or no questions', async () => {
  const of = async (role: 'ROLE_ADVANCE' | 'ROLE_BUISNESS') => remaining(await app.someone(role))
  expect(await of('ROLE_ADVANCE')).toMatchObject({ most: 3, left: 3 })
  expect(await of('ROLE_BUISNESS')).toMatchObject({ most: null, left: null })
  await expect(ask(await app.someone('ROLE_BASIC'))).rejects.toMatchObject({ status: 403 })
})

test('a month is the calendar month in the tenant’s time zone', async () => {
  const [chief, member] = [await app.someone('ROLE_TENANT_ADMIN'), await app.someone('ROLE_ADVANCE')]
  await app.as(chief).call(tenantSettingApi.update, { key: 'TIME_ZONE', value: 'Pacific/Kiritimati' })
  const { month } = await remaining(member)
  expect(month).toBe(new Intl.DateTimeFormat('sv-SE', { timeZone: 'Pacific/Kiritimati' }).format(new Date()).slice(0, 7))
  await ask(member)
  await app.asOwner(`update question set month = '2020-01' where created_by = $1`, [member.uniqueId])
  expect(await remaining(member)).toMatchObject({ used: 0, left: 3 })
})

test('a question is assigned to a staff member and answered, and the asker is notified', async () => {
  const chief = await app.someone('ROLE_TENANT_ADMIN')
  const [member, other] = [await app.someone('ROLE_ADVANCE'), await app.someone('ROLE_BUISNESS')]
  const [expert, idle] = [await app.someone('ROLE_LEVEL3'), await app.someone('ROLE_LEVEL3')]
  const { uniqueId, dueDate } = await ask(member)
  expect(dueDate > new Date().toISOString().slice(0, 10)).toBe(true)
  expect(await subjectsOf(chief)).toContain('A member has a question')
  await expect(app.as(other).call(questionApi.get, { uniqueId })).rejects.toMatchObject({ status: 404 })
  await expect(app.as(expert).call(questionApi.get, { uniqueId })).rejects.toMatchObject({ status: 404 })
  await expect(app.as(chief).call(questionApi.update, { uniqueId, assignedUser: other.uniqueId })).rejects.toMatchObject({
    status: 422,
    data: { assignedUser: 'Choose one of the staff who answer questions' },
  })

  await app.as(chief).call(questionApi.update, { uniqueId, assignedUser: expert.uniqueId, dueDate: '2020-02-03' })
  expect(await subjectsOf(expert)).toContain('Ann ROLE_TENANT_ADMIN assigned you a question')
  expect(await app.as(expert).call(questionApi.list, { page: 0 })).toMatchObject([{ uniqueId, isOverdue: true }])
  expect(await app.as(idle).call(questionApi.list, { page: 0 })).toEqual([])
  await expect(app.as(member).call(questionApi.update, { uniqueId, answer: 'Mine' })).rejects.toMatchObject({ status: 403 })

  await app.as(expert).call(questionApi.update, { uniqueId, answer: 'CE, and the importer.' })
  expect(await app.as(member).call(questionApi.get, { uniqueId })).toMatchObject({
    state: 'ANSWERED',
    answer: 'CE, and the importer.',
    assignedUser: { uniqueId: expert.uniqueId },
    isOverdue: false,
  })
  expect(await subjectsOf(member)).toContain('Your question is answered')
  await expect(app.as(expert).call(questionApi.update, { uniqueId, answer: '' })).rejects.toMatchObject({ status: 422 })
  await app.as(expert).call(questionApi.update, { uniqueId, answer: 'CE, and the name of the importer.' })
  expect(await subjectsOf(member)).toContain('The answer to your question has changed')
})

test('staff can find open questions by due date, by state and by assignee', async () => {
  const tenantId = (await app.tenant('Finders')).uniqueId
  const chief = await app.someone('ROLE_TENANT_ADMIN', { tenantId })
  const member = await app.someone('ROLE_BUISNESS', { tenantId, firstName: 'Bea' })
  const [first, second] = [await ask(member, { title: 'First' }), await ask(member, { title: 'Second' })]
  await app.as(chief).call(questionApi.update, { uniqueId: second.uniqueId, dueDate: '2020-01-01' })
  await app.as(chief).call(questionApi.update, { uniqueId: first.uniqueId, answer: 'So.' })
  const titles = async (asking: object) =>
    (await app.as(chief).call(questionApi.list, { page: 0, ...asking })).map(({ title }) => title)
  expect(await titles({ sort: 'dueDate' })).toEqual(['Second', 'First'])
  expect(await titles({ state: 'OPEN' })).toEqual(['Second'])
  expect(await titles({ assignedUser: chief.uniqueId })).toEqual(['First'])
  expect(await titles({ q: 'bea' })).toEqual(['Second', 'First'])
})

test('questions assigned to a user who leaves become unassigned', async () => {
  const [chief, expert] = [await app.someone('ROLE_TENANT_ADMIN'), await app.someone('ROLE_LEVEL3')]
  const { uniqueId } = await ask(await app.someone('ROLE_ADVANCE'))
  await app.as(chief).call(questionApi.update, { uniqueId, assignedUser: expert.uniqueId })
  await app.as(chief).call(adminApi.remove, { uniqueId: expert.uniqueId })
  expect(await app.as(chief).call(questionApi.get, { uniqueId })).toMatchObject({ assignedUser: null })
})

test('open questions become unassigned when a role without questions is given, and when the account is closed', async () => {
  const [chief, member] = [await app.someone('ROLE_TENANT_ADMIN'), await app.someone('ROLE_BUISNESS')]
  const [clerk, expert] = [await app.someone('ROLE_ADMIN'), await app.someone('ROLE_LEVEL3')]
  const assigned = async ({ uniqueId: assignedUser }: TestUser, fields: object = {}) => {
    const { uniqueId } = await ask(member)
    await app.as(chief).call(questionApi.update, { uniqueId, assignedUser, ...fields })
    return async () => (await app.as(chief).call(questionApi.get, { uniqueId })).assignedUser?.uniqueId ?? null
  }
  const [ofClerk, ofExpert] = [await assigned(clerk), await assigned(expert)]
  const answered = await assigned(expert, { answer: 'CE.' })

  const italian = { adminRole: 'ROLE_LEVEL3' as const, allowedCountries: ['Italy'] }
  await app.as(chief).call(adminApi.update, { uniqueId: clerk.uniqueId, ...italian })
  expect(await ofClerk()).toBe(clerk.uniqueId)
  await app.as(chief).call(adminApi.update, { uniqueId: clerk.uniqueId, adminRole: 'ROLE_LEVEL2' })
  expect(await ofClerk()).toBeNull()
  await app.as(chief).call(adminApi.setActive, { uniqueId: expert.uniqueId, isActive: false })
  expect([await ofExpert(), await answered()]).toEqual([null, expert.uniqueId])
})

test('the history of a question says that it became unassigned', async () => {
  const [chief, expert] = [await app.someone('ROLE_TENANT_ADMIN'), await app.someone('ROLE_LEVEL3')]
  const { uniqueId } = await ask(await app.someone('ROLE_ADVANCE'))
  const history = async () => (await app.as(chief).call(questionApi.history, { uniqueId }))[0]!.changes['assignedUser']
  await app.as(chief).call(questionApi.update, { uniqueId, assignedUser: expert.uniqueId })
  const { after } = (await history())!
  await app.as(chief).call(adminApi.update, { uniqueId: expert.uniqueId, adminRole: 'ROLE_LEVEL1' })
  expect(await history()).toEqual({ before: after, after: null })
})

test('invalid input is reported by field', async () => {
  const member = await app.someone('ROLE_ADVANCE')
  await expect(ask(member, { title: ' ', text: 'x'.repeat(5001) })).rejects.toMatchObject({
    status: 422,
    data: { title: 'In one sentence is required', text: 'Your question can have 5000 characters at most' },
  })
  expect(await remaining(member)).toMatchObject({ used: 0 })
})
