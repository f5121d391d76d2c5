import { phrase } from '@tradewind/contract/kit/say'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { type Database, tenantScope } from '#kit/database/database'
import { dayFirst } from '#kit/days'
import { entityUse, type Feature } from '#kit/feature'
import type { Notify } from '#platform/notification/notification.queries'
import { currentTenants } from '#platform/tenant/tenant.queries'
import type { TenantSettings } from '#platform/tenantSetting.queries'
import type { AppContext } from '../appContext.ts'
import { nextStepsRoutes, returnTasks } from './nextSteps.routes.ts'
import { nextSteps, nextStepsEntity } from './schema/nextSteps.table.ts'

interface Needs {
  db: Database
  maintenance: Database
  settings: TenantSettings
  notify: Notify
}

/** The tasks of a tenant whose day has come where the tenant is, and of which nobody was told: at most a thousand at a time. */
const dueIn = async ({ maintenance, settings }: Needs, tenantId: string) => {
  const timeZone = (await settings.of(tenantId)).TIME_ZONE || 'UTC'
  const due = and(
    isNull(nextSteps.deletedAt),
    eq(nextSteps.nextStepsStatus, 'OPEN'),
    isNull(nextSteps.remindedAt),
    sql`${nextSteps.byWhen} <= (now() at time zone ${timeZone})::date`,
  )
  const { uniqueId, partitionId } = nextSteps
  return maintenance.as(tenantScope(tenantId)).select({ uniqueId, partitionId }).from(nextSteps).where(due).limit(1000)
}

/** Tells who is to do a task that its day has come, once: whoever notes it first tells. */
const remind = ({ db, notify }: Needs, tenantId: string, { uniqueId, partitionId }: { uniqueId: string; partitionId: string }) =>
  db.write({ tenantId, partitionId }, async (tx) => {
    const untold = and(eq(nextSteps.uniqueId, uniqueId), isNull(nextSteps.remindedAt))
    const [step] = await tx
      .update(nextSteps)
      .set({ remindedAt: sql`now()` })
      .where(untold)
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

/** Tells of what is due, every quarter of an hour: a day begins at another hour in each zone. */
const nextStepsReminder = (needs: Needs) => ({
  name: 'nextSteps.remind',
  cron: '*/15 * * * *',
  work: async () => {
    for (const { id } of await currentTenants(needs.db)) for (const due of await dueIn(needs, id)) await remind(needs, id, due)
  },
})

export const nextStepsFeature = (context: AppContext): Feature => ({
  routes: () => [nextStepsRoutes(context)],
  schedules: [nextStepsReminder(context)],
  entities: [
    entityUse(nextStepsEntity, {
      onTimeline: true,
      search: { sort: '-byWhen', detail: ({ companyName, byWhen }) => `${companyName}, ${dayFirst(byWhen)}` },
    }),
  ],
  onUserDeleted: returnTasks,
})
