import { say } from '@tradewind/contract/kit/say'
import { contentPolicy } from '@tradewind/contract/site/content.policy'
import { conflict } from '#kit/errors'
import type { WriteContext } from '#kit/http/context'
import { findRecord } from '#kit/record/crud'
import { requireCurrent } from '#kit/record/current'
import { contentEntity } from '#site/schema/content.table'
import { announce } from './content.job.ts'
import { followedBy, tellReviewed } from './status.ts'
import { base, type Needs, shownTo } from './write.ts'

interface Asked {
  uniqueId: string
  approved: boolean
  note?: string | null | undefined
  publishAt?: string | null | undefined
  updatedAt?: string | undefined
}

/** Publishes what is in review, or sends it back as a draft, with a note. */
export const approve =
  (needs: Needs) =>
  async ({ uniqueId, approved, note, publishAt, updatedAt }: Asked, context: WriteContext) => {
    const before = await findRecord(contentEntity, contentPolicy.see, uniqueId, context, 'update')
    await requireCurrent({ status: approved, updatedAt }, before, context, () => shownTo(needs, before, context))
    if (before.status !== 'IN_REVIEW') throw conflict(say('This is not in review any more'))
    const followed = await followedBy(context.tx, approved ? 'PUBLISHED' : 'DRAFT', before)
    const reviewNote = approved ? null : note || null
    const shown = approved && publishAt !== undefined ? { publishAt } : {}
    const row = await base.update({ uniqueId, ...followed, ...shown, reviewNote }, context)
    await tellReviewed(needs.notify, row, note || null, context)
    await announce(needs.jobs, context.tx, context.scope.tenantId, uniqueId)
    return shownTo(needs, row, context)
  }
