import { expect } from '@playwright/test'
import { asSuperAdmin, newTenant } from './kit/tenants.ts'
import { test } from './kit/test.ts'

test('the dashboard of the super admin counts every tenant anew', async ({ page }) => {
  test.slow()
  const { call } = await asSuperAdmin(page)
  const { uniqueId, fullName } = await newTenant(call)
  const countedAt = async () => {
    const tenant = await call<{ figures: { countedAt: string } | null }>('GET', `/api/tenant/${uniqueId}`)
    return tenant.figures?.countedAt ?? ''
  }
  await page.goto('/superAdmin/dashboard?sort=users') // the emptiest first
  const row = page.getByRole('row', { name: fullName })
  await expect(row).toBeVisible()
  const before = await countedAt() // by the clock, if at all
  await page.getByRole('button', { name: 'Count anew' }).click()
  await expect.poll(countedAt, { timeout: 60_000 }).not.toBe(before) // a job counts all of them
  await expect(page.getByText(/Counted at:/)).toBeVisible()
  await expect(row).toContainText('0')
})

test('a count that does not come on is given up, and says for how many', async ({ page }) => {
  await page.clock.install()
  await asSuperAdmin(page)
  await page.goto('/superAdmin/dashboard')
  await expect(page.getByText(/Counted at:/)).toBeVisible()
  const again = page.getByRole('button', { name: 'Count anew' })
  await page.route('**/api/tenant/count', (route) =>
    route.fulfill({ json: { responseStatus: 'SUCCESS', message: '', data: {} } }),
  )
  await page.route('**/api/tenant/', (route) => route.abort()) // no count by the clock is seen
  await again.click()
  await expect(page.getByText('Being counted …')).toBeVisible()
  await page.clock.fastForward(59_000)
  await expect(page.getByText('Being counted …')).toBeVisible()
  await page.clock.fastForward(2000)
  await expect(page.getByRole('alert').filter({ hasText: /\d tenants? could not be counted/ })).toBeVisible()
  await expect(again).toBeEnabled()
})
