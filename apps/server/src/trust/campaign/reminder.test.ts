import { tenantSettingApi } from '@tradewind/contract/platform/tenantSetting.contract'
import { reviewCampaignApi, reviewReminderApi } from '@tradewind/contract/trust/reviewCampaign.contract'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestUser } from '../../../test/app.ts'
import { daysAgo } from '../../../test/review/invited.ts'
import { reviewFixture, sameStars } from '../../../test/review/reviews.ts'
import { decodeQuotedPrintable, headerLines, openSendingApp } from '../../../test/review/sending.ts'
import { reviewInvitations } from '../schema/review.table.ts'
import type { InvitationRow } from '../schema/review.table.ts'

let sending: Awaited<ReturnType<typeof openSendingApp>>
beforeAll(async () => {
  sending = await openSendingApp()
})
afterAll(() => sending.close())
beforeEach(() => {
  sending.feels.mood = undefined
  sending.sink.received.length = 0
})

const clock = () => sending.app.clock('review.remind')
const atMain = () => ({ 'x-tenant': sending.app.main.uniqueId })
const as = (who: TestUser) => sending.app.as(who)

const stands = ({ uniqueId, ...scope }: InvitationRow, changes: Partial<InvitationRow>) =>
  sending.app.appContext.db.write(scope, (tx) =>
    tx.update(reviewInvitations).set(changes).where(eq(reviewInvitations.uniqueId, uniqueId)),
  )

/** A campaign whose letters arrived so many days ago. */
const campaign = async (
  customers: number,
  days: number,
  reminders = false,
  who?: Awaited<ReturnType<typeof sending.campaigns.owner>>,
) => {
  const owner = who ?? (await sending.campaigns.owner())
  const ids = await sending.campaigns.audience(owner, customers)
  const { uniqueId: campaignId } = await sending.campaigns.campaign(owner, ids, { reminders })
  const rows = (await sending.campaigns.invitations(owner)).filter((row) => row.campaignId === campaignId)
  for (const row of rows) {
    await sending.app.work('review.invitation', sending.campaigns.letterPayload(row))
    await stands(row, { sentAt: daysAgo(days) })
  }
  sending.sink.received.length = 0
  return { owner, campaignId, rows }
}
type Campaign = Awaited<ReturnType<typeof campaign>>

const now = (rows: readonly InvitationRow[]) => Promise.all(rows.map((row) => sending.campaigns.now(row)))
const sendAll = async (rows: readonly InvitationRow[]) => {
  for (const row of await now(rows)) await sending.app.work('review.invitation', sending.campaigns.letterPayload(row))
}
const outlook = ({ owner, campaignId }: Campaign) => as(owner).call(reviewReminderApi.campaign, { uniqueId: campaignId })
const remind = ({ owner, campaignId }: Campaign) => as(owner).call(reviewReminderApi.remind, { campaignId })
const reminders = ({ owner, campaignId }: Campaign) => as(owner).call(reviewReminderApi.list, { campaignId })

test('a manual reminder goes to all unanswered contacts who may be reminded; others are named with the reason, before and after', async () => {
  const made = await campaign(7, 8)
  const [ada, young, gone, left, failed, answered, bounced] = made.rows as [InvitationRow, ...InvitationRow[]]
  await stands(young!, { sentAt: daysAgo(6.9) })
  await sending.app.asOwner('update contact set deleted_at = now() where id = $1', [gone!.contactId])
  const refuse = (row: InvitationRow, reason: string) =>
    sending.app.asOwner(
      'insert into review_refusal (tenant_id, owner_id, address, reason) values ($1, $2, lower($3), $4::review_refusal_reason)',
      [row.tenantId, row.ownerId, row.emailAddress, reason],
    )
  await refuse(left!, 'UNSUBSCRIBED')
  await refuse(bounced!, 'BOUNCED')
  await stands(failed!, { state: 'UNCERTAIN' })
  await stands(answered!, { state: 'ANSWERED', answeredAt: daysAgo(1) })
  const because = [
    [young, 'TOO_EARLY'],
    [gone, 'DELETED'],
    [left, 'UNSUBSCRIBED'],
    [failed, 'NOT_ARRIVED'],
    [bounced, 'BOUNCED'],
  ].map(([row, why]) => ({ uniqueId: (row as InvitationRow).uniqueId, because: why }))
  const before = await outlook(made)
  expect(before).toMatchObject({ invited: 7, answered: 1, remindable: 1, reminded: 0, next: null })
  expect(before.skipped.map(({ uniqueId, because: why }) => ({ uniqueId, because: why }))).toEqual(because)
  const done = await remind(made)
  expect(done.reminded).toBe(1)
  expect(done.skipped).toEqual(before.skipped)
  await sendAll(made.rows)
  expect(sending.sink.received.map(({ to }) => to)).toEqual([[ada.emailAddress]])
  expect(await reminders(made)).toMatchObject([{ invitationId: ada.uniqueId, number: 1, isAutomatic: false, state: 'SENT' }])
  await expect(remind(made)).rejects.toMatchObject({ status: 422, data: { skipped: expect.any(Array) } })
})

test('a reminder has its own text and an unsubscribe link; the second says that it is the last, and a third is not possible', async () => {
  const made = await campaign(1, 8)
  const [row] = made.rows
  for (const time of [1, 2]) {
    await remind(made)
    await sendAll(made.rows)
    const { text } = sending.sink.received.at(-1)!
    const leave = sending.app.appContext.links.tokenOf(row!.tenantId, row!.unsubscribeId)
    expect(headerLines(text)).toContain(`List-Unsubscribe: <https://crm.example/api/review/unsubscribe/${leave}>`)
    expect(decodeQuotedPrintable(text)).toContain('A reminder: how was it')
    expect(decodeQuotedPrintable(text).includes('You will get no other reminder')).toBe(time === 2)
    await stands(row!, { remindedAt: daysAgo(7.01), sentAt: daysAgo(30) })
  }
  await expect(remind(made)).rejects.toMatchObject({ status: 422, data: { skipped: [{ because: 'REMINDED' }] } })
  await clock()
  expect(await now(made.rows)).toMatchObject([{ state: 'SENT', reminders: 2 }])
  const third =
    'insert into review_reminder (tenant_id, world_id, owner_id, campaign_id, invitation_id, number, letter, is_automatic)'
  const ids = [row!.tenantId, row!.partitionId, row!.ownerId, row!.campaignId, row!.uniqueId]
  await expect(sending.app.asOwner(`${third} values ($1, $2, $3, $4, $5, 3, 4, true)`, ids)).rejects.toThrow('at_most')
  await expect(sending.app.asOwner(`${third} values ($1, $2, $3, $4, $5, 2, 4, true)`, ids)).rejects.toThrow('once')
})

test('if tenant and sender allow it a campaign reminds automatically after 7 and 21 days, once each for any number of nodes', async () => {
  const made = await campaign(2, 6.9, true)
  const silent = await campaign(1, 8)
  await clock()
  expect(await reminders(made)).toEqual([])
  expect((await outlook(made)).next).toMatchObject({ count: 2 })
  for (const row of made.rows) await stands(row, { sentAt: daysAgo(7.01) })
  await Promise.all([clock(), clock(), clock()])
  await sendAll(made.rows)
  await sendAll(made.rows)
  expect(sending.sink.received).toHaveLength(2)
  expect(await reminders(silent)).toEqual([])
  const states = (await reminders(made)).map(({ number, isAutomatic, state }) => ({ number, isAutomatic, state }))
  expect(states).toEqual([1, 1].map((number) => ({ number, isAutomatic: true, state: 'SENT' })))
  for (const row of made.rows) await stands(row, { sentAt: daysAgo(20.9), remindedAt: daysAgo(13.9) })
  await clock()
  expect(await reminders(made)).toHaveLength(2)
  for (const row of made.rows) await stands(row, { sentAt: daysAgo(21.01), remindedAt: daysAgo(3) })
  await clock()
  expect(await reminders(made)).toHaveLength(2) // a reminder by hand came between
  for (const row of made.rows) await stands(row, { remindedAt: daysAgo(7.01) })
  await clock()
  await sendAll(made.rows)
  expect(sending.sink.received).toHaveLength(4)
  expect((await reminders(made)).map(({ number }) => number)).toEqual([2, 2, 1, 1])
  expect(await outlook(made)).toMatchObject({ next: null, reminded: 4 })
})

test('automatic reminders can be switched off for a campaign, and by the tenant for all', async () => {
  const made = await campaign(1, 8, true)
  const change = (value: boolean) =>
    as(made.owner).call(reviewReminderApi.change, { uniqueId: made.campaignId, reminders: value })
  expect(await change(false)).toMatchObject({ reminders: false })
  await clock()
  expect(await reminders(made)).toEqual([])
  await change(true)
  const admin = await sending.app.someone('ROLE_TENANT_ADMIN')
  await as(admin).call(tenantSettingApi.update, { key: 'REVIEW_REMINDERS', value: false })
  await clock()
  expect(await reminders(made)).toEqual([])
  expect(await outlook(made)).toMatchObject({ remindersAllowed: false, next: null, remindable: 1 })
  await as(admin).call(tenantSettingApi.update, { key: 'REVIEW_REMINDERS', value: null })
  await clock()
  expect(await reminders(made)).toHaveLength(1)
})

test('a waiting reminder is not sent after unsubscribing, an answer or the end of the survey, and the campaign says why', async () => {
  const questions = await reviewFixture(sending.app).questions(sending.app.main.uniqueId, 'Manufacturers')
  const made = await campaign(2, 8)
  const other = await campaign(1, 8)
  await remind(made)
  await remind(other)
  const [left, answers] = made.rows as [InvitationRow, InvitationRow]
  const token = ({ tenantId }: InvitationRow, id: string) => sending.app.appContext.links.tokenOf(tenantId, id)
  await sending.app.as(undefined).call(reviewCampaignApi.unsubscribe, { token: token(left, left.unsubscribeId) }, atMain())
  await reviewFixture(sending.app).answer(made.owner, token(answers, answers.uniqueId), sameStars(questions, 4))
  expect(await as(other.owner).call(reviewReminderApi.end, { uniqueId: other.campaignId })).toMatchObject({ isOver: true })
  await sendAll([...made.rows, ...other.rows])
  expect(sending.sink.received).toEqual([])
  const problems = [...(await reminders(made)), ...(await reminders(other))].map(({ state, problem }) => ({ state, problem }))
  expect(problems.toSorted((one, two) => one.problem!.localeCompare(two.problem!))).toEqual([
    { state: 'FAILED', problem: 'The survey ended before the reminder went out' },
    { state: 'FAILED', problem: 'They answered before the reminder went out' },
    { state: 'FAILED', problem: 'They have unsubscribed from your invitations' },
  ])
  expect(await now(made.rows)).toMatchObject([{ state: 'SENT' }, { state: 'ANSWERED' }])
  await expect(remind(other)).rejects.toMatchObject({ status: 409 })
  await expect(as(other.owner).call(reviewReminderApi.end, { uniqueId: other.campaignId })).rejects.toMatchObject({ status: 409 })
})

test('nobody can see, change or remind campaigns of another member or another tenant', async () => {
  const made = await campaign(1, 8)
  await remind(made)
  for (const stranger of [
    await sending.campaigns.owner(),
    await sending.campaigns.owner({ tenantId: sending.app.other.uniqueId }),
  ]) {
    const uniqueId = made.campaignId
    const on = as(stranger)
    expect(await on.call(reviewReminderApi.list, {})).toEqual([])
    expect(await on.call(reviewReminderApi.campaigns, {})).toEqual([])
    const calls = [
      () => on.call(reviewReminderApi.campaign, { uniqueId }),
      () => on.call(reviewReminderApi.remind, { campaignId: uniqueId }),
      () => on.call(reviewReminderApi.change, { uniqueId, reminders: true }),
      () => on.call(reviewReminderApi.end, { uniqueId }),
    ]
    for (const call of calls) await expect(call()).rejects.toMatchObject({ status: 404 })
  }
  const free = await sending.app.someone('ROLE_FREE')
  await expect(as(free).call(reviewReminderApi.campaigns, {})).rejects.toMatchObject({ status: 403 })
  expect(await as(made.owner).call(reviewReminderApi.campaigns, {})).toMatchObject([{ uniqueId: made.campaignId, invited: 1 }])
})
