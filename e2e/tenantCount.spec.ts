import { expect, type Locator } from '@playwright/test'
import type { Tenant } from '@tradewind/contract/platform/tenant.contract'
import { randomUUID } from 'node:crypto'
import { takeScreenshots } from './kit/looks.ts'
import { asSuperAdmin, newTenant } from './kit/tenants.ts'
import { failCalls, test } from './kit/test.ts'

test('the dashboard of the super admin counts every tenant again', async ({ page }) => {
  test.slow()
  const { call } = await asSuperAdmin(page)
  const { uniqueId, fullName } = await newTenant(call)
  const countedAt = async () => {
    const tenant = await call<{ figures: { countedAt: string } | null }>('GET', `/api/tenant/${uniqueId}`)
    return tenant.figures?.countedAt ?? ''
  }
  await page.goto('/superAdmin/dashboard?sort=users') // the smallest first
  const row = page.getByRole('row', { name: fullName })
  await expect(row).toBeVisible()
  const before = await countedAt() // from the scheduled count, if any
  await page.getByRole('button', { name: 'Count again' }).click()
  await expect.poll(countedAt, { timeout: 60_000 }).not.toBe(before) // a job counts all tenants
  await expect(page.getByText(/Counted at:/)).toBeVisible()
  await expect(row).toContainText('0')
})

/** The distance in pixels between the centres of two elements. */
const distanceBetween = async (one: Locator, other: Locator) => {
  const [a, b] = [(await one.boundingBox())!, (await other.boundingBox())!]
  return Math.hypot(a.x + a.width / 2 - b.x - b.width / 2, a.y + a.height / 2 - b.y - b.height / 2)
}

test('a count without progress for a minute stops, and shows for how many tenants it failed, or the error', async ({ page }) => {
  await page.clock.install()
  const { call } = await asSuperAdmin(page)
  const [main] = await call<Tenant[]>('GET', '/api/tenant/')
  const [noon, after] = ['2026-11-20T12:00:00.000Z', '2026-11-20T12:01:00.000Z']
  const figures = { users: 3, records: 4, storage: 5, lastActivity: null, countedAt: noon }
  const [counted, never] = [
    { ...main!, uniqueId: randomUUID(), fullName: 'Bora', figures },
    { ...main!, uniqueId: randomUUID(), fullName: 'Mistral', figures: null },
  ]
  let answer = [counted, never]
  await page.route('**/api/tenant/', (route) => route.fulfill({ json: answer }))
  await page.route('**/api/tenant/count', (route) =>
    route.fulfill({ json: { responseStatus: 'SUCCESS', message: '', data: {} } }),
  )
  await page.goto('/superAdmin/dashboard')
  const row = (name: string) => page.getByRole('row', { name })
  await expect(row('Mistral')).toContainText('–')
  await expect(row('Bora')).toContainText('5 bytes')
  const again = page.getByRole('button', { name: 'Count again' })
  const running = page.getByText('Counting …')
  const said = (text: RegExp | string) => page.getByRole('alert').filter({ hasText: text })
  await again.click()
  await expect(running).toBeVisible()
  const button = page.getByRole('main').locator('button[data-loading]')
  expect(await distanceBetween(button.locator('[class*=Loader]').first(), button)).toBeLessThan(2)
  await page.clock.fastForward(40_000)
  answer = [{ ...counted, figures: { ...figures, storage: 8, countedAt: after } }, never]
  await expect(row('Bora')).toContainText('8 bytes')
  await page.clock.fastForward(40_000) // an answer has arrived: the minute starts again
  await expect(running).toBeVisible()
  await page.clock.fastForward(25_000)
  await expect(said(/1 tenant could not be counted/)).toBeVisible()
  await expect(running).toHaveCount(0)
  await expect(row('Mistral')).toContainText('–')
  await takeScreenshots(page, 'tenant-count-given-up')

  await again.click()
  await expect(running).toBeVisible()
  await failCalls(page, '**/api/tenant/')
  const refused = page.waitForResponse((reply) => reply.status() === 500)
  await page.clock.fastForward(2000)
  await refused
  await page.clock.fastForward(61_000)
  await expect(said('Something broke')).toBeVisible()
  await expect(running).toHaveCount(0)
})
