import type { Quota } from '@tradewind/contract/site/member/question.contract'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '#kit/database/database'
import type { WriteContext } from '#kit/http/context'
import { isOpenAccount, users } from '#platform/schema/user.table'
import type { TenantSettings } from '#platform/tenantSetting.queries'

/** The time zone that defines a tenant's months. */
export const timeZoneOf = async (settings: TenantSettings, tenantId: string) => (await settings.of(tenantId)).TIME_ZONE || 'UTC'

/** The calendar month of an instant in a time zone: `YYYY-MM`. */
export const monthIn = (timeZone: string, at = new Date()) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit' }).format(at)

/** The first day of the month after this one. */
const nextMonth = (month: string) => {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 10)
}

/** The monthly allowance of a plan, and what is left of it. */
export const quotaOf = (month: string, most: number, used: number): Quota => {
  const isLimited = Number.isFinite(most)
  return {
    month,
    most: isLimited ? most : null,
    used,
    left: isLimited ? Math.max(0, most - used) : null,
    renews: nextMonth(month),
  }
}

/** Takes a lock until the transaction ends, so that no concurrent transaction counts this user's usage. */
export const lockUsage = (what: string, whose: string, { tx }: Pick<WriteContext, 'tx'>) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${what} of ${whose}`}, 17))`)

/** A member's name and company, as shown to staff. */
export const memberLabel = async ({ tx, actor }: WriteContext) => {
  const [user] = await tx.select({ company: users.userCompanyName }).from(users).where(eq(users.uniqueId, actor.uniqueId))
  return [actor.fullName, user?.company].filter(Boolean).join(', ')
}

/** The administrators of the tenant whose accounts are active. */
export const findAdministrators = (tx: Tx) =>
  tx
    .select({ userId: users.uniqueId })
    .from(users)
    .where(and(inArray(users.role, ['ROLE_TENANT_ADMIN', 'ROLE_ADMIN']), isOpenAccount))
