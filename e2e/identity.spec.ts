import { expect, type Page } from '@playwright/test'
import { signInWithCalls } from './kit/api.ts'
import { expectAccessible, takeScreenshots } from './kit/looks.ts'
import { linkMailedTo } from './kit/mailbox.ts'
import { runBeforeApp, signOut } from './kit/sign-in.ts'
import { test } from './kit/test.ts'
import { password as chosen, signInNewUser } from './kit/users.ts'

const password = 'Tradewind-demo-1'

const signInAs = async (page: Page, email: string, secret = password) => {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(secret)
  await page.getByRole('main').or(page.getByRole('dialog')).getByRole('button', { name: 'Login', exact: true }).click()
}

test('sign-in opens over the home page, closes by Escape, rejects a wrong password, and leads to the dashboard', async ({
  page,
}) => {
  await page.goto('/')
  const login = page.getByRole('link', { name: 'Login' }).first()
  await login.click()
  const dialog = page.getByRole('dialog', { name: 'Login' })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(login).toBeFocused()
  await login.click()
  await signInAs(page, 'admin@tradewind.test', 'not the password')
  await expect(dialog.getByRole('alert')).toHaveText('Username or password is incorrect.')
  await expect(dialog.getByLabel('Email')).toHaveValue('admin@tradewind.test')
  await dialog.getByRole('button', { name: 'Show characters' }).click()
  await expect(dialog.getByLabel('Password')).toHaveAttribute('type', 'text')
  await signInAs(page, 'admin@tradewind.test')
  await expect(page).toHaveURL(/\/crm\/dashboard$/)
  await expect(page.getByRole('heading', { level: 1, name: 'International Expansion' })).toBeVisible()
})

test('keeps input that is typed before the scripts have loaded', async ({ page }) => {
  const { promise: coming, resolve: come } = Promise.withResolvers<void>()
  await page.route('**/*.js', async (route) => {
    await coming
    await route.continue()
  })
  await page.goto('/auth/login', { waitUntil: 'commit' })
  await page.getByLabel('Email').fill('admin@tradewind.test')
  await expect(page.getByRole('main').getByRole('button', { name: 'Login', exact: true })).toBeDisabled()
  come()
  await page.getByLabel('Password').fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page).toHaveURL(/\/crm\/dashboard$/)
})

test('redirects to the requested page after sign-in, but not to another host', async ({ page }) => {
  await page.goto('/crm/company/list?country=Japan')
  await expect(page).toHaveURL(/\/auth\/login\?next=/)
  await signInAs(page, 'admin@tradewind.test')
  await expect(page).toHaveURL(/\/crm\/company\/list\?country=Japan$/)
  await page.goto('/auth/login?next=https://elsewhere.example/crm/')
  await expect(page).toHaveURL(/\/crm\/dashboard$/)
})

test('requests a password reset by email, and the message disappears by itself', async ({ page }) => {
  await page.goto('/auth/login')
  await page.getByRole('button', { name: 'Forgot Password?' }).click()
  const form = page.getByRole('form', { name: 'Forgot Password' })
  await form.getByLabel('Email').fill('nobody@elsewhere.example')
  await form.getByRole('button', { name: 'Reset' }).click()
  const said = page.getByText('An email has been sent to you, please check the instructions to reset your password!')
  await expect(said).toBeVisible()
  await expect(said).toHaveCount(0)
  await page.route('**/api/auth/forgot-password', (route) => route.abort())
  await form.getByRole('button', { name: 'Reset' }).click()
  await expect(page.getByText('Failed to send reset email. Please try again later.')).toBeVisible()
  await form.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByLabel('Email')).toHaveValue('nobody@elsewhere.example')
})

test('the emailed link sets a new password, which can be used to sign in', async ({ page }) => {
  test.slow()
  const [{ user }, fresh] = [await signInNewUser(page, 'ROLE_ADVANCE'), 'eleven quiet harbours']
  const { emailAddress: email } = user
  await signOut(page)
  const before = new Date()
  expect((await page.request.post('/api/auth/forgot-password', { data: { email } })).ok()).toBe(true)
  await page.goto(await linkMailedTo(page, email, '/resetPassword/', before))
  const reset = page.getByRole('button', { name: 'Reset Password' })
  await reset.click()
  await expect(page.getByRole('alert')).toHaveText('All fields are required!')
  await page.getByLabel('New password').fill(fresh)
  await page.getByLabel('Confirm password').fill('another')
  await reset.click()
  await expect(page.getByLabel('Confirm password')).toHaveAccessibleDescription('Passwords do not match')
  await page.getByLabel('Confirm password').fill(fresh)
  await reset.click()
  await expect(page.getByRole('alert')).toContainText('Password Reset')
  await expect(page.getByRole('alert')).toContainText('Your password has been reset successfully!')
  await expect(page).toHaveURL(/\/$/)
  await page.goto('/auth/login')
  await signInAs(page, email, fresh)
  await expect(page).toHaveURL(/\/user\/dashboard$/)
})

test('changing the password shows a confirmation, leads to sign-in, and the new password works', async ({ page }) => {
  test.slow()
  const [{ user }, fresh] = [await signInNewUser(page, 'ROLE_BUISNESS'), 'seven slow lighthouses']
  const { emailAddress: email } = user
  await page.goto('/user/settings')
  await page.getByLabel('Current password').fill('not this one')
  await page.getByLabel('New password').fill(fresh)
  await page.getByLabel('Confirm password').fill(fresh)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByLabel('Current password')).toHaveAccessibleDescription('This is not your current password')
  await page.getByLabel('Current password').fill(chosen)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByRole('dialog', { name: 'Password Changed!' })).toContainText(
    'Password successfully Changed. You will be redirected to login Screen! Please login again.',
  )
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
  await expect(page).toHaveURL(/\/auth\/login$/, { timeout: 10_000 })
  await signInAs(page, email, fresh)
  await expect(page).toHaveURL(/\/user\/dashboard$/)
})

test('an ended session leads to the home page, and unsaved input is restored after signing in again', async ({ page }) => {
  await signInWithCalls(page, 'pro@tradewind.test')
  await page.goto('/user/company/create')
  await page.getByLabel('Legal Name').fill('Half a company')
  // Immediately: another request meanwhile would discover the ended session first.
  await page.getByRole('button', { name: 'Save' }).evaluate((button: HTMLElement) => {
    localStorage.setItem('accessToken', 'ended')
    button.click()
  })
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByText('Your session has ended.')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
  await page.getByRole('link', { name: 'Login' }).first().click()
  await signInAs(page, 'pro@tradewind.test')
  await expect(page).toHaveURL(/\/user\/company\/create$/)
  await expect(page.getByLabel('Legal Name')).toHaveValue('Half a company')
  await expect(page.getByText('Your unsaved text was restored')).toBeVisible()
})

test('asks to sign in when the stored session has no tenant, or no roles or something else as roles', async ({ page }) => {
  for (const broken of [
    ['roleList', null],
    ['roleList', 'no list'],
    ['tenant', null],
  ] as const) {
    await signInWithCalls(page, 'pro@tradewind.test')
    await runBeforeApp(
      page,
      ([key, text]) => (text === null ? localStorage.removeItem(key) : localStorage.setItem(key, text)),
      broken,
    )
    await page.goto('/user/company/list')
    await expect(page, broken.join()).toHaveURL(/\/auth\/login/)
    await signInAs(page, 'pro@tradewind.test')
    await expect(page).toHaveURL(/\/user\/company\/list$/)
  }
})

test('ends another session from the settings', async ({ page, browser }) => {
  const { user } = await signInNewUser(page, 'ROLE_LEVEL2')
  const contexts = await Promise.all([browser.newContext(), browser.newContext()])
  for (const context of contexts) await signInWithCalls(await context.newPage(), user.emailAddress, chosen)
  await page.goto('/crm/settings')
  const others = page.getByRole('button', { name: /^End the session/ })
  await expect(others).toHaveCount(2)
  await others.first().click()
  await expect(page.getByText('That session has ended.')).toBeVisible()
  await expect(others).toHaveCount(1)
  for (const context of contexts) await context.close()
})

test('Logout clears the browser’s storage and ends the session on the server', async ({ page }) => {
  const call = await signInWithCalls(page, 'level1@tradewind.test')
  await page.goto('/crm/dashboard')
  await page.getByRole('button', { name: 'Welcome,' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/$/)
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
  await expect(call('GET', '/api/auth/account')).rejects.toThrow('401')
  await page.goto('/crm/company/list')
  await expect(page).toHaveURL(/\/auth\/login/)
})

test('signing out in one tab signs out the other tab', async ({ page, context }) => {
  await signInWithCalls(page, 'level1@tradewind.test')
  await page.goto('/crm/dashboard')
  const other = await context.newPage()
  await other.goto('/crm/dashboard')
  await other.getByRole('button', { name: 'Welcome,' }).click()
  await other.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/$/)
})

test('sign-in, password reset and settings are accessible', async ({ page }) => {
  test.slow()
  await page.goto('/auth/login')
  await takeScreenshots(page, 'login')
  await expectAccessible(page)
  await page.goto('/resetPassword/none')
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await takeScreenshots(page, 'reset-password')
  await expectAccessible(page)
  await page.goto('/')
  await page.getByRole('link', { name: 'Login' }).first().click()
  await expect(page.getByRole('dialog', { name: 'Login' })).toBeVisible()
  await takeScreenshots(page, 'sign-in')
  await signInWithCalls(page, 'admin@tradewind.test')
  await page.goto('/crm/settings')
  await expect(page.getByText('This one')).toBeVisible()
  await takeScreenshots(page, 'settings')
  await expectAccessible(page)
})

test('on a touch screen no field has letters so small that a phone zooms in', async ({ browser }) => {
  const phone = await (
    await browser.newContext({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })
  ).newPage()
  const smallest = async (path: string) => {
    await phone.goto(path)
    const field = phone.getByRole('main').locator('input:visible, select:visible')
    await field.first().waitFor()
    const sizes = await field.evaluateAll((all) => all.map((one) => Number.parseFloat(getComputedStyle(one).fontSize)))
    return Math.min(...sizes)
  }
  for (const path of ['/auth/login', '/resetPassword/none', '/signup']) expect(await smallest(path)).toBeGreaterThanOrEqual(16)
  await signInWithCalls(phone, 'free@tradewind.test')
  expect(await smallest('/user/settings')).toBeGreaterThanOrEqual(16)
  await phone.context().close()
})
