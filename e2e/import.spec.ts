import { expect, type Page } from '@playwright/test'
import { admin, companyListPath, newCompany, newMark, newName, signInWithCalls, waitForChange } from './kit/api.ts'
import { expectAccessible } from './kit/looks.ts'
import { navigateTo } from './kit/navigate.ts'
import { test } from './kit/test.ts'

/** A text file as Excel writes it in Western Europe: semicolons, Windows-1252. */
const csvFile = (...lines: string[]) => ({
  name: 'firmen.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(['Kunde;Country;Netzadresse;Company Types;Address;Tax Ref Number', ...lines].join('\r\n'), 'latin1'),
})

/** Chooses a file, and continues to its columns. */
const chooseFile = async (page: Page, file: ReturnType<typeof csvFile>) => {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: /Choose a file/ }).click()
  await (await chooser).setFiles(file)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: file.name })).toBeVisible()
}

/** Maps a column of the file to a field. */
const assignField = async (page: Page, column: string, field: string) => {
  const box = page.getByRole('combobox', { name: `Field for ${column}` })
  await box.click()
  await page.getByRole('option', { name: field }).click()
  await expect(box).toHaveValue(field)
}

test('imports a foreign file as it is; missing values are chosen once for all new records', async ({ page }) => {
  await signInWithCalls(page, admin)
  const name = newName('Hochschule')
  await page.goto('/crm/import/new')
  const lines = ['name,country,alpha_two_code,website,address', `${name},Brazil,BR,https://www.fho.edu.br/,Rua 1`]
  await chooseFile(page, { name: 'liste.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) })
  await expect(page.getByRole('combobox', { name: 'Field for name' })).toHaveValue('Legal Name *')
  await expect(page.getByText('New records also need: Company Types.')).toBeVisible()
  await page.getByRole('combobox', { name: 'Company Types' }).click()
  await page.getByRole('option', { name: 'Association' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByText('New records also need')).toHaveCount(0)
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByText('Association')).toBeVisible()
  await page.getByRole('button', { name: 'Check changes' }).click()
  await expect(page.getByRole('table', { name: 'Rows' }).getByRole('row').nth(1)).toContainText(
    /Brazil · .* · Association · Rua 1/,
  )
  await page.getByRole('button', { name: 'Import 1 row' }).click()
  await expect(page.getByText('The file was imported')).toBeVisible()
  await navigateTo(page, companyListPath(name))
  await expect(page.getByRole('row').nth(1)).toContainText('Association')
})

test('a check that starts right after a default value is typed uses that value', async ({ page }) => {
  const call = await signInWithCalls(page, admin)
  const [company, surname] = [newName('Messe'), newMark()]
  await newCompany(call, company)
  await page.goto('/crm/import/new')
  await page.getByRole('radio', { name: 'Contacts' }).click()
  const lines = ['Given name,Surname,E-mail', `Ada,${surname},ada@messe.example`]
  await chooseFile(page, { name: 'leute.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) })
  await expect(page.getByText('New records also need: Title, Contact Role, Company.')).toBeVisible()
  await page.getByRole('combobox', { name: 'Company', exact: true }).fill(company)
  await page.getByRole('option', { name: company }).click()
  await expect(page.getByText('New records also need: Title, Contact Role.')).toBeVisible()
  await page.getByRole('combobox', { name: 'Contact Role' }).click()
  await page.getByRole('option', { name: 'Influencer' }).click()
  await expect(page.getByText('New records also need: Title.')).toBeVisible()
  const title = page.getByRole('textbox', { name: 'Title' })
  const kept = waitForChange(page)
  await title.fill('Visitor')
  await kept
  await page.reload()
  await expect(title).toHaveValue('Visitor')
  await title.fill('Visitor of the fair')
  await page.route('**/api/massUpload/', async (route) => {
    await page.waitForTimeout(500) // a check started meanwhile would finish before it
    await route.continue()
  })
  await page.getByRole('button', { name: 'Check changes' }).click()
  await expect(page.getByRole('table', { name: 'Rows' }).getByRole('row').nth(1)).toContainText(
    new RegExp(`Ada · .* · Visitor of the fair · Influencer.*${company}`),
  )
})

test('maps the columns of a file to fields, checks, imports and undoes it', async ({ page }) => {
  test.slow()
  const call = await signInWithCalls(page, admin)
  const [old, fresh] = [newName('Alt'), newName('Müller')]
  await newCompany(call, old)
  await page.goto('/crm/company/list?upload=new')
  await page.getByRole('dialog', { name: 'Mass Upload' }).getByRole('link', { name: 'Import CSV or another Excel file' }).click()
  await chooseFile(
    page,
    csvFile(
      `${old};Germany;nord.example;MANUFACTURER_BRAND;Straße 1;`,
      `${fresh};Italy;sued.example;ASSOCIATION;;`,
      `${fresh} B;Atlantis;sued.example;ASSOCIATION;;`,
    ),
  )

  await assignField(page, 'Kunde', 'Legal Name *')
  await assignField(page, 'Netzadresse', 'Website *')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Check changes' }).click()

  const rows = page.getByRole('table', { name: 'Rows' })
  await page.getByRole('tab', { name: 'Errors' }).click()
  await expect(rows.getByRole('row').nth(1)).toContainText(/4.*Choose a country/s)
  const back = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download rows with errors' }).click()
  expect((await back).suggestedFilename()).toBe('firmen (faulty rows).csv')
  await page.getByRole('tab', { name: 'New' }).click()
  await expect(rows.getByRole('row').nth(1)).toContainText(fresh)
  await page.getByRole('tab', { name: 'Changed' }).click()
  await expect(rows.getByRole('row').nth(1)).toContainText('Straße 1')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Import 2 rows' }).click()
  await expect(page.getByText('The file was imported')).toBeVisible()
  await expectAccessible(page)
  await navigateTo(page, companyListPath(fresh))
  await expect(page.getByRole('link', { name: fresh, exact: true })).toBeVisible()

  await navigateTo(page, '/crm/import/list')
  await page.getByRole('listitem').filter({ hasText: 'firmen.csv' }).first().getByRole('link', { name: 'firmen.csv' }).click()
  await page.getByRole('button', { name: 'Undo import', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click()
  await expect(page.getByText('The import was undone')).toBeVisible()
  await expect(page.getByText('1 record moved to the trash')).toBeVisible()
  await expect(page.getByText('1 record restored')).toBeVisible()
  await expectAccessible(page)
  await navigateTo(page, '/crm/import/list')
  await expect(page.getByRole('listitem').filter({ hasText: 'firmen.csv' }).first()).toContainText('Undone')
  await expectAccessible(page)
  await navigateTo(page, companyListPath(fresh))
  await expect(page.getByRole('link', { name: fresh, exact: true })).toHaveCount(0)
})

test('a likely duplicate is skipped, which the import counts', async ({ page }) => {
  const call = await signInWithCalls(page, admin)
  const name = newName('Doppelt')
  const website = `https://${newMark()}.example`
  await call('POST', '/api/company/', { legalName: name, country: 'Italy', website, companyTypeList: ['ASSOCIATION'] })
  await page.goto('/crm/import/new')
  const lines = ['Legal Name;Country;Website;Company Types', `${name} Holding;Italy;${website};End User`]
  await chooseFile(page, { name: 'doppelt.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) })
  await page.getByRole('button', { name: 'Check changes' }).click()
  await page.getByRole('tab', { name: 'Likely duplicates' }).click()
  const choice = page.getByRole('combobox', { name: 'What to do with row 2' })
  await expect(choice).toHaveValue('Create anyway')
  await expectAccessible(page)
  await choice.click()
  const saved = waitForChange(page)
  await page.getByRole('option', { name: 'Skip' }).click()
  await saved
  await expect(page.getByText('There is nothing to import: all new rows are skipped, and none is changed.')).toBeVisible()
  await page.reload()
  await expect(choice).toHaveValue('Skip')
})

test('the meaning of an unknown value is chosen once, and the file is checked again with it', async ({ page }) => {
  await signInWithCalls(page, admin)
  await page.goto('/crm/import/new')
  const [name, unknown] = [newName('Unbekannt'), newMark()]
  const lines = [
    'Legal Name;Country;Website;Company Types',
    `${name};Gemany;nord.example;${unknown}`,
    `${name} B;Italy;sued.example;${unknown}`,
  ]
  await chooseFile(page, { name: 'unbekannt.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) })
  await page.getByRole('button', { name: 'Check changes' }).click()
  const meaning = page.getByRole('combobox', { name: `Meaning of “${unknown}”` })
  await expect(page.getByRole('combobox', { name: 'Meaning of “Gemany”' })).toHaveValue('Germany')
  await expect(page.getByText('Company Types · 2 rows')).toBeVisible()
  await expectAccessible(page)
  await meaning.click()
  await page.getByRole('option', { name: 'Association' }).click()
  await page.getByRole('button', { name: 'Apply and check again' }).click()
  await expect(page.getByRole('button', { name: 'Import 2 rows' })).toBeVisible()
  await page.getByRole('button', { name: 'Back to columns' }).click()
  await expect(meaning).toHaveValue('Association')
  await expectAccessible(page)
})

test('a missing import shows an error below the screen’s title', async ({ page }) => {
  await signInWithCalls(page, admin)
  await page.goto(`/crm/import/show/${crypto.randomUUID()}`)
  await expect(page.getByRole('alert')).toContainText('Import not found')
  await expect(page.getByRole('heading', { name: 'Import from a file' })).toBeVisible()
  await expect(page.getByRole('main').locator('.mantine-Skeleton-root[data-visible]')).toHaveCount(0)
})
