import { expect, type Page } from '@playwright/test'
import { admin, newCompany, newName, signInWithCalls } from './kit/api.ts'
import { expectAccessible, takeScreenshots } from './kit/looks.ts'
import { navigateTo } from './kit/navigate.ts'
import { signIn } from './kit/sign-in.ts'
import { test } from './kit/test.ts'
import { signInNewUser } from './kit/users.ts'

test('the home page opens for a visitor, and is accessible', async ({ page }) => {
  const answer = await page.goto('/')
  expect(answer?.status()).toBe(200)
  await expect(page).toHaveTitle(/Tradewind/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await takeScreenshots(page, 'home')
  await expectAccessible(page)
})

test('the HTML of the home page contains its content before any script runs', async ({ request }) => {
  const html = await (await request.get('/')).text()
  expect(html).toMatch(/<h1[^>]*>[^<]/)
})

test('no public page waits for a stylesheet before it is painted', async ({ request }) => {
  for (const path of ['/', '/aboutUs', '/knowledgeCentre', '/self-assessment', '/signup', '/xareview']) {
    const html = await (await request.get(path)).text()
    const sheets = html.match(/<link [^>]*rel="stylesheet"[^>]*>/g) ?? []
    expect(sheets.filter((sheet) => !sheet.includes('media="print"'))).toEqual([])
  }
})

test('people land in the area of their role', async ({ page }) => {
  for (const [who, landingPath] of [
    ['super@tradewind.test', '/crm/dashboard'],
    ['level1@tradewind.test', '/crm/dashboard'],
    ['basic@tradewind.test', '/user/dashboard'],
    ['free@tradewind.test', '/user/drive/shared'],
    ['starter@tradewind.test', '/'],
  ] as const) {
    await signInWithCalls(page, who)
    await page.goto('/auth/login')
    await expect(page, who).toHaveURL((url) => url.pathname === landingPath)
    await expect(page.getByRole('heading', { level: 1 }), who).toBeVisible()
  }
})

test('members and staff are redirected from URLs of the other area to their own', async ({ page }) => {
  await signInWithCalls(page, 'pro@tradewind.test')
  await page.goto('/crm/company/list?country=Austria')
  await expect(page).toHaveURL(/\/user\/company\/list\?country=Austria$/)
  await expect(page.getByRole('table', { name: 'Companies' })).toBeVisible()
  await signInWithCalls(page, 'admin@tradewind.test')
  await page.goto('/user/company/list')
  await expect(page).toHaveURL(/\/crm\/company\/list$/)
  await page.goto('/crm')
  await expect(page).toHaveURL(/\/crm\/dashboard$/)
})

test('a screen rejects users without the role, and menus don’t offer it', async ({ page }) => {
  await signInWithCalls(page, 'level1@tradewind.test')
  await page.goto('/crm/company/create')
  await expect(page.getByRole('heading', { level: 1, name: 'Unauthorised!' })).toBeVisible()
  await expect(
    page.getByText('Your role does not include this page. An administrator of Tradewind can change your role.'),
  ).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'My area' }).click()
  await expect(page).toHaveURL(/\/crm\/dashboard$/)
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText([
    'Dashboard',
    'Calendar',
    'Tasks',
    'Events',
    'My Summaries',
    'My Drive',
    'Shared with me',
    'Find files',
    'Trash',
    'Bulk changes',
  ])
  await signInWithCalls(page, 'free@tradewind.test')
  await page.goto('/user/dashboard')
  await expect(page.getByRole('main').getByRole('listitem').getByRole('link')).toHaveText([
    /^My Drive/,
    /^Find files/,
    'Audit trail',
  ])
  await navigateTo(page, '/user/trash')
  await expect(page.getByText('It is included in the plan Starter and above.')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'See the plans' }).click()
  await expect(page).toHaveURL(/\/pricing$/)
  for (const drive of ['/user/drive/my-drive', '/drive/my-drive', '/drive']) {
    await page.goto(drive)
    await expect(page).toHaveURL(/\/user\/drive\/shared$/)
  }
})

test('a starter finds a link to their area on public pages, reads which plan includes a closed page, and signs out there', async ({
  page,
}) => {
  await signInNewUser(page, 'ROLE_STARTER')
  await page.goto('/')
  const header = page.getByRole('banner')
  await expect(header.getByRole('button', { name: 'Logout' })).toBeVisible()
  await header.getByRole('link', { name: 'My area' }).click()
  await expect(page).toHaveURL(/\/user\/dashboard$/)
  await navigateTo(page, '/user/meetingReport/create')
  await expect(page.getByText('It is included in the plan Basic and above.')).toBeVisible()
  await page.getByRole('contentinfo').getByRole('link', { name: 'My Drive' }).click()
  await expect(page).toHaveURL(/\/user\/drive\/my-drive$/)
  await page.goto('/solutions')
  await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
  const top = page.getByRole('navigation', { name: 'Main navigation' })
  await expect(top.getByRole('link')).toHaveText(['Home', 'About Us', 'Solutions', 'Pricing'])
})

test('Ctrl K finds records and commands, with the keyboard only', async ({ page }) => {
  test.slow()
  const call = await signInWithCalls(page, admin)
  const { legalName = '' } = await newCompany(call, newName('Palette'))
  await page.goto('/crm/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  const box = page.getByRole('dialog').getByRole('combobox', { name: 'Search' })
  await expect(box).toBeFocused()
  await box.fill(legalName)
  await expect(page.getByRole('dialog').getByText(legalName)).toBeVisible()
  await box.press('ArrowDown')
  await expectAccessible(page)
  await box.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: legalName })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog').getByRole('option', { name: legalName })).toBeVisible()
  await expectAccessible(page)
  await box.fill(legalName)
  await expect(page.getByRole('dialog').getByText(legalName)).toBeVisible()
  await box.press('Enter')
  await expect(page).toHaveURL(/company\/show/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await box.fill('to trash')
  await expect(page.getByRole('dialog').getByText('Go to Trash')).toBeVisible()
  await box.press('ArrowUp')
  await box.press('Enter')
  await expect(page).toHaveURL(/\/crm\/trash$/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('Ctrl K corrects a mistyped word and says so, also on a phone', async ({ page }) => {
  const call = await signInWithCalls(page, admin)
  const legalName = `Nordwandsee ${newName('Mistyped')}`
  await newCompany(call, legalName)
  await page.goto('/crm/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog')
  const box = palette.getByRole('combobox', { name: 'Search' })
  await box.fill('nrodwandse')
  await expect(palette.getByText('No results for “nrodwandse”. Results for “nordwandsee”:')).toBeVisible()
  await expect(palette.getByText(legalName)).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(palette.getByText(legalName)).toBeVisible()
  await expectAccessible(page)
  await box.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: legalName })).toBeVisible()
})

test('? lists the keyboard shortcuts, Escape closes the list, and / focuses the search', async ({ page }) => {
  await signInWithCalls(page, admin)
  await page.goto('/crm/company/list')
  await expect(page.getByRole('table', { name: 'Companies' })).toBeVisible()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('/')
  const search = page.getByRole('searchbox', { name: 'Search this list' })
  await expect(search).toBeFocused()
  await page.keyboard.type('?/')
  await expect(search).toHaveValue('?/')
})

test('below 1200 pixels the menu is hidden, opens over the page and closes again', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await signInWithCalls(page, admin)
  await page.goto('/crm/company/list')
  const companies = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Companies' })
  await expect(companies).toHaveAttribute('aria-current', 'page')
  await page.getByRole('button', { name: 'Company Database' }).click()
  await expect(companies).toBeHidden()
  await page.getByRole('button', { name: 'Company Database' }).click()
  await page.setViewportSize({ width: 1100, height: 800 })
  await expect(companies).toHaveCount(0)
  const opener = page.getByRole('button', { name: 'Menu', exact: true })
  await opener.click()
  await expect(companies).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(companies).toHaveCount(0)
  await expect(opener).toBeFocused()
  await opener.click()
  await page.mouse.click(900, 600)
  await expect(companies).toHaveCount(0)
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Trash' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Trash' })).toBeVisible()
  await expect(companies).toHaveCount(0)
})

test('from 1200 pixels the navigation is beside the page, below it is closed, and the page can be used', async ({ page }) => {
  await signInWithCalls(page, admin)
  for (const width of [1199, 1200, 1201]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/crm/company/list')
    const companies = page.getByRole('table', { name: 'Companies' })
    await expect(companies).toBeVisible()
    const menu = page.getByRole('navigation', { name: 'Main' })
    await expect(menu, `at ${width}`).toHaveCount(width < 1200 ? 0 : 1)
    if (width >= 1200) {
      const [beside, main] = [await menu.boundingBox(), await page.getByRole('heading', { level: 1 }).boundingBox()]
      expect(beside!.x + beside!.width, `at ${width}`).toBeLessThanOrEqual(main!.x)
    }
    await companies.getByRole('link').first().click()
    await expect(page).toHaveURL(/company\/show/)
  }
})

test('at 200 % zoom the page can be used, and the menu opens over it', async ({ page }) => {
  await page.setViewportSize({ width: 600, height: 400 }) // 1200 × 800 at 200 %
  await signInWithCalls(page, admin)
  await page.goto('/crm/company/list')
  const menu = page.getByRole('navigation', { name: 'Main' })
  await expect(page.getByRole('heading', { level: 1, name: 'Companies' })).toBeVisible()
  await expect(menu).toHaveCount(0)
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await menu.getByRole('link', { name: 'Trash' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Trash' })).toBeVisible()
  await expect(menu).toHaveCount(0)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(overflow).toBe(0)
})

test('the menu remembers closed groups, exposes their state, and shows the entry of the open page', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 500 })
  await signInWithCalls(page, admin)
  await page.goto('/crm/trash')
  const menu = page.getByRole('navigation', { name: 'Main' })
  await expect(menu.getByRole('link', { name: 'Trash', exact: true })).toBeInViewport()
  const group = menu.getByRole('button', { name: 'Company Database' })
  await expect(group).toHaveAttribute('aria-expanded', 'true')
  await group.click()
  await expect(group).toHaveAttribute('aria-expanded', 'false')
  await page.reload()
  await expect(group).toHaveAttribute('aria-expanded', 'false')
  await expect(menu.getByRole('link', { name: 'Companies', exact: true })).toBeHidden()
})

/** Whether something else is drawn over it, or it is out of sight. */
const isCovered = (link: Element) => {
  const { left, top, height } = link.getBoundingClientRect()
  return !link.contains(document.elementFromPoint(left + 8, top + height / 2))
}

test('the menu of a member is short, opens by keyboard, and has the account at the bottom, also on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const { user } = await signInNewUser(page, 'ROLE_PRO')
  await page.goto('/user/dashboard')
  const menu = page.getByRole('navigation', { name: 'Main' })
  await expect(menu.getByText(`Welcome, ${user.fullName}`)).toBeVisible()
  await expect(menu.getByRole('link')).toHaveText([
    'Dashboard',
    'Results',
    'Audience List',
    'UnAnswered',
    'Campaigns',
    'Calendar',
    'Tasks',
    'Company Database',
    'Contact Database',
    'Project Database',
    'Users',
    'Settings',
  ])
  await expect(menu.getByRole('button', { name: 'Logout' })).toBeInViewport()
  await expectAccessible(page)
  await takeScreenshots(page, 'member-menu')
  await menu.getByRole('button', { name: 'More' }).press('Enter')
  const lastEntry = menu.getByRole('link', { name: 'Bulk changes' })
  await expect.poll(() => lastEntry.evaluate(isCovered)).toBe(false)
  await menu.getByRole('link', { name: 'Trash' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Trash' })).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await navigateTo(page, '/user/drive/find')
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await expect(menu.getByRole('link', { name: 'Find files' })).toHaveAttribute('aria-current', 'page')
  await menu.getByRole('link', { name: 'Company Database' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Companies' })).toBeVisible()
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await menu.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/$/)
})

test('a field with several values shows focus and errors on its border', async ({ page }) => {
  await signInWithCalls(page, admin)
  await page.goto('/crm/company/create')
  const types = page.getByRole('combobox', { name: 'Company Types' })
  const box = page.locator('.mantine-MultiSelect-input').first()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByLabel('Legal Name')).toHaveAttribute('aria-invalid', 'true')
  const fault = await page.getByLabel('Legal Name').evaluate((element) => getComputedStyle(element).borderColor)
  await expect(box).toHaveCSS('border-color', fault)
  await expect(page.getByRole('alert')).toBeFocused()
  await types.focus()
  await expect(box).toHaveCSS('outline-style', 'solid')
})

test('the signed-in area reloads exactly once in a browser session', async ({ page }) => {
  await signIn(page, admin)
  const loads: string[] = []
  page.on('domcontentloaded', () => loads.push(page.url()))
  await page.goto('/crm/company/list')
  await expect(page.getByRole('table', { name: 'Companies' })).toBeVisible()
  expect(loads).toHaveLength(2)
  await expect(page.getByRole('heading', { level: 1, name: 'Companies' })).toBeVisible()
  await expect(page.getByRole('row')).not.toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('table', { name: 'Companies' })).toBeVisible()
  expect(loads).toHaveLength(3)
})

/** Uses the page until it watches for a newer version: it may not listen yet when it has loaded. It must open without a stored version. */
const startWatching = async (page: Page) => {
  let x = 300
  const use = async () => {
    await page.mouse.move(x++, 300)
    return page.evaluate(() => localStorage.getItem('version'))
  }
  await expect.poll(use).not.toBeNull()
}

test('a new version loads automatically, but asks first when a form is in use', async ({ page }) => {
  await page.clock.install()
  await signInWithCalls(page, admin)
  await page.addInitScript(() => localStorage.removeItem('version'))
  await page.goto('/crm/company/create')
  await startWatching(page)
  await page.getByLabel('Legal Name').fill('Half a company')
  let loads = 0
  page.on('domcontentloaded', () => loads++)
  const checked = page.waitForResponse('**/config.json')
  await page.clock.fastForward(120_000)
  const { vers } = (await (await checked).json()) as { vers: string }
  await expect.poll(() => page.evaluate(() => localStorage.getItem('version'))).toBe(vers)
  await expect(page.getByText('There is a new version')).toHaveCount(0)
  await page.route('**/config.json', (route) => route.fulfill({ json: { vers: 'newer' } }))
  await page.clock.fastForward(120_000)
  await expect(page.getByText('There is a new version')).toBeVisible()
  expect(loads).toBe(0)
  await expect(page.getByLabel('Legal Name')).toHaveValue('Half a company')
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByText('Your unsaved text was restored')).toBeVisible()
  await page.goto('/crm/dashboard')
  await expect(page.getByText('Newest companies')).toBeVisible()
  await startWatching(page)
  const reloaded = page.waitForEvent('domcontentloaded')
  await page.clock.fastForward(120_000)
  await reloaded
})

test('the dashboard is accessible, with and without data', async ({ page }) => {
  test.slow()
  await signInWithCalls(page, admin)
  await page.goto('/crm/dashboard')
  await expect(page.getByText('Newest companies')).toBeVisible()
  await takeScreenshots(page, 'dashboard')
  await expectAccessible(page)
  await signInWithCalls(page, 'free@tradewind.test')
  await page.goto('/user/dashboard')
  await takeScreenshots(page, 'dashboard-empty')
  await expectAccessible(page)
})

test('the breadcrumb has the names of the pages alone for screen readers, without its slashes', async ({ page }) => {
  await signInWithCalls(page, admin)
  await page.goto('/crm/company/list')
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toMatchAriaSnapshot(`
    - list:
      - listitem:
        - link "Dashboard"
      - listitem: Companies
  `)
})
