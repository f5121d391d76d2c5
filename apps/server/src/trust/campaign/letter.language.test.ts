import { contactApi } from '@tradewind/contract/crm/contact.contract'
import { reviewCampaignApi, reviewReminderApi } from '@tradewind/contract/trust/reviewCampaign.contract'
import { reviewAudienceApi } from '@tradewind/contract/trust/reviewSetting.contract'
import { filled } from '@tradewind/workbook/testing/companies'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { crmCalls } from '../../../test/crm/crm.ts'
import { daysAgo } from '../../../test/review/invited.ts'
import { decodeQuotedPrintable, openSendingApp } from '../../../test/review/sending.ts'
import { contactWorkbook } from '../../../test/workbook.ts'

let sending: Awaited<ReturnType<typeof openSendingApp>>
beforeAll(async () => {
  sending = await openSendingApp()
})
afterAll(() => sending.close())
beforeEach(() => {
  sending.sink.received.length = 0
})

const mailed = () =>
  sending.sink.received.map(({ text }) => /<html lang=3D"(\w+)"|<html lang="(\w+)"/.exec(text)?.slice(1).find(Boolean))

test('contacts with a language get letters in it, all others in the campaign’s, as in the preview', async () => {
  const who = await sending.campaigns.owner()
  const ids = await sending.campaigns.audience(who, [{ language: 'it' }, {}, { language: 'fr' }, { language: 'it' }])
  const invited = { audienceList: ids, language: 'de' } as const
  const { letters } = await sending.app.as(who).call(reviewCampaignApi.letters, invited)
  expect(letters.map(({ language, count, contactId }) => [language, count, contactId])).toEqual([
    ['it', 2, ids[0]],
    ['de', 1, ids[1]],
    ['fr', 1, ids[2]],
  ])
  for (const { language, html } of letters) {
    expect(html).toContain(`<html lang="${language}">`)
    for (const page of ['review', 'unsubscribe']) expect(html).toContain(`/${page}/preview?lang=${language}`)
  }
  await sending.campaigns.campaign(who, ids, { language: 'de' })
  const rows = await sending.campaigns.invitations(who)
  expect(rows.map(({ language }) => language)).toEqual(['it', 'de', 'fr', 'it'])
  for (const row of rows) await sending.app.work('review.invitation', sending.campaigns.letterPayload(row))
  expect(mailed()).toEqual(['it', 'de', 'fr', 'it'])
  const [first] = sending.sink.received
  for (const page of ['review', 'unsubscribe'])
    expect(decodeQuotedPrintable(first!.text)).toMatch(new RegExp(`https://crm.example/${page}/[^?]+\\?lang=it`))
})

test('a reminder is in the contact’s language at that time', async () => {
  const invited = await sending.campaigns.invited()
  await sending.work(invited)
  await sending.stands(invited, { sentAt: daysAgo(8) })
  const { who, invitation } = invited
  await sending.app.as(who).call(contactApi.update, { uniqueId: invitation.contactId, language: 'es' })
  await sending.app.as(who).call(reviewReminderApi.remind, { campaignId: invitation.campaignId })
  await sending.app.work('review.invitation', sending.campaigns.letterPayload(await sending.now(invited)))
  expect(mailed()).toEqual(['en', 'es'])
  expect(await sending.now(invited)).toMatchObject({ language: 'es', state: 'SENT' })
})

test('a contact’s language is optional, one of ours, stored, and shown in the audience', async () => {
  const who = await sending.campaigns.owner()
  const [id] = await sending.campaigns.audience(who, 1)
  const as = sending.app.as(who)
  expect(await as.call(contactApi.get, { uniqueId: id! })).toMatchObject({ language: null })
  await expect(as.call(contactApi.update, { uniqueId: id!, language: 'nl' as 'de' })).rejects.toMatchObject({
    status: 422,
    data: { language: 'Choose a language' },
  })
  expect(await as.call(contactApi.update, { uniqueId: id!, language: 'de' })).toMatchObject({ language: 'de' })
  expect(await as.call(reviewAudienceApi.list, { page: 0 })).toMatchObject([{ uniqueId: id, language: 'de' }])
  expect(await as.call(contactApi.update, { uniqueId: id!, language: null })).toMatchObject({ language: null })
})

test('workbooks import languages by name, and those without the column are imported as before', async () => {
  const who = await sending.campaigns.owner()
  const { legalName } = await crmCalls(sending.app, who).company()
  const header = ['First Name', 'Last Name', 'Title', 'Contact Role', 'Company', 'Email', 'Number', 'Language']
  const person = (name: string, language: string) => [
    'Ann',
    name,
    'Buyer',
    'INFLUENCER',
    legalName,
    `${name}@a.example`,
    '',
    language,
  ]
  const cells = [header, person('One', 'Deutsch'), person('Two', 'French'), person('Three', '')]
  const file = new File([await buffer(filled(cells, 'Contacts'))], 'contacts.xlsx')
  await sending.app.as(who).call(contactApi.massUpload, { file })
  await sending.app.as(who).call(contactApi.massUpload, { file: await contactWorkbook([person('Four', '').slice(0, 7)]) })
  const found = await sending.app.as(who).call(contactApi.list, { sort: 'dateCreated' })
  const byName = Object.fromEntries(found.map(({ lastName, language }) => [lastName, language]))
  expect(byName).toEqual({ One: 'de', Two: 'fr', Three: null, Four: null })
})
