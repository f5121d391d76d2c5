import { type Browser, expect, type Page } from '@playwright/test'
import { newName, signInWithCalls, waitForChange } from './kit/api.ts'
import { expectAccessible, takeScreenshots } from './kit/looks.ts'
import { mailsTo } from './kit/mailbox.ts'
import { navigateTo } from './kit/navigate.ts'
import { workbookOf } from './kit/sheet/workbook.ts'
import { inNewTenant, type NewTenant } from './kit/tenants.ts'
import { test } from './kit/test.ts'
import { newPerson } from './kit/users.ts'

const configurationPath = ({ uniqueId }: NewTenant) => `/superAdmin/tenant/configuration/${uniqueId}`
const settings = '/admin/tenantSetting/list'

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

const saveText = async (page: Page, name: string, value: string) => {
  await page.getByRole('textbox', { name, exact: true }).fill(value)
  await page.getByRole('button', { name: `Save ${name}` }).click()
}
const saveOption = async (page: Page, name: string, option: string) => {
  await page.getByRole('combobox', { name, exact: true }).fill(option)
  await page.getByRole('listbox', { name }).getByRole('option', { name: option }).click()
  await page.getByRole('button', { name: `Save ${name}` }).click()
}
const expectSaved = (page: Page, name: string) =>
  expect(rowOf(page, name).getByRole('button', { name: 'Reset to default' })).toBeVisible()

const isImageLoaded = (image: SVGElement | HTMLElement) => image instanceof HTMLImageElement && image.naturalWidth > 0

const columns = ['Legal Name', 'Country', 'Website', 'Company Types', 'Address', 'Tax Ref Number']
const companyRow = (name: string) => [name, 'Germany', 'https://nord.example', 'ASSOCIATION', '', '']

/** The home page of a tenant as a visitor sees it. */
const visitHomePage = async (browser: Browser, { origin }: NewTenant, look: (page: Page) => Promise<void>) => {
  const context = await browser.newContext({ locale: 'ja-JP' })
  const visitor = await context.newPage()
  await visitor.goto(origin)
  await look(visitor)
  await context.close()
}

test('visitors without a supported language get the default language, and the contact address is in the footer', async ({
  page,
  browser,
}) => {
  test.slow()
  const { tenant, theirs } = await inNewTenant(page, browser)
  await visitHomePage(browser, tenant, async (visitor) => {
    await expect(visitor.locator('html')).toHaveAttribute('lang', 'en')
    await expect(visitor.getByRole('contentinfo').getByRole('link', { name: '@' })).toHaveCount(0)
  })
  await theirs.goto(settings)
  await saveOption(theirs, 'Default language', 'Deutsch')
  await expectSaved(theirs, 'Default language')
  await saveText(theirs, 'Contact address', 'not an address')
  await expect(theirs.getByRole('textbox', { name: 'Contact address' })).toHaveAccessibleDescription(/address/)
  await saveText(theirs, 'Contact address', 'kontor@reederei.test')
  await expectSaved(theirs, 'Contact address')
  await visitHomePage(browser, tenant, async (visitor) => {
    await expect(visitor.locator('html')).toHaveAttribute('lang', 'de')
    const contact = visitor.getByRole('contentinfo').getByRole('link', { name: 'kontor@reederei.test' })
    await expect(contact).toHaveAttribute('href', 'mailto:kontor@reederei.test')
  })
  await rowOf(theirs, 'Contact address').getByRole('button', { name: 'Reset to default' }).click()
  await expect(theirs.getByRole('textbox', { name: 'Contact address' })).toHaveValue('')
})

test('users without a time zone of their own see dates in the time zone of the tenant', async ({ page, browser }) => {
  test.slow()
  const { theirs, admin } = await inNewTenant(page, browser)
  const { uniqueId, dateCreated } = await admin.call('POST', '/api/company/', {
    legalName: newName('Ost'),
    country: 'Japan',
    website: 'ost.example',
    companyTypeList: ['ASSOCIATION'],
  })
  const timeIn = (timeZone: string) =>
    new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(new Date(dateCreated!))
  await theirs.goto(settings)
  await saveOption(theirs, 'Time zone', 'Asia/Tokyo')
  await expectSaved(theirs, 'Time zone')
  await theirs.goto(`/crm/company/show/${uniqueId}?tab=history`)
  await expect(theirs.getByRole('region', { name: 'History' }).locator('time')).toContainText(timeIn('Asia/Tokyo'))
  await navigateTo(theirs, settings)
  const moved = waitForChange(theirs)
  await saveOption(theirs, 'Time zone', 'America/Lima')
  await expect(theirs.getByRole('combobox', { name: 'Time zone' })).toHaveValue('America/Lima')
  await moved
  await theirs.goto(`/crm/company/show/${uniqueId}?tab=history`)
  await expect(theirs.getByRole('region', { name: 'History' }).locator('time')).toContainText(timeIn('America/Lima'))
})

test('shows the tenant’s logo on its pages, until the logo is reset', async ({ page, browser }) => {
  test.slow()
  const { tenant, theirs } = await inNewTenant(page, browser)
  await theirs.goto('/')
  const picture = await theirs.screenshot({ clip: { x: 0, y: 0, width: 240, height: 80 } })
  await page.goto(configurationPath(tenant))
  const choosePicture = async (name: string, buffer: Buffer) => {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: /Choose (a|another) picture/ }).click()
    await (await chooser).setFiles({ name, mimeType: 'image/png', buffer })
  }
  await choosePicture('logo.png', Buffer.from('not a picture'))
  await expect(rowOf(page, 'Logo').getByRole('alert')).not.toBeEmpty()
  await choosePicture('logo.png', picture)
  await expect(page.getByRole('img', { name: 'Logo' })).toBeVisible()
  await expectAccessible(page)
  await takeScreenshots(page, 'tenant-configuration')
  await theirs.goto('/')
  const inHeader = theirs.getByRole('banner').getByRole('img', { name: tenant.fullName })
  await expect.poll(() => inHeader.first().evaluate(isImageLoaded)).toBe(true)
  await takeScreenshots(theirs, 'tenant-home-logo')
  await theirs.goto('/crm/dashboard')
  const beside = theirs.getByRole('link', { name: tenant.fullName }).getByRole('img')
  await expect.poll(() => beside.first().evaluate(isImageLoaded)).toBe(true)
  await rowOf(page, 'Logo').getByRole('button', { name: 'Reset to default' }).click()
  await expect(page.getByText('No picture yet')).toBeVisible()
  await theirs.goto('/')
  await expect(theirs.getByRole('banner').getByText(tenant.fullName).first()).toBeVisible()
})

test('rejects users beyond the tenant’s maximum, and workbooks beyond its maximum of rows', async ({ page, browser }) => {
  test.slow()
  const { tenant, theirs } = await inNewTenant(page, browser)
  await page.goto(configurationPath(tenant))
  await saveText(page, 'Users at most', '0')
  await expect(page.getByRole('textbox', { name: 'Users at most' })).toHaveAccessibleDescription(/1/)
  await saveText(page, 'Users at most', '1')
  await expectSaved(page, 'Users at most')
  await saveText(page, 'Maximum rows in an import', '1')
  await expectSaved(page, 'Maximum rows in an import')

  await page.goto(`/superAdmin/tenant/crm/create/${tenant.uniqueId}`)
  await page.getByLabel('First Name').fill('Zu')
  await page.getByLabel('Last Name').fill('Viel')
  await page.getByLabel('Email Address').fill('zu.viel@reederei.test')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert')).toContainText(/at most|1 user/)

  await theirs.goto('/crm/company/list?upload=new')
  const dialog = theirs.getByRole('dialog', { name: 'Mass Upload' })
  const send = async (...names: string[]) => {
    const chooser = theirs.waitForEvent('filechooser')
    await dialog
      .getByRole('button', { name: /workbook|Choose another/ })
      .first()
      .click()
    const buffer = workbookOf('Companies', [columns, ...names.map(companyRow)])
    await (await chooser).setFiles({ name: 'rows.xlsx', mimeType: 'application/octet-stream', buffer })
    await dialog.getByRole('button', { name: 'Check' }).click()
  }
  await send('One', 'Two')
  await expect(dialog.getByRole('alert')).toContainText('A workbook can have 1 row')
  await send('One')
  await expect(dialog.getByText('No errors')).toBeVisible()
})

test('a feature that the tenant has turned off is in no menu', async ({ page, browser }) => {
  const { tenant, theirs } = await inNewTenant(page, browser)
  const menu = theirs.getByRole('navigation', { name: 'Main' })
  await theirs.goto('/crm/dashboard')
  await expect(menu.getByRole('link', { name: 'My Drive' })).toBeVisible()
  await page.goto(configurationPath(tenant))
  await page.getByRole('switch', { name: 'Drive', exact: true }).press('Space')
  await expectSaved(page, 'Drive')
  await theirs.reload()
  await expect(menu.getByRole('link', { name: 'Dashboard' })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'My Drive' })).toHaveCount(0)
})

test('sends notifications by email only while the tenant has this turned on', async ({ page, browser }) => {
  test.slow()
  const { tenant, theirs, admin } = await inNewTenant(page, browser)
  const enquire = async (name: string) => {
    const fields = { services: ['MARKET_RESEARCH'], country: 'Japan', currentCountry: 'Germany', contactNumber: '+49 421 998877' }
    const data = { ...fields, name, email: newPerson().emailAddress, deliveryPeriod: 'WITHIN_3_MONTHS' }
    const answer = await page.request.post('/api/public/contactUs', { headers: { 'x-tenant': tenant.uniqueId }, data })
    expect(answer.ok(), `${answer.status()} ${await answer.text()}`).toBe(true)
  }
  await theirs.goto(settings)
  const toggle = theirs.getByRole('switch', { name: 'Notifications by email' })
  await toggle.press('Space')
  await expect(toggle).not.toBeChecked()
  await expectSaved(theirs, 'Notifications by email')
  await expect(toggle).toBeFocused()
  await enquire('Quentin Quiet')
  const wanted = waitForChange(theirs)
  await toggle.press('Space')
  await expect(toggle).toBeChecked()
  await wanted
  await enquire('Lara Loud')
  const subjects = async () => (await mailsTo(page, admin.emailAddress)).map(({ subject }) => subject)
  await expect.poll(subjects).toContainEqual(expect.stringContaining('Lara Loud'))
  expect((await subjects()).filter((subject) => subject.includes('Quentin Quiet'))).toEqual([])
})

test('an admin can read the settings, a tenant admin finds them in the menu, and they are accessible', async ({
  page,
  browser,
}) => {
  test.slow()
  const { theirs } = await inNewTenant(page, browser)
  await theirs.goto('/crm/dashboard')
  await theirs.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Tenant Setting' }).click()
  await expect(theirs).toHaveURL(/\/crm\/tenantSetting\/list$/)
  await expect(theirs.getByRole('row')).toHaveCount(17)
  await takeScreenshots(theirs, 'tenant-settings')
  await expectAccessible(theirs)
  await signInWithCalls(page, 'admin@tradewind.test')
  await page.goto('/admin/tenantSetting/list')
  await expect(page.getByRole('row')).toHaveCount(17)
  await expect(page.getByRole('button', { name: /^Save/ })).toHaveCount(0)
  await takeScreenshots(page, 'tenant-settings-read')
  await expectAccessible(page)
  await signInWithCalls(page, 'pro@tradewind.test')
  await page.goto('/user/tenantSetting/list')
  await expect(page).toHaveURL((url) => url.pathname === '/status/403')
})
