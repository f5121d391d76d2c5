import { Anchor, Group, Text, UnstyledButton } from '@mantine/core'
import {
  type Icon,
  IconArrowsHorizontal,
  IconChecklist,
  IconGripVertical,
  IconReportAnalytics,
  IconUsers,
} from '@tabler/icons-react'
import { projectCompanyPolicy } from '@tradewind/contract/crm/policies'
import type { ProjectCompanyCard } from '@tradewind/contract/crm/project.contract'
import { projectCompanyFields } from '@tradewind/contract/crm/project.fields'
import { can } from '@tradewind/contract/kit/policy'
import type { KeyboardEvent, PointerEvent, ReactNode } from 'react'
import { Link } from 'react-router'
import { useArea } from '#kit/area'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { useZone } from '#kit/zone'
import { useFields } from '#ui/entity/useFields'
import { Menu, Tooltip } from '#ui/page/floating'
import { Clip } from '#ui/values/Clip'
import { today } from '#ui/values/dates'
import { Day } from '#ui/values/Day'
import { useFormatCount } from '#ui/values/figures'
import { type ColumnName, columnNames } from './boardMove.ts'
import { maySeeCompany, ProjectCompanyMenu } from './ProjectCompanyMenu.tsx'
import styles from './board.module.css'

/** The handlers and the drag state that all cards of a board share. */
export interface Handling {
  nameOf: (columnName: ColumnName) => string
  /** The id of the card that is lifted or dragged. */
  heldCardId: string | undefined
  dragPropsOf: (uniqueId: string) => { onPointerDown: (event: PointerEvent<HTMLElement>) => void }
  onKeyDown: (card: ProjectCompanyCard, columnName: ColumnName) => (event: KeyboardEvent<HTMLElement>) => void
  onMove: (card: ProjectCompanyCard, to: ColumnName) => void
}

interface BoardCardProps extends Handling {
  card: ProjectCompanyCard
  columnName: ColumnName
}

/** A company of a project. Users who may change it can move it: by the mouse, by its handle, by the keyboard or by its menu. */
export const BoardCard = ({ card, columnName, nameOf, heldCardId, dragPropsOf, onKeyDown, onMove }: BoardCardProps) => {
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
      {...(may && dragPropsOf(card.uniqueId))}
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
          <Name card={card} />
          <Text size="xs" c="dimmed">
            {country}
          </Text>
        </div>
        <ProjectCompanyMenu projectCompany={card}>
          {may && <MoveTo columnName={columnName} nameOf={nameOf} onMove={(to) => onMove(card, to)} />}
        </ProjectCompanyMenu>
      </Group>
      <CardFacts card={card} />
      <CardCounts card={card} />
    </div>
  )
}

const Name = ({ card }: { card: ProjectCompanyCard }) => {
  const at = useArea()
  const { uniqueId, legalName } = card.company
  if (!maySeeCompany(useActor(), card))
    return (
      <Text span fw={600} size="sm">
        <Clip>{legalName}</Clip>
      </Text>
    )
  return (
    <Anchor component={Link} to={at(`company/show/${uniqueId}`)} prefetch="intent" fw={600} size="sm" draggable={false}>
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
const CardFacts = ({ card: { mainContact, nextContact, lastContact } }: { card: ProjectCompanyCard }) => {
  const t = useText()
  const { labels } = useFields(projectCompanyFields)
  const zone = useZone()
  const isOverdue = nextContact !== null && nextContact < today(zone)
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
const CardCounts = ({ card: { counts = {} } }: { card: ProjectCompanyCard }) => {
  const t = useText()
  const countItems: [number | undefined, string, Icon][] = [
    [counts.contacts, t('Contacts'), IconUsers],
    [counts.reports, t('Reports'), IconReportAnalytics],
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
