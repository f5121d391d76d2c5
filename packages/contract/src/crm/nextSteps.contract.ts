import { z } from 'zod'
import { byId, crud, endpoint, id, listQuery } from '../kit/endpoint.ts'
import { sortsOf } from '../kit/entityFields.ts'
import { filtersOf, inputSchema, recordSchema, whereOf } from '../kit/entitySchemas.ts'
import { exportCalls } from '../kit/export.ts'
import { countryOut } from '../kit/fields.ts'
import { history } from '../kit/history.ts'
import { historyOf } from '../platform/policies.ts'
import { CompanyNamed } from './contact.contract.ts'
import { nextStepsFields, taskStates } from './nextSteps.fields.ts'
import { nextStepsPolicy } from './policies.ts'
import { UserRef } from './summary.contract.ts'

/** The number of seconds after closing within which the user who closed a task may reopen it: as long as Undo is shown, plus some time for the request. */
export const REOPEN_SECONDS = 60

const NextStep = recordSchema(nextStepsFields).extend({
  nextStepsStatus: z.enum(taskStates),
  assignedUser: UserRef,
  company: CompanyNamed,
  country: countryOut,
  createdByName: z.string().nullable(),
  /** Open, and its day has passed. */
  isOverdue: z.boolean(),
})
export type NextStep = z.output<typeof NextStep>

const sorts = sortsOf(nextStepsFields)
const exportFilters = {
  ...filtersOf(nextStepsFields),
  ...whereOf(nextStepsFields),
  nextStepsStatus: z.enum(taskStates, nextStepsFields.nextStepsStatus.prompt).optional(),
  assignedUser: id.optional(),
}
const filters = {
  ...exportFilters,
  summaryUID: id.optional(),
  companyUID: id.optional(),
  /** A contact that attended the meeting from which the task came. */
  contactId: id.optional(),
}

export const nextStepsApi = {
  ...crud('/api/nextSteps', {
    name: 'task',
    record: NextStep,
    input: inputSchema(nextStepsFields),
    policy: nextStepsPolicy,
    ignored: ['status'], // A task is created open, and is closed only by Mark Closed.
    sorts,
    filters,
  }),
  ...history('/api/nextSteps', 'task', historyOf(nextStepsPolicy)),
  ...exportCalls('/api/nextSteps', 'tasks', { access: nextStepsPolicy.export, sorts, filters: exportFilters }),
  fetchBySummary: endpoint({
    method: 'GET',
    path: '/api/nextSteps/fetchBySummary/:summaryId',
    access: nextStepsPolicy.see,
    summary: 'Lists the tasks that resulted from one summary.',
    input: listQuery(sorts, { summaryId: id }),
    reply: z.array(NextStep),
    replyType: 'list',
  }),
  markClosed: endpoint({
    method: 'PATCH',
    path: '/api/nextSteps/markClosed/:uniqueId',
    access: nextStepsPolicy.markClosed,
    summary: 'Closes a task. Only the user who closed it can undo that. A closed task stays closed.',
    input: byId,
    reply: NextStep,
    message: 'Task Closed Successfully!',
  }),
  reopen: endpoint({
    method: 'PATCH',
    path: '/api/nextSteps/reopen/:uniqueId',
    access: nextStepsPolicy.reopen,
    summary: `Undoes the closing of a task. Only the user who closed it can do so, within ${REOPEN_SECONDS} seconds.`,
    input: byId,
    reply: NextStep,
    message: 'The task is open again.',
  }),
}
