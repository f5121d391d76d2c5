import { Box, Button, Group, NativeSelect, Skeleton, Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import type { Project, ProjectCompanyCard } from '@tradewind/contract/crm/project.contract'
import { levelNames, projectCompanyFields } from '@tradewind/contract/crm/project.fields'
import { useId, useState } from 'react'
import { moveFocusAmong } from '#kit/browser/keyboard'
import { useParam } from '#kit/browser/search-params'
import { useText } from '#kit/text'
import { useFields } from '#ui/entity/useFields'
import { ErrorState } from '#ui/page/states'
import { useFormatCount } from '#ui/values/figures'
import { BoardCard, type Handling } from './BoardCard.tsx'
import {
  type BoardColumn,
  type BoardField,
  boardFields,
  columnsOf,
  levelOf,
  type ColumnName,
  columnOf,
  useColumns,
  useDrag,
  useKeyboardMove,
} from './boardMove.ts'
import { useProjectCompanyField } from './useProjectColumns.tsx'
import styles from './board.module.css'

const useColumnName = () => {
  const t = useText()
  return (columnName: ColumnName) => (columnName === 'none' ? t('None@@level') : t(levelNames[columnName]))
}

/** The companies of a project as cards, in columns by one of their level fields, which the address names. */
export const Board = ({ project }: { project: Project }) => {
  const t = useText()
  const { labels } = useFields(projectCompanyFields)
  const [byParam, setByParam] = useParam('by')
  const by = boardFields.find((field) => field === byParam) ?? 'priority'
  return (
    <Stack gap="xs">
      <Group>
        <NativeSelect
          size="xs"
          aria-label={t('Columns by')}
          data={boardFields.map((field) => ({ value: field, label: t('By {field}', { field: labels[field] }) }))}
          value={by}
          onChange={({ currentTarget: { value } }) => setByParam(value === 'priority' ? '' : value)}
        />
      </Group>
      <Columns key={by} project={project} field={by} />
    </Stack>
  )
}

/** Moves cards optimistically: each is shown in its new column until the server has confirmed or rejected the change. */
const useMoving = (by: BoardField) => {
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

const Columns = ({ project, field }: { project: Project; field: BoardField }) => {
  const t = useText()
  const { listed, isThere, error, refetch, more, isMoreComing } = useColumns(project.uniqueId, field)
  const nameOf = useColumnName()
  const { going, move } = useMoving(field)
  const moveTo = async (card: ProjectCompanyCard, to: ColumnName) => {
    if (await move(card, to)) return
    lift.say(t('{name} is back in {column}.', { name: card.company.legalName, column: nameOf(columnOf(card, field)) }))
  }
  const lift = useKeyboardMove({ nameOf, onDrop: (card, to) => void moveTo(card, to) })
  const columnFor = (card: ProjectCompanyCard) => {
    if (lift.lifted?.card.uniqueId === card.uniqueId) return lift.lifted.to
    return going[card.uniqueId] ?? columnOf(card, field)
  }
  const columns = columnsOf(listed, columnFor)
  const { dragged, dragPropsOf } = useDrag((uniqueId, to) => {
    const card = columns.flatMap(({ cards }) => cards).find((one) => one.uniqueId === uniqueId)
    if (card) void moveTo(card, to)
  })
  if (error) return <ErrorState failure={error} onRetry={refetch} />
  if (!isThere) return <Skeleton height={320} />
  return (
    <div className={styles.board} data-board>
      {columns.map((column) => (
        <Column
          key={column.columnName}
          {...column}
          name={nameOf(column.columnName)}
          nameOf={nameOf}
          isDropTarget={dragged?.columnName === column.columnName}
          heldCardId={lift.lifted?.card.uniqueId ?? dragged?.uniqueId}
          dragPropsOf={dragPropsOf}
          onKeyDown={lift.onKeyDown}
          onMove={(card, to) => void moveTo(card, to)}
          onMore={() => more(column.columnName)}
          isMoreComing={isMoreComing(column.columnName)}
        />
      ))}
      <VisuallyHidden role="status" aria-live="assertive">
        {lift.said}
      </VisuallyHidden>
    </div>
  )
}

interface ColumnProps extends BoardColumn, Handling {
  name: string
  /** A card is being dragged over it. */
  isDropTarget: boolean
  isMoreComing: boolean
  onMore: () => void
}

/** A column of a board: its name, the total number of its cards, the cards, and a button to show more. */
const Column = (column: ColumnProps) => {
  const { columnName, name, cards, total, estimated, hasMore, isDropTarget, isMoreComing, onMore, ...handling } = column
  const t = useText()
  const figure = useFormatCount()
  const heading = useId()
  return (
    <section className={styles.column} data-column={columnName} data-over={isDropTarget || undefined} aria-labelledby={heading}>
      <Group gap="xs" className={styles.head}>
        <Title order={3} size="sm" id={heading}>
          {name}
        </Title>
        <Text size="sm" c="dimmed" component="span" data-count>
          {figure({ total, estimated })}
        </Text>
      </Group>
      {cards.length === 0 && (
        <Text size="sm" c="dimmed" className={styles.nothing}>
          {t('No companies')}
        </Text>
      )}
      {cards.length > 0 && (
        <Box component="ul" className={styles.cards} aria-labelledby={heading} onKeyDown={moveFocusAmong('[data-card]')}>
          {cards.map((card) => (
            <li key={card.uniqueId}>
              <BoardCard card={card} columnName={columnName} {...handling} />
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
