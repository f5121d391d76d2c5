import { expect, test } from '@playwright/test'
import { expectAccessible, shot } from './kit/looks.ts'
import { signIn } from './kit/sign-in.ts'

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

test('a demo account that signs in comes to its records', async ({ page }) => {
  await signIn(page, 'tenant-admin@tradewind.test')
  await page.goto('/crm/company/list')
  await expect(page.getByRole('heading', { level: 1, name: 'Companies' })).toBeVisible()
  await expect(page.getByRole('row')).not.toHaveCount(0)
})
