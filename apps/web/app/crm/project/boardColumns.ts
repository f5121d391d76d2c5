import type { ProjectCompanyCard } from '@tradewind/contract/crm/project.contract'
import { levels } from '@tradewind/contract/crm/project.fields'
import { useState } from 'react'
import { usePages } from '#kit/api/pages'

/** What the columns of a board are made by. */
export const boardFields = ['priority', 'potential', 'interest'] as const
export type BoardField = (typeof boardFields)[number]

/** The columns of a board, from left to right. */
export const places = [...levels, 'none'] as const
export type Place = (typeof places)[number]

/** Cards that a column shows more of at a time. */
const SIZE = 20

/** The column that a card is in, by its own field. */
export const placeIn = (card: ProjectCompanyCard, by: BoardField): Place => card[by] ?? 'none'
export const levelOf = (place: Place) => (place === 'none' ? null : place)

/** What the list of a column holds. */
export interface Listed {
  rows: readonly ProjectCompanyCard[]
  total: number
  estimated: boolean
}
export interface BoardColumn {
  place: Place
  cards: ProjectCompanyCard[]
  total: number
  estimated: boolean
  /** There are more on the server. */
  hasMore: boolean
}

const byNextContact = (one: ProjectCompanyCard, other: ProjectCompanyCard) =>
  (one.nextContact ?? '~').localeCompare(other.nextContact ?? '~') || one.uniqueId.localeCompare(other.uniqueId)

/**
 * The columns as they are shown: each card once, in the column that `placeOf` says, whichever list it came with. A card that is moved, and
 * one that is in two lists while these are asked for one after the other, counts where it is shown.
 */
export const columnsOf = (
  listed: Readonly<Record<Place, Listed | undefined>>,
  placeOf: (card: ProjectCompanyCard) => Place,
): BoardColumn[] => {
  const cards = new Map<string, ProjectCompanyCard>()
  const sources = new Map<string, Set<Place>>()
  for (const place of places)
    for (const card of listed[place]?.rows ?? []) {
      const known = cards.get(card.uniqueId)
      if (!known || known.updatedAt <= card.updatedAt) cards.set(card.uniqueId, card)
      sources.set(card.uniqueId, (sources.get(card.uniqueId) ?? new Set()).add(place))
    }
  const totals = new Map<Place, number>(places.map((place) => [place, listed[place]?.total ?? 0]))
  const add = (place: Place, more: number) => totals.set(place, totals.get(place)! + more)
  for (const card of cards.values()) {
    const [shown, from] = [placeOf(card), sources.get(card.uniqueId)!]
    for (const source of from) if (source !== shown) add(source, -1)
    if (!from.has(shown)) add(shown, 1)
  }
  const all = [...cards.values()].toSorted(byNextContact)
  return places.map((place) => {
    const inIt = all.filter((card) => placeOf(card) === place)
    const { rows = [], total = 0, estimated = false } = listed[place] ?? {}
    return { place, cards: inIt, total: totals.get(place)!, estimated, hasMore: total > rows.length }
  })
}

/** The lists of a board's columns, each of which pages on its own: what is due first comes first. */
export const useColumns = (projectId: string, by: BoardField) => {
  const [pages, setPages] = useState<Partial<Record<Place, number>>>({})
  const asked = (place: Place) => ({ projectId, sort: 'nextContact', counts: 'true', [by]: place }) as const
  const route = 'GET /api/projectCompany/project/:projectId'
  const sized = (place: Place) => ({ pages: pages[place] ?? 1, size: SIZE })
  const lists = {
    HIGH: usePages(route, asked('HIGH'), sized('HIGH')),
    MEDIUM: usePages(route, asked('MEDIUM'), sized('MEDIUM')),
    LOW: usePages(route, asked('LOW'), sized('LOW')),
    none: usePages(route, asked('none'), sized('none')),
  }
  const all = Object.values(lists)
  return {
    listed: { HIGH: lists.HIGH.data, MEDIUM: lists.MEDIUM.data, LOW: lists.LOW.data, none: lists.none.data },
    isThere: all.every(({ data }) => data !== undefined),
    error: all.find(({ error, data }) => error && !data)?.error ?? null,
    refetch: () => void Promise.all(all.map(({ refetch }) => refetch())),
    isMoreComing: (place: Place) => lists[place].isMoreComing,
    more: (place: Place) => setPages((before) => ({ ...before, [place]: (before[place] ?? 1) + 1 })),
  }
}
