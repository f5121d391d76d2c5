import { nextStepsApi } from '@tradewind/contract/crm/nextSteps.contract'
import { projectApi } from '@tradewind/contract/crm/project.contract'
import { summaryApi } from '@tradewind/contract/crm/summary.contract'
import { driveShareApi } from '@tradewind/contract/drive/drive.contract'
import { adminApi } from '@tradewind/contract/platform/user.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { crmCalls } from '../../../test/crm/crm.ts'
import { driveFixture } from '../../../test/drive/drive.ts'

let app: TestApp
let chief: TestUser
beforeAll(async () => {
  app = await testApp()
  chief = await app.someone('ROLE_TENANT_ADMIN')
})
afterAll(() => app.close())

type Call = () => Promise<unknown>

const settled = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    ({ status }: { status: number }) => status,
  )
/** The first call waits with its transaction open, since the table that it writes last is locked; then the second one starts, and both finish. */
const runConcurrently = async (table: string, ...calls: [Call, Call]) => {
  const outcomes: Promise<unknown>[] = []
  await app.whileLocked(table, async () => {
    for (const call of calls) {
      outcomes.push(settled(call()))
      await expect.poll(async () => (await app.waiting()).length).toBe(outcomes.length)
    }
  })
  return Promise.all(outcomes)
}

const remove = ({ uniqueId }: TestUser): Call => {
  return () => app.as(chief).call(adminApi.remove, { uniqueId })
}

/** What the chief can assign to a user: by which call, where it is stored, and which table that writes last. */
interface Gift {
  give: (who: TestUser) => Promise<Call>
  /** Rows that are stored for a user. */
  kept: string
  last: string
  /** What the caller gets if the user was deleted meanwhile. */
  refused: unknown
}
const gifts: [string, Gift][] = [
  [
    'a file',
    {
      give: async ({ emailAddress }) => {
        const { uniqueId } = await driveFixture(app, chief).file(`${crypto.randomUUID()}.txt`)
        return () => app.as(chief).call(driveShareApi.share, { uniqueIds: [uniqueId], shareWith: [emailAddress] })
      },
      kept: 'select from drive_share where user_id = $1',
      last: 'pgboss.job',
      refused: 'done', // it is shared with the address only
    },
  ],
  [
    'a project',
    {
      give: async ({ uniqueId: userId }) => {
        const { uniqueId } = await crmCalls(app, chief).project()
        return () => app.as(chief).call(projectApi.update, { uniqueId, sharedWith: [userId] })
      },
      kept: 'select from project_share where user_id = $1',
      last: 'audit',
      refused: 422,
    },
  ],
  [
    'a summary',
    {
      give: async ({ uniqueId: userId }) => {
        const { summary } = await crmCalls(app, chief).met()
        return () => app.as(chief).call(summaryApi.update, { uniqueId: summary.uniqueId, sharedWith: [userId] })
      },
      kept: 'select from summary_share where user_id = $1',
      last: 'audit',
      refused: 422,
    },
  ],
  [
    'a task',
    {
      give: async ({ uniqueId: assignedUser }) => {
        const { summary } = await crmCalls(app, chief).met()
        const { uniqueId } = await crmCalls(app, chief).step(summary.uniqueId, chief.uniqueId)
        return () => app.as(chief).call(nextStepsApi.update, { uniqueId, assignedUser })
      },
      kept: 'select from next_step where assigned_user = $1',
      last: 'audit',
      refused: 422,
    },
  ],
]

test.each(gifts)('%s that is given to a user who is being deleted does not stay with them', async (_, gift) => {
  const who = await app.someone('ROLE_ADMIN')
  const outcomes = await runConcurrently('audit', remove(who), await gift.give(who))
  expect(outcomes).toEqual(['done', gift.refused])
  expect(await app.asOwner(gift.kept, [who.uniqueId])).toEqual([])
})

test.each(gifts)('%s is taken from a user who is deleted while it is being given to them', async (_, gift) => {
  const who = await app.someone('ROLE_ADMIN')
  const outcomes = await runConcurrently(gift.last, await gift.give(who), remove(who))
  expect(outcomes).toEqual(['done', 'done'])
  expect(await app.asOwner(gift.kept, [who.uniqueId])).toEqual([])
})

test.each([
  ['being deleted shares nothing', 'audit', ['done', 401]],
  ['deleted while they share takes the share along', 'pgboss.job', ['done', 'done']],
] as const)('an owner who is %s', async (_, table, expected) => {
  const [owner, guest] = [await app.someone('ROLE_PRO'), await app.someone('ROLE_FREE')]
  const { uniqueId } = await driveFixture(app, owner).file('Plan.txt')
  const share = () => app.as(owner).call(driveShareApi.share, { uniqueIds: [uniqueId], shareWith: [guest.emailAddress] })
  const [first, second]: [Call, Call] = table === 'audit' ? [remove(owner), share] : [share, remove(owner)]
  expect(await runConcurrently(table, first, second)).toEqual(expected)
  expect(await app.asOwner('select from drive_share where owner_id = $1', [owner.uniqueId])).toEqual([])
})

test('a project cannot be shared with a user whose account is being closed', async () => {
  const who = await app.someone('ROLE_ADMIN')
  const { uniqueId } = await crmCalls(app, chief).project()
  const close = () => app.as(chief).call(adminApi.setActive, { uniqueId: who.uniqueId, isActive: false })
  const share = () => app.as(chief).call(projectApi.update, { uniqueId, sharedWith: [who.uniqueId] })
  expect(await runConcurrently('audit', close, share)).toEqual(['done', 422])
})

test('a file shared while its owner loses the drive through a role change is not listed for the recipient', async () => {
  const [owner, guest] = [await app.someone('ROLE_PRO'), await app.someone('ROLE_FREE')]
  const { uniqueId } = await driveFixture(app, owner).file('Offer.txt')
  const demote = () => app.as(chief).call(adminApi.update, { uniqueId: owner.uniqueId, adminRole: 'ROLE_FREE' })
  const share = () => app.as(owner).call(driveShareApi.share, { uniqueIds: [uniqueId], shareWith: [guest.emailAddress] })
  expect(await runConcurrently('audit', demote, share)).toEqual(['done', 'done'])
  expect(await app.as(guest).call(driveShareApi.shared, {})).toEqual([])
})
