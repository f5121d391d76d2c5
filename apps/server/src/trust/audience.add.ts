import { contactPolicy } from '@tradewind/contract/crm/policies'
import { say } from '@tradewind/contract/kit/say'
import { and, inArray, isNull, sql } from 'drizzle-orm'
import { contactEntity, contacts } from '#crm/schema/contact.table'
import { invalid, notFound } from '#kit/errors'
import type { WriteContext } from '#kit/http/context'
import { audit } from '#kit/record/audit'
import { rowFilter } from '#kit/record/entity'
import { insidersAmong } from './review.queries.ts'
import { reviewAudience } from './schema/review.table.ts'

type Found = Pick<typeof contacts.$inferSelect, 'uniqueId' | 'fullName' | 'email'>

/** These contacts, where who asks sees all of them. */
const seen = async (ids: string[], { actor, tx }: WriteContext): Promise<Found[]> => {
  const reach = rowFilter(contactEntity, contactPolicy.see, actor)
  const { uniqueId, fullName, email, deletedAt } = contacts
  const found = await tx
    .select({ uniqueId, fullName, email })
    .from(contacts)
    .where(and(inArray(uniqueId, ids), isNull(deletedAt), reach === 'all' ? undefined : reach))
  if (found.length < ids.length) throw notFound(say('Contact not found'))
  return found
}

/** Nobody reviews themself: the owner's own address and those of the tenant's staff stay out. */
const refuseInsiders = async (found: Found[], { actor, tx }: WriteContext) => {
  const addresses = found.flatMap(({ email }) => email ?? [])
  const insiders = await insidersAmong(tx, actor.uniqueId, addresses)
  for (const { fullName, email } of found) {
    const insider = email && insiders.get(email.toLowerCase())
    if (insider === 'OWN_ADDRESS')
      throw invalid({ audiences: say('{name} has your own address, and you can’t review yourself', { name: fullName }) })
    if (insider)
      throw invalid({
        audiences: say('{name} has the address of a member of your staff, who can’t review you', { name: fullName }),
      })
  }
}

/** Names that an entry of the trail holds; the count tells of the rest. */
const NAMED = 100

/** One entry of the trail for all who came: how many, and their names. */
const noteComing = async (names: string[], context: WriteContext) => {
  if (names.length === 0) return
  const { uniqueId, fullName } = context.actor
  const changes = { added: { before: null, after: names.length }, contacts: { before: null, after: names.slice(0, NAMED) } }
  await audit(context, { action: 'CHANGED', kind: 'reviewAudience', recordId: uniqueId, title: fullName, changes })
}

/** Adds contacts to the audience of who asks: all or none. Gives how many were not in it before. */
export const addToAudience = async (contactIds: readonly string[], context: WriteContext) => {
  const ids = [...new Set(contactIds)]
  if (ids.length === 0) return 0
  const found = await seen(ids, context)
  await refuseInsiders(found, context)
  const { rows } = await context.tx.execute<{ id: string }>(
    sql`insert into ${reviewAudience} (owner_id, contact_id) select ${context.actor.uniqueId}, unnest(${sql.param(ids)}::uuid[])
      on conflict do nothing returning contact_id as id`,
  )
  const added = new Set(rows.map(({ id }) => id))
  const names = found.filter(({ uniqueId }) => added.has(uniqueId)).map(({ fullName }) => fullName)
  await noteComing(names, context)
  return added.size
}
