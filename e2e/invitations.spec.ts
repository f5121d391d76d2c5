import { expect, type Page } from '@playwright/test'
import { newCompany } from './kit/api.ts'
import { openMenu } from './kit/keys.ts'
import { expectAccessible, takeScreenshots } from './kit/looks.ts'
import { linkMailedTo } from './kit/mailbox.ts'
import { test } from './kit/test.ts'
import { newPerson, signInNewUser } from './kit/users.ts'

/** A member who has invited a customer by a campaign. */
const inviteCustomer = async (page: Page) => {
  const after = new Date()
  const { user, call } = await signInNewUser(page, 'ROLE_BASIC')
  const { uniqueId: companyId } = await newCompany(call)
  const { lastName, emailAddress: email } = newPerson()
  const fields = { firstName: 'Ada', lastName, email, title: 'Head of Export', contactRole: 'INFLUENCER', companyId }
  const { uniqueId } = await call('POST', '/api/contact/', fields)
  await call('POST', '/api/admin/updateBrandName/', { uniqueId: user.uniqueId, userCompanyName: 'Bergwald Pumpen' })
  await call('POST', '/api/review/setting', { reviewType: 'Manufacturers' })
  await call('POST', '/api/review/setting', { audiences: [uniqueId] })
  await call('POST', '/api/review/campaign', { audienceList: [uniqueId] })
  return { after, call, email, name: `Ada ${lastName}` }
}

test('shows the status of each invitation, and which actions are possible', async ({ page }) => {
  const { after, email, name } = await inviteCustomer(page)
  await linkMailedTo(page, email, '/review/', after)
  await page.goto('/user/invitations')
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row.getByText('Sent', { exact: true })).toBeVisible()
  await openMenu(row.getByRole('button', { name: `Actions for ${name}` }))
  await expect(page.getByRole('menuitem', { name: 'Remind' })).toBeDisabled()
  await expect(page.getByRole('menuitem', { name: 'Remind' })).toContainText('A reminder can go out a week after the invitation')
  await expect(page.getByRole('menuitem', { name: 'Remind' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await takeScreenshots(page, 'invitations')
  await expectAccessible(page)
  await page.getByRole('combobox', { name: 'State' }).selectOption('Not sent')
  await page.getByRole('button', { name: 'Apply Filter' }).click()
  await expect(page).toHaveURL(/invitationStatus=FAILED/)
  await expect(page.getByRole('row')).toHaveCount(0)
})

test('sends a reminder after a confirmation that names the person', async ({ page }) => {
  const { name, after, email } = await inviteCustomer(page)
  await linkMailedTo(page, email, '/review/', after)
  await page.route('**/api/review/?*', async (route) => {
    const answer = await route.fetch()
    const rows = (await answer.json()) as object[]
    await route.fulfill({ response: answer, json: rows.map((row) => ({ ...row, resendable: true })) })
  })
  let sent = 0
  await page.route('**/api/review/resend/*', (route) => {
    sent++
    return route.fulfill({ status: 409, json: { message: 'It has been answered' } })
  })
  await page.goto('/user/invitations')
  for (const answer of ['Cancel', 'Remind']) {
    await page.getByRole('button', { name: `Actions for ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Remind' }).click()
    const question = page.getByRole('dialog', { name: `Remind ${name}?` })
    await expect(question).toContainText(email)
    await question.getByRole('button', { name: answer }).click()
    await expect(question).toHaveCount(0)
  }
  await expect(page.getByText('It has been answered')).toBeVisible()
  expect(sent).toBe(1)
})

test('an empty list says that nobody has been invited yet', async ({ page }) => {
  await signInNewUser(page, 'ROLE_BASIC')
  await page.goto('/user/invitations')
  await expect(page.getByText('Nobody has been invited yet')).toBeVisible()
  await expectAccessible(page)
})

test('one button on the page of an email’s unsubscribe link excludes the contact from further invitations', async ({
  page,
  browser,
}) => {
  const { after, call, email } = await inviteCustomer(page)
  const link = await linkMailedTo(page, email, '/unsubscribe/', after)
  const customer = await (await browser.newContext()).newPage()
  const response = await customer.goto(link)
  expect(response?.headers()['x-robots-tag'] ?? (await customer.locator('meta[name=robots]').getAttribute('content'))).toContain(
    'noindex',
  )
  await expect(customer.getByText('Bergwald Pumpen asked you for a review by email')).toBeVisible()
  await expectAccessible(customer)
  await takeScreenshots(customer, 'unsubscribe')
  const because = async () =>
    (await call<{ hotlistedBecause: string }[]>('GET', '/api/review/audience?page=0'))[0]?.hotlistedBecause
  expect(await because()).toBe('ASKED')
  await customer.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(customer.getByRole('heading', { name: 'You are unsubscribed' })).toBeFocused()
  await expectAccessible(customer)
  expect(await because()).toBe('UNSUBSCRIBED')
  await customer.reload()
  await expect(customer.getByRole('heading', { name: 'You are unsubscribed' })).toBeVisible()
  await customer.goto(`${link.split('?')[0]}x`)
  await expect(customer.getByRole('button', { name: 'Unsubscribe' })).toHaveCount(0)
  await customer.context().close()
})

test('the unsubscribe button works without JavaScript', async ({ page, browser }) => {
  const { after, call, email } = await inviteCustomer(page)
  const link = await linkMailedTo(page, email, '/unsubscribe/', after)
  const context = await browser.newContext({ javaScriptEnabled: false })
  const customer = await context.newPage()
  await customer.goto(link)
  await customer.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(customer.getByText('You will not get any more of these invitations.')).toBeVisible()
  const [contact] = await call<{ hotlistedBecause: string }[]>('GET', '/api/review/audience?page=0')
  expect(contact?.hotlistedBecause).toBe('UNSUBSCRIBED')
  await context.close()
})
