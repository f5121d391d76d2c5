import type { AnnouncedKind } from '@tradewind/contract/kit/history'
import type { Input, Route } from '#kit/api/calls'

interface Shown<R extends Route> {
  kinds: readonly AnnouncedKind[]
  /** The parameter with the record that the call is about, if that is not in its path: news about other records do not concern it. */
  record?: keyof Input<R>
}

const ofCompanies = ['contact', 'meetingReport', 'nextSteps', 'projectCompany', 'summary'] as const
const ofTimelines = [...ofCompanies, 'company', 'project'] as const
const restorable = [...ofTimelines, 'assessment', 'auditQuestion', 'content', 'event', 'lead', 'reviewQuestion'] as const

/**
 * The kinds of record that calls show, besides the kind in their path: what is written of these makes the answers stale. Calls with a record in their path
 * are named where news without ids, of many records at once, concern them, too.
 */
const shownKinds: { [R in Extract<Route, `GET ${string}`>]?: Shown<R> } = {
  'GET /api/admin/': { kinds: ['user'] },
  'GET /api/admin/:uniqueId': { kinds: ['user'] },
  'GET /api/admin/history/:uniqueId': { kinds: ['user'] },
  'GET /api/admin/options': { kinds: ['user'] },
  'GET /api/attachment/': { kinds: ['company', 'contact', 'meetingReport', 'project'], record: 'record' },
  'GET /api/auditQuestion/answers': { kinds: ['assessment', 'lead'] },
  'GET /api/calendar/': { kinds: ['event', 'meetingReport', 'nextSteps', 'projectCompany'] },
  'GET /api/company/': { kinds: ['meetingReport'] },
  'GET /api/company/:uniqueId/counts': { kinds: ofCompanies },
  'GET /api/contact/': { kinds: ['review'] },
  'GET /api/contact/:uniqueId': { kinds: ['review'] },
  'GET /api/contact/:uniqueId/counts': { kinds: ofCompanies },
  'GET /api/contact/fetchAllByCompany/:companyId': { kinds: ['review'] },
  'GET /api/dashboard/countries': { kinds: ['company', 'meetingReport', 'projectCompany'] },
  'GET /api/dashboard/reportsKpi': { kinds: ['meetingReport'] },
  'GET /api/home/': { kinds: ['event', 'lead', 'meetingReport', 'nextSteps', 'project', 'projectCompany', 'review', 'summary'] },
  'GET /api/home/firstSteps': { kinds: ['company', 'contact', 'meetingReport', 'project', 'review', 'user'] },
  'GET /api/home/score': { kinds: ['review'] },
  'GET /api/lead/': { kinds: ['assessment', 'company', 'contact'] },
  'GET /api/meetingReport/': { kinds: ['contact', 'summary'] },
  'GET /api/nextSteps/': { kinds: ['user'] },
  'GET /api/nextSteps/:uniqueId': { kinds: ['user'] },
  'GET /api/nextSteps/fetchBySummary/:summaryId': { kinds: ['user'] },
  'GET /api/project/': { kinds: ['projectCompany', 'user'] },
  'GET /api/project/:uniqueId': { kinds: ['projectCompany', 'user'] },
  'GET /api/projectCompany/': { kinds: ['company', 'contact', 'meetingReport', 'project'] },
  'GET /api/projectCompany/project/:projectId': { kinds: ['company', 'contact', 'meetingReport', 'nextSteps', 'project'] },
  'GET /api/review/audience': { kinds: ['contact'] },
  'GET /api/review/audience/candidates': { kinds: ['contact'] },
  'GET /api/review/audience/selectable': { kinds: ['contact'] },
  'GET /api/review/lastContact/:uniqueId': { kinds: ['meetingReport'] },
  'GET /api/review/setting': { kinds: ['contact'] },
  'GET /api/review/tenant': { kinds: ['reviewQuestion'] },
  'GET /api/reviewLink/': { kinds: ['review'] },
  'GET /api/reviewLink/:uniqueId': { kinds: ['review'] },
  'GET /api/reviewOwnQuestion/': { kinds: ['review'] },
  'GET /api/reviewOwnQuestion/preview': { kinds: ['review', 'reviewQuestion'] },
  'GET /api/reviewReminder/': { kinds: ['review'] },
  'GET /api/reviewReminder/campaign': { kinds: ['review'] },
  'GET /api/reviewReminder/campaign/:uniqueId': { kinds: ['review'] },
  'GET /api/reviewTrigger/': { kinds: ['review'] },
  'GET /api/summary/': { kinds: ['nextSteps', 'project', 'user'] },
  'GET /api/summary/:uniqueId': { kinds: ['user'] },
  'GET /api/timeline/:kind/:uniqueId': { kinds: ofTimelines },
  'GET /api/topic/': { kinds: ['content', 'user'] },
  'GET /api/topic/:uniqueId': { kinds: ['content', 'user'] },
  'GET /api/trash/': { kinds: restorable },
  'GET /api/trash/kinds': { kinds: restorable },
  'GET /api/userPermission/': { kinds: ['permission', 'user'] },
}

/** What a call shows besides the kind in its path. */
export const shownBy = (route: string): { kinds: readonly string[]; record?: string } | undefined =>
  shownKinds[route as keyof typeof shownKinds]
