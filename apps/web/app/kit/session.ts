import type { Account, Login } from '@tradewind/contract/platform/identity.contract'
import { type Actor, isStaff, type Role } from '@tradewind/contract/roles'
import { useSyncExternalStore } from 'react'
import type { z } from 'zod'

const keys = ['accessToken', 'userId', 'tenant', 'roleList', 'permissionList', 'brandLogoUID', 'choices', 'recents'] as const
type Key = (typeof keys)[number]

/** What the account has chosen, and what its tenant holds to where it has chosen nothing. */
export type Choices = Pick<Account, 'language' | 'timeZone' | 'theme' | 'tenantLanguage' | 'tenantTimeZone' | 'switchedOff'>

const visitor: Actor = {
  uniqueId: '',
  tenantId: '',
  partitionId: '',
  emailAddress: '',
  fullName: '',
  roles: [],
  permissions: [],
  allowedCountries: [],
}

const endedAt = 'sessionEndedAt'
const untold = 'sessionEnded'

let account: Account | undefined
let known: Actor | undefined
let chosen: Choices | null | undefined
const listeners = new Set<() => void>()

const read = (key: Key) => (typeof localStorage === 'undefined' ? null : localStorage.getItem(key))
/** What was kept as JSON; null where nothing was, or somebody else has written there. */
const readJson = (key: Key): unknown => {
  try {
    return JSON.parse(read(key) ?? 'null')
  } catch {
    return null
  }
}
const readList = (key: Key) => (readJson(key) ?? []) as string[]
const changed = () => {
  known = undefined
  chosen = undefined
  for (const listener of listeners) listener()
}

/** Until the account has answered, what local storage says will do: it names the roles, which is all that menus and guards ask for. */
const stored = (): Actor => {
  const roles = readList('roleList') as Role[]
  const [uniqueId, tenantId] = [read('userId') ?? '', read('tenant') ?? '']
  return {
    ...visitor,
    uniqueId,
    tenantId,
    partitionId: isStaff({ roles }) ? tenantId : uniqueId,
    roles,
    permissions: readList('permissionList'),
  }
}

const actorOf = (from: Account): Actor => ({
  uniqueId: from.userId,
  tenantId: from.tenant,
  partitionId: from.worldId,
  emailAddress: from.emailAddress,
  fullName: from.fullName,
  roles: from.roleList,
  permissions: from.permissionList,
  allowedCountries: from.allowedCountries,
})

/** The zone that the device is set to. The first question costs a cold browser 10 ms. */
export const browserZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

const choicesOf = ({ language, timeZone, theme, tenantLanguage, tenantTimeZone, switchedOff }: Account): Choices => ({
  language,
  timeZone,
  theme,
  tenantLanguage,
  tenantTimeZone,
  switchedOff,
})

const keepRights = ({ roleList, permissionList }: Pick<Account, 'roleList' | 'permissionList'>) => {
  localStorage.setItem('roleList', JSON.stringify(roleList))
  localStorage.setItem('permissionList', JSON.stringify(permissionList))
}

const forget = () => {
  for (const key of keys) localStorage.removeItem(key)
  account = undefined
  changed()
}

/** Who is signed in in this browser. It lives in local storage, under the keys that the specification lists. */
export const session = {
  /** Whether all that sign-in left is there. A part of it opens nothing: the pages would send each other the person in circles. */
  isOpen: () => Boolean(read('accessToken') && read('userId') && read('tenant')) && readList('roleList').length > 0,

  headers: (): Record<string, string> => {
    const [token, tenant] = [read('accessToken'), read('tenant')]
    return { ...(token && { Authorization: `Bearer ${token}` }), ...(tenant && { 'x-tenant': tenant }) }
  },

  /** The actor that policies judge: a visitor without roles where nobody is signed in. The same object until something changes. */
  actor: (): Actor => (known ??= account ? actorOf(account) : session.isOpen() ? stored() : visitor),

  /** What the account has chosen, as this browser heard it last; null where nobody is signed in. The same object until something changes. */
  choices: (): Choices | null => (chosen ??= readJson('choices') as Choices | null),

  start: (login: z.output<typeof Login>) => {
    localStorage.setItem('accessToken', login.accessToken)
    localStorage.setItem('userId', login.userId)
    localStorage.setItem('tenant', login.tenant)
    keepRights(login)
    localStorage.removeItem('recents')
    sessionStorage.removeItem(endedAt)
    changed()
  },

  /** Takes over what the account call says, which is newer than what sign-in said. An answer that comes after the way out is dropped. */
  remember: (next: Account) => {
    if (!session.isOpen() || account === next) return
    account = next
    keepRights(next)
    // The zone beside them is for the script in the head of the next document, which would have to ask before the first paint.
    localStorage.setItem('choices', JSON.stringify({ ...choicesOf(next), browserZone: browserZone() }))
    if (next.brandLogoUID) localStorage.setItem('brandLogoUID', next.brandLogoUID)
    else localStorage.removeItem('brandLogoUID')
    changed()
  },

  /** Leaves nothing in this browser. What is on the page still shows who was signed in: load another after it. */
  wipe: () => {
    localStorage.clear()
    sessionStorage.clear()
    indexedDB.deleteDatabase('drive-uploads')
  },

  /** The server no longer knows this session. Drafts stay. */
  forget,

  /** The server has ended the session: the visitor learns so at the site's root, and comes back here by signing in. Drafts stay. */
  expire: () => {
    if (!session.isOpen()) return
    forget()
    sessionStorage.setItem(endedAt, location.pathname + location.search)
    sessionStorage.setItem(untold, '1')
    location.replace('/')
  },

  /** Whether the person has still to be told that the session has ended. */
  isEndUntold: () => sessionStorage.getItem(untold) !== null,
  endIsTold: () => {
    sessionStorage.removeItem(untold)
    changed()
  },

  /** The page on which a session ended, until somebody has signed in again. */
  endedAt: () => sessionStorage.getItem(endedAt),

  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

/** Who is signed in, as policies judge them: a visitor on the server and in the first rendering of a page that the server sent. */
export const useActor = (): Actor => useSyncExternalStore(session.subscribe, session.actor, () => visitor)
const none: readonly string[] = []
/** The parts of the product that the tenant does without, as this browser heard it last. */
export const useSwitchedOff = (): readonly string[] =>
  useSyncExternalStore(session.subscribe, session.choices, () => null)?.switchedOff ?? none

/**
 * Ends the session on the server and here; where the server is away it ends here all the same. Unless it `isSure`, somebody who has work here that
 * is not sent yet is asked on the page that shows it, and nothing ends.
 */
export const endSession = async (isSure = true) => {
  await import('#kit/browser/offlineStore').then((kept) => kept.leave(session.actor().uniqueId, isSure)).catch(() => null)
  await fetch('/api/auth/logout', { method: 'POST', headers: session.headers() }).catch(() => null)
  session.wipe()
}

export const signOut = async (target = '/', isSure = false) => {
  await endSession(isSure)
  addEventListener('pagehide', session.wipe) // what was under way may have been kept since
  location.replace(target)
}
