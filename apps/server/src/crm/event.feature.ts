import { eventApi } from '@tradewind/contract/crm/event.contract'
import { sql } from 'drizzle-orm'
import { type Database, tenantScope } from '#kit/database/database'
import type { Scope } from '#kit/database/scoped'
import { trashDeadline } from '#kit/database/table'
import type { Feature } from '#kit/feature'
import type { WriteContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import { forEachTenant } from '#kit/jobs'
import { crud, findRecord } from '#kit/record/crud'
import { currentTenants } from '#platform/tenant.queries'
import type { AppContext } from '../appContext.ts'
import { calendarFileOf } from './event/calendarFile.ts'
import { enqueueLetters, eventLetterWorker } from './event/invitation.job.ts'
import { eventInvitationRoutes } from './event/invitation.routes.ts'
import { eventEntity, eventInvitations } from './schema/event.table.ts'

const eventRecords = crud(eventEntity)

/** Orders the letters to the invited people in the transaction that changes the event. */
const eventRoutes = (needs: AppContext) => {
  const { jobs } = needs
  const withLetters = async <Done>(done: Done, { tx, scope }: WriteContext) => {
    await enqueueLetters(jobs, tx, scope)
    return done
  }
  return routes(eventApi, {
    ...eventRecords,
    update: async (change, context) => withLetters(await eventRecords.update(change, context), context),
    remove: async (which, context) => withLetters(await eventRecords.remove(which, context), context),
    calendarFile: async ({ uniqueId }, context) =>
      calendarFileOf(needs, await findRecord(eventEntity, eventEntity.policy.see, uniqueId, context), context),
  })
}

/** The partitions of a tenant that have due letters without a job. */
const dueScopes = async (maintenance: Database, tenantId: string): Promise<Scope[]> => {
  const due = sql`select distinct world_id as "partitionId" from event_invitation where tenant_id = ${tenantId} and letters > ordered`
  const { rows } = await maintenance.as(tenantScope(tenantId)).execute<{ partitionId: string }>(due)
  return rows.map(({ partitionId }) => ({ tenantId, partitionId }))
}

/** Orders letters for changes made by other calls (such as restoring from the trash) whose node crashed before it ordered them. */
const remainingLettersSchedule = ({ db, maintenance, jobs, logger }: AppContext) => ({
  name: 'event.letters',
  cron: '*/10 * * * *',
  work: async () =>
    forEachTenant(logger, await currentTenants(db), async (id) => {
      for (const scope of await dueScopes(maintenance, id)) await db.write(scope, (tx) => enqueueLetters(jobs, tx, scope))
    }),
})

/** Orders the letters that follow from changes of events made elsewhere, such as in the trash, when their node message arrives. */
const orderOnNodeMessage = ({ onNews, db, jobs, logger }: AppContext) => {
  onNews(({ topic, tenantId, records }) => {
    if (topic !== 'record' || records?.kind !== eventEntity.name) return
    const scope = { tenantId, partitionId: records.partitionId ?? tenantId }
    db.write(scope, (tx) => enqueueLetters(jobs, tx, scope)).catch((error: unknown) =>
      logger.warn({ error: String(error) }, 'letters of events wait for the clock'),
    )
  })
}

export const eventFeature = (context: AppContext): Feature => ({
  routes: () => [eventRoutes(context), eventInvitationRoutes(context)],
  mount: () => orderOnNodeMessage(context),
  workers: [eventLetterWorker(context)],
  schedules: [remainingLettersSchedule(context)],
  entities: [eventEntity],
  references: [{ to: 'contact', table: eventInvitations, column: 'contactId' }],
  expired: [[eventInvitations, sql`deleted_at < ${trashDeadline}`]],
})
