import type { Language } from '@tradewind/contract/kit/language'
import { say } from '@tradewind/contract/kit/say'
import type { Account } from '@tradewind/contract/platform/identity.contract'
import { featureSwitches } from '@tradewind/contract/platform/settingCatalogue'
import type { Actor } from '@tradewind/contract/roles'
import { and, desc, eq, getTableColumns, isNull, not, sql } from 'drizzle-orm'
import { createHmac, hkdfSync } from 'node:crypto'
import type { Reader, Tx } from '#kit/database/database'
import { pageOf, type Paging } from '#kit/database/list'
import { notFound, unauthenticated } from '#kit/errors'
import type { ReadContext, RequestContext, WriteContext } from '#kit/http/context'
import { notifyOfOwn } from '#kit/record/activity'
import { sessions } from '#platform/schema/identity.table'
import { tenants } from '#platform/schema/tenant.table'
import { isOpenAccount, users } from '#platform/schema/user.table'
import type { Tenants } from '#platform/tenant.queries'
import type { TenantSettings } from '#platform/tenantSetting.queries'
import { isUnverified } from '#platform/user/user.queries'
import { endSessions, isActiveSession } from './sessions.ts'

/**
 * Creates the function that derives the keys by which accounts encrypt data on a device. A key depends on the secret, the account and the device:
 * nothing is stored, and a later session of the same account can read what an earlier one has saved.
 */
export const deviceKeyMaker = (secret: string) => {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'device keys', 32))
  return ({ tenantId, uniqueId }: Pick<Actor, 'tenantId' | 'uniqueId'>, device: string) =>
    createHmac('sha256', key).update([tenantId, uniqueId, device.toLowerCase()].join(' ')).digest('base64url')
}
type DeviceKeys = ReturnType<typeof deviceKeyMaker>

/** Uses the live view: under row-level security no index on the table serves `lower`. */
const hasAddress = (address: string) =>
  sql`${users.uniqueId} in (select id from user_account_live where lower(email_address) = lower(${address.trim()}) offset 0)`

/** The user with this address, not deleted, whose account is open. */
export const userByAddress = async (db: Reader | Tx, address: string) => {
  const here = and(hasAddress(address), isOpenAccount)
  const [user] = await db.select().from(users).where(here)
  return user
}

/** Whether a user, not deleted, has this address: also one whose account is closed or who is only invited; not one who signed up and has not verified it. */
export const isAddressTaken = async (db: Reader | Tx, address: string) => {
  const condition = and(hasAddress(address), not(isUnverified))
  const [user] = await db.select({ id: users.uniqueId }).from(users).where(condition).limit(1)
  return user !== undefined
}

const openUsers = (db: Reader | Tx, uniqueId: string) =>
  db
    .select(getTableColumns(users))
    .from(users)
    .innerJoin(tenants, and(eq(tenants.uniqueId, users.tenantId), isNull(tenants.deletedAt)))
    .where(and(eq(users.uniqueId, uniqueId), isOpenAccount))
    .$dynamic()

/** The user with this id, not deleted, whose account is open, of a tenant that is not deleted. */
export const userById = async (db: Reader | Tx, uniqueId: string) => {
  const [user] = await openUsers(db, uniqueId)
  return user
}

/** The same, locked until the transaction ends; with `share`, nobody can change the account, but others may lock it in the same way. */
export const lockUser = async (tx: Tx, uniqueId: string, strength: 'update' | 'share' = 'update') => {
  const [user] = await openUsers(tx, uniqueId).for(strength, { of: users })
  return user
}

/** The account of the signed-in user. */
export const ownUser = async (db: Reader | Tx, { actor }: RequestContext) => {
  const user = await userById(db, actor.uniqueId)
  if (!user) throw unauthenticated()
  return user
}

interface Needs {
  deviceKeys: DeviceKeys
  tenants: Tenants
  settings: TenantSettings
}

const account = async (
  db: Reader | Tx,
  { tenants: finder, settings }: Pick<Needs, 'tenants' | 'settings'>,
  context: RequestContext,
): Promise<Account> => {
  const { tenantId } = context.actor
  const [user, tenant, settingValues] = await Promise.all([ownUser(db, context), finder.byId(tenantId), settings.of(tenantId)])
  if (!tenant) throw unauthenticated()
  const { uniqueId, partitionId, fullName, emailAddress, roles, permissions, allowedCountries } = context.actor
  return {
    userId: uniqueId,
    tenant: tenant.uniqueId,
    worldId: partitionId,
    fullName,
    emailAddress,
    roleList: [...roles],
    permissionList: [...permissions],
    allowedCountries: [...allowedCountries],
    tenantName: tenant.fullName,
    isMainTenant: tenant.isMain,
    brandLogoUID: user.brandLogoUID,
    userCompanyName: user.userCompanyName,
    userCompanyCountry: user.userCompanyCountry,
    language: user.language,
    timeZone: user.timeZone,
    theme: user.theme,
    tenantLanguage: settingValues.DEFAULT_LANGUAGE as Language,
    tenantTimeZone: settingValues.TIME_ZONE,
    switchedOff: featureSwitches.filter((key) => !settingValues[key]),
  }
}

interface Choices {
  language?: Language | null | undefined
  timeZone?: string | null | undefined
  theme?: Account['theme'] | undefined
}

const ownSessions = async ({ sort = '-lastSeen', ...paging }: Paging, { db, actor, sessionId }: ReadContext) => {
  const condition = and(eq(sessions.userId, actor.uniqueId), isActiveSession)
  const found = await db.select().from(sessions).where(condition).orderBy(desc(sessions.lastSeen)).limit(500)
  const rows = found.map((session) => ({ ...session, current: session.uniqueId === sessionId }))
  return pageOf(sort === '-lastSeen' ? rows : rows.toReversed(), paging)
}

/** The signed-in user's account and sessions. */
export const accountHandlers = (needs: Needs) => ({
  account: (_: object, context: ReadContext) => account(context.db, needs, context),

  saveChoices: async (choices: Choices, context: WriteContext) => {
    const chosen = Object.fromEntries(Object.entries(choices).filter(([, choice]) => choice !== undefined))
    const { tx, actor } = context
    if (Object.keys(chosen).length > 0) {
      await tx.update(users).set(chosen).where(eq(users.uniqueId, actor.uniqueId))
      notifyOfOwn(tx, actor.tenantId, actor.uniqueId, 'auth')
    }
    return account(context.tx, needs, context)
  },

  deviceKey: async ({ device }: { device: string }, { actor }: ReadContext) => ({ key: needs.deviceKeys(actor, device) }),

  sessions: (paging: Paging, context: ReadContext) => ownSessions(paging, context),

  endOtherSessions: async (_: object, { tx, actor, sessionId }: WriteContext) => ({
    count: await endSessions(tx, actor.tenantId, actor.uniqueId, sessionId ? { exceptSessionId: sessionId } : {}),
  }),

  endSession: async ({ uniqueId }: { uniqueId: string }, { tx, actor }: WriteContext) => {
    const count = await endSessions(tx, actor.tenantId, actor.uniqueId, { onlySessionId: uniqueId })
    if (count === 0) throw notFound(say('Session not found'))
    return { uniqueId }
  },
})
