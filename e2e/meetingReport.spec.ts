import { expect, type Page } from '@playwright/test'
import { admin, type Caller, newCompany, newMark, newName, signInWithCalls } from './kit/api.ts'
import { expectAccessible, takeScreenshots } from './kit/looks.ts'
import { navigateTo } from './kit/navigate.ts'
import { failCalls, test } from './kit/test.ts'

/** A company with contacts that no other test uses. */
const newCompanyWithContacts = async (call: Caller) => {
  const { uniqueId: companyId = '', legalName = '' } = await newCompany(call)
  const contact = (firstName: string) =>
    call('POST', '/api/contact/', {
      firstName,
      lastName: 'Brandner',
      title: 'Head of Purchasing',
      contactRole: 'INFLUENCER',
      companyId,
    })
  const people = [await contact('Ada'), await contact('Bo')]
  return { companyId, legalName, people: people.map(({ uniqueId = '' }) => uniqueId) }
}

const newReport = async (call: Caller) => {
  const { companyId, legalName, people } = await newCompanyWithContacts(call)
  const report = await call('POST', '/api/meetingReport/', { date: '2026-03-09', companyUID: companyId, attendees: people })
  return { companyId, legalName, reportId: report['uniqueId'] ?? '' }
}

const chooseOption = async (page: Page, label: string, option: string) => {
  const box = page.getByRole('combobox', { name: label })
  await box.fill(option)
  await page.getByRole('option', { name: option }).first().click()
}

test('creates a report with attendees for a company, and opens it', async ({ page }) => {
  const call = await signInWithCalls(page, admin)
  const { companyId, legalName } = await newCompanyWithContacts(call)
  await page.goto(`/crm/meetingReport/create/${companyId}`)
  await expect(page.getByRole('combobox', { name: 'Company' })).toHaveValue(legalName)
  await page.getByLabel('Date').fill('2026-03-09')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert')).toContainText('Choose who attended')
  await chooseOption(page, 'Attendees', 'Ada Brandner')
  await page.keyboard.press('Tab')
  await page.getByRole('combobox', { name: 'Event Type' }).click()
  await page.getByRole('option', { name: 'Visit at Fair' }).click()
  await page.getByRole('button', { name: 'Save' }).click()

  await expect(page).toHaveURL(/\/crm\/meetingReport\/show\//)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${legalName}, 09\u201103\u20112026`)
  await expect(page.getByText('Visit at Fair')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Ada Brandner' })).toBeVisible()
  await expect(page.getByText('No summaries available')).toBeVisible()
})

test('choosing another company clears the attendees, and offers only that company’s contacts', async ({ page }) => {
  const call = await signInWithCalls(page, admin)
  const { reportId } = await newReport(call)
  const other = await newCompany(call)
  await page.goto(`/crm/meetingReport/edit/${reportId}`)
  await expect(page.getByText('Ada Brandner')).toBeVisible()
  await chooseOption(page, 'Company', other['legalName'] ?? '')
  await expect(page.getByText('Ada Brandner')).toHaveCount(0)
  await expect(page.getByText('This company has no contacts yet.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Create a contact' })).toHaveAttribute('href', /\/crm\/contact\/create\//)
})

test('creates, shares, edits, deletes and restores a summary', async ({ page }) => {
  const { reportId } = await newReport(await signInWithCalls(page, admin))
  await page.goto(`/crm/meetingReport/show/${reportId}`)
  await page.getByRole('button', { name: 'Add Summary' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Summary' })).toHaveAccessibleDescription('Summary is required')
  await dialog.getByRole('textbox', { name: 'Summary' }).click()
  await page.keyboard.type('The price is ')
  await dialog.getByRole('button', { name: 'Bold' }).click()
  await page.keyboard.type('agreed')
  await chooseOption(page, 'Shared with users', 'Lucía Ferrer')
  await dialog.getByRole('button', { name: 'Save' }).click()

  const card = page.getByRole('article')
  await expect(card).toContainText('The price is agreed')
  await expect(card.locator('strong')).toHaveText('agreed')
  await expect(card.getByRole('group', { name: 'Shared with' })).toContainText('Lucía Ferrer')

  await page.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Update Summary' }).click()
  await dialog.getByRole('textbox', { name: 'Summary' }).press('Control+End')
  await page.keyboard.type(' at last')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Summary updated successfully, an email will be shared')).toBeVisible()
  await expect(card).toContainText('The price is agreed at last')

  await page.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Delete Summary' }).click()
  await page.getByRole('button', { name: 'Yes, delete it!' }).click()
  await expect(page.getByText('Deleted Successfully!')).toBeVisible()
  await expect(page.getByText('No summaries available')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(card).toContainText('The price is agreed at last')
})

test('opens the current version of a summary that was changed elsewhere', async ({ page }) => {
  const call = await signInWithCalls(page, admin)
  const { reportId } = await newReport(call)
  const { uniqueId } = await call('POST', '/api/summary/', { text: '<p>They wait.</p>', meetingReportUID: reportId })
  await page.goto(`/crm/meetingReport/show/${reportId}`)
  await expect(page.getByRole('article')).toContainText('They wait.')
  await call('PATCH', '/api/summary/', { uniqueId, text: '<p>They agree.</p>' })
  await page.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Update Summary' }).click()
  const text = page.getByRole('dialog').getByRole('textbox', { name: 'Summary' })
  await expect(text).toHaveText('They agree.')
  await text.press('Control+End')
  await page.keyboard.type(' At last.')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('article')).toContainText('They agree. At last.')
})

test('creates a task from a summary, and lists it there', async ({ page }) => {
  const call = await signInWithCalls(page, admin)
  const { reportId } = await newReport(call)
  await call('POST', '/api/summary/', { text: '<p>They want an offer.</p>', meetingReportUID: reportId })
  await page.goto(`/crm/meetingReport/show/${reportId}`)
  await page.getByRole('button', { name: 'Add Task' }).click()
  await page.getByLabel('Todo').fill('Send the offer')
  await page.getByLabel('By When').fill('2026-12-24')
  await chooseOption(page, 'User Assigned', 'Lucía Ferrer')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('1 open task')).toBeVisible()
  await page.getByRole('button', { name: 'View All Task' }).click()
  await expect(page.getByRole('dialog').getByRole('row', { name: /Send the offer/ })).toContainText('24-12-2026')
})

test('keeps an unsaved summary after a reload, and opens a long one in full', async ({ page }) => {
  const call = await signInWithCalls(page, admin)
  const { reportId, companyId } = await newReport(call)
  await page.goto(`/crm/meetingReport/show/${reportId}`)
  await page.getByRole('button', { name: 'Add Summary' }).click()
  await page.getByRole('textbox', { name: 'Summary' }).click()
  await page.keyboard.type('Half a thought')
  await page.reload()
  await page.getByRole('button', { name: 'Add Summary' }).click()
  await expect(page.getByText('Your unsaved text was restored')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Summary' })).toHaveText('Half a thought')

  await call('POST', '/api/summary/', { text: `<p>${'word '.repeat(200)}end of it</p>`, meetingReportUID: reportId })
  await page.goto(`/crm/summary/${companyId}`)
  await expect(page.getByRole('article')).not.toContainText('end of it')
  await page.getByRole('button', { name: 'See More' }).click()
  await expect(page.getByRole('dialog')).toContainText('end of it')
  await expect(page).toHaveURL(/\?summary=/)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).not.toHaveURL(/\?summary=/)
})

test('level 1 can read the summaries shared with it, and can’t change anything', async ({ page }) => {
  await signInWithCalls(page, 'level1@tradewind.test')
  await page.goto('/crm/summary')
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(page.getByRole('button', { name: /^Actions for/ })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Meeting Reports' })).toHaveCount(0)
  await page.setViewportSize({ width: 390, height: 844 })
  const filters = page.getByRole('search', { name: 'Filters' }).getByRole('textbox')
  const widths = await filters.evaluateAll((inputs) => inputs.map(({ clientWidth }) => clientWidth))
  expect(Math.min(...widths)).toBeGreaterThan(100) // there is room to type in each
})

test('a view of My Summaries keeps a condition and the order of the cards', async ({ page }) => {
  const call = await signInWithCalls(page, admin)
  const [name, mark] = [newName('View'), newMark()]
  const { companyId, people } = await newCompanyWithContacts(call)
  for (const date of ['2026-02-03', '2026-02-01', '2026-02-02', '2020-01-01']) {
    const report = await call('POST', '/api/meetingReport/', { date, companyUID: companyId, attendees: people })
    await call('POST', '/api/summary/', { text: `<p>Of ${date} ${mark}</p>`, meetingReportUID: report.uniqueId })
  }
  await page.goto(`/crm/summary?q=${mark}`)
  const cards = page.getByRole('article')
  await expect(cards).toHaveCount(4)
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('group', { name: 'Filter by' }).getByRole('button', { name: 'Meeting Date', exact: true }).click()
  await page.getByLabel('Condition').selectOption('after')
  await page.getByLabel('Day', { exact: true }).fill('2026-01-31')
  await page.getByRole('button', { name: 'Apply', exact: true }).click()
  await expect(cards).toHaveCount(3)
  await page.getByRole('button', { name: 'Display' }).click()
  await page.getByLabel('Sort by').selectOption('Meeting Date, ascending')
  await expect(cards).toContainText(['Of 2026-02-01', 'Of 2026-02-02', 'Of 2026-02-03'])
  await expectAccessible(page)
  await takeScreenshots(page, 'summaries-display')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: /^View:/ }).click()
  await page.getByRole('menuitem', { name: 'Save as…' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill(name)
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: /^View:/ })).toHaveText(name)
  await page.goto(`/crm/summary?view=${new URL(page.url()).searchParams.get('view')}`)
  await expect(cards).toContainText(['Of 2026-02-01', 'Of 2026-02-02', 'Of 2026-02-03'])
  await page.getByRole('button', { name: 'Display' }).click()
  await page.getByRole('button', { name: 'Reset display' }).click()
  await expect(cards).toContainText(['Of 2026-02-02', 'Of 2026-02-01', 'Of 2026-02-03'])
})

test('screens of reports and summaries are accessible', async ({ page }) => {
  test.slow()
  const call = await signInWithCalls(page, admin)
  const { reportId, companyId } = await newReport(call)
  await call('POST', '/api/summary/', { text: '<h3>Price</h3><ul><li>agreed</li></ul>', meetingReportUID: reportId })
  await page.goto('/crm/meetingReport/list')
  await expect(page.getByRole('table', { name: 'Meeting Reports' })).toBeVisible()
  await takeScreenshots(page, 'report-list')
  await expectAccessible(page)
  await navigateTo(page, `/crm/meetingReport/company/${companyId}`)
  await expect(page.getByRole('cell', { name: 'Ada Brandner, Bo Brandner' })).toBeVisible()
  await expectAccessible(page)
  await navigateTo(page, '/crm/summary')
  await expect(page.getByRole('article').first()).toBeVisible()
  await takeScreenshots(page, 'summaries')
  await expectAccessible(page)
  await navigateTo(page, `/crm/meetingReport/show/${reportId}`)
  await expect(page.getByText('created it')).toBeVisible()
  await takeScreenshots(page, 'report-show')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Add Summary' }).click()
  await expect(page.getByRole('textbox', { name: 'Summary' })).toBeFocused()
  await takeScreenshots(page, 'summary-form')
  await expectAccessible(page)
})

test('deleting the only report on the last page leads to the page before it', async ({ page }) => {
  test.slow()
  const call = await signInWithCalls(page, admin)
  const { companyId, legalName, people } = await newCompanyWithContacts(call)
  for (let day = 1; day <= 21; day++) {
    const date = `2026-01-${String(day).padStart(2, '0')}`
    await call('POST', '/api/meetingReport/', { date, companyUID: companyId, attendees: people })
  }
  await page.goto(`/crm/meetingReport/company/${companyId}?page=2`)
  await page.getByRole('button', { name: `Actions for ${legalName}, 01\u201101\u20112026` }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Yes, delete it!' }).click()
  await expect(page).toHaveURL(new RegExp(`/company/${companyId}$`))
  await expect(page.getByText('1–20 of 20')).toBeVisible()
})

test('shows an error, not an empty list, when contacts fail to load, and Try again loads them', async ({ page }) => {
  const call = await signInWithCalls(page, admin)
  const { companyId } = await newCompanyWithContacts(call)
  await page.routeWebSocket(/\/ws$/, () => {}) // only the button sends the request again, and no news of other tests
  const people = await failCalls(page, '**/api/contact/fetchAllByCompany/**')
  await page.goto(`/crm/meetingReport/create/${companyId}`)
  await expect(page.getByRole('alert').filter({ hasText: 'Something broke' })).toBeVisible()
  await takeScreenshots(page, 'report-people-missing')
  await expectAccessible(page)
  await page.getByRole('combobox', { name: 'Attendees' }).click()
  await expect(page.getByText('This could not be loaded')).toBeVisible()
  await expect(page.getByText('Nothing matches')).toHaveCount(0)
  await page.keyboard.press('Tab')
  people.mend()
  await page.getByRole('button', { name: 'Try again' }).click()
  await chooseOption(page, 'Attendees', 'Bo Brandner')
  await expect(page.getByText('Something broke')).toHaveCount(0)
})

test('a company without reports offers to create the first one', async ({ page }) => {
  const { companyId } = await newCompanyWithContacts(await signInWithCalls(page, admin))
  await page.goto(`/crm/meetingReport/company/${companyId}`)
  const links = page.getByRole('main').getByRole('link', { name: 'New Report' })
  await expect(links).toHaveCount(2) // above the list, and in its empty state
  await links.last().click()
  await expect(page).toHaveURL(new RegExp(`/meeting/create\\?company=${companyId}$`))
})
