import type { filterTypes } from '@tradewind/contract/crm/dashboard.contract'
import { dashboardPolicy } from '@tradewind/contract/crm/dashboard.policy'
import { type SQL, sql } from 'drizzle-orm'
import { companies } from '#crm/schema/company.table'
import { meetingReportEntity, meetingReports } from '#crm/schema/meetingReport.table'
import type { Reader } from '#kit/database/database'
import { dayBegins } from '#kit/days'
import type { RequestContext } from '#kit/http/context'
import { anyEntity, rowFilterOf } from '#kit/record/entity'
import { users } from '#platform/schema/user.table'

export interface Asked {
  /** Days, both included, where who asks is. */
  dateFrom: string
  dateTo: string
  filterType: (typeof filterTypes)[number]
}
export interface Counted extends Record<string, unknown> {
  totalReportsCreated: number
  latestReportDate: string
}

const { createdBy, companyId, country, dateCreated, deletedAt } = meetingReports

/** By what reports are counted, and what a row says of it, which may be in another table. */
const groups: Record<Asked['filterType'], { by: SQL; says: SQL; joined?: SQL }> = {
  USER: {
    by: sql`${createdBy}`,
    says: sql`counted.key as "userId", u.email_address as "emailAddress", array_remove(array[u.role::text], null) as roles,
      nullif(concat_ws(' ', u.first_name, u.middle_name, u.last_name), '') as "userName"`,
    joined: sql`left join ${users} u on u.id = counted.key and u.deleted_at is null`,
  },
  COUNTRY: { by: sql`${country}`, says: sql`counted.key as country` },
  COMPANY: {
    by: sql`${companyId}`,
    says: sql`counted.key as "companyUID", c.legal_name as "companyName", c.country as country`,
    joined: sql`join ${companies} c on c.id = counted.key`,
  },
}

const reportsOf = ({ dateFrom, dateTo, filterType }: Asked, { actor, timeZone }: RequestContext) => {
  const reach = rowFilterOf(anyEntity(meetingReportEntity), dashboardPolicy.reportsKpi, actor)
  const { by } = groups[filterType]
  return sql`select ${by} as key, count(*)::int as total, max(${dateCreated}) as latest from ${meetingReports}
    where ${deletedAt} is null and ${dateCreated} >= ${dayBegins(dateFrom, timeZone)}
      and ${dateCreated} < ${dayBegins(dateTo, timeZone, 1)} ${reach === 'all' ? sql`` : sql`and ${reach}`}
    group by 1`
}

/** What is said of a row is looked up for those of the window alone. */
const rowsOf = (asked: Asked, asking: RequestContext, window = sql``) => {
  const { says, joined = sql`` } = groups[asked.filterType]
  const order = sql`order by total desc, latest desc, key`
  return sql`with every as (${reportsOf(asked, asking)}),
      counted as (select *, count(*) over ()::int as many from every ${order} ${window})
    select ${says}, counted.total as "totalReportsCreated", to_json(counted.latest)#>>'{}' as "latestReportDate", counted.many as "in all"
    from counted ${joined} ${order}`
}

/** A page of the counted reports, most first, and how many rows there are in all. */
export const countReports = async (
  db: Reader,
  asked: Asked,
  { page, size }: { page: number; size: number },
  asking: RequestContext,
) => {
  const window = sql`limit ${size} offset ${page * size}`
  const { rows } = await db.execute<Counted & { 'in all': number }>(rowsOf(asked, asking, window))
  if (rows.length > 0 || page === 0) return { rows, total: rows[0]?.['in all'] ?? 0 }
  const first = await db.execute<{ 'in all': number }>(rowsOf(asked, asking, sql`limit 1`))
  return { rows, total: first.rows[0]?.['in all'] ?? 0 }
}

/** Every row, for a download. */
export const everyCount = async (db: Reader, asked: Asked, asking: RequestContext) =>
  (await db.execute<Counted>(rowsOf(asked, asking))).rows
