import { say } from '@tradewind/contract/kit/say'
import type { ReviewType } from '@tradewind/contract/trust/review.words'
import { eq } from 'drizzle-orm'
import { nextUpdatedAt } from '#kit/database/table'
import { conflict, invalid } from '#kit/errors'
import type { WriteContext } from '#kit/http/context'
import { notifyNodes } from '#kit/notifyNodes'
import { audit, changesOf } from '#kit/record/audit'
import { users } from '#platform/schema/user.table'
import { addToAudience } from '#trust/audience/add'
import { reviewSettings } from '#trust/schema/review.table'
import { audienceOf, holdSetting, settingOf } from './setting.queries.ts'

interface Given {
  reviewType?: ReviewType | undefined
  reviewsSearchEnabled?: boolean | undefined
  audiences?: string[] | undefined
}

const NOBODY = say('Please select at least one contact for the audience list!')

/** Once a survey type is saved it stands: scores of different questions would not compare. */
const fixType = async (reviewType: ReviewType | undefined, before: ReviewType | null, { tx, actor }: WriteContext) => {
  if (!reviewType || reviewType === before) return
  if (before) throw conflict(say('Your survey type was saved before, and can’t be changed'))
  await tx
    .update(reviewSettings)
    .set({ reviewType, updatedAt: nextUpdatedAt(reviewSettings.updatedAt) })
    .where(eq(reviewSettings.ownerId, actor.uniqueId))
}

const letBeFound = async (reviewsSearchEnabled: boolean, { tx, actor, scope }: WriteContext) => {
  await tx
    .update(users)
    .set({ reviewsSearchEnabled, updatedAt: nextUpdatedAt(users.updatedAt) })
    .where(eq(users.uniqueId, actor.uniqueId))
  await notifyNodes(tx, { topic: 'trust', tenantId: scope.tenantId, id: actor.uniqueId })
}

/** Saves the survey type and whether the page is found, and adds to the audience: all of it or nothing. */
export const save = async ({ reviewType, reviewsSearchEnabled, audiences }: Given, context: WriteContext) => {
  const { tx, actor } = context
  if (audiences?.length === 0 && !reviewType && reviewsSearchEnabled === undefined) throw invalid({ audiences: NOBODY }, NOBODY)
  await holdSetting(tx, actor.uniqueId)
  const before = (await settingOf(tx, actor.uniqueId))!
  await fixType(reviewType, before.reviewType, context)
  const changes = changesOf(before, { reviewType, reviewsSearchEnabled })
  if ('reviewsSearchEnabled' in changes) await letBeFound(reviewsSearchEnabled!, context)
  if (Object.keys(changes).length > 0)
    await audit(context, { action: 'CHANGED', kind: 'user', recordId: actor.uniqueId, title: actor.fullName, changes })
  const added = audiences?.length ? await addToAudience(audiences, context) : 0
  const { language: _, ...setting } = (await settingOf(tx, actor.uniqueId))!
  return { ...setting, audiences: await audienceOf(tx, actor.uniqueId), added }
}
