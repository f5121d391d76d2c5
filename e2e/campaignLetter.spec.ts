import { expect, type Page } from '@playwright/test'
import { newCompany } from './kit/api.ts'
import { expectAccessible, takeScreenshots } from './kit/looks.ts'
import { test } from './kit/test.ts'
import { newPerson, signInNewUser } from './kit/users.ts'

/** Opens the campaign dialog of a member whose audience is ready to be asked. */
const openCampaignDialog = async (page: Page, contacts: readonly object[]) => {
  const { user, call } = await signInNewUser(page, 'ROLE_BASIC')
  const { uniqueId: companyId } = await newCompany(call)
  const audiences: string[] = []
  for (const more of contacts) {
    const { lastName, emailAddress: email } = newPerson()
    const fields = { firstName: 'Ada', lastName, email, title: 'Head of Export', contactRole: 'INFLUENCER', companyId, ...more }
    audiences.push((await call<{ uniqueId: string }>('POST', '/api/contact/', fields)).uniqueId)
  }
  await call('POST', '/api/admin/updateBrandName/', { uniqueId: user.uniqueId, userCompanyName: 'Bergwald Pumpen' })
  await call('POST', '/api/review/setting', { reviewType: 'Manufacturers', audiences })
  await page.goto('/user/audience/list')
  await page.getByRole('checkbox', { name: 'Select all on all pages' }).click()
  await page.getByRole('button', { name: `Send Reviews (${contacts.length})` }).click()
  return { call, dialog: page.getByRole('dialog', { name: `Send Reviews (${contacts.length})` }) }
}

test('previews the whole email with the member’s own sentence, and shows an error at the field if it is invalid', async ({
  page,
}) => {
  const { call, dialog } = await openCampaignDialog(page, [{}])
  const field = dialog.getByLabel('Your sentence')
  await field.fill('More at evil.com')
  await dialog.getByRole('button', { name: 'Send Reviews' }).click()
  await expect(dialog.getByText('Your sentence cannot contain web or email addresses')).toBeVisible()
  await expect(field).toHaveValue('More at evil.com')
  await field.fill('It was a pleasure to build <3 your line in Graz.')
  await dialog.getByRole('button', { name: 'Show the email' }).click()
  const letter = dialog.frameLocator('iframe')
  await expect(letter.getByRole('heading')).toHaveText('How was it to work with Bergwald Pumpen?')
  await expect(letter.getByText('It was a pleasure to build <3 your line in Graz.')).toBeVisible()
  await expect(dialog.getByText(/^Subject: How was it to work with Bergwald Pumpen\?/)).toBeVisible()
  await expect(dialog.locator('iframe')).toHaveAttribute('sandbox', 'allow-same-origin')
  await letter.getByRole('link', { name: 'Give your review' }).click()
  await expect(letter.getByRole('heading')).toHaveText('How was it to work with Bergwald Pumpen?')
  expect(page.context().pages()).toHaveLength(1)
  await expectAccessible(page)
  await takeScreenshots(page, 'campaign-letter')
  await page.setViewportSize({ width: 390, height: 844 })
  await dialog.getByText('1 contact gets an email that asks for a review.').scrollIntoViewIfNeeded()
  await expect(dialog.getByRole('button', { name: 'Send Reviews' })).toBeInViewport({ ratio: 1 })
  await dialog.locator('iframe').scrollIntoViewIfNeeded()
  await expectAccessible(page)
  await takeScreenshots(page, 'campaign-letter-narrow')
  await dialog.getByLabel('Which email').selectOption('LAST_REMINDER')
  await expect(letter.getByText('You will get no other reminder.', { exact: false })).toBeVisible()
  await dialog.getByRole('button', { name: 'Send Reviews' }).click()
  await expect(dialog).toBeHidden()
  const [campaign] = await call<{ sentence: string }[]>('GET', '/api/reviewReminder/campaign?page=0')
  expect(campaign?.sentence).toBe('It was a pleasure to build <3 your line in Graz.')
})

test('previews the email in a contact’s own language, which the contact’s form shows and changes', async ({ page }) => {
  const { call, dialog } = await openCampaignDialog(page, [{ firstName: 'Bob' }, { firstName: 'Karl', language: 'de' }])
  await dialog.getByRole('button', { name: 'Show the email' }).click()
  const letter = dialog.frameLocator('iframe')
  await dialog.getByLabel('Language', { exact: true }).selectOption('de')
  await expect(letter.getByRole('heading')).toHaveText('Wie war die Zusammenarbeit mit Bergwald Pumpen?')
  await expect(dialog.getByText(/^As Karl .* gets it\.$/)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('row', { name: /Karl/ })).toContainText('Deutsch')
  await takeScreenshots(page, 'audience-languages')
  const [karl] = await call<{ uniqueId: string }[]>('GET', '/api/contact/?page=0&firstName=Karl')
  await page.goto(`/user/contact/edit/${karl!.uniqueId}`)
  await expect(page.getByRole('combobox', { name: 'Language' }).first()).toHaveValue('German')
  await page.getByRole('combobox', { name: 'Language' }).first().click()
  await page.getByRole('option', { name: 'Italian', exact: true }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(async () => (await call<{ language: string }[]>('GET', '/api/contact/?page=0&firstName=Karl'))[0]?.language)
    .toBe('it')
})
