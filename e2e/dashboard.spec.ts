import { expect, type Locator, type Page } from '@playwright/test'
import { admin, newCompany, newMark, signInWithCalls } from './kit/api.ts'
import { expectAccessible, takeScreenshots } from './kit/looks.ts'
import { navigateTo } from './kit/navigate.ts'
import { openSubscribed } from './kit/subscribed.ts'
import { failCalls, test } from './kit/test.ts'
import { signInNewUser } from './kit/users.ts'

const wholePeriod = 'dateFrom=2020-01-01&dateTo=2099-12-31'
const card = (page: Page) => page.getByRole('region', { name: 'Reports KPI' })
const columnHeaders = (page: Page) => card(page).getByRole('columnheader')

/** 0 is Sunday. */
const weekdayIn = async (field: Locator) => {
  const [day, month, fullYear] = (await field.inputValue()).split('-').map(Number)
  return new Date(Date.UTC(fullYear!, month! - 1, day)).getUTCDay()
}

test('counts reports by user, country and company, and stores the choice in the URL', async ({ page }) => {
  test.slow()
  await signInWithCalls(page, admin)
  await page.goto('/crm/dashboard')
  await expect(page.getByRole('heading', { level: 1, name: 'International Expansion' })).toBeVisible()
  const filters = card(page)
  await filters.getByLabel('Date From').fill('2020-01-01')
  await filters.getByLabel('Date To').fill('2099-12-31')
  await filters.getByRole('button', { name: 'Apply Filter' }).click()
  const totals = ['Total Reports Created', 'Latest Report Date']
  await expect(columnHeaders(page)).toHaveText(['#', 'User ID', 'User Name', 'Email Address', 'Roles', ...totals])
  await filters.getByLabel('Aggregation Type').selectOption('Countries')
  await expect(columnHeaders(page)).toHaveText(['#', 'Country', ...totals])
  await filters.getByLabel('Aggregation Type').selectOption('Companies')
  await expect(columnHeaders(page)).toHaveText(['#', 'Company ID', 'Company Name', 'Country', ...totals])
  await expect(page).toHaveURL(/dateFrom=2020-01-01&dateTo=2099-12-31&filterType=COMPANY/)
  await takeScreenshots(page, 'dashboard')
  await expectAccessible(page)
})

test('on a phone, what is due is on the first half of the dashboard', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signInWithCalls(page, admin)
  await page.goto('/crm/dashboard')
  const today = await page.getByRole('heading', { name: 'Today', exact: true }).boundingBox()
  expect(today!.y).toBeLessThan(300)
  await signInWithCalls(page, 'pro@tradewind.test')
  await page.goto('/user/dashboard')
  const next = await page.getByRole('heading', { level: 2 }).first().boundingBox()
  expect(next!.y).toBeLessThan(200)
})

test('changing the page size goes to the first page; Clear Filter resets to users and the current week', async ({ page }) => {
  await signInWithCalls(page, admin)
  await page.goto(`/crm/dashboard?filterType=COMPANY&${wholePeriod}&size=5&page=3`)
  await expect(card(page).getByText(/^11–15 of/)).toBeVisible()
  await card(page).getByRole('link', { name: 'Page 2', exact: true }).click()
  await expect(card(page).getByText(/^6–10 of/)).toBeVisible()
  await card(page).getByLabel('Records Per Page').selectOption('10')
  await expect(card(page).getByText(/^1–10 of/)).toBeVisible()
  await expect(page).not.toHaveURL(/page=/)
  await card(page).getByRole('button', { name: 'Clear Filter' }).click()
  await expect(card(page).getByLabel('Aggregation Type')).toHaveValue('USER')
  await expect(page).toHaveURL(/\/crm\/dashboard\?size=10$/)
  const [from, to] = [card(page).getByLabel('Date From'), card(page).getByLabel('Date To')]
  expect(await weekdayIn(from)).toBe(1)
  expect(await weekdayIn(to)).toBe(0)
})

test('a range without reports and a failed count show that there is no data; Try again repeats the count, which is exported as CSV', async ({
  page,
}) => {
  await signInWithCalls(page, admin)
  await page.goto('/crm/dashboard?dateFrom=2001-01-01&dateTo=2001-01-07')
  await expect(card(page).getByText('No data available', { exact: true })).toBeVisible()
  await expect(card(page).getByText('No data available for the selected filters')).toBeVisible()
  const counting = await failCalls(page, '**/api/dashboard/reportsKpi?*')
  await page.goto(`/crm/dashboard?${wholePeriod}`)
  await expect(card(page).getByText('No data available for the selected filters')).toBeVisible()
  counting.mend()
  await card(page).getByRole('button', { name: 'Try again' }).click()
  await expect(card(page).getByRole('table')).toBeVisible()
  await card(page).getByRole('button', { name: 'Export' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Comma-separated text (CSV)' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.csv$/)
})

test('level 3 can count by user only; levels 1 and 2, free and starter accounts see no counts', async ({ page }) => {
  test.slow()
  await signInWithCalls(page, 'level3@tradewind.test')
  await page.goto(`/crm/dashboard?filterType=COUNTRY&${wholePeriod}`)
  await expect(card(page).getByLabel('Aggregation Type').getByRole('option')).toHaveText(['Users'])
  await expect(card(page).getByRole('columnheader', { name: 'User Name' })).toBeVisible()
  for (const who of ['level1', 'level2', 'free', 'starter']) {
    await signInWithCalls(page, `${who}@tradewind.test`)
    await page.goto('/crm/dashboard')
    await expect(page.getByRole('heading', { level: 1, name: 'International Expansion' })).toBeVisible()
    await expect(card(page)).toHaveCount(0)
  }
})

test('shows the dashboard’s cards only when all their data has loaded, so that nothing moves', async ({ page }) => {
  await signInWithCalls(page, admin)
  const home = Promise.withResolvers<void>()
  await page.route('**/api/home/', async (route) => {
    await home.promise
    await route.continue()
  })
  const counted = page.waitForResponse('**/api/dashboard/reportsKpi?*')
  await page.goto('/crm/dashboard')
  await counted
  await expect(page.getByRole('heading', { level: 1, name: 'International Expansion' })).toBeVisible()
  await expect(card(page)).toHaveCount(0)
  home.resolve()
  await expect(card(page)).toBeVisible()
  await expect(page.getByRole('region', { name: 'New leads' })).toBeVisible()
})

test('a task that a colleague assigns and closes follows on the open dashboard, without a reload', async ({ page, browser }) => {
  test.slow()
  const { user } = await signInNewUser(page, 'ROLE_ADMIN')
  await openSubscribed(page, '/crm/dashboard')
  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible()
  const call = await signInWithCalls(await (await browser.newContext()).newPage(), admin)
  const { uniqueId: companyUID } = await newCompany(call)
  const person = { firstName: 'Ada', lastName: 'Brandner', title: 'Buyer', contactRole: 'INFLUENCER' }
  const email = `${newMark()}@elsewhere.example`
  const contact = await call('POST', '/api/contact/', { ...person, email, companyId: companyUID })
  const meeting = { date: '2026-03-09', companyUID, attendees: [contact.uniqueId], eventType: 'CALL' }
  const { uniqueId: meetingReportUID } = await call('POST', '/api/meetingReport/', meeting)
  const { uniqueId: summaryUID } = await call('POST', '/api/summary/', { text: '<p>They wait.</p>', meetingReportUID })
  const task = { todo: `Send a sample ${newMark()}`, byWhen: '2026-03-20', assignedUser: user.uniqueId, summaryUID }
  const { uniqueId } = await call('POST', '/api/nextSteps/', task)
  await expect(page.getByRole('region', { name: 'Tasks due' }).getByRole('link', { name: task.todo })).toBeVisible()
  await call('PATCH', `/api/nextSteps/markClosed/${uniqueId}`)
  await expect(page.getByRole('link', { name: task.todo })).toHaveCount(0)
})

test('selects a predefined period, compares its total with the period before, and copies an id', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signInWithCalls(page, admin)
  await page.goto('/crm/dashboard?filterType=COMPANY')
  const counted = page.waitForResponse(/reportsKpi\?.*dateFrom=\d{4}-\d{2}-01/)
  await card(page).getByLabel('Period').selectOption('Last 12 months')
  await counted
  await expect(page).toHaveURL(/dateFrom=\d{4}-\d{2}-01&dateTo=/)
  await expect(card(page).getByText(/^\d+ reports? · [+−±]\d+ against the period before$/)).toBeVisible()
  const copy = card(page).getByRole('button', { name: 'Copy the id' }).first()
  await copy.click()
  await expect(card(page).getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^[0-9a-f-]{36}$/)
  await card(page).getByLabel('Date From').fill('2020-01-01')
  await card(page).getByRole('button', { name: 'Apply Filter' }).click()
  await expect(card(page).getByLabel('Period')).toHaveValue('')
})

test('a count by user, country or company links to the reports that it counts', async ({ page }) => {
  await signInWithCalls(page, admin)
  for (const groupedBy of ['USER', 'COUNTRY', 'COMPANY']) {
    await navigateTo(page, `/crm/dashboard?filterType=${groupedBy}&dateFrom=2026-01-01&dateTo=2026-06-30`)
    const first = card(page).getByRole('row').nth(1)
    const count = first.getByRole('link', { name: /^\d+$/ })
    const total = await count.textContent()
    await count.click()
    await expect(page).toHaveURL(/\/crm\/meetingReport\/(list|company\/[\da-f-]+)\?/)
    await expect(page.getByText(new RegExp(`^1–\\d+ of ${total}$`))).toBeVisible()
  }
})

test('lists the markets beside the map with links to their reports, and as a table', async ({ page }) => {
  await signInWithCalls(page, admin)
  await page.goto('/crm/dashboard')
  const markets = page.getByRole('region', { name: 'Markets' })
  await expect(markets.locator('svg path[data-shade]').first()).toBeVisible()
  await markets.getByRole('radiogroup').getByText('Reports').click()
  await markets.getByRole('link', { name: 'Germany' }).click()
  await expect(page).toHaveURL(/\/crm\/meetingReport\/list\?where=country:is:DE/)
  await page.goBack()
  await markets.getByText('Show as a table').click()
  await expect(markets.getByRole('table').getByRole('row', { name: /^Germany/ })).toBeVisible()
  await expectAccessible(page)
})

test('a member’s dashboard shows first steps until they are done, the score and what is left of the plan', async ({ page }) => {
  await signInWithCalls(page, 'basic@tradewind.test')
  await page.goto('/user/dashboard')
  await expect(page.getByRole('region', { name: 'First steps' }).getByRole('listitem')).toHaveCount(5)
  await signInWithCalls(page, 'pro@tradewind.test')
  await page.goto('/user/dashboard')
  const score = page.getByRole('region', { name: 'Trust Score' })
  await expect(score.getByText(/^\d+ answers · [+−±]\d\.\d\d in 30 days$/)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Waiting for an answer' }).getByRole('link').first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'First steps' })).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Your plan' })).toContainText(/Pro.* MB of .* MB left for files/)
  await expectAccessible(page)
  const remark = page.getByRole('region', { name: 'Remarks to reply to' }).getByRole('listitem').first()
  const customer = (await remark.getByRole('link').textContent()) ?? ''
  await remark.getByRole('link').click()
  const remarks = page.getByRole('region', { name: 'Remarks/Testimonials' })
  await expect(remarks.getByRole('button', { name: /^(Edit reply|Reply): / })).toHaveAccessibleName(`Reply: ${customer}`)
  await expect(remarks.getByRole('heading')).toBeInViewport()
  await remarks.getByRole('button', { name: 'Show all remarks' }).click()
  await expect(page).toHaveURL(/\/user\/trends$/)
  await navigateTo(page, '/user/dashboard')
  await page.getByRole('link', { name: 'Waiting for an answer' }).click()
  await expect(page.getByRole('heading', { name: /^UnAnswered Contacts/ })).toBeVisible()
  await navigateTo(page, '/user/dashboard')
  await score.getByRole('link', { name: 'See the results' }).click()
  await expect(page).toHaveURL(/\/user\/trends$/)
  await signInWithCalls(page, 'free@tradewind.test')
  await page.goto('/user/dashboard')
  await expect(page.getByRole('region', { name: 'Your plan' })).toContainText('Free')
  await expect(page.getByRole('region', { name: 'Trust Score' })).toHaveCount(0)
})
