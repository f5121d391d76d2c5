import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const schemes = ['light', 'dark'] as const
const widths = [1280, 390]

const inEachLook = async (page: Page, look: (name: string) => Promise<void>) => {
  const before = page.viewportSize()
  for (const width of widths)
    for (const colorScheme of schemes) {
      await page.setViewportSize({ width, height: width > 600 ? 800 : 844 })
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await look(`${width}-${colorScheme}`)
    }
  if (before) await page.setViewportSize(before)
  await page.emulateMedia({ colorScheme: null, reducedMotion: null })
}

const axeFaults = async (page: Page) => {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

/** axe finds nothing on this page and nothing scrolls sideways, wide and narrow, light and dark. */
export const expectAccessible = (page: Page) =>
  inEachLook(page, async (look) => {
    expect.soft(await axeFaults(page), look).toEqual([])
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect.soft(overflow, `${look}: pixels beyond the right edge`).toBe(0)
  })

/** With SHOTS=1: pictures of the whole page in e2e/shots, wide and narrow, light and dark. */
export const shot = async (page: Page, name: string) => {
  if (!process.env.SHOTS) return
  await inEachLook(page, async (look) => {
    await page.screenshot({ path: `${import.meta.dirname}/../shots/${name}-${look}.png`, fullPage: true })
  })
}
