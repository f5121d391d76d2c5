import { expect } from '@playwright/test'
import { signInWithCalls } from './kit/api.ts'
import { inNewTenant } from './kit/tenants.ts'
import { test } from './kit/test.ts'

test('the header of the public pages links to the user’s own area, on a phone beside the platform’s whole name', async ({
  page,
}) => {
  for (const [who, navigationLink, to] of [
    ['free@tradewind.test', 'My Drive', '/user/drive/shared'],
    ['level1@tradewind.test', 'Switch to CRM', '/crm/dashboard'],
    ['pro@tradewind.test', 'Switch to Dashboard', '/user/dashboard'],
  ] as const) {
    await signInWithCalls(page, who)
    await page.goto('/pricing')
    await expect(page.getByRole('banner').getByRole('link', { name: navigationLink })).toHaveAttribute('href', to)
    await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toHaveCount(0)
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/pricing')
  const head = page.getByRole('banner')
  await expect(head.getByRole('link', { name: 'My area' })).toHaveAttribute('href', '/user/dashboard')
  const cut = () => head.getByText('Tradewind', { exact: true }).evaluate((name) => name.scrollWidth - name.clientWidth)
  await expect.poll(cut).toBe(0)
})

test('on a phone a visitor signs up from the header and signs in from its menu, and both main buttons have one colour', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto('/solutions?lang=de')
  const head = page.getByRole('banner')
  const signUp = head.getByRole('link', { name: 'Registrieren' })
  await expect(signUp).toBeVisible()
  await expect(head.getByRole('link', { name: 'Anmelden' })).toBeHidden()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await head.getByText('Menü', { exact: true }).click()
  await head.getByRole('link', { name: 'Anmelden' }).click()
  const signIn = page.getByRole('dialog').getByRole('button', { name: 'Anmelden', exact: true })
  const colourOf = (button: typeof signIn) => button.evaluate((element) => getComputedStyle(element).backgroundColor)
  await expect(signIn).toBeEnabled()
  expect(await colourOf(signIn)).toBe(await colourOf(signUp))
})

test('the navigation tabs show only what the tenant has turned on', async ({ page, browser }) => {
  test.slow()
  const { tenant, theirs, admin, within } = await inNewTenant(page, browser)
  const visitor = await (await browser.newContext()).newPage()
  const tabs = visitor.getByRole('navigation', { name: 'Find' }).getByRole('link')
  await visitor.goto(`${tenant.origin}/`)
  await expect(tabs).toHaveText(['Search', 'Partners', 'Knowledge'])
  await expect(tabs.first()).toHaveAttribute('aria-current', 'page')
  await tabs.nth(1).click()
  await expect(tabs.nth(1)).toHaveAttribute('aria-current', 'page')
  await admin.call('PATCH', '/api/tenantSetting/', { key: 'SHOW_PARTNERS', value: false })
  await visitor.goto(`${tenant.origin}/pricing`)
  await expect(tabs).toHaveText(['Search', 'Knowledge'])
  await within('PATCH', '/api/tenantConfiguration/', { key: 'CONTENT_ENABLED', value: false })
  await visitor.goto(`${tenant.origin}/aboutUs`)
  await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(tabs).toHaveCount(0)
  await expect(visitor.getByRole('region', { name: 'Our Partners' })).toHaveCount(0)
  await expect(visitor.getByRole('contentinfo').getByRole('link', { name: 'RSS feed' })).toHaveCount(0)
  for (const one of [theirs, visitor]) await one.context().close()
})

test('each page in the sitemap responds with 200', async ({ request }) => {
  const sitemap = await (await request.get('/sitemap.xml')).text()
  const named = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => new URL(address!).pathname)
  // Other tests may hide articles and companies meanwhile.
  const stablePaths = named.filter((path) => !/^\/(blog|company)\//.test(path))
  expect(stablePaths).toContain('/knowledgeCentre')
  for (const path of stablePaths) expect((await request.get(path)).status(), path).toBe(200)
})

test('the public pages show their whole text without JavaScript, and fit a narrow screen', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } })
  const page = await context.newPage()
  for (const [path, words] of [
    ['/', 'Which service do you need?'],
    ['/aboutUs', 'What we do not do'],
    ['/solutions', 'Uploads go on where a lost connection stopped them'],
    ['/pricing', 'Propose topics and vote on them'],
  ] as const) {
    await page.goto(`${path}?lang=en`)
    await expect(page.getByText(words).filter({ visible: true }).first()).toBeVisible()
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', new RegExp(`${path}\\?lang=en$`))
    await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', /.{50}/)
    const about = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '') as object
    expect(about).toHaveProperty('@context', 'https://schema.org')
    const width = await page.locator('html').evaluate((html) => html.scrollWidth)
    expect(width, `the width of ${path}`).toBe(360)
  }
  await context.close()
})
