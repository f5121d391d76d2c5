import { expect, type Page, type Route, test as base } from '@playwright/test'

/** Whether scripts handle every interactive part of a page that the server rendered: React has hydrated each part. Pages that are not the app's count as ready. */
const isHydrated = () => {
  const own = document.querySelector('script[type="module"], link[rel="modulepreload"]')
  const parts = [document.body, ...document.querySelectorAll('main, button, input')]
  return !own || parts.every((part) => Object.keys(part).some((key) => key.startsWith('__reactFiber')))
}

const waitForHydration = (page: Page): Page => {
  const goto = page.goto.bind(page)
  page.goto = async (address, options) => {
    const answer = await goto(address, options)
    if (answer && !answer.headers()['content-type']?.startsWith('text/html')) return answer
    // Nobody clicks in the first milliseconds of a page, but a test does.
    await page.waitForFunction(isHydrated, undefined, { timeout: 5000 }).catch(() => null)
    return answer
  }
  return page
}

const anyByte = () => Math.floor(Math.random() * 256)

/** React's errors for a page that it renders anew, since the server's differs. */
const hydrationErrorPattern = /React error #(?:418|419|421|422|423|425);/

/** Playwright's own test, whose `page.goto` waits until the page is interactive, and which fails if the browser renders a page otherwise than the server. Each test comes from an IP address of its own, as people do. */
export const test = base.extend({
  page: async ({ page }, provide) => {
    const hydrationErrors: string[] = []
    page.on('pageerror', ({ message }) => {
      if (hydrationErrorPattern.test(message)) hydrationErrors.push(`${page.url()}: ${message}`)
    })
    await provide(waitForHydration(page))
    expect(hydrationErrors).toEqual([])
    await page.close() // a page that its context closes takes three times the work: the browser takes its document apart
  },
  extraHTTPHeaders: ({ extraHTTPHeaders }, provide) =>
    provide({ ...extraHTTPHeaders, 'x-forwarded-for': `10.${anyByte()}.${anyByte()}.7` }),
})

const fault = (route: Route) =>
  route.fulfill({ status: 500, json: { responseStatus: 'ERROR', message: 'Something broke', data: {} } })

/** Makes the calls to an address fail until they are restored. The route stays in place: a request that waits while it is removed can hang. */
export const failCalls = async (page: Page, address: string, how: (route: Route) => Promise<void> = fault) => {
  let isBroken = true
  await page.route(address, (route) => (isBroken ? how(route) : route.continue()))
  return { mend: () => void (isBroken = false) }
}

/** The server has done what was requested, and its reply is lost. */
export const loseReplies = async (route: Route) => {
  await route.fetch()
  await route.abort()
}

/** A PNG of one pixel. */
export const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
