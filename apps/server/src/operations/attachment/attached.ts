import { say } from '@tradewind/contract/kit/say'
import type { AttachedTo } from '@tradewind/contract/operations/attachment.contract'
import { and, eq } from 'drizzle-orm'
import { isReadAttached } from '#drive/drive.access'
import { driveItems, type Item } from '#drive/schema/drive.table'
import type { SoftDeleteTable } from '#kit/database/table'
import { notFound, Refusal } from '#kit/errors'
import { type ReadContext, readerOf, type WriteContext } from '#kit/http/context'
import { findRecord } from '#kit/record/crud'
import { attachments, isAttached, kindOf, targets } from '../schema/attachment.table.ts'

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
