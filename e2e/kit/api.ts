import { expect, type Page } from '@playwright/test'
import type { Login } from '@tradewind/contract/platform/identity.contract'
import type { z } from 'zod'
import { signIn } from './sign-in.ts'

export const admin = 'tenant-admin@tradewind.test'

/** Returns the address of the list of companies whose name contains these words. */
export const companyListPath = (legalName: string) => `/crm/company/list?legalName=${encodeURIComponent(legalName)}`

export type Caller = Awaited<ReturnType<typeof signInWithCalls>>

/** Signs in, in the page and for separate API calls. */
export const signInWithCalls = async (page: Page, username: string, password?: string) =>
  callsAs(page, await signIn(page, username, { password, reloaded: true }))

/** Returns a function for API calls as a user, in the tenant of the token. */
export const callsAs = (page: Page, { accessToken, tenant }: Pick<z.output<typeof Login>, 'accessToken' | 'tenant'>) => {
  const headers = { authorization: `Bearer ${accessToken}`, 'x-tenant': tenant }
  /** Returns a call's data, or a list's rows. */
  return async <T = Record<string, string>>(method: string, path: string, data?: object) => {
    const answer = await page.request.fetch(path, { method, headers, ...(data && { data }) })
    expect(answer.ok(), `${method} ${path}: ${answer.status()}`).toBe(true)
    const body = (await answer.json()) as { data: T } | T
    return Array.isArray(body) ? (body as T) : (body as { data: T }).data
  }
}

/** Waits for the server's reply to the next change: leaving the page earlier would cancel the change. */
export const waitForChange = (page: Page) => page.waitForResponse((answer) => answer.request().method() === 'PATCH')

/** Returns letters and digits that occur nowhere else, whichever tests run at the same time. */
export const newMark = () => `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 7)}`

/** Returns a unique name, as long as the longest that people have. */
export const newName = (word: string) => `${word} Donaudampfschifffahrtselektrizitätenbetriebswerk ${newMark()} GmbH`

/** Creates a company that no other test uses. */
export const newCompany = (call: Caller, legalName = newName('Nord')) =>
  call('POST', '/api/company/', {
    legalName,
    country: 'Germany',
    website: 'nord.example',
    companyTypeList: ['MANUFACTURER_BRAND'],
  })
