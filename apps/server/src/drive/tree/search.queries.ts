import { drivePolicy } from '@tradewind/contract/drive/drive.policy'
import { DRIVE_ITEM, lookedAt } from '@tradewind/contract/drive/item.words'
import { can } from '@tradewind/contract/kit/policy'
import type { ReadContext } from '#kit/http/context'
import { findPage } from './lists.ts'

/** What a search finds in the own drive and in what is shared with the actor: the first of what Find files lists. */
export const findInDrive = (size: number) => async (q: string, context: ReadContext) => {
  if (!can(context.actor, drivePolicy.see)) return []
  const { rows, total, estimated } = await findPage({ q, page: 0, size }, context)
  if (total === 0) return []
  const hits = rows.map((item) => {
    const isOwn = item.ownerId === context.actor.uniqueId
    const { userCompanyName, fullName } = item.createdByUser
    const detail = isOwn ? '' : (userCompanyName ?? fullName)
    return { uniqueId: item.uniqueId, title: item.name, detail, path: lookedAt(item, isOwn ? undefined : item.ownerId) }
  })
  return [{ kind: DRIVE_ITEM, total, totalEstimated: estimated, hits }]
}
