import { isCustomName } from '@tradewind/contract/kit/custom/custom.fields'
import type { FieldSpecs } from '@tradewind/contract/kit/entityFields'
import { columnWidth, defaultListState, type ListState, pageSizes } from '@tradewind/contract/kit/view'
import { useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Input, RowOf } from '#kit/api/calls'
import { viewsInput } from '#kit/api/listCalls'
import { useList } from '#kit/api/query'
import { loadScript } from '#kit/browser/connection'

/** The view in the address that shows the whole list, if the list has a default view. */
const PLAIN = 'all'

/** The filters that a list's address may contain, the default order, and the default page size if it is a list's own. */
interface AddressDefaults {
  filters: readonly string[]
  sort: string
  size?: number | undefined
}

const splitList = (text: string | null) => (text ? text.split(',').filter(Boolean) : [])

const parseWidths = (text: string | null) =>
  Object.fromEntries(
    splitList(text).flatMap((part) => {
      const [name = '', width] = part.split(':')
      const pixels = Math.round(Number(width))
      return name && pixels >= columnWidth.min && pixels <= columnWidth.max ? [[name, pixels] as const] : []
    }),
  )

/** The state of the list in its address; missing values are the list's defaults. */
const readState = (params: URLSearchParams, { filters, sort, size: defaultSize }: AddressDefaults): ListState => {
  const size = Number(params.get('size'))
  return {
    ...defaultListState(params.get('sort') ?? sort, defaultSize),
    filters: Object.fromEntries(filters.flatMap((name) => (params.get(name) ? [[name, params.get(name)!]] : []))),
    where: params.getAll('where'),
    any: params.getAll('any'),
    q: params.get('q') ?? '',
    columns: splitList(params.get('cols')),
    widths: parseWidths(params.get('widths')),
    ...(Number.isInteger(size) && size > 0 && size <= 500 && { size }),
    density: params.get('rows') === 'roomy' ? 'roomy' : 'line',
  }
}

const toParams = (
  { where, any, q, columns, widths, size, density }: ListState,
  defaultSize: number,
): Record<string, string[]> => ({
  where,
  any,
  q: q.trim() ? [q.trim()] : [],
  cols: columns.length > 0 ? [columns.join(',')] : [],
  widths: [
    Object.entries(widths)
      .map((entry) => entry.join(':'))
      .join(','),
  ].filter(Boolean),
  size: size && size !== defaultSize ? [String(size)] : [],
  rows: density === 'line' ? [] : [density],
})

/** The address of a list in this state. It starts at the first page and keeps the current view. */
const writeState = (params: URLSearchParams, state: ListState, { filters, sort, size = pageSizes[0] }: AddressDefaults) => {
  const next = new URLSearchParams(params)
  next.delete('page')
  next.delete('missing')
  for (const [name, values] of Object.entries(toParams(state, size))) {
    next.delete(name)
    for (const value of values) next.append(name, value)
  }
  for (const name of filters) {
    next.delete(name)
    if (state.filters[name]?.trim()) next.set(name, state.filters[name].trim())
  }
  // With a view the order is always written: without it the address would mean the saved view.
  const order = state.sort || sort
  if (next.has('view') || order !== sort) next.set('sort', order)
  else next.delete('sort')
  return next
}

/** The address contains a view and nothing else: it is shown as it was saved. */
const hasOnlyView = (params: URLSearchParams) => [...params.keys()].every((name) => name === 'view')

const comparable = (state: ListState, { sort }: AddressDefaults, columns: readonly string[]) =>
  JSON.stringify([
    Object.entries(state.filters).map(String).toSorted(),
    state.where,
    state.any,
    state.q,
    state.sort || sort,
    state.columns.length > 0 ? state.columns : columns,
    Object.entries(state.widths).map(String).toSorted(),
    state.size,
    state.density,
  ])

/** Whether two states show the same list. `columns`: the list's default columns. */
const isSameState = (one: ListState, other: ListState, defaults: AddressDefaults, columns: readonly string[]) =>
  comparable(one, defaults, columns) === comparable(other, defaults, columns)

/** The conditions and the search words of a list, as its call takes them. */
const conditionQueryOf = ({ where, any, q }: Pick<ListState, 'where' | 'any' | 'q'>) => ({
  ...(where.length > 0 && { where }),
  ...(any.length > 0 && { any }),
  ...(q && { q }),
})

/** The change that removes everything that a list is filtered by. */
const noFilters = { filters: {}, where: [], any: [], q: '' } satisfies Partial<ListState>

/** The kinds whose lists have views. */
export type KindWithViews = Input<'GET /api/view/'>['entity']
export type View = RowOf<'GET /api/view/'>

/** The options of a list with conditions and views. */
interface ListViewOptions extends AddressDefaults {
  kind: KindWithViews
  fields: FieldSpecs
  /** Custom fields are still loading, or could not be loaded: conditions on them cannot be read. */
  isLearning: boolean
  /** Its default columns. */
  columns: readonly string[]
}

type Notice = 'missing' | 'dropped' | undefined

/** How a list is shown: the state in its address, and the current view. */
export interface ListView {
  state: ListState
  /** A change may depend on the state in the address, which can be newer than the rendered one. */
  change: (change: Partial<ListState> | ((now: ListState) => Partial<ListState>), how?: { replace?: boolean }) => void
  views: readonly View[]
  view: View | undefined
  /** Whether the state differs from the saved view. */
  isEdited: boolean
  /** The view as it was when the state last equalled it: others may have saved it since. */
  base: View | undefined
  /** The list's default view is still loading. */
  isPending: boolean
  isFiltered: boolean
  /** The conditions and the search words, as the list's call takes them. */
  query: ReturnType<typeof conditionQueryOf>
  /** Removes everything that the list is filtered by. */
  clear: () => void
  notice: Notice
  /** Shows the list by a view, or without one. */
  open: (view: View | undefined) => void
}

const currentParams = () => new URLSearchParams(location.search)

const paramsOfView = (view: View, options: ListViewOptions) =>
  writeState(new URLSearchParams({ view: view.uniqueId }), { ...view.state, sort: view.state.sort || options.sort }, options)

const keepScroll = { preventScrollReset: true }

const changeBy =
  (setParams: ReturnType<typeof useSearchParams>[1], defaults: AddressDefaults): ListView['change'] =>
  (change, how) => {
    const params = currentParams()
    const now = readState(params, defaults)
    const next = { ...now, ...(typeof change === 'function' ? change(now) : change) }
    setParams(writeState(params, next, defaults), { ...keepScroll, ...how })
  }

/** The part of `ListView` that the tools above a list need. */
export type ListDisplay = Pick<ListView, 'state' | 'change' | 'notice'>

/** The display state of a list without views, such as one in a record's page, kept in the address. */
export const useListDisplay = (
  options: Omit<ListViewOptions, 'kind' | 'columns'>,
): ListDisplay & Pick<ListView, 'isPending' | 'isFiltered' | 'query' | 'clear'> => {
  const [params, setParams] = useSearchParams()
  const inAddress = readState(params, options)
  const { where, any, isKnown, isLess } = useAllKnownConditions(options, inAddress)
  const state = { ...inAddress, where, any }
  const change = changeBy(setParams, options)
  return {
    state,
    query: conditionQueryOf(state),
    isPending: !isKnown,
    isFiltered: inAddress.where.length + inAddress.any.length > 0 || state.q !== '',
    notice: isLess ? 'dropped' : undefined,
    change,
    clear: () => change(noFilters),
  }
}

/** The view that an address without a state of its own resolves to: its view, or the list's default one; null if the view does not exist. */
const targetViewOf = (params: URLSearchParams, views: readonly View[]) => {
  if (!hasOnlyView(params)) return undefined
  const id = params.get('view')
  if (id === PLAIN) return undefined
  return id ? (views.find(({ uniqueId }) => uniqueId === id) ?? null) : views.find(({ isDefault }) => isDefault)
}

/** Loaded only once an address contains conditions. */
let knownIn: typeof import('./knownConditions.ts').knownConditions | undefined

/** The conditions in the address that the list supports; undefined until that is known. */
const useKnownConditions = ({ fields, isLearning }: Pick<ListViewOptions, 'fields' | 'isLearning'>, where: readonly string[]) => {
  const [, setLoaded] = useState(knownIn !== undefined)
  const hasConditions = where.length > 0
  useEffect(() => {
    if (!hasConditions || knownIn) return
    const load = async () => {
      knownIn = (await loadScript(() => import('./knownConditions.ts'))).knownConditions
      setLoaded(true)
    }
    void load()
  }, [hasConditions])
  if (isLearning && where.some(isCustomName)) return undefined
  return hasConditions ? knownIn?.(fields, where) : []
}

/** The address names only a view, whose state will be written to it. */
const isOpeningView = (params: URLSearchParams, target: View | null | undefined) =>
  hasOnlyView(params) && !['', null, PLAIN].includes(params.get('view')) && target !== null

/** The conditions that must match, and the alternatives; and whether the address has unsupported ones. */
const useAllKnownConditions = (options: Pick<ListViewOptions, 'fields' | 'isLearning'>, state: ListState) => {
  const where = useKnownConditions(options, state.where)
  const any = useKnownConditions(options, state.any)
  if (!where || !any) return { where: [], any: [], isKnown: false, isLess: false }
  return { where, any, isKnown: true, isLess: where.length + any.length < state.where.length + state.any.length }
}

/** The state of a list that has views, kept in the address. */
export const useListView = (options: ListViewOptions): ListView => {
  const [params, setParams] = useSearchParams()
  const missing = params.get('missing') === 'view'
  const list = useList('GET /api/view/', viewsInput(options.kind))
  const views = list.data?.rows
  const target = views && targetViewOf(params, views)
  const redirectToView = useEffectEvent(() => {
    if (target) setParams(paramsOfView(target, options), { ...keepScroll, replace: true })
    if (target === null) setParams({ view: PLAIN, missing: 'view' }, { ...keepScroll, replace: true })
  })
  useEffect(() => {
    if (target !== undefined) redirectToView()
  }, [target])
  const view = views?.find(({ uniqueId }) => uniqueId === params.get('view'))
  const isEdited = view !== undefined && !isSameState(readState(params, options), view.state, options, options.columns)
  const [base, setBase] = useState(view)
  if (isEdited ? base?.uniqueId !== view.uniqueId : base !== view) setBase(view)
  const display = useListDisplay(options)
  const open = (next: View | undefined) => {
    const plain = views?.some(({ isDefault }) => isDefault) ? { view: PLAIN } : {}
    setParams(next ? paramsOfView(next, options) : plain, keepScroll)
  }
  return {
    ...display,
    views: views ?? [],
    view,
    isEdited,
    base,
    isPending: display.isPending || (!list.error && isOpeningView(params, target)),
    notice: noticeOf(missing, view, display),
    open,
  }
}

const noticeOf = (missing: boolean, view: View | undefined, { notice }: ListDisplay): Notice => {
  if (missing) return 'missing'
  return view?.isDropped ? 'dropped' : notice
}
