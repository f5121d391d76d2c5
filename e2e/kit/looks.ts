import { expect, type Page, test, type TestInfo } from '@playwright/test'
import type axe from 'axe-core'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

type Look = readonly [width: number, colorScheme: 'light' | 'dark']

/** Wide and narrow, light and dark. */
export const allLooks: readonly Look[] = [
  [1280, 'light'],
  [390, 'dark'],
  [1280, 'dark'],
  [390, 'light'],
]

const screenCounts = new WeakMap<TestInfo, number>()

/** Wide and light, or narrow and dark, in turn; a test on an even line starts with the first. Each run gives a screen the same look. With ALL_LOOKS=1 each screen in all looks. */
const nextLooks = () => {
  if (process.env.ALL_LOOKS) return allLooks
  const info = test.info()
  const screenCount = screenCounts.get(info) ?? 0
  screenCounts.set(info, screenCount + 1)
  return [allLooks[(info.line + screenCount) % 2]!]
}

/** Shows the page in each look, and then as before. A page that already has the look stays untouched: each change of the two lays it out anew. */
export const inEachLook = async (page: Page, looks: readonly Look[], look: (name: string) => Promise<void>) => {
  const before = { ...page.viewportSize()!, colorScheme: 'light' as Look[1] } // Playwright opens pages in light
  let current = before
  const show = async (next: typeof before) => {
    const { width, height, colorScheme } = next
    if (width === current.width && height === current.height && colorScheme === current.colorScheme) return
    current = next
    // Together: each alone would be laid out. 1280 × 720 is the size with which tests open: it needs no new layout.
    await Promise.all([page.setViewportSize({ width, height }), page.emulateMedia({ colorScheme })])
  }
  for (const [width, colorScheme] of looks) {
    await show({ width, height: width > 600 ? 720 : 844, colorScheme })
    await look(`${width}-${colorScheme}`)
  }
  await show(before)
}

const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** Returns the violations that axe finds, except inside frames: the app's frames show letters and players, which are not its own content. */
export const axeFaults = async (page: Page) => {
  const isThere = await page.evaluate(() => 'axe' in window)
  if (!isThere) await page.evaluate(axeSource)
  // One run in the page itself: sending the parts here and joining them in a blank page costs four times as much, for the same violations.
  const violations = await page.evaluate(async () => {
    const { axe: inPage } = window as unknown as { axe: typeof axe }
    return (await inPage.run({ iframes: false, resultTypes: ['violations'] })).violations
  })
  return violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

/** Expects that axe finds nothing on this page and that nothing scrolls sideways. */
export const expectAccessible = async (page: Page) => {
  await expect(page).toHaveTitle(/./) // the screen is there
  await inEachLook(page, nextLooks(), async (look) => {
    expect.soft(await axeFaults(page), look).toEqual([])
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect.soft(overflow, `${look}: pixels beyond the right edge`).toBe(0)
  })
}

/** With SHOTS=1: takes screenshots of the whole page into e2e/shots, wide and narrow, light and dark. */
export const takeScreenshots = async (page: Page, name: string) => {
  if (!process.env.SHOTS) return
  await inEachLook(page, allLooks, async (look) => {
    await page.screenshot({ path: `${import.meta.dirname}/../shots/${name}-${look}.png`, fullPage: true })
  })
}
