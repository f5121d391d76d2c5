import {
  companyPolicy,
  contactPolicy,
  meetingReportPolicy,
  nextStepsPolicy,
  projectCompanyPolicy,
  projectPolicy,
  summaryPolicy,
} from '@tradewind/contract/crm/policies'
import { phrase } from '@tradewind/contract/kit/phrase'
import { historyOf } from '@tradewind/contract/platform/policies'
import type { Answer, Input, Route } from '#kit/api/calls'
import { customFieldsInput, ENTRIES_STEP, historyInput, pageInput } from '#kit/api/listCalls'
import { type Feature, tabCount } from '#kit/feature'
import { today } from '#ui/values/dates'

/*
 * The queries of the parts of a record's page, one function for each call. The parts use them, and so does the prefetch while the pointer
 * is over a link to the record.
 */

type Timeline = Input<'GET /api/timeline/:kind/:uniqueId'>
export const timelineQuery = (
  of: Pick<Timeline, 'kind' | 'uniqueId'>,
  part?: Timeline['part'],
  size = ENTRIES_STEP,
): Timeline => ({
  ...of,
  ...(part && { part }),
  page: 0,
  size,
})

/** `dateTo`: today, 'YYYY-MM-DD'. */
export const lastMeetingQuery = (contactId: string, dateTo: string) =>
  ({ contactId, dateFrom: '1900-01-01', dateTo, sort: '-date', page: 0, size: 1 }) as const

/** Paged lists: the filter and the order. */
export const summariesListing = (filters: Readonly<Record<string, string | readonly string[]>>) =>
  ({ fixedInput: filters, sort: '-dateCreated' }) as const
export const projectCompaniesListing = (projectId: string) => ({ fixedInput: { projectId }, sort: 'company' }) as const

/** The query for the first page. */
const firstPageOf = ({ fixedInput, sort }: { fixedInput: object; sort: string }) =>
  pageInput({ ...fixedInput, sort, page: 1 }, false)

/** How many records of a kind belong to the company or contact of the page. */
const countOf = (of: keyof Answer<'GET /api/company/:uniqueId/counts'>) => (kind: string) =>
  tabCount(
    `GET /api/${kind}/:uniqueId/counts` as 'GET /api/company/:uniqueId/counts',
    (uniqueId) => ({ uniqueId }),
    (counts) => counts[of],
  )

const mergeCalls = (kind: string, uniqueId: string) => [[`GET /api/${kind}/merged/:uniqueId` as Route, { uniqueId }]] as const
const timeline = (kind: string, uniqueId: string) =>
  [['GET /api/timeline/:kind/:uniqueId', timelineQuery({ kind: kind as 'company', uniqueId })]] as const
const history = (kind: string, uniqueId: string) =>
  [[`GET /api/${kind}/history/:uniqueId` as Route, historyInput(uniqueId)]] as const
const summaries = (_: string, meetingReportUID: string) =>
  [['GET /api/summary/', firstPageOf(summariesListing({ meetingReportUID }))]] as const
const lastMeeting = (_: string, contactId: string) => [['GET /api/meetingReport/', lastMeetingQuery(contactId, today())]] as const
const companies = (_: string, projectId: string) =>
  [
    ['GET /api/projectCompany/project/:projectId', firstPageOf(projectCompaniesListing(projectId))],
    ['GET /api/customField/', customFieldsInput('projectCompany')],
  ] as const

/** The tabs of a company's and a contact's page, and the queries of record pages. */
export const recordFeature: Feature = {
  recordCalls: [
    { kinds: ['company'], rules: companyPolicy.compare, calls: mergeCalls },
    { kinds: ['contact'], rules: contactPolicy.see, calls: mergeCalls },
    { kinds: ['company'], rules: companyPolicy.see, calls: timeline },
    { kinds: ['contact'], rules: contactPolicy.see, calls: timeline },
    { kinds: ['contact'], rules: meetingReportPolicy.see, calls: lastMeeting },
    { kinds: ['project'], rules: projectPolicy.see, calls: timeline },
    { kinds: ['project'], rules: projectPolicy.see, calls: companies },
    { kinds: ['meetingReport'], rules: meetingReportPolicy.see, calls: summaries },
    { kinds: ['meetingReport'], rules: historyOf(meetingReportPolicy), calls: history },
    { kinds: ['project'], rules: historyOf(projectPolicy), calls: history },
  ],
  recordTabs: [
    {
      kinds: ['company'],
      key: 'contacts',
      text: phrase('Contacts'),
      rules: contactPolicy.see,
      load: async () => (await import('./record/ContactsTab.tsx')).ContactsTab,
      count: countOf('contact'),
    },
    {
      kinds: ['company', 'contact'],
      key: 'reports',
      text: phrase('Reports'),
      rules: meetingReportPolicy.see,
      load: async () => (await import('./record/ReportsTab.tsx')).ReportsTab,
      count: countOf('meetingReport'),
    },
    {
      kinds: ['company', 'contact'],
      key: 'summaries',
      text: phrase('Summaries'),
      rules: summaryPolicy.see,
      load: async () => (await import('./record/SummariesTab.tsx')).SummariesTab,
      count: countOf('summary'),
    },
    {
      kinds: ['company', 'contact'],
      key: 'tasks',
      text: phrase('Tasks'),
      rules: nextStepsPolicy.see,
      load: async () => (await import('./record/TasksTab.tsx')).TasksTab,
      count: countOf('nextSteps'),
    },
    {
      kinds: ['company', 'contact'],
      key: 'projects',
      text: phrase('Projects'),
      rules: projectCompanyPolicy.see,
      load: async () => (await import('./record/ProjectsTab.tsx')).ProjectsTab,
      count: countOf('projectCompany'),
    },
  ],
}
