import { expect, type Page } from '@playwright/test'
import type { Login } from '@tradewind/contract/platform/identity.contract'
import type { z } from 'zod'

interface Options {
  /** By default that of the demo's accounts. */
  password?: string | undefined
  /** The origin of the account's tenant, by default the main account's. */
  origin?: string
  /** Whether the area's one reload per browser session has already happened. */
  reloaded?: boolean
}

const appOrigin = () => new URL(process.env.APP_ADDRESS ?? '').origin

/** Signs an account in through the API, only for API calls: the page's session does not change. */
export const logIn = async (
  page: Page,
  username: string,
  { password = 'Tradewind-demo-1', origin = appOrigin() }: Omit<Options, 'reloaded'> = {},
) => {
  const headers = { host: new URL(origin).host } // only browsers resolve a name below localhost
  const answer = await page.request.post('/api/auth/login', { data: { username, password }, headers })
  expect(answer.ok(), `${username} signs in`).toBe(true)
  return ((await answer.json()) as { data: z.output<typeof Login> }).data
}

/** Runs a script in the page: a page that was never opened runs it in its first document, before the app's scripts. */
export const runBeforeApp = async <Arg>(page: Page, script: (arg: Arg) => void, arg: Arg) => {
  if (page.url() !== 'about:blank') {
    await page.evaluate(script as (arg: unknown) => void, arg)
    return
  }
  const first = await page.addInitScript(script as (arg: unknown) => void, arg)
  page.once('domcontentloaded', () => void first.dispose().catch(() => null)) // the page may have been closed
}

type Session = Awaited<ReturnType<typeof logIn>>

/** Stores a session in the page as the app would. The next `goto` is theirs, and other pages of the browser follow. */
export const storeSession = async (
  page: Page,
  { accessToken, userId, tenant, roleList, permissionList }: Session,
  { origin = appOrigin(), reloaded = false }: Pick<Options, 'origin' | 'reloaded'> = {},
) => {
  const session = {
    accessToken,
    userId,
    tenant,
    roleList: JSON.stringify(roleList),
    permissionList: JSON.stringify(permissionList),
  }
  if (page.url() !== 'about:blank') await page.goto('/readyz', { waitUntil: 'commit' }) // the smallest page of this origin
  await runBeforeApp(
    page,
    ([entries, isReloaded, own]) => {
      if (location.origin !== own) return
      for (const [key, value] of entries) localStorage.setItem(key, value)
      if (isReloaded) sessionStorage.setItem('reloaded', 'true')
    },
    [Object.entries(session), reloaded, origin] as const,
  )
}

/** Signs an account in through the API, and stores its session in the page. */
export const signIn = async (page: Page, username: string, { password, ...options }: Options = {}) => {
  const login = await logIn(page, username, { password, ...options })
  await storeSession(page, login, options)
  return login
}

/** Forgets the page's session without a word to the server. The next `goto` is a visitor's. */
export const signOut = (page: Page) => runBeforeApp(page, () => localStorage.clear(), undefined)
