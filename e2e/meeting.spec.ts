import { expect, type Page } from '@playwright/test'
import { admin, newCompany, newMark, signInWithCalls } from './kit/api.ts'
import { expectAccessible, takeScreenshots } from './kit/looks.ts'
import { test } from './kit/test.ts'

const typeInto = async (page: Page, box: ReturnType<Page['getByRole']>, text: string) => {
  await box.click()
  await page.keyboard.type(text)
}
const alertOf = (page: Page) => page.getByRole('alert').filter({ hasText: 'This was not saved' })

test('creates a report with a new company and a new contact in one form, by keyboard', async ({ page }) => {
  const mark = newMark()
  await signInWithCalls(page, admin)
  await page.goto('/crm/dashboard')
  await expect(page.getByRole('link', { name: 'New Report' }).first()).toBeVisible()
  await page.keyboard.press('c')
  await page.keyboard.press('r')
  await expect(page).toHaveURL(/\/crm\/meeting\/create$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('New Report')
  await page.getByLabel('Date').fill('09-03-2026')

  const company = page.getByRole('combobox', { name: 'Company' })
  await company.fill(`Nordwind ${mark}`)
  await expect(page.getByRole('option', { name: `New: “Nordwind ${mark}”` })).toBeVisible()
  await company.press('Enter')
  const made = page.getByRole('group', { name: 'New company' })
  await expect(made.getByLabel('Legal Name')).toHaveValue(`Nordwind ${mark}`)
  await expect(made.getByLabel('Legal Name')).toBeFocused()
  await made.getByRole('combobox', { name: 'Country' }).fill('Norw')
  await page.keyboard.press('Enter')
  await made.getByLabel('Website').fill('nordwind.example')
  const contact = page.getByRole('group', { name: 'New contact' })
  await contact.getByLabel('First Name').fill('Ada')
  await contact.getByLabel('Title').fill('Buyer')
  await typeInto(page, page.getByRole('textbox', { name: 'What was said' }), 'They want samples.')
  await page.getByRole('button', { name: 'Add Task' }).click()
  const task = page.getByRole('group', { name: 'Task 1' })
  await expect(task.getByLabel('Todo')).toBeFocused()
  await page.keyboard.type('Send samples')
  await page.getByRole('button', { name: 'Save', exact: true }).click()

  await expect(alertOf(page)).toBeFocused()
  for (const fault of ['Company Types: Choose at least one type', 'New contact 1, Last Name', 'Summary 1, Task 1, By When'])
    await expect(alertOf(page)).toContainText(fault)
  await alertOf(page).getByRole('link', { name: 'New contact 1, Last Name' }).click()
  await expect(contact.getByLabel('Last Name')).toBeFocused()
  await page.keyboard.type('Berg')
  await expect(contact.getByLabel('Last Name')).toHaveAccessibleDescription('')
  await contact.getByRole('combobox', { name: 'Contact Role' }).click()
  await page.getByRole('option', { name: 'Decision Maker' }).click()
  await made.getByRole('combobox', { name: 'Company Types' }).click()
  await page.getByRole('option', { name: 'Association' }).click()
  await page.keyboard.press('Escape')

  await page.reload()
  await expect(page.getByText('Send samples')).toBeVisible()
  await task.getByLabel('By When').fill('24-12-2031')
  await task.getByRole('combobox', { name: 'User Assigned' }).fill('Lucía')
  await page.keyboard.press('Enter')
  await expect(task.getByRole('combobox', { name: 'User Assigned' })).toHaveValue('Lucía Ferrer')
  await expect(page.getByRole('listbox')).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: 'What was said' })).toHaveText('They want samples.')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save', exact: true }).click()

  await expect(page).toHaveURL(/\/crm\/meetingReport\/show\//)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Nordwind ${mark}, 09\u201103\u20112026`)
  await expect(page.getByRole('link', { name: 'Ada Berg' })).toBeVisible()
  await expect(page.getByRole('article')).toContainText('They want samples.')
  await expect(page.getByText('1 open task')).toBeVisible()
})

test('prefills contact, project and date from the URL, and shares all summaries with the same project', async ({ page }) => {
  const call = await signInWithCalls(page, admin)
  const { uniqueId: companyId = '', legalName = '' } = await newCompany(call)
  const contact = await call('POST', '/api/contact/', {
    firstName: 'Ada',
    lastName: `Berg ${newMark()}`,
    title: 'Buyer',
    contactRole: 'INFLUENCER',
    companyId,
  })
  const project = await call('POST', '/api/project/', { name: `Plan ${newMark()}` })
  await page.goto(`/crm/meeting/create?contact=${contact['uniqueId']}&project=${project['uniqueId']}&date=2026-03-09`)
  await expect(page.getByRole('combobox', { name: 'Company' })).toHaveValue(legalName)
  await expect(page.getByText(contact['fullName']!)).toBeVisible()
  await expect(page.getByText(project['name']!)).toBeVisible()
  await expect(page.getByLabel('Date')).toHaveValue('09-03-2026')
  await typeInto(page, page.getByRole('textbox', { name: 'What was said' }), 'First.')
  await page.getByRole('button', { name: 'Add Summary' }).click()
  const second = page.getByRole('group', { name: 'Summary 2' })
  await expect(second.getByText(project['name']!)).toBeVisible()
  await typeInto(page, second.getByRole('textbox', { name: 'What was said' }), 'Second.')
  await second.getByRole('button', { name: 'Remove' }).click()
  await expect(second).toHaveCount(0)
  await page.keyboard.press('u')
  await expect(second.getByRole('textbox', { name: 'What was said' })).toHaveText('Second.')
  await takeScreenshots(page, 'meeting')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page).toHaveURL(/\/crm\/meetingReport\/show\//)
  await expect(page.getByRole('article')).toHaveCount(2)
  for (const card of await page.getByRole('article').all())
    await expect(card.getByRole('group', { name: 'Shared with' })).toContainText(project['name']!)
})
