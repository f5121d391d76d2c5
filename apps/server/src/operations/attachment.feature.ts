import { phrase } from '@tradewind/contract/kit/phrase'
import { can } from '@tradewind/contract/kit/policy'
import { say } from '@tradewind/contract/kit/say'
import { type AttachableKind, type Attachment, attachmentApi } from '@tradewind/contract/operations/attachment.contract'
import { attachmentPolicy } from '@tradewind/contract/operations/policies'
import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { openDownloads } from '#drive/download.open'
import { type ItemAccess, opener, type OpenerNeeds, recordPlay, ticketsFor } from '#drive/download.routes'
import { findOwnItem, findOwnItems, isReadableAttachment } from '#drive/drive.access'
import { FILE_KIND, recordDriveActivity, withDescendants } from '#drive/drive.items'
import { driveItems, type Item } from '#drive/schema/drive.table'
import { fieldsOf } from '#kit/database/list'
import { listRows } from '#kit/database/rows'
import { nextUpdatedAt, type SoftDeleteTable } from '#kit/database/table'
import { conflict, forbidden, invalid, notFound, Refusal } from '#kit/errors'
import type { Feature } from '#kit/feature'
import { manualTransaction, type ReadContext, readerOf, type WriteContext } from '#kit/http/context'
import { assertSwitchedOn, routes } from '#kit/http/routes'
import { notifyNodes } from '#kit/notifyNodes'
import { recordActivity } from '#kit/record/activity'
import { audit } from '#kit/record/audit'
import { assertMayDo, findRecord } from '#kit/record/crud'
import { rowCondition } from '#kit/record/entity'
import { fullNamesOf } from '#platform/user/user.queries'
import type { AppContext } from '../appContext.ts'
import { type Attached, attachments, isAttached, kindOf, targets } from './schema/attachment.table.ts'

type Context = ReadContext | WriteContext
type Target = SoftDeleteTable['$inferSelect']

/** A record that files are attached to, if not deleted and visible to the actor. Throws a 404 otherwise. */
const findTarget = (kind: AttachableKind, uniqueId: string, context: Context, lock: false | 'share' = false): Promise<Target> => {
  const { of } = targets[kind]
  return findRecord(of, of.policy.see, uniqueId, context, lock)
}

const isMissing = (error: unknown) => error instanceof Refusal && error.status === 404

/** The result of the promise, or false if it throws a 404. */
const falseIfMissing = <T>(finding: Promise<T>) =>
  finding.catch((error: unknown) => {
    if (isMissing(error)) return false as const
    throw error
  })

/** Whether the actor may update a record, and thus change its attachments. */
const canUpdate = async (kind: AttachableKind, uniqueId: string, context: Context) => {
  const { of } = targets[kind]
  return (await falseIfMissing(findRecord(of, of.policy.update, uniqueId, context))) !== false
}

/** A file by the id of its attachment to a record that the actor may see. Throws a 404 if they cannot read it, for whatever reason. */
const readAttached = async (uniqueId: string, context: Context): Promise<Item> => {
  const [found] = await readerOf(context)
    .select({ row: attachments, item: driveItems })
    .from(attachments)
    .innerJoin(driveItems, eq(driveItems.uniqueId, attachments.itemId))
    .where(and(eq(attachments.uniqueId, uniqueId), isAttached, isReadableAttachment))
  if (!found) throw notFound(say('File not found'))
  await findTarget(kindOf(found.row), found.row.recordId, context)
  return found.item
}

/** A query of the kinds and ids of the records to which these items of a drive, or files below them, are attached. */
const recordsWithFiles = (ids: readonly string[]) => {
  const cases = Object.entries(targets).map(([kind, { column }]) => sql`when ${attachments[column]} is not null then ${kind}`)
  return sql`select distinct case ${sql.join(cases, sql` `)} end as kind, ${attachments.recordId} as id from ${attachments}
    where ${attachments.itemId} in (${withDescendants(ids)}) and ${isAttached}`
}

interface PageQuery {
  page?: number | undefined
  size?: number | undefined
  sort?: string | undefined
}

const { columns, read } = fieldsOf(attachments)
const { name, size, mimeType, ownerId } = driveItems
/** The columns of attachments, with the displayed columns of their files. */
const displayedColumns = sql`${columns}, ${name} as "fileName", ${size} as "fileSize", ${mimeType} as "fileType", ${ownerId} as "fileOwner"`
const attachedFiles = sql`${attachments} join ${driveItems} on ${eq(driveItems.uniqueId, attachments.itemId)}`

interface AttachmentRow extends Attached {
  fileName: string
  fileSize: string
  fileType: string | null
  fileOwner: string
}
const parseRow = (raw: Record<string, unknown>) => ({ ...raw, ...read(raw) }) as unknown as AttachmentRow

/** Attachments of one record in the format of the reply. `may`: the actor may also detach those of others. */
const toAttachments = async (
  rows: readonly AttachmentRow[],
  may: boolean,
  context: ReadContext | WriteContext,
): Promise<Attachment[]> => {
  const names = await fullNamesOf(
    readerOf(context),
    rows.map(({ fileOwner }) => fileOwner),
  )
  return rows.map(({ uniqueId, dateCreated, itemId, fileName, fileSize, fileType, fileOwner }) => {
    const isOwn = fileOwner === context.actor.uniqueId
    return {
      uniqueId,
      dateCreated,
      name: fileName,
      size: Number(fileSize),
      mimeType: fileType,
      attachedBy: { uniqueId: fileOwner, fullName: names.get(fileOwner) ?? phrase('Former user') },
      mayDetach: may || isOwn,
      fileId: isOwn ? itemId : null,
    }
  })
}

const sorts: Readonly<Record<string, AnyPgColumn>> = { dateCreated: attachments.dateCreated, name: driveItems.sortKey, size }

const orderOf = (sort: string): SQL => {
  const direction = sort.startsWith('-') ? desc : asc
  return sql`${direction(sorts[sort.replace('-', '')]!)}, ${direction(attachments.uniqueId)}`
}

interface RecordFilesQuery extends PageQuery {
  kind: AttachableKind
  record: string
}

/** The attached files of a record that the actor may see. */
const filesOf = async ({ kind, record, sort = '-dateCreated', ...query }: RecordFilesQuery, context: ReadContext) => {
  await findTarget(kind, record, context)
  const may = await canUpdate(kind, record, context)
  const from = sql`from ${attachedFiles} where ${and(eq(attachments.recordId, record), isAttached, isReadableAttachment)}`
  const all = sql`select ${displayedColumns} ${from} order by ${orderOf(sort)}`
  return listRows({ all, counted: sql`select ${from}` }, query, context, (rows) =>
    toAttachments(rows.map(parseRow), may, context),
  )
}

/** The attachments that the actor has just created. */
const findCreated = async (ids: readonly string[], context: WriteContext) => {
  const query = sql`select ${displayedColumns} from ${attachedFiles} where ${inArray(attachments.uniqueId, [...ids])} order by ${orderOf('name')}`
  const { rows } = await context.tx.execute(query)
  return toAttachments(rows.map(parseRow), true, context)
}

/** The titles of the records that the actor may see. */
const titlesOf = async (rows: readonly Attached[], { db, actor }: ReadContext) => {
  const byKind = [...Map.groupBy(rows, kindOf)]
  const found = await Promise.all(
    byKind.map(([kind, ofKind]) => {
      const { of } = targets[kind]
      const { table } = of
      const allowed = rowCondition(of, of.policy.see, actor)
      const title = table[of.title as keyof SoftDeleteTable] as AnyPgColumn
      const ids = ofKind.map(({ recordId }) => recordId)
      return db
        .select({ id: sql<string>`${table.uniqueId}`, title: sql<string>`${title}` })
        .from(table)
        .where(and(inArray(table.uniqueId, ids), isNull(table.deletedAt), allowed))
    }),
  )
  return new Map(found.flat().map(({ id, title }) => [id, title]))
}

/** The records that a file of the actor is attached to. */
const recordsOf = async (
  { uniqueId, sort = '-dateCreated', ...query }: PageQuery & { uniqueId: string },
  context: ReadContext,
) => {
  const item = await findOwnItem(uniqueId, context)
  if (item.folder) throw notFound(say('File not found'))
  const from = sql`from ${attachments} where ${and(eq(attachments.itemId, uniqueId), isAttached)}`
  const all = sql`select ${columns} ${from} order by ${orderOf(sort)}`
  return listRows({ all, counted: sql`select ${from}` }, query, context, async (raw) => {
    const rows = raw.map(read) as unknown as Attached[]
    const titles = await titlesOf(rows, context)
    return rows.map((row) => ({
      uniqueId: row.uniqueId,
      kind: kindOf(row),
      record: row.recordId,
      title: titles.get(row.recordId) ?? null,
      dateCreated: row.dateCreated,
    }))
  })
}

type AttachAction = 'ATTACHED' | 'DETACHED'

/** Records that files were attached or detached: in the audit trail, on the timelines of the record, and in the drive activity of the owner of the files. */
const recordAttachment = async (
  action: AttachAction,
  kind: AttachableKind,
  target: Target,
  items: readonly Item[],
  context: WriteContext,
) => {
  const { of } = targets[kind]
  const record = target as Record<string, unknown>
  const [recordId, title] = [record['uniqueId'] as string, String(record[of.title])]
  const changesOf = (item: Item) => ({
    file: action === 'ATTACHED' ? { before: null, after: item.name } : { before: item.name, after: null },
  })
  await audit(context, ...items.map((item) => ({ action, kind, recordId, title, changes: changesOf(item) })))
  const titled = items.map((item) => ({ ...record, [of.title]: item.name }))
  await recordActivity(context, of, titled, { action })
  await recordDriveActivity(context, action, items, title)
}

/** Throws if an item is a folder, or attached to the record already. The items are locked. */
const assertAttachable = async (record: string, items: readonly Item[], { tx }: WriteContext) => {
  if (items.some(({ folder }) => folder)) throw invalid({ files: say('Folders cannot be attached. Select files.') })
  const ids = items.map(({ uniqueId }) => uniqueId)
  const [existing] = await tx
    .select({ itemId: attachments.itemId })
    .from(attachments)
    .where(and(eq(attachments.recordId, record), inArray(attachments.itemId, ids), isAttached))
    .limit(1)
  const attached = items.find(({ uniqueId }) => uniqueId === existing?.itemId)
  if (attached) throw invalid({ files: say('“{name}” is already attached.', { name: attached.name }) })
}

interface AttachInput {
  kind: AttachableKind
  record: string
  files: string[]
}

/** Attaches files of the actor. Locks the record, so that it is not deleted meanwhile. */
const attach = async ({ kind, record, files }: AttachInput, context: WriteContext) => {
  const { of, column } = targets[kind]
  const target = await findTarget(kind, record, context, 'share')
  await assertMayDo(of, of.policy.update, target, context)
  const items = await findOwnItems(files, context)
  await assertAttachable(record, items, context)
  const createdBy = context.actor.uniqueId
  const rows = items.map(({ uniqueId }) => ({ itemId: uniqueId, [column]: record, createdBy }))
  const created = await context.tx.insert(attachments).values(rows).returning({ uniqueId: attachments.uniqueId })
  await recordAttachment('ATTACHED', kind, target, items, context)
  return findCreated(
    created.map(({ uniqueId }) => uniqueId),
    context,
  )
}

/** An attachment with its file, locked until the transaction ends. */
const lockAttachment = async (condition: ReturnType<typeof and>, { tx }: WriteContext) => {
  const [found] = await tx
    .select({ row: attachments, item: driveItems })
    .from(attachments)
    .innerJoin(driveItems, eq(driveItems.uniqueId, attachments.itemId))
    .where(condition)
    .for('update')
  return found
}

/**
 * The record of an attachment, for the owner of the file and for actors who may update the record. Throws a 404 for actors who do not see
 * the record, a 403 for those who only see it. The owner of the file need not see the record any more.
 */
const findChangedTarget = async (row: Attached, item: Item, context: WriteContext) => {
  const kind = kindOf(row)
  const target = await falseIfMissing(findTarget(kind, row.recordId, context))
  const isOwn = item.ownerId === context.actor.uniqueId
  if (!target && !isOwn) throw notFound()
  if (!isOwn && !(await canUpdate(kind, row.recordId, context))) throw forbidden()
  return { kind, target }
}

/** Records the change, also if the owner of the file no longer sees the record. */
const recordChange = async (action: AttachAction, row: Attached, item: Item, context: WriteContext) => {
  const { kind, target } = await findChangedTarget(row, item, context)
  const { of } = targets[kind]
  const [targetRow] = target ? [target] : await context.tx.select().from(of.table).where(eq(of.table.uniqueId, row.recordId))
  await recordAttachment(action, kind, targetRow as Target, [item], context)
}

/** Detaches a file from a record. Running downloads through the record are checked again. */
const detach = async ({ uniqueId }: { uniqueId: string }, context: WriteContext) => {
  const { tx, scope, actor } = context
  const found = await lockAttachment(and(eq(attachments.uniqueId, uniqueId), isAttached), context)
  if (!found) throw notFound(say('File not found'))
  await recordChange('DETACHED', found.row, found.item, context)
  const now = nextUpdatedAt(attachments.updatedAt)
  await tx
    .update(attachments)
    .set({ deletedAt: now, deletedBy: actor.uniqueId, updatedAt: now })
    .where(eq(attachments.uniqueId, uniqueId))
  await notifyNodes(tx, { topic: 'drive', tenantId: scope.tenantId, userId: found.item.ownerId })
  return { uniqueId }
}

/** Whether a file was detached more than a day ago; the row is then deleted for good. */
const isExpired = sql`deleted_at < now() - interval '1 day'`

/** Undo of `detach`: reattaches a file that the actor has detached within a day. */
const restore = async ({ uniqueId }: { uniqueId: string }, context: WriteContext) => {
  const { tx, actor } = context
  const isRestorable = and(
    eq(attachments.uniqueId, uniqueId),
    isNotNull(attachments.deletedAt),
    eq(attachments.deletedBy, actor.uniqueId),
    gt(attachments.deletedAt, sql`now() - interval '1 day'`),
  )
  const found = await lockAttachment(isRestorable, context)
  if (!found) throw notFound(say('File not found'))
  const { itemId, recordId } = found.row
  const sameAttachment = and(eq(attachments.itemId, itemId), eq(attachments.recordId, recordId), isAttached)
  if ((await tx.$count(attachments, sameAttachment)) > 0)
    throw conflict(say('“{name}” is already attached.', { name: found.item.name }))
  await recordChange('ATTACHED', found.row, found.item, context)
  await tx
    .update(attachments)
    .set({ deletedAt: null, deletedBy: null, updatedAt: nextUpdatedAt(attachments.updatedAt) })
    .where(eq(attachments.uniqueId, uniqueId))
  return { uniqueId }
}

type Needs = Omit<OpenerNeeds, 'running'> & Parameters<typeof openDownloads>[0] & Pick<AppContext, 'tickets' | 'findActor'>

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
    ticket: manualTransaction(async ({ uniqueId, preview = false, play = false }, { write }) =>
      write(async (context) => {
        const item = await readAttached(uniqueId, context)
        const use = { preview, play: await recordPlay(item, play, context) }
        return { url: `/api/attachment/ticket/${await tickets.give(context, uniqueId, use)}` }
      }),
    ),
    pages: async ({ uniqueId }, context) => pagesOf(await readAttached(uniqueId, context), context, accessTo(uniqueId, context)),
    fetch: manualTransaction(async ({ ticket, page }, request) => {
      const { context, uniqueId, preview, isPlayed } = await tickets.read(ticket, request)
      await assertSwitchedOn(settings, 'DRIVE_ENABLED', context.scope.tenantId)
      const [item, access] = [await readAttached(uniqueId, context), accessTo(uniqueId, context)]
      if (preview) return shownOf(item, context, page, access)
      await tickets.lengthen(ticket)
      return bytesOf(item, context, access, isPlayed)
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
