import { expect, type Page } from '@playwright/test'
import { admin, newCompany, newMark, signInWithCalls } from './kit/api.ts'
import { makeChain } from './kit/chain.ts'
import { expectAccessible, takeScreenshots } from './kit/looks.ts'
import { navigateTo } from './kit/navigate.ts'
import { test } from './kit/test.ts'

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
const showPath = (uniqueId: string, search = '') => `/crm/company/show/${uniqueId}${search}`

test('creates a report from a company’s page, whose tabs count it', async ({ page }) => {
  const call = await signInWithCalls(page, admin)
  const { uniqueId = '', legalName = '' } = await newCompany(call)
  const lastName = `Berg ${newMark()}`
  await call('POST', '/api/contact/', {
    firstName: 'Ada',
    lastName,
    title: 'Buyer',
    contactRole: 'INFLUENCER',
    companyId: uniqueId,
    email: 'ada@nord.example',
  })
  await page.goto(showPath(uniqueId))
  await expect(tab(page, 'Reports 0')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'New Report' }).last().click()
  await expect(page).toHaveURL(new RegExp(`meeting/create\\?company=${uniqueId}$`))
  await page.getByLabel('Date').fill('09-03-2026')
  await page.getByRole('combobox', { name: 'Attendees' }).fill(lastName)
  await page.getByRole('option', { name: `Ada ${lastName}` }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('textbox', { name: 'What was said' }).click()
  await page.keyboard.type('They want samples.')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page).toHaveURL(/meetingReport\/show\//)

  await navigateTo(page, showPath(uniqueId))
  await expect(tab(page, 'Reports 1')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('They want samples.')
  await tab(page, 'Summaries 1').click()
  await expect(page.getByRole('article')).toContainText('They want samples.')
  await page.reload()
  await expect(page).toHaveURL(/\?tab=summaries$/)
  await expect(page.getByRole('article')).toContainText('They want samples.')
  await expect(page.getByRole('heading', { level: 1, name: legalName })).toBeVisible()

  await page.getByRole('button', { name: 'Add Task' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add Task' })
  await expect(dialog.getByRole('combobox', { name: 'Summary' })).toHaveValue('09-03-2026: They want samples.')
  await dialog.getByLabel('Todo').fill('Send samples')
  await dialog.getByLabel('By When').fill('24-12-2031')
  await dialog.getByRole('combobox', { name: 'User Assigned' }).fill('Lucía')
  await page.getByRole('option', { name: /Lucía/ }).first().click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(tab(page, 'Tasks 1')).toBeVisible()
})

test('on a phone a company is added to a project from its page, but only once', async ({ page }) => {
  const call = await signInWithCalls(page, admin)
  const { uniqueId = '', legalName = '' } = await newCompany(call)
  const name = `Messe ${newMark()}`
  await call('POST', '/api/project/', { name })
  await page.setViewportSize({ width: 390, height: 844 })
  const addToProject = async () => {
    await page.getByRole('button', { name: `Actions for ${legalName}` }).click()
    await page.getByRole('menuitem', { name: 'Add to Project' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add to Project' })
    await dialog.getByRole('combobox', { name: 'Project' }).fill(name)
    await page.getByRole('option', { name }).click()
    await dialog.getByRole('combobox', { name: 'Priority' }).click()
    await expect(page.getByRole('option', { name: 'Low' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Save' }).click({ trial: true, timeout: 5000 }) // the open list does not cover it
    await page.getByRole('option', { name: 'Low' }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    return dialog
  }
  await page.goto(showPath(uniqueId, '?tab=projects'))
  await expect(page.getByText('In no project yet')).toBeVisible()
  await addToProject()
  await expect(tab(page, 'Projects 1')).toBeVisible()
  await expect(page.getByRole('link', { name })).toBeVisible()
  const dialog = await addToProject()
  await expect(dialog.getByRole('combobox', { name: 'Project' })).toHaveAccessibleDescription(/already in the project/)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: `Actions for ${legalName}` })).toBeFocused()
})

test('tabs open by keyboard, changes are folded into one entry, and nothing scrolls sideways', async ({ page }) => {
  const call = await signInWithCalls(page, admin)
  const mark = newMark()
  const chain = await makeChain(call, {
    name: mark,
    links: ['company', 'contact', 'meetingReport', 'summary', 'project', 'projectCompany'],
    assignedUser: '',
  })
  await call('PATCH', '/api/company/', { uniqueId: chain.company, address: 'Am Kai 1' })
  await call('PATCH', '/api/company/', { uniqueId: chain.company, country: 'Austria' })
  await page.goto(showPath(chain.company!))
  const fold = page.getByRole('button', { name: /^2 changes by / })
  await fold.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Country: Germany → Austria')).toBeVisible()
  await expectAccessible(page)
  await takeScreenshots(page, 'company-page')
  await tab(page, 'Overview').focus()
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(/\?tab=contacts$/)
  await expect(page.getByRole('link', { name: `Person ${mark}` })).toBeVisible()
  await expectAccessible(page)
  await tab(page, 'Contacts 1').focus()
  await page.keyboard.press('End')
  await expect(tab(page, 'History')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\?tab=history$/)
  await page.goBack()
  await expect(page.getByRole('link', { name: `Person ${mark}` })).toBeVisible()
  await page.getByRole('link', { name: `Person ${mark}` }).click()
  await expect(page.getByRole('link', { name: `Firma ${mark}` }).first()).toBeVisible()
  await expect(tab(page, 'Reports 1')).toBeVisible()
  await expect(page.getByRole('link', { name: '04-03-2026', exact: true })).toBeVisible()
  await expectAccessible(page)
  await takeScreenshots(page, 'contact-page')
})
