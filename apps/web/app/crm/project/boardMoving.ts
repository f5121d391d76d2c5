import type { ProjectCompanyCard } from '@tradewind/contract/crm/project.contract'
import { levels } from '@tradewind/contract/crm/project.fields'
import {
  type KeyboardEvent,
  type PointerEvent as ReactPointerEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { usePages } from '#kit/api/pages'
import { useText } from '#kit/text'

/** The fields by which a board can be divided into columns. */
export const boardFields = ['priority', 'potential', 'interest'] as const
export type BoardField = (typeof boardFields)[number]

/** The columns of a board, from left to right. */
export const places = [...levels, 'none'] as const
export type Place = (typeof places)[number]

/** The page size of a column. */
const SIZE = 20

/** The column of a card, by the value of the field. */
export const placeIn = (card: ProjectCompanyCard, by: BoardField): Place => card[by] ?? 'none'
export const levelOf = (place: Place) => (place === 'none' ? null : place)

/** The loaded pages of a column. */
interface Listed {
  rows: readonly ProjectCompanyCard[]
  total: number
  estimated: boolean
}
export interface BoardColumn {
  place: Place
  cards: ProjectCompanyCard[]
  total: number
  estimated: boolean
  /** The server has more. */
  hasMore: boolean
}

const byNextContact = (one: ProjectCompanyCard, other: ProjectCompanyCard) =>
  (one.nextContact ?? '~').localeCompare(other.nextContact ?? '~') || one.uniqueId.localeCompare(other.uniqueId)

/**
 * The columns as they are shown: each card once, in the column that `placeOf` returns, whichever list contains it. A card that is being moved,
 * or that is in two lists because these were loaded one after the other, counts in the column where it is shown.
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

/** The lists of a board's columns, each with its own paging, ordered by the day of the next contact. */
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

/** Pixels that a pointer must move before it is a drag and not a click. */
const SLACK = 5
/** Pixels from an edge within which a drag scrolls, and the pixels of one scroll step. */
const EDGE = 48
const STEP = 14

interface Drag {
  uniqueId: string
  card: HTMLElement
  /** The element that scrolls horizontally. */
  board: HTMLElement | null
  from: { x: number; y: number }
  began: boolean
}

/** The dragged card, and the column under the pointer. */
interface Dragged {
  uniqueId: string
  over: Place | undefined
}

const placeUnder = ({ clientX, clientY }: PointerEvent) =>
  document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-column]')?.dataset['column'] as Place | undefined

/** The position of the pointer on the page, independent of scrolling. */
const spotOf = ({ clientX, clientY }: Pick<PointerEvent, 'clientX' | 'clientY'>, board: HTMLElement | null) => ({
  x: clientX + (board?.scrollLeft ?? 0),
  y: clientY + window.scrollY,
})

const scrollAt = ({ clientX, clientY }: PointerEvent, board: HTMLElement | null) => {
  if (board) {
    const { left, right } = board.getBoundingClientRect()
    if (clientX > right - EDGE) board.scrollLeft += STEP
    else if (clientX < left + EDGE) board.scrollLeft -= STEP
  }
  if (clientY > window.innerHeight - EDGE) window.scrollBy(0, STEP)
  else if (clientY < EDGE) window.scrollBy(0, -STEP)
}

/** A mouse drags the whole card except its links and buttons; a finger only the handle, since elsewhere it scrolls. */
const isGrip = (event: ReactPointerEvent) => {
  const target = event.target as Element
  if (target.closest('[data-handle]')) return true
  return event.pointerType === 'mouse' && event.button === 0 && !target.closest('a, button')
}

/** The pointer handlers of a drag. `show`: receives the dragged card and the column under it. */
const dragging = (show: (dragged: Dragged | undefined) => void, drop: (uniqueId: string, to: Place) => void) => {
  let held: Drag | undefined
  const end = () => {
    if (held) held.card.style.transform = ''
    held = undefined
    show(undefined)
  }
  const move = (event: PointerEvent) => {
    if (!held) return
    const spot = spotOf(event, held.board)
    const [x, y] = [spot.x - held.from.x, spot.y - held.from.y]
    held.began ||= Math.hypot(x, y) > SLACK
    if (!held.began) return
    document.getSelection()?.removeAllRanges()
    scrollAt(event, held.board)
    held.card.style.transform = `translate(${x}px, ${y}px)`
    show({ uniqueId: held.uniqueId, over: placeUnder(event) })
  }
  const up = (event: PointerEvent) => {
    const dropped = held
    const to = held?.began ? placeUnder(event) : undefined
    end()
    if (dropped && to) drop(dropped.uniqueId, to)
  }
  return {
    begin: (drag: Drag) => {
      held = drag
    },
    move,
    up,
    end,
  }
}

/** Drags cards with the pointer. `onDrop`: called with the card and the column where it was dropped. Escape cancels. */
export const useDrag = (onDrop: (uniqueId: string, to: Place) => void) => {
  const [dragged, setDragged] = useState<Dragged>()
  const drop = useEffectEvent(onDrop)
  const drag = useRef<ReturnType<typeof dragging>>(undefined)
  useEffect(() => {
    const show = (next: Dragged | undefined) =>
      setDragged((before) => (before?.uniqueId === next?.uniqueId && before?.over === next?.over ? before : next))
    const { move, up, end } = (drag.current = dragging(show, (uniqueId, to) => drop(uniqueId, to)))
    const stop = new AbortController()
    const options = { signal: stop.signal }
    addEventListener('pointermove', move, options)
    addEventListener('pointerup', up, options)
    addEventListener('pointercancel', end, options)
    addEventListener('keydown', ({ key }) => key === 'Escape' && end(), options)
    return () => stop.abort()
  }, [])
  const grip = (uniqueId: string) => ({
    onPointerDown: (event: ReactPointerEvent<HTMLElement>) => {
      if (!isGrip(event)) return
      const card = event.currentTarget
      const board = card.closest<HTMLElement>('[data-board]')
      drag.current?.begin({ uniqueId, card, board, from: spotOf(event, board), began: false })
    },
  })
  return { dragged, grip }
}

interface Lifted {
  card: ProjectCompanyCard
  from: Place
  to: Place
}

interface LiftSpec {
  /** The name of a column. */
  nameOf: (place: Place) => string
  onDrop: (card: ProjectCompanyCard, to: Place) => void
}

/** Keeps the focus on the card that was moved last: in another column it is another element. */
const useFocusAlong = () => {
  const held = useRef<string>(undefined)
  useLayoutEffect(() => {
    if (held.current && document.activeElement === document.body)
      document.querySelector<HTMLElement>(`[data-card="${held.current}"]`)?.focus()
  })
  return (uniqueId: string | undefined) => {
    held.current = uniqueId
  }
}

const usePointerDown = (heard: () => void) => {
  const hear = useEffectEvent(heard)
  useEffect(() => {
    const onPointerDown = () => hear()
    addEventListener('pointerdown', onPointerDown)
    return () => removeEventListener('pointerdown', onPointerDown)
  }, [])
}

/**
 * Moves cards by keyboard: Space lifts the focused card, arrows move it to the adjacent columns, Space or Enter drops it, Escape cancels.
 * `said`: the announcement for screen readers.
 */
export const useLift = ({ nameOf, onDrop }: LiftSpec) => {
  const t = useText()
  const [lifted, setLifted] = useState<Lifted>()
  const [said, setSaid] = useState('')
  const follow = useFocusAlong()
  const putBack = ({ card, from }: Lifted) => {
    setLifted(undefined)
    setSaid(t('{name} is back in {column}.', { name: card.company.legalName, column: nameOf(from) }))
  }
  usePointerDown(() => {
    follow(undefined)
    setLifted(undefined)
  })

  const lift = (card: ProjectCompanyCard, from: Place) => {
    follow(card.uniqueId)
    setLifted({ card, from, to: from })
    setSaid(
      t('{name} is picked up, in {column}. Arrow keys move it, Space drops it, Escape cancels.', {
        name: card.company.legalName,
        column: nameOf(from),
      }),
    )
  }
  const carry = (held: Lifted, by: number) => {
    const to = places[places.indexOf(held.to) + by]
    if (!to) return
    setLifted({ ...held, to })
    const [column, number, count] = [nameOf(to), places.indexOf(to) + 1, places.length]
    setSaid(t('{column}, column {number} of {count}', { column, number, count }))
  }
  const drop = (held: Lifted) => {
    if (held.to === held.from) return putBack(held)
    setLifted(undefined)
    setSaid(t('{name} was dropped in {column}.', { name: held.card.company.legalName, column: nameOf(held.to) }))
    onDrop(held.card, held.to)
  }
  const whileLifted = (held: Lifted): Readonly<Record<string, () => void>> => ({
    ArrowLeft: () => carry(held, -1),
    ArrowRight: () => carry(held, 1),
    ' ': () => drop(held),
    Enter: () => drop(held),
    Escape: () => putBack(held),
    Tab: () => {},
    ArrowUp: () => {},
    ArrowDown: () => {},
  })
  const onKeyDown = (card: ProjectCompanyCard, place: Place) => (event: KeyboardEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget) return
    const isHeld = lifted?.card.uniqueId === card.uniqueId
    const act = isHeld ? whileLifted(lifted)[event.key] : event.key === ' ' ? () => lift(card, place) : undefined
    if (!act) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }
  return { lifted, said, say: setSaid, onKeyDown }
}
