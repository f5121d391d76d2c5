import type { Account, Login } from '@tradewind/contract/platform/identity.contract'
import { type Actor, isStaff, type Role } from '@tradewind/contract/roles'
import { useSyncExternalStore } from 'react'
import type { z } from 'zod'

const loginKeys = ['accessToken', 'userId', 'tenant'] as const
const storageKeys = [...loginKeys, 'roleList', 'permissionList', 'brandLogoUID', 'choices', 'recents'] as const
type Key = (typeof storageKeys)[number]

const choiceNames = ['language', 'timeZone', 'theme', 'tenantLanguage', 'tenantTimeZone', 'switchedOff'] as const

/** The account's settings, and the tenant's defaults for those that are not set. */
export type Choices = Pick<Account, (typeof choiceNames)[number]>

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
const endUnreadKey = 'sessionEnded'

let account: Account | undefined
let cachedActor: Actor | undefined
let cachedChoices: Choices | null | undefined
const listeners = new Set<() => void>()

/** Null where there is no storage: on the server. */
const read = (key: Key) => globalThis.localStorage?.getItem(key) ?? null
/** A stored JSON value; null if there is none or it is invalid. */
const readJson = (key: Key): unknown => {
  try {
    return JSON.parse(read(key) ?? 'null')
  } catch {
    return null
  }
}
const readList = (key: Key) => (readJson(key) ?? []) as string[]
const notifyListeners = () => {
  cachedActor = undefined
  cachedChoices = undefined
  for (const listener of listeners) listener()
}

/** Of an open session, until the account call has answered: local storage has the roles, which is all that menus and guards need. */
const storedActor = (): Actor => {
  const roles = readList('roleList') as Role[]
  const [uniqueId, tenantId] = [read('userId')!, read('tenant')!]
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

/** The device's time zone. The first call takes 10 ms in a cold browser. */
export const browserZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

const saveRights = (rights: Pick<Account, 'roleList' | 'permissionList'>) => {
  for (const key of ['roleList', 'permissionList'] as const) localStorage.setItem(key, JSON.stringify(rights[key]))
}

const clearSession = () => {
  for (const key of storageKeys) localStorage.removeItem(key)
  account = undefined
  notifyListeners()
}

/** Leaves a page whose session the server has ended: the site's root tells the user so, and signing in leads back here. */
const leaveEnded = () => {
  sessionStorage.setItem(endedAt, location.pathname + location.search)
  sessionStorage.setItem(endUnreadKey, '1')
  location.replace('/')
}

/** The session of the user signed in in this browser. It is in local storage, under the keys that the specification lists. */
export const session = {
  /** Whether everything that sign-in stored is there. Partial data does not count as a session: the pages would redirect the user in a loop. */
  isOpen: () => loginKeys.every((key) => read(key)) && readList('roleList').length > 0,

  headers: (): Record<string, string> => {
    const [token, tenant] = [read('accessToken'), read('tenant')]
    return { ...(token && { Authorization: `Bearer ${token}` }), ...(tenant && { 'x-tenant': tenant }) }
  },

  /** The actor that policies evaluate: a visitor without roles if nobody is signed in. The same object until something changes. */
  actor: (): Actor => (cachedActor ??= account ? actorOf(account) : session.isOpen() ? storedActor() : visitor),

  /** The account's settings, as this browser last received them; null if nobody is signed in. The same object until something changes. */
  choices: (): Choices | null => (cachedChoices ??= readJson('choices') as Choices | null),

  start: (login: z.output<typeof Login>) => {
    for (const key of loginKeys) localStorage.setItem(key, login[key])
    saveRights(login)
    localStorage.removeItem('recents')
    sessionStorage.removeItem(endedAt)
    account = undefined
    notifyListeners()
  },

  /** Takes over the reply of the account call, which is newer than that of sign-in. One that arrives after sign-out, or after another user's sign-in, is dropped. */
  remember: (next: Account) => {
    if (account === next || next.userId !== read('userId')) return
    account = next
    saveRights(next)
    // `browserZone` is for the script in the head of the next document, which would otherwise have to determine it before the first paint.
    localStorage.setItem('choices', JSON.stringify({ ...next, browserZone: browserZone() }, [...choiceNames, 'browserZone']))
    localStorage.setItem('brandLogoUID', next.brandLogoUID ?? '')
    notifyListeners()
  },

  /** Clears all data in this browser. The page still shows the user's data: load another page afterwards. */
  wipe: () => {
    localStorage.clear()
    sessionStorage.clear()
    indexedDB.deleteDatabase('drive-uploads')
  },

  /** For a session that the server no longer knows. Drafts stay. */
  forget: clearSession,

  /** For a session that the server has ended, by the headers of the call that it rejected: leaves the page. Drafts stay. */
  expire: (sent: Readonly<Record<string, string>>) => {
    if (!session.isOpen() || sent['Authorization'] !== session.headers()['Authorization']) return
    clearSession()
    leaveEnded()
  },

  /** The same, where another tab has noticed it first. */
  leaveEnded,

  /** Whether the user must still be told that the session has ended. */
  hasUnreadEnd: () => sessionStorage.getItem(endUnreadKey) !== null,
  markEndRead: () => {
    sessionStorage.removeItem(endUnreadKey)
    notifyListeners()
  },

  /** The page on which a session ended, until somebody has signed in again. */
  endedAt: () => sessionStorage.getItem(endedAt),

  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

/** The signed-in user as policies evaluate them: a visitor on the server and in the first render of a page that the server sent. */
export const useActor = (): Actor => useSyncExternalStore(session.subscribe, session.actor, () => visitor)
const noSwitches: readonly string[] = []
/** The features that the tenant has switched off, as this browser last received them. */
export const useSwitchedOff = (): readonly string[] =>
  useSyncExternalStore(session.subscribe, session.choices, () => null)?.switchedOff ?? noSwitches

/** Called if the server could not be told that a session ends, with the call that tells it. */
type WhileUnreachable = (tellServer: () => Promise<unknown>) => Promise<unknown>

/** Ends the session here, and on the server if that can be reached. Work here that is not sent yet stays for the user's next session. */
export const endSession = async (whileUnreachable?: WhileUnreachable) => {
  await import('#kit/browser/offlineStore')
    .then((offline) => offline.clearAtSessionEnd(session.actor().uniqueId))
    .catch(() => null)
  const headers = session.headers()
  const tellServer = () => fetch('/api/auth/logout', { method: 'POST', headers, keepalive: true })
  session.wipe()
  await tellServer().catch(() => whileUnreachable?.(tellServer))
}

export const signOut = async (target = '/', whileUnreachable?: WhileUnreachable) => {
  await endSession(whileUnreachable)
  addEventListener('pagehide', session.wipe) // a pending request may have stored something meanwhile
  location.replace(target)
}
