import { expect, type Page } from '@playwright/test'
import { admin, newCompany, newName, signInWithCalls } from './kit/api.ts'
import { expectAccessible, takeScreenshots } from './kit/looks.ts'
import { navigateTo } from './kit/navigate.ts'
import { test } from './kit/test.ts'
import { signInNewUser } from './kit/users.ts'

const createButtons = ['My Summaries', 'New Report', 'New Company', 'New Contact', 'New Project']

const topBar = (page: Page) => page.getByRole('banner')
/** Asserts that the search is at least 200 px wide with its text, and the title is not cut. */
const expectRoom = async (page: Page) => {
  const search = topBar(page).getByRole('button', { name: /^(Search or go to|Suchen oder)/ })
  await expect.poll(async () => (await search.boundingBox())?.width).toBeGreaterThanOrEqual(200)
  const title = topBar(page).locator('[data-part="title"]')
  const cut = () => title.evaluate(({ parentElement: box }) => box!.scrollWidth - box!.clientWidth)
  await expect.poll(cut).toBe(0)
}

test('shows create buttons beside the full title and a search of 200 pixels, or one New menu without that space', async ({
  page,
}) => {
  await signInWithCalls(page, admin)
  await page.setViewportSize({ width: 1600, height: 800 })
  await page.goto('/crm/company/list')
  await expect(topBar(page).getByRole('link')).toHaveText(createButtons)
  await expectRoom(page)
  await page.setViewportSize({ width: 900, height: 800 })
  await expect(topBar(page).getByRole('link')).toHaveCount(0)
  await expectRoom(page)
  await topBar(page).getByRole('button', { name: 'New', exact: true }).click()
  await expect(page.getByRole('menuitem')).toHaveText([...createButtons, 'New task'])
  await page.getByRole('menuitem', { name: 'New Contact' }).click()
  await expect(page).toHaveURL(/\/crm\/contact\/create$/)
  await page.getByRole('main').getByRole('link', { name: 'About Us' }).click() // in the footer
  await expect(page).toHaveURL(/\/aboutUs$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('at 1280 pixels the dashboard and every list show the create buttons, on a phone in a menu', async ({ page }) => {
  await signInWithCalls(page, admin)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/crm/dashboard')
  await expect(topBar(page).getByRole('link')).toHaveText(createButtons)
  for (const name of createButtons) await expect(topBar(page).getByRole('link', { name })).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 390, height: 844 })
  await topBar(page).getByRole('button', { name: 'New' }).click()
  await expect(page.getByRole('menuitem')).toHaveText([...createButtons, 'New task'])
  await page.setViewportSize({ width: 1280, height: 800 })
  for (const list of ['company', 'contact', 'meetingReport', 'nextSteps', 'project', 'event']) {
    await navigateTo(page, `/crm/${list}/list`)
    await expect(topBar(page).getByRole('link'), list).toHaveText(createButtons)
    await expectRoom(page)
  }
})

test('in German at 1280 pixels the title is shown in full and the search is readable', async ({ page }) => {
  const { call } = await signInNewUser(page, 'ROLE_ADMIN')
  await call('PATCH', '/api/auth/account', { language: 'de' })
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/crm/meetingReport/list')
  await expect(topBar(page).getByRole('button', { name: 'Neu', exact: true })).toBeVisible()
  await expectRoom(page)
  await takeScreenshots(page, 'bar-german')
})

test('shows the greeting in the bar if there is room, and always at the top of the menu', async ({ page }) => {
  const { user } = await signInNewUser(page, 'ROLE_ADMIN', { firstName: 'Ada', lastName: newName('L') })
  const greeting = `Welcome, ${user.fullName}`
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/crm/dashboard')
  const opener = topBar(page).getByRole('button', { name: greeting })
  await expect.poll(async () => (await opener.boundingBox())!.width).toBeLessThan(80)
  await opener.click()
  await expect(page.getByRole('menu').getByText(greeting)).toBeVisible()
  await page.keyboard.press('Escape')
  await expectAccessible(page)
  await page.setViewportSize({ width: 1800, height: 844 })
  await expect.poll(async () => (await opener.boundingBox())!.width).toBeGreaterThan(100)
})

test('a message covers neither the search nor the buttons of the page', async ({ page }) => {
  const call = await signInWithCalls(page, admin)
  const { uniqueId } = await newCompany(call)
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto(`/crm/company/edit/${uniqueId}`)
    await page.getByLabel('Legal Name').fill(newName('Nord'))
    await page.getByRole('button', { name: 'Save' }).click()
    const message = page.getByRole('alert').filter({ hasText: 'SUCCESS' })
    await message.hover() // stays while the pointer is over it
    await expect(page.getByRole('main').getByRole('link', { name: 'New Company' })).toBeVisible()
    const coveredNames = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>(':is(header, main) :is(a, button):not(nav *)')]
        .filter((element) => {
          const { left, top, width: w, height: h } = element.getBoundingClientRect()
          return document.elementFromPoint(left + w / 2, top + h / 2)?.closest('[role="alert"]')
        })
        .map((element) => element.ariaLabel ?? element.innerText),
    )
    await expect(message).toBeVisible()
    expect(coveredNames, `at ${width}`).toEqual([])
  }
})

test('the bar is as high as its buttons with letters of twice the size', async ({ page }) => {
  await signInWithCalls(page, admin)
  await page.goto('/crm/company/list')
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  const bar = topBar(page)
  const button = bar.getByRole('button', { name: 'New', exact: true })
  await expect(button).toBeVisible()
  const beyond = async () => {
    const [inner, outer] = [(await button.boundingBox())!, (await bar.boundingBox())!]
    return Math.max(0, outer.y - inner.y) + Math.max(0, inner.y + inner.height - outer.y - outer.height)
  }
  await expect.poll(beyond).toBe(0)
})
