import { contactPolicy } from '@tradewind/contract/crm/contact.policy'
import type { Skip } from '@tradewind/contract/trust/review.words'
import { say } from '@tradewind/contract/kit/say'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { notFound } from '#kit/errors'
import type { WriteContext } from '#kit/http/context'
import { anyEntity, rowFilterOf } from '#kit/record/entity'
import { contactEntity, contacts } from '#crm/schema/contact.table'
import { hotlistedBecause, insidersAmong } from '../review.queries.ts'
import { reviewAudience } from '#trust/schema/review.table'

type Contact = typeof contacts.$inferSelect

/** A contact that can be asked: with an address. */
export type Askable = Contact & { email: string }

/** Which of these stand in the audience of who asks. */
const inAudience = async (ids: string[], { tx, actor }: WriteContext) => {
  const { ownerId, contactId } = reviewAudience
  const mine = and(eq(ownerId, actor.uniqueId), sql`${contactId} = any(${sql.param(ids)}::uuid[])`)
  return new Set((await tx.select({ contactId }).from(reviewAudience).where(mine)).map((row) => row.contactId))
}

/** Those of these contacts that who asks sees. */
const seen = (ids: string[], { tx, actor }: WriteContext): Promise<Contact[]> => {
  const reach = rowFilterOf(anyEntity(contactEntity), contactPolicy.see, actor)
  const those = sql`${contacts.uniqueId} = any(${sql.param(ids)}::uuid[])`
  return tx
    .select()
    .from(contacts)
    .where(and(those, isNull(contacts.deletedAt), reach === 'all' ? undefined : reach))
}

/**
 * These contacts in this order, where all of them stand in the audience of who asks, who sees them. Two queries by key: of one, PostgreSQL
 * makes thousands of walks through the audience before it has statistics.
 */
export const chosenOf = async (audienceList: readonly string[], context: WriteContext): Promise<Contact[]> => {
  const ids = [...new Set(audienceList.map((id) => id.toLowerCase()))]
  const mine = await inAudience(ids, context)
  const found = new Map((await seen(ids, context)).map((contact) => [contact.uniqueId, contact]))
  if (!ids.every((id) => mine.has(id) && found.has(id))) throw notFound(say('Contact not found'))
  return ids.map((id) => found.get(id)!)
}

interface Skipped {
  contactId: string
  fullName: string
  because: Skip
}

/** Tells whom a campaign asks from whom it leaves out, and why. */
export const sorted = async (chosen: readonly Contact[], { tx, actor }: WriteContext) => {
  const addresses = chosen.flatMap(({ email }) => email ?? [])
  const insiders = await insidersAmong(tx, actor.uniqueId, addresses)
  const ids = chosen.map(({ uniqueId }) => uniqueId)
  const hotlist = await hotlistedBecause(tx, actor.uniqueId, addresses, ids)
  const asked = new Map<string, Askable>()
  const skipped: Skipped[] = []
  for (const contact of chosen) {
    const address = contact.email?.toLowerCase() ?? ''
    const because = address
      ? (insiders.get(address) ??
        hotlist.get(address) ??
        hotlist.get(contact.uniqueId) ??
        (asked.has(address) ? 'TWICE' : undefined))
      : 'NO_ADDRESS'
    if (because) skipped.push({ contactId: contact.uniqueId, fullName: contact.fullName, because })
    else asked.set(address, contact as Askable)
  }
  return { asked: [...asked.values()], skipped }
}
