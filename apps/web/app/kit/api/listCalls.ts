import type { CustomKind } from '@tradewind/contract/kit/custom/custom.fields'
import type { Input, Kind, Route } from '#kit/api/calls'
import { readAddress } from '#kit/browser/search-params'

/** The query that a list opens with, unless its address overrides it. */
export interface ListDefaults {
  kind: Kind
  /** Default: newest first. */
  sort?: string
  size?: number
  fixedInput?: Readonly<Record<string, string>>
  /** The list has saved views, which may show it differently. */
  viewed?: true
}

/** A call: its route and its input. */
export type CallRequest = readonly [route: Route, input: object]

/** The default number of rows on a page of a list. */
export const DEFAULT_PAGE_SIZE = 20

/** The input of every list call: page, order and filters. With `totalLater` the total is counted by a separate call. */
export const pageInput = (
  { sort, page, size = DEFAULT_PAGE_SIZE, ...filters }: { sort: string; page: number; size?: number | undefined },
  totalLater: boolean,
) => ({ ...filters, sort, page: page - 1, size, ...(totalLater && { total: 'later' }) })

// Repeated here: every screen loads this file, and few need the rest of the module that describes these fields.
const customKinds: readonly string[] = ['company', 'contact', 'meetingReport', 'projectCompany'] satisfies CustomKind[]

export const hasCustomFields = (kind: string) => customKinds.includes(kind)
/** The input that reads the tenant's custom fields of a kind: they are read once, for all screens. */
export const customFieldsInput = (kind: CustomKind) => ({ kind, page: 0, size: 100 })
export const viewsInput = (kind: Input<'GET /api/view/'>['entity']) => ({ entity: kind })

/** Parameters of an address that are not filters of a list: how it is shown, and which layers are open over it. */
const nonFilterParams = ['view', 'missing', 'cols', 'widths', 'rows', 'page', 'sort', 'size', 'contacts', 'upload', 'tab']

const rowsCall = (
  { kind, sort: own = '-dateCreated', size: rows, fixedInput }: ListDefaults,
  params: URLSearchParams,
): CallRequest => {
  const names = [...new Set(params.keys())].filter((name) => !nonFilterParams.includes(name))
  const filterEntries = names.map(
    (name) => [name, ['where', 'any'].includes(name) ? params.getAll(name) : params.get(name)!] as const,
  )
  const { page, sort } = readAddress(params, { filters: [], sort: own })
  const size = Number(params.get('size')) || rows
  return [
    `GET /api/${kind}/` as Route,
    pageInput({ ...fixedInput, ...Object.fromEntries(filterEntries), sort, page, size }, true),
  ]
}

/** The address names a view and nothing else: the view determines the query. */
const hasOnlyView = (params: URLSearchParams) => params.size === 1 && ![null, 'all'].includes(params.get('view'))

/** The calls that a list makes when it opens at an address, known before its script has loaded. Unused answers are dropped. */
export const openingCalls = (list: ListDefaults, search = ''): CallRequest[] => {
  const { kind, viewed } = list
  const params = new URLSearchParams(search)
  return [
    ...(hasOnlyView(params) ? [] : [rowsCall(list, params)]),
    ...(viewed ? [['GET /api/view/', viewsInput(kind as never)] as const] : []),
    ...(viewed && hasCustomFields(kind) ? [['GET /api/customField/', customFieldsInput(kind as never)] as const] : []),
  ]
}

/** How many entries a section of a record's page shows at first, and how many each click adds. */
export const ENTRIES_STEP = 10

export const historyInput = (uniqueId: string, size = ENTRIES_STEP) => ({ uniqueId, page: 0, size })
