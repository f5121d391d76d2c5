import { z } from 'zod'
import { crud, id, recordFields, searchTerm } from '../kit/endpoint.ts'
import { sortsOf } from '../kit/entityFields.ts'
import { filtersOf, whereOf } from '../kit/entitySchemas.ts'
import { countryOut, day, distinctValues, richText } from '../kit/fields.ts'
import { history } from '../kit/history.ts'
import { historyOf } from '../platform/policies.ts'
import { CompanyNamed } from './contact.contract.ts'
import { summaryPolicy } from './policies.ts'
import { summaryFields } from './summary.fields.ts'

const ids = (sentence: string) => distinctValues(id, sentence, 500)

/**
 * `sharedWith` accepts ids of projects, as the specification's call sends, and of users; each is looked up as what it is. A change that contains it
 * names all users. All projects are those that it or `sharedWithProjects` names; where neither names one, the projects are unchanged. An empty
 * `sharedWith` alone ends every share; together with a list of projects it ends only the shares with users. An empty `sharedWithProjects` ends the
 * sharing with projects.
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
  ...recordFields,
  /** Sanitised markup. */
  text: z.string(),
  /** The same without markup. */
  plainText: z.string(),
  meetingReportUID: id,
  meetingReport: z.object({ uniqueId: id, date: z.string(), eventType: z.string() }),
  meetingDate: z.string(),
  companyUid: id,
  company: CompanyNamed,
  country: countryOut,
  sharedWith: z.array(UserRef),
  /** The projects that the actor may see. */
  sharedWithProjects: z.array(ProjectRef),
  createdByName: z.string().nullable(),
  /** The number of open tasks from it that the actor may see. */
  openSteps: z.number(),
})
export type Summary = z.output<typeof Summary>

/** Each day applies on its own, and is inclusive. */
const filters = {
  dateFrom: day('Date from').optional(),
  dateTo: day('Date to').optional(),
  project: searchTerm,
  ...filtersOf(summaryFields),
  ...whereOf(summaryFields),
  companyUid: id.optional(),
  projectUid: id.optional(),
  meetingReportUID: id.optional(),
  /** A contact that attended the meeting. */
  contactId: id.optional(),
}

const calls = crud('/api/summary', {
  name: 'summary',
  record: Summary,
  input: SummaryInput,
  policy: summaryPolicy,
  sorts: sortsOf(summaryFields),
  filters,
})

export const summaryApi = {
  ...calls,
  update: {
    ...calls.update,
    message: 'Summary updated successfully, an email will be shared with users who are in the sharing list.',
  },
  ...history('/api/summary', 'summary', historyOf(summaryPolicy)),
}
