import { expect, type Page } from '@playwright/test'
import type { User } from '@tradewind/contract/platform/user.contract'
import type { Role } from '@tradewind/contract/roles'
import { admin, type Caller, callsAs, newMark } from './api.ts'
import { linkMailedTo } from './mailbox.ts'
import { logIn, storeSession } from './sign-in.ts'

export const superAdmin = 'super@tradewind.test'

/** Returns an unused address, and the longest name that people have. */
export const newPerson = () => {
  const mark = newMark()
  const lastName = `Freifrau von Wolfeschlegelsteinhausenbergerdorff-${mark}`
  return { firstName: 'Maximiliane', lastName, emailAddress: `maximiliane.${mark}@elsewhere.example` }
}

/** Creates a user who is invited and has no password yet. */
export const newUser = (call: Caller, adminRole: Role, more: object = {}) =>
  call<User>('POST', '/api/admin/', {
    ...newPerson(),
    adminRole,
    ...(adminRole === 'ROLE_LEVEL3' && { allowedCountries: ['Germany'] }),
    ...more,
  })

export const password = 'nine patient herons'

const inviters = new Map<string, Awaited<ReturnType<typeof logIn>>>()

/** The session of the one who invites users of this role: one for all tests of a worker, since hashing a password takes long. */
const inviterOf = async (page: Page, role: Role) => {
  const username = role.endsWith('ADMIN') ? superAdmin : admin
  const login = inviters.get(username) ?? (await logIn(page, username))
  inviters.set(username, login)
  return login
}

/** Creates a user of this role that no other test uses, signed in as by `signInWithCalls`; `call` calls the API as them. */
export const signInNewUser = async (page: Page, adminRole: Role, more: object = {}) => {
  const before = new Date()
  const user = await newUser(callsAs(page, await inviterOf(page, adminRole)), adminRole, more)
  const login = await choosePassword(page, user.emailAddress, before)
  await storeSession(page, login, { reloaded: true })
  return { user, call: callsAs(page, login) }
}

/** Accepts the invitation that was mailed, and returns the session that this starts: signing in would hash the password once more. */
const choosePassword = async (page: Page, emailAddress: string, after: Date) => {
  const token = (await linkMailedTo(page, emailAddress, '/resetPassword/', after)).split('/').at(-1)
  const answer = await page.request.post('/api/auth/reset-password', { data: { token, password, confirmPassword: password } })
  expect(answer.ok(), `${emailAddress} chooses a password`).toBe(true)
  return ((await answer.json()) as { data: { signedIn: Awaited<ReturnType<typeof logIn>> } }).data.signedIn
}
