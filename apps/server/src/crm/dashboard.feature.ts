import { type CountryCode, countryName } from '@tradewind/contract/countries'
import { dashboardApi } from '@tradewind/contract/crm/dashboard.contract'
import { dashboardPolicy } from '@tradewind/contract/crm/policies'
import { say } from '@tradewind/contract/kit/say'
import { LEVEL3 } from '@tradewind/contract/roles'
import type { ExportColumn } from '@tradewind/workbook/export'
import type { Database } from '#kit/database/database'
import { invalid } from '#kit/errors'
import type { Feature } from '#kit/feature'
import type { ReadContext, RequestContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import { downloading, type Tickets } from '#kit/record/sheets'
import type { AppContext } from '../appContext.ts'
import { type Asked, type Counted, countCountries, countReports, everyCount } from './dashboard.queries.ts'

/** Level 3 counts its own reports, by user alone. */
const allowed = <A extends Asked>(asked: A, { actor }: RequestContext): A => {
  if (asked.dateFrom > asked.dateTo) throw invalid({ dateTo: say('The end date is before the start date') })
  return actor.roles.includes(LEVEL3[0]) ? { ...asked, filterType: 'USER' } : asked
}

const text = (field: string) => (row: Counted) => (row[field] as string | null) ?? null
const totals: ExportColumn<Counted>[] = [
  { header: 'totalReportsCreated', value: ({ totalReportsCreated }) => String(totalReportsCreated) },
  { header: 'latestReportDate', value: text('latestReportDate'), kind: 'date' },
]
const country: ExportColumn<Counted> = { header: 'country', value: (row) => countryName(row['country'] as CountryCode) }
const columns: Record<Asked['filterType'], ExportColumn<Counted>[]> = {
  USER: [
    ...['userId', 'userName', 'emailAddress'].map((field) => ({ header: field, value: text(field) })),
    { header: 'roles', value: (row) => row['roles'] as string[] },
    ...totals,
  ],
  COUNTRY: [country, ...totals],
  COMPANY: [...['companyUID', 'companyName'].map((field) => ({ header: field, value: text(field) })), country, ...totals],
}

async function* whole(asked: Asked, context: ReadContext) {
  yield await everyCount(context.db, allowed(asked, context), context)
}

const download = {
  path: '/api/dashboard/reportsKpi/export',
  rules: dashboardPolicy.exportKpi,
  kind: 'meetingReport',
  title: 'Reports KPI',
  columns: ({ filterType }: Asked) => columns[filterType],
  rows: whole,
}

const dashboardRoutes = (appContext: { db: Database; tickets: Tickets }) => {
  const { export: exportKpi, exportFile: exportKpiFile } = downloading(download, appContext)
  return routes(dashboardApi, {
    exportKpi,
    exportKpiFile,
    reportsKpi: async ({ page, size, ...asked }, context) => {
      const { rows, total, reports, previous } = await countReports(context.db, allowed(asked, context), { page, size }, context)
      return {
        data: rows,
        totalElements: total,
        totalPages: Math.ceil(total / size),
        totalReports: reports,
        previousReports: previous,
      }
    },
    countries: (_, context) => countCountries(context.db, context),
  })
}

export const dashboardFeature = (context: AppContext): Feature => ({ routes: () => [dashboardRoutes(context)] })
