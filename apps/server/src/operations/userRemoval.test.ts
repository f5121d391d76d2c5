import { nextStepsApi } from '@tradewind/contract/crm/nextSteps.contract'
import { driveShareApi } from '@tradewind/contract/drive/drive.contract'
import { adminApi } from '@tradewind/contract/platform/user.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'
import { crmCalls } from '../../test/crm/crm.ts'
import { driveFixture } from '../../test/drive/drive.ts'

let app: TestApp
let chief: TestUser
beforeAll(async () => {
  app = await testApp()
  chief = await app.someone('ROLE_TENANT_ADMIN')
})
afterAll(() => app.close())

const belonging = async ({ uniqueId }: TestUser, by = chief) => {
  const counts = await app.as(by).call(adminApi.belonging, { uniqueId })
  return Object.fromEntries(counts.map(({ kind, count }) => [kind, count]))
}

test('the records, files and reviews of a member that go with the account are counted, and nothing of others', async () => {
  const [member, other] = [await app.someone('ROLE_PRO'), await app.someone('ROLE_PRO')]
  for (const who of [member, other]) await crmCalls(app, who).met()
  await crmCalls(app, member).company()
  const file = await driveFixture(app, member).file('Offer.pdf')
  await driveFixture(app, member).folder('Plan')
  await app.as(member).call(driveShareApi.share, { uniqueIds: [file.uniqueId], shareWith: [chief.emailAddress] })
  await app.asOwner(
    `insert into trust_score (tenant_id, owner_id, sent, answered, answers, earlier) values ($1, $2, 9, 4, 3, 1)`,
    [member.tenantId, member.uniqueId],
  )
  const counts = { company: 2, contact: 1, meetingReport: 1, summary: 1, file: 1, share: 1, review: 4 }
  expect(await belonging(member)).toEqual(counts)
  expect(await belonging(other)).toEqual({ company: 1, contact: 1, meetingReport: 1, summary: 1 })
})

test('of staff, the open tasks that others get and the shares that end are counted; what they made stays', async () => {
  const clerk = await app.someone('ROLE_ADMIN')
  const calls = crmCalls(app, chief)
  const { summary } = await calls.met({ summary: { sharedWith: [clerk.uniqueId] } })
  const [done] = [await calls.step(summary.uniqueId, clerk.uniqueId), await calls.step(summary.uniqueId, clerk.uniqueId)]
  await calls.step(summary.uniqueId, chief.uniqueId)
  await app.as(chief).call(nextStepsApi.markClosed, { uniqueId: done.uniqueId })
  await crmCalls(app, clerk).met()
  expect(await belonging(clerk)).toEqual({ task: 1, share: 1 })
})

test('only who may delete a user can count what goes with them', async () => {
  const member = await app.someone('ROLE_PRO')
  const clerk = await app.someone('ROLE_ADMIN')
  const foreigner = await app.someone('ROLE_TENANT_ADMIN', { tenantId: app.other.uniqueId })
  await expect(belonging(member, clerk)).rejects.toMatchObject({ status: 403 })
  await expect(belonging(member, foreigner)).rejects.toMatchObject({ status: 404 })
  await expect(belonging(chief)).rejects.toMatchObject({ status: 409 })
})
