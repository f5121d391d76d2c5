import { expect, type Page } from '@playwright/test'
import { admin, callsAs, newName, signInWithCalls } from './kit/api.ts'
import { expectAccessible, takeScreenshots } from './kit/looks.ts'
import { navigateTo } from './kit/navigate.ts'
import { logIn } from './kit/sign-in.ts'
import { test } from './kit/test.ts'
import { newPerson, signInNewUser } from './kit/users.ts'

const postForm = async (page: Page, path: string, data: object) => {
  const answer = await page.request.post(path, { data })
  expect(answer.ok(), `${path}: ${answer.status()} ${await answer.text()}`).toBe(true)
}

const newVisitor = () => {
  const { firstName, lastName, emailAddress: email } = newPerson()
  return { firstName, lastName, email }
}

/** A person who asks for services, as the enquiry form sends it. */
const createEnquiry = async (page: Page) => {
  const { firstName, lastName, email } = newVisitor()
  await postForm(page, '/api/public/contactUs', {
    name: `${firstName} ${lastName}`,
    email,
    services: ['MARKET_RESEARCH', 'SALES_TRAINING'],
    country: 'Japan',
    currentCountry: 'Germany',
    deliveryPeriod: 'WITHIN_3_MONTHS',
    contactNumber: '+49 421 998877',
  })
  return email
}

/** A person who completes the self-assessment and agrees with everything. */
const submitAssessment = async (page: Page) => {
  const asked = await page.request.get('/api/auditQuestion/tenant')
  const questions = (await asked.json()) as { uniqueId: string; question: string }[]
  const answers = questions.map(({ uniqueId: questionId }) => ({ questionId, score: 4 }))
  const person = newVisitor()
  await postForm(page, '/api/auditQuestion/', { ...person, title: 'Owner', country: 'Italy', contactNumber: '+39 06 1', answers })
  return { email: person.email, questions: questions.map(({ question }) => question) }
}

const listOf = (email: string) => `/crm/leads?q=${encodeURIComponent(email)}`
const actions = (page: Page) => page.getByRole('button', { name: /^Actions for/ })
const chooseOption = async (page: Page, entry: string) => {
  await actions(page).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

test('an enquiry becomes a lead, which is converted to a company with a contact', async ({ page }) => {
  test.slow()
  const email = await createEnquiry(page)
  const legalName = newName('Werft')
  await signInWithCalls(page, admin)
  await page.goto('/crm/leads')
  await page.getByRole('searchbox', { name: 'Search this list' }).fill(email)
  await page.getByRole('combobox', { name: 'Source' }).selectOption('ENQUIRY')
  await page.getByRole('button', { name: 'Apply Filter' }).click()
  await expect(actions(page)).toHaveCount(1)
  await takeScreenshots(page, 'leads')
  await expectAccessible(page)

  await chooseOption(page, 'Details')
  const main = page.getByRole('main')
  for (const said of ['Market research and selection', 'Japan', 'Within the next 3 months', '+49 421 998877'])
    await expect(main.getByText(said, { exact: true })).toBeVisible()
  await expect(main.getByText('No data available')).toBeVisible()
  await expect(main.getByRole('link', { name: 'View' })).toHaveCount(0)

  await main.getByRole('link', { name: 'Convert to company and contact' }).click()
  await expect(page.getByLabel('Website')).toHaveValue('https://elsewhere.example')
  await expect(page.getByRole('combobox', { name: 'Country' })).toHaveValue('Germany')
  await page.getByLabel('Legal Name').fill(legalName)
  await page.reload()
  await expect(page.getByLabel('Legal Name')).toHaveValue(legalName)
  await page.getByRole('button', { name: 'Make company and contact' }).click()
  await expect(page.getByRole('alert')).toContainText('Choose at least one type')
  await takeScreenshots(page, 'lead-convert')
  await expectAccessible(page)
  await page.getByRole('combobox', { name: 'Company Types' }).fill('Manu')
  await page.getByRole('option', { name: 'Manufacturer / Brand' }).click()
  await page.getByRole('textbox', { name: 'Title' }).fill('Buyer')
  await page.getByRole('combobox', { name: 'Contact Role' }).click()
  await page.getByRole('option', { name: 'Decision Maker' }).click()
  await page.getByRole('button', { name: 'Make company and contact' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(legalName)
  await page.goto(`${new URL(page.url()).pathname}?contacts=${page.url().split('/').at(-1)}`)
  await expect(page.getByRole('dialog').getByText(email)).toBeVisible()

  await navigateTo(page, listOf(email))
  await chooseOption(page, 'Details')
  await expect(main.getByRole('link', { name: legalName })).toBeVisible()
  await expect(main.getByRole('link', { name: 'Convert to company and contact' })).toHaveCount(0)
})

test('answers are listed with their lead; answers and lead are each deleted after a confirmation', async ({ page }) => {
  const { email, questions } = await submitAssessment(page)
  await signInWithCalls(page, admin)
  await page.goto(listOf(email))
  await actions(page).click()
  await expect(page.getByRole('menuitem', { name: 'View' })).toHaveAttribute('href', /^\/self-assessment\/[\w-]{36}$/)
  await page.getByRole('menuitem', { name: 'Details' }).click()
  const table = page.getByRole('table', { name: 'Answers' })
  await expect(table.getByRole('row').filter({ hasText: questions[0]! })).toContainText('4')
  await expect(page.getByRole('main').getByRole('link', { name: 'View' })).toBeVisible()
  await takeScreenshots(page, 'lead-answers')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Delete answers' }).click()
  await page.getByRole('button', { name: 'Yes, delete it!' }).click()
  await expect(page.getByText('No data available')).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText("You won't be able to revert this!")).toBeVisible()
  await page.getByRole('button', { name: 'Yes, delete it!' }).click()
  await expect(page).toHaveURL(/\/crm\/leads$/)
  await page.goto(listOf(email))
  await expect(page.getByText('Nothing matches')).toBeVisible()
})

const leadsEntry = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Leads', exact: true })

test('only users with the permission can see leads', async ({ page }) => {
  await signInWithCalls(page, 'level1@tradewind.test')
  await page.goto('/crm/dashboard')
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await expect(leadsEntry(page)).toHaveCount(0)
  await page.goto('/crm/leads')
  await expect(page).toHaveURL(({ pathname }) => pathname === '/status/403')

  await signInNewUser(page, 'ROLE_ADMIN')
  await page.goto('/crm/dashboard')
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await expect(leadsEntry(page)).toHaveCount(0)
  await navigateTo(page, '/crm/leads')
  await expect(page).toHaveURL(/\/status\/403\?because=XG_ADMIN$/)

  await signInWithCalls(page, admin)
  await page.goto('/crm/dashboard')
  await expect(leadsEntry(page)).toBeVisible()
})

interface Views {
  patterns: { pattern: string; count: number }[]
}

test('page views are counted by route pattern, and shown to tenant admins', async ({ page }) => {
  const call = callsAs(page, await logIn(page, admin))
  const dateTo = new Date().toISOString().slice(0, 10)
  const viewsOf = async (pattern: string) => {
    const { patterns } = await call<Views>('GET', `/api/analytics/pageViews?dateFrom=${dateTo}&dateTo=${dateTo}`)
    return patterns.find((one) => one.pattern === pattern)?.count ?? 0
  }
  const before = await viewsOf('/status/:code')
  const told = page.waitForRequest('**/api/public/pageView')
  await page.goto('/status/403')
  expect((await told).postDataJSON()).toEqual({ pattern: '/status/:code' })
  expect((await (await told).allHeaders())['cookie']).toBeUndefined()
  await expect.poll(() => viewsOf('/status/:code'), { timeout: 15_000 }).toBeGreaterThan(before)

  await signInWithCalls(page, admin)
  await page.goto('/crm/analytics')
  await expect(page.getByRole('table', { name: 'By kind of page' }).getByRole('row', { name: '/status/:code' })).toBeVisible()
  await takeScreenshots(page, 'analytics')
  await expectAccessible(page)
  await page.getByRole('link', { name: '/status/:code' }).click()
  await expect(page).toHaveURL(/pattern=/)
  await expect(page.getByRole('heading', { name: '/status/:code by day' })).toBeVisible()
  await page.getByRole('link', { name: 'Show all pages' }).click()
  await expect(page.getByRole('heading', { name: 'By day' })).toBeVisible()
  await page.goto('/crm/analytics?dateFrom=2020-01-01&dateTo=2020-01-02')
  await expect(page.getByText('No page was opened in these days')).toBeVisible()
})
