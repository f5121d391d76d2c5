import { ActionIcon, Group, Text } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import { useText } from '#kit/text'
import { nameOf, type Question } from '#ui/question/questionConfig'
import { moverOf, type Way } from './useMoves.ts'

interface PlaceProps {
  question: Question
  /** Counted from 1. */
  place: number
  last: number
  onMove: (way: Way) => void
}

const ways: Readonly<Record<string, Way>> = { ArrowUp: 'up', ArrowDown: 'down' }

/** The place of a question, with the buttons that move it. On either of them the arrow keys do the same. */
export const Place = ({ question, place, last, onMove }: PlaceProps) => {
  const onKeyDown = (event: KeyboardEvent) => {
    const way = ways[event.key]
    if (!way) return
    event.preventDefault()
    event.stopPropagation()
    onMove(way)
  }
  return (
    <Group gap={4} wrap="nowrap" onKeyDown={onKeyDown}>
      <Text span inherit miw="2ch">
        {place}
      </Text>
      <Mover question={question} way="up" isOver={place === 1} onMove={onMove} />
      <Mover question={question} way="down" isOver={place === last} onMove={onMove} />
    </Group>
  )
}

interface MoverProps extends Pick<PlaceProps, 'question' | 'onMove'> {
  way: Way
  /** It stands at the end already. The button keeps the focus. */
  isOver: boolean
}

const Mover = ({ question, way, isOver, onMove }: MoverProps) => {
  const t = useText()
  const Sign = way === 'up' ? IconArrowUp : IconArrowDown
  return (
    <ActionIcon
      id={moverOf(question.uniqueId, way)}
      variant="subtle"
      color="gray"
      aria-label={
        way === 'up' ? t('Move {name} up', { name: nameOf(question) }) : t('Move {name} down', { name: nameOf(question) })
      }
      aria-disabled={isOver}
      data-disabled={isOver}
      onClick={() => onMove(way)}
    >
      <Sign size={16} aria-hidden />
    </ActionIcon>
  )
}
