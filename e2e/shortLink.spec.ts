import { expect } from '@playwright/test'
import { expectAccessible, takeScreenshots } from './kit/looks.ts'
import { mailsTo } from './kit/mailbox.ts'
import { test } from './kit/test.ts'
import { newPerson, signInNewUser } from './kit/users.ts'

test('a member creates a short link with a QR code, and a customer answers the survey with it on a phone', async ({
  page,
  browser,
}) => {
  const { user, call } = await signInNewUser(page, 'ROLE_BASIC')
  await call('POST', '/api/admin/updateBrandName/', { uniqueId: user.uniqueId, userCompanyName: 'Bergwald Pumpen' })
  await call('POST', '/api/review/setting', { reviewType: 'Manufacturers' })
  await page.goto('/user/reviewLinks')
  await expect(page.getByText('No short links yet')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'New short link' }).click()
  const dialog = page.getByRole('dialog', { name: 'New short link' })
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog.getByText('Name is required')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Hannover fair')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hannover fair')
  const picture = page.getByRole('img', { name: /^QR code of / })
  const address = (await picture.getAttribute('aria-label'))!.replace('QR code of ', '')
  await expectAccessible(page)
  await takeScreenshots(page, 'short-link')
  for (const [button, ending] of [
    ['Download SVG', 'svg'],
    ['Download PNG', 'png'],
  ] as const) {
    const coming = page.waitForEvent('download')
    await page.getByRole('button', { name: button }).click()
    expect((await coming).suggestedFilename()).toMatch(new RegExp(`^survey-[a-z2-9]{8}\\.${ending}$`))
  }

  const customer = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
  await customer.goto(address)
  await expect(customer.getByRole('heading', { level: 1 })).toContainText('Bergwald Pumpen')
  await customer.getByRole('button', { name: 'Send me a code' }).click()
  await expect(customer.getByText('Email is required')).toBeVisible()
  const { firstName, lastName, emailAddress } = newPerson()
  await customer.getByLabel('First Name').fill(firstName)
  await customer.getByLabel('Last Name').fill(lastName)
  await customer.getByLabel('Email').fill(emailAddress)
  await expectAccessible(customer)
  await takeScreenshots(customer, 'short-link-address')
  await customer.getByRole('button', { name: 'Send me a code' }).click()
  const codeOf = async () => /is (\d{6})\./.exec((await mailsTo(page, emailAddress))[0]?.text ?? '')?.[1]
  await expect.poll(codeOf, { timeout: 15_000 }).toBeTruthy()
  await customer.getByLabel('Code').fill('12345')
  await customer.getByRole('button', { name: 'Open the survey' }).click()
  await expect(customer.getByText('The code has six digits')).toBeVisible()
  await takeScreenshots(customer, 'short-link-code')
  await expectAccessible(customer)
  await customer.getByLabel('Code').fill((await codeOf())!)
  await customer.getByRole('button', { name: 'Open the survey' }).click()
  const groups = customer.getByRole('radiogroup')
  await expect(groups.first()).toBeVisible()
  const language = customer.getByRole('banner').locator('summary', { hasText: 'Language' })
  await language.click()
  await expect(customer.getByRole('banner').getByRole('link', { name: 'Deutsch' })).toBeVisible()
  await language.click()
  for (const group of await groups.all()) await group.getByRole('radio', { name: '4 stars', exact: true }).check({ force: true })
  await customer.getByLabel('Remarks', { exact: true }).fill('Fast delivery')
  await customer.getByRole('button', { name: 'Send my review' }).click()
  await expect(customer.getByRole('heading', { name: 'Thank you for your review' })).toBeVisible()
  await customer.context().close()

  await page.reload()
  await expect(page.getByRole('group', { name: 'Answers' })).toContainText('1')
  await expect(page.getByRole('group', { name: 'Visits' })).toContainText('1')
  await page.goto('/user/trends')
  await expect(page.getByText('By link', { exact: true })).toBeVisible()
  await page.goto('/user/reviewLinks')
  await page.getByRole('link', { name: 'Hannover fair' }).click()
  await page.getByRole('switch', { name: 'Customers can answer by this link' }).click()
  await expect(page.getByRole('switch', { name: 'Customers can answer by this link' })).not.toBeChecked()
  expect((await page.request.get(address)).status()).toBe(404)
})
