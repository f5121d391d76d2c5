import { z } from 'zod'
import { countryCodes } from '../countries.ts'
import { emptyInput, endpoint, fileReply, id, instant } from '../kit/endpoint.ts'
import { Ticket } from '../kit/export.ts'
import { countryOut, day, yesOrNo } from '../kit/fields.ts'
import { say } from '../kit/say.ts'
import { roles } from '../roles.ts'
import { dashboardPolicy } from './policies.ts'

export const filterTypes = ['USER', 'COUNTRY', 'COMPANY'] as const

const counted = {
  totalReportsCreated: z.number(),
  latestReportDate: instant.nullable(),
  /** In the period of equal length before, if a comparison was requested. */
  previousReportsCreated: z.number().optional(),
}

/** One row of the requested aggregation; fields that do not belong to it are left out. */
export const KpiRow = z.object({
  userId: id.optional(),
  /** For a former user, neither name nor address is returned. */
  userName: z.string().nullable().optional(),
  emailAddress: z.string().nullable().optional(),
  roles: z.array(z.enum(roles)).optional(),
  companyUID: id.optional(),
  companyName: z.string().optional(),
  country: countryOut.optional(),
  /** The ISO code of the country, where rows are counted by country. */
  code: z.enum(countryCodes).optional(),
  ...counted,
})
export type KpiRow = z.output<typeof KpiRow>

/** The records of one country that the actor may see, counted. */
const CountryRow = z.object({
  code: z.enum(countryCodes),
  country: z.string(),
  companies: z.number(),
  reports: z.number(),
  projects: z.number(),
})
export type CountryRow = z.output<typeof CountryRow>

const figure = (least: number, most: number, standard: number) =>
  z.coerce
    .number('This is not a number')
    .int('This is not a whole number')
    .min(least)
    .max(most, say('At most {count}', { count: most }))
    .default(standard)

const dashboardQuery = {
  dateFrom: day('Date from'),
  dateTo: day('Date to'),
  filterType: z.enum(filterTypes, 'USER, COUNTRY or COMPANY').default('USER'),
}

export const dashboardApi = {
  reportsKpi: endpoint({
    method: 'GET',
    path: '/api/dashboard/reportsKpi',
    access: dashboardPolicy.reportsKpi,
    summary:
      'Returns how many meeting reports were created from one day to another, both included, by user, country or company. With `compare`, also returns how many were created in the same number of days before.',
    input: z.strictObject({
      ...dashboardQuery,
      page: figure(0, 1_000_000, 0),
      size: figure(1, 500, 20),
      compare: yesOrNo.optional(),
    }),
    reply: z.object({
      data: z.array(KpiRow),
      totalElements: z.number(),
      totalPages: z.number(),
      /** The totals of all rows. */
      totalReports: z.number(),
      previousReports: z.number().optional(),
    }),
  }),
  countries: endpoint({
    method: 'GET',
    path: '/api/dashboard/countries',
    access: dashboardPolicy.countries,
    summary:
      'Returns how many companies, meeting reports and projects each country has, of those that you may see. Countries without any are left out.',
    input: emptyInput,
    reply: z.array(CountryRow),
    replyType: 'list',
  }),
  exportKpi: endpoint({
    method: 'POST',
    path: '/api/dashboard/reportsKpi/export',
    access: dashboardPolicy.exportKpi,
    summary: 'Prepares a download of the whole table and returns its address.',
    input: z.strictObject({ ...dashboardQuery, format: z.enum(['xlsx', 'csv'], 'xlsx or csv') }),
    reply: Ticket,
    returnsSecret: true,
  }),
  exportKpiFile: endpoint({
    method: 'GET',
    path: '/api/dashboard/reportsKpi/export/:ticket',
    access: 'anyone',
    summary: 'Returns the file that a ticket was issued for. The rights of the user who requested the ticket are checked again.',
    input: z.strictObject({ ticket: z.string().max(200) }),
    reply: fileReply,
    replyType: 'file',
  }),
}
