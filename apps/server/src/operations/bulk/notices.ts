import { MAX_AT_ONCE } from '@tradewind/contract/crm/bulk/bulk.constants'
import { nextStepsPolicy } from '@tradewind/contract/crm/policies'
import { phrase } from '@tradewind/contract/kit/phrase'
import { sentenceFrom } from '@tradewind/contract/kit/say'
import { bulkPolicy } from '@tradewind/contract/operations/policies'
import type { Actor } from '@tradewind/contract/roles'
import { contentPolicy } from '@tradewind/contract/site/policies'
import { sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { nextSteps } from '#crm/schema/nextSteps.table'
import type { Tx } from '#kit/database/database'
import type { WriteContext } from '#kit/http/context'
import type { Entity } from '#kit/record/entity'
import { problemIn } from '#kit/record/upload'
import type { Notice, Notify } from '#platform/notification/notification.queries'
import { findApprovers } from '#site/content/status.queries'
import { bulkBatches, type BulkRow } from '../schema/bulk.table.ts'
import { isSubmitting } from './content.ts'
import { isClosing, isOfSummaries } from './handlers.ts'
import { isAssigning } from './set.ts'

const sharedProjects = {
  subject: phrase('{by} shared projects with you'),
  content: phrase('Projects that you see now: {number}'),
  path: 'project/list',
}
const sharedSummaries = {
  subject: phrase('{by} shared summaries with you'),
  content: phrase('Summaries that you see now: {number}'),
  path: 'summary',
}
const assignedTasks = {
  subject: phrase('{by} assigned you tasks'),
  content: phrase('Tasks that are now assigned to you: {number}'),
  path: 'nextSteps/list',
}
const closedTasks = {
  subject: phrase('{by} closed tasks'),
  content: phrase('Your tasks that are now closed: {number}'),
  path: 'nextSteps/list?nextStepsStatus=CLOSED',
  opens: { rules: nextStepsPolicy.see, record: { nextStepsStatus: 'CLOSED' } }, // levels see no closed tasks
}
const reopenedTasks = {
  subject: phrase('{by} opened tasks again'),
  content: phrase('Your tasks that are open again: {number}'),
  path: 'nextSteps/list',
}
const submittedContent = {
  subject: phrase('{by} submitted content for review'),
  content: phrase('Pieces of content that were submitted: {number}'),
  path: 'content/approve',
  opens: { rules: contentPolicy.approve },
}

interface Gain extends Record<string, unknown> {
  userId: string
  number: number
}

/** The users who gained access by an operation, each with the number of records. */
const readersGained = async ({ uniqueId }: BulkRow, tx: Tx) => {
  const { rows } = await tx.execute<Gain>(sql`
    select gained as "userId", count(*)::int as number from ${bulkBatches},
      jsonb_array_elements(${bulkBatches.done}) one, jsonb_array_elements_text(one -> 'gained') gained
    where ${bulkBatches.operationId} = ${uniqueId} group by 1`)
  return rows
}

/** The users in a column of the tasks that an operation has changed, each with the number of those that have this status now. */
const usersOfTasks = async ({ uniqueId }: BulkRow, column: AnyPgColumn, status: 'OPEN' | 'CLOSED', tx: Tx) => {
  const taskIds = sql`select (one ->> 'uniqueId')::uuid from ${bulkBatches}, jsonb_array_elements(${bulkBatches.done}) one
    where ${bulkBatches.operationId} = ${uniqueId}`
  const { rows } = await tx.execute<Gain>(sql`
    select ${column} as "userId", count(*)::int as number from ${nextSteps}
    where ${nextSteps.uniqueId} in (${taskIds}) and ${nextSteps.nextStepsStatus} = ${status} and ${column} is not null group by 1`)
  return rows
}

type Text = Pick<Notice, 'subject' | 'content' | 'path' | 'opens'>
type Author = Pick<Actor, 'fullName'> & { uniqueId: string | null }

/** Notifies users of what they have gained or lost by what somebody else did. */
const announcer =
  (author: Author, { tenantId }: BulkRow, notify: Notify, tx: Tx) =>
  (text: Text, gains: readonly Gain[]) => {
    const notices = gains
      .filter(({ userId, number }) => userId !== author.uniqueId && number > 0)
      .map(({ userId, number }) => ({
        ...text,
        userId,
        ...(author.uniqueId && { by: author.uniqueId }),
        values: { by: author.fullName, number: String(number) },
      }))
    return notify(tx, tenantId, ...notices)
  }

/** Notifies those whom an operation that has ended concerns: also if that was midway, since what was changed until then stays. */
export const announceOperation = async (of: Entity, operation: BulkRow, notify: Notify, tx: Tx) => {
  const { action, change, changed, createdBy, byName } = operation
  const announce = announcer({ uniqueId: createdBy, fullName: byName }, operation, notify, tx)
  if (action === 'SHARE') await announce(isOfSummaries(of) ? sharedSummaries : sharedProjects, await readersGained(operation, tx))
  if (action !== 'SET') return
  if (isAssigning(of, change)) {
    const assignees = await usersOfTasks(operation, nextSteps.assignedUser, 'OPEN', tx) // a closed task is nothing to do
    await announce(
      assignedTasks,
      assignees.filter(({ userId }) => userId === change['assignedUser']), // others were given one of them meanwhile
    )
  }
  if (isClosing(of, change)) await announce(closedTasks, await usersOfTasks(operation, nextSteps.createdBy, 'CLOSED', tx))
  if (isSubmitting(of, change)) {
    const approvers = await findApprovers(tx, createdBy)
    await announce(
      submittedContent,
      approvers.map((userId) => ({ userId, number: changed })),
    )
  }
}

/** Notifies those who were told of what was undone. Of other operations an Undo takes away what was shown to them: their pages read it again. */
export const announceUndo = async (of: Entity, operation: BulkRow, notify: Notify, { tx, actor }: WriteContext) => {
  if (!isClosing(of, operation.change)) return
  const announce = announcer(actor, operation, notify, tx)
  await announce(reopenedTasks, await usersOfTasks(operation, nextSteps.createdBy, 'OPEN', tx))
}

const endSubjects = {
  change: { ended: phrase('The bulk change has ended'), failed: phrase('The bulk change has failed') },
  undo: { ended: phrase('The Undo of a bulk change has ended'), failed: phrase('The Undo of a bulk change has failed') },
}

/** The subject, content and values of the notification that an operation has ended, or its Undo. */
const endOf = ({ state, action, problem, changed, total, restored, left }: BulkRow) => {
  const subjects = endSubjects[state === 'UNDONE' || problem?.ofUndo ? 'undo' : 'change']
  if (problem)
    return {
      subject: problem.isCancelled ? subjects.ended : subjects.failed,
      ...problemIn(String(sentenceFrom(problem)), problem),
    }
  if (state === 'UNDONE')
    return {
      subject: subjects.ended,
      content: phrase('Records restored: {restored}. Changed since, and left as they are: {left}.'),
      values: { restored: String(restored), left: String(left) },
    }
  const content =
    action === 'DELETE' ? phrase('Records deleted: {changed} of {total}.') : phrase('Records changed: {changed} of {total}.')
  return { subject: subjects.ended, content, values: { changed: String(changed), total: String(total) } }
}

/** Notifies the user who started an operation, or its Undo, that its job has ended. Few records are changed within the request, whose reply says so. */
export const notifyOfEnd = async (operation: BulkRow, userId: string, notify: Notify, tx: Tx) => {
  const { uniqueId, tenantId, total } = operation
  if (total <= MAX_AT_ONCE) return
  const opens = { rules: bulkPolicy.see, record: operation }
  await notify(tx, tenantId, { userId, ...endOf(operation), path: `bulk/list?operation=${uniqueId}`, opens, isResult: true })
}
