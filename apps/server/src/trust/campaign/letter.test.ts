import { identityApi } from '@tradewind/contract/platform/identity.contract'
import { reviewAnswerApi } from '@tradewind/contract/trust/reviewAnswer.contract'
import { reviewOwnQuestionApi } from '@tradewind/contract/trust/reviewQuestion.contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { decodeQuotedPrintable, headerLines, openSendingApp } from '../../../test/review/sending.ts'

let sending: Awaited<ReturnType<typeof openSendingApp>>
beforeAll(async () => {
  sending = await openSendingApp()
})
afterAll(() => sending.close())
beforeEach(() => {
  sending.feels.mood = undefined
  sending.sink.received.length = 0
})

test('a letter is sent once, names its sender, links to the survey and to unsubscribing, and replies go to the member', async () => {
  const invited = await sending.campaigns.invited({ firstName: 'Ada\r\nBcc: victim@evil.example', companyName: 'Byron' })
  await sending.work(invited)
  await sending.work(invited)
  expect(sending.sink.received).toHaveLength(1)
  const { to, text } = sending.sink.received[0]!
  const { who, invitation } = invited
  expect(to).toEqual([invitation.emailAddress])
  const token = (id: string) => sending.app.appContext.links.tokenOf(who.tenantId, id)
  const [survey, leave] = [token(invitation.uniqueId), token(invitation.unsubscribeId)]
  const headers = headerLines(text)
  expect(headers).toContain(`List-Unsubscribe: <https://crm.example/api/review/unsubscribe/${leave}>`)
  expect(headers).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  expect(headers).toContain(`Reply-To: ${who.emailAddress}`)
  expect(headers.filter((line) => /^bcc/i.test(line))).toEqual([])
  const body = decodeQuotedPrintable(text)
  expect(body).toContain(`https://crm.example/review/${survey}?lang=en`)
  expect(body).toContain(`https://crm.example/unsubscribe/${leave}?lang=en`)
  for (const stars of [1, 2, 3, 4, 5])
    expect(body).toContain(`href="https://crm.example/review/${survey}?lang=en&#38;stars=${stars}"`)
  expect(body).toContain('aria-label="4 stars"')
  expect(body).toMatch(/How was it to work with Brand \d+\?/)
  expect(await sending.now(invited)).toMatchObject({ state: 'SENT', sentAt: expect.any(String), problem: null })
  expect(await sending.counted(invited)).toBe(1)
  expect(sending.logged.join('')).not.toContain(survey.split('.')[1])
  expect(sending.logged.join('')).not.toContain(leave.split('.')[1])
})

test('a letter names the last day on which its link works until midnight', async () => {
  const invited = await sending.campaigns.invited()
  await sending.stands(invited, { expiresAt: '2031-01-15T10:00:00.000Z' })
  await sending.work(invited)
  expect(decodeQuotedPrintable(sending.sink.received[0]!.text)).toContain('works until 14 January 2031.')
})

test('letter, reminder and survey state the same duration, own questions included', async () => {
  const invited = await sending.campaigns.invited()
  const { who, invitation } = invited
  const minutes = async () => {
    const uniqueId = sending.app.appContext.links.tokenOf(who.tenantId, invitation.uniqueId)
    const survey = await sending.app.as(undefined).call(reviewAnswerApi.surveydetails, { uniqueId }, { 'x-tenant': who.tenantId })
    expect(decodeQuotedPrintable(sending.sink.received.at(-1)!.text)).toContain(`It takes about ${survey.minutes} minutes:`)
    return survey.minutes
  }
  await sending.work(invited)
  const before = await minutes()
  for (const at of [1, 2, 3, 4, 5])
    await sending.app.as(who).call(reviewOwnQuestionApi.create, { question: `How was number ${at}?` })
  await sending.stands(invited, { sentAt: new Date(Date.now() - 8 * 86_400_000).toISOString() })
  await sending.work(await sending.resend(invited))
  expect(decodeQuotedPrintable(sending.sink.received.at(-1)!.text)).toContain('has not heard from you yet')
  expect(await minutes()).toBeGreaterThan(before)
})

test('the letter is in the invitation’s language, with a long date in that language', async () => {
  const invited = await sending.campaigns.invited()
  await sending.stands(invited, { language: 'de', expiresAt: '2031-03-05T12:00:00Z' })
  await sending.work(invited)
  const body = decodeQuotedPrintable(sending.sink.received[0]!.text)
  expect(body).toContain('4. März 2031')
  expect(body).toContain('?lang=de')
  expect(body).not.toContain('The link is personal')
})

test.each([
  ['host', 'evil.example'],
  ['x-forwarded-host', 'evil.example'],
  ['forwarded', 'host=evil.example;proto=http'],
  ['x-forwarded-server', 'evil.example'],
  ['x-original-host', 'evil.example'],
  ['origin', 'https://evil.example'],
])('a campaign with the header %s: %s still uses the configured host in its links', async (name, value) => {
  const who = await sending.campaigns.owner()
  await sending.campaigns.campaign(who, await sending.campaigns.audience(who, 1), {}, { [name]: value })
  const [invitation] = await sending.campaigns.invitations(who)
  await sending.app.work('review.invitation', sending.campaigns.letterPayload(invitation!))
  const body = decodeQuotedPrintable(sending.sink.received[0]!.text)
  const hosts = new Set([...body.matchAll(/https?:\/\/([^/"<\s]+)/g)].map(([, host]) => host))
  expect([...hosts]).toEqual(['crm.example'])
})

test('the links of a tenant with its own domain lead there', async () => {
  const who = await sending.campaigns.owner({ tenantId: sending.app.other.uniqueId })
  await sending.campaigns.campaign(who, await sending.campaigns.audience(who, 1))
  const [invitation] = await sending.campaigns.invitations(who)
  await sending.app.work('review.invitation', sending.campaigns.letterPayload(invitation!))
  expect(decodeQuotedPrintable(sending.sink.received[0]!.text)).toContain('https://other.test/review/')
})

test('a reminder has its own text, and if it fails the invitation stays sent', async () => {
  const invited = await sending.campaigns.invited()
  await sending.work(invited)
  await sending.stands(invited, { sentAt: new Date(Date.now() - 8 * 86_400_000).toISOString() })
  const reminding = await sending.resend(invited)
  sending.feels.mood = (stage) => (stage === 'RCPT' ? '550 5.1.1 moved away' : undefined)
  await sending.work(reminding)
  expect(await sending.now(invited)).toMatchObject({
    state: 'SENT',
    remindedAt: null,
    problem: expect.stringContaining('moved away'),
  })
  sending.feels.mood = undefined
  await sending.work(await sending.resend(invited))
  expect(await sending.now(invited)).toMatchObject({ state: 'SENT', remindedAt: expect.any(String), problem: null })
  expect(decodeQuotedPrintable(sending.sink.received[1]!.text)).toContain('A reminder: how was it')
  expect(await sending.counted(invited)).toBe(1)
  const ids = sending.sink.received.map(({ text }) => headerLines(text).find((line) => line.startsWith('Message-ID')))
  expect(new Set(ids).size).toBe(2)
})

test('the link of a letter can not be used to sign in', async () => {
  const { who, invitation } = await sending.campaigns.invited()
  const token = sending.app.appContext.links.tokenOf(who.tenantId, invitation.uniqueId)
  await expect(sending.app.as({ token }).call(identityApi.account, {})).rejects.toMatchObject({ status: 401 })
})
