import { driveApi } from '@tradewind/contract/drive/drive.contract'
import { say } from '@tradewind/contract/kit/say'
import { and, eq, gt, inArray, isNotNull, isNull, sql, sum } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Logger } from 'pino'
import { driveItems, driveUploads, type Item, nameColumns } from '#drive/schema/drive.table'
import { checkItemLimit } from '#drive/upload/room'
import type { Database } from '#kit/database/database'
import { pageOf } from '#kit/database/list'
import { anyOf } from '#kit/database/scoped'
import { nextUpdatedAt } from '#kit/database/table'
import { invalid, notFound, Refusal } from '#kit/errors'
import type { ReadContext, WriteContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import type { Jobs } from '#kit/jobs'
import type { TenantSettings } from '#platform/tenantSetting.queries'
import { openingRecorder } from './download.activity.ts'
import { findOwnFolder, findOwnItem, findOwnItems, findVisibleItem, pathTo } from './drive.access.ts'
import {
  addFolder,
  ancestorsInFolder,
  findFreeName,
  findItemsNamed,
  heightOf,
  idsOf,
  lockDrive,
  lockTree,
  moveDescendants,
  notifyRightsChanged,
  placeIdOf,
  recordChange,
  recordDriveActivity,
  withDescendants,
} from './drive.items.ts'
import { contents, find, list, toDriveItem } from './drive.lists.ts'
import { purge, restore, trash } from './drive.trash.ts'
import { sharesOfItem } from './shares.ts'

/** Rejects a move of a folder into itself or into one of its descendants. */
const checkCycle = (items: readonly Item[], target: Item | null) => {
  const path = target ? [...target.ancestors, target.uniqueId] : []
  if (items.some(({ uniqueId }) => path.includes(uniqueId))) throw new Refusal(404, say('A folder cannot be moved into itself'))
}

/** Moves an item into another folder, under a name that is free there. */
const moveInto = async (item: Item, target: Item | null, name: string, context: WriteContext) => {
  const { tx } = context
  const ancestors = ancestorsInFolder(target, item.folder ? await heightOf(item, tx) : 0)
  const parentId = target?.uniqueId ?? null
  await tx
    .update(driveItems)
    .set({ ...nameColumns(name, item.folder), parentId, ancestors, updatedAt: nextUpdatedAt(driveItems.updatedAt) })
    .where(eq(driveItems.uniqueId, item.uniqueId))
  if (item.folder) await moveDescendants(item, ancestors, tx)
}

/** The names of the parent folders of items. The root has none. */
const findParentNames = async (items: readonly Item[], context: WriteContext) => {
  const folders = [...new Set(items.flatMap(({ parentId }) => parentId ?? []))]
  const found = folders.length > 0 ? await findOwnItems(folders, context) : []
  return new Map(found.map(({ uniqueId, name }) => [uniqueId, name]))
}

/** Moves each of these items directly into the target folder, also an item that is in another one of them. */
const move = async ({ uniqueIds, parentId }: { uniqueIds: string[]; parentId: string | null }, context: WriteContext) => {
  const me = context.actor.uniqueId
  await lockTree(context, me)
  const [items, target] = [await findOwnItems(uniqueIds, context), await findOwnFolder(parentId, context)]
  checkCycle(items, target)
  const itemsToMove = items.filter((item) => item.parentId !== parentId)
  const [parentNames, placeId] = [await findParentNames(itemsToMove, context), placeIdOf(target, me)]
  const names = itemsToMove.map(({ name }) => name)
  const takenKeys = new Set((await findItemsNamed(names, placeId, context)).map(({ nameKey }) => nameKey))
  const finalNames = new Map(items.map(({ uniqueId, name }) => [uniqueId, name]))
  // The deepest first: an item that was moved out of a folder is not moved with it.
  for (const item of itemsToMove.toSorted((one, other) => other.ancestors.length - one.ancestors.length)) {
    const name = takenKeys.has(item.nameKey) ? await findFreeName(item.name, item.folder, placeId, context) : item.name
    takenKeys.add(nameColumns(name, item.folder).nameKey)
    await moveInto(item, target, name, context)
    await recordDriveActivity(context, 'MOVED', [{ ...item, name }], parentNames.get(item.parentId ?? ''))
    finalNames.set(item.uniqueId, name)
  }
  await notifyRightsChanged(itemsToMove, context, target)
  const moved = new Set(itemsToMove)
  return items.map((item) => ({
    uniqueId: item.uniqueId,
    outcome: moved.has(item) ? ('DONE' as const) : ('UNCHANGED' as const),
    name: finalNames.get(item.uniqueId)!,
  }))
}

interface ById {
  uniqueId: string
}
const MB = 1024 * 1024

/** One item; only its owner sees who has access to it. */
const details = async ({ uniqueId }: ById, context: ReadContext) => {
  const item = await findVisibleItem(uniqueId, context)
  const isOwn = item.ownerId === context.actor.uniqueId
  const [driveItem, shares] = await Promise.all([toDriveItem(item, context), isOwn ? sharesOfItem(item, context) : []])
  return { ...driveItem, shares }
}

const folderStructure = async ({ uniqueId }: ById, context: ReadContext) => {
  const folders = await pathTo(await findVisibleItem(uniqueId, context), context)
  return pageOf(
    folders.map(({ uniqueId: id, name, folder }) => ({ uniqueId: id, name, folder })),
    {},
  )
}

const total = (column: AnyPgColumn) => sql<string>`coalesce(${sum(column)}, 0)`

/** Bytes of the actor's own drive. Items in the trash count; what uploads reserve counts for a day. */
const usage = (settings: TenantSettings) => async (_: object, context: ReadContext) => {
  const { db, scope, actor } = context
  const isOwned = eq(driveItems.ownerId, actor.uniqueId)
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
      .where(isOwned),
    db
      .select({ bytes: total(driveItems.size) })
      .from(driveItems)
      .where(and(isOwned, isNotNull(driveItems.deletedAt))),
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
const checkNameFree = async (field: string, name: string, placeId: string, context: WriteContext, exceptId?: string) => {
  const [existing] = (await findItemsNamed([name], placeId, context)).filter(({ uniqueId }) => uniqueId !== exceptId)
  if (!existing) return
  throw invalid({
    [field]: existing.folder ? say('A folder here already has this name') : say('A file here already has this name'),
  })
}

interface NewFolder {
  name: string
  ownerId?: string | undefined
  parentId: string | null
}

const createFolder = async ({ name, ownerId, parentId }: NewFolder, context: WriteContext) => {
  const me = context.actor.uniqueId
  if (ownerId && ownerId !== me) throw notFound(say('Folder not found'))
  await lockDrive(context, me)
  const folder = await findOwnFolder(parentId, context)
  await checkNameFree('name', name, placeIdOf(folder, me), context)
  await checkItemLimit(context)
  return toDriveItem(await addFolder(name, folder, context), context)
}

const rename = async ({ uniqueId, newName }: { uniqueId: string; newName: string }, context: WriteContext) => {
  await lockDrive(context, context.actor.uniqueId)
  const item = await findOwnItem(uniqueId, context)
  if (item.name === newName) return toDriveItem(item, context)
  await checkNameFree('newName', newName, item.placeId, context, uniqueId)
  const [renamed] = await context.tx
    .update(driveItems)
    .set({ ...nameColumns(newName, item.folder), updatedAt: nextUpdatedAt(driveItems.updatedAt) })
    .where(eq(driveItems.uniqueId, uniqueId))
    .returning()
  await recordChange(context, 'RENAMED', [renamed!], item.name)
  return toDriveItem(renamed!, context)
}

/** Moves items to the trash, each with its descendants. An item that is in another one of them is deleted with that one. */
const softDelete = async (uniqueIds: readonly string[], context: WriteContext) => {
  const { tx, actor } = context
  await lockTree(context, actor.uniqueId)
  const items = await findOwnItems(uniqueIds, context)
  const chosen = new Set(idsOf(items))
  const tops = items.filter(({ ancestors }) => !ancestors.some((id) => chosen.has(id)))
  const { uniqueId, ancestors, deletedAt } = driveItems
  const top = sql`(select id from unnest(${ancestors} || ${uniqueId}) id where id = ${anyOf(idsOf(tops))})`
  await tx
    .update(driveItems)
    .set({ deletedAt: nextUpdatedAt(driveItems.updatedAt), deletedBy: actor.uniqueId, deletedWith: top })
    .where(and(inArray(uniqueId, sql`(${withDescendants(idsOf(tops))})`), isNull(deletedAt)))
  await recordDriveActivity(context, 'DELETED', tops)
  await notifyRightsChanged(tops, context)
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
  const opening = openingRecorder({ db, logger })
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
