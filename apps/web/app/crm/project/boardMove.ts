import type { ProjectCompanyCard } from '@tradewind/contract/crm/project.contract'
import { levels } from '@tradewind/contract/crm/project.fields'
import {
  type KeyboardEvent,
  type PointerEvent as ReactPointerEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { Input } from '#kit/api/calls'
import { usePages } from '#kit/api/severalCalls'
import { useText } from '#kit/text'
import { useProjectCompanyField } from './useProjectColumns.tsx'

/** The fields by which a board can be divided into columns. */
export const boardFields = ['priority', 'potential', 'interest'] as const
export type BoardField = (typeof boardFields)[number]

/** The columns of a board, from left to right. */
export const columnNames = [...levels, 'none'] as const
export type ColumnName = (typeof columnNames)[number]

/** The page size of a column. */
const PAGE_SIZE = 20

/** The column of a card, by the value of the field. */
export const columnOf = (card: ProjectCompanyCard, by: BoardField): ColumnName => card[by] ?? 'none'
const levelOf = (columnName: ColumnName) => (columnName === 'none' ? null : columnName)

/** The loaded pages of a column. */
interface LoadedColumn {
  rows: readonly ProjectCompanyCard[]
  total: number
  estimated: boolean
}
export interface BoardColumn {
  columnName: ColumnName
  cards: ProjectCompanyCard[]
  total: number
  estimated: boolean
  /** The server has more. */
  hasMore: boolean
}

/** Later than every day: cards without a next contact come last. */
const NEVER = '9999-12-31'

const byNextContact = (one: ProjectCompanyCard, other: ProjectCompanyCard) =>
  (one.nextContact ?? NEVER).localeCompare(other.nextContact ?? NEVER) || one.uniqueId.localeCompare(other.uniqueId)

type LoadedColumns = Readonly<Record<ColumnName, LoadedColumn | undefined>>

/** The newest version of each card, and the columns whose lists contain it: none, if it is the card in the hand and these were loaded one after the other. */
const gatherCards = (loaded: LoadedColumns, held: ProjectCompanyCard | undefined) => {
  const cards = new Map<string, ProjectCompanyCard>()
  const sources = new Map<string, Set<ColumnName>>()
  const add = (card: ProjectCompanyCard, from: readonly ColumnName[]) => {
    const existing = cards.get(card.uniqueId)
    if (!existing || existing.updatedAt <= card.updatedAt) cards.set(card.uniqueId, card)
    sources.set(card.uniqueId, new Set([...(sources.get(card.uniqueId) ?? []), ...from]))
  }
  if (held) add(held, [])
  for (const columnName of columnNames) loaded[columnName]?.rows.forEach((card) => add(card, [columnName]))
  return { cards, sources }
}

/**
 * The columns as they are shown: each card once, in the column that `columnFor` returns, whichever list contains it. A card that is being moved,
 * or that is in two lists because these were loaded one after the other, counts in the column where it is shown. `held`: the card in the hand, which
 * is always shown.
 */
export const columnsOf = (
  loaded: LoadedColumns,
  columnFor: (card: ProjectCompanyCard) => ColumnName,
  held?: ProjectCompanyCard,
): BoardColumn[] => {
  const { cards, sources } = gatherCards(loaded, held)
  const totals = new Map<ColumnName, number>(columnNames.map((columnName) => [columnName, loaded[columnName]?.total ?? 0]))
  const add = (columnName: ColumnName, more: number) => totals.set(columnName, totals.get(columnName)! + more)
  for (const card of cards.values()) {
    const [current, from] = [columnFor(card), sources.get(card.uniqueId)!]
    for (const source of from) if (source !== current) add(source, -1)
    if (!from.has(current)) add(current, 1)
  }
  const all = [...cards.values()].toSorted(byNextContact)
  return columnNames.map((columnName) => {
    const columnCards = all.filter((card) => columnFor(card) === columnName)
    const { rows = [], total = 0, estimated = false } = loaded[columnName] ?? {}
    return { columnName, cards: columnCards, total: totals.get(columnName)!, estimated, hasMore: total > rows.length }
  })
}

/** The conditions and the words that the cards of a board match. */
export type BoardQuery = Pick<Input<'GET /api/projectCompany/project/:projectId'>, 'where' | 'any' | 'q'>

/** The lists of a board's columns, each with its own paging, ordered by the day of the next contact. */
export const useColumns = (projectId: string, by: BoardField, query: BoardQuery) => {
  const [pages, setPages] = useState<Partial<Record<ColumnName, number>>>({})
  const queryFor = (columnName: ColumnName) =>
    ({ projectId, ...query, sort: 'nextContact', counts: 'true', [by]: columnName }) as const
  const route = 'GET /api/projectCompany/project/:projectId'
  const pagingOf = (columnName: ColumnName) => ({ pages: pages[columnName] ?? 1, size: PAGE_SIZE })
  const lists = {
    HIGH: usePages(route, queryFor('HIGH'), pagingOf('HIGH')),
    MEDIUM: usePages(route, queryFor('MEDIUM'), pagingOf('MEDIUM')),
    LOW: usePages(route, queryFor('LOW'), pagingOf('LOW')),
    none: usePages(route, queryFor('none'), pagingOf('none')),
  }
  const all = Object.values(lists)
  return {
    listed: { HIGH: lists.HIGH.data, MEDIUM: lists.MEDIUM.data, LOW: lists.LOW.data, none: lists.none.data },
    isThere: all.every(({ data }) => data !== undefined),
    error: all.find(({ error, data }) => error && !data)?.error ?? null,
    refetch: () => void Promise.all(all.map(({ refetch }) => refetch())),
    isMoreComing: (columnName: ColumnName) => lists[columnName].isMoreComing,
    more: (columnName: ColumnName) => setPages((before) => ({ ...before, [columnName]: (before[columnName] ?? 1) + 1 })),
  }
}

/** Moves cards optimistically: each is shown in its new column until the server has confirmed or rejected the change. */
export const useMoving = (by: BoardField) => {
  const save = useProjectCompanyField()
  const [pendingMoves, setPendingMoves] = useState<Readonly<Record<string, ColumnName>>>({})
  const move = async (card: ProjectCompanyCard, to: ColumnName) => {
    if (columnOf(card, by) === to) return true
    setPendingMoves((before) => ({ ...before, [card.uniqueId]: to }))
    const isSaved = await save(card, by, levelOf(to))
    setPendingMoves((before) => Object.fromEntries(Object.entries(before).filter(([uniqueId]) => uniqueId !== card.uniqueId)))
    return isSaved
  }
  return { going: pendingMoves, move }
}

/** Pixels that a pointer must move before it is a drag and not a click. */
const DRAG_THRESHOLD = 5
/** Pixels from an edge within which a drag scrolls, and the pixels of one scroll step. */
const SCROLL_EDGE = 48
const SCROLL_STEP = 14
/** Milliseconds between two steps while the pointer rests. */
const SCROLL_INTERVAL = 30

/** A card that is being moved, as it was when that began: what others change meanwhile does not take it away, and is a conflict when it is dropped. */
interface HeldCard {
  card: ProjectCompanyCard
  from: ColumnName
}

interface Drag extends HeldCard {
  element: HTMLElement
  /** The element that scrolls horizontally. */
  board: HTMLElement | null
  /** How far that scrolls at most: the card that is dragged beyond its edge would extend it. */
  maxScroll: number
  start: { x: number; y: number }
  isStarted: boolean
}

/** The dragged card, and the column under the pointer. */
interface Dragged extends HeldCard {
  columnName: ColumnName | undefined
}

const columnUnder = ({ clientX, clientY }: PointerEvent) =>
  document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-column]')?.dataset['column'] as ColumnName | undefined

/** The position of the pointer on the page, independent of scrolling. */
const positionOf = ({ clientX, clientY }: Pick<PointerEvent, 'clientX' | 'clientY'>, board: HTMLElement | null) => ({
  x: clientX + (board?.scrollLeft ?? 0),
  y: clientY + window.scrollY,
})

const scrollAt = ({ clientX, clientY }: PointerEvent, { board, maxScroll }: Drag) => {
  if (board) {
    const { left, right } = board.getBoundingClientRect()
    if (clientX > right - SCROLL_EDGE) board.scrollLeft = Math.min(maxScroll, board.scrollLeft + SCROLL_STEP)
    else if (clientX < left + SCROLL_EDGE) board.scrollLeft -= SCROLL_STEP
  }
  if (clientY > window.innerHeight - SCROLL_EDGE) window.scrollBy(0, SCROLL_STEP)
  else if (clientY < SCROLL_EDGE) window.scrollBy(0, -SCROLL_STEP)
}

/** A mouse drags the whole card except its menu, also by its name; a finger only the handle, since elsewhere it scrolls. */
const isGrip = (event: ReactPointerEvent) => {
  const target = event.target as Element
  if (target.closest('[data-handle]')) return true
  return event.pointerType === 'mouse' && event.button === 0 && !target.closest('button')
}

/** The pointer handlers of a drag. `show`: receives the dragged card and the column under it. */
const createDragHandlers = (
  show: (dragged: Dragged | undefined) => void,
  drop: (card: ProjectCompanyCard, to: ColumnName) => void,
) => {
  let activeDrag: Drag | undefined
  let nextStep: ReturnType<typeof setTimeout> | undefined
  const end = () => {
    clearTimeout(nextStep)
    if (activeDrag) activeDrag.element.style.transform = ''
    activeDrag = undefined
    show(undefined)
  }
  const move = (event: PointerEvent) => {
    clearTimeout(nextStep)
    if (!activeDrag) return
    const spot = positionOf(event, activeDrag.board)
    const [x, y] = [spot.x - activeDrag.start.x, spot.y - activeDrag.start.y]
    activeDrag.isStarted ||= Math.hypot(x, y) > DRAG_THRESHOLD
    if (!activeDrag.isStarted) return
    nextStep = setTimeout(move, SCROLL_INTERVAL, event) // a pointer that rests at an edge sends no further events
    document.getSelection()?.removeAllRanges()
    scrollAt(event, activeDrag)
    activeDrag.element.style.transform = `translate(${x}px, ${y}px)`
    show({ card: activeDrag.card, from: activeDrag.from, columnName: columnUnder(event) })
  }
  const up = (event: PointerEvent) => {
    const dropped = activeDrag
    const to = activeDrag?.isStarted ? columnUnder(event) : undefined
    end()
    if (dropped && to) drop(dropped.card, to)
  }
  return {
    begin: (drag: Drag) => {
      activeDrag = drag
    },
    move,
    up,
    end,
  }
}

/** Drags cards with the pointer. `onDrop`: called with the card and the column where it was dropped. Escape cancels. */
export const useDrag = (onDrop: (card: ProjectCompanyCard, to: ColumnName) => void) => {
  const [dragged, setDragged] = useState<Dragged>()
  const drop = useEffectEvent(onDrop)
  const drag = useRef<ReturnType<typeof createDragHandlers>>(undefined)
  useEffect(() => {
    const show = (next: Dragged | undefined) =>
      setDragged((before) => (before?.card === next?.card && before?.columnName === next?.columnName ? before : next))
    const { move, up, end } = (drag.current = createDragHandlers(show, (card, to) => drop(card, to)))
    const stop = new AbortController()
    const options = { signal: stop.signal }
    addEventListener('pointermove', move, options)
    addEventListener('pointerup', up, options)
    addEventListener('pointercancel', end, options)
    addEventListener('keydown', ({ key }) => key === 'Escape' && end(), options)
    return () => {
      end()
      stop.abort()
    }
  }, [])
  const dragPropsOf = (card: ProjectCompanyCard, from: ColumnName) => ({
    onPointerDown: (event: ReactPointerEvent<HTMLElement>) => {
      if (!isGrip(event)) return
      const element = event.currentTarget
      const board = element.closest<HTMLElement>('[data-board]')
      const maxScroll = board ? board.scrollWidth - board.clientWidth : 0
      drag.current?.begin({ card, from, element, board, maxScroll, start: positionOf(event, board), isStarted: false })
    },
  })
  return { dragged, dragPropsOf }
}

interface LiftedCard extends HeldCard {
  to: ColumnName
}

interface LiftSpec {
  /** The name of a column. */
  nameOf: (columnName: ColumnName) => string
  onDrop: (card: ProjectCompanyCard, to: ColumnName) => void
}

const focusHandle = (cardId: string) => document.querySelector<HTMLElement>(`[data-card="${cardId}"]`)?.focus()

const handlesIn = (parent: Element | undefined) => [...(parent?.querySelectorAll<HTMLElement>('[data-card]') ?? [])]

/** Left and right move the focus from a handle to that of the card beside it, in the next column with cards. */
export const moveFocusBeside = (event: KeyboardEvent<HTMLElement>) => {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
  const from = event.target as HTMLElement
  if (!step || from.dataset['card'] === undefined) return
  const columns = [...event.currentTarget.querySelectorAll('[data-column]')].filter((column) => handlesIn(column).length > 0)
  const at = columns.findIndex((column) => column.contains(from))
  const row = handlesIn(columns[at]).indexOf(from)
  const beside = handlesIn(columns[at + step])
  if (beside.length === 0) return
  event.preventDefault()
  beside[Math.min(row, beside.length - 1)]!.focus()
}

/** Moves the focus to the first of the cards that a button has loaded: the button of the last cards goes away. Returns the handler of the button. */
export const useFocusMore = (column: RefObject<HTMLElement | null>, cardCount: number, onMore: () => void) => {
  const countBefore = useRef<number>(undefined)
  useEffect(() => {
    if (countBefore.current === undefined || cardCount <= countBefore.current) return
    const first = column.current?.querySelectorAll('li')[countBefore.current]
    countBefore.current = undefined
    if (document.activeElement === document.body) first?.querySelector<HTMLElement>('a, button')?.focus()
  }, [column, cardCount])
  return () => {
    countBefore.current = cardCount
    onMore()
  }
}

/** Keeps the focus on the card that was moved last: in another column it is another element. */
const useKeepFocus = () => {
  const cardIdRef = useRef<string>(undefined)
  useLayoutEffect(() => {
    if (cardIdRef.current && document.activeElement === document.body) focusHandle(cardIdRef.current)
  })
  return (uniqueId: string | undefined) => {
    cardIdRef.current = uniqueId
  }
}

const usePointerDown = (onPress: () => void) => {
  const handlePress = useEffectEvent(onPress)
  useEffect(() => {
    const onPointerDown = () => handlePress()
    addEventListener('pointerdown', onPointerDown)
    return () => removeEventListener('pointerdown', onPointerDown)
  }, [])
}

/**
 * Moves cards by keyboard: Space lifts the focused card, arrows move it to the adjacent columns, Space or Enter drops it, Escape cancels.
 * `said`: the announcement for screen readers.
 */
export const useKeyboardMove = ({ nameOf, onDrop }: LiftSpec) => {
  const t = useText()
  const [lifted, setLifted] = useState<LiftedCard>()
  const [message, setMessage] = useState('')
  const follow = useKeepFocus()
  const putBack = ({ card, from }: LiftedCard) => {
    setLifted(undefined)
    setMessage(t('{name} is back in {column}.', { name: card.company.legalName, column: nameOf(from) }))
  }
  usePointerDown(() => {
    follow(undefined)
    setLifted(undefined)
  })

  const lift = (card: ProjectCompanyCard, from: ColumnName) => {
    follow(card.uniqueId)
    focusHandle(card.uniqueId)
    setLifted({ card, from, to: from })
    setMessage(
      t('{name} is picked up, in {column}. Arrow keys move it, Space drops it, Escape cancels.', {
        name: card.company.legalName,
        column: nameOf(from),
      }),
    )
  }
  const moveBy = (liftedCard: LiftedCard, by: number) => {
    const to = columnNames[columnNames.indexOf(liftedCard.to) + by]
    if (!to) return
    setLifted({ ...liftedCard, to })
    const [column, number, count] = [nameOf(to), columnNames.indexOf(to) + 1, columnNames.length]
    setMessage(t('{column}, column {number} of {count}', { column, number, count }))
  }
  const drop = (liftedCard: LiftedCard) => {
    if (liftedCard.to === liftedCard.from) return putBack(liftedCard)
    setLifted(undefined)
    setMessage(t('{name} was dropped in {column}.', { name: liftedCard.card.company.legalName, column: nameOf(liftedCard.to) }))
    onDrop(liftedCard.card, liftedCard.to)
  }
  const keyHandlersOf = (liftedCard: LiftedCard): Readonly<Record<string, () => void>> => ({
    ArrowLeft: () => moveBy(liftedCard, -1),
    ArrowRight: () => moveBy(liftedCard, 1),
    ' ': () => drop(liftedCard),
    Enter: () => drop(liftedCard),
    Escape: () => putBack(liftedCard),
    Tab: () => {},
    ArrowUp: () => {},
    ArrowDown: () => {},
  })
  const onKeyDown = (card: ProjectCompanyCard, columnName: ColumnName) => (event: KeyboardEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget) return
    const isHeld = lifted?.card.uniqueId === card.uniqueId
    const act = isHeld ? keyHandlersOf(lifted)[event.key] : event.key === ' ' ? () => lift(card, columnName) : undefined
    if (!act) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }
  return { lifted, said: message, say: setMessage, onKeyDown }
}
