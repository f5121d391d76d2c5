import { expect, type Page } from '@playwright/test'
import { signInWithCalls, waitForChange } from './kit/api.ts'
import { expectAccessible, takeScreenshots } from './kit/looks.ts'
import { linkMailedTo } from './kit/mailbox.ts'
import { signIn } from './kit/sign-in.ts'
import { failCalls, test } from './kit/test.ts'
import { newPerson, password, signInNewUser } from './kit/users.ts'

const openUserMenu = (page: Page) => page.getByRole('button', { name: 'Welcome,' }).click()
const preferences = (page: Page, name = 'Language, time zone and appearance') => page.getByRole('region', { name })

/** Another browser, without stored choices. */
const inOtherBrowser = async (page: Page, emailAddress: string, look: (page: Page) => Promise<void>) => {
  const context = await page.context().browser()!.newContext()
  const other = await context.newPage()
  await signIn(other, emailAddress, { password })
  await look(other)
  await context.close()
}

test('a new language applies immediately, and in another browser after sign-in', async ({ page }) => {
  test.slow()
  const { user } = await signInNewUser(page, 'ROLE_LEVEL1')
  await page.goto('/crm/settings')
  const saved = waitForChange(page)
  await preferences(page).getByLabel('Language').selectOption('de')
  await expect(page.getByRole('button', { name: 'Willkommen,' })).toBeVisible()
  await saved
  await inOtherBrowser(page, user.emailAddress, async (other) => {
    await other.goto('/crm/dashboard')
    await expect(other.getByRole('button', { name: 'Willkommen,' })).toBeVisible()
  })
  await page.reload()
  await expect(page.getByRole('button', { name: 'Willkommen,' })).toBeVisible()
})

test('a choice that can’t be saved is reverted with an error; a new time zone changes the displayed times, and is sent to the server', async ({
  page,
}) => {
  await signInNewUser(page, 'ROLE_LEVEL1')
  const saving = await failCalls(page, '**/api/auth/account', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  )
  await page.goto('/crm/settings')
  await preferences(page).getByText('Dark', { exact: true }).click()
  await expect(page.getByText('cannot be reached right now').first()).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light')
  await expect(preferences(page).getByRole('radio', { name: 'Same as the system' })).toBeChecked()
  saving.mend()
  const since = page.getByRole('region', { name: 'Where you are signed in' }).getByRole('time').first()
  const shown = async () => (await since.textContent()) ?? ''
  const at = (await since.getAttribute('datetime')) ?? ''
  const hourIn = (timeZone: string) =>
    new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' }).format(new Date(at))
  for (const [zone, name] of [
    ['Asia/Tokyo', 'Asia/Tokyo'],
    ['America/New_York', 'America/New York'],
  ] as const) {
    const saved = waitForChange(page)
    await page.getByRole('combobox', { name: 'Time zone' }).fill(name)
    await page.getByRole('option', { name, exact: true }).click()
    await expect.poll(shown).toContain(` ${hourIn(zone)}:`)
    await saved
  }
  const asked = page.waitForRequest('**/api/auth/sessions')
  await page.reload()
  expect((await asked).headers()['x-time-zone']).toBe('America/New_York')

  // By keyboard: a new time zone replaces the selected one.
  const zone = page.getByRole('combobox', { name: 'Time zone', exact: true })
  await zone.focus()
  await page.keyboard.type('lima')
  await expect(page.locator('[data-combobox-selected]:visible')).toHaveText('America/Lima')
  const saved = waitForChange(page)
  await page.keyboard.press('Enter')
  await saved
  await expect(zone).toHaveValue('America/Lima')
  await zone.click()
  const savedAgain = waitForChange(page)
  await page.keyboard.type('tokyo')
  await page.keyboard.press('Tab')
  await savedAgain
  await expect(zone).toHaveValue('Asia/Tokyo')
})

test('the colour scheme stays after a reload, applies in another browser, is reset by Logout, and returns after sign-in', async ({
  page,
}) => {
  test.slow()
  const { user } = await signInNewUser(page, 'ROLE_LEVEL1')
  await page.goto('/crm/dashboard')
  await openUserMenu(page)
  const saved = waitForChange(page)
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await saved
  await page.keyboard.press('Escape') // the menu stays open while the user chooses
  await expect(page.getByRole('menuitemradio', { name: 'Dark' })).toHaveCount(0)
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await inOtherBrowser(page, user.emailAddress, async (other) => {
    await other.goto('/crm/settings')
    await expect(other.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
    await expect(preferences(other).getByRole('radio', { name: 'Dark' })).toBeChecked()
  })
  await openUserMenu(page)
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light')
  await signInWithCalls(page, user.emailAddress, password)
  await page.goto('/crm/dashboard')
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
})

test('ends all other sessions together', async ({ page }) => {
  const { user } = await signInNewUser(page, 'ROLE_LEVEL1')
  await inOtherBrowser(page, user.emailAddress, async (other) => {
    await other.goto('/crm/dashboard')
    await page.goto('/crm/settings')
    await page.getByRole('button', { name: 'End all others' }).click()
    await expect(page.getByText('Every other session has ended.')).toBeVisible()
    await expect(page.getByText('This one')).toBeVisible()
    for (const name of [/^End the session/, 'End all others']) await expect(page.getByRole('button', { name })).toHaveCount(0)
    await expect(other.getByText('Your session has ended.')).toBeVisible()
    await other.goto('/crm/company/list')
    await expect(other).toHaveURL((url) => !url.pathname.startsWith('/crm'))
  })
  await page.goto('/crm/dashboard')
  await expect(page.getByRole('button', { name: 'Welcome,' })).toBeVisible()
})

test('a brand has a name, a country and a logo, which is previewed before and displayed right after the upload', async ({
  page,
}) => {
  await signInNewUser(page, 'ROLE_PRO')
  await page.goto('/user/settings')
  const brand = page.getByRole('region', { name: 'Brand' })
  await brand.getByLabel('Brand name').fill('Nordlicht Pumpen')
  await brand.getByRole('combobox', { name: 'Country' }).fill('norw')
  await page.keyboard.press('Enter')
  await brand.getByRole('button', { name: 'Save the brand' }).click()
  await expect(page.getByText('Brand Name updated successfully!')).toBeVisible()
  const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 300, height: 80 } })
  await brand.locator('input[type=file]').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: picture })
  await expect(brand.getByRole('img', { name: 'Brand Logo' })).toHaveAttribute('src', /^blob:/)
  await page.getByLabel('First Name').fill('Typed')
  await brand.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(page.getByText('Upload Successful')).toBeVisible()
  await expect(brand.getByRole('img', { name: 'Brand Logo' })).toHaveAttribute('src', /^\/api\/document\//)
  await expect(page.getByRole('banner').locator('img')).toHaveAttribute('src', /^\/api\/document\//)
  await expect(brand.getByLabel('Brand name')).toHaveValue('Nordlicht Pumpen')
  await expect(page.getByLabel('First Name')).toHaveValue('Typed')
  await page.reload()
  const country = brand.getByRole('combobox', { name: 'Country' })
  await expect(country).toHaveValue('Norway')
  await country.fill('')
  await page.keyboard.press('Tab')
  await brand.getByRole('button', { name: 'Save the brand' }).click()
  await expect(page.getByText('Brand Name updated successfully!')).toBeVisible()
  await page.reload()
  await expect(brand.getByLabel('Brand name')).toHaveValue('Nordlicht Pumpen')
  await expect(country).toHaveValue('')
})

test('the greeting shows a new name immediately; a free user corrects the company of the sign-up', async ({ page }) => {
  await signInNewUser(page, 'ROLE_FREE')
  await page.goto('/user/settings')
  await page.getByLabel('First Name').fill(' ')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByLabel('First Name')).toHaveAccessibleDescription('First name is required')
  await page.getByLabel('First Name').fill('Ottilie')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Welcome, Ottilie' })).toBeVisible()
  const company = page.getByRole('region', { name: 'Your company' })
  await company.getByLabel('Company name').fill('Nordlicht Pumpen')
  await company.getByRole('button', { name: 'Save the company' }).click()
  await expect(page.getByText('Brand Name updated successfully!')).toBeVisible()
  await page.reload()
  await expect(company.getByLabel('Company name')).toHaveValue('Nordlicht Pumpen')
  await expect(company.getByText('Upload Brand Logo')).toBeVisible()
  await takeScreenshots(page, 'settings-free')
})

test('a new email address takes effect when its link is confirmed, and the link works only once', async ({ page }) => {
  test.slow()
  const { user } = await signInNewUser(page, 'ROLE_LEVEL1')
  const { emailAddress } = newPerson()
  const before = new Date()
  await page.goto('/crm/settings')
  await page.getByRole('button', { name: 'Change the address' }).click()
  await expect(page.getByLabel('New email address')).toBeFocused()
  await page.getByLabel('New email address').fill(emailAddress)
  await page.getByLabel('Your password').fill('not this one')
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByLabel('Your password')).toHaveAccessibleDescription('This is not your current password')
  await page.getByLabel('Your password').fill(password)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText('We have sent an email with a link to the new address.')).toBeVisible()

  const link = await linkMailedTo(page, emailAddress, '/verify/', before)
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1, name: 'Confirm your address' })).toBeVisible()
  await signInWithCalls(page, user.emailAddress, password) // opening the link has changed nothing
  await page.goto(link)
  await page.getByRole('button', { name: 'Confirm the address' }).click()
  await expect(page.getByRole('alert')).toHaveText('Your address is confirmed. Sign in with it from now on.')
  await signInWithCalls(page, emailAddress, password)
  await page.goto(link)
  await page.getByRole('button', { name: 'Confirm the address' }).click()
  await expect(page.getByRole('alert')).toHaveText('This link is no longer valid. Please ask for a new one.')
  await expect(page.getByRole('button', { name: 'Confirm the address' })).toHaveCount(0)
  await takeScreenshots(page, 'verify-dead')
  await expectAccessible(page)
})

test('the link in the email reverts an unwanted change of address, sets a new password, and works only once', async ({
  page,
}) => {
  test.slow()
  const { user, call } = await signInNewUser(page, 'ROLE_LEVEL1')
  const { emailAddress } = newPerson()
  const before = new Date()
  await call('POST', '/api/auth/address', { emailAddress, currentPassword: password })
  const confirming = await linkMailedTo(page, emailAddress, '/verify/', before)
  const link = await linkMailedTo(page, user.emailAddress, '/undoAddress/', before)
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1, name: 'Keep your address' })).toBeVisible()
  await signInWithCalls(page, user.emailAddress, password) // opening the link has changed nothing
  await page.goto(link)
  await takeScreenshots(page, 'undo-address')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Keep this address' }).click()
  await page.getByLabel('New password').fill('a password of mine alone')
  await page.getByLabel('Confirm password').fill('a password of mine alone')
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await expect(page.getByText('Your password has been reset successfully!')).toBeVisible()
  await signInWithCalls(page, user.emailAddress, 'a password of mine alone')
  await page.goto(confirming)
  await page.getByRole('button', { name: 'Confirm the address' }).click()
  await expect(page.getByRole('alert')).toHaveText('This link is no longer valid. Please ask for a new one.')
  await page.goto(link)
  await page.getByRole('button', { name: 'Keep this address' }).click()
  await expect(page.getByRole('alert')).toHaveText('This link is no longer valid. Please ask for a new one.')
  await expect(page.getByRole('button', { name: 'Keep this address' })).toHaveCount(0)
})

test('the settings are accessible', async ({ page }) => {
  test.setTimeout(120_000)
  const { emailAddress } = (await signInNewUser(page, 'ROLE_BASIC')).user
  await page.goto('/user/settings')
  await page.getByRole('button', { name: 'Change the address' }).click()
  await page.getByLabel('New email address').fill('nonsense')
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(page.getByText(emailAddress).first()).toBeVisible()
  await takeScreenshots(page, 'settings-member')
  await expectAccessible(page)
  await page.goto('/verify/none')
  await expect(page.getByRole('button', { name: 'Confirm the address' })).toBeVisible()
  await takeScreenshots(page, 'verify')
  await expectAccessible(page)
})

test('an address opens its section of the settings, and the index leads to the others', async ({ page }) => {
  await signInWithCalls(page, 'pro@tradewind.test')
  await page.goto('/user/settings#badge')
  const topOf = async (name: string) => (await page.getByRole('region', { name }).boundingBox())!.y
  await expect(page.getByRole('region', { name: 'Badge' })).toBeFocused()
  await expect.poll(() => topOf('Badge')).toBeLessThan(110)
  const index = page.getByRole('navigation', { name: 'On this page' })
  await expect(index.getByRole('link', { name: 'Your own questions' })).toBeInViewport()
  await index.getByRole('link', { name: 'Your own questions' }).click()
  await expect(page).toHaveURL(/\/user\/settings#own-questions$/)
  await expect.poll(() => topOf('Your own questions')).toBeLessThan(110)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.mouse.move(200, 400)
  await page.mouse.wheel(0, -10_000)
  await expect(index).toBeInViewport()
  expect((await index.boundingBox())!.height).toBeLessThan(220)
  await expectAccessible(page)
})
