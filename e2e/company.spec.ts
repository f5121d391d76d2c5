import { expect, type Page, test } from '@playwright/test'
import { newCompany, newName, signedIn } from './kit/api.ts'
import { expectAccessible, shot } from './kit/looks.ts'
import { workbookOf } from './kit/workbook.ts'

const admin = 'tenant-admin@tradewind.test'
const listOf = (legalName: string) => `/crm/company/list?legalName=${encodeURIComponent(legalName)}`

const choose = async (page: Page, label: string, ...options: string[]) => {
  const box = page.getByRole('combobox', { name: label })
  for (const option of options) {
    await box.fill(option)
    await page.getByRole('option', { name: option, exact: true }).click()
  }
  await page.keyboard.press('Tab')
}

const fillCompany = async (page: Page, legalName: string) => {
  await page.getByLabel('Legal Name').fill(legalName)
  await choose(page, 'Country', 'Germany')
  await page.getByLabel('Website').fill('https://nord.example')
  await choose(page, 'Company Types', 'End User', 'Association')
}

test('a company is created, found, opened, changed, deleted and taken back', async ({ page }) => {
  await signedIn(page, admin)
  const name = newName('Alpen')
  await page.goto('/crm/company/list')
  await page.getByRole('link', { name: 'New company', exact: true }).click()
  await fillCompany(page, name)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(/\/crm\/company\/list$/)
  await expect(page.getByText('The company was created.')).toBeVisible()

  await page.getByLabel('Company', { exact: true }).fill(name.slice(0, 30).toUpperCase())
  await page.getByRole('button', { name: 'Apply Filter' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Companies')
  await page.getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByRole('link', { name: 'nord.example' })).toHaveAttribute('rel', /noopener/)

  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await page.getByLabel('Tax Ref Number').fill('DE 123')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The company was saved.')).toBeVisible()
  await page.goto(listOf(name))
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Details' }).click()
  await expect(page.getByText('Tax Ref Number: – → DE 123')).toBeVisible()

  await page.goto(listOf(name))
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: 'Are you sure?' })
  await expect(question).toContainText(name)
  await expect(question).toContainText("You won't be able to revert this!")
  await question.getByRole('button', { name: 'Yes, delete it!' }).click()
  await expect(page.getByText('Deleted Successfully!')).toBeVisible()
  await expect(page.getByRole('link', { name })).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('link', { name })).toBeVisible()
})

test('Cancel deletes nothing', async ({ page }) => {
  const call = await signedIn(page, admin)
  const { legalName = '' } = await newCompany(call)
  await page.goto(listOf(legalName))
  await page.getByRole('button', { name: `Actions for ${legalName}` }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('link', { name: legalName })).toBeVisible()
})

test('refusals stand beside their fields and in a summary that has the focus; a taken name leads to its company', async ({ page }) => {
  const call = await signedIn(page, admin)
  const { legalName = '', uniqueId = '' } = await newCompany(call)
  await page.goto('/crm/company/create')
  await fillCompany(page, `  ${legalName.toUpperCase()} `)
  await page.getByLabel('Website').fill('nonsense')
  await page.getByRole('button', { name: 'Save' }).click()
  const summary = page.getByRole('alert').filter({ hasText: 'This was not saved' })
  await expect(summary).toBeFocused()
  await expect(page.getByLabel('Website')).toHaveAccessibleDescription('Website is not a web address')
  await summary.getByRole('link', { name: 'Website' }).click()
  await expect(page.getByLabel('Website')).toBeFocused()

  await page.getByLabel('Website').fill('https://nord.example')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('link', { name: 'Open the company with this name' }).click()
  await expect(page).toHaveURL(new RegExp(`/crm/company/show/${uniqueId}$`))
})

test('what was typed outlasts a reload, and can be discarded', async ({ page }) => {
  const call = await signedIn(page, admin)
  const { legalName = '', uniqueId } = await newCompany(call)
  await page.goto(`/crm/company/edit/${uniqueId}`)
  await page.getByLabel('Address').fill('Am Kai 1\nHamburg')
  await page.reload()
  await expect(page.getByText('Your unsaved text was restored')).toBeVisible()
  await expect(page.getByLabel('Address')).toHaveValue('Am Kai 1\nHamburg')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByLabel('Address')).toHaveValue('')
  await expect(page.getByLabel('Legal Name')).toHaveValue(legalName)
  await page.reload()
  await expect(page.getByLabel('Legal Name')).toHaveValue(legalName)
  await expect(page.getByText('Your unsaved text was restored')).toHaveCount(0)
})

test('a record that somebody else changed meanwhile offers both versions', async ({ page }) => {
  const call = await signedIn(page, admin)
  const { uniqueId } = await newCompany(call)
  const changeElsewhere = (taxRefNumber: string) => call('PATCH', '/api/company/', { uniqueId, taxRefNumber, address: 'Wien' })
  const stands = () => call('GET', `/api/company/${uniqueId}`)

  await page.goto(`/crm/company/edit/${uniqueId}`)
  await page.getByLabel('Tax Ref Number').fill('MINE')
  await changeElsewhere('THEIRS')
  await page.getByRole('button', { name: 'Save' }).click()
  const both = page.getByRole('row', { name: /Tax Ref Number/ })
  await expect(both).toContainText('MINE')
  await expect(both).toContainText('THEIRS')
  await page.getByRole('button', { name: 'Keep mine' }).click()
  await expect(page).toHaveURL(/company\/list$/)
  expect(await stands()).toMatchObject({ taxRefNumber: 'MINE', address: 'Wien' })

  await page.goto(`/crm/company/edit/${uniqueId}`)
  await page.getByLabel('Tax Ref Number').fill('MINE AGAIN')
  await changeElsewhere('THEIRS AGAIN')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Take theirs' }).click()
  await expect(page.getByLabel('Tax Ref Number')).toHaveValue('THEIRS AGAIN')
  expect(await stands()).toMatchObject({ taxRefNumber: 'THEIRS AGAIN' })
})

test('page, order and filters live in the address', async ({ page }) => {
  await signedIn(page, admin)
  await page.goto('/crm/company/list')
  const head = page.getByRole('columnheader', { name: 'Company' })
  await expect(page.getByRole('columnheader', { name: 'Created' })).toHaveAttribute('aria-sort', 'descending')
  await head.getByRole('button').click()
  await expect(head).toHaveAttribute('aria-sort', 'ascending')
  await page.getByRole('link', { name: 'Page 2', exact: true }).click()
  await expect(page).toHaveURL(/sort=legalName&page=2/)
  await expect(page.getByText(/^21–40 of/)).toBeVisible()
  const [first = ''] = await page.locator('tbody a').allInnerTexts()
  await page.reload()
  await expect(page.getByRole('link', { name: first })).toBeVisible()
  await expect(head).toHaveAttribute('aria-sort', 'ascending')

  await page.getByLabel('Country').fill('japan')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\?sort=legalName&country=japan$/)
  await expect(page.getByRole('cell', { name: 'Japan' }).first()).toBeVisible()
  await page.goBack()
  await expect(page.getByText(/^21–40 of/)).toBeVisible()
  await expect(page.getByLabel('Country')).toHaveValue('')
})

test('filters that nothing fits say so, and can be cleared', async ({ page }) => {
  await signedIn(page, admin)
  await page.goto(listOf('no company has this name'))
  await expect(page.getByText('Nothing matches')).toBeVisible()
  await page.getByRole('button', { name: 'Clear Filter' }).first().click()
  await expect(page.getByRole('table', { name: 'Companies' })).toBeVisible()
})

test('arrows go from row to row and Enter opens', async ({ page }) => {
  await signedIn(page, admin)
  await page.goto('/crm/company/list?sort=legalName')
  const names = page.locator('tbody tr td:first-child a')
  await names.first().focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(names.nth(2)).toBeFocused()
  await page.keyboard.press('End')
  await expect(names.last()).toBeFocused()
  await page.keyboard.press('ArrowUp')
  const name = await names.nth(18).innerText()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
})

test('a list that cannot be fetched says so and can be asked again', async ({ page }) => {
  await signedIn(page, admin)
  await page.route('**/api/company/?*', (route) => route.fulfill({ status: 500, json: { responseStatus: 'ERROR', message: 'Something broke', data: {} } }))
  await page.goto('/crm/company/list')
  await expect(page.getByRole('alert')).toContainText('Something broke')
  await page.unroute('**/api/company/?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('table', { name: 'Companies' })).toBeVisible()
})

test('a save that nobody answers keeps what was typed, and tried again creates one company', async ({ page }) => {
  const call = await signedIn(page, admin)
  const name = newName('Einmal')
  await page.goto('/crm/company/create')
  await fillCompany(page, name)
  await page.route('**/api/company/', async (route) => {
    await route.fetch()
    await route.abort() // the server has done it, its answer is lost
  })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert')).toContainText('Nothing that you typed is lost')
  await expect(page.getByLabel('Legal Name')).toHaveValue(name)
  await page.unroute('**/api/company/')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(/company\/list$/)
  expect(await call('GET', `/api/company/?page=0&legalName=${encodeURIComponent(name)}`)).toHaveLength(1)
})

test('the filtered list is downloaded as a workbook and as text', async ({ page }) => {
  await signedIn(page, admin)
  await page.goto('/crm/company/list?country=Japan')
  for (const [entry, name] of [['Excel workbook (XLSX)', /\.xlsx$/], ['Comma-separated text (CSV)', /\.csv$/]] as const) {
    await page.getByRole('button', { name: 'Export' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: entry }).click()
    expect((await download).suggestedFilename()).toMatch(name)
  }
})

test('level 3 sees its countries and changes nothing', async ({ page }) => {
  await signedIn(page, 'level3@tradewind.test')
  await page.goto('/crm/company/list')
  await expect(page.getByRole('table', { name: 'Companies' })).toBeVisible()
  await expect(page.getByRole('link', { name: /New company/i })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Mass Upload' })).toHaveCount(0)
  await page.getByRole('button', { name: /^Actions for/ }).first().click()
  await expect(page.getByRole('menuitem')).toHaveText(['Details'])
  await page.goto('/crm/company/list?country=Italy')
  await expect(page.getByRole('cell', { name: 'Italy' }).first()).toBeVisible()
  await page.goto('/crm/company/list?country=Japan')
  await expect(page.getByText('Nothing matches')).toBeVisible()
})

test('an admin changes the companies that they made, and no others', async ({ page }) => {
  const call = await signedIn(page, 'admin@tradewind.test')
  const { legalName = '' } = await newCompany(call)
  await page.goto(listOf(legalName))
  await page.getByRole('button', { name: `Actions for ${legalName}` }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Details', 'Edit', 'Delete'])
})

test('members choose among eight types, staff among nine', async ({ page }) => {
  for (const [who, count] of [['pro@tradewind.test', 8], [admin, 9]] as const) {
    await signedIn(page, who)
    await page.goto('/crm/company/create')
    await page.getByRole('combobox', { name: 'Company Types' }).click()
    await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(count)
  }
})

const upload = async (page: Page, name: string, ...rows: string[][]) => {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('dialog', { name: 'Mass Upload' }).getByRole('button', { name: /workbook|Choose another/ }).first().click()
  await (await chooser).setFiles({ name, mimeType: 'application/octet-stream', buffer: workbookOf('Companies', [columns, ...rows]) })
}
const columns = ['Legal Name', 'Country', 'Website', 'Company Types', 'Address', 'Tax Ref Number']
const rowOf = (name: string) => [name, 'Germany', 'https://nord.example', 'ASSOCIATION, MANUFACTURER_BRAND', '', '+49 30']

test('a workbook with faults shows each, gives itself back marked, and changes nothing; a clean one is taken in', async ({ page }) => {
  test.slow()
  await signedIn(page, admin)
  await page.goto('/crm/company/list')
  await page.getByRole('button', { name: 'Mass Upload' }).click()
  const dialog = page.getByRole('dialog', { name: 'Mass Upload' })
  const template = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download the template' }).click()
  expect((await template).suggestedFilename()).toBe('companyTemplate.xlsx')

  const name = newName('Import')
  await upload(page, 'faulty.xlsx', rowOf(`${name} `), rowOf(`${name} B`))
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  const faults = dialog.getByRole('region', { name: 'Faults' })
  await expect(faults.getByRole('row').nth(1)).toContainText(/2.*Legal Name.*white space/s)
  const marked = page.waitForEvent('download')
  await dialog.getByRole('button', { name: /faults marked/ }).click()
  expect((await marked).suggestedFilename()).toMatch(/faulty.*\.xlsx/)
  await expectAccessible(page)

  await upload(page, 'clean.xlsx', rowOf(name), rowOf(`${name} B`))
  await expect(faults).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Check' }).click()
  await expect(dialog.getByText('No faults')).toBeVisible()
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(page.getByText('Mass Upload Successful')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('link', { name, exact: true })).toBeVisible()
})

test('a long upload goes on as a job, and a reload shows how far it has come', async ({ page }) => {
  test.slow()
  await signedIn(page, 'basic@tradewind.test')
  await page.goto('/user/company/list?upload=new')
  const name = newName('Viele')
  await upload(page, 'many.xlsx', ...Array.from({ length: 5200 }, (_, row) => rowOf(`${name} ${row}`)))
  const dialog = page.getByRole('dialog', { name: 'Mass Upload' })
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(page).toHaveURL(/upload=[\da-f-]{36}/, { timeout: 30_000 })
  await page.reload()
  await expect(dialog.getByText('5,200 rows read, 5,200 created, 0 skipped.')).toBeVisible({ timeout: 60_000 })
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(page).toHaveURL(/company\/list$/)
})

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

test('the screens of a company are accessible, with the longest names', async ({ page }) => {
  test.slow()
  const call = await signedIn(page, admin)
  const { legalName = '', uniqueId } = await newCompany(call)
  await page.goto(listOf(legalName))
  await expect(page.getByRole('link', { name: legalName })).toBeVisible()
  await shot(page, 'company-list')
  await expectAccessible(page)
  await page.goto(`/crm/company/show/${uniqueId}`)
  await expect(page.getByText('created it')).toBeVisible()
  await shot(page, 'company-show')
  await expectAccessible(page)
  await page.goto('/crm/company/create')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await shot(page, 'company-form')
  await expectAccessible(page)
})
