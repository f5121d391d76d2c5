import { contactPolicy } from '@tradewind/contract/crm/contact.policy'
import { and, eq, inArray, ne, type SQL, sql } from 'drizzle-orm'
import { contactEntity, contacts } from '#crm/schema/contact.table'
import { fieldsOf } from '#kit/database/fields'
import { each, listAll, listPage, liveRows, type Paging } from '#kit/database/list'
import type { ReadContext } from '#kit/http/context'
import { anyEntity, filtersOf, rowFilterOf } from '#kit/record/entity'
import { invitationEntity } from '#trust/campaign/invitations'
import { type InvitationRow, reviewAudience, reviewInvitations } from '#trust/schema/review.table'
import { answeredContactsOf, hotlistedBecause as refusedOf, hotlistOf, insidersOf, mailboxOf } from '../review.queries.ts'
import { lastContactOf } from './lastContact.ts'

type Asked = Paging & Partial<Record<'q' | 'firstName' | 'lastName' | 'company', string | undefined>>
type Contact = typeof contacts.$inferSelect

const isWhole = ({ page, size }: Paging) => page === undefined && size === undefined
const pageAsked = ({ page = 0, size = 20, sort = '-dateCreated' }: Paging) => ({ page, size, sort })
const readContact = fieldsOf(contacts).read
const readInvitation = fieldsOf(reviewInvitations).read

/**
 * Contacts of the audience of who asks, under these filters. Without filters they are found by the audience. With some they are found by
 * the index of their search text, and each is looked up in the audience: as a join the wall of that table would hide the index, and
 * `offset 0` keeps the planner from making it one.
 */
const inAudience = (asked: Asked, { actor }: ReadContext) => {
  const mine = sql`select ${reviewAudience.contactId} from ${reviewAudience} where ${eq(reviewAudience.ownerId, actor.uniqueId)}`
  const filters = and(...filtersOf(anyEntity(contactEntity), { ...asked }))
  if (!filters) return sql`${contacts.uniqueId} in (${mine})`
  return and(filters, sql`exists (${mine} and ${reviewAudience.contactId} = ${contacts.uniqueId} offset 0)`)!
}

/** Contacts as the audience shows them: when they were last asked or met, and whether they can be asked now. */
const asAudience = async (rows: Contact[], context: ReadContext) => {
  const addresses = rows.flatMap(({ email }) => email ?? [])
  const ids = rows.map(({ uniqueId }) => uniqueId)
  const [last, hot] = await Promise.all([
    lastContactOf(ids, context),
    refusedOf(context.db, context.actor.uniqueId, addresses, ids),
  ])
  return rows.map((row) => {
    const hotlistedBecause = (row.email && (hot.get(row.email.toLowerCase()) ?? hot.get(row.uniqueId))) || null
    const lastContacted = last.get(row.uniqueId)?.lastContacted ?? null
    return { ...row, lastContacted, hotlisted: hotlistedBecause !== null, hotlistedBecause }
  })
}

const reachOf = ({ actor }: ReadContext) => rowFilterOf(anyEntity(contactEntity), contactPolicy.see, actor)

/** A page of the audience of who asks; all of it, where no page is asked for. */
export const listAudience = async (asked: Asked, context: ReadContext) => {
  const met = [reachOf(context), inAudience(asked, context)] as const
  if (isWhole(asked)) {
    const raw = context.stream<Record<string, unknown>>(listAll(contactEntity, pageAsked(asked).sort, context.scope, ...met))
    return {
      stream: each(raw, (rows) =>
        asAudience(
          rows.map((row) => readContact(row) as Contact),
          context,
        ),
      ),
    }
  }
  const page = await listPage(context.db, contactEntity, pageAsked(asked), ...met)
  return { ...page, rows: await asAudience(page.rows, context) }
}

/** Contacts that who asks sees and has not in their audience. */
export const listCandidates = async (asked: Paging & Pick<Asked, 'q'>, context: ReadContext) => {
  const { contactId, ownerId } = reviewAudience
  const isMine = sql`select from ${reviewAudience} where ${eq(ownerId, context.actor.uniqueId)} and ${contactId} = ${contacts.uniqueId}`
  const reach = reachOf(context)
  const met = [reach, sql`not exists (${isMine} offset 0)`, ...filtersOf(anyEntity(contactEntity), { ...asked })] as const
  if (!isWhole(asked)) return listPage(context.db, contactEntity, pageAsked(asked), ...met)
  const raw = context.stream<Record<string, unknown>>(listAll(contactEntity, pageAsked(asked).sort, context.scope, ...met))
  return { stream: each(raw, (rows) => rows.map((row) => readContact(row) as Contact)) }
}

/** Contacts that one campaign takes. */
const MOST = 10_000

const noneOf = (addresses: SQL, own = sql`lower(${contacts.email})`) =>
  sql`not exists (select from ${addresses} known where known.address = ${own})`

/** The ids of the contacts of an audience that can be asked now, the newest first. */
export const listSelectable = async (asked: Asked, context: ReadContext) => {
  const { actor, db } = context
  const reach = reachOf(context)
  const askable = and(
    inAudience(asked, context),
    reach === 'all' ? undefined : reach,
    sql`${contacts.email} is not null`,
    noneOf(hotlistOf(actor.uniqueId)),
    noneOf(insidersOf(actor.uniqueId), mailboxOf(contacts.email)),
    sql`not exists (select from ${answeredContactsOf(actor.uniqueId)} known where known.contact_id = ${contacts.uniqueId})`,
  )!
  const { rows } = await db.execute<{ id: string }>(
    sql`select ${contacts.uniqueId} as id from ${liveRows(contacts, db.scope)} where ${askable}
      order by ${contacts.dateCreated} desc, ${contacts.uniqueId} desc limit ${MOST}`,
  )
  return { uniqueIds: rows.map(({ id }) => id) }
}

/** What was sent and has no answer; and what was sent at all. */
const silent = ['SENT', 'UNCERTAIN', 'EXPIRED'] as const
const sent = sql.raw([...silent, 'ANSWERED'].map((state) => `'${state}'`).join(', '))

/** Invitations of an owner without an answer, where the contact has no newer one. Those of contacts who are gone for good name nobody. */
const silentOf = (owner: string) => {
  const { ownerId, contactId, state, dateCreated, uniqueId, emailAddress } = reviewInvitations
  const isNewest = sql`not exists (select from review_invitation_live newer where newer.owner_id = ${owner}
    and newer.contact_id = ${contactId} and newer.state in (${sent})
    and (newer.created_at, newer.id) > (${dateCreated}, ${uniqueId}))`
  return and(eq(ownerId, owner), inArray(state, [...silent]), ne(emailAddress, ''), isNewest)!
}

const withEmail = ({ emailAddress, ...row }: InvitationRow) => ({ ...row, email: emailAddress })

/** The contacts that who asks has asked, and whose newest invitation has no answer: each once, as they were called then. */
export const listUnanswered = async (asked: Asked, { db, stream, scope, actor }: ReadContext) => {
  const met = [silentOf(actor.uniqueId), ...filtersOf(anyEntity(invitationEntity), { ...asked })] as const
  if (isWhole(asked)) {
    const raw = stream<Record<string, unknown>>(listAll(invitationEntity, pageAsked(asked).sort, scope, ...met))
    return { stream: each(raw, (rows) => rows.map((row) => withEmail(readInvitation(row) as InvitationRow))) }
  }
  const page = await listPage(db, invitationEntity, pageAsked(asked), ...met)
  return { ...page, rows: page.rows.map(withEmail) }
}
