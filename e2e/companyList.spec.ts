import { expect, type Page } from '@playwright/test'
import { admin, companyListPath, newCompany, newMark, newName, signInWithCalls } from './kit/api.ts'
import { callsOf, makeChain } from './kit/chain.ts'
import { navigateTo } from './kit/navigate.ts'
import { test } from './kit/test.ts'

/** Which of these the open menu offers, regardless of what other features add. */
const offeredEntries = async (page: Page) => {
  await expect(page.getByRole('menuitem', { name: 'Details' })).toBeVisible()
  const texts = await page.getByRole('menuitem').allInnerTexts()
  return ['Details', 'Edit', 'Delete'].filter((text) => texts.includes(text))
}

test('stores page, sort order and filters in the URL', async ({ page }) => {
  await signInWithCalls(page, admin)
  await page.goto('/crm/company/list')
  const head = page.getByRole('columnheader', { name: 'Company' })
  await expect(page.getByRole('columnheader', { name: 'Created' })).toHaveAttribute('aria-sort', 'descending')
  await head.getByRole('button').click()
  await expect(head).toHaveAttribute('aria-sort', 'ascending')
  await page.getByRole('link', { name: 'Page 2', exact: true }).click()
  await expect(page).toHaveURL(/sort=legalName&page=2/)
  await expect(page.getByText(/^21–40 of/)).toBeVisible()
  const middle = await page.locator('tbody td:nth-child(2) a').nth(10).innerText() // records that other tests create or delete meanwhile shift it by a row
  await page.reload()
  await expect(page.getByRole('link', { name: middle })).toBeVisible()
  await expect(head).toHaveAttribute('aria-sort', 'ascending')

  await page.getByLabel('Country').fill('japan')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\?sort=legalName&country=japan$/)
  await expect(page.getByRole('cell', { name: 'Japan' }).first()).toBeVisible()
  await page.goBack()
  await expect(page.getByText(/^21–40 of/)).toBeVisible()
  await expect(page.getByLabel('Country')).toHaveValue('')
})

test('shows sixteen rows of a list at 1280 × 800, also while the button that clears the filters is visible', async ({ page }) => {
  await signInWithCalls(page, admin)
  await page.setViewportSize({ width: 1280, height: 800 })
  for (const [list, filter] of [
    ['company', 'Company'],
    ['contact', 'Company Name'],
    ['meetingReport', 'Company'],
    ['nextSteps', 'Todo'],
  ] as const) {
    await navigateTo(page, `/crm/${list}/list`)
    const sixteenth = page.locator('tbody tr').nth(15)
    await expect(sixteenth, list).toBeInViewport({ ratio: 1 })
    await page.getByRole('textbox', { name: filter, exact: true }).fill('x')
    await expect(page.getByRole('button', { name: 'Clear Filter' })).toBeVisible()
    await expect(sixteenth, list).toBeInViewport({ ratio: 1 })
  }
})

/** Delays the responses of a URL until they are released. */
const delayAnswers = async (page: Page, address: RegExp) => {
  const held = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await held.promise
    await route.continue()
  })
  return held.resolve
}

test('the range in the pagination changes only when the rows have loaded, and is not shown until then past the end', async ({
  page,
}) => {
  await signInWithCalls(page, admin)
  await page.goto('/crm/company/list?sort=legalName')
  const range = page.getByRole('navigation', { name: 'Pages' })
  await expect(range).toContainText('1–20 of')
  const letGo = await delayAnswers(page, /api\/company\/\?.*page=1/)
  await page.getByRole('link', { name: 'Page 2', exact: true }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(page.getByRole('table', { name: 'Companies' })).toHaveAttribute('aria-busy', 'true')
  await expect(range).toContainText('1–20 of')
  letGo()
  await expect(range).toContainText('21–40 of')

  const letLastGo = await delayAnswers(page, /api\/company\/\?.*page=\d{1,3}\b/)
  await page.goto('/crm/company/list?page=9999')
  await expect(page).toHaveURL(/page=\d{1,3}$/) // the count depends on other tests
  await expect(range).toBeVisible()
  await expect(range).not.toContainText('–')
  letLastGo()
  await expect(range).toContainText(/–\d+ of/)
})

test('a page number past the end of a list leads to its last page', async ({ page }) => {
  const call = await signInWithCalls(page, admin)
  const { uniqueId } = await call('POST', '/api/project/', { name: newName('Weit') })
  for (const list of ['company/list', 'audit/list', 'trash', `project/show/${uniqueId}`]) {
    await navigateTo(page, `/crm/${list}?page=9999`)
    await expect(page).not.toHaveURL(/page=9999/)
  }
})

test('exports the filtered list as an Excel workbook and as CSV', async ({ page }) => {
  await signInWithCalls(page, admin)
  await page.goto('/crm/company/list?country=Japan')
  for (const [entry, name] of [
    ['Excel workbook (XLSX)', /\.xlsx$/],
    ['Comma-separated text (CSV)', /\.csv$/],
  ] as const) {
    await page.getByRole('button', { name: 'Export' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: entry }).click()
    expect((await download).suggestedFilename()).toMatch(name)
  }
})

test('level 3 sees only companies in its countries, and can’t change them', async ({ page }) => {
  await signInWithCalls(page, 'level3@tradewind.test')
  await page.goto('/crm/company/list')
  await expect(page.getByRole('table', { name: 'Companies' })).toBeVisible()
  await expect(page.getByRole('link', { name: /New company/i })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Mass Upload' })).toHaveCount(0)
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click()
  expect(await offeredEntries(page)).toEqual(['Details'])
  await page.goto('/crm/company/list?country=Italy')
  await expect(page.getByRole('cell', { name: 'Italy' }).first()).toBeVisible()
  await page.goto('/crm/company/list?country=Japan')
  await expect(page.getByText('Nothing matches')).toBeVisible()
})

test('an admin can edit and delete only the companies that they created', async ({ page }) => {
  const { legalName: theirs = '' } = await newCompany(await signInWithCalls(page, admin))
  const { legalName = '' } = await newCompany(await signInWithCalls(page, 'admin@tradewind.test'))
  await page.goto(companyListPath(theirs))
  await page.getByRole('button', { name: `Actions for ${theirs}` }).click()
  expect(await offeredEntries(page)).toEqual(['Details'])
  await page.goto(companyListPath(legalName))
  await page.getByRole('button', { name: `Actions for ${legalName}` }).click()
  expect(await offeredEntries(page)).toEqual(['Details', 'Edit', 'Delete'])
})

test('omits company fields that level 1 may not read, instead of showing N/A', async ({ page }) => {
  const level1 = await callsOf(page, 'level1@tradewind.test')
  const call = await signInWithCalls(page, admin)
  const { uniqueId: company, legalName = '' } = await newCompany(call)
  await call('PATCH', '/api/company/', { uniqueId: company, address: 'Am Hafen 1, Bremen', taxRefNumber: 'DE 1' })
  const links = ['project', 'projectCompany'] as const
  const shared = { assignedUser: level1.uniqueId, sharedWith: [level1.uniqueId] }
  await makeChain(call, { name: newMark(), links, given: { company: company! }, ...shared })
  const showCompany = async () => {
    await page.goto(`/crm/company/show/${company}`)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(legalName)
  }
  await showCompany()
  await expect(page.getByRole('term').filter({ hasText: 'Address' })).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: 'Am Hafen 1, Bremen' })).toBeVisible()
  await navigateTo(page, companyListPath(legalName))
  const types = page.getByRole('columnheader', { name: /Type/ })
  await expect(types).toHaveCount(1)

  await signInWithCalls(page, 'level1@tradewind.test')
  await showCompany()
  await expect(page.getByRole('term').filter({ hasText: 'Country' })).toBeVisible()
  for (const hidden of ['Address', 'Tax', 'Type']) await expect(page.getByRole('term').filter({ hasText: hidden })).toHaveCount(0)
  await expect(page.getByText('N/A')).toHaveCount(0)
  await navigateTo(page, companyListPath(legalName))
  await expect(page.getByRole('link', { name: legalName })).toBeVisible()
  await expect(types).toHaveCount(0)
})
