import { expect, type Locator, type Page } from '@playwright/test'
import { admin, newCompany, signInWithCalls } from './kit/api.ts'
import { expectAccessible, takeScreenshots } from './kit/looks.ts'
import { test } from './kit/test.ts'

const addFilter = async (page: Page, field: string, fill: (value: Locator) => Promise<void>) => {
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('group', { name: 'Filter by' }).getByRole('button', { name: field, exact: true }).click()
  await fill(page.getByLabel('Value').and(page.locator('input')))
  await page.getByRole('button', { name: 'Apply', exact: true }).click()
}

test('the audit trail shows who changed what, with old and new values, and links to the record', async ({ page }) => {
  test.slow()
  const call = await signInWithCalls(page, admin)
  const { legalName = '', uniqueId } = await newCompany(call)
  await call('PATCH', '/api/company/', { uniqueId, country: 'Japan', taxRefNumber: 'JP 7' })
  await page.goto('/crm/audit/list')
  await expect(page.getByRole('link', { name: legalName }).first()).toBeVisible()
  await takeScreenshots(page, 'audit')
  await expectAccessible(page)
  await addFilter(page, 'Record', async (value) => value.fill(legalName))
  for (const [field, choice] of [
    ['Action', 'Changed'],
    ['Kind', 'Company'],
  ] as const)
    await addFilter(page, field, async (value) => {
      await value.fill(choice)
      await page.getByRole('option', { name: choice, exact: true }).click()
    })
  const row = page.getByRole('row').filter({ hasText: legalName })
  await expect(row).toHaveCount(1)
  await expect(row).toContainText('Country: Germany → Japan')
  await expect(row).toContainText('Tax Ref Number: – → JP 7')
  await row.getByRole('link', { name: legalName }).click()
  await expect(page).toHaveURL(new RegExp(`/crm/company/show/${uniqueId}$`))
})

test('filters the audit trail by days, with the addresses of its former filters, too, and exports it as CSV', async ({
  page,
}) => {
  await signInWithCalls(page, admin)
  await page.goto('/crm/audit/list?dateFrom=2000-01-01')
  await expect(page.getByRole('button', { name: 'Filter: When is after 31-12-1999', exact: true })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Audit trail' })).toBeVisible()
  await page.goto('/crm/audit/list?dateFrom=2000-01-01&dateTo=2000-12-31')
  await expect(page.getByText('Nothing matches')).toBeVisible()
  await page.getByRole('button', { name: 'Clear Filter' }).click()
  await expect(page.getByRole('table', { name: 'Audit trail' })).toBeVisible()
  await page.getByRole('button', { name: 'Export' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Comma-separated text (CSV)' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.csv$/)
})

test('members see only their own actions in the audit trail; levels have no audit trail', async ({ page }) => {
  const call = await signInWithCalls(page, 'pro@tradewind.test')
  const { legalName = '' } = await newCompany(call)
  await page.goto('/user/dashboard')
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('link', { name: 'Audit trail' }).first().click()
  await expect(page.getByRole('link', { name: legalName })).toBeVisible()
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  const fields = page.getByRole('group', { name: 'Filter by' })
  await expect(fields.getByRole('button', { name: 'Record' })).toBeVisible()
  await expect(fields.getByRole('button', { name: 'Who' })).toHaveCount(0)
  await signInWithCalls(page, 'level3@tradewind.test')
  await page.goto('/crm/audit/list')
  await expect(page).not.toHaveURL(/audit/)
})
