import { expect, type Page } from '@playwright/test'
import { admin, companyListPath, newCompany, newMark, signInWithCalls } from './kit/api.ts'
import { failCalls, test } from './kit/test.ts'
import { signInNewUser } from './kit/users.ts'

const offlineNotice = 'You are offline. Nothing you typed is lost.'
const expectOpensWhenOnline = 'The page opens as soon as the connection is back.'

test('while offline, a click keeps the page and its input, and the link opens when the connection is back', async ({
  page,
  context,
}) => {
  const call = await signInWithCalls(page, admin)
  const { uniqueId } = await newCompany(call)
  await page.goto(`/crm/company/edit/${uniqueId}`)
  await page.getByLabel('Address').fill('Am Kai 1')
  await context.setOffline(true)
  await page.getByRole('navigation').getByRole('link', { name: 'Events', exact: true }).click()
  await expect(page.getByText(expectOpensWhenOnline)).toBeVisible()
  await expect(page.getByLabel('Address')).toHaveValue('Am Kai 1')
  await page.getByLabel('Tax Ref Number').fill('DE 7')
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: 'Events' })).toBeVisible()
  await expect(page.getByText(offlineNotice)).toHaveCount(0)
  await page.goto(`/crm/company/edit/${uniqueId}`)
  await expect(page.getByLabel('Address')).toHaveValue('Am Kai 1')
  await expect(page.getByLabel('Tax Ref Number')).toHaveValue('DE 7')
})

test('while offline, loaded screens still work, and missing data is loaded when the connection is back', async ({
  page,
  context,
}) => {
  const call = await signInWithCalls(page, admin)
  const [first, second] = [await newCompany(call), await newCompany(call)]
  await page.goto(`/crm/company/show/${first.uniqueId}`)
  await expect(page.getByRole('heading', { level: 1, name: first.legalName! })).toBeVisible()
  await page.goto(companyListPath(second.legalName!))
  await page.getByRole('link', { name: second.legalName! }).click()
  await expect(page.getByRole('heading', { level: 1, name: second.legalName! })).toBeVisible()
  await context.setOffline(true)
  await page.goBack()
  await expect(page.getByRole('link', { name: second.legalName! })).toBeVisible()
  await page.getByLabel('Company', { exact: true }).fill(first.legalName!)
  await page.getByRole('button', { name: 'Apply Filter' }).click()
  await expect(page.getByText(offlineNotice)).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('link', { name: first.legalName! })).toBeVisible()
})

test('while offline, an open message stays, and the list of shortcuts opens when the connection is back', async ({
  page,
  context,
}) => {
  const call = await signInWithCalls(page, admin)
  const { legalName } = await newCompany(call)
  await page.goto(companyListPath(legalName!))
  await page.getByRole('button', { name: `Actions for ${legalName!}` }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Yes, delete it!' }).click()
  const undo = page.getByRole('button', { name: 'Undo' })
  await undo.hover()
  await context.setOffline(true)
  await page.keyboard.press('?')
  await expect(page.getByText(offlineNotice)).toBeVisible()
  await expect(undo).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await expect(page.getByText(offlineNotice)).toHaveCount(0)
})

test('while offline, a visitor stays on the page, and the next one opens when the connection is back', async ({
  page,
  context,
}) => {
  await page.goto('/aboutUs')
  await context.setOffline(true)
  await page.getByRole('navigation').getByRole('link', { name: 'Pricing' }).first().click()
  await expect(page.getByText(expectOpensWhenOnline)).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: 'Unlock the Perfect Plan for Your Needs' })).toBeVisible()
})

test('while offline, an upload shows that it is waiting, and continues automatically', async ({ page, context }) => {
  const { call } = await signInNewUser(page, 'ROLE_ADMIN')
  const name = `waits ${newMark()}.bin`
  await page.goto('/crm/drive/my-drive')
  await expect(page.getByRole('button', { name: 'Upload', exact: true })).toBeVisible()
  await page.route('**/api/files/arriving/**', (route) => route.abort('internetdisconnected'))
  const firstAttempt = page.waitForRequest('**/api/files/arriving/**')
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.alloc(300_000, 7) })
  const panel = page.getByRole('region', { name: 'Uploads' })
  await expect(panel).toBeVisible()
  await firstAttempt
  await context.setOffline(true)
  await expect(panel.getByText('Offline, waiting').first()).toBeVisible()
  await page.unroute('**/api/files/arriving/**')
  await context.setOffline(false)
  // A retry that still finds no connection is followed by another one ten seconds later.
  await expect(panel.getByText('1 file uploaded').first()).toBeVisible({ timeout: 30_000 })
  expect(await call<{ name: string }[]>('GET', '/api/files/?page=0&size=10')).toMatchObject([{ name }])
})

test('an upload whose script cannot be loaded says so, and continues after a reload', async ({ page }) => {
  await signInNewUser(page, 'ROLE_ADMIN')
  await page.route('**/assets/*.js', async (route) => {
    const response = await route.fetch()
    const isSender = (await response.text()).includes('Tus-Resumable')
    await (isSender ? route.abort('internetdisconnected') : route.fulfill({ response }))
  })
  await page.goto('/crm/drive/my-drive')
  await expect(page.getByRole('button', { name: 'Upload', exact: true })).toBeVisible()
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: `waits ${newMark()}.bin`, mimeType: 'application/octet-stream', buffer: Buffer.alloc(300_000, 7) })
  const panel = page.getByRole('region', { name: 'Uploads' })
  await expect(panel.getByText('A part of this page could not be loaded. Reload the page to continue.')).toBeVisible()
  await page.unrouteAll({ behavior: 'wait' })
  await page.reload()
  await expect(panel.getByText('1 file uploaded').first()).toBeVisible()
})

const partIsMissing = 'A part of this page could not be loaded.'

/** Opens a new company, with what a page loads after it has mounted, and types its address. Nobody else has news for this user: their message would load its own script. */
const typeAddress = async (page: Page) => {
  await signInNewUser(page, 'ROLE_PRO')
  await page.goto('/user/company/create')
  await expect(page.getByRole('button', { name: /^Notifications/ })).toBeVisible()
  await page.getByLabel('Address').fill('Am Kai 1')
}

test('scripts of a part of the page that were lost once on the way are requested again, and nothing typed is lost', async ({
  page,
}) => {
  await typeAddress(page)
  const lost = new Set<string>()
  await page.route('**/assets/*.js', (route) => {
    const url = route.request().url()
    if (lost.has(url)) return route.continue()
    lost.add(url)
    return route.abort('internetdisconnected')
  })
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('dialog', { name: 'Search' })).toBeVisible()
  await expect(page.getByText(partIsMissing)).toHaveCount(0)
  expect(lost.size).toBeGreaterThan(1)
  await expect(page.getByLabel('Address')).toHaveValue('Am Kai 1')
})

test('Try again loads a part of the page whose scripts could not be requested before, and nothing typed is lost', async ({
  page,
}) => {
  await typeAddress(page)
  const scripts = await failCalls(page, '**/assets/*.js', (route) => route.abort('internetdisconnected'))
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByText(partIsMissing).last()).toBeVisible() // above those of other parts that the key has requested
  scripts.mend()
  await page.getByRole('button', { name: 'Try again' }).last().click()
  await expect(page.getByRole('dialog', { name: 'Search' })).toBeVisible()
  await expect(page.getByText(partIsMissing)).toHaveCount(0)
  await expect(page.getByLabel('Address')).toHaveValue('Am Kai 1')
})

test('after an update, where a part of the page is tried again whose scripts are gone, the page is reloaded and keeps what was typed', async ({
  page,
}) => {
  await typeAddress(page)
  const scripts = await failCalls(page, '**/assets/*.js', (route) => route.fulfill({ status: 404 }))
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).last().click()
  const reload = page.getByRole('alert').getByRole('button', { name: 'Reload' }).last()
  await expect(reload).toBeVisible()
  scripts.mend()
  await reload.click()
  await expect(page.getByText('Your unsaved text was restored')).toBeVisible()
  await expect(page.getByLabel('Address')).toHaveValue('Am Kai 1')
})
