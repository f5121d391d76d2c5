import { driveDownloadApi } from '@tradewind/contract/drive/drive.contract'
import { drivePolicy } from '@tradewind/contract/drive/drive.policy'
import { can, type Rules } from '@tradewind/contract/kit/policy'
import { say } from '@tradewind/contract/kit/say'
import { notFound } from '#kit/errors'
import { type ManualContext, manualTransaction, type ReadContext, type WriteContext } from '#kit/http/context'
import { assertSwitchedOn, routes } from '#kit/http/routes'
import type { Tickets } from '#kit/record/sheets'
import { openItem } from '../drive.access.ts'
import { type Needs as Fetching, opener } from './fetch.ts'
import { openRunning } from './running.ts'

/** What a ticket is for. `drive` or `attachment` tells it from those of other features, and holds the id. */
interface Kept {
  drive?: string
  attachment?: string
  preview: boolean
  sessionId: string | undefined
}
interface TicketNeeds {
  tickets: Tickets
}

/** Tickets for files of one kind of id, for those whom the rules let have them. */
export const ticketsFor = ({ tickets }: TicketNeeds, kind: 'drive' | 'attachment', rules: Rules) => ({
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
    const context = { ...(await asking.readAs(actor)), sessionId: kept.sessionId }
    return { context, uniqueId, preview: kept.preview ?? false }
  },
  lengthen: tickets.lengthen,
})

type Needs = Omit<Fetching, 'running'> & Parameters<typeof openRunning>[0] & { tickets: Tickets }

/** A file that the actor may open. 404 for a folder: it has no bytes. */
const openFile = async (uniqueId: string, context: ReadContext | WriteContext) => {
  const item = await openItem(uniqueId, context)
  if (item.folder) throw notFound(say('File not found'))
  return item
}

/** Bytes of files, for those who may open them: with our header, or by a ticket. */
export const driveDownloadRoutes = (appContext: Needs) => {
  const { settings } = appContext
  const { bytesOf, shownOf } = opener({ ...appContext, running: openRunning(appContext) })
  const tickets = ticketsFor(appContext, 'drive', drivePolicy.see)

  return routes(driveDownloadApi, {
    download: async ({ uniqueId }, context) => bytesOf(await openFile(uniqueId, context), context),
    // Apart, so that no first reply is kept: a ticket stands nowhere but in its answer.
    ticket: manualTransaction(async ({ uniqueId, preview = false }, { write }) =>
      write(async (context) => {
        const item = await openFile(uniqueId, context)
        return { url: `/api/files/ticket/${await tickets.give(context, item.uniqueId, preview)}` }
      }),
    ),
    fetch: manualTransaction(async ({ ticket }, asking) => {
      const { context, uniqueId, preview } = await tickets.read(ticket, asking)
      await assertSwitchedOn(settings, 'DRIVE_ENABLED', context.scope.tenantId)
      const item = await openFile(uniqueId, context)
      if (preview) return shownOf(item, context)
      await tickets.lengthen(ticket)
      return bytesOf(item, context)
    }),
  })
}
