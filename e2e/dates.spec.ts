import { expect, type Page } from '@playwright/test'
import { admin, newCompany, signInWithCalls } from './kit/api.ts'
import { expectAccessible } from './kit/looks.ts'
import { navigateTo } from './kit/navigate.ts'
import { test } from './kit/test.ts'

const INVALID_DATE = 'This is not a date. Write it like 31-12-2026.'
const newReportFor = async (page: Page) => {
  const call = await signInWithCalls(page, admin)
  const { uniqueId = '' } = await newCompany(call)
  await page.goto(`/crm/meetingReport/create/${uniqueId}`)
}

test('accepts dates in common formats and shows them day first; keeps an invalid date and shows an error', async ({ page }) => {
  await newReportFor(page)
  const date = page.getByLabel('Date')
  await expect(date).toHaveValue(/^\d\d-\d\d-\d{4}$/)
  for (const typed of ['1.2.2026', '01-02-2026', '2026-02-01', '1/2/26']) {
    await date.fill(typed)
    await date.press('Tab')
    await expect(date).toHaveValue('01-02-2026')
  }
  await date.fill('31-02-2026')
  await date.press('Tab')
  await expect(date).toHaveAccessibleDescription(INVALID_DATE)
  await expect(date).toHaveValue('31-02-2026')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert')).toContainText('Date is not a day')
  await expect(page.getByRole('alert')).toContainText('Choose who attended')
  await expect(date).toHaveValue('31-02-2026')
  await date.fill('28-02-2026')
  await expect(date).not.toHaveAccessibleDescription(INVALID_DATE)
})

test('picks a date from the calendar with the keyboard or the mouse', async ({ page }) => {
  await newReportFor(page)
  const date = page.getByLabel('Date')
  await date.fill('28-02-2026')
  await date.press('ArrowDown')
  await expect(page.getByRole('button', { name: /Saturday,? 28 February 2026/ })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText('March 2026')).toBeVisible()
  await page.keyboard.press('PageUp')
  await page.keyboard.press('Enter')
  await expect(date).toHaveValue('01-02-2026')
  await expect(date).toBeFocused()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await date.press('ArrowDown')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Calendar' })).toBeHidden()
  await expect(date).toBeFocused()
  await expect(date).toHaveValue('01-02-2026')
  await page.getByRole('button', { name: 'Open the calendar' }).click()
  await page.getByRole('button', { name: 'Next month' }).click()
  await page.getByRole('button', { name: /Monday,? 2 March 2026/ }).click()
  await expect(date).toHaveValue('02-03-2026')
})

test('filters summaries from a start date alone, and doesn’t apply an invalid date', async ({ page }) => {
  await signInWithCalls(page, admin)
  await page.goto('/crm/summary?dateFrom=2026-02-01')
  const from = page.getByLabel('Date From')
  await expect(from).toHaveValue('01-02-2026')
  await expect(page.getByLabel('Date To')).not.toHaveAccessibleDescription('Enter both dates')
  await from.fill('32-01-2026')
  await page.getByRole('button', { name: 'Apply Filter' }).click()
  await expect(from).toHaveAccessibleDescription(INVALID_DATE)
  await expect(from).toBeFocused()
  await expect(page).toHaveURL(/dateFrom=2026-02-01$/)
  await from.fill('3.1.2026')
  await from.press('Enter')
  await expect(page).toHaveURL(/dateFrom=2026-01-03$/)
})

test('a URL with only one of two required dates shows which one is missing; of two invalid ones it marks both, with the message at the first', async ({
  page,
}) => {
  await signInWithCalls(page, admin)
  await page.goto('/crm/meetingReport/list?dateFrom=2026-02-01')
  await expect(page.getByLabel('Date To')).toHaveAccessibleDescription('Enter both dates')
  await page.goto('/crm/meetingReport/list?dateFrom=soon&dateTo=later')
  for (const label of ['Date From', 'Date To']) await expect(page.getByLabel(label)).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByText(INVALID_DATE).filter({ visible: true })).toHaveCount(1)
  await expect(page.getByRole('alert')).toContainText('Date to is not a day')
  await page.setViewportSize({ width: 390, height: 844 })
  const sentence = await page.getByText(INVALID_DATE).first().boundingBox()
  const below = await page.getByRole('search').getByText('Company', { exact: true }).boundingBox()
  expect(sentence!.y + sentence!.height).toBeLessThanOrEqual(below!.y)
})

test('no date field of the signed-in area is a native browser input', async ({ page }) => {
  await signInWithCalls(page, admin)
  for (const path of ['meetingReport/list', 'meetingReport/create', 'summary', 'dashboard', 'event/create']) {
    await navigateTo(page, `/crm/${path}`)
    await expect(page.getByPlaceholder('DD-MM-YYYY').first()).toBeVisible()
    await expect(page.locator('input[type="date"], input[type="time"], input[type="datetime-local"]')).toHaveCount(0)
  }
})

test('shows the date of a public article in the reader’s language', async ({ page }) => {
  for (const [language, form] of [
    ['en', /^\d{1,2} [A-Z][a-z]+ \d{4}$/],
    ['de', /^\d{1,2}\. [A-ZÄ][a-zä]+ \d{4}$/],
  ] as const) {
    await page.goto(`/knowledgeCentre?lang=${language}`)
    await expect(page.getByRole('main').locator('time').first()).toHaveText(form)
  }
})
