import { expect } from '@playwright/test'
import { admin, newCompany, signedIn } from './kit/api.ts'
import { expectAccessible, shot } from './kit/looks.ts'
import { test } from './kit/test.ts'

test('what is deleted stands in the trash, and comes back under a new name where its own is taken', async ({ page }) => {
  test.slow()
  const call = await signedIn(page, admin)
  const { legalName = '', uniqueId } = await newCompany(call)
  await call('DELETE', `/api/company/${uniqueId}`)
  await newCompany(call, legalName)
  await page.goto('/crm/trash')
  await shot(page, 'trash')
  await expectAccessible(page)
  await page.getByRole('checkbox', { name: `Select ${legalName}` }).check()
  await page.getByRole('button', { name: 'Restore 1 record' }).click()
  const dialog = page.getByRole('dialog', { name: 'This name is taken' })
  await dialog.getByLabel('Name').fill(`${legalName} zwei`)
  await dialog.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByText('1 record is back.')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: `Select ${legalName}` })).toHaveCount(0)
  expect(await call('GET', `/api/company/${uniqueId}`)).toMatchObject({ legalName: `${legalName} zwei` })
})
