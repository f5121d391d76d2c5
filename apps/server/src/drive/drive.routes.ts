import { driveApi } from '@tradewind/contract/drive/drive.contract'
import { say } from '@tradewind/contract/kit/say'
import { and, eq, gt, inArray, isNotNull, isNull, sql, sum } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Logger } from 'pino'
import { driveItems, driveUploads, type Item, named } from '#drive/schema/drive.table'
import { checkOneMore } from '#drive/upload/room'
import type { Database } from '#kit/database/database'
import { anyOf } from '#kit/database/scoped'
import { nextUpdatedAt } from '#kit/database/table'
import { invalid, notFound, Refusal } from '#kit/errors'
import type { ReadContext, WriteContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import type { Jobs } from '#kit/jobs'
import type { TenantSettings } from '#platform/tenantSetting.queries'
import { openingBy } from './download.taken.ts'
import { openItem, ownFolder, ownItem, ownItems, wayTo } from './drive.access.ts'
import { contents, find, itemShown, list } from './drive.lists.ts'
import {
  above,
  addFolder,
  carryBeneath,
  freeName,
  heightOf,
  holdDrive,
  holdTree,
  idsOf,
  namesakes,
  noteChange,
  noteDrive,
  placeOf,
  tellRights,
  withBeneath,
} from './drive.place.ts'
import { purge, restore, trash } from './drive.trash.ts'
import { sharesOfItem } from './shares.ts'

/** Rejects a move of a folder into itself or into one of its descendants. */
const checkCycle = (items: readonly Item[], target: Item | null) => {
  const way = target ? [...target.ancestors, target.uniqueId] : []
  if (items.some(({ uniqueId }) => way.includes(uniqueId))) throw new Refusal(404, say('A folder cannot be moved into itself'))
}

/** Moves an item into another folder, under a name that is free there. */
const put = async (item: Item, target: Item | null, name: string, context: WriteContext) => {
  const { tx } = context
  const ancestors = above(target, item.folder ? await heightOf(item, tx) : 0)
  const parentId = target?.uniqueId ?? null
  await tx
    .update(driveItems)
    .set({ ...named(name, item.folder), parentId, ancestors, updatedAt: nextUpdatedAt(driveItems.updatedAt) })
    .where(eq(driveItems.uniqueId, item.uniqueId))
  if (item.folder) await carryBeneath(item, ancestors, tx)
}

/** The names of the parent folders of items. The root has none. */
const placesOf = async (items: readonly Item[], context: WriteContext) => {
  const folders = [...new Set(items.flatMap(({ parentId }) => parentId ?? []))]
  const found = folders.length > 0 ? await ownItems(folders, context) : []
  return new Map(found.map(({ uniqueId, name }) => [uniqueId, name]))
}

/** Moves each of these items directly into the target folder, also an item that is in another one of them. */
const move = async ({ uniqueIds, parentId }: { uniqueIds: string[]; parentId: string | null }, context: WriteContext) => {
  const me = context.actor.uniqueId
  await holdTree(context, me)
  const [items, target] = [await ownItems(uniqueIds, context), await ownFolder(parentId, context)]
  checkCycle(items, target)
  const coming = items.filter((item) => item.parentId !== parentId)
  const [places, placeId] = [await placesOf(coming, context), placeOf(target, me)]
  const names = coming.map(({ name }) => name)
  const taken = new Set((await namesakes(names, placeId, context)).map(({ nameKey }) => nameKey))
  const called = new Map(items.map(({ uniqueId, name }) => [uniqueId, name]))
  // The deepest first: an item that was moved out of a folder is not moved with it.
  for (const item of coming.toSorted((one, other) => other.ancestors.length - one.ancestors.length)) {
    const name = taken.has(item.nameKey) ? await freeName(item.name, item.folder, placeId, context) : item.name
    taken.add(named(name, item.folder).nameKey)
    await put(item, target, name, context)
    await noteDrive(context, 'MOVED', [{ ...item, name }], places.get(item.parentId ?? ''))
    called.set(item.uniqueId, name)
  }
  await tellRights(coming, context, target)
  const moved = new Set(coming)
  return items.map((item) => ({
    uniqueId: item.uniqueId,
    outcome: moved.has(item) ? ('DONE' as const) : ('UNCHANGED' as const),
    name: called.get(item.uniqueId)!,
  }))
}

interface ById {
  uniqueId: string
}
const MB = 1024 * 1024

/** One item; only its owner sees who has access to it. */
const details = async ({ uniqueId }: ById, context: ReadContext) => {
  const item = await openItem(uniqueId, context)
  const isOwn = item.ownerId === context.actor.uniqueId
  const [shown, shares] = await Promise.all([itemShown(item, context), isOwn ? sharesOfItem(item, context) : []])
  return { ...shown, shares }
}

const folderStructure = async ({ uniqueId }: ById, context: ReadContext) =>
  (await wayTo(await openItem(uniqueId, context), context)).map(({ uniqueId: id, name, folder }) => ({
    uniqueId: id,
    name,
    folder,
  }))

const total = (column: AnyPgColumn) => sql<string>`coalesce(${sum(column)}, 0)`

/** Bytes of the actor's own drive. Items in the trash count; what uploads reserve counts for a day. */
const usage = (settings: TenantSettings) => async (_: object, context: ReadContext) => {
  const { db, scope, actor } = context
  const mine = eq(driveItems.ownerId, actor.uniqueId)
  const waiting = and(
    eq(driveUploads.ownerId, actor.uniqueId),
    eq(driveUploads.state, 'WAITING'),
    gt(driveUploads.updatedAt, sql`now() - interval '1 day'`),
  )
  const [{ DRIVE_QUOTA_MB, DRIVE_UPLOAD_LIMIT_MB }, [all], [trashed], [reserved]] = await Promise.all([
    settings.of(scope.tenantId),
    db
      .select({ bytes: total(driveItems.size) })
      .from(driveItems)
      .where(mine),
    db
      .select({ bytes: total(driveItems.size) })
      .from(driveItems)
      .where(and(mine, isNotNull(driveItems.deletedAt))),
    db
      .select({ bytes: total(driveUploads.size) })
      .from(driveUploads)
      .where(waiting),
  ])
  return {
    used: Number(all!.bytes),
    trashed: Number(trashed!.bytes),
    reserved: Number(reserved!.bytes),
    quota: DRIVE_QUOTA_MB * MB,
    uploadLimit: DRIVE_UPLOAD_LIMIT_MB * MB,
  }
}

/** Rejects a name that another item of the folder has. */
const checkFree = async (field: string, name: string, placeId: string, context: WriteContext, but?: string) => {
  const [there] = (await namesakes([name], placeId, context)).filter(({ uniqueId }) => uniqueId !== but)
  if (!there) return
  throw invalid({ [field]: there.folder ? say('A folder has this name here already') : say('A file has this name here already') })
}

interface NewFolder {
  name: string
  ownerId?: string | undefined
  parentId: string | null
}

const createFolder = async ({ name, ownerId, parentId }: NewFolder, context: WriteContext) => {
  const me = context.actor.uniqueId
  if (ownerId && ownerId !== me) throw notFound(say('Folder not found'))
  await holdDrive(context, me)
  const folder = await ownFolder(parentId, context)
  await checkFree('name', name, placeOf(folder, me), context)
  await checkOneMore(context)
  return itemShown(await addFolder(name, folder, context), context)
}

const rename = async ({ uniqueId, newName }: { uniqueId: string; newName: string }, context: WriteContext) => {
  await holdDrive(context, context.actor.uniqueId)
  const item = await ownItem(uniqueId, context)
  if (item.name === newName) return itemShown(item, context)
  await checkFree('newName', newName, item.placeId, context, uniqueId)
  const [renamed] = await context.tx
    .update(driveItems)
    .set({ ...named(newName, item.folder), updatedAt: nextUpdatedAt(driveItems.updatedAt) })
    .where(eq(driveItems.uniqueId, uniqueId))
    .returning()
  await noteChange(context, 'RENAMED', [renamed!], item.name)
  return itemShown(renamed!, context)
}

/** Moves items to the trash, each with its descendants. An item that is in another one of them is deleted with that one. */
const softDelete = async (uniqueIds: readonly string[], context: WriteContext) => {
  const { tx, actor } = context
  await holdTree(context, actor.uniqueId)
  const items = await ownItems(uniqueIds, context)
  const chosen = new Set(idsOf(items))
  const tops = items.filter(({ ancestors }) => !ancestors.some((id) => chosen.has(id)))
  const { uniqueId, ancestors, deletedAt } = driveItems
  const top = sql`(select id from unnest(${ancestors} || ${uniqueId}) id where id = ${anyOf(idsOf(tops))})`
  await tx
    .update(driveItems)
    .set({ deletedAt: nextUpdatedAt(driveItems.updatedAt), deletedBy: actor.uniqueId, deletedWith: top })
    .where(and(inArray(uniqueId, sql`(${withBeneath(idsOf(tops))})`), isNull(deletedAt)))
  await noteDrive(context, 'DELETED', tops)
  await tellRights(tops, context)
  return items.map((item) => ({ uniqueId: item.uniqueId, outcome: 'DONE' as const, name: item.name }))
}

interface Needs {
  db: Database
  logger: Logger
  settings: TenantSettings
  jobs: Jobs
}

type Listed = Awaited<ReturnType<typeof contents>>

/** The folder that was opened; undefined where the rows show that it is the actor's own. */
const openedFolder = (folderId: string | undefined, answer: Listed, me: string) =>
  'rows' in answer && answer.rows[0]?.ownerId === me ? undefined : folderId

/** The folders and files of drives. */
export const driveRoutes = ({ db, logger, settings, jobs }: Needs) => {
  const opening = openingBy({ db, logger })
  return routes(driveApi, {
    createFolder,
    list: opening(list, ({ parentId }, answer, me) => openedFolder(parentId, answer, me)),
    find,
    trash,
    usage: usage(settings),
    contents: opening(contents, ({ uniqueId }, answer, me) => openedFolder(uniqueId, answer, me)),
    details: opening(details, (_, { folder, ownerId, uniqueId }, me) => (folder || ownerId === me ? undefined : uniqueId)),
    folderStructure,
    rename,
    move,
    bullkDelete: ({ uniqueIds }, context) => softDelete(uniqueIds, context),
    remove: async ({ uniqueId }, context) => {
      await softDelete([uniqueId], context)
      return { uniqueId }
    },
    restore,
    purge: purge(jobs),
  })
}
