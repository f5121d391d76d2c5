import { z } from 'zod'
import { crud, id, needle, stamped } from '../kit/endpoint.ts'
import { day, richText, several } from '../kit/fields.ts'
import { history } from '../kit/history.ts'
import { historyOf } from '../platform/policies.ts'
import { CompanyNamed } from './contact.contract.ts'
import { summaryPolicy } from './policies.ts'

const ids = (sentence: string) => several(id, sentence, 500)

/**
 * `sharedWith` takes ids of projects, as the specification's call sends, and of users: each is looked up as what it is. A change that
 * carries it names all users; all projects are those that it or `sharedWithProjects` names, and where neither names one they stay. An
 * empty `sharedWith` alone ends every share; beside a list of projects it ends those with users. An empty `sharedWithProjects` ends
 * the sharing with projects.
 */
export const SummaryInput = z.object({
  text: richText('Summary'),
  meetingReportUID: z.uuid('Choose a report'),
  sharedWith: ids('Choose whom to share it with').optional(),
  sharedWithProjects: ids('Choose projects').optional(),
})

export const UserRef = z.object({ uniqueId: id, fullName: z.string() })
export const ProjectRef = z.object({ uniqueId: id, name: z.string() })

export const Summary = z.object({
  ...stamped,
  /** Sanitised markup. */
  text: z.string(),
  /** The same without markup. */
  plainText: z.string(),
  meetingReportUID: id,
  meetingReport: z.object({ uniqueId: id, date: z.string(), eventType: z.string() }),
  meetingDate: z.string(),
  companyUid: id,
  company: CompanyNamed,
  sharedWith: z.array(UserRef),
  /** Those that who asks may see. */
  sharedWithProjects: z.array(ProjectRef),
  createdByName: z.string().nullable(),
  /** Tasks that came of it and are open, as far as who asks may see them. */
  openSteps: z.number(),
})
export type Summary = z.output<typeof Summary>

const sorts = ['dateCreated', 'meetingDate'] as const
/** Each day applies by itself, itself included. */
const filters = {
  dateFrom: day('Date from').optional(),
  dateTo: day('Date to').optional(),
  project: needle,
  company: needle,
  companyUid: id.optional(),
  projectUid: id.optional(),
  meetingReportUID: id.optional(),
  /** Who attended the meeting. */
  contactId: id.optional(),
}

const calls = crud('/api/summary', {
  name: 'summary',
  record: Summary,
  input: SummaryInput,
  policy: summaryPolicy,
  sorts,
  filters,
})

export const summaryApi = {
  ...calls,
  update: {
    ...calls.update,
    says: 'Summary updated successfully, an email will be shared with users who are in the sharing list.',
  },
  ...history('/api/summary', 'summary', historyOf(summaryPolicy)),
}
