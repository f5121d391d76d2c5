import { nextStepsPolicy } from '@tradewind/contract/crm/policies'
import { eq } from 'drizzle-orm'
import { closeTasks, reopenTasks } from '#crm/nextSteps.queries'
import { nextSteps, nextStepsEntity } from '#crm/schema/nextSteps.table'
import type { WriteContext } from '#kit/http/context'
import type { Entity } from '#kit/record/entity'
import type { BulkRow, Done } from '../schema/bulk.table.ts'
import { type BulkHandler, idsOf, lockRows, reachCondition, titlesExcept, type Undo } from './handler.ts'

const of = nextStepsEntity

/** Whether a change closes tasks. */
export const isClosing = ({ name }: Entity, change: BulkRow['change']) => name === of.name && 'nextStepsStatus' in change

/** Closes many tasks, by the rule that a single one is closed by. */
export const closeHandler = (context: WriteContext): BulkHandler => ({
  of,
  may: reachCondition(of, nextStepsPolicy.markClosed, context),
  same: eq(nextSteps.nextStepsStatus, 'CLOSED'),
  apply: async (rows, writing) => {
    const closed = await closeTasks(idsOf(rows), writing)
    return closed.map(({ uniqueId, closedAt }) => ({ uniqueId, closedAt }))
  },
})

interface Closed extends Done {
  closedAt: string
}

/** Reopens the tasks that the operation closed: the only way in which a task that was closed a while ago is opened again. */
export const undoClose: Undo = async (all, context) => {
  const done = all as readonly Closed[]
  const rows = await lockRows(of, nextStepsPolicy.markClosed, idsOf(done), context)
  const closedAtById = new Map(done.map(({ uniqueId, closedAt }) => [uniqueId, closedAt]))
  const untouched = rows.filter(
    ({ uniqueId, nextStepsStatus, closedAt }) => nextStepsStatus === 'CLOSED' && closedAt === closedAtById.get(uniqueId),
  )
  if (untouched.length > 0) await reopenTasks(idsOf(untouched), context)
  const back = new Set(idsOf(untouched))
  return { restored: back.size, unchanged: await titlesExcept(of, idsOf(done), back, context) }
}
