import { say } from '@tradewind/contract/kit/say'
import { eq } from 'drizzle-orm'
import { nextUpdatedAt } from '#kit/database/table'
import { invalid, notFound } from '#kit/errors'
import type { WriteContext } from '#kit/http/context'
import { ownFolder, ownItem } from '../drive.access.ts'
import { addFolder, holdDrive, namesakes, noteChange, placeOf } from '../drive.place.ts'
import { itemShown } from '../drive.reply.ts'
import { driveItems, named } from '#drive/schema/drive.table'
import { checkOneMore } from '#drive/upload/room'

/** Refuses a name that another item of the place has. */
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

export const createFolder = async ({ name, ownerId, parentId }: NewFolder, context: WriteContext) => {
  const me = context.actor.uniqueId
  if (ownerId && ownerId !== me) throw notFound(say('Folder not found'))
  await holdDrive(context, me)
  const folder = await ownFolder(parentId, context)
  await checkFree('name', name, placeOf(folder, me), context)
  await checkOneMore(context)
  return itemShown(await addFolder(name, folder, context), context)
}

export const rename = async ({ uniqueId, newName }: { uniqueId: string; newName: string }, context: WriteContext) => {
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
