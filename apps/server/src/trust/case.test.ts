import { notificationApi } from '@tradewind/contract/platform/notification.contract'
import { tenantSettingApi } from '@tradewind/contract/platform/tenantSetting.contract'
import { reviewAnswerApi } from '@tradewind/contract/trust/reviewAnswer.contract'
import { reviewCaseApi } from '@tradewind/contract/trust/reviewCase.contract'
import { reviewPageApi } from '@tradewind/contract/trust/reviewPage.contract'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'
import { reviewFixture, type ReviewOwner, sameStars } from '../../test/review/reviews.ts'

let app: TestApp
let reviews: ReturnType<typeof reviewFixture>
let questions: string[]
let chief: TestUser
let owner: ReviewOwner
beforeAll(async () => {
  app = await testApp()
  reviews = reviewFixture(app)
  questions = await reviews.questions(app.main.uniqueId, 'Manufacturers')
  chief = await app.someone('ROLE_TENANT_ADMIN')
})
beforeEach(async () => {
  owner = await reviews.owner({ isPublic: true })
  await app.asOwner('delete from attempt')
})
afterAll(() => app.close())

const remarked = async (remarks = 'My name is Ada and I live at 3 Main Road', remarksPublic = true) => {
  const { token, uniqueId } = await reviews.invite(owner)
  await reviews.answer(owner, token, sameStars(questions, 2), { remarks, remarksPublic })
  return uniqueId
}
const report = (uniqueId: string, over: object = {}, headers = {}) =>
  app.as(undefined).call(reviewCaseApi.report, { companyId: owner.uniqueId, uniqueId, reason: 'PERSONAL_DATA', ...over }, headers)
const cases = async (who = chief, over: object = {}) =>
  (await app.as(who).call(reviewCaseApi.list, { page: 0, ...over })).filter(({ companyId }) => companyId === owner.uniqueId)
const decide = (who: TestUser | undefined, uniqueId: string, over: object) =>
  app.as(who).call(reviewCaseApi.decide, { uniqueId, decision: 'REMOVED', ...over })
const page = () => app.as(undefined).call(reviewPageApi.score, { uniqueId: owner.uniqueId })
const remarks = () => app.as(undefined).call(reviewPageApi.remarks, { uniqueId: owner.uniqueId })
const subjects = async (who: TestUser) =>
  (await app.as(who).call(notificationApi.list, { type: 'PUSH_WEB', size: 100 })).map(({ subject }) => subject as unknown)

test('a reported remark opens a case, notifies the admins once, and counts one report per network and day', async () => {
  const uniqueId = await remarked()
  await report(uniqueId, { note: ' My address ' })
  await report(uniqueId, { reason: 'OFFENSIVE' })
  const [found, ...more] = await cases()
  expect([found, more]).toEqual([
    expect.objectContaining({ kind: 'REPORT', state: 'OPEN', count: 1, reason: 'PERSONAL_DATA', note: 'My address' }),
    [],
  ])
  expect(JSON.stringify(await subjects(chief)).match(/was reported/g)).toHaveLength(1)
  expect((await remarks()).map(({ remark }) => remark)).toHaveLength(1)
  const detail = await app.as(chief).call(reviewCaseApi.get, { uniqueId: found!.uniqueId })
  expect(detail.answers).toMatchObject([{ uniqueId, contact: { firstName: 'Ada', lastName: 'L.' }, score: 2, removed: null }])
})

const countOffensive = async (where: string[], any: string[] = []) =>
  (await cases(chief, { where, any })).filter(({ reason }) => reason === 'OFFENSIVE').length

test('cases are found by conditions on what was noticed, the reason, the state and the day', async () => {
  await report(await remarked(), { reason: 'OFFENSIVE' })
  expect(await countOffensive(['kind:is:REPORT', 'reason:is:OFFENSIVE,UNLAWFUL', 'state:isNot:KEPT'])).toBe(1)
  expect(await countOffensive(['state:is:KEPT'])).toBe(0)
  expect(await countOffensive(['dateCreated:before:2020-01-01'])).toBe(0)
  expect(await countOffensive([], ['state:is:KEPT', 'reason:is:OFFENSIVE'])).toBe(1)
})

test('a removed remark leaves the page, which gives the reason, and its stars still count; it returns if restored', async () => {
  const uniqueId = await remarked()
  await app.as(owner).call(reviewAnswerApi.toggle, { uniqueId })
  await report(uniqueId)
  const [{ uniqueId: caseId } = { uniqueId: '' }] = await cases()
  await expect(decide(chief, caseId, {})).rejects.toMatchObject({ status: 422, data: { reason: 'Choose a reason' } })
  const before = await page()
  expect(await decide(chief, caseId, { reason: 'PERSONAL_DATA', note: 'An address' })).toMatchObject({
    state: 'REMOVED',
    answers: [{ removed: 'PERSONAL_DATA' }],
  })
  const after = await page()
  expect([after.allTime, after.stars]).toEqual([before.allTime, before.stars])
  expect(after.remarks).toEqual({ shown: 0, notShown: 0, removed: [{ reason: 'PERSONAL_DATA', count: 1 }] })
  expect(await remarks()).toEqual([])
  const shown = await app.as(undefined).call(reviewAnswerApi.detailsOf, { uniqueId: owner.uniqueId })
  expect([shown.score, shown.breakDownScore.remarks]).toEqual([2, []])
  const toggled = app.as(owner).call(reviewAnswerApi.toggle, { uniqueId })
  await expect(toggled).rejects.toMatchObject({ status: 422, message: 'This remark was removed from the public page' })
  expect(await app.as(owner).call(reviewAnswerApi.remarks, { page: 0 })).toMatchObject([{ removed: 'PERSONAL_DATA' }])
  expect(JSON.stringify(await subjects(owner))).toContain('removed from your page')
  const entries = await app.asOwner('select kind, title, changes from audit where record_id = any($1) order by kind', [
    [uniqueId, caseId],
  ])
  expect(entries).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        kind: 'review',
        title: 'Ada L.',
        changes: expect.objectContaining({ decidedBecause: { before: null, after: 'PERSONAL_DATA' } }),
      }),
      expect.objectContaining({ kind: 'reviewCase' }),
    ]),
  )
  await decide(chief, caseId, { decision: 'KEPT' })
  expect((await page()).remarks).toEqual({ shown: 1, notShown: 0, removed: [] })
  expect(await remarks()).toHaveLength(1)
})

test('a decision that is based on an earlier one than the latest is rejected', async () => {
  await report(await remarked())
  const [open] = await cases()
  const first = await decide(chief, open!.uniqueId, { reason: 'PERSONAL_DATA', decidedAt: open!.decidedAt })
  await expect(decide(chief, open!.uniqueId, { decision: 'KEPT', decidedAt: open!.decidedAt })).rejects.toMatchObject({
    status: 409,
    message: 'Someone else has decided this in the meantime. Please look at the decision.',
  })
  expect((await page()).remarks).toMatchObject({ shown: 0 })
  const second = await decide(chief, open!.uniqueId, { decision: 'KEPT', decidedAt: first.decidedAt })
  expect(second).toMatchObject({ state: 'KEPT' })
})

test('a remark that two cases removed returns when both are taken back, and until then for the reason that remains', async () => {
  const same = 'They delivered late, and nobody answered the telephone'
  const first = await remarked(same)
  await remarked(same)
  await report(first)
  const found = await cases()
  const [reported, alike] = ['REPORT', 'SAME_WORDS'].map((kind) => found.find((one) => one.kind === kind)!.uniqueId)
  await decide(chief, reported!, { reason: 'PERSONAL_DATA' })
  await decide(chief, alike!, { reason: 'NOT_GENUINE' })
  await decide(chief, alike!, { decision: 'KEPT' })
  expect((await page()).remarks).toEqual({ shown: 1, notShown: 0, removed: [{ reason: 'PERSONAL_DATA', count: 1 }] })
  await decide(chief, reported!, { decision: 'KEPT' })
  expect((await page()).remarks).toEqual({ shown: 2, notShown: 0, removed: [] })
})

test('only the tenant’s admins can access a case, and can list cases by state', async () => {
  await report(await remarked())
  const [{ uniqueId: caseId } = { uniqueId: '' }] = await cases()
  const there = await app.someone('ROLE_TENANT_ADMIN', { tenantId: app.other.uniqueId })
  expect(await cases(there)).toEqual([])
  for (const who of [there]) {
    await expect(decide(who, caseId, { decision: 'KEPT' })).rejects.toMatchObject({ status: 404 })
    await expect(app.as(who).call(reviewCaseApi.get, { uniqueId: caseId })).rejects.toMatchObject({ status: 404 })
  }
  for (const who of [owner, await app.someone('ROLE_ADMIN')])
    await expect(decide(who, caseId, { decision: 'KEPT' })).rejects.toMatchObject({ status: 403 })
  await expect(decide(undefined, caseId, { decision: 'KEPT' })).rejects.toMatchObject({ status: 401 })
  expect(await decide(chief, caseId, { decision: 'KEPT' })).toMatchObject({ state: 'KEPT', decidedBecause: null })
  expect(await cases(chief, { state: 'OPEN' })).toEqual([])
  expect(await cases(chief, { state: 'KEPT', kind: 'REPORT' })).toHaveLength(1)
})

test('only publicly readable remarks can be reported', async () => {
  const [hidden, shown] = [await remarked('Between us alone', false), await remarked()]
  const neighbour = await reviews.owner({ isPublic: true })
  for (const wrong of [
    () => report(hidden),
    () => report(randomUUID()),
    () => report(shown, { companyId: neighbour.uniqueId }),
    () => report(shown, { companyId: randomUUID() }),
  ])
    await expect(wrong()).rejects.toMatchObject({ status: 404 })
  await app.asOwner('delete from attempt')
  await expect(report(shown, {}, { 'x-tenant': app.other.uniqueId })).rejects.toMatchObject({ status: 404 })
  await app.as(chief).call(tenantSettingApi.update, { key: 'SHOW_ALL_REMARKS', value: false })
  await expect.poll(() => report(shown).catch(({ status }) => status as unknown)).toBe(404)
  await app.asOwner('delete from attempt')
  await app.as(owner).call(reviewAnswerApi.toggle, { uniqueId: shown })
  expect(await report(shown)).toEqual({})
  await app.as(chief).call(tenantSettingApi.update, { key: 'SHOW_ALL_REMARKS', value: null })
})

test('accepts five reports a minute from one network; a bot gets a thank-you but its report is ignored', async () => {
  const uniqueId = await remarked()
  expect(await report(uniqueId, { website: 'x' })).toEqual({})
  expect(await cases()).toEqual([])
  await Promise.allSettled(Array.from({ length: 4 }, () => report(uniqueId)))
  await expect(report(uniqueId)).rejects.toMatchObject({ status: 429 })
})
