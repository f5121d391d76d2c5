import { tenantSettings as catalogue } from '@tradewind/contract/platform/settingCatalogue'
import { STAFF } from '@tradewind/contract/roles'
import { type ExclusionReason, openStates } from '@tradewind/contract/trust/review.constants'
import { and, eq, isNotNull, type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import { preparedRead, type Reader, type Tx } from '#kit/database/database'
import { anyOf } from '#kit/database/scoped'
import { mailboxOf } from '#kit/letters'
import { tenantSettings } from '#platform/schema/tenant.table'
import { reviewInvitations, reviewRefusals } from './schema/review.table.ts'

/** Hashes the address of an erased person, so that it can be recognised and not read; the words before it separate owners and tenants. */
export type HashAddress = (scope: readonly string[], address: string) => string

/** Days after an invitation before the same address may be invited again. */
export const DAYS_BETWEEN = 30

/** Days after which an address that bounced may be tried again, unless a mail server later reported that it does not exist. */
const BOUNCED_DAYS = 90

const isRecent = sql.raw(`created_at > now() - interval '${DAYS_BETWEEN} days'`)
const isRetryable = sql.raw(
  `reason = 'BOUNCED' and reported_at is null and updated_at <= now() - interval '${BOUNCED_DAYS} days'`,
)
export const isOpenState = sql.raw(`state in (${openStates.map((state) => `'${state}'`).join(', ')})`)

/** Days after which a customer who answered may be invited again, as set by the tenant. */
const repeatDays = sql`coalesce((select ${tenantSettings.value}::int from ${tenantSettings}
  where ${tenantSettings.key} = 'REVIEW_REPEAT_DAYS'), ${catalogue.REVIEW_REPEAT_DAYS.defaultValue}::int)`

/** Answers to an owner that are so recent that their customers may not be invited again: `address` in lower case, `contact_id`, `because`. */
const recentAnswersOf = (ownerId: string): SQL => sql`(select lower(email_address) as address, contact_id, 'ANSWERED' as because
  from review_invitation_live where owner_id = ${ownerId} and state = 'ANSWERED'
  and answered_at > now() - make_interval(days => ${repeatDays}))`

/** The contacts that this owner cannot invite now, whatever their current address, as a query: `contact_id`, `because`. */
export const recentlyAnsweredContacts = (ownerId: string): SQL =>
  sql`(select contact_id, because from ${recentAnswersOf(ownerId)} answered)`

/**
 * The addresses in lower case that this owner cannot invite now, and why, as a query: `address`, `because`. An address may occur
 * twice. Open invitations are found by an index on `lower`, and therefore by the view, where row-level security does not keep it unused.
 */
export const hotlistOf = (ownerId: string): SQL => {
  const recentInvitations = (
    which: SQL,
  ) => sql`select lower(email_address) as address, 'ASKED' as because from review_invitation_live
    where owner_id = ${ownerId} and ${which} and ${isRecent}`
  return sql`(select ${reviewRefusals.address}, ${reviewRefusals.reason}::text as because from ${reviewRefusals}
    where ${reviewRefusals.ownerId} = ${ownerId} and not (${isRetryable}) union all ${recentInvitations(isOpenState)} union all ${recentInvitations(sql`state = 'EXPIRED'`)}
    union all select address, because from ${recentAnswersOf(ownerId)} answered)`
}

/** Whether this address or contact answered this owner so recently that they may not be invited again. */
export const hasAnsweredRecently = async (db: Reader | Tx, ownerId: string, address: string, contactId: string | undefined) => {
  const isCustomer = sql`address = ${address.toLowerCase()} or contact_id = ${contactId ?? null}::uuid`
  const { rows } = await db.execute(sql`select 1 as one from ${recentAnswersOf(ownerId)} answered where ${isCustomer} limit 1`)
  return rows.length > 0
}

/** Whether a mail server reported that this address accepts no mail. */
export const isBounced = async (db: Reader | Tx, ownerId: string, address: string) => {
  const { uniqueId, ownerId: owner, address: to, reportedAt } = reviewRefusals
  const isAddress = and(eq(owner, ownerId), eq(to, address.toLowerCase()), isNotNull(reportedAt))
  return (await db.select({ uniqueId }).from(reviewRefusals).where(isAddress)).length > 0
}

const existsForOwner = (table: typeof reviewInvitations | typeof reviewRefusals) =>
  sql`exists (select from ${table} where ${table.ownerId} = ${sql.placeholder('ownerId')})`
const hasErased = sql`exists (select from ${reviewRefusals}
  where ${reviewRefusals.ownerId} = ${sql.placeholder('ownerId')} and ${reviewRefusals.addressHash} is not null)`
const hasAskedQuery = preparedRead<{ has: boolean; hasErased: boolean }>(
  'reviews of an owner',
  sql`select ${existsForOwner(reviewInvitations)} or ${existsForOwner(reviewRefusals)} as has, ${hasErased} as "hasErased"`,
)

/**
 * `has`: whether this owner has ever invited anybody, or has any refusal; `hasErased`: one of an erased address. Most users who read contacts have neither, and the
 * hotlist takes 2 ms to plan. A plan made while the tables had few rows reads them fully until they are analyzed; they grow by thousands at a time.
 */
const findAsked = async (db: Reader | Tx, ownerId: string) => (await hasAskedQuery(db, { ownerId }))[0]!

export interface Owner {
  tenantId: string
  uniqueId: string
}

/** The hash of an address for one owner: the refusals of two owners cannot be linked. */
export const hashFor = (hashAddress: HashAddress, { tenantId, uniqueId }: Owner, address: string) =>
  hashAddress([tenantId, uniqueId], address)

/** Those of these addresses, in lower case, that had been erased when they unsubscribed from this owner's invitations. */
export const findErasedRefusals = async (
  db: Reader | Tx,
  hashAddress: HashAddress,
  owner: Owner,
  addresses: readonly string[],
) => {
  if (addresses.length === 0) return []
  const byHash = new Map(addresses.map((address) => [hashFor(hashAddress, owner, address), address.toLowerCase()]))
  const { ownerId, addressHash } = reviewRefusals
  const found = await db
    .select({ addressHash })
    .from(reviewRefusals)
    .where(and(eq(ownerId, owner.uniqueId), sql`${addressHash} = any(${sql.param([...byHash.keys()])})`))
  return found.flatMap((row) => byHash.get(row.addressHash!) ?? [])
}

const lowerCaseParam = (addresses: readonly string[]) =>
  sql.param([...new Set(addresses.map((address) => address.toLowerCase()))])

const readReasons = async (db: Reader | Tx, ownerId: string, addresses: readonly string[], contactIds: readonly string[]) => {
  const { rows } = await db.execute<{ who: string; because: ExclusionReason }>(
    sql`select who, because from (
      select address as who, because from ${hotlistOf(ownerId)} hotlist where address = any(${lowerCaseParam(addresses)}::text[])
      union all select contact_id::text, because from ${recentlyAnsweredContacts(ownerId)} answered
      where contact_id = ${anyOf(contactIds)}) hot
      order by because = 'ASKED' desc, because = 'ANSWERED' desc`,
  )
  return new Map(rows.map(({ who, because }) => [who, because]))
}

/**
 * Why this owner cannot invite these addresses now, by the address in lower case; and these contacts, by their ids. Those not in the map can
 * be invited.
 */
export const findHotlistReasons = async (
  db: Reader | Tx,
  ownerId: string,
  addresses: readonly string[],
  contactIds: readonly string[] = [],
) => {
  if (addresses.length === 0 || !(await findAsked(db, ownerId)).has) return new Map<string, ExclusionReason>()
  return readReasons(db, ownerId, addresses, contactIds)
}

/**
 * The same for lists of the owner's contacts, including addresses that had been erased when they unsubscribed. Whether the owner has ever invited anybody is
 * read at once, before the contacts are known.
 */
export const hotlistReader = (hashAddress: HashAddress) => (db: Reader | Tx, owner: Owner) => {
  const asking = findAsked(db, owner.uniqueId)
  asking.catch(() => {}) // nobody waits for it where there is no contact
  return async (addresses: readonly string[], contactIds: readonly string[]) => {
    const asked = addresses.length > 0 ? await asking : undefined
    if (!asked?.has) return new Map<string, ExclusionReason>()
    const reasons = await readReasons(db, owner.uniqueId, addresses, contactIds)
    const erased = asked.hasErased ? await findErasedRefusals(db, hashAddress, owner, addresses) : []
    return new Map([...reasons, ...erased.map((address): [string, ExclusionReason] => [address, 'UNSUBSCRIBED'])])
  }
}
export type HotlistReader = ReturnType<typeof hotlistReader>

/** `mailboxOf` in SQL. */
export const mailboxSql = (
  address: SQLWrapper,
): SQL => sql`case when lower(${address}) like any(array['%@gmail.com', '%@googlemail.com'])
  then replace(split_part(split_part(lower(${address}), '@', 1), '+', 1), '.', '') || '@gmail.com'
  else regexp_replace(lower(${address}), '\\+[^@]*@', '@') end`

/** The mailboxes of the owner and of the tenant's staff, who may not review themselves: `address`, `because`. */
export const insidersOf = (ownerId: string): SQL => {
  const staff = sql.raw(STAFF.map((role) => `'${role}'`).join(', '))
  return sql`(select ${mailboxSql(sql`email_address`)} as address, case when id = ${ownerId} then 'OWN_ADDRESS' else 'STAFF_ADDRESS' end as because
    from user_account_live where id = ${ownerId} or role in (${staff}))`
}

/** Which of these addresses are the owner's own or belong to the tenant's staff, including sub-addresses: by the address in lower case. */
export const findInsiders = async (db: Reader | Tx, ownerId: string, addresses: readonly string[]) => {
  if (addresses.length === 0) return new Map<string, 'OWN_ADDRESS' | 'STAFF_ADDRESS'>()
  const { rows } = await db.execute<{ address: string; because: 'OWN_ADDRESS' | 'STAFF_ADDRESS' }>(
    sql`select address, because from ${insidersOf(ownerId)} insider where address = any(${lowerCaseParam(addresses.map(mailboxOf))}::text[])`,
  )
  const found = new Map(rows.map(({ address, because }) => [address, because]))
  return new Map(
    addresses.flatMap((address) => {
      const because = found.get(mailboxOf(address))
      return because ? [[address.toLowerCase(), because] as const] : []
    }),
  )
}
