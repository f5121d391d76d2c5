import { Box, Button, Group, Text, Title } from '@mantine/core'
import { useId } from 'react'
import { moveAmong } from '#kit/browser/keyboard'
import { useText } from '#kit/text'
import { useTotal } from '#ui/values/useTotal'
import { BoardCard } from './BoardCard.tsx'
import type { Handling } from './handling.ts'
import type { BoardColumn } from './useColumns.ts'
import styles from './board.module.css'

interface ColumnProps extends BoardColumn, Handling {
  name: string
  /** A card is held over it. */
  isOver: boolean
  isMoreComing: boolean
  onMore: () => void
}

/** A column of a board: its name, how many there are in all, its cards, and the way to more of them. */
export const Column = (column: ColumnProps) => {
  const { place, name, cards, total, estimated, hasMore, isOver, isMoreComing, onMore, ...handling } = column
  const t = useText()
  const totalText = useTotal()
  const heading = useId()
  return (
    <section className={styles.column} data-column={place} data-over={isOver || undefined} aria-labelledby={heading}>
      <Group gap="xs" className={styles.head}>
        <Title order={3} size="sm" id={heading}>
          {name}
        </Title>
        <Text size="sm" c="dimmed" component="span" data-count>
          {totalText({ total, estimated })}
        </Text>
      </Group>
      {cards.length === 0 && (
        <Text size="sm" c="dimmed" className={styles.nothing}>
          {t('No companies')}
        </Text>
      )}
      {cards.length > 0 && (
        <Box component="ul" className={styles.cards} aria-labelledby={heading} onKeyDown={moveAmong('[data-card]')}>
          {cards.map((card) => (
            <li key={card.uniqueId}>
              <BoardCard card={card} place={place} {...handling} />
            </li>
          ))}
        </Box>
      )}
      {hasMore && (
        <Button variant="default" size="xs" onClick={onMore} loading={isMoreComing}>
          {t('Show more')}
        </Button>
      )}
    </section>
  )
}
