import type { Locator, Page } from '@playwright/test'

/** The page's report of how it was painted. */
interface PaintRecord {
  largest: number
  shift: number
  firstRow: number
  shifts: object[]
}

type LayoutShift = PerformanceEntry & {
  value: number
  hadRecentInput: boolean
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
}

declare global {
  var painted: PaintRecord
}

/** Runs in a page before everything else: stores the Performance API's entries of its paints. */
export const watchPaint = () => {
  const painted: PaintRecord = { largest: 0, shift: 0, firstRow: 0, shifts: [] }
  globalThis.painted = painted
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) painted.largest = startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources, startTime } of list.getEntries() as LayoutShift[]) {
      if (hadRecentInput) continue
      painted.shift += value
      const movedNodes = sources.map(({ node, previousRect, currentRect }) => [node?.nodeName, previousRect, currentRect])
      painted.shifts.push({ value, startTime, moved: movedNodes })
    }
  }).observe({ type: 'layout-shift', buffered: true })
  const look = () => {
    if (!document.querySelector('main [data-row-focus]')) return requestAnimationFrame(look)
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => (painted.firstRow = performance.now()), { once: true })
    port1.start()
    return port2.postMessage(null) // after this frame is painted
  }
  requestAnimationFrame(look)
}

export const figuresOf = (page: Page) =>
  page.evaluate(() => ({
    ...globalThis.painted,
    firstPaint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
  }))

/** What is visible once a click has been handled. */
type ExpectedContent = { heading: string } | 'tablist' | 'panel' | 'rows'

export interface Press {
  kind: string
  target: Locator
  expectedContent: ExpectedContent
}

/** Records, from the next click on, when the opened content is painted: complete, without a skeleton. */
const watchNext = (page: Page, shows: ExpectedContent) =>
  page.evaluate((wanted) => {
    const main = document.querySelector('main')!
    const title = () => main.querySelector('h1')?.textContent
    const firstOf = () => main.querySelector('tbody')?.textContent
    const panel = () => [...main.querySelectorAll('[role="tabpanel"]')].find((one) => one.checkVisibility())
    const before = { path: location.pathname, search: location.search, first: firstOf() }
    const isComplete = () => !main.querySelector('[role="status"][aria-label="Loading"], .mantine-Skeleton-root[data-visible]')
    const isPainted = () => {
      if (!isComplete()) return false
      if (wanted === 'rows') return location.search !== before.search && firstOf() !== before.first
      if (wanted === 'panel') return location.search !== before.search && panel()?.textContent !== ''
      if (wanted === 'tablist')
        return location.pathname !== before.path && main.querySelector('[role="tablist"], dl, article') !== null
      return title() === wanted.heading && main.querySelector('[data-row-focus]') !== null
    }
    const answered = new Promise<number>((resolve) => {
      const onClick = ({ timeStamp }: Event) => {
        const look = () => {
          if (!isPainted()) return requestAnimationFrame(look)
          const { port1, port2 } = new MessageChannel()
          port1.addEventListener('message', () => resolve(performance.now() - timeStamp), { once: true })
          port1.start()
          return port2.postMessage(null)
        }
        requestAnimationFrame(look)
      }
      addEventListener('click', onClick, { capture: true, once: true })
    })
    Object.assign(globalThis, { answered })
  }, shows)

/** Milliseconds for what a page fetches after it is shown. */
const SETTLE_MS = 400

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Clicks one after another, each when the previous one has been handled, and returns the time of each. */
export const watchClicks = async (page: Page, presses: readonly Press[], rest: number) => {
  const found = []
  for (const { kind, target, expectedContent } of presses) {
    await watchNext(page, expectedContent)
    await target.hover()
    await pause(rest)
    await page.mouse.down()
    await page.mouse.up()
    const milliseconds = await page.evaluate(() => (globalThis as unknown as { answered: Promise<number> }).answered)
    await pause(SETTLE_MS)
    found.push({ kind, milliseconds })
  }
  return found
}
