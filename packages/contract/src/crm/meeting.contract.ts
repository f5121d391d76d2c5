import { z } from 'zod'
import { customIn } from '../kit/custom/custom.values.ts'
import { endpoint, id } from '../kit/endpoint.ts'
import { inputSchema } from '../kit/entitySchemas.ts'
import { atMost, several } from '../kit/fields.ts'
import { phrase, say } from '../kit/say.ts'
import { CompanyInput } from './company.contract.ts'
import { ContactInput } from './contact.contract.ts'
import { MeetingReport } from './meetingReport.contract.ts'
import { meetingReportFields } from './meetingReport.fields.ts'
import { meetingReportPolicy } from './meetingReport.policy.ts'
import { nextStepsFields } from './nextSteps.fields.ts'
import { SummaryInput } from './summary.contract.ts'

/** Of each at most, in one meeting. */
export const MOST_OF_MEETING = 20

const some = <S extends z.ZodType>(one: S) => {
  const tooMany = say('At most {count}', { count: MOST_OF_MEETING })
  return atMost(z.array(one, phrase('This is not a list')), MOST_OF_MEETING, tooMany).default([])
}

const { date, eventType } = inputSchema(meetingReportFields).shape
const Step = z.strictObject(inputSchema(nextStepsFields).omit({ summaryUID: true }).shape)
const Summary = z.strictObject({ ...SummaryInput.omit({ meetingReportUID: true }).shape, nextSteps: some(Step) })
const NewContact = z.strictObject(ContactInput.omit({ companyId: true }).shape)

const { prompt: chooseCompany } = meetingReportFields.companyUID
const { prompt: chooseAttendees, most: mostAttendees } = meetingReportFields.attendees

const Meeting = z
  .strictObject({
    date,
    eventType: eventType.default('CALL'),
    companyUID: z.uuid(chooseCompany).optional(),
    newCompany: z.strictObject(CompanyInput.shape).optional(),
    /** Contacts of the company that are there already. */
    attendees: several(id, chooseAttendees, mostAttendees).default([]),
    newContacts: some(NewContact),
    summaries: some(Summary),
    /** What the report holds in the fields that the tenant has added; the new company and contacts have their own. */
    custom: customIn,
  })
  .superRefine(({ companyUID, newCompany, attendees: known, newContacts }, context) => {
    const fault = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message })
    if ((companyUID === undefined) === (newCompany === undefined)) fault('companyUID', chooseCompany)
    if (known.length + newContacts.length === 0) fault('attendees', chooseAttendees)
  })

export const meetingApi = {
  create: endpoint({
    method: 'POST',
    path: '/api/meeting/',
    who: meetingReportPolicy.create,
    about:
      'Writes down a meeting at once: its report, a company and contacts that are new, what was said and with whom that is shared, and the tasks that come of it. All of it is saved, or nothing.',
    input: Meeting,
    reply: MeetingReport,
    answers: 'created',
    bodyLimit: 3 * 1024 * 1024,
    faultsByItem: true,
    says: 'The meeting was saved.',
  }),
}
