import { expect } from '@playwright/test'
import type { Letter } from '@tradewind/contract/platform/letter.contract'
import { signInWithCalls } from './kit/api.ts'
import { expectAccessible, takeScreenshots } from './kit/looks.ts'
import { test } from './kit/test.ts'
import { superAdmin } from './kit/users.ts'

const hoursAgo = (hours: number) => new Date(Date.UTC(2026, 2, 4, hours)).toISOString()
const sampleLetter = (over: Partial<Letter>): Letter => ({
  uniqueId: crypto.randomUUID(),
  dateCreated: hoursAgo(8),
  kind: 'ACCOUNT',
  tenantName: 'Nordhaven Trading',
  recipient: 'ann@bergwald.example',
  state: 'WAITING',
  attempts: 3,
  nextAttempt: hoursAgo(9),
  problem: '451 4.7.1 greylisted, please come again in a quarter of an hour',
  ...over,
})

test('a super admin sees unsent emails, when they are tried again, and what the mail server answered', async ({ page }) => {
  test.slow()
  await signInWithCalls(page, superAdmin)
  await page.goto('/superAdmin/dashboard')
  await page.getByRole('navigation').getByRole('link', { name: 'Unsent emails' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Unsent emails' })).toBeVisible()
  await expect(page.getByText('No emails are waiting')).toBeVisible()
  await takeScreenshots(page, 'letters-none')
  const letters = [
    sampleLetter({}),
    sampleLetter({ recipient: 'bob@bergwald.example', kind: 'SHARE', state: 'UNCERTAIN', nextAttempt: null, problem: null }),
    sampleLetter({
      recipient: 'cleo@bergwald.example',
      kind: 'SUMMARY',
      state: 'FAILED',
      nextAttempt: null,
      problem: '550 no such user',
    }),
    sampleLetter({ recipient: null, kind: 'SIGN_UP', attempts: 0, problem: null }),
  ]
  await page.route('**/api/letter/**', (route) =>
    route.fulfill({ json: letters, headers: { 'x-total-count': String(letters.length) } }),
  )
  await page.reload()
  const row = (of: string) => page.getByRole('row').filter({ hasText: of })
  await expect(row('ann@bergwald.example')).toContainText(/Account and password.*Waiting.*04-03-2026.*451 4\.7\.1 greylisted/)
  await expect(row('bob@bergwald.example')).toContainText(/Shared files.*May have arrived/)
  await expect(row('cleo@bergwald.example')).toContainText(/Not sent.*550 no such user/)
  await expect(row('Sign-up')).toContainText('Waiting')
  await takeScreenshots(page, 'letters')
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('list', { name: 'Unsent emails' }).getByRole('listitem').first()).toContainText(
    /^ann@bergwald\.example/,
  )
})
