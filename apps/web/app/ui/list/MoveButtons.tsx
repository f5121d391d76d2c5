import { ActionIcon, Group } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { useText } from '#kit/text'

type Direction = 'up' | 'down'
const directionOfKey: Readonly<Record<string, Direction>> = { ArrowUp: 'up', ArrowDown: 'down' }

const moveButtonId = (uniqueId: string, direction: Direction) => `${direction}-${uniqueId}`

/** Returns a function that keeps the focus on the button of an item that is moved: when `items` have changed, its row may have been drawn anew. */
export const useFocusAfterMove = (items: unknown) => {
  const pressed = useRef<string>(undefined)
  useEffect(() => {
    if (pressed.current) document.getElementById(pressed.current)?.focus()
    pressed.current = undefined
  }, [items])
  return (uniqueId: string, direction: Direction) => {
    pressed.current = moveButtonId(uniqueId, direction)
  }
}

interface MoveButtonsProps {
  uniqueId: string
  name: string
  isFirst: boolean
  isLast: boolean
  onMove: (direction: Direction) => void
  /** Shown before the buttons, where the arrow keys have the same effect. */
  children?: ReactNode
}

/** Two buttons that move an item of a list by one position. On either of them the arrow keys do the same. */
export const MoveButtons = ({ uniqueId, name, isFirst, isLast, onMove, children }: MoveButtonsProps) => {
  const t = useText()
  const upLabel = t('Move {name} up', { name })
  const downLabel = t('Move {name} down', { name })
  const move = (direction: Direction) => (direction === 'up' ? isFirst : isLast) || onMove(direction)
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = directionOfKey[event.key]
    if (!direction) return
    event.preventDefault()
    event.stopPropagation()
    move(direction)
  }
  // At an end of the list the button is not disabled, so that it keeps the focus.
  const common = (direction: Direction, isAtEnd: boolean) => ({
    id: moveButtonId(uniqueId, direction),
    variant: 'subtle',
    color: 'gray',
    'aria-disabled': isAtEnd,
    'data-disabled': isAtEnd,
    onClick: () => move(direction),
  })
  return (
    <Group gap={4} wrap="nowrap" onKeyDown={onKeyDown}>
      {children}
      <ActionIcon {...common('up', isFirst)} aria-label={upLabel} title={upLabel}>
        <IconArrowUp size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon {...common('down', isLast)} aria-label={downLabel} title={downLabel}>
        <IconArrowDown size={16} aria-hidden />
      </ActionIcon>
    </Group>
  )
}
