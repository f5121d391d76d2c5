import type { ProjectCompanyCard } from '@tradewind/contract/crm/project.contract'
import { type KeyboardEvent, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useText } from '#kit/text'
import { type Place, places } from './useColumns.ts'

interface Lifted {
  card: ProjectCompanyCard
  from: Place
  to: Place
}

interface LiftSpec {
  /** How a column is called. */
  nameOf: (place: Place) => string
  onDrop: (card: ProjectCompanyCard, to: Place) => void
}

/** The focus goes along with the card that was moved last: in another column it is another element. */
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
 * Moves cards by the keyboard: Space lifts the card that has the focus, arrows take it to the columns beside, Space or Enter drops it, Escape
 * takes it back. `said`: what whoever hears the page is told of it.
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
