import { z } from 'zod'
import { customIn, customOut, sortQuery } from '../kit/custom/custom.values.ts'
import { crud, type Endpoint, endpoint, id } from '../kit/endpoint.ts'
import { sortsOf } from '../kit/entityFields.ts'
import { filtersOf, inputSchema, recordSchema, whereOf } from '../kit/entitySchemas.ts'
import { exportCalls } from '../kit/export.ts'
import { atMost, countryOut, day, distinctValues } from '../kit/fields.ts'
import { history } from '../kit/history.ts'
import { phrase } from '../kit/phrase.ts'
import { say } from '../kit/say.ts'
import { historyOf } from '../platform/policies.ts'
import { CompanyInput } from './company.contract.ts'
import { CompanyNamed, ContactInput, missingAddress } from './contact.contract.ts'
import { meetingReportFields } from './meetingReport.fields.ts'
import { nextStepsFields } from './nextSteps.fields.ts'
import { meetingReportPolicy } from './policies.ts'
import { SummaryInput } from './summary.contract.ts'

const fields = inputSchema(meetingReportFields)
const MeetingReportInput = fields.extend({ eventType: fields.shape.eventType.default('CALL'), custom: customIn })

/** A person as a report names them. */
const Attendee = z.object({ uniqueId: id, fullName: z.string(), title: z.string(), email: z.string().nullable() })

export const MeetingReport = recordSchema(meetingReportFields).extend({
  custom: customOut,
  company: CompanyNamed.extend({ country: countryOut }),
  attendees: z.array(Attendee),
  createdByName: z.string().nullable(),
  /** The number of its summaries that the actor may see. */
  summaries: z.number(),
})
export type MeetingReport = z.output<typeof MeetingReport>

const sorts = sortsOf(meetingReportFields)
/** Both days are inclusive and required as a pair; one alone is rejected. */
const filters = {
  dateFrom: day('Date from').optional(),
  dateTo: day('Date to').optional(),
  ...filtersOf(meetingReportFields),
  ...whereOf(meetingReportFields, 'custom'),
  companyUID: id.optional(),
  /** A contact that attended. */
  contactId: id.optional(),
}

/** Rejects a single day with an error on the other field. */
const requireBothDays = <I extends z.ZodType<{ dateFrom?: string | undefined; dateTo?: string | undefined }>>(input: I) =>
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
const exports = exportCalls('/api/meetingReport', 'meeting reports', { access: meetingReportPolicy.export, sorts, filters })

export const meetingReportApi = {
  ...calls,
  list: { ...calls.list, input: requireBothDays(calls.list.input.extend(sortQuery(sorts))) },
  ...history('/api/meetingReport', 'meeting report', historyOf(meetingReportPolicy)),
  ...exports,
  export: { ...exports.export, input: requireBothDays(exports.export.input.extend(sortQuery(sorts))) },
}

/** The maximum number of each kind of record in one meeting. */
const MAX_PER_MEETING = 20

const boundedRecords = <S extends z.ZodType>(one: S) => {
  const tooMany = say('At most {count}', { count: MAX_PER_MEETING })
  return atMost(z.array(one, phrase('This is not a list')), MAX_PER_MEETING, tooMany).default([])
}

const { date, eventType } = inputSchema(meetingReportFields).shape
const Step = z.strictObject(inputSchema(nextStepsFields).omit({ summaryUID: true }).shape)
const Summary = z.strictObject({ ...SummaryInput.omit({ meetingReportUID: true }).shape, nextSteps: boundedRecords(Step) })
const NewContact = z.strictObject(ContactInput.omit({ companyId: true }).shape)

const { prompt: chooseCompany } = meetingReportFields.companyUID
const { prompt: chooseAttendees, maxItems: maxAttendees } = meetingReportFields.attendees

const Meeting = z
  .strictObject({
    date,
    eventType: eventType.default('CALL'),
    companyUID: z.uuid(chooseCompany).optional(),
    newCompany: z.strictObject(CompanyInput.shape).optional(),
    /** Existing contacts of the company. */
    attendees: distinctValues(id, chooseAttendees, maxAttendees).default([]),
    newContacts: boundedRecords(NewContact),
    summaries: boundedRecords(Summary),
    /** Values of the tenant's own fields of the report; the new company and the new contacts have their own. */
    custom: customIn,
  })
  .superRefine(({ companyUID, newCompany, attendees: existing, newContacts }, context) => {
    const fault = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message })
    if ((companyUID === undefined) === (newCompany === undefined)) fault('companyUID', chooseCompany)
    const attendeeCount = existing.length + newContacts.length
    if (attendeeCount === 0) fault('attendees', chooseAttendees)
    if (attendeeCount > maxAttendees)
      context.addIssue({ code: 'custom', path: ['attendees'], ...say('At most {count}', { count: maxAttendees }).error() })
  })

const missingInContact = missingAddress(true)
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null

/** What the new contacts of a meeting lack, by their places. */
export const missingInMeeting: NonNullable<Endpoint['missingFor']> = ({ newContacts }, actor) => {
  const contacts: unknown[] = Array.isArray(newContacts) ? newContacts.slice(0, MAX_PER_MEETING) : []
  const faults = contacts.flatMap((contact, at) =>
    Object.entries(isObject(contact) ? missingInContact(contact, actor) : {}).map(
      ([field, sentence]) => [`newContacts.${at}.${field}`, sentence] as const,
    ),
  )
  return Object.fromEntries(faults)
}

export const meetingApi = {
  create: endpoint({
    method: 'POST',
    path: '/api/meeting/',
    access: meetingReportPolicy.create,
    summary:
      'Creates everything about a meeting in one request: its report, a new company and new contacts, what was said and with whom that is shared, and the resulting tasks. All of it is saved, or nothing.',
    input: Meeting,
    reply: MeetingReport,
    replyType: 'created',
    bodyLimit: 3 * 1024 * 1024,
    faultsByItem: true,
    missingFor: missingInMeeting,
    message: 'The meeting was saved.',
  }),
}
