import { say } from '@tradewind/contract/kit/say'
import type { AttachedTo } from '@tradewind/contract/operations/attachment.contract'
import { and, eq, gt, inArray, isNotNull, sql } from 'drizzle-orm'
import { ownItems } from '#drive/drive.access'
import { noteDrive } from '#drive/drive.place'
import { driveItems, type Item } from '#drive/schema/drive.table'
import { nextUpdatedAt } from '#kit/database/table'
import { conflict, forbidden, invalid, notFound } from '#kit/errors'
import type { WriteContext } from '#kit/http/context'
import { notifyNodes } from '#kit/notifyNodes'
import { recordActivity } from '#kit/record/activity'
import { audit } from '#kit/record/audit'
import { mayDo } from '#kit/record/crud'
import { type Attached, attachments, isAttached, kindOf, targets } from '../schema/attachment.table.ts'
import { findTarget, justAttached, mayUpdate, orMissing, type Target } from './lists.ts'

type Doing = 'ATTACHED' | 'DETACHED'

/** Writes down that files were attached or detached: in the audit trail and on the timelines of the record, and for the owner of the file. */
const noteAttached = async (action: Doing, kind: AttachedTo, target: Target, items: readonly Item[], context: WriteContext) => {
  const { of } = targets[kind]
  const record = target as Record<string, unknown>
  const [recordId, title] = [record['uniqueId'] as string, String(record[of.title])]
  const changesOf = ({ name }: Item) => ({
    file: action === 'ATTACHED' ? { before: null, after: name } : { before: name, after: null },
  })
  await audit(context, ...items.map((item) => ({ action, kind, recordId, title, changes: changesOf(item) })))
  const titled = items.map(({ name }) => ({ ...record, [of.title]: name }))
  await recordActivity(context, of, titled, { action })
  await noteDrive(context, action, items, title)
}

/** Refuses folders, and what is attached to the record already. The items are held. */
const checkFiles = async (record: string, items: readonly Item[], { tx }: WriteContext) => {
  if (items.some(({ folder }) => folder)) throw invalid({ files: say('Folders cannot be attached. Select files.') })
  const ids = items.map(({ uniqueId }) => uniqueId)
  const [there] = await tx
    .select({ itemId: attachments.itemId })
    .from(attachments)
    .where(and(eq(attachments.recordId, record), inArray(attachments.itemId, ids), isAttached))
    .limit(1)
  const known = items.find(({ uniqueId }) => uniqueId === there?.itemId)
  if (known) throw invalid({ files: say('“{name}” is attached already.', { name: known.name }) })
}

interface New {
  kind: AttachedTo
  record: string
  files: string[]
}

/** Attaches files of the actor's own. The record is held: nobody deletes it until they are attached. */
export const attach = async ({ kind, record, files }: New, context: WriteContext) => {
  const { of, column } = targets[kind]
  const target = await findTarget(kind, record, context, 'share')
  await mayDo(of, of.policy.update, target, context)
  const items = await ownItems(files, context)
  await checkFiles(record, items, context)
  const createdBy = context.actor.uniqueId
  const rows = items.map(({ uniqueId }) => ({ itemId: uniqueId, [column]: record, createdBy }))
  const made = await context.tx.insert(attachments).values(rows).returning({ uniqueId: attachments.uniqueId })
  await noteAttached('ATTACHED', kind, target, items, context)
  return justAttached(
    made.map(({ uniqueId }) => uniqueId),
    context,
  )
}

/** What attaches a file to a record, with the file. It is held until the transaction ends. */
const held = async (condition: ReturnType<typeof and>, { tx }: WriteContext) => {
  const [found] = await tx
    .select({ row: attachments, item: driveItems })
    .from(attachments)
    .innerJoin(driveItems, eq(driveItems.uniqueId, attachments.itemId))
    .where(condition)
    .for('update')
  return found
}

/**
 * The record, for the owner of the file and for who may update it: 404 for who does not see it, 403 for who only sees it. An owner need not
 * see it any more.
 */
const changedBy = async (row: Attached, item: Item, context: WriteContext) => {
  const kind = kindOf(row)
  const target = await orMissing(findTarget(kind, row.recordId, context))
  const isOwn = item.ownerId === context.actor.uniqueId
  if (!target && !isOwn) throw notFound()
  if (!isOwn && !(await mayUpdate(kind, row.recordId, context))) throw forbidden()
  return { kind, target }
}

/** Where its owner does not see the record any more, it is named by its kind alone. */
const noteChange = async (action: Doing, row: Attached, item: Item, context: WriteContext) => {
  const { kind, target } = await changedBy(row, item, context)
  const { of } = targets[kind]
  const [whole] = target ? [target] : await context.tx.select().from(of.table).where(eq(of.table.uniqueId, row.recordId))
  await noteAttached(action, kind, whole as Target, [item], context)
}

/** Takes a file off a record. Whoever reads it just now through the record is looked at again. */
export const detach = async ({ uniqueId }: { uniqueId: string }, context: WriteContext) => {
  const { tx, scope, actor } = context
  const found = await held(and(eq(attachments.uniqueId, uniqueId), isAttached), context)
  if (!found) throw notFound(say('File not found'))
  await noteChange('DETACHED', found.row, found.item, context)
  const now = nextUpdatedAt(attachments.updatedAt)
  await tx
    .update(attachments)
    .set({ deletedAt: now, deletedBy: actor.uniqueId, updatedAt: now })
    .where(eq(attachments.uniqueId, uniqueId))
  await notifyNodes(tx, { topic: 'drive', tenantId: scope.tenantId, userId: found.item.ownerId })
  return { uniqueId }
}

/** What was detached so long ago is gone. */
export const isForgotten = sql`deleted_at < now() - interval '1 day'`

/** Attaches again what the actor has detached: the Undo of it. */
export const restore = async ({ uniqueId }: { uniqueId: string }, context: WriteContext) => {
  const { tx, actor } = context
  const mine = and(
    eq(attachments.uniqueId, uniqueId),
    isNotNull(attachments.deletedAt),
    eq(attachments.deletedBy, actor.uniqueId),
    gt(attachments.deletedAt, sql`now() - interval '1 day'`),
  )
  const found = await held(mine, context)
  if (!found) throw notFound(say('File not found'))
  const { itemId, recordId } = found.row
  const again = and(eq(attachments.itemId, itemId), eq(attachments.recordId, recordId), isAttached)
  if ((await tx.$count(attachments, again)) > 0) throw conflict(say('“{name}” is attached already.', { name: found.item.name }))
  await noteChange('ATTACHED', found.row, found.item, context)
  await tx
    .update(attachments)
    .set({ deletedAt: null, deletedBy: null, updatedAt: nextUpdatedAt(attachments.updatedAt) })
    .where(eq(attachments.uniqueId, uniqueId))
  return { uniqueId }
}
