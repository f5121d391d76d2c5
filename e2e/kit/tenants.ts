import { type Browser, expect, type Page } from '@playwright/test'
import { type Caller, callsAs, newMark } from './api.ts'
import { linkMailedTo } from './mailbox.ts'
import { signIn } from './sign-in.ts'
import { superAdmin } from './users.ts'

const password = 'seven slow lighthouses'

export interface NewTenant {
  uniqueId: string
  fullName: string
  /** The origin of its pages. A browser resolves every name below localhost to its own machine. */
  origin: string
}

/** Returns a word that no other test uses and that is valid in a host name. */
export const newWord = () => `t${newMark()}`

export const originOf = (host: string) => {
  const address = new URL(process.env.APP_ADDRESS ?? '')
  address.hostname = host
  return address.origin
}

/** Creates a tenant that no other test uses. */
export const newTenant = async (call: Caller): Promise<NewTenant> => {
  const word = newWord()
  const { uniqueId, fullName } = await call('POST', '/api/tenant/', {
    fullName: `Reederei ${word}`,
    domainName: `${word}.localhost`,
    firstName: 'Rieke',
    lastName: 'Claasen',
    emailAddress: `rieke@${word}.test`,
  })
  return { uniqueId: uniqueId!, fullName: fullName!, origin: originOf(`${word}.localhost`) }
}

/** Signs the super admin in, for calls in the super admin's own tenant and in any other. */
export const asSuperAdmin = async (page: Page) => {
  const login = await signIn(page, superAdmin, { reloaded: true })
  const { accessToken } = login
  return {
    call: callsAs(page, login),
    within: ({ uniqueId }: { uniqueId: string }) => callsAs(page, { accessToken, tenant: uniqueId }),
  }
}

const sessionKeys = ['accessToken', 'userId', 'tenant', 'roleList', 'permissionList'] as const

/**
 * Creates an admin of a tenant, who chooses a password through the mailed link, and signs `adminPage` in as them, at the tenant's own host. Calls go
 * through `page`, which is at the main account's host: only browsers resolve a name below localhost.
 */
const newTenantAdmin = async (page: Page, adminPage: Page, within: Caller, { uniqueId: tenant, origin }: NewTenant) => {
  const emailAddress = `${newWord()}@reederei.test`
  const before = new Date()
  const names = { firstName: 'Tomke', lastName: 'Harms' }
  await within('POST', '/api/admin/', { ...names, emailAddress, adminRole: 'ROLE_TENANT_ADMIN' })
  const token = (await linkMailedTo(page, emailAddress, '/resetPassword/', before)).split('/').pop()
  const chosen = { headers: { 'x-tenant': tenant }, data: { token, password, confirmPassword: password } }
  const answer = await page.request.post('/api/auth/reset-password', chosen)
  expect(answer.ok(), `${emailAddress} chooses a password: ${answer.status()}`).toBe(true)
  type Session = Record<(typeof sessionKeys)[number], string>
  const { signedIn: login } = ((await answer.json()) as { data: { signedIn: Session } }).data
  await adminPage.goto(`${origin}/readyz`)
  await adminPage.evaluate(
    (entries) => {
      for (const [key, value] of entries) localStorage.setItem(key, typeof value === 'string' ? value : JSON.stringify(value))
      sessionStorage.setItem('reloaded', 'true')
    },
    sessionKeys.map((key) => [key, login[key]] as const),
  )
  return { emailAddress, password, call: callsAs(page, login) }
}

/** Provides a tenant of its own for each test, with its admin signed in on a separate page, and the super admin on the test's page. */
export const inNewTenant = async (page: Page, browser: Browser) => {
  const { call, within } = await asSuperAdmin(page)
  const tenant = await newTenant(call)
  const context = await browser.newContext({ baseURL: tenant.origin })
  const theirs = await context.newPage()
  const admin = await newTenantAdmin(page, theirs, within(tenant), tenant)
  return { tenant, theirs, admin, within: within(tenant) }
}
