import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { browserArgs, findBrowser } from '../../scripts/browser.ts'
import { root } from '../../scripts/run.ts'
import { optionOf } from '../process/options.ts'
import { startSite } from './site.ts'
import { figuresOf, type Press, watchClicks, watchPaint } from './watch.ts'

/*
 * Lists as signed-in users open them: the first rows with an empty browser cache, and clicks from there on, also on a processor that is a quarter as
 * fast. Nothing else should run meanwhile.
 */
const rounds = Number(optionOf('rounds') ?? 5)
const nameFilter = new RegExp(optionOf('only') ?? '')
const password = 'Tradewind-demo-1'
/** The milliseconds that the pointer hovers before it presses. */
const hoverMilliseconds = Number(optionOf('rest') ?? 150)

const shared = ['company', 'contact', 'meetingReport', 'project']
const staff = { who: 'tenant-admin@tradewind.test', area: 'crm', lists: [...shared, 'nextSteps', 'event'] }
const member = { who: 'pro@tradewind.test', area: 'user', lists: shared }
type Person = typeof staff

interface Login {
  accessToken: string
  userId: string
  tenant: string
  roleList: string[]
  permissionList: string[]
}

const signIn = async (address: string, username: string) => {
  const body = JSON.stringify({ username, password })
  const answer = await fetch(`${address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  const { accessToken, userId, tenant, ...lists } = ((await answer.json()) as { data: Login }).data
  const stored = { accessToken, userId, tenant, roleList: JSON.stringify(lists.roleList) }
  return { ...stored, permissionList: JSON.stringify(lists.permissionList) }
}

/** What an earlier visit has left in a browser: the session, and the user's preferences. */
const createStorageState = async (browser: Browser, address: string, { who, area }: Person) => {
  const session = await signIn(address, who)
  const localStorage = Object.entries(session).map(([name, value]) => ({ name, value }))
  const context = await browser.newContext({ storageState: { cookies: [], origins: [{ origin: address, localStorage }] } })
  const page = await context.newPage()
  await page.goto(`${address}/${area}/company/list`)
  await page.waitForFunction(() => 'choices' in localStorage)
  const savedState = await context.storageState()
  await context.close()
  return savedState
}
type SavedState = Awaited<ReturnType<typeof createStorageState>>

/** Opens a browser of a user who has been in this tab before, with none of our files cached. */
const newVisit = async (browser: Browser, left: SavedState) => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, storageState: left })
  await context.addInitScript(() => sessionStorage.setItem('reloaded', 'true'))
  await context.addInitScript(watchPaint)
  return context
}

/** The size of a script in kilobytes, compressed by gzip -9. */
const sizeOf = (path: string) => gzipSync(readFileSync(join(root, 'apps/web/build/client', path)), { level: 9 }).length / 1024

const open = async (context: BrowserContext, address: string, path: string) => {
  const page = await context.newPage()
  const requestedUrls: string[] = []
  page.on('request', (request) => requestedUrls.push(request.url()))
  // The last requests of a page: the bell, and the page view count.
  const lastResponses = ['**/api/notificationQueue/unread', '**/api/public/pageView'].map((url) => page.waitForResponse(url))
  await page.goto(address + path)
  await page.waitForFunction(() => document.querySelector('main [data-row-focus]'))
  await Promise.all(lastResponses)
  const paths = requestedUrls.map((url) => new URL(url).pathname)
  const scripts = [...new Set(paths.filter((one) => one.endsWith('.js') && one.startsWith('/assets/')))]
  return { page, asked: requestedUrls, scripts, script: scripts.reduce((sum, one) => sum + sizeOf(one), 0) }
}

const median = (values: readonly number[]) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!
const percentile = (values: readonly number[], share: number) =>
  values.toSorted((one, other) => one - other)[Math.ceil(values.length * share) - 1]!

const printRow = (...cells: readonly unknown[]) => console.log(`| ${cells.join(' | ')} |`)

/** Measures the first page that is opened. */
const measureFirstRows = async (browser: Browser, address: string, { area, lists }: Person, left: SavedState) => {
  for (const list of lists.filter((one) => nameFilter.test(one))) {
    const path = `/${area}/${list}/list`
    const found: (Awaited<ReturnType<typeof figuresOf>> & { requests: number; script: number })[] = []
    for (let round = 0; round < rounds; round++) {
      const context = await newVisit(browser, left)
      const { page, asked, script } = await open(context, address, path)
      if (round === 0 && process.argv.includes('--requests')) for (const one of asked) console.log(one)
      found.push({ ...(await figuresOf(page)), requests: asked.length, script })
      await context.close()
    }
    const of = (name: keyof (typeof found)[number]) => median(found.map((one) => Number(one[name])))
    const times = [of('firstPaint'), of('firstRow'), of('largest')].map(Math.round)
    printRow(path, ...times, Math.max(...found.map(({ shift }) => shift)).toFixed(4), of('requests'), of('script').toFixed(1))
    if (process.argv.includes('--shifts')) for (const one of found[0]!.shifts) console.log(JSON.stringify(one))
  }
}

const mainMenu = (page: Page) => page.getByRole('navigation', { name: 'Main' })

/** The steps of a user through the lists. Members of the demo have no second page. */
const pressesOf = (page: Page, area: string): Press[] => {
  const menu = (list: string, heading: string): Press => {
    const target = mainMenu(page).locator(`a[href="/${area}/${list}/list"]`)
    return { kind: 'menu', target, expectedContent: { heading } }
  }
  const firstName = page.locator('main tbody a[data-row-focus]').first()
  const record: Press = { kind: 'row', target: firstName, expectedContent: 'tablist' }
  const tab = (name: RegExp): Press => ({ kind: 'tab', target: page.getByRole('tab', { name }), expectedContent: 'panel' })
  const next: Press = { kind: 'next page', target: page.getByRole('link', { name: 'Next page' }), expectedContent: 'rows' }
  const presses = [
    menu('contact', 'Contacts'),
    record,
    menu('company', 'Companies'),
    next,
    record,
    tab(/^Contacts/),
    tab(/^Reports/),
    menu('project', 'Projects'),
    menu('meetingReport', 'Meeting Reports'),
    next,
    record,
    menu('company', 'Companies'),
  ]
  return area === 'crm' ? presses : presses.filter((one) => one !== next)
}

const measureClicks = async (browser: Browser, address: string, person: Person, left: SavedState, slowdown: number) => {
  const context = await newVisit(browser, left)
  const { page } = await open(context, address, `/${person.area}/company/list`)
  const closedMenus = mainMenu(page).getByRole('button', { expanded: false })
  while ((await closedMenus.count()) > 0) await closedMenus.first().click()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const found = await watchClicks(
    page,
    Array.from({ length: rounds }, () => pressesOf(page, person.area)).flat(),
    hoverMilliseconds,
  )
  await context.close()
  for (const kind of ['menu', 'row', 'tab', 'next page', '']) {
    const durations = found.filter((one) => !kind || one.kind === kind).map(({ milliseconds }) => milliseconds)
    if (durations.length > 0)
      printRow(
        person.area,
        `${slowdown} ×`,
        kind || 'all',
        durations.length,
        ...[0.5, 0.95, 1].map((share) => Math.round(percentile(durations, share))),
      )
  }
}

const givenAddress = optionOf('address')
const site = givenAddress ? { address: givenAddress, close: async () => {} } : await startSite(4792)
const browser = await chromium.launch({ executablePath: await findBrowser(), args: browserArgs })
try {
  const people = await Promise.all(
    [staff, member].map(async (one) => [one, await createStorageState(browser, site.address, one)] as const),
  )
  if (!process.argv.includes('--clicks')) {
    printRow('list', 'FCP, ms', 'first row, ms', 'LCP, ms', 'shift', 'requests', 'script, KB gz')
    printRow('---', '--:', '--:', '--:', '--:', '--:', '--:')
    for (const [person, left] of people) await measureFirstRows(browser, site.address, person, left)
  }
  printRow('area', 'processor', 'click', 'times', 'p50, ms', 'p95, ms', 'most, ms')
  printRow('---', '---', '---', '--:', '--:', '--:', '--:')
  for (const [person, left] of people)
    for (const slowdown of [1, 4]) await measureClicks(browser, site.address, person, left, slowdown)
} finally {
  await browser.close()
  await site.close()
}
