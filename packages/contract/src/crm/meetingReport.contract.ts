import { z } from 'zod'
import { countryOut } from '../kit/country.ts'
import { crud, id, needle, stamped } from '../kit/endpoint.ts'
import { exported } from '../kit/export.ts'
import { day, several } from '../kit/fields.ts'
import { history } from '../kit/history.ts'
import { historyOf } from '../platform/audit.policy.ts'
import { CompanyNamed } from './contact.contract.ts'
import { meetingReportPolicy } from './meetingReport.policy.ts'

export const eventTypes = ['CALL', 'WEB_MEETING', 'FACE_TO_FACE_MEETING', 'VISIT_AT_FAIR'] as const

const MeetingReportInput = z.object({
  /** The day of the meeting. It may lie in the future. */
  date: day('Date'),
  companyUID: z.uuid('Choose a company'),
  /** Contacts of the company. */
  attendees: several(id, 'Choose who attended', 200).refine((ids) => ids.length > 0, 'Choose who attended'),
  eventType: z.enum(eventTypes, 'Choose a type').default('CALL'),
})

/** A person as a report names them. */
const Attendee = z.object({ uniqueId: id, fullName: z.string(), title: z.string(), email: z.string().nullable() })

export const MeetingReport = z.object({
  ...stamped,
  date: z.string(),
  companyUID: id,
  company: CompanyNamed.extend({ country: countryOut }),
  attendees: z.array(Attendee),
  eventType: z.enum(eventTypes),
  createdByName: z.string().nullable(),
  /** How many summaries it has that who asks may see. */
  summaries: z.number(),
})
export type MeetingReport = z.output<typeof MeetingReport>

const sorts = ['dateCreated', 'date', 'company', 'country', 'eventType'] as const
/** The days apply as a pair alone, both included; one of them is refused. */
const filters = {
  dateFrom: day('Date from').optional(),
  dateTo: day('Date to').optional(),
  company: needle,
  country: needle,
  companyUID: id.optional(),
}

/** One day alone is refused at the other. */
const withBothDays = <I extends z.ZodType<{ dateFrom?: string | undefined; dateTo?: string | undefined }>>(input: I) =>
  input.superRefine(({ dateFrom, dateTo }, context) => {
    if (Boolean(dateFrom) === Boolean(dateTo)) return
    context.addIssue({ code: 'custom', path: [dateFrom ? 'dateTo' : 'dateFrom'], message: 'Give both dates' })
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
  list: { ...calls.list, input: withBothDays(calls.list.input) },
  ...history('/api/meetingReport', 'meeting report', historyOf(meetingReportPolicy)),
  ...exports,
  export: { ...exports.export, input: withBothDays(exports.export.input) },
}
