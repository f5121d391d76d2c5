import { Anchor, Box, Button, Group, Skeleton, Stack, Text, Title, UnstyledButton, VisuallyHidden } from '@mantine/core'
import {
  type Icon,
  IconArrowsHorizontal,
  IconChecklist,
  IconGripVertical,
  IconReportAnalytics,
  IconUsers,
} from '@tabler/icons-react'
import { projectCompanyPolicy } from '@tradewind/contract/crm/policies'
import type { Project, ProjectCompanyCard } from '@tradewind/contract/crm/project.contract'
import { priorityNames, projectCompanyFields } from '@tradewind/contract/crm/project.fields'
import type { FieldSpecs } from '@tradewind/contract/kit/entityFields'
import { can } from '@tradewind/contract/kit/policy'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { projectCompaniesListing } from '#crm/record.feature'
import { useCurrentDay } from '#crm/useCurrentDay'
import { useArea } from '#kit/area'
import { moveFocusAmong } from '#kit/browser/keyboard'
import { useParam } from '#kit/browser/search-params'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { useCustomColumns } from '#ui/entity/useCustom'
import { useFields } from '#ui/entity/useFields'
import { NativeSelect } from '#ui/form/NativeSelect'
import { Menu, Tooltip } from '#ui/page/floating'
import { ErrorState } from '#ui/page/states'
import { Clip } from '#ui/values/Clip'
import { Day } from '#ui/values/Day'
import { useFormatCount } from '#ui/values/figures'
import { Chips } from '#ui/view/Chips'
import { SearchBox } from '#ui/view/ListTools'
import { useListDisplay } from '#ui/view/useListView'
import {
  type BoardColumn,
  type BoardField,
  type BoardQuery,
  boardFields,
  type ColumnName,
  columnNames,
  columnOf,
  columnsOf,
  useColumns,
  moveFocusBeside,
  useDrag,
  useFocusMore,
  useKeyboardMove,
  useMoving,
} from './boardMove.ts'
import { maySeeCompany, ProjectCompanyMenu } from './ProjectCompanyMenu.tsx'
import styles from './board.module.css'

const useColumnName = () => {
  const t = useText()
  return (columnName: ColumnName) => (columnName === 'none' ? t('None@@priority') : t(priorityNames[columnName]))
}

interface BoardProps {
  project: Project
  /** The fields that conditions can use. */
  fields: FieldSpecs
}

/** The companies of a project as cards, in columns by one of their level fields, which the address names, with the filters of its table. */
export const Board = ({ project, fields }: BoardProps) => {
  const t = useText()
  const { labels } = useFields(projectCompanyFields)
  const custom = useCustomColumns<ProjectCompanyCard>('projectCompany', {})
  const { failed } = custom
  const allFields = { ...fields, ...custom.specs }
  const { sort } = projectCompaniesListing(project.uniqueId)
  const { state, change, query, isPending } = useListDisplay({
    fields: allFields,
    isLearning: custom.isPending,
    filters: [],
    sort,
  })
  const [isAdding, setIsAdding] = useState(false)
  const [byParam, setByParam] = useParam('by')
  const by = boardFields.find((field) => field === byParam) ?? 'priority'
  return (
    <Stack gap="xs">
      <Group gap="xs" role="group" aria-label={t('Display options')}>
        <SearchBox value={state.q} onChange={(q) => change({ q }, { replace: true })} />
        <NativeSelect
          size="xs"
          aria-label={t('Columns by')}
          data={boardFields.map((field) => ({ value: field, label: t('By {field}', { field: labels[field] }) }))}
          value={by}
          onChange={({ currentTarget: { value } }) => setByParam(value === 'priority' ? '' : value)}
        />
        <Chips
          fields={allFields}
          where={state.where}
          any={state.any}
          onChange={change}
          isAdding={isAdding}
          onAddingChange={setIsAdding}
        />
      </Group>
      {failed && failed.error && <ErrorState failure={failed.error} onRetry={() => void failed.refetch()} />}
      {!failed && isPending && <Skeleton height={320} />}
      {!isPending && <Columns key={by} project={project} field={by} query={query} />}
    </Stack>
  )
}

interface ColumnsProps {
  project: Project
  field: BoardField
  /** The conditions and the words that its cards match. */
  query: BoardQuery
}

const Columns = ({ project, field, query }: ColumnsProps) => {
  const t = useText()
  const { listed, isThere, error, refetch, more, isMoreComing } = useColumns(project.uniqueId, field, query)
  const nameOf = useColumnName()
  const currentDay = useCurrentDay()
  const { going, move } = useMoving(field)
  const moveTo = async (card: ProjectCompanyCard, to: ColumnName) => {
    if (await move(card, to)) return
    lift.say(t('{name} is back in {column}.', { name: card.company.legalName, column: nameOf(columnOf(card, field)) }))
  }
  const lift = useKeyboardMove({ nameOf, onDrop: (card, to) => void moveTo(card, to) })
  const { dragged, dragPropsOf } = useDrag((card, to) => void moveTo(card, to))
  const columnFor = (card: ProjectCompanyCard) => {
    if (dragged?.card.uniqueId === card.uniqueId) return dragged.from
    if (lift.lifted?.card.uniqueId === card.uniqueId) return lift.lifted.to
    return going[card.uniqueId] ?? columnOf(card, field)
  }
  const held = dragged?.card ?? lift.lifted?.card
  const columns = columnsOf(listed, columnFor, held)
  if (error) return <ErrorState failure={error} onRetry={refetch} />
  if (!isThere) return <Skeleton height={320} />
  return (
    <Box className={styles.board} data-board onKeyDown={moveFocusBeside}>
      {columns.map((column) => (
        <Column
          key={column.columnName}
          {...column}
          name={nameOf(column.columnName)}
          currentDay={currentDay}
          nameOf={nameOf}
          isDropTarget={dragged?.columnName === column.columnName}
          heldCardId={held?.uniqueId}
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
    </Box>
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
  const section = useRef<HTMLElement>(null)
  const showMore = useFocusMore(section, cards.length, onMore)
  return (
    <section
      ref={section}
      className={styles.column}
      data-column={columnName}
      data-over={isDropTarget || undefined}
      aria-labelledby={heading}
    >
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
        <Button variant="default" size="xs" onClick={showMore} loading={isMoreComing}>
          {t('Show more')}
        </Button>
      )}
    </section>
  )
}

/** The handlers and the drag state that all cards of a board share. */
interface Handling {
  currentDay: string
  nameOf: (columnName: ColumnName) => string
  /** The id of the card that is lifted or dragged. */
  heldCardId: string | undefined
  dragPropsOf: (card: ProjectCompanyCard, from: ColumnName) => { onPointerDown: (event: PointerEvent<HTMLElement>) => void }
  onKeyDown: (card: ProjectCompanyCard, columnName: ColumnName) => (event: KeyboardEvent<HTMLElement>) => void
  onMove: (card: ProjectCompanyCard, to: ColumnName) => void
}

interface BoardCardProps extends Handling {
  card: ProjectCompanyCard
  columnName: ColumnName
}

/** A company of a project. Users who may change it can move it: by the mouse, by its handle, by the keyboard or by its menu. */
const BoardCard = ({ card, columnName, currentDay, nameOf, heldCardId, dragPropsOf, onKeyDown, onMove }: BoardCardProps) => {
  const t = useText()
  const may = can(useActor(), projectCompanyPolicy.update, card)
  const { legalName, country } = card.company
  return (
    <div
      role="group"
      aria-label={legalName}
      className={`${styles.card} quiet-links`}
      data-held={heldCardId === card.uniqueId || undefined}
      data-movable={may || undefined}
      {...(may && dragPropsOf(card, columnName))}
    >
      <Group wrap="nowrap" gap={4} align="flex-start">
        {may && (
          <UnstyledButton
            className={styles.handle}
            aria-label={t('Move {name}', { name: legalName })}
            title={t('Move {name}', { name: legalName })}
            aria-keyshortcuts="Space"
            aria-pressed={heldCardId === card.uniqueId}
            onKeyDown={onKeyDown(card, columnName)}
            data-handle
            data-card={card.uniqueId}
          >
            <IconGripVertical size={16} aria-hidden />
          </UnstyledButton>
        )}
        <div className={styles.name}>
          <Name card={card} {...(may && { onKeyDown: onKeyDown(card, columnName) })} />
          <Text size="xs" c="dimmed">
            {t(country)}
          </Text>
        </div>
        <ProjectCompanyMenu projectCompany={card}>
          {may && <MoveTo columnName={columnName} nameOf={nameOf} onMove={(to) => onMove(card, to)} />}
        </ProjectCompanyMenu>
      </Group>
      <CardFacts card={card} currentDay={currentDay} />
      <CardCounts card={card} />
    </div>
  )
}

interface NameProps {
  card: ProjectCompanyCard
  /** Handles the same keys as the card's handle. */
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void
}

const Name = ({ card, onKeyDown }: NameProps) => {
  const at = useArea()
  const { uniqueId, legalName } = card.company
  if (!maySeeCompany(useActor(), card))
    return (
      <Text span fw={600} size="sm">
        <Clip>{legalName}</Clip>
      </Text>
    )
  return (
    <Anchor
      component={Link}
      to={at(`company/show/${uniqueId}`)}
      prefetch="intent"
      fw={600}
      size="sm"
      draggable={false}
      onKeyDown={onKeyDown}
    >
      <Clip>{legalName}</Clip>
    </Anchor>
  )
}

interface MoveToProps {
  columnName: ColumnName
  nameOf: (columnName: ColumnName) => string
  onMove: (to: ColumnName) => void
}

const MoveTo = ({ columnName, nameOf, onMove }: MoveToProps) => {
  const t = useText()
  return (
    <>
      {columnNames
        .filter((one) => one !== columnName)
        .map((one) => (
          <Menu.Item key={one} onClick={() => onMove(one)} leftSection={<IconArrowsHorizontal size={16} aria-hidden />}>
            {t('Move to {column}', { column: nameOf(one) })}
          </Menu.Item>
        ))}
      <Menu.Divider />
    </>
  )
}

/** The main contact and the days of contact. Empty values are left out. */
const CardFacts = ({ card, currentDay }: { card: ProjectCompanyCard; currentDay: string }) => {
  const { mainContact, nextContact, lastContact } = card
  const t = useText()
  const { labels } = useFields(projectCompanyFields)
  const isOverdue = nextContact !== null && nextContact < currentDay
  const facts: [string, ReactNode][] = [
    ...(mainContact ? [[labels.mainContact, <Clip key="contact">{mainContact.fullName}</Clip>] as [string, ReactNode]] : []),
    ...(lastContact ? [[labels.lastContact, <Day key="last" at={lastContact} />] as [string, ReactNode]] : []),
  ]
  return (
    <dl className={styles.facts}>
      {nextContact && (
        <div>
          <dt>{labels.nextContact}</dt>
          <dd className={isOverdue ? styles.overdue : undefined}>
            <Day at={nextContact} />
            {isOverdue && ` · ${t('Overdue')}`}
          </dd>
        </div>
      )}
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The number of contacts, reports and open tasks that the actor may see. */
const CardCounts = ({ card }: { card: ProjectCompanyCard }) => {
  const t = useText()
  const { counts = {} } = card
  // Of another company the actor sees no contacts and reports, although it may have some.
  const seen = maySeeCompany(useActor(), card) ? counts : {}
  const countItems: [number | undefined, string, Icon][] = [
    [seen.contacts, t('Contacts'), IconUsers],
    [seen.reports, t('Reports'), IconReportAnalytics],
    [counts.openTasks, t('Open tasks'), IconChecklist],
  ]
  return (
    <Group gap="sm" className={styles.counts}>
      {countItems.map(([count, label, Sign]) => count !== undefined && <Count key={label} {...{ count, label, Sign }} />)}
    </Group>
  )
}

const Count = ({ count, label, Sign }: { count: number; label: string; Sign: Icon }) => {
  const figure = useFormatCount()
  return (
    <Tooltip label={label}>
      <span className={styles.count} role="img" aria-label={`${label}: ${figure(count)}`}>
        <Sign size={14} aria-hidden />
        {figure(count)}
      </span>
    </Tooltip>
  )
}
