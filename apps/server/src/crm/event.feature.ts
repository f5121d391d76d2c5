import { eventApi } from '@tradewind/contract/crm/event.contract'
import { sql } from 'drizzle-orm'
import { type Database, tenantScope } from '#kit/database/database'
import type { Scope } from '#kit/database/scoped'
import { trashDeadline } from '#kit/database/table'
import { entityUse, type Feature } from '#kit/feature'
import type { WriteContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import { forEachTenant, type Jobs } from '#kit/jobs'
import { crud, history } from '#kit/record/crud'
import { currentTenants } from '#platform/tenant.queries'
import type { AppContext } from '../appContext.ts'
import { eventLetterWorker, orderLetters } from './invitation.job.ts'
import { eventInvitationRoutes } from './invitation.routes.ts'
import { eventEntity, eventInvitations } from './schema/event.table.ts'

const plain = crud(eventEntity)

/** Orders the letters to the invited people in the transaction that changes the event. */
const eventRoutes = ({ jobs }: { jobs: Jobs }) => {
  const told = async <Done>(done: Done, { tx, scope }: WriteContext) => {
    await orderLetters(jobs, tx, scope)
    return done
  }
  return routes(eventApi, {
    ...plain,
    update: async (change, context) => told(await plain.update(change, context), context),
    remove: async (which, context) => told(await plain.remove(which, context), context),
    history: history(eventEntity, eventApi.history.who),
  })
}

/** The partitions of a tenant that have due letters without a job. */
const scopesDue = async (maintenance: Database, tenantId: string): Promise<Scope[]> => {
  const due = sql`select distinct world_id as "partitionId" from event_invitation where tenant_id = ${tenantId} and letters > ordered`
  const { rows } = await maintenance.as(tenantScope(tenantId)).execute<{ partitionId: string }>(due)
  return rows.map(({ partitionId }) => ({ tenantId, partitionId }))
}

/** Orders letters for changes made by other calls (such as restoring from the trash) whose node crashed before it ordered them. */
const remainingLetters = ({ db, maintenance, jobs, logger }: AppContext) => ({
  name: 'event.letters',
  cron: '*/10 * * * *',
  work: async () =>
    forEachTenant(logger, await currentTenants(db), async (id) => {
      for (const scope of await scopesDue(maintenance, id)) await db.write(scope, (tx) => orderLetters(jobs, tx, scope))
    }),
})

/** Orders the letters that follow from changes of events made elsewhere, such as in the trash, when their node message arrives. */
const orderWhenTold = ({ onNews, db, jobs, logger }: AppContext) => {
  onNews(({ topic, tenantId, records }) => {
    if (topic !== 'record' || records?.kind !== eventEntity.name) return
    const scope = { tenantId, partitionId: records.partitionId }
    db.write(scope, (tx) => orderLetters(jobs, tx, scope)).catch((error: unknown) =>
      logger.warn({ error: String(error) }, 'letters of events wait for the clock'),
    )
  })
}

export const eventFeature = (context: AppContext): Feature => ({
  routes: () => [eventRoutes(context), eventInvitationRoutes(context)],
  mount: () => orderWhenTold(context),
  workers: [eventLetterWorker(context)],
  schedules: [remainingLetters(context)],
  entities: [entityUse(eventEntity, { search: { sort: '-eventDateTime', detail: ({ location }) => location } })],
  references: [{ to: 'contact', table: eventInvitations, column: 'contactId' }],
  expired: [[eventInvitations, sql`deleted_at < ${trashDeadline}`]],
})
