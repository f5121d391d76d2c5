import type { Input } from '#kit/api/calls'
import { pageAsked } from '#kit/api/opening'

/*
 * What the parts of a record's page ask, a function for each call: the parts take it from here, and what is prefetched while a pointer
 * rests on a link to the record.
 */

/** How many entries a part opens with, and how many more it adds. */
export const STEP = 10

type Timeline = Input<'GET /api/timeline/:kind/:uniqueId'>
export const timelineAsked = (of: Pick<Timeline, 'kind' | 'uniqueId'>, part?: Timeline['part'], size = STEP): Timeline => ({
  ...of,
  ...(part && { part }),
  page: 0,
  size,
})

export const historyAsked = (uniqueId: string, size = STEP) => ({ uniqueId, page: 0, size })

type Files = Input<'GET /api/attachment/'>
export const filesAsked = (kind: Files['kind'], record: string, size = STEP): Files => ({ kind, record, page: 0, size })

/** `dateTo`: today, 'YYYY-MM-DD'. */
export const lastMeetingAsked = (contactId: string, dateTo: string) =>
  ({ contactId, dateFrom: '1900-01-01', dateTo, sort: '-date', page: 0, size: 1 }) as const

/** Lists that have pages: which rows, in which order. */
export const summariesListed = (asks: Readonly<Record<string, string>>) => ({ asks, sort: '-dateCreated' }) as const
export const projectCompaniesListed = (projectId: string) => ({ asks: { projectId }, sort: 'company' }) as const

/** Their first page. */
export const firstPageOf = ({ asks, sort }: { asks: object; sort: string }) => pageAsked({ ...asks, sort, page: 1 }, false)
