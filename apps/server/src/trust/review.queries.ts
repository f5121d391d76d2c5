import { tenantSettings as catalogue } from '@tradewind/contract/platform/settingCatalogue'
import { STAFF } from '@tradewind/contract/roles'
import { openStates, type Refusal } from '@tradewind/contract/trust/review.words'
import { and, eq, isNotNull, type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import { keptRead, type Reader, type Tx } from '#kit/database/database'
import { tenantSettings } from '#platform/schema/tenant.table'
import { reviewInvitations, reviewRefusals } from './schema/review.table.ts'

/** Days that an address is left alone after it was asked. At the end of the last one it may be asked again. */
export const DAYS_BETWEEN = 30

/** Days after which an address that took no mail may be tried again, unless a mail server said later on that there is none. */
const BOUNCED_DAYS = 90

const lately = sql.raw(`created_at > now() - interval '${DAYS_BETWEEN} days'`)
const isStale = sql.raw(`reason = 'BOUNCED' and reported_at is null and updated_at <= now() - interval '${BOUNCED_DAYS} days'`)
export const isOpen = sql.raw(`state in (${openStates.map((state) => `'${state}'`).join(', ')})`)

/** Days after which somebody who answered may be asked again, as the tenant decided. */
const repeatDays = sql`coalesce((select ${tenantSettings.value}::int from ${tenantSettings}
  where ${tenantSettings.key} = 'REVIEW_REPEAT_DAYS'), ${catalogue.REVIEW_REPEAT_DAYS.standard}::int)`

/** What an owner was answered so lately that nobody is asked again: `address` in small letters, `contact_id`, `because`. */
const answeredOf = (ownerId: string): SQL => sql`(select lower(email_address) as address, contact_id, 'ANSWERED' as because
  from review_invitation_live where owner_id = ${ownerId} and state = 'ANSWERED'
  and answered_at > now() - make_interval(days => ${repeatDays}))`

/** The contacts that this owner can't ask now, whatever their address is by now, as a query: `contact_id`, `because`. */
export const answeredContactsOf = (ownerId: string): SQL => sql`(select contact_id, because from ${answeredOf(ownerId)} answered)`

/**
 * The addresses in small letters that this owner can't ask now, and why, as a query: `address`, `because`. An address may be in it
 * twice. Which invitations are open is found by an index on `lower`, and so by the view, which no policy hides it from.
 */
export const hotlistOf = (ownerId: string): SQL => {
  const asked = (which: SQL) => sql`select lower(email_address) as address, 'ASKED' as because from review_invitation_live
    where owner_id = ${ownerId} and ${which} and ${lately}`
  return sql`(select ${reviewRefusals.address}, ${reviewRefusals.reason}::text as because from ${reviewRefusals}
    where ${reviewRefusals.ownerId} = ${ownerId} and not (${isStale}) union all ${asked(isOpen)} union all ${asked(sql`state = 'EXPIRED'`)}
    union all select address, because from ${answeredOf(ownerId)} answered)`
}

/** Whether this owner was answered so lately by this address, or this contact, that nobody is asked again. */
export const hasAnsweredLately = async (db: Reader | Tx, ownerId: string, address: string, contactId: string | undefined) => {
  const isTheirs = sql`address = ${address.toLowerCase()} or contact_id = ${contactId ?? null}::uuid`
  const { rows } = await db.execute(sql`select 1 as one from ${answeredOf(ownerId)} answered where ${isTheirs} limit 1`)
  return rows.length > 0
}

/** Whether a mail server said that this address takes no mail. */
export const isBounced = async (db: Reader | Tx, ownerId: string, address: string) => {
  const { uniqueId, ownerId: owner, address: to, reportedAt } = reviewRefusals
  const isIt = and(eq(owner, ownerId), eq(to, address.toLowerCase()), isNotNull(reportedAt))
  return (await db.select({ uniqueId }).from(reviewRefusals).where(isIt)).length > 0
}

const anyOfOwner = (table: typeof reviewInvitations | typeof reviewRefusals) =>
  sql`exists (select from ${table} where ${table.ownerId} = ${sql.placeholder('ownerId')})`
const asksAtAll = keptRead<{ has: boolean }>(
  'reviews of an owner',
  sql`select ${anyOfOwner(reviewInvitations)} or ${anyOfOwner(reviewRefusals)} as has`,
)

/**
 * Whether this owner has ever invited anybody, or was refused by anybody. Most who read contacts have not, and the hotlist takes 2 ms to plan.
 * Planned while the tables had few rows it reads them whole, until they are analyzed; they grow by thousands at once, not by hundreds of thousands.
 */
const hasAsked = async (db: Reader | Tx, ownerId: string) => (await asksAtAll(db, { ownerId }))[0]!.has

const small = (addresses: readonly string[]) => sql.param([...new Set(addresses.map((address) => address.toLowerCase()))])

/**
 * Why this owner can't ask these addresses now, by the address in small letters; and these contacts, by their ids. Who isn't in it can
 * be asked.
 */
export const hotlistedBecause = async (
  db: Reader | Tx,
  ownerId: string,
  addresses: readonly string[],
  contactIds: readonly string[] = [],
) => {
  if (addresses.length === 0) return new Map<string, Refusal>()
  if (!(await hasAsked(db, ownerId))) return new Map<string, Refusal>()
  const { rows } = await db.execute<{ who: string; because: Refusal }>(
    sql`select who, because from (
      select address as who, because from ${hotlistOf(ownerId)} hotlist where address = any(${small(addresses)}::text[])
      union all select contact_id::text, because from ${answeredContactsOf(ownerId)} answered
      where contact_id = any(${sql.param(contactIds)}::uuid[])) hot
      order by because = 'ASKED' desc, because = 'ANSWERED' desc`,
  )
  return new Map(rows.map(({ who, because }) => [who, because]))
}

/** The mailbox of an address, in small letters: `Pro+shop@a.example` is a sub-address of `pro@a.example`. */
export const mailboxOf = (address: SQLWrapper): SQL => sql`regexp_replace(lower(${address}), '\\+[^@]*@', '@')`
const mailbox = (address: string) => address.toLowerCase().replace(/\+[^@]*@/, '@')

/** The mailboxes of the owner and of the tenant's staff, who do not review themselves: `address`, `because`. */
export const insidersOf = (ownerId: string): SQL => {
  const staff = sql.raw(STAFF.map((role) => `'${role}'`).join(', '))
  return sql`(select ${mailboxOf(sql`email_address`)} as address, case when id = ${ownerId} then 'OWN_ADDRESS' else 'STAFF_ADDRESS' end as because
    from user_account_live where id = ${ownerId} or role in (${staff}))`
}

/** Which of these addresses are the owner's own or belong to the tenant's staff, sub-addresses included: by the address in small letters. */
export const insidersAmong = async (db: Reader | Tx, ownerId: string, addresses: readonly string[]) => {
  if (addresses.length === 0) return new Map<string, 'OWN_ADDRESS' | 'STAFF_ADDRESS'>()
  const { rows } = await db.execute<{ address: string; because: 'OWN_ADDRESS' | 'STAFF_ADDRESS' }>(
    sql`select address, because from ${insidersOf(ownerId)} insider where address = any(${small(addresses.map(mailbox))}::text[])`,
  )
  const found = new Map(rows.map(({ address, because }) => [address, because]))
  return new Map(
    addresses.flatMap((address) => {
      const because = found.get(mailbox(address))
      return because ? [[address.toLowerCase(), because] as const] : []
    }),
  )
}
