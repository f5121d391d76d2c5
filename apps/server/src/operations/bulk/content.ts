import { can } from '@tradewind/contract/kit/policy'
import { say } from '@tradewind/contract/kit/say'
import type { Actor } from '@tradewind/contract/roles'
import type { ContentStatus } from '@tradewind/contract/site/content.constants'
import { contentPolicy } from '@tradewind/contract/site/policies'
import { ne, type SQL } from 'drizzle-orm'
import { invalid } from '#kit/errors'
import type { WriteContext } from '#kit/http/context'
import type { Jobs } from '#kit/jobs'
import type { Entity } from '#kit/record/entity'
import { databaseNow, scheduleAnnouncements, statusColumnsAt } from '#site/content/status.queries'
import { type Content, contentEntity, contents } from '#site/schema/content.table'
import type { Values } from './handler.ts'

type Fields = Readonly<Record<string, unknown>>

/** Published content that others than those who may publish it change goes to review again: they change it one by one. */
const isReviewed = ({ name }: Entity, actor: Actor) => name === contentEntity.name && !can(actor, contentPolicy.approve)

/** The condition for rows that the actor may change without a review; undefined for all of them. */
export const withoutReview = (of: Entity, actor: Actor): SQL | undefined =>
  isReviewed(of, actor) ? ne(contents.status, 'PUBLISHED') : undefined

/** The same for a row. */
export const needsNoReview = (of: Entity, actor: Actor) => {
  const reviewed = isReviewed(of, actor)
  return ({ status }: Values) => !reviewed || status !== 'PUBLISHED'
}

/** The columns that follow from the status. */
export const columnsOfStatus = ['publishedAt', 'reviewNote'] as const

/** Computes the columns that follow from a new status of content; undefined for other changes. Throws if the actor may not publish. */
export const statusSetter = async ({ name }: Entity, change: Fields, { tx, actor }: WriteContext) => {
  if (name !== contentEntity.name || !('status' in change)) return undefined
  const status = change['status'] as ContentStatus
  if (status === 'PUBLISHED' && !can(actor, contentPolicy.approve))
    throw invalid({ status: say('A tenant admin publishes it. Submit it for review.') })
  const now = await databaseNow(tx)
  return (row: Fields) => statusColumnsAt(now, { status }, row as Content)
}

/** Schedules, as for a single change, the announcement of published content that is shown later. */
export const scheduleShown = async (
  { of, jobs }: { of: Entity; jobs: Jobs },
  change: Fields,
  ids: readonly string[],
  { tx, scope }: WriteContext,
) => {
  if (of.name === contentEntity.name && change['status'] === 'PUBLISHED' && ids.length > 0)
    await scheduleAnnouncements(jobs, tx, scope.tenantId, ids)
}

/** Whether a change submits content for review. */
export const isSubmitting = ({ name }: Entity, change: Fields) => name === contentEntity.name && change['status'] === 'IN_REVIEW'
