import { expect, test } from '@playwright/test'
import { expectAccessible, shot } from './kit/looks.ts'

test('the home page opens for a visitor, and is accessible', async ({ page }) => {
  const answer = await page.goto('/')
  expect(answer?.status()).toBe(200)
  await expect(page).toHaveTitle(/Tradewind/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await shot(page, 'home')
  await expectAccessible(page)
})

test('the home page stands in the HTML, before any script has run', async ({ request }) => {
  const html = await (await request.get('/')).text()
  expect(html).toMatch(/<h1[^>]*>[^<]/)
})
