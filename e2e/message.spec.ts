import { expect, type Page } from '@playwright/test'
import { callsAs } from './kit/api.ts'
import { expectAccessible, takeScreenshots } from './kit/looks.ts'
import { signIn } from './kit/sign-in.ts'
import { originOf } from './kit/tenants.ts'
import { test } from './kit/test.ts'

// These tests change texts of Nordhaven's pages, so they run serially.
test.describe.configure({ mode: 'serial' })

const tenantAdmin = `"'><img src=x onerror="document.title='taken'"></title><script>document.title='taken'</script>`

let home = ''
test.beforeEach(() => {
  test.slow() // each changes texts on several screens
  home = originOf('nordhaven.localhost')
})

/** Signs in Nordhaven's tenant admin, and resets texts that a failed attempt has left changed. */
const signInToTenant = async (page: Page) => {
  const call = callsAs(page, await signIn(page, 'tenant-admin@nordhaven.test', { origin: home, reloaded: true }))
  for (const { uniqueId } of await call<{ uniqueId: string }[]>('GET', '/api/message/?isOverridden=true&page=0'))
    await call('DELETE', `/api/message/${uniqueId}`)
}

const listOf = (key: string, language: string) =>
  `${home}/admin/message/list?${new URLSearchParams({ language, where: `key:contains:${key}` })}`

/** Opens the form of the only text with this English wording. */
const openText = async (page: Page, key: string, language: string) => {
  await page.goto(listOf(key, language))
  await page.getByRole('button', { name: `Actions for ${key}`, exact: true }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Edit')
}

const saveText = async (page: Page, key: string, language: string, text: string) => {
  await openText(page, key, language)
  await page.getByLabel('Text').fill(text)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The text was saved.')).toBeVisible()
  await expect(page).toHaveURL(/message\/list/) // the next page would be loaded while the form still leads there
}

const resetText = async (page: Page, key: string, language: string) => {
  await page.goto(listOf(key, language))
  await page.getByRole('button', { name: `Actions for ${key}`, exact: true }).click()
  await page.getByRole('menuitem', { name: 'Reset' }).click()
  await expect(page.getByText('The original text is back.')).toBeVisible()
}

test('a button of the public pages shows the tenant’s text in its language, until it is reset', async ({ page, context }) => {
  await signInToTenant(page)
  const visitor = await context.browser()!.newPage()
  const german = async () => {
    await visitor.goto(`${home}/?lang=de`)
    return visitor.getByRole('banner')
  }
  await expect(await german()).toContainText('Anmelden')
  await saveText(page, 'Login', 'de', 'Hereinspaziert')
  await expect(page).toHaveURL(/list\?language=de/)
  await expect(await german()).toContainText('Hereinspaziert')
  await visitor.goto(`${home}/?lang=en`)
  await expect(visitor.getByRole('banner')).toContainText('Login')
  await resetText(page, 'Login', 'de')
  await expect(await german()).toContainText('Anmelden')
  await visitor.close()
})

test('an open page shows a changed text immediately, and Undo brings it back after a reset', async ({ page }) => {
  await signInToTenant(page)
  await saveText(page, 'Trash', 'en', 'Wastebasket')
  const menu = page.getByRole('navigation', { name: 'Main' })
  await expect(menu.getByRole('link', { name: 'Wastebasket' })).toBeVisible()
  await resetText(page, 'Trash', 'en')
  await expect(menu.getByRole('link', { name: 'Trash' })).toBeVisible()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(menu.getByRole('link', { name: 'Wastebasket' })).toBeVisible()
  await resetText(page, 'Trash', 'en')
})

test('finds a text by its English or translated wording, shows it with its history, and rejects one without its placeholders at the field', async ({
  page,
}) => {
  await signInToTenant(page)
  await page.goto(`${home}/admin/message/list`)
  await expect(page).toHaveURL(/language=en/)
  await expectAccessible(page)
  await takeScreenshots(page, 'message-list')
  await page.getByRole('link', { name: 'Change a text' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Change a text')
  await page.getByRole('combobox', { name: 'Language' }).first().selectOption('de')
  await page.getByRole('combobox', { name: 'English' }).fill('eintrag|{count} einträge')
  await page.getByRole('option', { name: '{count} record|{count} records', exact: true }).click()
  await page.getByLabel('Text').fill('{count} Satz|{count} Sätze')
  await expect(page.getByText('1.234 Sätze')).toBeVisible()
  await expectAccessible(page)
  await takeScreenshots(page, 'message-create')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The text was saved.')).toBeVisible()
  await expect(page).toHaveURL(/message\/list\?language=de/)
  await page.goto(listOf('{count} record|{count} records', 'de'))
  await page.getByRole('link', { name: '{count} record|{count} records', exact: true }).click()
  await expect(page.getByRole('region', { name: 'History' })).toContainText('{count} Satz|{count} Sätze')
  await expectAccessible(page)
  await takeScreenshots(page, 'message-show')
  await page.getByRole('button', { name: 'Reset' }).click()
  await expect(page.getByText('Not changed')).toBeVisible()

  await openText(page, 'Hello {name},', 'it')
  await page.getByLabel('Text').fill('Ciao,')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert')).toContainText('Keep {name} in the text')
  await expectAccessible(page)
  await takeScreenshots(page, 'message-refused')
  await page.getByLabel('Text').fill('Ciao ')
  await page.getByRole('button', { name: 'Insert {name}' }).click()
  await expect(page.getByLabel('Text')).toHaveValue('Ciao {name}')
  await expect(page.getByText('Ciao Acme')).toBeVisible()
})

test('markup in a text is shown as plain text in the page title and on buttons', async ({ page, context }) => {
  await signInToTenant(page)
  for (const key of ['International Expansion', 'Login']) await saveText(page, key, 'fr', tenantAdmin)
  const visitor = await context.browser()!.newPage()
  await visitor.goto(`${home}/?lang=fr`)
  await expect(visitor).toHaveTitle(`${tenantAdmin} · Nordhaven`)
  await expect(visitor.getByRole('banner')).toContainText(tenantAdmin)
  await expect(visitor.locator('img[src="x"]')).toHaveCount(0)
  await visitor.close()
  for (const key of ['International Expansion', 'Login']) await resetText(page, key, 'fr')
})
