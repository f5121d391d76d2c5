import { expect, type Page } from '@playwright/test'
import { admin, companyListPath, newCompany, newName, signInWithCalls } from './kit/api.ts'
import { expectAccessible, takeScreenshots } from './kit/looks.ts'
import { navigateTo } from './kit/navigate.ts'
import { failCalls, loseReplies, test } from './kit/test.ts'

const chooseOption = async (page: Page, label: string, ...options: string[]) => {
  const box = page.getByRole('combobox', { name: label })
  for (const option of options) {
    await box.fill(option)
    await page.getByRole('option', { name: option, exact: true }).click()
  }
  await page.keyboard.press('Tab')
}

const fillCompany = async (page: Page, legalName: string) => {
  await page.getByLabel('Legal Name').fill(legalName)
  await chooseOption(page, 'Country', 'Germany')
  await page.getByLabel('Website').fill('https://nord.example')
  await chooseOption(page, 'Company Types', 'End User', 'Association')
}

test('creates, finds, opens, edits, deletes and restores a company', async ({ page }) => {
  await signInWithCalls(page, admin)
  const name = newName('Alpen')
  await page.goto('/crm/company/list')
  await page.getByRole('main').getByRole('link', { name: 'New Company', exact: true }).click()
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
  await page.goto(companyListPath(name))
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Details' }).click()
  await page.getByRole('tab', { name: 'History' }).click()
  await expect(page.getByText('Tax Ref Number: – → DE 123')).toBeVisible()

  await navigateTo(page, companyListPath(name))
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

test('shows validation errors at the fields and in a focused summary; a name in use links to its company', async ({ page }) => {
  const call = await signInWithCalls(page, admin)
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

test('keeps unsaved input after a reload, until it is discarded', async ({ page }) => {
  const call = await signInWithCalls(page, admin)
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

test('offers both values of a field that was changed in two tabs', async ({ page }) => {
  const call = await signInWithCalls(page, admin)
  const { uniqueId } = await newCompany(call)
  const changeElsewhere = (taxRefNumber: string) => call('PATCH', '/api/company/', { uniqueId, taxRefNumber, address: 'Wien' })
  const stands = () => call('GET', `/api/company/${uniqueId}`)

  await page.goto(`/crm/company/edit/${uniqueId}`)
  await page.getByLabel('Tax Ref Number').fill('MINE')
  await changeElsewhere('THEIRS')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert')).toContainText('You have changed this record yourself, in another tab')
  const both = page.getByRole('row', { name: /Tax Ref Number/ })
  await expect(page.getByRole('alert').getByRole('rowheader')).toHaveText(['Tax Ref Number']) // the address was changed only there
  await expect(both).toContainText('MINE')
  await expect(both).toContainText('THEIRS')
  await page.getByRole('button', { name: 'Keep mine' }).click()
  await expect(page).toHaveURL(/company\/list$/)
  expect(await stands()).toMatchObject({ taxRefNumber: 'MINE', address: 'Wien' })

  await navigateTo(page, `/crm/company/edit/${uniqueId}`)
  await page.getByLabel('Tax Ref Number').fill('MINE AGAIN')
  await page.getByLabel('Website').fill('https://typed.example')
  await changeElsewhere('THEIRS AGAIN')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Use the saved version' }).click()
  await expect(page.getByLabel('Tax Ref Number')).toHaveValue('THEIRS AGAIN')
  await expect(page.getByLabel('Website')).toHaveValue('https://typed.example') // other input is still there
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(/company\/list$/)
  expect(await stands()).toMatchObject({ taxRefNumber: 'THEIRS AGAIN', website: 'https://typed.example' })
})

test('keeps changes of different fields from two tabs without asking', async ({ page, context }) => {
  const call = await signInWithCalls(page, admin)
  const { uniqueId } = await newCompany(call)
  const other = await context.newPage()
  for (const tab of [page, other]) await tab.goto(`/crm/company/edit/${uniqueId}`)
  await page.getByLabel('Tax Ref Number').fill('FIRST TAB')
  await other.getByLabel('Address').fill('Second tab')
  for (const tab of [other, page]) {
    await tab.getByRole('button', { name: 'Save' }).click()
    await expect(tab).toHaveURL(/company\/list$/)
  }
  expect(await call('GET', `/api/company/${uniqueId}`)).toMatchObject({ taxRefNumber: 'FIRST TAB', address: 'Second tab' })
})

test('edits a record that was changed elsewhere after it was opened, without a conflict', async ({ page }) => {
  const call = await signInWithCalls(page, admin)
  const { legalName = '', uniqueId } = await newCompany(call)
  await page.goto(`/crm/company/show/${uniqueId}`)
  await expect(page.getByRole('heading', { level: 1, name: legalName })).toBeVisible()
  await call('PATCH', '/api/company/', { uniqueId, address: 'Wien', country: 'Austria' })
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await expect(page.getByLabel('Address')).toHaveValue('Wien')
  await page.getByLabel('Tax Ref Number').fill('AT 7')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(/company\/list$/)
  expect(await call('GET', `/api/company/${uniqueId}`)).toMatchObject({ address: 'Wien', taxRefNumber: 'AT 7' })
  await navigateTo(page, `/crm/company/show/${uniqueId}?tab=history`)
  await expect(page.getByText('Country: Germany → Austria')).toBeVisible()
})

test('an open form takes over changes made elsewhere, without overwriting unsaved input', async ({ page }) => {
  const call = await signInWithCalls(page, admin)
  const { uniqueId } = await newCompany(call)
  const changeElsewhere = async (address: string) => {
    await call('PATCH', '/api/company/', { uniqueId, address })
    const read = page.waitForResponse((answer) => answer.url().endsWith(`/api/company/${uniqueId}`))
    await page.evaluate(() => dispatchEvent(new Event('visibilitychange'))) // as when the user returns to the page
    await read
  }
  await page.goto(`/crm/company/edit/${uniqueId}`)
  await page.getByLabel('Address').fill('typed')
  await page.getByLabel('Address').fill('')
  await changeElsewhere('Wien')
  await expect(page.getByLabel('Address')).toHaveValue('Wien')
  await page.getByLabel('Tax Ref Number').fill('MINE')
  await changeElsewhere('Graz')
  await expect(page.getByLabel('Address')).toHaveValue('Graz')
  await expect(page.getByLabel('Tax Ref Number')).toHaveValue('MINE')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(/company\/list$/)
  expect(await call('GET', `/api/company/${uniqueId}`)).toMatchObject({ taxRefNumber: 'MINE', address: 'Graz' })
})

test('a save without a response keeps the input, and a retry creates only one company', async ({ page }) => {
  const call = await signInWithCalls(page, admin)
  const name = newName('Einmal')
  await page.goto('/crm/company/create')
  await fillCompany(page, name)
  const saving = await failCalls(page, '**/api/company/', loseReplies)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert')).toContainText('Nothing you typed is lost')
  await expect(page.getByLabel('Legal Name')).toHaveValue(name)
  saving.mend()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(/company\/list$/)
  expect(await call('GET', `/api/company/?page=0&legalName=${encodeURIComponent(name)}`)).toHaveLength(1)
})

test('members choose from eight company types, staff from nine', async ({ page }) => {
  for (const [who, count] of [
    ['pro@tradewind.test', 8],
    [admin, 9],
  ] as const) {
    await signInWithCalls(page, who)
    await page.goto('/crm/company/create')
    await page.getByRole('combobox', { name: 'Company Types' }).click()
    await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(count)
  }
})

test('company screens with the longest names are accessible', async ({ page }) => {
  test.slow()
  const call = await signInWithCalls(page, admin)
  const { legalName = '', uniqueId } = await newCompany(call)
  await page.goto(companyListPath(legalName))
  await expect(page.getByRole('link', { name: legalName })).toBeVisible()
  await takeScreenshots(page, 'company-list')
  await expectAccessible(page)
  await navigateTo(page, `/crm/company/show/${uniqueId}`)
  await expect(page.getByText('created it')).toHaveCount(1)
  await takeScreenshots(page, 'company-show')
  await expectAccessible(page)
  await navigateTo(page, '/crm/company/create')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await takeScreenshots(page, 'company-form')
  await expectAccessible(page)
})
