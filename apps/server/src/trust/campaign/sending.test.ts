import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { campaignFixture } from '../../../test/review/campaignFixture.ts'
import { openSendingApp } from '../../../test/review/sending.ts'
import { startMailServer } from '../../../test/smtp.ts'

let sending: Awaited<ReturnType<typeof openSendingApp>>
beforeAll(async () => {
  sending = await openSendingApp()
})
afterAll(() => sending.close())
beforeEach(() => {
  sending.feels.mood = undefined
  sending.sink.received.length = 0
})

test.each([
  ['CONNECT', '421 too busy'],
  ['CONNECT', '554 not today'],
  ['CONNECT', 'CUT'],
  ['MAIL', '451 later'],
  ['MAIL', 'CUT'],
  ['RCPT', '450 greylisted'],
  ['RCPT', 'CUT'],
  ['DATA', '452 disk full'],
] as const)('a failure before the letter is accepted, at %s by %s, leaves it queued and is retried', async (at, reply) => {
  const invited = await sending.campaigns.invited()
  sending.feels.mood = (stage) => (stage === at ? reply : undefined)
  await expect(sending.work(invited)).rejects.toMatchObject({ outcome: 'LATER' })
  expect(await sending.now(invited)).toMatchObject({ state: 'QUEUED', sentAt: null, problem: expect.any(String) })
  expect([await sending.counted(invited), await sending.refusals(invited)]).toEqual([0, []])
  sending.feels.mood = undefined
  await sending.work(invited)
  expect(await sending.now(invited)).toMatchObject({ state: 'SENT', problem: null })
  expect(sending.sink.received).toHaveLength(1)
})

test('an unreachable mail server is retried, and finally the invitation fails and says so', async () => {
  const gone = await startMailServer()
  await gone.close()
  const away = await testApp({ settings: { SMTP_URL: gone.url } })
  const theirs = campaignFixture(away)
  const { invitation, payload } = await theirs.invited()
  await expect(away.work('review.invitation', payload)).rejects.toMatchObject({ outcome: 'LATER' })
  expect(await theirs.now(invitation)).toMatchObject({ state: 'QUEUED', problem: 'The mail server cannot be reached' })
  await away.giveUp('review.invitation', payload)
  expect(await theirs.now(invitation)).toMatchObject({ state: 'FAILED', problem: 'The mail server cannot be reached' })
  await away.close()
})

test.each([
  ['MAIL', '550 5.7.1 sender blocked', []],
  ['RCPT', '550 5.7.1 relaying denied', []],
  ['DATA', '554 5.7.0 looks like spam', []],
  ['RCPT', '550 5.1.1 no such user', ['BOUNCED']],
  ['RCPT', '550 nobody here', ['BOUNCED']],
  ['RCPT', '550 blocked by our policy', []],
  ['RCPT', '553 relay access denied', []],
  ['RCPT', '552 5.2.2 mailbox full', []],
  ['RCPT', '554 no', []],
  ['RCPT', '550 5.1.8 bad sender', []],
] as const)('a permanent refusal, at %s by %s, is reported with the server’s words', async (at, reply, reasons) => {
  const invited = await sending.campaigns.invited()
  sending.feels.mood = (stage) => (stage === at ? reply : undefined)
  await sending.work(invited)
  const { state, problem, sentAt } = await sending.now(invited)
  expect([state, sentAt]).toEqual(['FAILED', null])
  expect(problem).toContain(reply)
  expect(problem).not.toContain('127.0.0.1')
  expect(await sending.refusals(invited)).toEqual(reasons)
  expect(await sending.counted(invited)).toBe(0)
  sending.feels.mood = undefined
  await sending.work(await sending.resend(invited))
  expect(await sending.now(invited)).toMatchObject({ state: 'SENT' })
  expect(await sending.refusals(invited)).toEqual([])
})

test.each(['BYTES', 'DATA'] as const)(
  'a connection cut at %s leaves the letter uncertain; it counts as sent, and is never resent automatically',
  async (at) => {
    const invited = await sending.campaigns.invited()
    sending.feels.mood = (stage) => (stage === at ? 'CUT' : undefined)
    await sending.work(invited)
    expect(await sending.now(invited)).toMatchObject({ state: 'UNCERTAIN', sentAt: expect.any(String) })
    sending.feels.mood = undefined
    await sending.work(invited)
    expect([sending.sink.received.length, await sending.counted(invited)]).toEqual([0, 1])
    await sending.work(await sending.resend(invited))
    expect(await sending.now(invited)).toMatchObject({ state: 'SENT' })
    expect([sending.sink.received.length, await sending.counted(invited)]).toEqual([1, 1])
  },
)

test('a letter whose node died during sending becomes uncertain when found, also after the last try', async () => {
  const [one, other] = [await sending.campaigns.invited(), await sending.campaigns.invited()]
  for (const invited of [one, other]) await sending.stands(invited, { state: 'SENDING' })
  await sending.work(one)
  await sending.app.giveUp('review.invitation', other.payload)
  for (const invited of [one, other]) {
    expect(await sending.now(invited)).toMatchObject({ state: 'UNCERTAIN', sentAt: expect.any(String) })
    expect(await sending.counted(invited)).toBe(1)
  }
  expect(sending.sink.received).toEqual([])
})

test('an answer that arrived before its letter was recorded is kept, and the letter counts once', async () => {
  const [living, died] = [await sending.campaigns.invited(), await sending.campaigns.invited()]
  sending.feels.mood = (stage) => (stage === 'DATA' ? void sending.stands(living, { state: 'ANSWERED' }) : undefined)
  await sending.work(living)
  await expect.poll(async () => (await sending.now(living)).state).toBe('ANSWERED')
  await sending.stands(died, { state: 'ANSWERED' })
  await sending.work(died)
  await sending.work(died)
  for (const invited of [living, died]) {
    expect(await sending.now(invited)).toMatchObject({ state: 'ANSWERED', sentAt: expect.any(String) })
    expect(await sending.counted(invited)).toBe(1)
  }
})

/** Events that affect the sender, done by hand. */
const ends: Readonly<Record<string, string>> = {
  closed: 'update user_account set deactivated_at = now() where id = $1',
  deleted: 'update user_account set deleted_at = now() where id = $1',
  demoted: `update user_account set role = 'ROLE_FREE' where id = $1`,
  nameless: 'update user_account set user_company_name = null where id = $1',
}

test.each(Object.keys(ends))('a sender who is %s before sending asks nobody', async (end) => {
  const invited = await sending.campaigns.invited()
  await sending.app.asOwner(ends[end]!, [invited.who.uniqueId])
  await sending.work(invited)
  const problem = 'The sender can no longer ask for reviews'
  expect(await sending.now(invited)).toMatchObject({ state: 'FAILED', problem, sentAt: null })
  expect(sending.sink.received).toEqual([])
})

test('a contact who unsubscribes before sending gets no letter, and an expired invitation stays expired', async () => {
  const [left, late] = [await sending.campaigns.invited(), await sending.campaigns.invited()]
  const { tenantId, uniqueId } = left.who
  const refusal = `insert into review_refusal (tenant_id, owner_id, address, reason) values ($1, $2, $3, 'UNSUBSCRIBED')`
  await sending.app.asOwner(refusal, [tenantId, uniqueId, left.invitation.emailAddress])
  await sending.stands(late, { expiresAt: new Date().toISOString() })
  for (const invited of [left, late]) await sending.work(invited)
  expect(await sending.now(left)).toMatchObject({ state: 'FAILED', problem: 'They have unsubscribed from your invitations' })
  expect(await sending.now(late)).toMatchObject({ state: 'EXPIRED', problem: null, sentAt: null })
  expect(sending.sink.received).toEqual([])
})

/** A queued letter in a tenant to which this event happens. */
const waitingIn = async (end: string) => {
  const { uniqueId: tenantId } = await sending.app.tenant('Ending')
  const who = await sending.campaigns.owner({ tenantId })
  await sending.campaigns.campaign(who, await sending.campaigns.audience(who, 1))
  const [invitation] = await sending.campaigns.invitations(who)
  const happens = async (statement: string) => {
    await sending.app.asOwner(statement, [tenantId])
    sending.app.appContext.tenants.forget()
    sending.app.appContext.settings.forget(tenantId)
    await sending.app.work('review.invitation', sending.campaigns.letterPayload(invitation!))
    return sending.campaigns.now(invitation!)
  }
  return { happens, now: await happens(end), invitation: invitation! }
}

test('a tenant that is closed before sending sends no letter', async () => {
  const { now } = await waitingIn('update tenant set deleted_at = now() where id = $1')
  expect(now).toMatchObject({ state: 'FAILED', problem: 'This account is closed' })
  expect(sending.sink.received).toEqual([])
})

test('while reviews are switched off a letter waits, retried hourly, and is sent when they are on again', async () => {
  const off = `insert into tenant_configuration (tenant_id, key, value) values ($1, 'REVIEWS_ENABLED', 'false')`
  const { now, happens, invitation } = await waitingIn(off)
  expect(now).toMatchObject({ state: 'QUEUED', problem: null, sentAt: null })
  const [again] = await sending.app.asOwner(
    `select retry_count, start_after > now() + interval '59 minutes' as later from pgboss.job
     where name = 'review.invitation' and data->>'invitationId' = $1 order by start_after desc limit 1`,
    [invitation.uniqueId],
  )
  expect(again).toEqual({ retry_count: 0, later: true })
  expect(sending.sink.received).toEqual([])
  expect(await happens(`delete from tenant_configuration where tenant_id = $1`)).toMatchObject({ state: 'SENT' })
})

test('a contact who is deleted before sending is not asked, nor asked again', async () => {
  const invited = await sending.campaigns.invited()
  const contact = [invited.invitation.contactId]
  await sending.app.asOwner('update contact set deleted_at = now() where id = $1', contact)
  await sending.work(invited)
  expect(await sending.now(invited)).toMatchObject({ state: 'FAILED', problem: 'This contact was deleted' })
  expect(sending.sink.received).toEqual([])
  await expect(sending.resend(invited)).rejects.toMatchObject({ status: 409, message: 'This contact was deleted' })
  await sending.app.asOwner('update contact set deleted_at = null where id = $1', contact)
  await sending.work(await sending.resend(invited))
  expect(sending.sink.received).toHaveLength(1)
})

test('the letter of an earlier order no longer does anything', async () => {
  const invited = await sending.campaigns.invited()
  await sending.stands(invited, { state: 'UNCERTAIN' })
  const again = await sending.resend(invited)
  await sending.work(invited)
  expect(sending.sink.received).toEqual([])
  await sending.work(again)
  expect(sending.sink.received).toHaveLength(1)
})

test('open invitations past their time are expired by the scheduled job, and no others', async () => {
  const over = new Date(Date.now() - 1000).toISOString()
  const states = ['QUEUED', 'SENT', 'UNCERTAIN', 'SENDING', 'FAILED', 'ANSWERED'] as const
  const all = await Promise.all(states.map(() => sending.campaigns.invited()))
  for (const [at, invited] of all.entries()) await sending.stands(invited, { state: states[at]!, expiresAt: over })
  const young = await sending.campaigns.invited()
  await sending.app.clock('review.expire')
  const ended = await Promise.all([...all, young].map(async (invited) => (await sending.now(invited)).state))
  expect(ended).toEqual(['EXPIRED', 'EXPIRED', 'EXPIRED', 'SENDING', 'FAILED', 'ANSWERED', 'QUEUED'])
})
