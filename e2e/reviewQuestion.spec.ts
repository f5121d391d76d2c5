import { expect, type Page } from '@playwright/test'
import { setTimeout as delay } from 'node:timers/promises'
import { admin, signInWithCalls } from './kit/api.ts'
import { expectAccessible, takeScreenshots } from './kit/looks.ts'
import { inNewTenant } from './kit/tenants.ts'
import { test } from './kit/test.ts'

const list = '/crm/reviewQuestion/list'
const headlines = (page: Page) => page.getByRole('table', { name: 'Asked now' }).locator('[data-row-focus]')
const chooseType = async (page: Page, headline: string, action: string) => {
  await page.getByRole('button', { name: `Actions for ${headline}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('creates, translates, moves by keyboard, retires and reactivates a question', async ({ page, browser }) => {
  test.slow()
  const { theirs } = await inNewTenant(page, browser)
  await theirs.goto('/crm/dashboard')
  await theirs.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Review questions' }).click()
  await theirs.getByRole('tab', { name: 'Franchise brands' }).click()
  await expect(headlines(theirs)).toHaveText(['Brand', 'Training', 'Everyday support', 'Fair terms', 'Business success'])

  await theirs.getByRole('link', { name: 'New question' }).click()
  await expect(theirs.getByRole('combobox', { name: 'Survey Type' })).toHaveValue('FranchiseBrands')
  await theirs.getByRole('textbox', { name: 'Headline' }).fill('Site')
  await theirs.getByRole('textbox', { name: 'Question' }).fill('How good is the place that was found for you?')
  await theirs.getByRole('tab', { name: 'Deutsch' }).click()
  await theirs.getByRole('textbox', { name: 'Question' }).fill('Wie gut ist der Standort?')
  await theirs.getByRole('tab', { name: 'English' }).click()
  await theirs.getByRole('button', { name: 'Save' }).click()
  await expect(theirs.getByRole('alert')).toContainText('Headline (Deutsch): Headline is required')
  await expectAccessible(theirs)
  await takeScreenshots(theirs, 'reviewQuestion-refused')
  await theirs.getByRole('tab', { name: 'English' }).click()
  await theirs.getByRole('alert').getByRole('link', { name: 'Headline (Deutsch)' }).click()
  await expect(theirs.getByRole('textbox', { name: 'Headline' })).toBeFocused()
  await theirs.getByRole('textbox', { name: 'Headline' }).fill('Standort')
  await theirs.getByRole('button', { name: 'Save' }).click()
  await expect(headlines(theirs)).toHaveText(['Brand', 'Training', 'Everyday support', 'Fair terms', 'Business success', 'Site'])

  await theirs.getByRole('button', { name: 'Move Site up' }).focus()
  await theirs.keyboard.press('Enter')
  await expect(headlines(theirs).nth(4)).toHaveText('Site')
  // The moves are slower than the user: what is done after them waits for them.
  await theirs.route('**/api/reviewQuestion/**', async (route, request) => {
    if (request.method() === 'PATCH') await delay(400)
    await route.continue()
  })
  await theirs.keyboard.press('ArrowDown')
  await theirs.keyboard.press('ArrowUp')
  await theirs.keyboard.press('ArrowUp')
  await expect(headlines(theirs).nth(3)).toHaveText('Site')
  await expect(theirs.getByRole('button', { name: 'Move Site up' })).toBeFocused()
  await expect(theirs.getByText('Site is now at position 4')).toBeAttached()

  await chooseType(theirs, 'Brand', 'Retire')
  const retired = theirs.getByRole('region', { name: 'Retired' })
  await expect(retired.getByRole('link', { name: 'Brand' })).toBeVisible()
  await expect(headlines(theirs).first()).toBeFocused()
  await expectAccessible(theirs)
  await takeScreenshots(theirs, 'reviewQuestion-list')
  await theirs.reload()
  await chooseType(theirs, 'Brand', 'Ask again')
  await expect(headlines(theirs)).toHaveText(['Training', 'Everyday support', 'Site', 'Fair terms', 'Business success', 'Brand'])
  await expect(retired).toHaveCount(0)

  await theirs.getByRole('link', { name: 'Site' }).click()
  await expect(theirs.getByText('Wie gut ist der Standort?')).toBeVisible()
  await expectAccessible(theirs)
  await takeScreenshots(theirs, 'reviewQuestion-show')
  await theirs.context().close()
})

test('a survey type without questions says so, and a user who may not manage questions gets 403', async ({ page }) => {
  await signInWithCalls(page, admin)
  await page.route('**/api/reviewQuestion/?*', (route) => route.fulfill({ json: [], headers: { 'x-total-count': '0' } }))
  await page.goto(list)
  await expect(page.getByText('No questions yet')).toBeVisible()
  await expectAccessible(page)
  await takeScreenshots(page, 'reviewQuestion-empty')
  await signInWithCalls(page, 'admin@tradewind.test')
  await page.goto(list)
  await expect(page).toHaveURL(/status\/403/)
})
