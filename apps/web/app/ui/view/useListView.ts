import { isCustomName } from '@tradewind/contract/kit/custom/custom.fields'
import type { FieldSpecs } from '@tradewind/contract/kit/entityFields'
import { columnWidth, type ListState, plainState } from '@tradewind/contract/kit/view'
import { useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { viewsAsked } from '#kit/api/asked'
import type { Input, RowOf } from '#kit/api/calls'
import { useList } from '#kit/api/query'
import { loadScript } from '#kit/browser/connection'

/** The view in the address that shows the whole list, if the list has a default view. */
const PLAIN = 'all'

/** The filters that a list's address may contain, and the default order. */
interface Standing {
  filters: readonly string[]
  sort: string
}

const listIn = (text: string | null) => (text ? text.split(',').filter(Boolean) : [])

const widthsIn = (text: string | null) =>
  Object.fromEntries(
    listIn(text).flatMap((part) => {
      const [name = '', width] = part.split(':')
      const pixels = Math.round(Number(width))
      return name && pixels >= columnWidth.least && pixels <= columnWidth.most ? [[name, pixels] as const] : []
    }),
  )

/** The state of the list in its address; missing values are the list's defaults. */
const readState = (params: URLSearchParams, { filters, sort }: Standing): ListState => {
  const size = Number(params.get('size'))
  return {
    ...plainState(params.get('sort') ?? sort),
    filters: Object.fromEntries(filters.flatMap((name) => (params.get(name) ? [[name, params.get(name)!]] : []))),
    where: params.getAll('where'),
    any: params.getAll('any'),
    q: params.get('q') ?? '',
    columns: listIn(params.get('cols')),
    widths: widthsIn(params.get('widths')),
    ...(Number.isInteger(size) && size > 0 && size <= 500 && { size }),
    density: params.get('rows') === 'roomy' ? 'roomy' : 'line',
  }
}

const written = ({ where, any, q, columns, widths, size, density }: ListState): Record<string, string[]> => ({
  where,
  any,
  q: q.trim() ? [q.trim()] : [],
  cols: columns.length > 0 ? [columns.join(',')] : [],
  widths: [
    Object.entries(widths)
      .map((entry) => entry.join(':'))
      .join(','),
  ].filter(Boolean),
  size: size === plainState().size ? [] : [String(size)],
  rows: density === 'line' ? [] : [density],
})

/** The address of a list in this state. It starts at the first page and keeps the current view. */
const writeState = (params: URLSearchParams, state: ListState, { filters, sort }: Standing) => {
  const next = new URLSearchParams(params)
  next.delete('page')
  next.delete('missing')
  for (const [name, values] of Object.entries(written(state))) {
    next.delete(name)
    for (const value of values) next.append(name, value)
  }
  for (const name of filters) {
    next.delete(name)
    if (state.filters[name]?.trim()) next.set(name, state.filters[name].trim())
  }
  // With a view the order is always written: without it the address would mean the saved view.
  if (next.has('view') || state.sort !== sort) next.set('sort', state.sort || sort)
  else next.delete('sort')
  return next
}

/** The address contains a view and nothing else: it is shown as it was saved. */
const isBare = (params: URLSearchParams) => [...params.keys()].every((name) => name === 'view')

const comparable = (state: ListState, { sort }: Standing, columns: readonly string[]) =>
  JSON.stringify([
    Object.entries(state.filters).toSorted(([one], [other]) => one.localeCompare(other)),
    state.where,
    state.any,
    state.q,
    state.sort || sort,
    state.columns.length > 0 ? state.columns : columns,
    Object.entries(state.widths).toSorted(([one], [other]) => one.localeCompare(other)),
    state.size,
    state.density,
  ])

/** Whether two states show the same list. `columns`: the list's default columns. */
const isAlike = (one: ListState, other: ListState, standing: Standing, columns: readonly string[]) =>
  comparable(one, standing, columns) === comparable(other, standing, columns)

/** The kinds whose lists have views. */
export type Viewed = Input<'GET /api/view/'>['entity']
export type View = RowOf<'GET /api/view/'>

/** The options of a list with conditions and views. */
interface Viewing extends Standing {
  kind: Viewed
  fields: FieldSpecs
  /** Custom fields are still loading: conditions on them cannot be read yet. */
  isLearning: boolean
  /** Its default columns. */
  columns: readonly string[]
}

type Notice = 'missing' | 'dropped' | undefined

/** How a list is shown: the state in its address, and the current view. */
export interface ListView {
  state: ListState
  change: (change: Partial<ListState>, how?: { replace?: boolean }) => void
  views: readonly View[]
  view: View | undefined
  /** Whether the state differs from the saved view. */
  isEdited: boolean
  /** The list's default view is still loading. */
  isPending: boolean
  isFiltered: boolean
  notice: Notice
  /** Shows the list by a view, or without one. */
  open: (view: View | undefined) => void
  /** Makes this view the current one without changing what is shown. */
  stay: (view: View) => void
}

const now = () => new URLSearchParams(location.search)

const opened = (view: View, viewing: Viewing) =>
  writeState(new URLSearchParams({ view: view.uniqueId }), { ...view.state, sort: view.state.sort || viewing.sort }, viewing)

/** The part of `ListView` that the tools above a list need. */
export type ListDisplay = Pick<ListView, 'state' | 'change' | 'notice'>

/** The display state of a list without views, such as one in a record's page, kept in the address. */
export const useListDisplay = (
  viewing: Omit<Viewing, 'kind' | 'columns'>,
): ListDisplay & Pick<ListView, 'isPending' | 'isFiltered'> => {
  const [params, setParams] = useSearchParams()
  const state = readState(params, viewing)
  const known = useKnown(viewing, state.where)
  return {
    state: { ...state, where: known ?? [] },
    isPending: !known,
    isFiltered: state.where.length > 0 || state.q !== '',
    notice: known !== undefined && known.length < state.where.length ? 'dropped' : undefined,
    change: (change, { replace = false } = {}) =>
      setParams(writeState(now(), { ...readState(now(), viewing), ...change }, viewing), { ...stays, replace }),
  }
}

/** The view that an address without a state of its own resolves to: its view, or the list's default one; null if the view does not exist. */
const leadsTo = (params: URLSearchParams, views: readonly View[]) => {
  if (!isBare(params)) return undefined
  const id = params.get('view')
  if (id === PLAIN) return undefined
  return id ? (views.find(({ uniqueId }) => uniqueId === id) ?? null) : views.find(({ isDefault }) => isDefault)
}

/** Loaded only once an address contains conditions. */
let knownIn: typeof import('./known.ts').knownIn | undefined

/** The conditions in the address that the list supports; undefined until that is known. */
const useKnown = ({ fields, isLearning }: Pick<Viewing, 'fields' | 'isLearning'>, where: readonly string[]) => {
  const [, setLoaded] = useState(knownIn !== undefined)
  const isAsked = where.length > 0
  useEffect(() => {
    if (!isAsked || knownIn) return
    const load = async () => {
      knownIn = (await loadScript(() => import('./known.ts'))).knownIn
      setLoaded(true)
    }
    void load()
  }, [isAsked])
  if (isLearning && where.some(isCustomName)) return undefined
  return isAsked ? knownIn?.(fields, where) : []
}

const stays = { preventScrollReset: true }

/** The address names only a view, whose state will be written to it. */
const isOnItsWay = (params: URLSearchParams, target: View | null | undefined) =>
  isBare(params) && !['', null, PLAIN].includes(params.get('view')) && target !== null

/** The conditions that must match, and the alternatives; and whether the address has unsupported ones. */
const useBothKnown = (viewing: Viewing, asked: ListState) => {
  const where = useKnown(viewing, asked.where)
  const any = useKnown(viewing, asked.any)
  if (!where || !any) return { where: [], any: [], isKnown: false, isLess: false }
  return { where, any, isKnown: true, isLess: where.length + any.length < asked.where.length + asked.any.length }
}

/** The state of a list that has views, kept in the address. */
export const useListView = (viewing: Viewing): ListView => {
  const [params, setParams] = useSearchParams()
  const missing = params.get('missing') === 'view'
  const list = useList('GET /api/view/', viewsAsked(viewing.kind))
  const views = list.data?.rows
  const target = views && leadsTo(params, views)
  const go = useEffectEvent(() => {
    if (target) setParams(opened(target, viewing), { ...stays, replace: true })
    if (target === null) setParams({ view: PLAIN, missing: 'view' }, { ...stays, replace: true })
  })
  useEffect(() => {
    if (target !== undefined) go()
  }, [target])
  const state = readState(params, viewing)
  const view = views?.find(({ uniqueId }) => uniqueId === params.get('view'))
  const known = useBothKnown(viewing, state)
  const open = (next: View | undefined) => {
    const plain = views?.some(({ isDefault }) => isDefault) ? { view: PLAIN } : {}
    setParams(next ? opened(next, viewing) : plain, stays)
  }
  return {
    state: { ...state, where: known.where, any: known.any },
    views: views ?? [],
    view,
    isEdited: view !== undefined && !isAlike(state, view.state, viewing, viewing.columns),
    isPending: !known.isKnown || (!list.error && isOnItsWay(params, target)),
    isFiltered: state.where.length + state.any.length > 0 || state.q !== '',
    notice: noticeOf(missing, view, known.isLess),
    open,
    stay: (saved) => setParams(withView(saved, viewing), { ...stays, replace: true }),
    change: (change, { replace = false } = {}) =>
      setParams(writeState(now(), { ...readState(now(), viewing), ...change }, viewing), { ...stays, replace }),
  }
}

const withView = (saved: View, viewing: Viewing) => {
  const params = now()
  params.set('view', saved.uniqueId)
  return writeState(params, readState(params, viewing), viewing)
}

const noticeOf = (missing: boolean, view: View | undefined, isUnknown: boolean): Notice => {
  if (missing) return 'missing'
  return view?.isDropped || isUnknown ? 'dropped' : undefined
}
