import { expect, type Locator, type Page } from '@playwright/test'
import { admin, signInWithCalls } from './kit/api.ts'
import { test } from './kit/test.ts'

/** Asserts that an element has the system's colour for what is chosen: in forced colours no colour of the app is shown. */
const expectHighlighted = async (page: Page, element: Locator) => {
  const highlight = await page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.background = 'Highlight'
    const { backgroundColor } = getComputedStyle(probe)
    probe.remove()
    return backgroundColor
  })
  await expect(element).toHaveCSS('background-color', highlight)
}

test.beforeEach(async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await signInWithCalls(page, admin)
})

test('with forced colours the calendar shows its view, its kinds of entries, and today', async ({ page }) => {
  await page.goto('/crm/calendar')
  const label = (name: string) => page.locator('label').filter({ hasText: new RegExp(`^${name}$`) })
  await expectHighlighted(page, label('Meetings'))
  await expectHighlighted(page, label('Month'))
  await expectHighlighted(page, page.locator('[aria-current="date"]'))
})

test('with forced colours the highlighted entry shows in fields, in menus and in ⌘K, which has a border', async ({ page }) => {
  await page.goto('/crm/contact/create')
  await page.getByRole('combobox', { name: 'Company' }).fill('a')
  await expectHighlighted(page, page.getByRole('option').and(page.locator('[data-combobox-selected]')))
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: /^Welcome/ }).press('Enter')
  await page.getByRole('menuitem').first().focus()
  await expectHighlighted(page, page.getByRole('menuitem').first())
  await page.keyboard.press('Escape')

  await page.keyboard.press('Control+k')
  await expectHighlighted(page, page.getByRole('dialog').getByRole('option').and(page.locator('[data-selected]')))
  await expect(page.locator('.mantine-Spotlight-content')).toHaveCSS('border-top-width', '1px')
})

test('with forced colours a switch shows, and whether it is on', async ({ page }) => {
  await page.goto('/crm/tenantSetting/list')
  const track = page.locator('input:checked + .mantine-Switch-track').first()
  await expectHighlighted(page, track)
  await expect(track).toHaveCSS('border-top-width', '1px')
})
