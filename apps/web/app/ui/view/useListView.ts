import { isCustomName } from '@tradewind/contract/kit/custom/custom.fields'
import type { FieldSpecs } from '@tradewind/contract/kit/entityFields'
import { columnWidth, type ListState, plainState } from '@tradewind/contract/kit/view'
import { useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { viewsAsked } from '#kit/api/asked'
import type { Input, RowOf } from '#kit/api/calls'
import { useList } from '#kit/api/query'
import { loadScript } from '#kit/browser/connection'

/** The view of an address that shows all of a list, where the list opens with another one. */
const PLAIN = 'all'

/** The filters that a list's address may name, and the order where it names none. */
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

/** How the address shows its list; what it leaves out is as the list has it by itself. */
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

/** The address of a list that is shown so. It starts at the first page, and a view in it stays. */
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
  // Under a view the order is always said: without it the address would be that of the view, as it was saved.
  if (next.has('view') || state.sort !== sort) next.set('sort', state.sort || sort)
  else next.delete('sort')
  return next
}

/** The address names a view and nothing of its own: it is shown as it was saved. */
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

/** Whether two lists are shown alike. `columns`: those that the list has by itself. */
const isAlike = (one: ListState, other: ListState, standing: Standing, columns: readonly string[]) =>
  comparable(one, standing, columns) === comparable(other, standing, columns)

/** The kinds whose lists have views. */
export type Viewed = Input<'GET /api/view/'>['entity']
export type View = RowOf<'GET /api/view/'>

/** What a list must say of itself to be filtered by conditions and shown in views. */
interface Viewing extends Standing {
  kind: Viewed
  fields: FieldSpecs
  /** The fields that the tenant has added are on their way: conditions on them cannot be read yet. */
  isLearning: boolean
  /** Its columns by themselves. */
  columns: readonly string[]
}

type Notice = 'missing' | 'dropped' | undefined

/** How a list is shown: what its address says, and the view that this began as. */
export interface ListView {
  state: ListState
  change: (change: Partial<ListState>, how?: { replace?: boolean }) => void
  views: readonly View[]
  view: View | undefined
  /** It is shown in another way than the view was saved. */
  isEdited: boolean
  /** The list has a view of its own that is on its way. */
  isPending: boolean
  isFiltered: boolean
  notice: Notice
  /** Shows the list by a view, or all of it as it is by itself. */
  open: (view: View | undefined) => void
  /** Says that what is shown is this view now. */
  stay: (view: View) => void
}

const now = () => new URLSearchParams(location.search)

const opened = (view: View, viewing: Viewing) =>
  writeState(new URLSearchParams({ view: view.uniqueId }), { ...view.state, sort: view.state.sort || viewing.sort }, viewing)

/** What the tools above a list need of how it is shown. */
export type ListDisplay = Pick<ListView, 'state' | 'change' | 'notice'>

/** How a list without views is shown, such as one that is a part of a page: its address says it. */
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

/** Where an address leads that says nothing of its own: to its view, or to the one that the list opens with. */
const leadsTo = (params: URLSearchParams, views: readonly View[]) => {
  if (!isBare(params)) return undefined
  const id = params.get('view')
  if (id === PLAIN) return undefined
  return id ? (views.find(({ uniqueId }) => uniqueId === id) ?? null) : views.find(({ isDefault }) => isDefault)
}

/** What an address may ask is known once some address has asked for anything. */
let knownIn: typeof import('./known.ts').knownIn | undefined

/** The conditions of the address that the list knows; undefined until it is known which. */
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

/** The address names a view, and will say what that shows. */
const isOnItsWay = (params: URLSearchParams, target: View | null | undefined) =>
  isBare(params) && !['', null, PLAIN].includes(params.get('view')) && target !== null

/** Those that must hold and those of which one has to, and whether the address names others. */
const useBothKnown = (viewing: Viewing, asked: ListState) => {
  const where = useKnown(viewing, asked.where)
  const any = useKnown(viewing, asked.any)
  if (!where || !any) return { where: [], any: [], isKnown: false, isLess: false }
  return { where, any, isKnown: true, isLess: where.length + any.length < asked.where.length + asked.any.length }
}

/** The state of a list that has views: it lives in the address. */
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
