import { expect, type Page } from '@playwright/test'
import { admin, companyListPath, newName, signInWithCalls } from './kit/api.ts'
import { expectAccessible } from './kit/looks.ts'
import { navigateTo } from './kit/navigate.ts'
import { workbookOf } from './kit/sheet/workbook.ts'
import { failCalls, test } from './kit/test.ts'

const uploadWorkbook = async (page: Page, name: string, ...rows: string[][]) => {
  const chooser = page.waitForEvent('filechooser')
  await page
    .getByRole('dialog', { name: 'Mass Upload' })
    .getByRole('button', { name: /workbook|Choose another/ })
    .first()
    .click()
  await (
    await chooser
  ).setFiles({ name, mimeType: 'application/octet-stream', buffer: workbookOf('Companies', [columns, ...rows]) })
}
const columns = ['Legal Name', 'Country', 'Website', 'Company Types', 'Address', 'Tax Ref Number']
const rowOf = (name: string) => [name, 'Germany', 'https://nord.example', 'ASSOCIATION, MANUFACTURER_BRAND', '', '+49 30']

test('an invalid workbook lists its errors, is returned with marks and changes nothing; a valid one is imported', async ({
  page,
}) => {
  test.slow()
  await signInWithCalls(page, admin)
  await page.goto('/crm/company/list')
  await page.getByRole('button', { name: 'Mass Upload' }).click()
  const dialog = page.getByRole('dialog', { name: 'Mass Upload' })
  const template = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download the template' }).click()
  expect((await template).suggestedFilename()).toBe('companyTemplate.xlsx')

  const name = newName('Import')
  await uploadWorkbook(page, 'faulty.xlsx', rowOf(`${name} `), rowOf(`${name} B`))
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  const faults = dialog.getByRole('region', { name: 'Errors' })
  await expect(faults.getByRole('row').nth(1)).toContainText(/2.*Legal Name.*Remove the spaces/s)
  const marked = page.waitForEvent('download')
  await dialog.getByRole('button', { name: /errors marked/ }).click()
  expect((await marked).suggestedFilename()).toMatch(/faulty.*\.xlsx/)
  await expectAccessible(page)

  await uploadWorkbook(page, 'clean.xlsx', rowOf(name), rowOf(`${name} B`))
  await expect(faults).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Check' }).click()
  await expect(dialog.getByText('No errors')).toBeVisible()
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(page.getByText('Mass Upload Successful')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('link', { name, exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByText('The import was undone')).toBeVisible()
  await expect(page.getByText('2 records moved to the trash')).toBeVisible()
  await expectAccessible(page)
  await navigateTo(page, '/crm/import/list')
  const listed = page.getByRole('listitem').filter({ hasText: 'clean.xlsx' }).first()
  await expect(listed).toContainText(/Undone.*From the template/s)
  await expectAccessible(page)
})

test('imports only the valid rows if the user chooses so, and returns the invalid rows as a workbook', async ({ page }) => {
  test.slow()
  await signInWithCalls(page, admin)
  await page.goto('/crm/company/list?upload=new')
  const dialog = page.getByRole('dialog', { name: 'Mass Upload' })
  const name = newName('Teils')
  const bad = (at: number) => [`${name} bad ${at}`, 'Atlantis', ...rowOf(name).slice(2)]
  const rows = [rowOf(name), ...Array.from({ length: 30 }, (_, at) => bad(at)), [`${name} B`, '', 'no address', 'Association']]
  await uploadWorkbook(page, 'mixed.xlsx', ...rows)
  await dialog.getByRole('radio', { name: /return the others/ }).check()
  await dialog.getByRole('button', { name: 'Check' }).click()
  await expect(dialog.getByText('1 of 32 rows can be imported')).toBeVisible()
  const faults = dialog.getByRole('region', { name: 'Errors' })
  await expect(faults.getByRole('row').filter({ hasText: 'Atlantis' })).toContainText('30 rows: Choose a country')
  await expect(faults.getByRole('row').filter({ hasText: 'no address' })).toContainText('Website is not a web address')
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(dialog.getByText('32 rows read, 1 created, 0 skipped, 31 with errors.')).toBeVisible()
  const back = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download the rows with errors as a workbook' }).click()
  expect((await back).suggestedFilename()).toBe('mixed (faulty rows).xlsx')
  await expectAccessible(page)
  await page.goto(companyListPath(name))
  await expect(page.getByRole('link', { name, exact: true })).toBeVisible()
})

test('on a phone, the outcome of an upload of valid rows offers its Undo, which leaves what has been changed', async ({
  page,
}) => {
  test.slow()
  await page.setViewportSize({ width: 390, height: 844 })
  const call = await signInWithCalls(page, admin)
  await page.goto('/crm/company/list?upload=new')
  const dialog = page.getByRole('dialog', { name: 'Mass Upload' })
  await expect(dialog.getByRole('link', { name: 'Earlier imports' })).toBeVisible()
  const name = newName('Zurück')
  await uploadWorkbook(page, 'back.xlsx', rowOf(name), rowOf(`${name} B`), [`${name} C`, 'Atlantis', ...rowOf(name).slice(2)])
  await dialog.getByRole('radio', { name: /return the others/ }).check()
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  const undo = dialog.getByRole('button', { name: 'Undo import: back.xlsx' })
  await expect(undo).toBeVisible()
  await expectAccessible(page)
  const [company] = await call<{ uniqueId: string }[]>('GET', `/api/company/?legalName=${encodeURIComponent(`${name} B`)}`)
  await call('PATCH', '/api/company/', { uniqueId: company!.uniqueId, address: 'Changed since' })
  await undo.click()
  await page.getByRole('button', { name: 'Undo import', exact: true }).click()
  await expect(page).toHaveURL(/import\/show\//)
  await expect(page.getByText('1 record moved to the trash')).toBeVisible()
  await expect(page.getByText('It was changed after the import')).toBeVisible()
  await expect(page.getByRole('link', { name: `${name} B` })).toBeVisible()
  await expectAccessible(page)
})

test('a long upload continues as a job, and shows its progress after a reload', async ({ page }) => {
  test.slow()
  await signInWithCalls(page, 'basic@tradewind.test')
  await page.goto('/user/company/list?upload=new')
  const name = newName('Viele')
  const rows = Array.from({ length: 5200 }, (_, row) => rowOf(`${name} ${row}`))
  await uploadWorkbook(page, 'many.xlsx', ...rows)
  const dialog = page.getByRole('dialog', { name: 'Mass Upload' })
  await dialog.getByRole('button', { name: 'Check' }).click()
  await expect(dialog.getByText('5,200 rows can be imported. Nothing has been changed yet.')).toBeVisible({ timeout: 60_000 })
  await page.goto('/user/company/list?upload=new')
  await uploadWorkbook(page, 'many.xlsx', ...rows)
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(page).toHaveURL(/upload=[\da-f-]{36}/, { timeout: 30_000 })
  await page.reload()
  await expect(dialog.getByText('5,200 rows read, 5,200 created, 0 skipped.')).toBeVisible({ timeout: 60_000 })
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(page).toHaveURL(/company\/list$/)
})

test('an upload that fails on the server shows an error, and the dialog closes', async ({ page }) => {
  await signInWithCalls(page, admin)
  await page.goto('/crm/company/list?upload=new')
  await failCalls(page, '**/massUpload')
  await uploadWorkbook(page, 'any.xlsx', rowOf(newName('Bruch')))
  await page.getByRole('dialog').getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Error' })).toContainText('Something went wrong!')
  await expect(page.getByRole('dialog', { name: 'Mass Upload' })).toHaveCount(0)
})
