import { reviewCampaignApi, reviewReminderApi } from '@tradewind/contract/trust/reviewCampaign.contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { daysAgo } from '../../../test/review/invited.ts'
import { decodeQuotedPrintable, headerLines, openSendingApp } from '../../../test/review/sending.ts'

let sending: Awaited<ReturnType<typeof openSendingApp>>
beforeAll(async () => {
  sending = await openSendingApp()
})
afterAll(() => sending.close())
beforeEach(() => {
  sending.sink.received.length = 0
})

const SAID = 'It was a pleasure to build your “line 3” & <3 to the team in Graz.'

/** An owner whose campaign has this sentence, with the job of its letter. */
const saying = async (sentence: string) => {
  const who = await sending.campaigns.owner()
  const ids = await sending.campaigns.audience(who, 1)
  const { uniqueId: campaignId } = await sending.campaigns.campaign(who, ids, { sentence })
  const [invitation] = await sending.campaigns.invitations(who)
  return { who, ids, campaignId, invitation: invitation!, payload: sending.campaigns.letterPayload(invitation!) }
}

test('a custom sentence is in the letter as typed, escaped, and in its reminders', async () => {
  const asked = await saying(`  ${SAID} `)
  await sending.work(asked)
  const letter = decodeQuotedPrintable(sending.sink.received[0]!.text)
  expect(letter).toContain(SAID)
  expect(letter).toContain('It was a pleasure to build your “line 3” &#38; &#60;3 to the team in Graz.')
  expect(letter.indexOf('Hello Ada')).toBeLessThan(letter.indexOf('It was a pleasure'))
  await sending.stands(asked, { sentAt: daysAgo(8) })
  await sending.work(await sending.resend(asked))
  expect(decodeQuotedPrintable(sending.sink.received[1]!.text)).toContain(SAID)
  const shown = await sending.app.as(asked.who).call(reviewReminderApi.campaign, { uniqueId: asked.campaignId })
  expect(shown.sentence).toBe(SAID)
})

test('placeholders in a custom sentence stay as typed', async () => {
  const asked = await saying('Dear {name} of {tenant}, {date}')
  await sending.work(asked)
  expect(decodeQuotedPrintable(sending.sink.received[0]!.text)).toContain('Dear {name} of {tenant}, {date}')
})

test.each([
  ['https://evil.example/pay', 'addresses'],
  ['see www.evil.example', 'addresses'],
  ['see evil.com for more', 'addresses'],
  ['see evil.support now', 'addresses'],
  ['see ｅｖｉｌ．ｃｏｍ now', 'addresses'],
  ['see evil。com now', 'addresses'],
  ['see evil\u00ad.com now', 'addresses'],
  ['write to pay@evil', 'addresses'],
  ['open 203.0.113.7 today', 'addresses'],
  ['mailto:somebody', 'addresses'],
  ['a <b>bold</b> word', 'markup'],
  ['<img src=x>', 'markup'],
  ['&lt;script&gt;', 'markup'],
  ['[pay](here)', 'markup'],
  ['two\nlines', 'line breaks'],
  ['turned \u202Egnp', 'line breaks'],
  ['x'.repeat(301), '300 characters'],
])('the sentence %j is refused by its field, and nobody is asked', async (sentence, why) => {
  const who = await sending.campaigns.owner()
  const ids = await sending.campaigns.audience(who, 1)
  const refused = { status: 422, data: { sentence: expect.stringContaining(why) } }
  await expect(sending.campaigns.campaign(who, ids, { sentence })).rejects.toMatchObject(refused)
  const shown = sending.app.as(who).call(reviewCampaignApi.letters, { audienceList: ids, sentence })
  await expect(shown).rejects.toMatchObject(refused)
  expect(await sending.campaigns.invitations(who)).toEqual([])
})

test.each(['Thank you for 3.5 years, e.g. for line 12. We meet on 12.Juni at 10:30!', 'Tel: +43 316 123, z.B. Mo.-Fr.', ''])(
  'the sentence %j is accepted',
  async (sentence) => {
    const who = await sending.campaigns.owner()
    expect(await sending.campaigns.campaign(who, await sending.campaigns.audience(who, 1), { sentence })).toMatchObject({
      invited: 1,
    })
  },
)

/** A letter without the parts created with its invitation: the tokens of its links. */
const withoutTokens = (html: string) => html.replaceAll(/(review|unsubscribe)\/[^?"<\s]+/g, '$1/…').replaceAll(/\s+/g, ' ')
const htmlOf = (mail: string) => mail.slice(mail.indexOf('<!doctype html>'), mail.indexOf('</html>') + 7)

test('the previewed letter is the one that is mailed, including its subject; previewing stores nothing', async () => {
  const who = await sending.campaigns.owner()
  const ids = await sending.campaigns.audience(who, [{ firstName: 'Zoë' }, { firstName: 'Bob' }])
  const asked = { audienceList: ids, language: 'de', sentence: SAID } as const
  const { letters } = await sending.app.as(who).call(reviewCampaignApi.letters, asked)
  expect(letters).toMatchObject([{ language: 'de', count: 2, contactId: ids[0], fullName: expect.stringContaining('Zoë') }])
  expect(await sending.campaigns.invitations(who)).toEqual([])
  expect(await sending.app.asOwner('select 1 as one from link_token where user_id = $1', [who.uniqueId])).toEqual([])
  await sending.campaigns.campaign(who, ids, { language: 'de', sentence: SAID })
  const [invitation] = await sending.campaigns.invitations(who)
  await sending.app.work('review.invitation', sending.campaigns.letterPayload(invitation!))
  const { text } = sending.sink.received[0]!
  expect(withoutTokens(htmlOf(decodeQuotedPrintable(text)))).toBe(withoutTokens(letters[0]!.html))
  const subject = headerLines(text).find((line) => line.startsWith('Subject:'))!
  expect(
    decodeURIComponent(
      subject
        .slice(9)
        .replaceAll(/=\?UTF-8\?Q\?|\?=\s?/g, '')
        .replaceAll('_', ' ')
        .replaceAll('=', '%'),
    ),
  ).toBe(letters[0]!.subject)
})

test('the preview also shows the letter of one contact, and the reminders', async () => {
  const who = await sending.campaigns.owner()
  const ids = await sending.campaigns.audience(who, [{ firstName: 'Zoë' }, { firstName: 'Bob' }])
  const shown = async (more: object) => {
    const { letters } = await sending.app.as(who).call(reviewCampaignApi.letters, { audienceList: ids, ...more })
    return letters[0]!
  }
  expect((await shown({ contactId: ids[1] })).text).toContain('Hello Bob')
  expect((await shown({ kind: 'REMINDER' })).subject).toMatch(/^A reminder/)
  expect((await shown({ kind: 'REMINDER' })).text).not.toContain('no other reminder')
  expect((await shown({ kind: 'LAST_REMINDER' })).text).toContain('no other reminder')
})

test('letters to contacts of others can not be previewed', async () => {
  const [who, other] = [await sending.campaigns.owner(), await sending.campaigns.owner()]
  const [mine, theirs] = [await sending.campaigns.audience(who, 1), await sending.campaigns.audience(other, 1)]
  const letters = (more: object) => sending.app.as(who).call(reviewCampaignApi.letters, { audienceList: mine, ...more })
  await expect(letters({ audienceList: theirs })).rejects.toMatchObject({ status: 404 })
  await expect(letters({ contactId: theirs[0] })).rejects.toMatchObject({ status: 404 })
  const free = await sending.app.someone('ROLE_FREE')
  await expect(sending.app.as(free).call(reviewCampaignApi.letters, { audienceList: mine })).rejects.toMatchObject({
    status: 403,
  })
})
