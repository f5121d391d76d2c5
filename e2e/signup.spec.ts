import { expect } from '@playwright/test'
import { signInWithCalls } from './kit/api.ts'
import { expectAccessible, takeScreenshots } from './kit/looks.ts'
import { linkMailedTo } from './kit/mailbox.ts'
import { signOut } from './kit/sign-in.ts'
import { inNewTenant } from './kit/tenants.ts'
import { test } from './kit/test.ts'
import { newPerson, password } from './kit/users.ts'

test('a person invited to a file creates a free account, and finds the file there', async ({ page }) => {
  test.slow()
  const { firstName, lastName, emailAddress } = newPerson()
  const call = await signInWithCalls(page, 'business@tradewind.test')
  const folder = await call('POST', '/api/files/folder', { name: `Fair ${emailAddress.split('@')[0]}` })
  const before = new Date()
  await call('POST', '/api/files/share', { shareWith: [emailAddress], uniqueIds: [folder['uniqueId']] })
  await signOut(page)

  const link = await linkMailedTo(page, emailAddress, '/signup', before)
  const html = await (await page.request.get(link)).text()
  expect(html).toContain('Create Free Account')
  expect(html).not.toContain(emailAddress.split('@')[0]) // the page may be cached
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create Free Account')
  await expect(page.getByText('Someone shared files with this address.')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(emailAddress)
  await page.getByLabel('First Name').fill(firstName)
  await page.getByLabel('Last Name').fill(lastName)
  await page.getByRole('button', { name: 'Create Free Account' }).click()
  await expect(page.getByRole('alert')).toHaveText('Company Name is required!')
  await expect(page.getByLabel('Company Name')).toBeFocused()
  await takeScreenshots(page, 'signup')
  await expectAccessible(page)

  await page.reload()
  await expect(page.getByLabel('Last Name')).toHaveValue(lastName)
  await page.getByLabel('Company Name').fill('Elsewhere GmbH')
  await page.getByLabel('Email').fill('nowhere')
  await page.getByRole('button', { name: 'Create Free Account' }).click()
  await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('Email').fill(emailAddress)
  const created = new Date()
  await page.getByRole('button', { name: 'Create Free Account' }).click()
  await expect(page.getByRole('alert')).toContainText('Account Created Successfully')
  await expect(page.getByRole('alert')).toContainText('Please check your email for further instructions!')
  await expect(page).toHaveURL(({ pathname }) => pathname === '/')

  await page.goto(await linkMailedTo(page, emailAddress, '/resetPassword/', created))
  await page.getByLabel('New password').fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByRole('button', { name: 'Choose password' }).click()
  await expect(page.getByRole('alert')).toContainText('Your password is set and you are signed in.')
  await expect(page).toHaveURL(/\/user\/drive\/shared$/)
  await page.goto(`/user/drive/shared/${folder['ownerId']}`)
  await expect(page.getByRole('main').getByText(folder['name']!)).toBeVisible()
})

test('sign-in offers a free account, unless the tenant has turned sign-up off', async ({ page, browser }) => {
  test.slow()
  await page.goto('/auth/login')
  await page.getByRole('main').getByRole('link', { name: 'Create Free Account' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create Free Account')
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
  await expect(page).toHaveURL(/\/auth\/login$/)

  const { tenant, theirs, admin } = await inNewTenant(page, browser)
  await admin.call('PATCH', '/api/tenantSetting/', { key: 'ALLOW_SIGN_UP', value: false })
  await theirs.evaluate(() => localStorage.clear())
  await theirs.goto('/signup')
  await expect(theirs.getByText(`${tenant.fullName} creates accounts for its users`)).toBeVisible()
  await expect(theirs.getByRole('textbox')).toHaveCount(0)
  await expectAccessible(theirs)
  await theirs.goto('/auth/login')
  await expect(theirs.getByRole('button', { name: 'Login' })).toBeEnabled()
  await expect(theirs.getByRole('main').getByRole('link', { name: 'Create Free Account' })).toHaveCount(0)
  await theirs.context().close()
})
