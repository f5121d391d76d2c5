import type { Tx } from '#kit/database/database'
import type { Jobs } from '#kit/jobs'
import { accessPurposes } from '#platform/schema/identity.table'
import { letterJob } from './identity.mail.ts'
import { endSessions } from './sessions.ts'
import { endLinks, type Links } from './tokens.ts'

const SEVEN_DAYS = 7 * 24 * 60

/** How somebody comes in and goes out: what other features may do about it. */
export const invitations = ({ links, jobs }: { links: Links; jobs: Jobs }) => ({
  /** Mails a link to choose the first password, good for seven days. Those that were mailed before end. */
  invite: async (tx: Tx, tenantId: string, userId: string) => {
    const { uniqueId: linkId } = await links.make(tx, tenantId, { purpose: 'SET_PASSWORD', userId, minutes: SEVEN_DAYS })
    await endLinks(tx, userId, ['SET_PASSWORD'], linkId)
    await jobs.send(tx, letterJob, { tenantId, userId, linkId, key: linkId })
  },
  /** The same for new users, however many, in two statements. */
  inviteAll: async (tx: Tx, tenantId: string, userIds: readonly string[]) => {
    const made = await links.makeAll(tx, tenantId, userIds, { purpose: 'SET_PASSWORD', minutes: SEVEN_DAYS })
    const letters = made.map(({ uniqueId, userId }) => ({ tenantId, userId, linkId: uniqueId, key: uniqueId }))
    await jobs.sendAll(tx, letterJob, letters)
  },
  /** Ends every session and link of a user, at once and on every node. */
  endAccess: async (tx: Tx, tenantId: string, userId: string) => {
    await endLinks(tx, userId, accessPurposes)
    await endSessions(tx, tenantId, userId)
  },
})
