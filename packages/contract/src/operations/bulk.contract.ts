import { z } from 'zod'
import { MAX_AT_ONCE } from '../crm/bulk/bulk.constants.ts'
import { BulkOperation, BulkOutcome } from '../crm/bulk/outcome.ts'
import { CompanyInput } from '../crm/company.contract.ts'
import { companyFields } from '../crm/company.fields.ts'
import { ContactInput } from '../crm/contact.contract.ts'
import { contactFields } from '../crm/contact.fields.ts'
import { eventFields } from '../crm/event.fields.ts'
import { meetingReportFields } from '../crm/meetingReport.fields.ts'
import { nextStepsFields, taskStates } from '../crm/nextSteps.fields.ts'
import {
  companyPolicy,
  contactPolicy,
  eventPolicy,
  meetingReportPolicy,
  nextStepsPolicy,
  projectCompanyPolicy,
  projectPolicy,
  summaryPolicy,
} from '../crm/policies.ts'
import { projectCompanyFields, projectFields } from '../crm/project.fields.ts'
import { summaryFields } from '../crm/summary.fields.ts'
import { customIn } from '../kit/custom/custom.values.ts'
import { byId, callsBehindSwitch, endpoint, id, listQuery, searchTerm } from '../kit/endpoint.ts'
import { filtersOf, inputSchema, whereOf } from '../kit/entitySchemas.ts'
import { atMost, day, yesOrNo } from '../kit/fields.ts'
import type { Policy } from '../kit/policy.ts'
import { say } from '../kit/say.ts'
import { writerFilters } from '../site/content.contract.ts'
import { contentBulkFields } from '../site/content.fields.ts'
import { leadFilters } from '../site/lead.contract.ts'
import { contentPolicy, leadPolicy } from '../site/policies.ts'
import { bulkPolicy } from './policies.ts'

const selectionFields = <F extends z.ZodRawShape>(filters: F) => ({
  ids: atMost(z.array(id).min(1, 'Name a record'), MAX_AT_ONCE).optional(),
  /** All records that match the list's filters. `count`: the number that the preview returned. */
  matching: z
    .strictObject({ ...filters, q: searchTerm, count: z.number().int('This is not a whole number').min(0).optional() })
    .optional(),
  dryRun: z.boolean().optional(),
})

interface Selected {
  ids?: readonly string[] | undefined
  matching?: object | undefined
  dryRun?: boolean | undefined
}

/** The records are named either by ids or by filters; filters need the preview's count. */
const checkSelection = ({ ids, matching, dryRun }: Selected, context: z.RefinementCtx) => {
  if (Boolean(ids) === Boolean(matching)) context.addIssue({ code: 'custom', path: ['ids'], ...say('Name records').error() })
  if (matching && (matching as { count?: number }).count === undefined && !dryRun)
    context.addIssue({ code: 'custom', path: ['matching'], ...say('Say how many records you expect').error() })
}

const hasValue = ([field, value]: [string, unknown]) =>
  value !== undefined && (field !== 'custom' || Object.keys(value as object).length > 0)

/** Changes with rules of their own, which are not made together with others. */
const separateChanges: ReadonlySet<string> = new Set(['addToProject', 'share', 'nextStepsStatus'])

const changeSchema = <C extends z.ZodRawShape>(fields: C) =>
  z.strictObject(fields).superRefine((change, context) => {
    const entries = Object.entries(change).filter(hasValue)
    const isAlone = entries.length === 1 || !entries.some(([name]) => separateChanges.has(name))
    if (entries.length === 0 || !isAlone) context.addIssue({ code: 'custom', ...say('Choose what to change').error() })
  })

interface SelectionSpec<F extends z.ZodRawShape> {
  names: string
  policy: Pick<Policy, 'update' | 'remove'>
  filters: F
}
interface Spec<F extends z.ZodRawShape, C extends z.ZodRawShape> extends SelectionSpec<F> {
  change: C
}

/** The call that deletes many records of a kind. */
const bulkRemoveCall = <const P extends string, F extends z.ZodRawShape>(path: P, { names, policy, filters }: SelectionSpec<F>) =>
  endpoint({
    method: 'DELETE',
    path: `${path}/bulk`,
    access: policy.remove,
    summary: `Moves many ${names} to the trash, with what belongs to them: those that are named, or all that match the filters. With \`dryRun\`, only returns how many.`,
    input: z.strictObject(selectionFields(filters)).superRefine(checkSelection),
    reply: BulkOutcome,
  })

/** The calls that change and delete many records of a kind. */
const bulkCalls = <const P extends string, F extends z.ZodRawShape, C extends z.ZodRawShape>(
  path: P,
  { names, policy, filters, change }: Spec<F, C>,
) => ({
  change: endpoint({
    method: 'PATCH',
    path: `${path}/bulk`,
    access: policy.update,
    summary: `Updates many ${names}: those that are named, or all that match the filters. With \`dryRun\`, only returns what would change. More than ${MAX_AT_ONCE} are updated by a job, which \`operation\` describes.`,
    input: z.strictObject({ ...selectionFields(filters), change: changeSchema(change) }).superRefine(checkSelection),
    reply: BulkOutcome,
  }),
  remove: bulkRemoveCall(path, { names, policy, filters }),
})

const sharedWith = (sentence: string) => atMost(z.array(id).min(1, sentence), 100).optional()

const company = bulkCalls('/api/company', {
  names: 'companies',
  policy: companyPolicy,
  filters: { ...filtersOf(companyFields), ...whereOf(companyFields, 'custom') },
  change: {
    ...CompanyInput.pick({ country: true, website: true, companyTypeList: true, address: true }).partial().shape,
    custom: customIn,
    addToProject: id.optional(),
  },
})
const contact = bulkCalls('/api/contact', {
  names: 'contacts',
  policy: contactPolicy,
  filters: { ...filtersOf(contactFields), ...whereOf(contactFields, 'custom'), companyId: id.optional() },
  change: {
    ...ContactInput.pick({ companyId: true, title: true, contactRole: true, number: true, language: true }).partial().shape,
    custom: customIn,
    addToProject: id.optional(),
  },
})
const meetingReport = bulkCalls('/api/meetingReport', {
  names: 'meeting reports',
  policy: meetingReportPolicy,
  filters: {
    ...filtersOf(meetingReportFields),
    ...whereOf(meetingReportFields, 'custom'),
    dateFrom: day('Date from').optional(),
    dateTo: day('Date to').optional(),
  },
  change: {
    ...inputSchema(meetingReportFields).pick({ date: true, eventType: true }).partial().shape,
    custom: customIn,
    /** Shares the summaries of the reports: ids of users and of projects, as for a single summary. Existing shares are kept. */
    share: sharedWith('Choose users or projects'),
  },
})
const summary = bulkCalls('/api/summary', {
  names: 'summaries',
  policy: summaryPolicy,
  filters: {
    ...filtersOf(summaryFields),
    ...whereOf(summaryFields),
    dateFrom: day('Date from').optional(),
    dateTo: day('Date to').optional(),
    companyUid: id.optional(),
  },
  /** Ids of users and of projects, as for a single summary. Existing shares are kept. */
  change: { share: sharedWith('Choose users or projects') },
})
const nextSteps = bulkCalls('/api/nextSteps', {
  names: 'tasks',
  policy: nextStepsPolicy,
  filters: {
    ...filtersOf(nextStepsFields),
    ...whereOf(nextStepsFields),
    nextStepsStatus: z.enum(taskStates, nextStepsFields.nextStepsStatus.prompt).optional(),
    assignedUser: id.optional(),
  },
  change: {
    ...inputSchema(nextStepsFields).pick({ assignedUser: true, byWhen: true }).partial().shape,
    /** Closes the tasks, by the rule of Mark Closed. */
    nextStepsStatus: z.literal('CLOSED', say('A closed task stays closed.')).optional(),
  },
})
const project = bulkCalls('/api/project', {
  names: 'projects',
  policy: projectPolicy,
  filters: { ...filtersOf(projectFields), ...whereOf(projectFields), sharedWithName: searchTerm },
  change: { ...inputSchema(projectFields).pick({ endDate: true }).partial().shape, share: sharedWith('Choose users') },
})
const projectCompany = bulkCalls('/api/projectCompany', {
  names: 'companies of projects',
  policy: projectCompanyPolicy,
  filters: {
    ...filtersOf(projectCompanyFields),
    ...whereOf(projectCompanyFields, 'custom'),
    projectName: searchTerm,
    sharedWithName: searchTerm,
    projectId: id.optional(),
  },
  change: {
    ...inputSchema(projectCompanyFields).pick({ priority: true, potential: true, interest: true, nextContact: true }).partial()
      .shape,
    custom: customIn,
  },
})
const event = bulkCalls('/api/event', {
  names: 'events',
  policy: eventPolicy,
  filters: { ...filtersOf(eventFields), ...whereOf(eventFields) },
  change: inputSchema(eventFields).pick({ location: true, organizer: true, organizerContact: true }).partial().shape,
})

const content = callsBehindSwitch(
  'CONTENT_ENABLED',
  bulkCalls('/api/content', {
    names: 'pieces of content',
    policy: contentPolicy,
    filters: writerFilters,
    change: { ...inputSchema(contentBulkFields).partial().shape, isPaidContent: yesOrNo.optional() },
  }),
)

export const bulkApi = {
  changeCompanies: company.change,
  removeCompanies: company.remove,
  changeContacts: contact.change,
  removeContacts: contact.remove,
  changeMeetingReports: meetingReport.change,
  removeMeetingReports: meetingReport.remove,
  changeSummaries: summary.change,
  removeSummaries: summary.remove,
  changeNextSteps: nextSteps.change,
  removeNextSteps: nextSteps.remove,
  changeProjects: project.change,
  removeProjects: project.remove,
  changeProjectCompanies: projectCompany.change,
  removeProjectCompanies: projectCompany.remove,
  changeEvents: event.change,
  removeEvents: event.remove,
  changeContent: content.change,
  removeContent: content.remove,
  removeLeads: bulkRemoveCall('/api/lead', {
    names: 'leads',
    policy: leadPolicy,
    filters: leadFilters,
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/bulk/',
    access: bulkPolicy.see,
    summary: 'Lists the bulk changes of the last 30 days, latest first: your own; tenant admins see all.',
    input: listQuery(['dateCreated'], {}).omit({ q: true }),
    reply: z.array(BulkOperation),
    replyType: 'list',
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/bulk/:uniqueId',
    access: bulkPolicy.see,
    summary: 'Returns the progress of a bulk change.',
    input: byId,
    reply: BulkOperation,
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/api/bulk/:uniqueId/cancel',
    access: bulkPolicy.cancel,
    summary:
      'Cancels a bulk change that waits or runs. What it has changed until then stays and can be undone. Does nothing if it was cancelled before.',
    input: byId,
    reply: BulkOperation,
  }),
  undo: endpoint({
    method: 'POST',
    path: '/api/bulk/:uniqueId/undo',
    access: bulkPolicy.undo,
    summary: 'Undoes a bulk change. What somebody has changed since stays as it is and is counted.',
    input: byId,
    reply: BulkOperation,
  }),
}
