import { isCustomName } from '@tradewind/contract/kit/custom/custom.fields'
import type { FieldSpecs } from '@tradewind/contract/kit/entityFields'
import type { ListState } from '@tradewind/contract/kit/view'
import { useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { viewsAsked } from '#kit/api/asked'
import type { Input, RowOf } from '#kit/api/calls'
import { useList } from '#kit/api/query'
import { loadScript } from '#kit/browser/connection'
import { isAlike, isBare, PLAIN, readState, type Standing, writeState } from './address.ts'

/** The kinds whose lists have views. */
export type Viewed = Input<'GET /api/view/'>['entity']
export type View = RowOf<'GET /api/view/'>

/** What a list must say of itself to be filtered by conditions and shown in views. */
export interface Viewing extends Standing {
  kind: Viewed
  fields: FieldSpecs
  /** The fields that the tenant has added are on their way: conditions on them cannot be read yet. */
  isLearning: boolean
  /** Its columns by themselves. */
  columns: readonly string[]
}

export type Notice = 'missing' | 'dropped' | undefined

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
  isBare(params) && ![null, PLAIN].includes(params.get('view')) && target !== null

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
