import { can } from '@tradewind/contract/kit/policy'
import { attachmentApi } from '@tradewind/contract/operations/attachment.contract'
import { attachmentPolicy } from '@tradewind/contract/operations/policies'
import { openDownloads } from '#drive/download.open'
import { type ItemAccess, opener, type OpenerNeeds, ticketsFor } from '#drive/download.routes'
import { FILE_KIND } from '#drive/drive.items'
import type { Feature } from '#kit/feature'
import { manualTransaction, type ReadContext } from '#kit/http/context'
import { assertSwitchedOn, routes } from '#kit/http/routes'
import type { Tickets } from '#kit/record/sheets'
import type { actorFinder } from '#platform/identity/identify'
import type { AppContext } from '../appContext.ts'
import {
  attach,
  detach,
  falseIfMissing,
  filesOf,
  isExpired,
  readAttached,
  recordsOf,
  recordsWithFiles,
  restore,
} from './attachments.ts'
import { attachments } from './schema/attachment.table.ts'

type Needs = Omit<OpenerNeeds, 'running'> &
  Parameters<typeof openDownloads>[0] & { tickets: Tickets; findActor: ReturnType<typeof actorFinder> }

/** Gives access to a file through the record that it is attached to. A running download checks the actor's current rights: roles and countries may change. */
const recordAccess = ({ db, findActor }: Pick<Needs, 'db' | 'findActor'>) => {
  const mayStillRead = async (uniqueId: string, context: ReadContext) => {
    const { tenantId, uniqueId: userId } = context.actor
    const actor = await findActor(tenantId, userId)
    if (!actor || !can(actor, attachmentPolicy.see)) return false
    const scope = { tenantId, partitionId: actor.partitionId }
    return (await falseIfMissing(readAttached(uniqueId, { ...context, actor, scope, db: db.as(scope) }))) !== false
  }
  return (uniqueId: string, context: ReadContext): ItemAccess => ({
    find: (readContext) => readAttached(uniqueId, readContext),
    canReadThroughRecord: () => mayStillRead(uniqueId, context),
  })
}

/** The routes of drive files that are attached to records, and their bytes for whoever may see the record. */
const attachmentRoutes = (appContext: Needs) => {
  const { settings } = appContext
  const { bytesOf, shownOf, pagesOf } = opener({ ...appContext, running: openDownloads(appContext) })
  const accessTo = recordAccess(appContext)
  const tickets = ticketsFor(appContext, 'attachment', attachmentPolicy.see)

  return routes(attachmentApi, {
    list: filesOf,
    ofFile: recordsOf,
    attach,
    detach,
    restore,
    download: async ({ uniqueId }, context) =>
      bytesOf(await readAttached(uniqueId, context), context, accessTo(uniqueId, context)),
    // A manual transaction, so that the reply is not stored for idempotent repeats: a ticket must exist nowhere but in the response.
    ticket: manualTransaction(async ({ uniqueId, preview = false }, { write }) =>
      write(async (context) => {
        await readAttached(uniqueId, context)
        return { url: `/api/attachment/ticket/${await tickets.give(context, uniqueId, preview)}` }
      }),
    ),
    pages: async ({ uniqueId }, context) => pagesOf(await readAttached(uniqueId, context), context, accessTo(uniqueId, context)),
    fetch: manualTransaction(async ({ ticket, page }, request) => {
      const { context, uniqueId, preview } = await tickets.read(ticket, request)
      await assertSwitchedOn(settings, 'DRIVE_ENABLED', context.scope.tenantId)
      const [item, access] = [await readAttached(uniqueId, context), accessTo(uniqueId, context)]
      if (preview) return shownOf(item, context, page, access)
      await tickets.lengthen(ticket)
      return bytesOf(item, context, access)
    }),
  })
}

/** Files of drives, attached to companies, contacts, meeting reports and projects. */
export const attachmentFeature = (context: AppContext): Feature => ({
  tenantSwitch: 'DRIVE_ENABLED',
  routes: () => [attachmentRoutes(context)],
  announced: [{ name: FILE_KIND, policy: { see: [] }, shownAs: recordsWithFiles }],
  references: [
    { to: 'company', table: attachments, column: 'companyId', uniqueColumn: 'itemId' },
    { to: 'contact', table: attachments, column: 'contactId', uniqueColumn: 'itemId' },
  ],
  expired: [[attachments, isExpired]],
})
