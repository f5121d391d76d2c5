import { expect, type Page, type Route } from '@playwright/test'
import { admin, callsAs, companyListPath, newCompany, newName, signInWithCalls } from './kit/api.ts'
import { logIn, signIn } from './kit/sign-in.ts'
import { test } from './kit/test.ts'
import { signInNewUser } from './kit/users.ts'

const member = 'pro@tradewind.test'
const LIST_URL = /\/api\/company\/\?/

const companies = (page: Page) => page.getByRole('table', { name: 'Companies' })

/** Delays the scripts of the pages until they are released: only the head of the document runs. */
const delayScripts = async (page: Page) => {
  const held: Route[] = []
  let isHeld = true
  await page.route('**/assets/*.js', (route) => (isHeld ? void held.push(route) : route.continue()))
  return {
    release: async () => {
      isHeld = false
      await Promise.all(held.map((route) => route.continue()))
    },
  }
}

test('the document requests the first rows of a list, and no request is sent twice', async ({ page }) => {
  // In a partition of its own: when another test creates a company, the list is rightly requested again.
  const { call } = await signInNewUser(page, 'ROLE_PRO')
  const legalName = newName('Prefetched')
  await newCompany(call, legalName)
  const scripts = await delayScripts(page)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const rows = page.waitForResponse(LIST_URL)
  await page.goto(companyListPath(legalName).replace('/crm/', '/user/'), { waitUntil: 'commit' })
  expect((await rows).ok()).toBe(true)
  expect(await companies(page).count()).toBe(0)
  await scripts.release()
  await expect(companies(page).getByRole('link', { name: legalName })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Notifications/ })).toBeVisible()
  const calls = asked.filter((url) => /\/api\/(company|view|customField|auth\/account)/.test(url))
  expect(calls).toHaveLength(new Set(calls).size)
})

test('the document requests the record that its URL names, and no request is sent twice', async ({ page }) => {
  const call = await signInWithCalls(page, admin)
  const legalName = newName('Addressed')
  const { uniqueId } = await newCompany(call, legalName)
  const scripts = await delayScripts(page)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const record = page.waitForResponse(`**/api/company/${uniqueId}`)
  await page.goto(`/crm/company/show/${uniqueId}`, { waitUntil: 'commit' })
  expect((await record).ok()).toBe(true)
  await scripts.release()
  await expect(page.getByRole('heading', { level: 1, name: legalName })).toBeVisible()
  await expect(page.getByText(/created it$/)).toBeVisible()
  const calls = asked.filter((url) => /\/api\/(company|timeline|customField|attachment|auth\/account)/.test(url))
  expect(calls).toHaveLength(new Set(calls).size)
})

test('a record that may not be read is asked for once, and its parts are not', async ({ page }) => {
  const { uniqueId } = await newCompany(callsAs(page, await logIn(page, admin)))
  await signIn(page, member, { reloaded: true })
  const scripts = await delayScripts(page)
  const refused: string[] = []
  page.on('response', (answer) => answer.status() >= 400 && refused.push(new URL(answer.url()).pathname))
  const record = page.waitForResponse(`**/api/company/${uniqueId}`)
  await page.goto(`/user/company/show/${uniqueId}`, { waitUntil: 'commit' })
  expect((await record).status()).toBe(404)
  await scripts.release()
  await expect(page.getByRole('alert').filter({ hasText: 'Record not found' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Notifications/ })).toBeVisible()
  expect(refused).toEqual([`/api/company/${uniqueId}`])
})

test('requests the rows again if the device’s time zone has changed since the last visit', async ({ page }) => {
  await signInWithCalls(page, admin)
  await page.goto('/crm/company/list')
  await expect(companies(page)).toBeVisible()
  const own = await page.evaluate(() => {
    const choices = JSON.parse(localStorage.getItem('choices')!) as { browserZone: string }
    localStorage.setItem('choices', JSON.stringify({ ...choices, browserZone: 'Pacific/Apia' }))
    return choices.browserZone
  })
  const zones: (string | null)[] = []
  page.on('request', (request) => LIST_URL.test(request.url()) && zones.push(request.headers()['x-time-zone'] ?? null))
  await page.reload()
  await expect(companies(page)).toBeVisible()
  expect(zones).toEqual(['Pacific/Apia', own])
  expect(await page.evaluate(() => localStorage.getItem('choices'))).toContain(`"browserZone":"${own}"`)
})

/** Opens a page and waits until it sends no more requests. */
const openUntilIdle = async (page: Page, path: string) => {
  const lastResponses = ['**/api/notificationQueue/unread', '**/api/public/pageView'].map((url) => page.waitForResponse(url))
  await page.goto(path)
  await Promise.all(lastResponses)
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('main').locator('.mantine-Skeleton-root[data-visible]')).toHaveCount(0)
}

/** Opens a list and returns the paths of its requests. */
const openListRequests = async (page: Page, path: string) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await openUntilIdle(page, path)
  await expect(page.getByRole('main').locator('tbody tr, article').first()).toBeVisible()
  return asked
}

/** Records how much visible content moves while the page loads, from now on: the Performance API's layout shifts. */
const recordShifts = (page: Page) =>
  page.addInitScript(() => {
    Object.assign(globalThis, { shifts: [] })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        (globalThis as unknown as { shifts: number[] }).shifts.push((entry as unknown as { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
const totalShift = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { shifts: number[] }).shifts.reduce((sum, one) => sum + one, 0))

const lists = ['company', 'contact', 'meetingReport', 'project', 'nextSteps'].map((kind) => `${kind}/list`)

for (const [who, path] of [
  ...[...lists, 'event/list', 'summary'].map((list) => [admin, `/crm/${list}`] as const),
  ...lists.map((list) => [member, `/user/${list}`] as const),
])
  test(`${path} sends at most 25 requests, and its rows cause no layout shift`, async ({ page }) => {
    await signInWithCalls(page, who)
    await recordShifts(page)
    const asked = await openListRequests(page, path)
    expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(25)
    expect(await totalShift(page)).toBeLessThanOrEqual(0.005)
  })

test.describe('in German', () => {
  test.use({ locale: 'de-DE' })

  test('a list sends at most 25 requests, and a second page transfers none of the texts again', async ({ page }) => {
    await signInWithCalls(page, admin)
    const asked = await openListRequests(page, '/crm/company/list')
    await expect(page.getByRole('heading', { level: 1, name: 'Unternehmen' })).toBeVisible()
    expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(25)
    const answered = page.waitForResponse('**/api/message/translations/?lang=de')
    await page.goto('/crm/contact/list')
    const { responseBodySize } = await (await answered).request().sizes()
    expect(responseBodySize).toBe(0)
  })
})

for (const width of [1280, 390])
  test(`the dashboard, records and a form load without layout shifts at ${width} px`, async ({ page }) => {
    const call = await signInWithCalls(page, admin)
    const { uniqueId: companyId } = await newCompany(call)
    const names = { firstName: 'Ada', lastName: 'Brandner', title: 'Buyer', contactRole: 'INFLUENCER' }
    const { uniqueId } = await call('POST', '/api/contact/', { ...names, companyId })
    const meeting = { date: '2026-03-09', companyUID: companyId, attendees: [uniqueId] }
    const report = await call('POST', '/api/meetingReport/', meeting)
    await page.setViewportSize({ width, height: 844 })
    await recordShifts(page)
    const records = [`company/show/${companyId}`, `contact/show/${uniqueId}`, `meetingReport/show/${report.uniqueId}`]
    for (const path of ['dashboard', ...records, 'meeting/create']) {
      await openUntilIdle(page, `/crm/${path}`)
      expect.soft(await totalShift(page), path).toBeLessThanOrEqual(0.01)
    }
  })

test('a document contains no user data, isn’t cached, and allows only its own scripts', async ({ page }) => {
  const legalName = newName('Secret')
  const login = await signIn(page, admin)
  const { accessToken, tenant, userId } = login
  await newCompany(callsAs(page, login), legalName)
  const headers = { authorization: `Bearer ${accessToken}`, 'x-tenant': tenant }
  const [own, visitors] = [await page.request.get('/crm/company/list', { headers }), await page.request.get('/crm/company/list')]
  const html = await own.text()
  for (const secret of [accessToken, userId, legalName, admin]) expect(html).not.toContain(secret)
  expect(html).toBe(await visitors.text())
  expect(own.headers()['cache-control']).toBe('private, no-store')
  expect(own.headers()['content-security-policy']).toMatch(/^script-src 'self'( 'sha256-[^']+')+;/)
})

test('a URL can’t close the script element that contains its calls', async ({ page }) => {
  const answer = await page.request.get('/crm/company/list?legalName=%3C/script%3E%3Cscript%3Ealert(1)%3C/script%3E')
  expect(await answer.text()).not.toContain('<script>alert')
})

test('a user who signs in while another user’s page is loading sees only their own rows', async ({ page }) => {
  const call = await signInWithCalls(page, admin)
  const legalName = newName('Foreign')
  await newCompany(call, legalName)
  const theirs = await page.request.post('/api/auth/login', { data: { username: member, password: 'Tradewind-demo-1' } })
  const { data } = (await theirs.json()) as { data: Record<string, string | string[]> }
  const scripts = await delayScripts(page)
  const first = page.waitForResponse(LIST_URL)
  await page.goto('/crm/company/list', { waitUntil: 'commit' })
  expect((await first).ok()).toBe(true)
  await page.evaluate((login) => {
    for (const [name, value] of Object.entries(login))
      localStorage.setItem(name, typeof value === 'string' ? value : JSON.stringify(value))
  }, data)
  await scripts.release()
  await expect(page).toHaveURL(/\/user\/company\/list/)
  await expect(companies(page).locator('tbody').getByRole('link').first()).toBeVisible()
  await expect(page.getByText(legalName)).toHaveCount(0)
})

test('the page repeats a failed request of the document', async ({ page }) => {
  const call = await signInWithCalls(page, admin)
  const legalName = newName('Again')
  await newCompany(call, legalName)
  const scripts = await delayScripts(page)
  let times = 0
  await page.route(LIST_URL, (route) => (times++ === 0 ? route.abort() : route.continue()))
  const failed = page.waitForEvent('requestfailed', (request) => LIST_URL.test(request.url()))
  await page.goto(companyListPath(legalName), { waitUntil: 'commit' })
  await failed
  await scripts.release()
  await expect(companies(page).getByRole('link', { name: legalName })).toBeVisible()
  expect(times).toBeGreaterThan(1)
})

/** The requests that the page of a company sends when it opens. */
const COMPANY_URL = /\/api\/(company\/(merged\/)?[\w-]+(\/counts)?$|timeline\/company\/|attachment\/\?|auditQuestion\/answers)/

test('hovering over a company’s link prefetches the calls of its page, which doesn’t repeat them', async ({ page }) => {
  const call = await signInWithCalls(page, admin)
  const legalName = newName('Rested')
  await newCompany(call, legalName)
  await page.goto(companyListPath(legalName))
  const link = companies(page).getByRole('link', { name: legalName })
  const parts = ['company/merged/*', 'company/*/counts', 'timeline/company/*', 'attachment/', 'auditQuestion/answers']
  const answers = parts.map((part) => page.waitForResponse(new RegExp(`/api/${part.replaceAll('*', '[\\w-]+')}(\\?|$)`)))
  await link.hover()
  await Promise.all(answers)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await link.click()
  await expect(page.getByText(/created it$/)).toBeVisible()
  expect(asked.filter((url) => COMPANY_URL.test(url))).toEqual([])
})

test('a company’s page requests the timeline again if the prefetch failed', async ({ page }) => {
  const call = await signInWithCalls(page, admin)
  const legalName = newName('Later')
  await newCompany(call, legalName)
  await page.goto(companyListPath(legalName))
  const link = companies(page).getByRole('link', { name: legalName })
  let times = 0
  await page.route(/\/api\/timeline\//, (route) => (times++ === 0 ? route.fulfill({ status: 404, json: {} }) : route.continue()))
  const refused = page.waitForResponse(/\/api\/timeline\//)
  await link.hover()
  expect((await refused).status()).toBe(404)
  await link.click()
  await expect(page.getByText(/created it$/)).toBeVisible()
})
