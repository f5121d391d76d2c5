import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { browserArgs, findBrowser } from '../../scripts/browser.ts'
import { root } from '../../scripts/run.ts'
import { given } from '../process/started.ts'
import { startSite } from './site.ts'
import { figuresOf, type Press, watchClicks, watchPaint } from './watch.ts'

/*
 * Lists as signed-in users open them: the first rows with an empty browser cache, and clicks from there on, also on a processor that is a quarter as
 * fast. Nothing else should run meanwhile.
 */
const rounds = Number(given('rounds') ?? 5)
const wanted = new RegExp(given('only') ?? '')
const password = 'Tradewind-demo-1'
/** The milliseconds that the pointer hovers before it presses. */
const rest = Number(given('rest') ?? 150)

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
const visitedBefore = async (browser: Browser, address: string, { who, area }: Person) => {
  const session = await signIn(address, who)
  const localStorage = Object.entries(session).map(([name, value]) => ({ name, value }))
  const context = await browser.newContext({ storageState: { cookies: [], origins: [{ origin: address, localStorage }] } })
  const page = await context.newPage()
  await page.goto(`${address}/${area}/company/list`)
  await page.waitForFunction(() => 'choices' in localStorage)
  const left = await context.storageState()
  await context.close()
  return left
}
type Left = Awaited<ReturnType<typeof visitedBefore>>

/** Opens a browser of a user who has been in this tab before, with none of our files cached. */
const newVisit = async (browser: Browser, left: Left) => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, storageState: left })
  await context.addInitScript(() => sessionStorage.setItem('reloaded', 'true'))
  await context.addInitScript(watchPaint)
  return context
}

/** The size of a script in kilobytes, compressed by gzip -9. */
const sizeOf = (path: string) => gzipSync(readFileSync(join(root, 'apps/web/build/client', path)), { level: 9 }).length / 1024

const open = async (context: BrowserContext, address: string, path: string) => {
  const page = await context.newPage()
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  // The last requests of a page: the bell, and the page view count.
  const last = ['**/api/notificationQueue/unread', '**/api/public/pageView', '**/config.json'].map((url) =>
    page.waitForResponse(url),
  )
  await page.goto(address + path)
  await page.waitForFunction(() => document.querySelector('main [data-row-focus]'))
  await Promise.all(last)
  const paths = asked.map((url) => new URL(url).pathname)
  const scripts = [...new Set(paths.filter((one) => one.endsWith('.js') && one.startsWith('/assets/')))]
  return { page, asked, scripts, script: scripts.reduce((sum, one) => sum + sizeOf(one), 0) }
}

const middle = (values: readonly number[]) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!
const at = (values: readonly number[], share: number) =>
  values.toSorted((one, other) => one - other)[Math.ceil(values.length * share) - 1]!

const row = (...cells: readonly unknown[]) => console.log(`| ${cells.join(' | ')} |`)

/** Measures the first page that is opened. */
const firstRows = async (browser: Browser, address: string, { area, lists }: Person, left: Left) => {
  for (const list of lists.filter((one) => wanted.test(one))) {
    const path = `/${area}/${list}/list`
    const found: (Awaited<ReturnType<typeof figuresOf>> & { requests: number; script: number })[] = []
    for (let round = 0; round < rounds; round++) {
      const context = await newVisit(browser, left)
      const { page, asked, script } = await open(context, address, path)
      if (round === 0 && process.argv.includes('--requests')) for (const one of asked) console.log(one)
      found.push({ ...(await figuresOf(page)), requests: asked.length, script })
      await context.close()
    }
    const of = (name: keyof (typeof found)[number]) => middle(found.map((one) => Number(one[name])))
    const times = [of('firstPaint'), of('firstRow'), of('largest')].map(Math.round)
    row(path, ...times, Math.max(...found.map(({ shift }) => shift)).toFixed(4), of('requests'), of('script').toFixed(1))
    if (process.argv.includes('--shifts')) for (const one of found[0]!.shifts) console.log(JSON.stringify(one))
  }
}

const mainMenu = (page: Page) => page.getByRole('navigation', { name: 'Main' })

/** The steps of a user through the lists. Members of the demo have no second page. */
const journey = (page: Page, area: string): Press[] => {
  const menu = (list: string, heading: string): Press => {
    const target = mainMenu(page).locator(`a[href="/${area}/${list}/list"]`)
    return { kind: 'menu', target, shows: { heading } }
  }
  const firstName = page.locator('main tbody a[data-row-focus]').first()
  const record: Press = { kind: 'row', target: firstName, shows: 'tablist' }
  const tab = (name: RegExp): Press => ({ kind: 'tab', target: page.getByRole('tab', { name }), shows: 'panel' })
  const next: Press = { kind: 'next page', target: page.getByRole('link', { name: 'Next page' }), shows: 'rows' }
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

const clicks = async (browser: Browser, address: string, person: Person, left: Left, slowdown: number) => {
  const context = await newVisit(browser, left)
  const { page } = await open(context, address, `/${person.area}/company/list`)
  const closed = mainMenu(page).getByRole('button', { expanded: false })
  while ((await closed.count()) > 0) await closed.first().click()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const found = await watchClicks(page, Array.from({ length: rounds }, () => journey(page, person.area)).flat(), rest)
  await context.close()
  for (const kind of ['menu', 'row', 'tab', 'next page', '']) {
    const took = found.filter((one) => !kind || one.kind === kind).map(({ milliseconds }) => milliseconds)
    if (took.length > 0)
      row(person.area, `${slowdown} ×`, kind || 'all', took.length, ...[0.5, 0.95, 1].map((share) => Math.round(at(took, share))))
  }
}

const named = given('address')
const site = named ? { address: named, close: async () => {} } : await startSite(4792)
const browser = await chromium.launch({ executablePath: await findBrowser(), args: browserArgs })
try {
  const people = await Promise.all(
    [staff, member].map(async (one) => [one, await visitedBefore(browser, site.address, one)] as const),
  )
  if (!process.argv.includes('--clicks')) {
    row('list', 'FCP, ms', 'first row, ms', 'LCP, ms', 'shift', 'requests', 'script, KB gz')
    row('---', '--:', '--:', '--:', '--:', '--:', '--:')
    for (const [person, left] of people) await firstRows(browser, site.address, person, left)
  }
  row('area', 'processor', 'click', 'times', 'p50, ms', 'p95, ms', 'most, ms')
  row('---', '---', '---', '--:', '--:', '--:', '--:')
  for (const [person, left] of people) for (const slowdown of [1, 4]) await clicks(browser, site.address, person, left, slowdown)
} finally {
  await browser.close()
  await site.close()
}
