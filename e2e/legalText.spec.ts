import { expect, type Page } from '@playwright/test'
import { newMark } from './kit/api.ts'
import { expectAccessible, takeScreenshots } from './kit/looks.ts'
import { inNewTenant } from './kit/tenants.ts'
import { test } from './kit/test.ts'
import { newPerson, signInNewUser } from './kit/users.ts'

const textKinds = ['Privacy policy', 'Terms', 'Imprint', 'Contact']

/** Writes a text in the editor and publishes it, starting from the list. */
const publishText = async (page: Page, kind: string, words: string) => {
  await page.goto('/admin/legalText/list')
  await page.getByRole('region', { name: kind }).getByRole('link', { name: 'English' }).click()
  await expect(page.getByRole('heading', { level: 1, name: `${kind} (English)` })).toBeVisible()
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  const editor = page.locator('[contenteditable="true"]')
  await editor.fill(words)
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('Draft', { exact: true }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('The text is published.')).toBeVisible()
}

test('a tenant admin publishes legal texts, visitors read them, and forms ask for consent', async ({ page, browser }) => {
  test.slow()
  const { tenant, theirs } = await inNewTenant(page, browser)
  const mark = newMark()
  await publishText(theirs, 'Privacy policy', `What we keep ${mark}`)
  await expectAccessible(theirs)
  await takeScreenshots(theirs, 'legal text')
  const visitor = await (await browser.newContext({ baseURL: tenant.origin })).newPage()
  await visitor.goto('/pricing')
  await visitor.getByRole('navigation', { name: 'Footer' }).getByRole('link', { name: 'Privacy policy' }).click()
  await expect(visitor.getByRole('heading', { level: 1, name: 'Privacy policy' })).toBeVisible()
  await expect(visitor.getByText(`What we keep ${mark}`)).toBeVisible()
  await expectAccessible(visitor)
  await visitor.goto('/privacy?lang=de')
  await expect(visitor.getByRole('note')).toContainText('auf Englisch')
  await visitor.goto('/pricing')
  await visitor.getByRole('button', { name: 'Subscribe Basic' }).filter({ visible: true }).click()
  const form = visitor.getByRole('dialog')
  await form.getByLabel('Name').fill('Greta Olsen')
  await form.getByLabel('Country').selectOption('Norway')
  await form.getByLabel('Email').fill(newPerson().emailAddress)
  await form.getByRole('button', { name: 'Send' }).click()
  await expect(form.getByText('Please agree to the privacy policy')).toBeVisible()
  await expect(form.getByRole('checkbox')).toBeFocused()
  await expectAccessible(visitor)
  await form.getByRole('checkbox').check()
  await form.getByRole('button', { name: 'Send' }).click()
  await expect(visitor.getByText('Thank you. We will be in touch shortly.')).toBeVisible()
})

test('keeps an unsaved legal text after a reload, and tells the admin which texts are missing', async ({ page }) => {
  await signInNewUser(page, 'ROLE_TENANT_ADMIN')
  await page.goto('/admin/legalText/list')
  for (const kind of textKinds) await expect(page.getByRole('region', { name: kind })).toBeVisible()
  await expect(page.getByText(/Visitors do not find these yet: .*Imprint/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('region', { name: 'Imprint' }).getByRole('link', { name: 'Italiano' }).click()
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  const editor = page.locator('[contenteditable="true"]')
  await editor.fill('Half a text')
  await expect(editor).toHaveText('Half a text')
  await page.reload()
  await expect(page.locator('[contenteditable="true"]')).toHaveText('Half a text')
})
