import { REOPEN_SECONDS } from '@tradewind/contract/crm/nextSteps.contract'
import { phrase, say } from '@tradewind/contract/kit/say'
import { and, eq, sql } from 'drizzle-orm'
import { nextUpdatedAt } from '#kit/database/table'
import { conflict } from '#kit/errors'
import type { WriteContext } from '#kit/http/context'
import { recordActivity } from '#kit/record/trail/activity'
import { audit } from '#kit/record/trail/audit'
import { anyEntity } from '#kit/record/entity'
import type { Notify } from '#platform/notification/notification.queries'
import { nextSteps, nextStepsEntity } from '#crm/schema/nextSteps.table'

type Row = typeof nextSteps.$inferSelect

/** Giving tasks and closing them, and who is told. */
export const doings = (notify: Notify) => {
  const tell = async (userId: string | null, subject: string, row: Row, { tx, actor, scope }: WriteContext) => {
    if (!userId || userId === actor.uniqueId) return
    const values = { by: actor.fullName, todo: row.todo, company: row.companyName }
    await notify(tx, scope.tenantId, {
      userId,
      subject,
      content: phrase('{company}: {todo}'),
      values,
      path: `nextSteps/show/${row.uniqueId}`,
    })
  }

  return {
    tellAssigned: (row: Row, context: WriteContext) => tell(row.assignedUser, phrase('{by} gave you a task'), row, context),

    /** Closes an open task: that is noted once, and who gave it is told. */
    close: async (row: Row, context: WriteContext) => {
      const { tx, actor } = context
      const closed = { nextStepsStatus: 'CLOSED', closedAt: sql`now()`, closedBy: actor.uniqueId } as const
      const [now] = await tx
        .update(nextSteps)
        .set({ ...closed, updatedAt: nextUpdatedAt(nextSteps.updatedAt) })
        .where(eq(nextSteps.uniqueId, row.uniqueId))
        .returning()
      const changes = { nextStepsStatus: { before: 'OPEN', after: 'CLOSED' } }
      await audit(context, { action: 'CHANGED', kind: nextStepsEntity.name, recordId: row.uniqueId, title: row.todo, changes })
      await recordActivity(context, anyEntity(nextStepsEntity), [row], { action: 'CLOSED' })
      await tell(row.createdBy, phrase('{by} closed a task'), row, context)
      return now!
    },

    /** Takes a closing back as long as that is an Undo. Who gave it is told, as of the closing. */
    reopen: async (row: Row, context: WriteContext) => {
      const opened = { nextStepsStatus: 'OPEN', closedAt: null, closedBy: null } as const
      const justNow = sql`${nextSteps.closedAt} > now() - make_interval(secs => ${REOPEN_SECONDS})`
      const [now] = await context.tx
        .update(nextSteps)
        .set({ ...opened, updatedAt: nextUpdatedAt(nextSteps.updatedAt) })
        .where(and(eq(nextSteps.uniqueId, row.uniqueId), justNow))
        .returning()
      if (!now) throw conflict(say('The task was closed some time ago. It stays closed.'))
      const changes = { nextStepsStatus: { before: 'CLOSED', after: 'OPEN' } }
      await audit(context, { action: 'CHANGED', kind: nextStepsEntity.name, recordId: row.uniqueId, title: row.todo, changes })
      await recordActivity(context, anyEntity(nextStepsEntity), [row], { action: 'CHANGED' })
      await tell(row.createdBy, phrase('{by} opened a task again'), row, context)
      return now
    },
  }
}
