import { expect } from '@playwright/test'
import { createHmac } from 'node:crypto'
import { newCompany } from './kit/api.ts'
import { bounceSecret } from './kit/app.ts'
import { expectAccessible, takeScreenshots } from './kit/looks.ts'
import { test } from './kit/test.ts'
import { newPerson, signInNewUser } from './kit/users.ts'

test('reports a bounced email in the notifications, on the campaign, in the invitations and on the contact’s page', async ({
  page,
}) => {
  const { user, call } = await signInNewUser(page, 'ROLE_BASIC')
  const { uniqueId: companyId } = await newCompany(call)
  const { lastName, emailAddress: email } = newPerson()
  const fields = { firstName: 'Ada', lastName, email, title: 'Head of Export', contactRole: 'INFLUENCER', companyId }
  const { uniqueId } = await call<{ uniqueId: string }>('POST', '/api/contact/', fields)
  await call('POST', '/api/admin/updateBrandName/', { uniqueId: user.uniqueId, userCompanyName: 'Bergwald Pumpen' })
  await call('POST', '/api/review/setting', { reviewType: 'Manufacturers', audiences: [uniqueId] })
  const campaign = await call<{ uniqueId: string }>('POST', '/api/review/campaign', { audienceList: [uniqueId] })
  const found = () => call<{ uniqueId: string; invitationStatus: string }[]>('GET', '/api/review/?page=0')
  await expect.poll(async () => (await found())[0]?.invitationStatus).toBe('SENT')
  const [invitation] = await found()
  const told = { messageId: `<${invitation!.uniqueId}.1@tradewind>`, recipient: email, status: '5.1.1' }
  const time = String(Math.floor(Date.now() / 1000))
  const signature = createHmac('sha256', bounceSecret)
    .update([time, told.messageId, told.recipient, told.status].join('\n'))
    .digest('hex')
  const headers = { 'x-bounce-time': time, 'x-bounce-signature': signature }
  expect((await page.request.post('/api/mail/bounce', { data: told, headers })).status()).toBe(200)

  await page.goto(`/user/campaign/show/${campaign.uniqueId}`)
  const card = page.getByRole('region', { name: 'Came back (1)' })
  await expect(card).toContainText(`Ada ${lastName}, ${email}`)
  await expectAccessible(page)
  await takeScreenshots(page, 'campaign-bounced')
  await page.setViewportSize({ width: 390, height: 844 })
  await card.scrollIntoViewIfNeeded()
  await takeScreenshots(page, 'campaign-bounced-narrow')
  await card.getByRole('link', { name: `Ada ${lastName}` }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(lastName)
  await expect(page.getByText('Email came back')).toBeVisible()
  await expectAccessible(page)
  await takeScreenshots(page, 'contact-bounced-narrow')
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/user/invitations')
  await expect(page.getByRole('row', { name: new RegExp(lastName) })).toContainText('Came back')
  const notices = await call<{ subject: string }[]>('GET', '/api/notificationQueue/list/PUSH_WEB?page=0')
  expect(notices.map(({ subject }) => subject)).toContain('One of your emails came back')
})
