import { expect, type Page } from '@playwright/test'
import { newCompany } from './kit/api.ts'
import { expectAccessible, takeScreenshots } from './kit/looks.ts'
import { linkMailedTo } from './kit/mailbox.ts'
import { test } from './kit/test.ts'
import { newPerson, signInNewUser } from './kit/users.ts'

/** A member with a campaign to one customer, which has just been sent. */
const createSentCampaign = async (page: Page) => {
  const { user, call } = await signInNewUser(page, 'ROLE_BASIC')
  const { uniqueId: companyId } = await newCompany(call)
  const { lastName, emailAddress: email } = newPerson()
  const fields = { firstName: 'Ada', lastName, email, title: 'Head of Export', contactRole: 'INFLUENCER', companyId }
  const { uniqueId } = await call('POST', '/api/contact/', fields)
  await call('POST', '/api/admin/updateBrandName/', { uniqueId: user.uniqueId, userCompanyName: 'Bergwald Pumpen' })
  await call('POST', '/api/review/setting', { reviewType: 'Manufacturers' })
  await call('POST', '/api/review/setting', { audiences: [uniqueId] })
  await call('POST', '/api/review/campaign', { audienceList: [uniqueId] })
  const found = () => call<{ invitationStatus: string }[]>('GET', '/api/review/?page=0')
  await expect.poll(async () => (await found())[0]?.invitationStatus).toBe('SENT')
  return { call, email, name: `Ada ${lastName}` }
}

test('a campaign shows who would be reminded, who not and why, and reminds manually or automatically', async ({ page }) => {
  const { name } = await createSentCampaign(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/user/campaigns')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Campaigns')
  await takeScreenshots(page, 'campaigns')
  await page.getByRole('main').getByRole('link', { name: /\d{4}/ }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Campaign of')
  await expect(page.getByText('Nobody is reminded unless you do so.')).toBeVisible()
  await expect(page.getByRole('link', { name })).toHaveAttribute('href', /\/user\/contact\/show\//)
  const remind = page.getByRole('button', { name: 'Remind (0)' })
  await expect(remind).toHaveAttribute('data-variant', 'default')
  await remind.click()
  const preview = page.getByRole('dialog', { name: 'Remind who has not answered' })
  await expect(preview).toContainText(`${name}: The last email went out less than a week ago`)
  await expectAccessible(page)
  await takeScreenshots(page, 'remind')
  await preview.getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('switch', { name: 'Automatically remind those who have not answered' }).click()
  await expect(page.getByText(/^Next, on .*: 1 customer is reminded\.$/)).toBeVisible()
  await expectAccessible(page)
  await takeScreenshots(page, 'campaign')
})

test('a star that is clicked in the email is preselected in the survey, and nothing is sent by that', async ({
  page,
  browser,
}) => {
  const after = new Date(Date.now() - 1000)
  const { call, email } = await createSentCampaign(page)
  const link = await linkMailedTo(page, email, '/review/', after)
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const customer = await context.newPage()
  await customer.goto(`${link}&stars=4`)
  const groups = customer.getByRole('radiogroup')
  await expect(groups.first().getByRole('radio', { name: '4 stars', exact: true })).toBeChecked()
  await expect(groups.nth(1).getByRole('radio', { checked: true })).toHaveCount(0)
  await customer.goto(`${link}&stars=99`)
  await expect(groups.first()).toBeVisible()
  const [invitation] = await call<{ invitationStatus: string }[]>('GET', '/api/review/?page=0')
  expect(invitation?.invitationStatus).toBe('SENT')
  await context.close()
})

test('a customer who has waited for a week is reminded after a preview; an ended campaign reminds nobody', async ({ page }) => {
  await createSentCampaign(page)
  await page.route('**/api/reviewReminder/campaign/*', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { data: object }
    await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, remindable: 1, skipped: [] } } })
  })
  let sent = 0
  await page.route('**/api/reviewReminder/', (route) => {
    sent++
    return route.fulfill({ status: 422, json: { message: 'Nobody of this campaign can be reminded right now' } })
  })
  await page.goto('/user/campaigns')
  await page.getByRole('main').getByRole('link', { name: /\d{4}/ }).first().click()
  await page.getByRole('button', { name: 'Remind (1)' }).click()
  const preview = page.getByRole('dialog', { name: 'Remind who has not answered' })
  await expect(preview).toContainText('1 customer gets an email that reminds of your survey.')
  await preview.getByRole('button', { name: 'Send reminders' }).click()
  await expect(page.getByText('Nobody of this campaign can be reminded right now')).toBeVisible()
  expect(sent).toBe(1)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'End campaign' }).click()
  await page.getByRole('dialog', { name: 'End this campaign?' }).getByRole('button', { name: 'End campaign' }).click()
  await expect(page.getByText('This campaign has ended. Nobody is reminded any more.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'End campaign' })).toHaveCount(0)
})
