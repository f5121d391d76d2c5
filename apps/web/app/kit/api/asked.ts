import type { CustomKind } from '@tradewind/contract/kit/custom/custom.fields'
import type { Input, Kind, Route } from '#kit/api/calls'
import { readAddress } from '#kit/browser/search-params'

/** What a list is asked as it opens, where its address says no more. */
export interface OpeningList {
  kind: Kind
  /** The newest first, unless it says so. */
  sort?: string
  size?: number
  asks?: Readonly<Record<string, string>>
  /** It has views, which may show it in another way. */
  viewed?: true
}

/** A call by its route, with what goes into it. */
export type Asking = readonly [route: Route, input: object]

/** How many rows a page of a list has unless it says so. */
export const ROWS = 20

/** How every list is asked: for a page, in an order, by filters. The total of a `totalLater` comes when it is counted. */
export const pageAsked = (
  { sort, page, size = ROWS, ...filters }: { sort: string; page: number; size?: number | undefined },
  totalLater: boolean,
) => ({ ...filters, sort, page: page - 1, size, ...(totalLater && { total: 'later' }) })

// Spelt anew here: every screen loads this file, and few need what else describes these fields.
const customKinds: readonly string[] = ['company', 'contact', 'meetingReport', 'projectCompany'] satisfies CustomKind[]

export const hasCustomFields = (kind: string) => customKinds.includes(kind)
/** The fields that the tenant has added to a kind: they are read once, for all screens. */
export const customFieldsAsked = (kind: CustomKind) => ({ kind, page: 0, size: 100 })
export const viewsAsked = (kind: Input<'GET /api/view/'>['entity']) => ({ entity: kind })

/** Words of an address that no list is filtered by: how it is shown, and what lies over it. */
const beside = ['view', 'missing', 'cols', 'widths', 'rows', 'page', 'sort', 'size', 'contacts', 'upload', 'tab']

const rowsAsked = ({ kind, sort: own = '-dateCreated', size: rows, asks }: OpeningList, params: URLSearchParams): Asking => {
  const names = [...new Set(params.keys())].filter((name) => !beside.includes(name))
  const found = names.map((name) => [name, ['where', 'any'].includes(name) ? params.getAll(name) : params.get(name)!] as const)
  const { page, sort } = readAddress(params, { filters: [], sort: own })
  const size = Number(params.get('size')) || rows
  return [`GET /api/${kind}/` as Route, pageAsked({ ...asks, ...Object.fromEntries(found), sort, page, size }, true)]
}

/** The address names a view and nothing of its own: that says what is asked. */
const isOfView = (params: URLSearchParams) => params.size === 1 && ![null, 'all'].includes(params.get('view'))

/** What a list asks as it opens at an address, before its script is there. What is asked in vain is dropped. */
export const openingCalls = (list: OpeningList, search = ''): Asking[] => {
  const { kind, viewed } = list
  const params = new URLSearchParams(search)
  return [
    ...(isOfView(params) ? [] : [rowsAsked(list, params)]),
    ...(viewed ? [['GET /api/view/', viewsAsked(kind as never)] as const] : []),
    ...(viewed && hasCustomFields(kind) ? [['GET /api/customField/', customFieldsAsked(kind as never)] as const] : []),
  ]
}

/** How many entries a part of a record's page opens with, and how many more it adds. */
export const STEP = 10

export const historyAsked = (uniqueId: string, size = STEP) => ({ uniqueId, page: 0, size })
