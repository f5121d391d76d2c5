import { and, eq } from 'drizzle-orm'
import { type Database, type Reader, tenantScope } from '#kit/database/database'
import type { Tickets } from '#kit/record/export'
import { sessions } from '#platform/schema/identity.table'
import { userById } from './account.ts'
import { isGoing } from './finder.ts'
import { knownActor } from './sessions.ts'
import { lengthenLink, type Links, readLink, tenantOfToken } from './tokens.ts'

/** The living user as the policies know them at this moment. */
export const actorFinder = (db: Database) => async (tenantId: string, userId: string) => {
  const reader = db.as(tenantScope(tenantId))
  const user = await userById(reader, userId)
  return user && knownActor(reader, user)
}

/** Whether the session in which a ticket was given is still going. */
const isInSession = async (db: Reader, { sessionId, userId }: { sessionId: string | null; userId: string }) => {
  if (!sessionId) return false
  const it = and(eq(sessions.uniqueId, sessionId), eq(sessions.userId, userId), isGoing)
  return (await db.select({ id: sessions.uniqueId }).from(sessions).where(it)).length > 0
}

/**
 * Tickets are links of one minute, within which what they are for begins; they end with the session in which they were given. A browser may
 * fetch twice what it shows once: they are not used up.
 */
export const downloadTickets = (db: Database, links: Links): Tickets => ({
  give: async ({ tx, actor, sessionId }, subject) => {
    const ticket = { purpose: 'EXPORT', userId: actor.uniqueId, subject, sessionId, minutes: 1 } as const
    return (await links.make(tx, actor.tenantId, ticket)).token
  },
  read: async (token) => {
    const tenantId = tenantOfToken(token)
    if (!tenantId) return undefined
    const reader = db.as(tenantScope(tenantId))
    const link = await readLink(reader, token, 'EXPORT')
    const actor = link && (await isInSession(reader, link)) && (await actorFinder(db)(tenantId, link.userId))
    return actor ? { actor, subject: link.subject } : undefined
  },
  lengthen: async (token) => {
    const tenantId = tenantOfToken(token)
    if (tenantId) await db.write(tenantScope(tenantId), (tx) => lengthenLink(tx, token, 'EXPORT'))
  },
})
