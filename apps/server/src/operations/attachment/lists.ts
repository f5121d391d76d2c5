import { phrase, say } from '@tradewind/contract/kit/say'
import type { AttachedTo, Attachment } from '@tradewind/contract/operations/attachment.contract'
import { and, asc, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { isReadAttached, ownItem } from '#drive/drive.access'
import { driveItems, type Item } from '#drive/schema/drive.table'
import { fieldsOf } from '#kit/database/list'
import { listRows } from '#kit/database/rows'
import type { SoftDeleteTable } from '#kit/database/table'
import { notFound, Refusal } from '#kit/errors'
import { type ReadContext, readerOf, type WriteContext } from '#kit/http/context'
import { findRecord } from '#kit/record/crud'
import { rowFilter } from '#kit/record/entity'
import { fullNamesOf } from '#platform/user/user.queries'
import { type Attached, attachments, isAttached, kindOf, targets } from '../schema/attachment.table.ts'

type Context = ReadContext | WriteContext
export type Target = SoftDeleteTable['$inferSelect']

/** A record that files are attached to, as far as it lives and the actor may see it. 404 otherwise. */
export const findTarget = (
  kind: AttachedTo,
  uniqueId: string,
  context: Context,
  lock: false | 'share' = false,
): Promise<Target> => {
  const { of } = targets[kind]
  return findRecord(of, of.policy.see, uniqueId, context, lock)
}

const isMissing = (error: unknown) => error instanceof Refusal && error.status === 404

/** What this comes to, or false where it is not found. */
export const orMissing = <T>(finding: Promise<T>) =>
  finding.catch((error: unknown) => {
    if (isMissing(error)) return false as const
    throw error
  })

/** Whether the actor may update a record, and so change what is attached to it. */
export const mayUpdate = async (kind: AttachedTo, uniqueId: string, context: Context) => {
  const { of } = targets[kind]
  return (await orMissing(findRecord(of, of.policy.update, uniqueId, context))) !== false
}

/** A file by the id of what attaches it to a record that the actor may see. 404 where they cannot read it, for whatever reason. */
export const readAttached = async (uniqueId: string, context: Context): Promise<Item> => {
  const [found] = await readerOf(context)
    .select({ row: attachments, item: driveItems })
    .from(attachments)
    .innerJoin(driveItems, eq(driveItems.uniqueId, attachments.itemId))
    .where(and(eq(attachments.uniqueId, uniqueId), isAttached, isReadAttached))
  if (!found) throw notFound(say('File not found'))
  await findTarget(kindOf(found.row), found.row.recordId, context)
  return found.item
}

interface Asked {
  page?: number | undefined
  size?: number | undefined
  sort?: string | undefined
}

const { named, read } = fieldsOf(attachments)
const { name, size, mimeType, ownerId } = driveItems
/** What is attached, with what is shown of its file. */
const shown = sql`${named}, ${name} as "fileName", ${size} as "fileSize", ${mimeType} as "fileType", ${ownerId} as "fileOwner"`
const filed = sql`${attachments} join ${driveItems} on ${eq(driveItems.uniqueId, attachments.itemId)}`

interface Filed extends Attached {
  fileName: string
  fileSize: string
  fileType: string | null
  fileOwner: string
}
const readFiled = (raw: Record<string, unknown>) => ({ ...raw, ...read(raw) }) as unknown as Filed

/** Files of one record as the actor is told of them. `may`: they may detach those of others, too. */
const told = async (rows: readonly Filed[], may: boolean, context: ReadContext | WriteContext): Promise<Attachment[]> => {
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
  const way = sort.startsWith('-') ? desc : asc
  return sql`${way(sorts[sort.replace('-', '')]!)}, ${way(attachments.uniqueId)}`
}

interface OfRecord extends Asked {
  kind: AttachedTo
  record: string
}

/** The files of a record that the actor may see. */
export const filesOf = async ({ kind, record, sort = '-dateCreated', ...asked }: OfRecord, context: ReadContext) => {
  await findTarget(kind, record, context)
  const may = await mayUpdate(kind, record, context)
  const met = sql`from ${filed} where ${and(eq(attachments.recordId, record), isAttached, isReadAttached)}`
  const all = sql`select ${shown} ${met} order by ${orderOf(sort)}`
  return listRows({ all, counted: sql`select ${met}` }, asked, context, (rows) => told(rows.map(readFiled), may, context))
}

/** These files of a record, which the actor has just attached. */
export const justAttached = async (ids: readonly string[], context: WriteContext) => {
  const query = sql`select ${shown} from ${filed} where ${inArray(attachments.uniqueId, [...ids])} order by ${orderOf('name')}`
  const { rows } = await context.tx.execute(query)
  return told(rows.map(readFiled), true, context)
}

/** The titles of those of these records that the actor may see. */
const titlesOf = async (rows: readonly Attached[], { db, actor }: ReadContext) => {
  const byKind = [...Map.groupBy(rows, kindOf)]
  const found = await Promise.all(
    byKind.map(([kind, ofKind]) => {
      const { of } = targets[kind]
      const { table } = of
      const reach = rowFilter(of, of.policy.see, actor)
      const title = table[of.title as keyof SoftDeleteTable] as AnyPgColumn
      const ids = ofKind.map(({ recordId }) => recordId)
      return db
        .select({ id: sql<string>`${table.uniqueId}`, title: sql<string>`${title}` })
        .from(table)
        .where(and(inArray(table.uniqueId, ids), isNull(table.deletedAt), reach === 'all' ? undefined : reach))
    }),
  )
  return new Map(found.flat().map(({ id, title }) => [id, title]))
}

/** The records that a file of the actor's own is attached to. */
export const recordsOf = async (
  { uniqueId, sort = '-dateCreated', ...asked }: Asked & { uniqueId: string },
  context: ReadContext,
) => {
  const item = await ownItem(uniqueId, context)
  if (item.folder) throw notFound(say('File not found'))
  const met = sql`from ${attachments} where ${and(eq(attachments.itemId, uniqueId), isAttached)}`
  const all = sql`select ${named} ${met} order by ${orderOf(sort)}`
  return listRows({ all, counted: sql`select ${met}` }, asked, context, async (raw) => {
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
