import { expect, type Page } from '@playwright/test'
import { type Caller, newCompany } from './kit/api.ts'
import { expectAccessible, takeScreenshots } from './kit/looks.ts'
import { mailsTo } from './kit/mailbox.ts'
import { test } from './kit/test.ts'
import { newPerson, signInNewUser } from './kit/users.ts'

interface NewContact {
  uniqueId: string
  firstName: string
  lastName: string
  email: string
}

const newContact = (call: Caller, companyId: string | undefined, firstName: string, more: object = {}) => {
  const { lastName, emailAddress: email } = newPerson()
  const fields = { firstName, lastName, email, title: 'Head of Export', contactRole: 'INFLUENCER', companyId, ...more }
  return call<NewContact>('POST', '/api/contact/', fields)
}

/** A member with contacts of these first names, whose survey is ready by default. */
const memberWith = async (page: Page, names: readonly string[], isReady = true) => {
  const { user, call } = await signInNewUser(page, 'ROLE_BASIC')
  const { uniqueId: companyId } = await newCompany(call)
  const made: NewContact[] = []
  for (const name of names) made.push(await newContact(call, companyId, name))
  if (isReady) {
    await call('POST', '/api/admin/updateBrandName/', { uniqueId: user.uniqueId, userCompanyName: 'Bergwald Pumpen' })
    await call('POST', '/api/review/setting', { reviewType: 'Manufacturers' })
  }
  return { call, companyId, made }
}

const addToAudience = (call: Caller, made: readonly NewContact[]) =>
  call('POST', '/api/review/setting', { audiences: made.map(({ uniqueId }) => uniqueId) })
const sendButton = (page: Page, count: number) => page.getByRole('button', { name: `Send Reviews (${count})` })
const checkboxOf = (page: Page, { firstName, lastName }: NewContact) =>
  page.getByRole('checkbox', { name: new RegExp(`^Select ${firstName} ${lastName}`) })

test('adds contacts to the audience, selects them on all pages and invites them, and names those left out', async ({ page }) => {
  const { call, companyId, made } = await memberWith(page, ['Ada', 'Bob'])
  const [ada, bob] = made as [NewContact, NewContact]
  const twin = await newContact(call, companyId, 'Bobby', { email: bob.email })
  await page.goto('/user/audience/list')
  await expect(page.getByText('Your audience is empty')).toBeVisible()
  await expectAccessible(page)
  await takeScreenshots(page, 'audience-empty')
  await page.getByRole('button', { name: 'Add to Audience' }).click()
  await expect(page.getByText('Please select at least one contact for the audience list!')).toBeVisible()

  const field = page.getByRole('combobox', { name: 'Add Contacts to Audience List' })
  for (const { lastName, firstName } of [ada, bob, twin]) {
    await field.fill(lastName)
    await page.getByRole('option', { name: `${firstName} ${lastName}` }).click()
  }
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Add to Audience' }).click()
  await expect(page.getByText('Added Audience')).toBeVisible()
  await expect(page.getByRole('cell', { name: 'No Data Present' })).toHaveCount(3)
  await field.fill(ada.lastName)
  await expect(page.getByText('Nothing matches')).toBeVisible()
  await field.fill('')
  await page.keyboard.press('Escape')

  await checkboxOf(page, ada).check()
  await page.getByLabel('Name', { exact: true }).fill('BO')
  await page.getByRole('button', { name: 'Apply Filter' }).click()
  await expect(page.getByRole('row')).toHaveCount(3)
  await page.getByRole('checkbox', { name: 'Select all on all pages' }).click()
  await sendButton(page, 3).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('3 contacts each get an email')
  await dialog.getByLabel('Language of the email and the survey').selectOption('Deutsch')
  await takeScreenshots(page, 'audience-send')
  await dialog.getByRole('button', { name: 'Send Reviews' }).click()
  const said = 'Your review Campaign has been created Successfully! Contacts will be notified shortly!'
  await expect(page.getByText(said)).toBeVisible()
  await expect(dialog).toContainText('2 contacts are invited. 1 was left out:')
  await expect(dialog.getByRole('listitem')).toHaveText(/^Bob.*: Another contact has the same address$/)
  await expect(dialog.getByRole('button', { name: 'Close', exact: true }).last()).toBeFocused()
  await takeScreenshots(page, 'audience-skipped')
  for (const { email } of [ada, bob]) await expect.poll(async () => (await mailsTo(page, email)).length).toBe(1)
})

test('a recently invited contact can’t be selected again, and is listed as unanswered', async ({ page }) => {
  const { call, made } = await memberWith(page, ['Cleo', 'Dan'])
  const [cleo, dan] = made as [NewContact, NewContact]
  await addToAudience(call, made)
  await call('POST', '/api/review/campaign', { audienceList: [cleo.uniqueId] })
  await page.goto('/user/audience/list')
  await expect(checkboxOf(page, cleo)).toBeDisabled()
  await expect(page.getByText('Asked less than 30 days ago')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select all on all pages' }).click()
  await expect(checkboxOf(page, dan)).toBeChecked()
  await expect(sendButton(page, 1)).toBeVisible()
  await expectAccessible(page)
  await takeScreenshots(page, 'audience-full')

  await expect.poll(async () => (await mailsTo(page, cleo.email)).length).toBe(1)
  await page.goto('/user/unanswered')
  await expect(page.getByRole('row').filter({ hasText: 'Cleo' })).toContainText('Head of Export')
  await expectAccessible(page)
  await takeScreenshots(page, 'unanswered')
  await expect(page.getByRole('button', { name: /^Actions for/ })).toHaveCount(0)
  await page.getByLabel('Surname').fill(dan.lastName)
  await page.getByRole('button', { name: 'Apply Filter' }).click()
  await expect(page.getByText('Nothing matches')).toBeVisible()
})

test('the dialog gives the reason for each contact when none can be invited', async ({ page }) => {
  const { call, made } = await memberWith(page, ['Emil'])
  const [emil] = made as [NewContact]
  await addToAudience(call, made)
  await page.goto('/user/audience/list')
  await checkboxOf(page, emil).check()
  const skipped = [{ contactId: emil.uniqueId, fullName: 'Emil', because: 'BOUNCED' }]
  await page.route('**/api/review/campaign', (route) => route.fulfill({ status: 422, json: { message: 'x', data: { skipped } } }))
  await sendButton(page, 1).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Send Reviews' }).click()
  await expect(dialog).toContainText('None of these contacts can be asked right now')
  await expect(dialog.getByRole('listitem')).toHaveText('Emil: The address does not accept email')
})

test('invites nobody without a survey type; a contact removed from the audience can be restored', async ({ page }) => {
  const { call, made } = await memberWith(page, ['Dora'], false)
  await page.goto('/user/unanswered')
  await expect(page.getByText('No answers are outstanding')).toBeVisible()
  await expectAccessible(page)
  await addToAudience(call, made)
  await page.goto('/user/audience/list')
  await sendButton(page, 0).click()
  await expect(page.getByText('Please select at least one contact for the audience list!')).toBeVisible()
  await checkboxOf(page, made[0]!).check()
  await sendButton(page, 1).click()
  await expect(page.getByText('Please set your survey type in settings first!')).toBeVisible()
  await page.getByRole('button', { name: 'Remove Dora' }).click()
  await expect(page.getByText('Audience Updated')).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  await expect(sendButton(page, 0)).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Added Audience')).toBeVisible()
  await expect(checkboxOf(page, made[0]!)).toBeEnabled()
})
