import { can, type Rules } from '@tradewind/contract/kit/policy'
import { say } from '@tradewind/contract/kit/say'
import type { Database } from '#kit/database/database'
import { notFound } from '#kit/errors'
import { type ManualContext, type ReadContext, streamOf, type WriteContext } from '#kit/http/context'
import type { Tickets } from '#kit/record/export'

/** What a ticket is for. `drive` or `attachment` tells it from those of other features, and holds the id. */
interface Kept {
  drive?: string
  attachment?: string
  preview: boolean
  sessionId: string | undefined
}
interface Needs {
  db: Database
  tickets: Tickets
}

/** Tickets for files of one kind of id, for those whom the rules let have them. */
export const ticketsFor = ({ db, tickets }: Needs, kind: 'drive' | 'attachment', rules: Rules) => ({
  give: (context: WriteContext, uniqueId: string, preview: boolean) => {
    const kept: Kept = { [kind]: uniqueId, preview, sessionId: context.sessionId }
    return tickets.give(context, JSON.stringify(kept))
  },
  /** Who was given a ticket, as they are now, reads: in the session in which they were given it. */
  read: async (ticket: string, asking: ManualContext) => {
    const given = await tickets.read(ticket)
    const kept = given && (JSON.parse(given.subject || '{}') as Partial<Kept>)
    const uniqueId = kept?.[kind]
    if (!given || !uniqueId || !can(given.actor, rules)) throw notFound(say('Download not found'))
    const { actor } = given
    const scope = { tenantId: actor.tenantId, partitionId: actor.partitionId }
    const known = { ...asking, actor, scope, sessionId: kept.sessionId }
    const context: ReadContext = { ...known, db: db.as(scope), stream: streamOf(db, known, scope) }
    return { context, uniqueId, preview: kept.preview ?? false }
  },
  lengthen: tickets.lengthen,
})
