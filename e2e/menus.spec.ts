import { expect, type Page } from '@playwright/test'
import { admin, companyListPath, newCompany, newName, signInWithCalls } from './kit/api.ts'
import { test } from './kit/test.ts'

/** The script with Mantine's menus and popovers. */
const MENU_SCRIPT = '**/assets/floating-*.js'

/** Opens a list of one company and waits until it sends no more requests. */
const openList = async (page: Page) => {
  const call = await signInWithCalls(page, admin)
  const name = newName('Menus')
  await newCompany(call, name)
  await page.goto(companyListPath(name))
  await expect(page.getByRole('button', { name: /^Notifications/ })).toBeVisible()
  return { dots: page.getByRole('button', { name: `Actions for ${name}` }), menu: page.getByRole('menu') }
}

/** Delays the script until it is released. The route stays in place: a request that arrives while it is removed can hang. */
const delayScript = async (page: Page) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(MENU_SCRIPT, async (route) => {
    await released
    await route.continue()
  })
  return release
}

/** How often the script has come from the server: once it has, the browser's cache answers. */
const countTransfers = (page: Page) =>
  page.evaluate(() => {
    const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    return resources.filter(({ name, transferSize }) => name.includes('/assets/floating-') && transferSize > 0).length
  })

test('loads the script of menus and popovers once, when the pointer first moves', async ({ page }) => {
  const { dots, menu } = await openList(page)
  expect(await countTransfers(page)).toBe(0)
  const fetched = page.waitForResponse(MENU_SCRIPT)
  await page.mouse.move(300, 300)
  await fetched
  await dots.click()
  await expect(menu.getByRole('menuitem', { name: 'Details' })).toBeVisible()
  await expect(dots).not.toBeFocused() // the menu closes by Escape once it has the focus
  await page.keyboard.press('Escape')
  await expect(dots).toBeFocused()
  expect(await countTransfers(page)).toBe(1)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('loads the script of menus and popovers as soon as the page is ready, since a tap comes without warning', async ({
    page,
  }) => {
    const fetched = page.waitForResponse(MENU_SCRIPT)
    const { dots, menu } = await openList(page)
    await fetched
    await dots.tap()
    await expect(menu).toBeVisible()
  })

  test('a press just beside a small button is one on the button', async ({ page }) => {
    await openList(page)
    const isOnButton = (below: number) =>
      page
        .getByRole('main')
        .getByRole('link', { name: 'New Company' })
        .evaluate((button, offset) => {
          const { left, top, width, height } = button.getBoundingClientRect()
          return button.contains(document.elementFromPoint(left + width / 2, offset < 0 ? top + offset : top + height + offset))
        }, below)
    expect([await isOnButton(-3), await isOnButton(3), await isOnButton(9)]).toEqual([true, true, false])
  })
})

test('a menu that is clicked before its script has loaded opens afterwards, and gets the focus', async ({ page }) => {
  const release = await delayScript(page)
  const { dots, menu } = await openList(page)
  await dots.press('Enter')
  await expect(menu).toHaveCount(0)
  release()
  await expect(menu).toBeVisible()
  await expect(dots).toHaveAttribute('aria-expanded', 'true')
  await expect(menu.getByRole('menuitem').first()).toBeFocused()
})

test('Enter opens the menus of the list, of its view and of the user with the focus on the first entry, ↑ on the last', async ({
  page,
}) => {
  await openList(page)
  for (const name of ['Export', /^View: /, /^Welcome/] as const) {
    const button = page.getByRole('button', { name })
    await button.press('Enter')
    await expect(page.getByRole('menu').getByRole('menuitem').first()).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toHaveCount(0)
    await expect(button).toBeFocused()
  }
  await page.getByRole('button', { name: /^Welcome/ }).press('ArrowUp')
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeFocused()
})

test('a menu whose script loads late doesn’t open while the user types elsewhere', async ({ page }) => {
  const release = await delayScript(page)
  const { dots, menu } = await openList(page)
  await dots.click()
  const filter = page.getByRole('search').getByRole('textbox').first()
  await filter.fill('Nord')
  const fetched = page.waitForResponse(MENU_SCRIPT)
  release()
  await (await fetched).finished()
  await page.keyboard.type('wind')
  await expect(filter).toHaveValue('Nordwind')
  await expect(menu).toHaveCount(0)
  await dots.click()
  await expect(menu).toBeVisible()
})

test('shows an error when the script of a menu fails to load, and Try again loads it', async ({ page }) => {
  await page.route(MENU_SCRIPT, (route) => route.fulfill({ status: 404, body: '' }))
  const { dots, menu } = await openList(page)
  await dots.click()
  await expect(page.getByText('A part of this page could not be loaded.')).toBeVisible()
  await expect(menu).toHaveCount(0)
  await page.unroute(MENU_SCRIPT)
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
  await dots.click()
  await expect(menu).toBeVisible()
})
