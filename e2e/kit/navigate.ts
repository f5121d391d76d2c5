import type { Page } from '@playwright/test'

/** The page's own router, and the heading of the previous screen. */
interface RoutedWindow {
  __reactRouterDataRouter?: { navigate: (to: string) => Promise<void> }
  left?: { heading: Element; text: string | null }
}

/** Navigates within the loaded app as by a link: a full load for each screen takes most of the time. Loads the URL where no page is loaded, or after a 403. */
export const navigateTo = async (page: Page, path: string) => {
  const isNavigated = await page.evaluate((to) => {
    const routed = window as RoutedWindow
    const router = routed['__reactRouterDataRouter']
    const heading = document.querySelector('h1')
    if (!router || !heading || location.pathname.startsWith('/status/')) return false
    routed.left = { heading, text: heading.textContent }
    void router.navigate(to)
    return true
  }, path)
  if (!isNavigated) return void (await page.goto(path))
  await page.waitForFunction(() => {
    const { left } = window as RoutedWindow // undefined after a full load
    return !left?.heading.isConnected || left.heading.textContent !== left.text
  })
}
