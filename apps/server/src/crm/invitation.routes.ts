import { eventInvitationApi, MOST_INVITED } from '@tradewind/contract/crm/event.contract'
import type { Language } from '@tradewind/contract/kit/language'
import { say } from '@tradewind/contract/kit/say'
import { and, asc, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import { contactEntity, contacts } from '#crm/schema/contact.table'
import {
  CANCELLED,
  eventEntity,
  type EventInvitationRow,
  eventInvitations,
  type EventRow,
  nextLetter,
  sequenceOf,
  wordOf,
} from '#crm/schema/event.table'
import type { Tx } from '#kit/database/database'
import { insertMany } from '#kit/database/insert'
import { excludedUpdatedAt } from '#kit/database/table'
import { conflict, invalid, notFound, tooMany } from '#kit/errors'
import { type ReadContext, readerOf, type WriteContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import type { Jobs } from '#kit/jobs'
import { findRecord, mayDo } from '#kit/record/crud'
import { rowFilter } from '#kit/record/entity'
import { attempts } from '#platform/schema/identity.table'
import { fullNameOf, users } from '#platform/schema/user.table'
import { staffAmong } from '#platform/user/user.queries'
import { answering } from './invitation.answer.ts'
import { livingInvitation, orderLetters } from './invitation.job.ts'
import { recordRelatedChange } from './relatedChange.ts'

/** The recipient of an invitation. */
interface Guest {
  contactId: string | null
  userId: string | null
  name: string
  emailAddress: string
  language: Language | null
}
interface Named {
  contacts?: readonly string[] | undefined
  users?: readonly string[] | undefined
  addresses?: readonly string[] | undefined
}

const nobody = { contactId: null, userId: null, name: '', language: null }

/** The contacts as guests. Each must be visible to the actor and have an email address. */
const contactsOf = async (ids: readonly string[], { tx, actor }: WriteContext): Promise<Guest[]> => {
  if (ids.length === 0) return []
  const reach = rowFilter(contactEntity, contactEntity.policy.see, actor)
  const those = and(inArray(contacts.uniqueId, [...ids]), isNull(contacts.deletedAt), reach === 'all' ? undefined : reach)
  const found = await tx.select().from(contacts).where(those)
  if (found.length < ids.length) throw invalid({ contacts: say('Choose contacts of yours') })
  return found.map(({ uniqueId, fullName, email }) => {
    if (!email) throw invalid({ contacts: say('{name} has no e-mail address', { name: fullName }) })
    return { ...nobody, contactId: uniqueId, name: fullName, emailAddress: email }
  })
}

const usersOf = async (ids: readonly string[], { tx }: WriteContext): Promise<Guest[]> => {
  if (ids.length === 0) return []
  if ((await staffAmong(tx, ids)).length < ids.length) throw invalid({ users: say('Choose staff of your own') })
  const found = await tx
    .select()
    .from(users)
    .where(inArray(users.uniqueId, [...ids]))
  return found.map((user) => ({
    ...nobody,
    userId: user.uniqueId,
    name: fullNameOf(user),
    emailAddress: user.emailAddress,
    language: user.language,
  }))
}

/** The named people as guests, each address once: users and contacts take precedence over typed addresses. */
const guestsOf = async (named: Named, context: WriteContext) => {
  const typed = (named.addresses ?? []).map((emailAddress) => ({ ...nobody, emailAddress }))
  const staff = await usersOf(named.users ?? [], context)
  const known = await contactsOf(named.contacts ?? [], context)
  const byAddress = new Map([...typed, ...known, ...staff].map((guest) => [guest.emailAddress.toLowerCase(), guest]))
  return [...byAddress.values()]
}

/** Invitations to events that a tenant may send in 24 hours. */
const OF_ALL = 2_000

const KEY = 'event invitations'
const HOUR = 3600

/** Counts sent invitations, and throws a 429 if they would exceed the daily limit. An advisory lock serializes this in a tenant. */
const countLetters = async (letters: number, { tx, scope }: WriteContext) => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${scope.tenantId + KEY}, 3))`)
  const today = and(eq(attempts.key, KEY), gt(attempts.dateCreated, sql`now() - interval '24 hours'`))
  if ((await tx.$count(attempts, today)) + letters > OF_ALL)
    throw tooMany(
      HOUR,
      say('At most {count} invitations to events go out in 24 hours. Please try again later.', { count: OF_ALL }),
    )
  const rows = Array.from({ length: letters }, () => ({ key: KEY }))
  await insertMany(tx, attempts, rows)
}

interface NewLink {
  uniqueId: string
  purpose: 'EVENT'
  userId: null
  subject: string
  minutes: number
}
interface Needs {
  jobs: Jobs
  links: {
    makeMany: (tx: Tx, tenantId: string, links: readonly NewLink[]) => Promise<unknown>
  }
}

/** An event that the actor may change. Locks it in a transaction. */
const changeable = async (uniqueId: string, context: ReadContext | WriteContext) => {
  const { see, update } = eventEntity.policy
  const event = await findRecord(eventEntity, see, uniqueId, context, 'tx' in context ? 'update' : false)
  await mayDo(eventEntity, update, event, context)
  return event
}

const listOf = (eventId: string, context: ReadContext | WriteContext) => {
  const those = and(eq(eventInvitations.eventId, eventId), isNull(eventInvitations.deletedAt))
  const { dateCreated, uniqueId } = eventInvitations
  return readerOf(context).select().from(eventInvitations).where(those).orderBy(asc(dateCreated), asc(uniqueId))
}

/** An answer is valid only for the time that the event had then. */
const shown = (row: EventInvitationRow, { eventDateTime }: EventRow) => {
  const counts = row.answeredFor === eventDateTime
  return { ...row, answer: counts ? row.answer : null, answeredAt: counts ? row.answeredAt : null }
}

const nameOf = ({ name, emailAddress }: Pick<Guest, 'name' | 'emailAddress'>) => name || emailAddress

/** Records on the event who was added to its list or removed. */
const noteChange = (
  eventId: string,
  { before = [], after = [] }: { before?: string[]; after?: string[] },
  context: WriteContext,
) => recordRelatedChange(eventEntity, eventId, { changes: { invited: { before, after } } }, context)

/** Validity of links: five years, about as long as an event is planned ahead. */
const MINUTES = 5 * 365 * 24 * 60

/** A guest who is added again gets their current name and so on, and has no answer. */
const asGiven = {
  contactId: sql`excluded.contact_id`,
  userId: sql`excluded.user_id`,
  name: sql`excluded.name`,
  language: sql`excluded.language`,
  wanted: sql`excluded.wanted`,
  createdBy: sql`excluded.created_by`,
}
const anewOnList = { deletedAt: null, deletedBy: null, answer: null, answeredAt: null, answeredFor: null }

/** Adds people to the list of an event: new ones, and those who had been removed. Those on the list stay unchanged. */
const putOn = async (links: Needs['links'], event: EventRow, guests: readonly Guest[], context: WriteContext) => {
  const { tx, actor, scope } = context
  const anew = { wanted: wordOf(event), createdBy: actor.uniqueId }
  const rows = guests.map((guest) => ({
    ...guest,
    ...anew,
    addressKey: guest.emailAddress.toLowerCase(),
    eventId: event.uniqueId,
    sequence: sequenceOf(event),
  }))
  const { tenantId, partitionId, eventId, addressKey } = eventInvitations
  const put = await tx
    .insert(eventInvitations)
    .values(rows)
    .onConflictDoUpdate({
      target: [tenantId, partitionId, eventId, addressKey],
      set: {
        ...nextLetter(sql`excluded.sequence`, excludedUpdatedAt),
        ...asGiven,
        ...anewOnList,
      },
      setWhere: sql`${eventInvitations.deletedAt} is not null`,
    })
    .returning()
  const link = { purpose: 'EVENT', userId: null, subject: scope.partitionId, minutes: MINUTES } as const
  const fresh = put.filter(({ letters }) => letters === 1)
  if (fresh.length > 0)
    await links.makeMany(
      tx,
      scope.tenantId,
      fresh.map(({ uniqueId }) => ({ ...link, uniqueId })),
    )
  return put
}

/** An invitation that was not removed, locked, with its event. */
const standing = async (uniqueId: string, context: WriteContext) => {
  const [found] = await context.tx.select().from(eventInvitations).where(livingInvitation(uniqueId))
  if (!found) throw notFound()
  const event = await changeable(found.eventId, context)
  const [held] = await context.tx.select().from(eventInvitations).where(livingInvitation(uniqueId)).for('update')
  if (!held) throw notFound()
  return { row: held, event }
}

const changeRow = async (tx: Tx, { uniqueId }: EventInvitationRow, values: object) => {
  const [row] = await tx.update(eventInvitations).set(values).where(eq(eventInvitations.uniqueId, uniqueId)).returning()
  return row!
}

const inviting =
  ({ jobs, links }: Needs) =>
  async ({ uniqueId, ...named }: { uniqueId: string } & Parameters<typeof guestsOf>[0], context: WriteContext) => {
    const event = await changeable(uniqueId, context)
    const guests = await guestsOf(named, context)
    const put = await putOn(links, event, guests, context)
    const all = await listOf(uniqueId, context)
    if (all.length > MOST_INVITED)
      throw invalid({ contacts: say('At most {count} people are invited to an event', { count: MOST_INVITED }) })
    if (put.length > 0) {
      await countLetters(put.length, context)
      await orderLetters(jobs, context.tx, context.scope)
      await noteChange(uniqueId, { after: put.map(nameOf) }, context)
    }
    return all.map((row) => shown(row, event))
  }

const resending =
  ({ jobs }: Needs) =>
  async ({ uniqueId }: { uniqueId: string }, context: WriteContext) => {
    const { row, event } = await standing(uniqueId, context)
    if (row.state === 'WAITING') throw conflict(say('The email is on its way'))
    await countLetters(1, context)
    const again = { letters: row.letters + 1, told: null, state: 'WAITING', problem: null } as const
    const changed = await changeRow(context.tx, row, again)
    await orderLetters(jobs, context.tx, context.scope)
    return shown(changed, event)
  }

const takingOff =
  ({ jobs }: Needs) =>
  async ({ uniqueId }: { uniqueId: string }, context: WriteContext) => {
    const { row, event } = await standing(uniqueId, context)
    const gone = { deletedAt: new Date().toISOString(), deletedBy: context.actor.uniqueId }
    await changeRow(context.tx, row, { ...gone, wanted: CANCELLED, ...nextLetter(sql`${sequenceOf(event)}::int`) })
    await orderLetters(jobs, context.tx, context.scope)
    await noteChange(event.uniqueId, { before: [nameOf(row)] }, context)
    return { uniqueId }
  }

/** The people who are invited to an event by mail, and their answers. */
export const eventInvitationRoutes = (needs: Needs & Parameters<typeof answering>[0]) =>
  routes(eventInvitationApi, {
    list: async ({ uniqueId }, context) => {
      const event = await changeable(uniqueId, context)
      return (await listOf(uniqueId, context)).map((row) => shown(row, event))
    },
    invite: inviting(needs),
    resend: resending(needs),
    takeOff: takingOff(needs),
    ...answering(needs),
  })
