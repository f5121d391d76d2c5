import { type CountryCode, countryName } from '@tradewind/contract/countries'
import { dashboardApi, type filterTypes } from '@tradewind/contract/crm/dashboard.contract'
import { dashboardPolicy } from '@tradewind/contract/crm/policies'
import { phrase } from '@tradewind/contract/kit/phrase'
import { can } from '@tradewind/contract/kit/policy'
import { say } from '@tradewind/contract/kit/say'
import { roleNames } from '@tradewind/contract/platform/user.fields'
import { LEVEL3, type Role } from '@tradewind/contract/roles'
import type { ExportColumn } from '@tradewind/workbook/export'
import { type SQL, sql } from 'drizzle-orm'
import type { Reader } from '#kit/database/database'
import { liveRows, pageOf } from '#kit/database/list'
import { DAY_MS, startOfDay } from '#kit/days'
import { invalid } from '#kit/errors'
import type { Feature } from '#kit/feature'
import type { ReadContext, RequestContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import { type Entity, rowFilter } from '#kit/record/entity'
import { downloadHandlers } from '#kit/record/sheets'
import { users } from '#platform/schema/user.table'
import type { AppContext } from '../appContext.ts'
import { companies, companyEntity } from './schema/company.table.ts'
import { meetingReportEntity, meetingReports } from './schema/meetingReport.table.ts'
import { projectCompanyEntity } from './schema/project.table.ts'

interface KpiQuery {
  /** Days, both inclusive, in the caller's time zone. */
  dateFrom: string
  dateTo: string
  filterType: (typeof filterTypes)[number]
  /** Also counts the same number of days before the range. */
  compare?: boolean | undefined
}
interface CountedRow extends Record<string, unknown> {
  totalReportsCreated: number
  latestReportDate: string
}

const { createdBy, companyId, country, dateCreated, deletedAt } = meetingReports

/** The column by which reports are grouped, and the columns that describe a group, which may come from a joined table. */
const groups: Record<KpiQuery['filterType'], { groupBy: SQL; columns: SQL; join?: SQL }> = {
  USER: {
    groupBy: sql`${createdBy}`,
    columns: sql`counted.key as "userId", u.email_address as "emailAddress", array_remove(array[u.role::text], null) as roles,
      nullif(concat_ws(' ', u.first_name, u.middle_name, u.last_name), '') as "userName"`,
    join: sql`left join ${users} u on u.id = counted.key and u.deleted_at is null`,
  },
  COUNTRY: { groupBy: sql`${country}`, columns: sql`counted.key as country, counted.key as code` },
  COMPANY: {
    groupBy: sql`${companyId}`,
    columns: sql`counted.key as "companyUID", c.legal_name as "companyName", c.country as country`,
    join: sql`join ${companies} c on c.id = counted.key`,
  },
}

/** The number of days of a range. */
const daysOf = ({ dateFrom, dateTo }: KpiQuery) => Math.round((Date.parse(dateTo) - Date.parse(dateFrom)) / DAY_MS) + 1

const countedReportsQuery = (query: KpiQuery, { actor, timeZone }: RequestContext) => {
  const { dateFrom, dateTo, filterType, compare } = query
  const allowed = rowFilter(meetingReportEntity, dashboardPolicy.reportsKpi, actor)
  const start = startOfDay(dateFrom, timeZone)
  const earliest = compare ? startOfDay(dateFrom, timeZone, -daysOf(query)) : start
  const { groupBy } = groups[filterType]
  return sql`select ${groupBy} as key, count(*) filter (where ${dateCreated} >= ${start})::int as total,
      count(*) filter (where ${dateCreated} < ${start})::int as before, max(${dateCreated}) as latest
    from ${meetingReports}
    where ${deletedAt} is null and ${dateCreated} >= ${earliest}
      and ${dateCreated} < ${startOfDay(dateTo, timeZone, 1)} ${allowed === 'all' ? sql`` : sql`and ${allowed}`}
    group by 1`
}

const sums = sql`count(*) filter (where total > 0)::int as "in all", coalesce(sum(total), 0)::int as reports, coalesce(sum(before), 0)::int as previous`

/** The descriptive columns are joined for the rows of the page alone. A group without reports in the range is no row, but counts in the sums. */
const reportRowsQuery = (query: KpiQuery, context: RequestContext, window = sql``) => {
  const { columns, join = sql`` } = groups[query.filterType]
  const order = sql`order by total desc, latest desc, key`
  const previous = query.compare ? sql`counted.before as "previousReportsCreated",` : sql``
  return sql`with every as (${countedReportsQuery(query, context)}),
      counted as (select * from every where total > 0 ${order} ${window}),
      summed as (select ${sums} from every)
    select ${columns}, counted.total as "totalReportsCreated", ${previous} to_json(counted.latest)#>>'{}' as "latestReportDate", summed.*
    from summed cross join counted ${join} ${order}`
}

type Sums = { 'in all': number; reports: number; previous: number }

/** The sums alone: a page without rows does not have them. */
const readSums = async (db: Reader, query: KpiQuery, context: RequestContext) =>
  (await db.execute<Sums>(sql`select ${sums} from (${countedReportsQuery(query, context)}) every`)).rows[0]!

/** A page of the groups, those with most reports first, with the number of groups and of reports in total. */
const countReports = async (
  db: Reader,
  query: KpiQuery,
  { page, size }: { page: number; size: number },
  context: RequestContext,
) => {
  const window = sql`limit ${size} offset ${page * size}`
  const { rows } = await db.execute<CountedRow & Sums>(reportRowsQuery(query, context, window))
  const { 'in all': total, reports, previous } = rows[0] ?? (await readSums(db, query, context))
  return { rows, total, reports, previous: query.compare ? previous : undefined }
}

/** All rows, for a download. */
const allCounts = async (db: Reader, query: KpiQuery, context: RequestContext) =>
  (await db.execute<CountedRow>(reportRowsQuery(query, context))).rows

/** The number of an entity's records that the actor may see, by country. */
const countByCountry = async (db: Reader, of: Entity, counted: SQL, { actor }: RequestContext) => {
  if (!can(actor, of.policy.see)) return []
  const allowed = rowFilter(of, of.policy.see, actor)
  const { rows } = await db.execute<{ code: CountryCode; many: number }>(
    sql`select country as code, ${counted}::int as many from ${liveRows(of.table, db.scope)}
      ${allowed === 'all' ? sql`` : sql`where ${allowed}`} group by country`,
  )
  return rows
}

/** The number of companies, reports and projects by country, most companies first. */
const countCountries = async (db: Reader, context: RequestContext) => {
  const countAll = sql`count(*)`
  const [ofCompanies, ofReports, ofProjects] = await Promise.all([
    countByCountry(db, companyEntity, countAll, context),
    countByCountry(db, meetingReportEntity, countAll, context),
    countByCountry(db, projectCompanyEntity, sql`count(distinct project_id)`, context),
  ])
  const countsByCode = (rows: typeof ofCompanies) => new Map(rows.map(({ code, many }) => [code, many]))
  const [companiesIn, reportsIn, projectsIn] = [countsByCode(ofCompanies), countsByCode(ofReports), countsByCode(ofProjects)]
  return [...new Set([...companiesIn.keys(), ...reportsIn.keys(), ...projectsIn.keys()])]
    .map((code) => ({
      code,
      country: countryName(code),
      companies: companiesIn.get(code) ?? 0,
      reports: reportsIn.get(code) ?? 0,
      projects: projectsIn.get(code) ?? 0,
    }))
    .toSorted((one, other) => other.companies - one.companies || other.reports - one.reports)
}

/** Checks the range. Level 3 counts its own reports, grouped by user only. */
const checkQuery = <A extends KpiQuery>(query: A, { actor }: RequestContext): A => {
  if (query.dateFrom > query.dateTo) throw invalid({ dateTo: say('The end date is before the start date') })
  return actor.roles.includes(LEVEL3[0]) ? { ...query, filterType: 'USER' } : query
}

const textField = (field: string) => (row: CountedRow) => (row[field] as string | null) ?? null
const totals: ExportColumn<CountedRow>[] = [
  { header: phrase('Total Reports Created'), value: ({ totalReportsCreated }) => String(totalReportsCreated) },
  { header: phrase('Latest Report Date'), value: textField('latestReportDate'), kind: 'date' },
]
const countryColumn: ExportColumn<CountedRow> = {
  header: phrase('Country'),
  value: (row) => countryName(row['country'] as CountryCode),
  isTranslated: true,
}
const columns: Record<KpiQuery['filterType'], ExportColumn<CountedRow>[]> = {
  USER: [
    { header: phrase('User ID'), value: textField('userId') },
    { header: phrase('User Name'), value: textField('userName') },
    { header: phrase('Email Address'), value: textField('emailAddress') },
    { header: phrase('Roles'), value: (row) => (row['roles'] as Role[]).map((role) => roleNames[role]), isTranslated: true },
    ...totals,
  ],
  COUNTRY: [countryColumn, ...totals],
  COMPANY: [
    { header: phrase('Company ID'), value: textField('companyUID') },
    { header: phrase('Company Name'), value: textField('companyName') },
    countryColumn,
    ...totals,
  ],
}

async function* allRows(query: KpiQuery, context: ReadContext) {
  yield await allCounts(context.db, checkQuery(query, context), context)
}

const download = {
  path: '/api/dashboard/reportsKpi/export',
  rules: dashboardPolicy.exportKpi,
  kind: 'meetingReport',
  title: 'Reports KPI',
  columns: ({ filterType }: KpiQuery) => columns[filterType],
  rows: allRows,
}

const dashboardRoutes = (appContext: Pick<AppContext, 'db' | 'tickets'>) => {
  const { export: exportKpi, exportFile: exportKpiFile } = downloadHandlers(download, appContext)
  return routes(dashboardApi, {
    exportKpi,
    exportKpiFile,
    reportsKpi: async ({ page, size, ...query }, context) => {
      const { rows, total, reports, previous } = await countReports(
        context.db,
        checkQuery(query, context),
        { page, size },
        context,
      )
      return {
        data: rows,
        totalElements: total,
        totalPages: Math.ceil(total / size),
        totalReports: reports,
        previousReports: previous,
      }
    },
    countries: async (_, context) => pageOf(await countCountries(context.db, context), {}),
  })
}

export const dashboardFeature = (context: AppContext): Feature => ({ routes: () => [dashboardRoutes(context)] })
