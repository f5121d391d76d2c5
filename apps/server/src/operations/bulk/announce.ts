import { phrase } from '@tradewind/contract/kit/phrase'
import { sql } from 'drizzle-orm'
import type { Tx } from '#kit/database/database'
import type { Entity } from '#kit/record/entity'
import type { Notice, Notify } from '#platform/notification/notification.queries'
import { bulkBatches, type BulkRow } from '../schema/bulk.table.ts'
import { isOfSummaries } from './handlers.ts'
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

/** Notifies those who gained something by an operation that has ended: also if that was midway, since what was changed until then stays. */
export const announceOperation = async (of: Entity, operation: BulkRow, notify: Notify, tx: Tx) => {
  const { action, change, changed, createdBy, byName, tenantId } = operation
  const announce = (text: Pick<Notice, 'subject' | 'content' | 'path'>, gains: readonly Gain[]) => {
    const notices = gains
      .filter(({ userId, number }) => userId !== createdBy && number > 0)
      .map(({ userId, number }) => ({
        ...text,
        userId,
        ...(createdBy && { by: createdBy }),
        values: { by: byName, number: String(number) },
      }))
    return notify(tx, tenantId, ...notices)
  }
  if (action === 'SHARE') await announce(isOfSummaries(of) ? sharedSummaries : sharedProjects, await readersGained(operation, tx))
  else if (action === 'SET' && isAssigning(of, change))
    await announce(assignedTasks, [{ userId: change['assignedUser'] as string, number: changed }])
}
