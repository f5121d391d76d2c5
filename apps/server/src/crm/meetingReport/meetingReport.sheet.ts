import { type CountryCode, countryName } from '@tradewind/contract/countries'
import type { ExportColumn } from '@tradewind/workbook/export'
import type { meetingReports } from '#crm/schema/meetingReport.table'

export const meetingReportColumns: readonly ExportColumn<typeof meetingReports.$inferSelect>[] = [
  { header: 'Created On', value: (report) => report.dateCreated, kind: 'date' },
  { header: 'Date', value: (report) => report.date, kind: 'date' },
  { header: 'Company', value: (report) => report.companyName, width: 40 },
  { header: 'Country', value: (report) => countryName(report.country as CountryCode), width: 24 },
  { header: 'EventType', value: (report) => report.eventType, width: 24 },
]
