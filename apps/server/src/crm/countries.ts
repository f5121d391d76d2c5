import { type SQL, sql } from 'drizzle-orm'
import { type Database, tenantScope } from '#kit/database/database'
import { disableStatementTimeout } from '#kit/database/transaction'
import { forEachTenant, type Routine } from '#kit/jobs'
import { currentTenants } from '#platform/tenant.queries'

/** Rows that one transaction changes. */
const BATCH = 2000

const ofReport = sql`join meeting_report report on report.tenant_id = summary.tenant_id and report.world_id = summary.world_id and report.id = summary.meeting_report_id`

/** The summaries and tasks with the reports that they come from, and the columns that they copy. */
const copies = {
  summary: { from: sql`summary ${ofReport}`, set: sql`country = wrong.country` },
  next_step: {
    from: sql`next_step join summary on summary.tenant_id = next_step.tenant_id and summary.world_id = next_step.world_id
      and summary.id = next_step.summary_id ${ofReport}`,
    set: sql`country = wrong.country, country_key = wrong.country_key`,
  },
} as const
type Table = keyof typeof copies

interface Needs extends Record<'db' | 'maintenance', Database> {
  logger: Parameters<typeof forEachTenant>[0]
}

/** Gives the rows whose country is wrong that of their report. Makes no row newer. */
const correct = async ({ maintenance }: Needs, tenantId: string, name: Table, isWrong: (table: SQL) => SQL) => {
  const { from, set } = copies[name]
  const table = sql.identifier(name)
  for (;;) {
    const { rowCount } = await maintenance.write(tenantScope(tenantId), async (tx) => {
      await disableStatementTimeout(tx)
      // A row that was changed meanwhile is left alone.
      return tx.execute(sql`with wrong as (select ${table}.world_id, ${table}.id, ${table}.country as was, report.country, report.country_key
          from ${from} where ${table}.tenant_id = ${tenantId} and ${isWrong(sql`${table}`)} limit ${BATCH})
        update ${table} set ${set} from wrong where ${table}.tenant_id = ${tenantId} and ${table}.world_id = wrong.world_id
          and ${table}.id = wrong.id and ${table}.country = wrong.was`)
    })
    if ((rowCount ?? 0) < BATCH) return
  }
}

const correctAll = async (needs: Needs, isWrong: (table: SQL) => SQL) =>
  forEachTenant(needs.logger, await currentTenants(needs.db), async (tenantId) => {
    for (const name of Object.keys(copies) as Table[]) await correct(needs, tenantId, name, isWrong)
  })

/**
 * Gives summaries and tasks the country of their company where it is missing: those from before the column existed, since a migration would keep the
 * tables locked meanwhile (decision 054), and those that a node of the previous release writes. Such a node does not change theirs either when a company
 * gets another country: all are compared once a night.
 */
export const countryRoutines = (needs: Needs): Routine[] => [
  {
    name: 'nextSteps.countries',
    cron: '*/5 * * * *',
    work: () => correctAll(needs, (table) => sql`${table}.country = '' and ${table}.deleted_at is null`),
  },
  {
    name: 'nextSteps.changedCountries',
    cron: '11 2 * * *',
    work: () => correctAll(needs, (table) => sql`${table}.country <> report.country`),
  },
]
