import { expect, type Page } from '@playwright/test'
import { signInWithCalls } from './kit/api.ts'
import { expectAccessible, takeScreenshots } from './kit/looks.ts'
import { linkMailedTo } from './kit/mailbox.ts'
import { navigateTo } from './kit/navigate.ts'
import { workbookOf } from './kit/sheet/workbook.ts'
import { asSuperAdmin, inNewTenant, newTenant, newWord, originOf } from './kit/tenants.ts'
import { test } from './kit/test.ts'

const secret = 'eleven quiet harbours'

const rowOf = (name: string, country: string) => [name, country, 'https://nord.example', 'ASSOCIATION', '', '']

const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

const openMenu = async (page: Page, name: string, entry: string) => {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
}

const signInAt = async (page: Page, origin: string, email: string, password = secret) => {
  await page.goto(`${origin}/readyz`)
  await page.evaluate(() => localStorage.clear())
  await page.goto(`${origin}/auth/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click()
}

const listOf = (name: string) => `/superAdmin/tenant/list?q=${encodeURIComponent(name)}`

test('a tenant is created with its admin, who chooses a password and signs in at its host, even if that changes', async ({
  page,
  browser,
}) => {
  test.slow()
  await asSuperAdmin(page)
  const word = newWord()
  const [name, host, moved] = [`Kontor ${word}`, `${word}.localhost`, `neu-${word}.localhost`]

  await page.goto('/superAdmin/tenant/list')
  await page.getByRole('link', { name: 'Create Tenant' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Create Tenant' })).toBeVisible()
  await box(page, 'Name').fill(name)
  await box(page, 'Domain Name').fill('not a host')
  await page.getByLabel('First Name').fill('Hauke')
  await page.getByLabel('Last Name').fill('Brandt')
  await page.getByLabel('Email Address').fill(`hauke@${word}.test`)
  await box(page, 'Address').fill('Am Kai 1\n20457 Hamburg')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(box(page, 'Domain Name')).toHaveAccessibleDescription(/This is not a domain name/)
  await box(page, 'Domain Name').fill(host)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(/\/superAdmin\/tenant\/list$/)

  await page.goto(listOf(name))
  await page.getByRole('link', { name }).click()
  await expect(page.getByText('20457 Hamburg')).toBeVisible()
  await page.getByRole('link', { name: 'Create Tenant Admin' }).click()
  const admin = `tomke@${word}.test`
  const before = new Date()
  await page.getByLabel('First Name').fill('Tomke')
  await page.getByLabel('Last Name').fill('Harms')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByLabel('Email Address')).toHaveAccessibleDescription(/required/)
  await page.getByLabel('Email Address').fill(admin)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(/\/superAdmin\/tenant\/show\//)
  await expect(page.getByRole('link', { name: 'Tomke Harms' })).toBeVisible()

  const other = await browser.newContext()
  const theirs = await other.newPage()
  await theirs.goto(originOf(host) + (await linkMailedTo(page, admin, '/resetPassword/', before)))
  await theirs.getByLabel('New password').fill(secret)
  await theirs.getByLabel('Confirm password').fill(secret)
  await theirs.getByRole('button', { name: 'Choose password' }).click()
  await expect(theirs.getByText('Your password is set and you are signed in.')).toBeVisible()
  await expect(theirs).toHaveURL(/\/crm\/dashboard$/)
  await expect(theirs.getByRole('banner').or(theirs.getByRole('navigation')).getByText(name).first()).toBeVisible()

  await page.goto(listOf(name))
  await openMenu(page, name, 'Edit')
  await expect(page.getByRole('heading', { level: 1, name: `Edit ${name}` })).toBeVisible()
  await box(page, 'Domain Name').fill(moved)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(/\/superAdmin\/tenant\/list\?/)
  await signInAt(theirs, originOf(moved), admin)
  await expect(theirs).toHaveURL(/\/crm\/dashboard$/)
  await other.close()
})

test('a deleted tenant admits nobody, can be restored, and can’t be deleted permanently within a day', async ({
  page,
  browser,
}) => {
  test.slow()
  const { tenant, theirs, admin } = await inNewTenant(page, browser)
  const { fullName: name, origin } = tenant
  const { emailAddress, password } = admin
  await theirs.goto(`${origin}/crm/dashboard`)
  await expect(theirs.getByRole('heading', { level: 1 })).toBeVisible()

  await page.goto(listOf(name))
  await openMenu(page, name, 'Delete Permanently')
  const dialog = page.getByRole('dialog', { name: 'Delete Permanently' })
  const erase = async () => {
    await dialog.getByLabel('Name of the tenant').fill(name)
    await dialog.getByLabel('Your password').fill('Tradewind-demo-1')
    await dialog.getByRole('button', { name: 'Delete Permanently' }).click()
  }
  const tooSoon = 'A tenant can be deleted permanently 24 hours after it was deleted'
  await erase()
  await expect(dialog.getByRole('alert')).toHaveText(tooSoon)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: `Actions for ${name}` })).toBeFocused()

  await openMenu(page, name, 'Delete')
  await page.getByRole('button', { name: 'Yes, delete it!' }).click()
  await expect(page.getByRole('row', { name }).getByText('Deleted')).toBeVisible()
  await theirs.reload()
  await expect(theirs.getByText('There is no site at this address.')).toBeVisible()
  expect((await theirs.goto(origin))?.status()).toBe(404)
  const login = { headers: { 'x-tenant': tenant.uniqueId }, data: { username: emailAddress, password } }
  expect((await page.request.post('/api/auth/login', login)).status()).toBe(404)

  await openMenu(page, name, 'Delete Permanently')
  await erase()
  await expect(dialog.getByRole('alert')).toHaveText(tooSoon)
  await expectAccessible(page)
  await takeScreenshots(page, 'tenant-delete-permanently')
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await openMenu(page, name, 'Restore')
  await expect(page.getByRole('row', { name }).getByText('Active')).toBeVisible()
  await signInAt(theirs, origin, emailAddress, password)
  await expect(theirs).toHaveURL(/\/crm\/dashboard$/)
  await theirs.context().close()
})

test('imports the valid rows of a new tenant’s workbook, reports the others, and removes the upload from the list', async ({
  page,
}) => {
  test.slow()
  const { call } = await asSuperAdmin(page)
  const tenant = await newTenant(call)
  await page.goto(`/superAdmin/tenant/show/${tenant.uniqueId}`)
  const template = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download the template' }).click()
  expect((await template).suggestedFilename()).toMatch(/\.xlsx$/)

  const send = async (name: string, sheet: string, ...rows: string[][]) => {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: /workbook|Choose another/ }).click()
    await (await chooser).setFiles({ name, mimeType: 'application/octet-stream', buffer: workbookOf(sheet, rows) })
    await page.getByRole('button', { name: 'Upload', exact: true }).click()
  }
  await send('wrong.xlsx', 'Elsewhere', ['a'], ['b'])
  await expect(page.getByRole('alert')).toContainText("It has 'Elsewhere'.")
  const columns = ['Legal Name', 'Country', 'Website', 'Company Types', 'Address', 'Tax Ref Number']
  await send('start.xlsx', 'Companies', columns, rowOf('Alster & Söhne', 'Germany'), rowOf('Elbe AG', '<b>Atlantis</b>'))

  const upload = page.getByRole('region', { name: 'Bulk Upload List' }).getByRole('listitem')
  await expect(upload.getByText('Completed with errors')).toBeVisible()
  await upload.getByText('Parsing Response').click()
  await expect(upload.getByText('2 rows read, 1 created, 1 skipped.')).toBeVisible()
  await expect(upload.getByRole('row').nth(1)).toContainText(/3.*Country.*<b>Atlantis<\/b>/s)
  await expectAccessible(page)
  await takeScreenshots(page, 'tenant-show')
  await upload.getByRole('button', { name: 'Delete start.xlsx' }).click()
  await page.getByRole('button', { name: 'Yes, delete it!' }).click()
  await expect(page.getByText('No workbook has been uploaded for this tenant yet.')).toBeVisible()
})

test('an admin of another tenant is shown by a URL with only the admin’s id, and can be granted a permission there', async ({
  page,
}) => {
  test.slow()
  const { call, within } = await asSuperAdmin(page)
  const tenant = await newTenant(call)
  const { uniqueId } = await within(tenant)('POST', '/api/admin/', {
    firstName: 'Wiebke',
    lastName: 'Onken',
    emailAddress: `${newWord()}@reederei.test`,
    adminRole: 'ROLE_TENANT_ADMIN',
  })
  await page.goto(`/superadmin/tenant/admin/show/${uniqueId}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Wiebke Onken' })).toBeVisible()
  await expect(page.getByText('Info! No permission is assigned yet.')).toBeVisible()
  await page.getByRole('button', { name: /Permission/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox').first().check()
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Info! No permission is assigned yet.')).toHaveCount(0)
  await expectAccessible(page)
  await takeScreenshots(page, 'tenant-admin')
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: tenant.fullName }).click()
  await expect(page.getByRole('link', { name: 'Wiebke Onken' })).toHaveAttribute('href', new RegExp(`tenant=${tenant.uniqueId}$`))
})

test('screens of the super admin are accessible', async ({ page }) => {
  test.slow()
  await asSuperAdmin(page)
  for (const [name, path, heading] of [
    ['super-dashboard', '/superAdmin/dashboard', 'Super Admin Dashboard'],
    ['tenant-list', '/superAdmin/tenant/list', 'Tenants'],
    ['tenant-create', '/superAdmin/tenant/create', 'Create Tenant'],
  ] as const) {
    await navigateTo(page, path)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect(page.getByRole('table').or(box(page, 'Address')).first()).toBeVisible()
    await takeScreenshots(page, name)
    await expectAccessible(page)
  }
})

test('tenant admins can’t open the area of the super admin, with its unsent emails', async ({ page }) => {
  const call = await signInWithCalls(page, 'tenant-admin@tradewind.test')
  await expect(call('GET', '/api/letter/?page=0')).rejects.toThrow('403')
  await page.goto('/superAdmin/letter/list')
  await expect(page).toHaveURL(/\/status\/403/)
  await page.goto('/superAdmin/tenant/list')
  await expect(page).toHaveURL((url) => url.pathname === '/status/403')
  await expect(page.getByText('Only the operators of this site can open this page.')).toBeVisible()
})
