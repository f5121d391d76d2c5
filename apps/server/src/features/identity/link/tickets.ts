import { type Database, tenantScope } from '#kit/database/database'
import type { Tickets } from '#kit/record/export'
import { userById } from '../account.ts'
import { knownActor } from '../session/sessions.ts'
import { lengthenLink, type Links, readLink, tenantOfToken } from './tokens.ts'

/** The living user as the policies know them at this moment. */
export const actorFinder = (db: Database) => async (tenantId: string, userId: string) => {
  const reader = db.as(tenantScope(tenantId))
  const user = await userById(reader, userId)
  return user && knownActor(reader, user)
}

/** Tickets are links of one minute, within which what they are for begins. A browser may fetch twice what it shows once: they are not used up. */
export const ticketOffice = (db: Database, links: Links): Tickets => ({
  give: async ({ tx, actor }, subject) =>
    (await links.make(tx, actor.tenantId, { purpose: 'EXPORT', userId: actor.uniqueId, subject, minutes: 1 })).token,
  read: async (token) => {
    const tenantId = tenantOfToken(token)
    if (!tenantId) return undefined
    const link = await readLink(db.as(tenantScope(tenantId)), token, 'EXPORT')
    const actor = link && (await actorFinder(db)(tenantId, link.userId))
    return actor && { actor, subject: link.subject }
  },
  lengthen: async (token) => {
    const tenantId = tenantOfToken(token)
    if (tenantId) await db.write(tenantScope(tenantId), (tx) => lengthenLink(tx, token, 'EXPORT'))
  },
})
