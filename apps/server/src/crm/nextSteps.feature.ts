import { nextStepsApi, REOPEN_SECONDS } from '@tradewind/contract/crm/nextSteps.contract'
import { nextStepsFields } from '@tradewind/contract/crm/nextSteps.fields'
import { nextStepsPolicy, summaryPolicy } from '@tradewind/contract/crm/policies'
import { phrase } from '@tradewind/contract/kit/phrase'
import { say } from '@tradewind/contract/kit/say'
import { isMember } from '@tradewind/contract/roles'
import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { tenantScope, type Tx } from '#kit/database/database'
import { nextUpdatedAt } from '#kit/database/table'
import { todayIn } from '#kit/days'
import { checkAll, conflict, invalid } from '#kit/errors'
import type { Feature } from '#kit/feature'
import { type ReadContext, readerOf, type WriteContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import { forEachTenant } from '#kit/jobs'
import { notifyOfAccess } from '#kit/record/activity'
import { crud, findRecord, requireReference, withRelations } from '#kit/record/crud'
import { assertAllowed } from '#kit/record/entity'
import { exportHandlers } from '#kit/record/sheets'
import type { Notify } from '#platform/notification/notification.queries'
import { isOpenAccount, users } from '#platform/schema/user.table'
import { currentTenants } from '#platform/tenant.queries'
import { fullNamesOf, lockStaff } from '#platform/user/user.queries'
import type { AppContext } from '../appContext.ts'
import { assertContactVisible, visibleCompanyIds } from './company.queries.ts'
import { countryRoutines } from './countries.ts'
import { closeTasks, reopenTasks } from './nextSteps.queries.ts'
import { nextSteps, nextStepsEntity } from './schema/nextSteps.table.ts'
import { summaryEntity } from './schema/summary.table.ts'

type Row = typeof nextSteps.$inferSelect

/** Tasks in the format of the reply: the assignee, the author, and whether they are overdue in the caller's time zone. */
const withNames = async (rows: Row[], context: ReadContext | WriteContext) => {
  const people = rows.flatMap(({ assignedUser, createdBy }) => [assignedUser, createdBy])
  const [names, visibleId] = await Promise.all([
    fullNamesOf(readerOf(context), people),
    visibleCompanyIds(
      rows.map(({ companyId }) => companyId),
      context,
    ),
  ])
  const now = todayIn(context.timeZone)
  return rows.map((row) => ({
    ...row,
    assignedUser: { uniqueId: row.assignedUser, fullName: names.get(row.assignedUser) ?? '' },
    summaryUID: row.summaryId,
    company: { uniqueId: visibleId(row.companyId), legalName: row.companyName },
    createdByName: names.get(row.createdBy ?? '') ?? null,
    isOverdue: row.nextStepsStatus === 'OPEN' && row.byWhen < now,
  }))
}

/** Reassigns the tasks of a deleted user to their authors, or, if those cannot sign in either, to a tenant admin; reminds them of those that are due. */
const returnTasks = async (tx: Tx, userId: string) => {
  const isRemaining = and(isOpenAccount, ne(users.uniqueId, userId))
  const newAssignee = sql`coalesce(
    (select ${users.uniqueId} from ${users} where ${users.uniqueId} = ${nextSteps.createdBy} and ${isRemaining}),
    (select ${users.uniqueId} from ${users} where ${users.role} in ('ROLE_TENANT_ADMIN', 'ROLE_SUPER_ADMIN') and ${isRemaining}
      order by ${users.role} desc, ${users.uniqueId} limit 1),
    ${nextSteps.assignedUser})`
  const set = { assignedUser: newAssignee, remindedAt: null, updatedAt: nextUpdatedAt(nextSteps.updatedAt) }
  await tx.update(nextSteps).set(set).where(eq(nextSteps.assignedUser, userId))
}

/** The open tasks that others get when a user is deleted. */
const countTasks = async (tx: Tx, { uniqueId, isMember: asMember }: { uniqueId: string; isMember: boolean }) => {
  const isOpen = and(eq(nextSteps.assignedUser, uniqueId), eq(nextSteps.nextStepsStatus, 'OPEN'), isNull(nextSteps.deletedAt))
  return { task: asMember ? 0 : await tx.$count(nextSteps, isOpen) }
}

/** The operations on tasks that notify somebody: assigning, closing and reopening. */
const taskActions = (notify: Notify) => {
  const notifyUser = async (userId: string | null, subject: string, row: Row, { tx, actor, scope }: WriteContext) => {
    if (!userId || userId === actor.uniqueId) return
    const values = { by: actor.fullName, todo: row.todo, company: row.companyName }
    await notify(tx, scope.tenantId, {
      userId,
      by: actor.uniqueId,
      subject,
      content: phrase('{company}: {todo}'),
      values,
      path: `nextSteps/show/${row.uniqueId}`,
      opens: { rules: nextStepsPolicy.see, record: row }, // levels see no closed tasks
    })
  }

  return {
    notifyAssignee: (row: Row, context: WriteContext) =>
      notifyUser(row.assignedUser, phrase('{by} assigned you a task'), row, context),

    /** Closes an open task, records it once, and notifies its author. */
    close: async (row: Row, context: WriteContext) => {
      const [now] = await closeTasks([row.uniqueId], context)
      await notifyUser(row.createdBy, phrase('{by} closed a task'), now!, context)
      return now!
    },

    /** Reopens a task shortly after it was closed (Undo), and notifies its author, as closing does. */
    reopen: async (row: Row, context: WriteContext) => {
      const closedRecently = sql`${nextSteps.closedAt} > now() - make_interval(secs => ${REOPEN_SECONDS})`
      const [now] = await reopenTasks([row.uniqueId], context, closedRecently)
      if (!now) throw conflict(say('The task was closed some time ago. It stays closed.'))
      await notifyUser(row.createdBy, phrase('{by} opened a task again'), now, context)
      return now
    },
  }
}

const { show, ...records } = withRelations(nextStepsEntity, withNames)

/** Throws unless the user may be assigned a task: staff of the tenant; members only themselves. */
const assertAssignable = async (userId: string, { tx, actor }: WriteContext) => {
  const may = isMember(actor) ? userId === actor.uniqueId : (await lockStaff(tx, [userId])).length === 1
  if (!may) throw invalid({ assignedUser: say('Choose one of the staff') })
}

/** The summary of a task, which the actor must be able to see. */
const summaryOf = async (summaryId: string, context: WriteContext) => {
  const reference = ['summaryUID', summaryId] as const
  const { uniqueId, companyId, companyName, country } = await requireReference(
    summaryEntity,
    summaryPolicy.see,
    reference,
    say('Choose a summary'),
    context,
  )
  return { summaryId: uniqueId, companyId, companyName, country }
}

type TaskFields = z.output<typeof nextStepsApi.create.input>

/** Returns a function that creates a task, notifies its assignee, and returns its row. */
export const taskCreator = (notify: Notify) => {
  const { notifyAssignee } = taskActions(notify)
  return async ({ summaryUID, ...fields }: TaskFields, context: WriteContext) => {
    const [summary] = await checkAll(
      () => summaryOf(summaryUID, context),
      () => assertAssignable(fields.assignedUser, context),
    )
    const row = await crud(nextStepsEntity).create({ ...fields, ...summary }, context)
    await notifyAssignee(row, context)
    return row
  }
}

/** The rows of an export, with the names that the list shows. */
const withListed = async (rows: Row[], context: ReadContext) =>
  (await withNames(rows, context)).map(({ assignedUser, createdByName }, at) => ({
    ...rows[at]!,
    assigneeName: assignedUser.fullName,
    createdByName,
  }))
type Listed = Awaited<ReturnType<typeof withListed>>[number]

const exportSpec = {
  of: nextStepsEntity,
  rules: nextStepsPolicy.export,
  title: 'Tasks',
  columns: nextStepsFields,
  values: { assignedUser: ({ assigneeName }: Listed) => assigneeName, company: ({ companyName }: Listed) => companyName },
  related: withListed,
}

const nextStepsRoutes = ({ notify, tickets }: Pick<AppContext, 'notify' | 'tickets'>) => {
  const { notifyAssignee, close, reopen } = taskActions(notify)
  const createTask = taskCreator(notify)
  return routes(nextStepsApi, {
    ...records,
    list: async (query, context) => {
      await assertContactVisible(query, context)
      return records.list(query, context)
    },
    ...exportHandlers(exportSpec, { tickets }),

    fetchBySummary: async ({ summaryId, ...query }, context: ReadContext) => {
      await findRecord(summaryEntity, summaryPolicy.see, summaryId, context)
      return records.list({ ...query, summaryUID: summaryId } as typeof query, context)
    },

    create: async (fields, context) => show(await createTask(fields, context), context),

    update: async ({ summaryUID, ...change }, context) => {
      const before = await findRecord(nextStepsEntity, nextStepsPolicy.see, change.uniqueId, context)
      const isReassigned = change.assignedUser !== undefined && change.assignedUser !== before.assignedUser
      const [summary] = await checkAll(
        () => (summaryUID && summaryUID !== before.summaryId ? summaryOf(summaryUID, context) : {}),
        () => isReassigned && assertAssignable(change.assignedUser!, context),
      )
      const reminderReset = change.byWhen && change.byWhen !== before.byWhen ? { remindedAt: null } : {}
      return records.update({ ...change, ...summary, ...reminderReset }, context, (row) => {
        if (!isReassigned) return row
        notifyOfAccess(context.tx, before.tenantId, [before.assignedUser])
        // A closed task is nothing to do.
        return row.nextStepsStatus === 'OPEN' ? notifyAssignee(row, context) : row
      })
    },

    markClosed: async ({ uniqueId }, context) => {
      const row = await findRecord(nextStepsEntity, nextStepsPolicy.markClosed, uniqueId, context, 'update')
      assertAllowed(context.actor, nextStepsPolicy.markClosed, row)
      return show(row.nextStepsStatus === 'OPEN' ? await close(row, context) : row, context)
    },

    reopen: async ({ uniqueId }, context) => {
      const row = await findRecord(nextStepsEntity, nextStepsPolicy.reopen, uniqueId, context, 'update')
      return show(await reopen(row, context), context)
    },
  })
}

type Needs = Pick<AppContext, 'db' | 'maintenance' | 'settings' | 'notify' | 'logger'>

const isUnreminded = and(isNull(nextSteps.deletedAt), eq(nextSteps.nextStepsStatus, 'OPEN'), isNull(nextSteps.remindedAt))

/** The open tasks of a tenant that are due in the time zone of their assignee and of which nobody was reminded: at most 1000 at a time. */
const dueTasks = async ({ maintenance, settings }: Needs, tenantId: string) => {
  const ofTenant = (await settings.of(tenantId)).TIME_ZONE || 'UTC'
  const isDue = sql`${nextSteps.byWhen} <= (now() at time zone coalesce(nullif(${users.timeZone}, ''), ${ofTenant}))::date`
  // No time zone is further ahead: so far the index leads.
  const isDueSomewhere = sql`${nextSteps.byWhen} <= ((now() + interval '14 hours') at time zone 'UTC')::date`
  const { uniqueId, partitionId, assignedUser, byWhen } = nextSteps
  return maintenance
    .as(tenantScope(tenantId))
    .select({ uniqueId, partitionId, byWhen })
    .from(nextSteps)
    .innerJoin(users, eq(users.uniqueId, assignedUser))
    .where(and(isUnreminded, isDueSomewhere, isDue))
    .limit(1000)
}
type DueTask = Awaited<ReturnType<typeof dueTasks>>[number]

/** Notifies the assignee that a task is due, once: only the first to set `remindedAt` notifies, unless it was closed or moved meanwhile. */
const remind = ({ db, notify }: Needs, tenantId: string, { uniqueId, partitionId, byWhen }: DueTask) =>
  db.write({ tenantId, partitionId }, async (tx) => {
    const [step] = await tx
      .update(nextSteps)
      .set({ remindedAt: sql`now()` })
      .where(and(eq(nextSteps.uniqueId, uniqueId), eq(nextSteps.byWhen, byWhen), isUnreminded))
      .returning()
    if (!step) return
    const values = { todo: step.todo, company: step.companyName }
    await notify(tx, tenantId, {
      userId: step.assignedUser,
      subject: phrase('A task is due'),
      content: phrase('{company}: {todo}'),
      values,
      path: `nextSteps/show/${step.uniqueId}`,
    })
  })

/** Sends reminders every 15 minutes, as a day begins at another hour in each time zone. */
const nextStepsReminder = (needs: Needs) => ({
  name: 'nextSteps.remind',
  cron: '*/15 * * * *',
  work: async () =>
    forEachTenant(needs.logger, await currentTenants(needs.db), async (id) => {
      for (const due of await dueTasks(needs, id)) await remind(needs, id, due)
    }),
})

export const nextStepsFeature = (context: AppContext): Feature => ({
  routes: () => [nextStepsRoutes(context)],
  schedules: [nextStepsReminder(context), ...countryRoutines(context)],
  entities: [nextStepsEntity],
  countWithUser: countTasks,
  onUserDeleted: returnTasks,
})
