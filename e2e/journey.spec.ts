import { expect, type Page } from '@playwright/test'
import { admin, newMark, newName, signInWithCalls } from './kit/api.ts'
import { test } from './kit/test.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

/** Finds an option by typing and selects it by keyboard. */
const chooseOption = async (page: Page, label: string, words: string) => {
  await page.getByRole('combobox', { name: label }).tap()
  await page.keyboard.type(words)
  await expect(page.getByRole('option', { name: words }).first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
}
const selectByKeyboard = async (page: Page, label: string, option: string) => {
  await page.getByRole('combobox', { name: label }).tap()
  await page.getByRole('option', { name: option, exact: true }).tap()
}
/** Taps a field and types into it. A closed menu returns the focus a moment later, so typing without a tap would be lost. */
const tapAndType = async (page: Page, label: string, text: string) => {
  await page.getByLabel(label).tap()
  await page.getByLabel(label).fill(text)
}
const openCreateForm = async (page: Page, entry: string) => {
  await page.getByRole('banner').getByRole('button', { name: 'New' }).tap()
  await page.getByRole('menuitem', { name: entry }).tap()
  await expect(page.getByRole('menu')).toHaveCount(0)
}
const saveForm = (page: Page) => page.getByRole('button', { name: 'Save' }).last().tap()

test('records a first meeting at a fair through to a closed task on a phone, by touch and keyboard', async ({ page }) => {
  test.slow()
  await signInWithCalls(page, admin)
  const company = newName('Messe')
  const surname = `Ahlgren-${newMark()}`
  await page.goto('/crm/dashboard')

  await openCreateForm(page, 'New Company')
  await tapAndType(page, 'Legal Name', company)
  await chooseOption(page, 'Country', 'Germany')
  await page.getByLabel('Website').fill('messe.example')
  await chooseOption(page, 'Company Types', 'Distributor')
  await page.keyboard.press('Escape')
  await saveForm(page)
  await expect(page).toHaveURL(/company\/list$/)

  await openCreateForm(page, 'New Contact')
  await tapAndType(page, 'First Name', 'Ida')
  await page.getByLabel('Last Name').fill(surname)
  await page.getByLabel('Title').fill('Buyer')
  await selectByKeyboard(page, 'Contact Role', 'Decision Maker')
  await chooseOption(page, 'Company', company)
  await saveForm(page)
  await expect(page).toHaveURL(/contact\/list$/)

  await openCreateForm(page, 'New Report')
  await tapAndType(page, 'Date', '2026-03-09')
  await expect(page.getByLabel('Date')).toHaveValue('2026-03-09')
  await chooseOption(page, 'Company', company)
  await chooseOption(page, 'Attendees', `Ida ${surname}`)
  await expect(page.locator('.mantine-Pill-root')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('Date')).toHaveValue('09-03-2026')
  await selectByKeyboard(page, 'Event Type', 'Visit at Fair')
  await saveForm(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${company}, 09\u201103\u20112026`)

  await page.getByRole('button', { name: 'Add Summary' }).tap()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Summary' }).tap()
  await page.keyboard.type('They want samples before the summer.')
  await saveForm(page)
  await expect(page.getByRole('article')).toContainText('They want samples before the summer.')

  const todo = newName('Send samples to')
  await page.getByRole('button', { name: 'Add Task' }).tap()
  await page.getByLabel('Todo').fill(todo)
  await page.getByLabel('By When').fill('2099-05-04')
  await chooseOption(page, 'User Assigned', 'Tomás Alcántara')
  await saveForm(page)
  await expect(page.getByText('1 open task')).toBeVisible()

  await page.getByRole('button', { name: 'Menu' }).tap()
  await page.getByRole('link', { name: 'Tasks' }).tap()
  await expect(page).toHaveURL(/nextSteps\/list$/)
  await page.goto(`/crm/nextSteps/list?todo=${encodeURIComponent(todo)}`)
  await page.getByRole('button', { name: `Actions for ${todo}` }).tap()
  await page.getByRole('menuitem', { name: 'Mark Closed' }).tap()
  await expect(page.getByText('Task Closed Successfully!')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})
