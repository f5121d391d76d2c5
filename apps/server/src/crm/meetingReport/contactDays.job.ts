import { inArray, lte } from 'drizzle-orm'
import type { Logger } from 'pino'
import { takeDaysAnew, today } from '#crm/schema/meetingReport.table'
import { projectCompanies } from '#crm/schema/project.table'
import { type Database, tenantScope, type Tx } from '#kit/database/database'
import { forEachTenant, type Routine } from '#kit/jobs'
import { currentTenants } from '#platform/tenant/tenant.queries'

/** Takes the days of contact anew wherever the day of a report has come. What somebody is changing at this moment is left to them. */
const dayHasCome = (tx: Tx) => {
  const { uniqueId, reportAhead } = projectCompanies
  const due = tx.select({ uniqueId }).from(projectCompanies).where(lte(reportAhead, today())).for('update', { skipLocked: true })
  return takeDaysAnew(tx, inArray(uniqueId, due))
}

interface Needs {
  db: Database
  maintenance: Database
  logger: Logger
}

/** Moves the days of contact as days go by. Every quarter of an hour: a day begins at another hour in each time zone. */
export const contactDays = ({ db, maintenance, logger }: Needs): Routine => ({
  name: 'meetingReport.contactDays',
  cron: '*/15 * * * *',
  work: async () => {
    await forEachTenant(logger, await currentTenants(db), (id) => maintenance.write(tenantScope(id), dayHasCome))
  },
})
