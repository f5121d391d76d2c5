import type { ProjectCompanyCard } from '@tradewind/contract/crm/project.contract'
import type { KeyboardEvent, PointerEvent } from 'react'
import type { Place } from './useColumns.ts'

/** What the cards of a board can do, and have done to them. */
export interface Handling {
  nameOf: (place: Place) => string
  /** The card that is lifted or dragged. */
  held: string | undefined
  grip: (uniqueId: string) => { onPointerDown: (event: PointerEvent<HTMLElement>) => void }
  onKeyDown: (card: ProjectCompanyCard, place: Place) => (event: KeyboardEvent<HTMLElement>) => void
  onMove: (card: ProjectCompanyCard, to: Place) => void
}
