import { expect, type Page } from '@playwright/test'
import { admin, listOf, newCompany, newMark, signedIn } from './kit/api.ts'
import { expectAccessible, shot } from './kit/looks.ts'
import { test } from './kit/test.ts'

const bar = (page: Page) => page.getByRole('region', { name: 'Selected records' })
const dialog = (page: Page) => page.getByRole('dialog')
const rowsOf = (page: Page) => page.getByRole('table', { name: 'Companies' }).locator('tbody').getByRole('row')
const rowOf = (page: Page, name: string) => rowsOf(page).filter({ hasText: name })

/** The list of five companies whose names begin with a letter each and share a mark. */
const fiveCompanies = async (page: Page) => {
  const call = await signedIn(page, admin)
  const mark = newMark()
  const names = ['A', 'B', 'C', 'D', 'E'].map((letter) => `${letter} ${mark}`)
  for (const name of names) await newCompany(call, name)
  await page.goto(`${listOf(mark)}&sort=legalName`)
  await expect(rowsOf(page)).toHaveCount(names.length)
  return { call, names: names as [string, string, string, string, string] }
}

/** Ticks all from the second to the fourth: the first click is plain, the second with Shift. */
const tickThree = async (page: Page, [, first, , last]: readonly string[]) => {
  await page.getByLabel(`Select ${first}`).check()
  await page.getByLabel(`Select ${last}`).click({ modifiers: ['Shift'] })
  await expect(bar(page)).toContainText('3 selected')
}

test('a country is set in a range of companies after a preview, and Undo puts it back', async ({ page }) => {
  const { call, names } = await fiveCompanies(page)
  const [second] = await call<{ uniqueId: string }[]>('GET', `/api/company/?page=0&legalName=${encodeURIComponent(names[1])}`)
  await call('PATCH', '/api/company/', { uniqueId: second!.uniqueId, country: 'Italy' })
  await page.reload()
  await tickThree(page, names)
  await shot(page, 'bulk-bar')
  await expectAccessible(page)

  await bar(page).getByRole('button', { name: 'Change…' }).click()
  const change = dialog(page).getByRole('button', { name: /^Change \d+ record/ })
  await expect(change).toBeDisabled()
  await dialog(page).getByRole('combobox', { name: 'Country' }).fill('Ital')
  await page.getByRole('option', { name: 'Italy' }).click()
  await expect(dialog(page)).toContainText('2 records will change')
  await expect(dialog(page)).toContainText('1 stays as it is')
  await shot(page, 'bulk-dialog')
  await expectAccessible(page)
  await change.click()
  await expect(page.getByText('2 records were changed.')).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
  await expect(bar(page)).toHaveCount(0)
  for (const name of names.slice(1, 4)) await expect(rowOf(page, name)).toContainText('Italy')
  await expect(rowOf(page, names[0])).toContainText('Germany')
  await shot(page, 'bulk-toast')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('2 records are back.')).toBeVisible()
  await expect(rowOf(page, names[1])).toContainText('Italy')
  for (const name of names.slice(2)) await expect(rowOf(page, name)).toContainText('Germany')
  await page.goto('/crm/bulk/list')
  await expect(page.getByRole('heading', { level: 1, name: 'Bulk changes' })).toBeVisible()
  await expect(page.getByRole('table').getByRole('row').filter({ hasText: 'Country' }).first()).toContainText(
    '2 records are back.',
  )
  await shot(page, 'bulk-list')
  await expectAccessible(page)
})

test('a range of companies is deleted together, and comes back', async ({ page }) => {
  const { names } = await fiveCompanies(page)
  await tickThree(page, names)
  await bar(page).getByRole('button', { name: 'Delete' }).click()
  await expect(dialog(page)).toContainText(names.slice(1, 4).join(', '))
  await expect(dialog(page)).toContainText('3 will be deleted.')
  await shot(page, 'bulk-delete')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Yes, Delete All!' }).click()
  await expect(page.getByText('3 records were deleted.')).toBeVisible()
  await expect(rowsOf(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rowsOf(page)).toHaveCount(5)
})

test('tasks of a list are ticked and assigned', async ({ page }) => {
  await signedIn(page, admin)
  await page.goto('/crm/nextSteps/list')
  await page
    .getByLabel(/^Select (?!all)/)
    .first()
    .check()
  await expect(bar(page)).toContainText('1 selected')
  await shot(page, 'bulk-tasks')
  await bar(page).getByRole('button', { name: 'Assign…' }).click()
  await expect(dialog(page).getByRole('combobox', { name: 'User Assigned' })).toBeVisible()
  await shot(page, 'bulk-assign')
  await expectAccessible(page)
})
