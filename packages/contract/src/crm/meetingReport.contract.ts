import { z } from 'zod'
import { countryOut } from '../kit/country.ts'
import { customIn, customOut, sortedBy } from '../kit/custom/custom.values.ts'
import { crud, id } from '../kit/endpoint.ts'
import { sortsOf } from '../kit/entityFields.ts'
import { filtersOf, inputSchema, recordSchema, whereOf } from '../kit/entitySchemas.ts'
import { exported } from '../kit/export.ts'
import { day } from '../kit/fields.ts'
import { history } from '../kit/history.ts'
import { historyOf } from '../platform/audit.policy.ts'
import { CompanyNamed } from './contact.contract.ts'
import { meetingReportFields } from './meetingReport.fields.ts'
import { meetingReportPolicy } from './meetingReport.policy.ts'

const fields = inputSchema(meetingReportFields)
const MeetingReportInput = fields.extend({ eventType: fields.shape.eventType.default('CALL'), custom: customIn })

/** A person as a report names them. */
const Attendee = z.object({ uniqueId: id, fullName: z.string(), title: z.string(), email: z.string().nullable() })

export const MeetingReport = recordSchema(meetingReportFields).extend({
  custom: customOut,
  company: CompanyNamed.extend({ country: countryOut }),
  attendees: z.array(Attendee),
  createdByName: z.string().nullable(),
  /** How many summaries it has that who asks may see. */
  summaries: z.number(),
})
export type MeetingReport = z.output<typeof MeetingReport>

const sorts = sortsOf(meetingReportFields)
/** The days apply as a pair alone, both included; one of them is refused. */
const filters = {
  dateFrom: day('Date from').optional(),
  dateTo: day('Date to').optional(),
  ...filtersOf(meetingReportFields),
  ...whereOf(meetingReportFields, 'custom'),
  companyUID: id.optional(),
  /** Who attended. */
  contactId: id.optional(),
}

/** One day alone is refused at the other. */
const withBothDays = <I extends z.ZodType<{ dateFrom?: string | undefined; dateTo?: string | undefined }>>(input: I) =>
  input.superRefine(({ dateFrom, dateTo }, context) => {
    if (Boolean(dateFrom) === Boolean(dateTo)) return
    context.addIssue({ code: 'custom', path: [dateFrom ? 'dateTo' : 'dateFrom'], message: 'Enter both dates' })
  })

const calls = crud('/api/meetingReport', {
  name: 'meeting report',
  record: MeetingReport,
  input: MeetingReportInput,
  policy: meetingReportPolicy,
  sorts,
  filters,
})
const exports = exported('/api/meetingReport', 'meeting reports', { who: meetingReportPolicy.export, sorts, filters })

export const meetingReportApi = {
  ...calls,
  list: { ...calls.list, input: withBothDays(calls.list.input.extend(sortedBy(sorts))) },
  ...history('/api/meetingReport', 'meeting report', historyOf(meetingReportPolicy)),
  ...exports,
  export: { ...exports.export, input: withBothDays(exports.export.input.extend(sortedBy(sorts))) },
}
