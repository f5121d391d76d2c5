import { expect, type Page } from '@playwright/test'
import { admin, newMark, newName, signInWithCalls } from './kit/api.ts'
import { expectAccessible, takeScreenshots } from './kit/looks.ts'
import { navigateTo } from './kit/navigate.ts'
import { openSubscribed } from './kit/subscribed.ts'
import { test } from './kit/test.ts'

const addFilter = (page: Page) => page.getByRole('button', { name: 'Filter', exact: true })
const viewButton = (page: Page) => page.getByRole('button', { name: /^View:/ })
const valueInput = (page: Page) => page.getByLabel('Value').and(page.locator('input'))
const shownNames = (page: Page) => page.getByRole('table', { name: 'Companies' }).locator('tbody tr td:nth-child(2)')

/** Two companies in Germany and one in Malta that only this test uses. */
const createCompanies = async (call: Awaited<ReturnType<typeof signInWithCalls>>, mark: string) => {
  for (const [name, country] of [
    ['Alpha', 'Germany'],
    ['Beta', 'Germany'],
    ['Gamma', 'Malta'],
  ] as const)
    await call('POST', '/api/company/', {
      legalName: `${name} ${mark}`,
      country,
      website: 'https://views.example',
      companyTypeList: ['ASSOCIATION'],
    })
}

const addFilterBy = async (page: Page, field: string) => {
  await addFilter(page).click()
  await page.getByRole('group', { name: 'Filter by' }).getByRole('button', { name: field, exact: true }).click()
}

test('a view with filters and columns is saved, shared, opened by URL, and used as the default of the list', async ({
  page,
  browser,
}) => {
  const mark = newMark()
  const name = newName('View')
  const call = await signInWithCalls(page, admin)
  await createCompanies(call, mark)
  await page.goto('/crm/company/list')
  await addFilterBy(page, 'Legal Name')
  await valueInput(page).fill(mark)
  await page.getByRole('button', { name: 'Apply', exact: true }).click()
  await expect(shownNames(page)).toHaveCount(3)
  await addFilterBy(page, 'Country')
  await valueInput(page).fill('germ')
  await page.getByRole('option', { name: 'Germany' }).click()
  await page.getByRole('button', { name: 'Apply', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Filter: Country is Germany', exact: true })).toBeVisible()
  await expect(shownNames(page)).toHaveCount(2)

  await page.getByRole('button', { name: 'Display' }).click()
  await page.getByRole('checkbox', { name: 'Website' }).click()
  await page.getByRole('button', { name: 'Types: up' }).click()
  await page.keyboard.press('Escape')
  const heads = page.getByRole('columnheader')
  await expect(heads.nth(2)).toHaveText('Types')
  await expect(page.getByRole('columnheader', { name: 'Website' })).toHaveCount(0)

  await viewButton(page).click()
  await page.getByRole('menuitem', { name: 'Save as…' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill(name)
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(viewButton(page)).toHaveText(name)
  await viewButton(page).click()
  await page.getByRole('menuitem', { name: 'Share with everyone' }).click()
  await viewButton(page).click()
  await page.getByRole('menuitem', { name: 'Use as the default view' }).click()

  const colleague = await browser.newPage()
  await signInWithCalls(colleague, 'admin@tradewind.test')
  const id = new URL(page.url()).searchParams.get('view')!
  await colleague.goto(`/crm/company/list?view=${id}`)
  await expect(viewButton(colleague)).toHaveText(name)
  await expect(shownNames(colleague)).toHaveCount(2)
  await expect(colleague.getByRole('columnheader').nth(2)).toHaveText('Types')
  await colleague.getByRole('button', { name: 'Remove the filter: Country is Germany' }).click()
  await expect(shownNames(colleague)).toHaveCount(3)
  await expect(viewButton(colleague)).toContainText('• edited')
  await colleague.close()

  await page.goto('/crm/company/list')
  await expect(viewButton(page)).toHaveText(name)
  await expect(shownNames(page)).toHaveCount(2)
  await viewButton(page).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(viewButton(page)).toHaveText('All records')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(viewButton(page)).toHaveText(name)
  await call('DELETE', `/api/view/${id}`) // other tests of this user open the list without a view
})

test('a view that a colleague shares and deletes comes into and leaves the menu of an open list, without a reload', async ({
  page,
  browser,
}) => {
  await signInWithCalls(page, admin)
  const call = await signInWithCalls(await (await browser.newContext()).newPage(), 'admin@tradewind.test')
  await openSubscribed(page, '/crm/company/list')
  await expect(viewButton(page)).toBeVisible()
  const name = newName('View')
  const { uniqueId } = await call('POST', '/api/view/', {
    entity: 'company',
    name,
    visibility: 'SHARED',
    state: { q: newMark() },
  })
  await viewButton(page).click()
  await expect(page.getByRole('menu').getByText(name)).toBeVisible()
  await call('DELETE', `/api/view/${uniqueId}`)
  await expect(page.getByRole('menu').getByText(name)).toHaveCount(0)
})

test('searches and filters a list by keyboard only', async ({ page }) => {
  const mark = newMark()
  await createCompanies(await signInWithCalls(page, admin), mark)
  await page.goto('/crm/company/list?sort=legalName')
  await expect(page.getByRole('searchbox', { name: 'Search this list' })).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type(mark)
  await expect(shownNames(page)).toHaveCount(3)
  await addFilter(page).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Find a field')).toBeFocused()
  await page.keyboard.type('legal')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Condition')).toBeVisible()
  await page.keyboard.type('beta')
  await page.keyboard.press('Enter')
  await expect(shownNames(page)).toHaveCount(1)
  await page.getByRole('button', { name: /^Filter: Legal Name/ }).focus()
  await page.keyboard.press('Enter')
  await expect(valueInput(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: /^Filter: Legal Name/ })).toBeFocused()
})

test('on a phone the tools of a list fit, and a filter can be set', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  const mark = newMark()
  await createCompanies(await signInWithCalls(page, admin), mark)
  await page.goto(`/crm/company/list?q=${mark}`)
  await page.getByRole('button', { name: 'Filters' }).click()
  await addFilterBy(page, 'Country')
  await valueInput(page).fill('malt')
  await page.getByRole('option', { name: 'Malta' }).click()
  await page.getByRole('button', { name: 'Apply', exact: true }).click()
  await expect(page.getByRole('list', { name: 'Companies' }).getByRole('listitem')).toHaveCount(1)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})

test('on a phone the filters of a list are behind a button that shows how many are applied', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  const mark = newMark()
  const call = await signInWithCalls(page, admin)
  await createCompanies(call, mark)
  await page.goto(`/crm/company/list?q=${mark}`)
  const cards = page.getByRole('list', { name: 'Companies' }).getByRole('listitem')
  const [filters, country] = [page.getByRole('button', { name: 'Filters' }), page.getByLabel('Country', { exact: true })]
  await expect(filters).toBeVisible()
  await expect(country).toBeHidden()
  await filters.click()
  await expect(filters).toHaveAttribute('aria-expanded', 'true')
  await country.fill('malta')
  await country.press('Enter')
  await expect(cards).toHaveCount(1)
  await expect(country).toBeHidden()
  await expect(filters).toHaveText('Filters · 1')
  await expect(filters).toBeFocused()
  await filters.click()
  await takeScreenshots(page, 'filters-phone')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Clear Filter' }).click()
  await expect(filters).toHaveText('Filters')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)

  await navigateTo(page, '/crm/meetingReport/list?dateFrom=2026-02-31')
  await expect(page.getByLabel('Date From')).toHaveAccessibleDescription(/not a date/)

  // A list without a search of its own: its first filter stays visible if it is a text.
  await navigateTo(page, '/crm/audience/list?firstName=Nobody')
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  await expect(name).toBeVisible()
  await page.keyboard.press('/')
  await expect(name).toBeFocused()
  await expect(filters).toHaveAttribute('aria-expanded', 'false')
  await name.fill('Somebody')
  await name.press('Enter')
  await expect(page).toHaveURL(/firstName=Somebody/)
  await expect(name).toBeFocused()
  await expect(filters).toHaveText('Filters')

  await navigateTo(page, '/crm/analytics')
  await expect(filters).toBeVisible()
  await page.keyboard.press('/')
  await expect(page.getByLabel('Date From')).toBeFocused()
})

test('combines filters of which any may match with one that must always match, and several people in one', async ({ page }) => {
  const mark = newMark()
  const call = await signInWithCalls(page, admin)
  await createCompanies(call, mark)
  await page.goto(`/crm/company/list?where=${encodeURIComponent(`legalName:contains:${mark}`)}&where=country:is:MT`)
  await expect(shownNames(page)).toHaveCount(1)
  const match = page.getByLabel('How the filters go together')
  await match.selectOption('Match any')
  const group = page.getByRole('group', { name: 'At least one of these must match' })
  await expect(group).toBeVisible()
  await group.getByRole('button', { name: /^Filter: Legal Name contains/ }).click()
  await page.getByLabel('Required filter').check()
  await page.getByRole('button', { name: 'Apply', exact: true }).click()
  await addFilterBy(page, 'Legal Name')
  await valueInput(page).fill('Beta')
  await page.getByRole('button', { name: 'Apply', exact: true }).click()
  await expect(group).toContainText('or')
  await expect(shownNames(page)).toHaveCount(2)
  await takeScreenshots(page, 'filters-any')
  await expectAccessible(page)
  await page.reload()
  await expect(shownNames(page)).toHaveCount(2)

  await addFilterBy(page, 'Created by')
  await page.getByLabel('Condition').selectOption('is')
  const people = page.getByRole('combobox', { name: 'People' })
  const staff = await call<{ fullName: string }[]>('GET', '/api/admin/options?page=0&size=2&sort=fullName')
  for (const { fullName } of staff) {
    await people.fill(fullName)
    await page.getByRole('option', { name: fullName }).click()
  }
  await takeScreenshots(page, 'filters-people')
  await page.getByLabel('Required filter').check()
  await page.getByRole('button', { name: 'Apply', exact: true }).click()
  const chip = page.getByRole('button', { name: /^Filter: Created by is/ })
  for (const { fullName } of staff) await expect(chip).toContainText(fullName)
  await page.setViewportSize({ width: 390, height: 844 })
  await takeScreenshots(page, 'filters-any-phone')
  await expectAccessible(page)
})
