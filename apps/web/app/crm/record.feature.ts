import {
  companyPolicy,
  contactPolicy,
  meetingReportPolicy,
  nextStepsPolicy,
  projectCompanyPolicy,
  projectPolicy,
  summaryPolicy,
} from '@tradewind/contract/crm/policies'
import type { Rules } from '@tradewind/contract/kit/policy'
import { historyOf } from '@tradewind/contract/platform/policies'
import type { ComponentType } from 'react'
import { customFieldsAsked, historyAsked, pageAsked, STEP } from '#kit/api/asked'
import type { Answer, Input, Route } from '#kit/api/calls'
import { countedBy, type Feature } from '#kit/feature'
import { phrase } from '#kit/text'
import { today } from '#ui/values/dates'

/*
 * The queries of the parts of a record's page, one function for each call. The parts use them, and so does the prefetch while the pointer
 * is over a link to the record.
 */

type Timeline = Input<'GET /api/timeline/:kind/:uniqueId'>
export const timelineAsked = (of: Pick<Timeline, 'kind' | 'uniqueId'>, part?: Timeline['part'], size = STEP): Timeline => ({
  ...of,
  ...(part && { part }),
  page: 0,
  size,
})

/** `dateTo`: today, 'YYYY-MM-DD'. */
export const lastMeetingAsked = (contactId: string, dateTo: string) =>
  ({ contactId, dateFrom: '1900-01-01', dateTo, sort: '-date', page: 0, size: 1 }) as const

/** Paged lists: the filter and the order. */
export const summariesListed = (asks: Readonly<Record<string, string>>) => ({ asks, sort: '-dateCreated' }) as const
export const projectCompaniesListed = (projectId: string) => ({ asks: { projectId }, sort: 'company' }) as const

/** The query for the first page. */
const firstPageOf = ({ asks, sort }: { asks: object; sort: string }) => pageAsked({ ...asks, sort, page: 1 }, false)

type OfContact = keyof Answer<'GET /api/contact/:uniqueId/counts'>
type Tab = ComponentType<{ uniqueId: string }>

const counted = {
  company: (of: OfContact | 'contact') =>
    countedBy(
      'GET /api/company/:uniqueId/counts',
      (uniqueId) => ({ uniqueId }),
      (counts) => counts[of],
    ),
  contact: (of: OfContact) =>
    countedBy(
      'GET /api/contact/:uniqueId/counts',
      (uniqueId) => ({ uniqueId }),
      (counts) => counts[of],
    ),
}

/** A list that both companies and contacts have. */
const onBoth = (
  { of, ...tab }: { of: OfContact; key: string; text: string; rules: Rules },
  load: () => Promise<{ CompanyTab: Tab; ContactTab: Tab }>,
) => [
  { ...tab, kind: 'company', load: async () => (await load()).CompanyTab, count: counted.company(of) },
  { ...tab, kind: 'contact', load: async () => (await load()).ContactTab, count: counted.contact(of) },
]

const merged = (kind: string, uniqueId: string) => [[`GET /api/${kind}/merged/:uniqueId` as Route, { uniqueId }]] as const
const timeline = (kind: string, uniqueId: string) =>
  [['GET /api/timeline/:kind/:uniqueId', timelineAsked({ kind: kind as 'company', uniqueId })]] as const
const history = (kind: string, uniqueId: string) =>
  [[`GET /api/${kind}/history/:uniqueId` as Route, historyAsked(uniqueId)]] as const
const summaries = (_: string, meetingReportUID: string) =>
  [['GET /api/summary/', firstPageOf(summariesListed({ meetingReportUID }))]] as const
const lastMeeting = (_: string, contactId: string) => [['GET /api/meetingReport/', lastMeetingAsked(contactId, today())]] as const
const companies = (_: string, projectId: string) =>
  [
    ['GET /api/projectCompany/project/:projectId', firstPageOf(projectCompaniesListed(projectId))],
    ['GET /api/customField/', customFieldsAsked('projectCompany')],
  ] as const

/** The tabs of a company's and a contact's page, and the queries of record pages. */
export const recordFeature: Feature = {
  recordCalls: [
    { kinds: ['company'], rules: companyPolicy.compare, calls: merged },
    { kinds: ['contact'], rules: contactPolicy.see, calls: merged },
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
      kind: 'company',
      key: 'contacts',
      text: phrase('Contacts'),
      rules: contactPolicy.see,
      load: async () => (await import('./record/ContactsTab.tsx')).ContactsTab,
      count: counted.company('contact'),
    },
    ...onBoth(
      { of: 'meetingReport', key: 'reports', text: phrase('Reports'), rules: meetingReportPolicy.see },
      () => import('./record/ReportsTab.tsx'),
    ),
    ...onBoth(
      { of: 'summary', key: 'summaries', text: phrase('Summaries'), rules: summaryPolicy.see },
      () => import('./record/SummariesTab.tsx'),
    ),
    ...onBoth(
      { of: 'nextSteps', key: 'tasks', text: phrase('Tasks'), rules: nextStepsPolicy.see },
      () => import('./record/TasksTab.tsx'),
    ),
    ...onBoth(
      { of: 'projectCompany', key: 'projects', text: phrase('Projects'), rules: projectCompanyPolicy.see },
      () => import('./record/ProjectsTab.tsx'),
    ),
  ],
}
