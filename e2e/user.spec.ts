import { expect, type Page } from '@playwright/test'
import { admin, signInWithCalls } from './kit/api.ts'
import { expectAccessible, takeScreenshots } from './kit/looks.ts'
import { linkMailedTo } from './kit/mailbox.ts'
import { navigateTo } from './kit/navigate.ts'
import { inNewTenant } from './kit/tenants.ts'
import { failCalls, test } from './kit/test.ts'
import { newPerson, newUser, password, signInNewUser, superAdmin } from './kit/users.ts'

const chooseOption = async (page: Page, label: string, ...options: string[]) => {
  const box = page.getByRole('combobox', { name: label })
  for (const option of options) {
    await box.click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }
  await page.keyboard.press('Tab')
}

const listOf = (emailAddress: string) => `/crm/list?where=${encodeURIComponent(`emailAddress:is:${emailAddress}`)}`
const openMenu = (page: Page, fullName: string) => page.getByRole('button', { name: `Actions for ${fullName}` }).click()

test('a level 3 user is created, invited by email, chooses a password and signs in', async ({ page }) => {
  test.slow()
  await signInWithCalls(page, admin)
  const before = new Date()
  const { firstName, lastName, emailAddress } = newPerson()
  await page.goto('/crm/list')
  await page.getByRole('main').getByRole('link', { name: 'Create user' }).click()
  await page.getByLabel('First Name').fill(firstName)
  await page.getByLabel('Last Name').fill(lastName)
  await page.getByLabel('Email Address').fill(emailAddress)
  await expect(page.getByRole('combobox', { name: 'Allowed Countries' })).toHaveCount(0)
  await chooseOption(page, 'Role', 'Level 3')
  await page.getByRole('button', { name: 'Save' }).click()
  const summary = page.getByRole('alert').filter({ hasText: 'This was not saved' })
  await expect(summary).toBeFocused()
  await expect(summary.getByRole('link', { name: 'Allowed Countries' })).toBeVisible()
  await chooseOption(page, 'Allowed Countries', 'Germany', 'Italy')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(/\/crm\/list$/)
  await expect(page.getByText('An email with a link to choose a password is on its way.')).toBeVisible()
  await page.goto(listOf(emailAddress))
  await expect(page.getByRole('row', { name: lastName })).toContainText('Invited')

  await page.goto(await linkMailedTo(page, emailAddress, '/resetPassword/', before))
  await page.getByLabel('New password').fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await expect(page.getByRole('heading', { level: 1, name: 'Choose your password' })).toBeVisible()
  await takeScreenshots(page, 'choose-password')
  await page.getByRole('button', { name: 'Choose password' }).click()
  await expect(page.getByRole('alert')).toContainText('Your password is set and you are signed in.')
  await expect(page).toHaveURL(/\/crm\/dashboard$/)
  await navigateTo(page, '/crm/company/list')
  await expect(page.getByRole('heading', { level: 1, name: 'Companies' })).toBeVisible()
})

test('edits a user, and shows the changes in the history', async ({ page }) => {
  const call = await signInWithCalls(page, admin)
  const { uniqueId, emailAddress } = await newUser(call, 'ROLE_LEVEL3')
  await page.goto(`/crm/edit/${uniqueId}`)
  await page.getByLabel('Middle Name').fill('Sophie')
  await chooseOption(page, 'Role', 'Level 2')
  await expect(page.getByRole('combobox', { name: 'Allowed Countries' })).toHaveCount(0)
  await chooseOption(page, 'Company Country', 'Norway')
  await page.getByLabel('Is a Partner').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The user was saved.')).toBeVisible()
  await page.goto(listOf(emailAddress))
  await page.getByRole('row', { name: emailAddress }).getByRole('link').first().click()
  await expect(page.getByText('Role: Level 3 → Level 2')).toBeVisible()
  await expect(page.getByText('Is a Partner: No → Yes')).toBeVisible()
  await expect(page.getByText('Company Country: – → Norway')).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: 'Sophie' })).toBeVisible()
})

test('uploads a logo beside the form, and rejects a file that isn’t a picture', async ({ page }) => {
  const call = await signInWithCalls(page, admin)
  const { uniqueId } = await newUser(call, 'ROLE_LEVEL1')
  await page.goto(`/crm/edit/${uniqueId}`)
  const file = page.locator('input[type=file]')
  await file.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(page.getByText('Upload Unuccessful')).toBeVisible()
  await expect(page.getByText('Brand Logo not uploaded successfully!')).toBeVisible()
  await expect(page.getByText('Choose a PNG, JPEG, WebP or GIF picture')).toBeVisible()
  const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 200, height: 100 } })
  await file.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: picture })
  await expect(page.getByRole('img', { name: 'Brand Logo' })).toHaveAttribute('src', /^blob:/)
  await page.getByLabel('Middle Name').fill('Sophie')
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(page.getByText('Brand Logo uploaded successfully!')).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The user was saved.')).toBeVisible()
  await navigateTo(page, `/crm/show/${uniqueId}`)
  await expect(page.getByRole('img', { name: 'Brand Logo' })).toHaveAttribute('src', /^\/api\/document\//)
})

test('the form of a user shows an error if the own account fails to load, and Try again loads it', async ({ page }) => {
  const call = await signInWithCalls(page, admin)
  const { uniqueId } = await newUser(call, 'ROLE_LEVEL1')
  for (const address of ['/crm/create', `/crm/edit/${uniqueId}`]) {
    const account = await failCalls(page, '**/api/auth/account')
    await page.goto(address)
    await expect(page.getByRole('alert').filter({ hasText: 'Something broke' })).toBeVisible()
    account.mend()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByLabel('Email Address')).toBeVisible()
  }
})

test('deletes a user permanently after a confirmation', async ({ page }) => {
  const call = await signInWithCalls(page, admin)
  const { fullName, emailAddress } = await newUser(call, 'ROLE_LEVEL1')
  await page.goto(listOf(emailAddress))
  await openMenu(page, fullName)
  await expect(page.getByRole('menuitem')).toHaveText(['Details', 'Edit', 'Send invitation again', 'Close account', 'Delete'])
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: 'Are you sure?' })
  await expect(question).toContainText("You won't be able to revert this!")
  await question.getByRole('button', { name: 'Cancel' }).click()
  await openMenu(page, fullName)
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await question.getByRole('button', { name: 'Yes, delete it!' }).click()
  await expect(page.getByText('Deleted Successfully!')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: fullName })).toHaveCount(0)
})

test('closes and reopens an account, and sends an invitation again', async ({ page }) => {
  const call = await signInWithCalls(page, admin)
  const { fullName, emailAddress } = await newUser(call, 'ROLE_ADMIN')
  await page.goto(listOf(emailAddress))
  const before = new Date()
  await openMenu(page, fullName)
  await page.getByRole('menuitem', { name: 'Send invitation again' }).click()
  await expect(page.getByText('A new email with a link to choose a password is on its way.')).toBeVisible()
  expect(await linkMailedTo(page, emailAddress, '/resetPassword/', before)).toContain('/resetPassword/')
  await openMenu(page, fullName)
  await page.getByRole('menuitem', { name: 'Close account' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close account' }).click()
  await expect(page.getByRole('row', { name: emailAddress })).toContainText('Closed')
  await openMenu(page, fullName)
  await page.getByRole('menuitem', { name: 'Reopen account' }).click()
  await expect(page.getByRole('row', { name: emailAddress })).not.toContainText('Closed')
})

test('the role picker offers the roles that the user may assign, and plans in the main account', async ({ page }) => {
  test.slow()
  const levels = ['Level 3', 'Level 2', 'Level 1']
  const plans = ['Business', 'Pro', 'Advance', 'Basic', 'Starter', 'Free']
  for (const [who, offered] of [
    [superAdmin, ['Super Admin', 'Tenant Admin', 'Admin', ...levels, ...plans]],
    [admin, ['Admin', ...levels, ...plans]],
  ] as const) {
    await signInWithCalls(page, who)
    await page.goto('/crm/create')
    await page.getByRole('combobox', { name: 'Role' }).click()
    await expect(page.getByRole('listbox').getByRole('option')).toHaveText(offered)
    await expect(page.getByLabel('Is a Partner')).toBeVisible()
    await navigateTo(page, '/crm/list')
    await expect(page.getByRole('columnheader', { name: 'Main Account' })).toBeVisible()
  }
  await signInWithCalls(page, 'admin@tradewind.test')
  await page.goto(listOf('pro@tradewind.test'))
  await expect(page.getByRole('table', { name: 'Users' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Create user' })).toHaveCount(0)
  await openMenu(page, 'Paolo Marchetti')
  await expect(page.getByRole('menuitem')).toHaveText(['Details'])
})

test('outside the main account the role picker offers staff roles only, and nobody can be a partner', async ({
  page,
  browser,
}) => {
  test.slow()
  const { theirs } = await inNewTenant(page, browser)
  await theirs.goto('/crm/create')
  await theirs.getByRole('combobox', { name: 'Role' }).click()
  await expect(theirs.getByRole('listbox').getByRole('option')).toHaveText(['Admin', 'Level 3', 'Level 2', 'Level 1'])
  await expect(theirs.getByLabel('Is a Partner')).toHaveCount(0)
  await navigateTo(theirs, '/crm/list')
  await expect(theirs.getByRole('columnheader', { name: 'Email Address' })).toBeVisible()
  await expect(theirs.getByRole('columnheader', { name: 'Main Account' })).toHaveCount(0)
  await theirs.context().close()
})

test('filters users by role, with fifteen per page', async ({ page }) => {
  const call = await signInWithCalls(page, admin)
  for (let count = 0; count < 16; count++) await newUser(call, 'ROLE_LEVEL2')
  await page.goto('/crm/list')
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('group', { name: 'Filter by' }).getByRole('button', { name: 'Role' }).click()
  await page.getByLabel('Value').and(page.locator('input')).fill('Level 2')
  await page.getByRole('option', { name: 'Level 2' }).click()
  await page.getByRole('button', { name: 'Apply', exact: true }).click()
  await expect(page).toHaveURL(/where=adminRole%3Ais%3AROLE_LEVEL2/)
  await expect(page.getByRole('table', { name: 'Users' }).locator('tbody').getByRole('row')).toHaveCount(15)
  await expect(page.getByRole('cell', { name: 'Level 3' })).toHaveCount(0)
  // An address of the former filter.
  await page.goto('/crm/list?roleName=ROLE_LEVEL2&page=2')
  await expect(page.getByRole('button', { name: 'Filter: Role is Level 2', exact: true })).toBeVisible()
  await expect(page.getByRole('cell', { name: '16', exact: true })).toBeVisible()
})

test('a member’s Users entry opens their own profile, in which they can change their name', async ({ page }) => {
  const { user } = await signInNewUser(page, 'ROLE_STARTER')
  await page.goto('/user/dashboard')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Users' }).click()
  await expect(page).toHaveURL(new RegExp(`/user/show/${user.uniqueId}$`))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(user.fullName)
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await expect(page.getByLabel('Email Address')).toHaveCount(0)
  await page.getByLabel('First Name').fill('Ottilie')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(new RegExp(`/user/show/${user.uniqueId}$`))
  await expect(page.getByRole('button', { name: 'Welcome, Ottilie' })).toBeVisible()
})

test('shows what a change of plan gains or loses, to the member who asks for it and the admin who makes it', async ({ page }) => {
  test.slow()
  const { user } = await signInNewUser(page, 'ROLE_BASIC')
  await page.goto('/pricing')
  const chart = page.getByRole('table')
  await expect(chart.getByText('Your plan')).toBeVisible()
  await chart.getByRole('button', { name: 'Subscribe Pro' }).click()
  const gained = page.getByRole('region', { name: 'Gained with this plan' })
  await expect(gained).toContainText('Written questions and answers a month: 5')
  await expectAccessible(page)
  await page.getByRole('combobox', { name: 'Plan' }).selectOption('Starter')
  await expect(gained).toHaveCount(0)
  await signInWithCalls(page, admin)
  await page.goto(`/crm/edit/${user.uniqueId}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(user.fullName)
  await chooseOption(page, 'Role', 'Advance')
  await expect(gained).toContainText('Propose topics and vote on them')
  await chooseOption(page, 'Role', 'Starter')
  const lost = page.getByRole('region', { name: 'Lost with this plan' })
  await expect(lost).toContainText('With own campaigns → To browse')
  await expectAccessible(page)
  await chooseOption(page, 'Role', 'Basic')
  await expect(lost).toHaveCount(0)
})

test('screens of users with the longest names are accessible', async ({ page }) => {
  test.setTimeout(180_000)
  const call = await signInWithCalls(page, superAdmin)
  const { uniqueId, emailAddress, lastName, fullName } = await newUser(call, 'ROLE_LEVEL3', {
    allowedCountries: ['Germany', 'Italy', 'Bosnia and Herzegovina'],
  })
  await page.goto(listOf(emailAddress))
  await expect(page.getByRole('link', { name: lastName })).toBeVisible()
  await takeScreenshots(page, 'user-list')
  await expectAccessible(page)
  await navigateTo(page, `/crm/show/${uniqueId}`)
  await expect(page.getByText('created it')).toBeVisible()
  await takeScreenshots(page, 'user-show')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Permission Configuration' }).click()
  await expect(page.getByRole('dialog').getByRole('checkbox').first()).toBeVisible()
  await takeScreenshots(page, 'user-permissions')
  await expectAccessible(page)
  await page.goto(`/crm/edit/${uniqueId}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(fullName)
  await takeScreenshots(page, 'user-edit')
  await expectAccessible(page)
  await navigateTo(page, '/crm/create')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await takeScreenshots(page, 'user-form')
  await expectAccessible(page)
})
