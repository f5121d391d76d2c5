import { Anchor, Group, Text, Title } from '@mantine/core'
import { nextStepsPolicy } from '@tradewind/contract/crm/policies'
import { phrase } from '@tradewind/contract/kit/phrase'
import { can } from '@tradewind/contract/kit/policy'
import { isStaff } from '@tradewind/contract/roles'
import type { CSSProperties } from 'react'
import { Link } from 'react-router'
import { CloseTaskButton } from '#crm/nextSteps/CloseTaskButton'
import type { RowOf } from '#kit/api/calls'
import { useCachedAnswer, useCall } from '#kit/api/query'
import { useArea } from '#kit/area'
import { useEntries } from '#kit/feature'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { useZone } from '#kit/zone'
import { ErrorState } from '#ui/page/states'
import { Badge } from '#ui/values/Badge'
import { Clip } from '#ui/values/Clip'
import { addDays, today } from '#ui/values/dates'
import { Day } from '#ui/values/Day'
import { useFormatCount } from '#ui/values/figures'
import styles from './dashboard.module.css'

type HomeSection = RowOf<'GET /api/home/'>

interface SectionSpec {
  title: string
  /** The list with its remaining records. */
  list: string
  /** The filter of the list for the user, where it also shows the records of others. */
  ownFilter?: (userId: string) => string
  /** The filter of the list by today's date, where the section does not count all days. */
  todayFilter?: (day: string) => string
  /** Where an item without a page of its own leads; by default to the list. */
  itemPath?: (uniqueId: string) => string
}

const sections: Record<HomeSection['section'], SectionSpec> = {
  TASKS: {
    title: phrase('Tasks due'),
    list: 'nextSteps/list?sort=byWhen&nextStepsStatus=OPEN',
    ownFilter: (userId) => `assignedUser=${userId}`,
    todayFilter: (day) => `where=byWhen:before:${addDays(day, 1)}`,
  },
  NEXT_CONTACTS: {
    title: phrase('Contacts due'),
    list: 'project/listOld?sort=nextContact',
    ownFilter: () => 'where=team:mine',
    todayFilter: (day) => `where=nextContact:before:${addDays(day, 1)}`,
  },
  MEETINGS: {
    title: phrase('Meetings today'),
    list: 'meetingReport/list?where=createdBy:mine',
    todayFilter: (day) => `where=date:is:${day}`,
  },
  LEADS: { title: phrase('New leads'), list: 'leads?where=dateCreated:inLast:30&where=company:empty' },
  SUMMARIES: {
    title: phrase('Shared with you'),
    list: 'summary?where=readers:mine',
    ownFilter: (userId) => `where=createdBy:isNot:${userId}`,
  },
  REMARKS: {
    title: phrase('Remarks to reply to'),
    list: 'trends',
    itemPath: (uniqueId) => `trends?remark=${uniqueId}`,
  },
  UNANSWERED: { title: phrase('Waiting for an answer'), list: 'unanswered' },
  FILES: { title: phrase('New files for you'), list: 'drive/shared' },
  PROJECTS: {
    title: phrase('Your projects this week'),
    list: 'project/list?sort=-dateCreated',
    ownFilter: () => 'any=createdBy:mine&any=sharedWith:mine',
  },
}

/** What is due for the actor; `isLoading` until the first load has succeeded or failed. */
export const useToday = () => useCall('GET /api/home/', {})

/** Due tasks and contacts, today's meetings, new leads, what was shared, and what customers wait for. */
export const Today = () => {
  const t = useText()
  const hasTasks = can(useActor(), nextStepsPolicy.see)
  const { data, error, refetch } = useToday()
  if (error && !data) return <ErrorState failure={error} onRetry={() => void refetch()} />
  if (!hasTasks && !data?.rows.length) return null
  return (
    <section aria-labelledby="waiting">
      <Title order={2} size="h4" id="waiting" mb="sm">
        {t('Today')}
      </Title>
      {data?.rows.length === 0 && <Text c="dimmed">{t('Nothing is due today.')}</Text>}
      {data && data.rows.length > 0 && (
        <div className={styles.waiting} style={{ '--sections': Math.min(data.rows.length, 3) } as CSSProperties}>
          {data.rows.map((one) => (
            <Section key={one.section} {...one} />
          ))}
        </div>
      )}
    </section>
  )
}

const Section = ({ section, kind, total, items }: HomeSection) => {
  const t = useText()
  const at = useArea()
  const figure = useFormatCount()
  const entry = useEntries().kinds.find((one) => one.kind === kind)
  const actor = useActor()
  const zone = useZone()
  const { title, list: everyones, ownFilter, todayFilter, itemPath = () => list } = sections[section]
  const filters = [
    ...(ownFilter && isStaff(actor) ? [ownFilter(actor.uniqueId)] : []),
    ...(todayFilter ? [todayFilter(today(zone))] : []),
  ]
  const list = [everyones, ...filters].join('&')
  const id = `waiting-${section}`
  return (
    <section aria-labelledby={id} className={styles.section}>
      <Group justify="space-between" wrap="nowrap" mb={4}>
        <Title order={3} size="h5" id={id}>
          <Anchor component={Link} to={at(list)} prefetch="intent" inherit c="inherit" underline="hover">
            {t(title)}
          </Anchor>
        </Title>
        <Badge color="gray" isUntruncated>
          {figure(total)}
        </Badge>
      </Group>
      <ul className={`${styles.items} quiet-links`}>
        {items.map((item) => (
          <Item
            key={item.uniqueId}
            item={item}
            path={entry?.show(item.uniqueId) ?? itemPath(item.uniqueId)}
            isDue={section === 'TASKS' || section === 'NEXT_CONTACTS'}
            isTask={section === 'TASKS'}
          />
        ))}
      </ul>
      {total > items.length && (
        <Anchor component={Link} to={at(list)} prefetch="intent" size="sm">
          {t('Show all')}
        </Anchor>
      )}
    </section>
  )
}

interface ItemProps {
  item: HomeSection['items'][number]
  path: string
  /** Its day is a due day. */
  isDue: boolean
  /** It is a task of the user. */
  isTask: boolean
}

const Item = ({ item: { uniqueId, title, detail, day }, path, isDue, isTask }: ItemProps) => {
  const t = useText()
  const at = useArea()
  const isOverdue = isDue && day < today()
  return (
    <li>
      <Anchor component={Link} to={at(path)} prefetch="intent" fw={600} miw={0}>
        <Clip lines={1}>{title}</Clip>
      </Anchor>
      <Text size="sm" c={isOverdue ? 'red' : 'dimmed'} ta="end">
        {isOverdue && `${t('Overdue')} · `}
        <Day at={day} />
      </Text>
      {detail && (
        <Text size="sm" c="dimmed" className={styles.detail}>
          <Clip lines={1}>{detail}</Clip>
        </Text>
      )}
      {isTask && <CloseTask uniqueId={uniqueId} title={title} />}
    </li>
  )
}

/** What is pending, without a task. */
const withoutTask = (pending: readonly HomeSection[], taskId: string) =>
  pending
    .map((one) => {
      if (one.section !== 'TASKS') return one
      const items = one.items.filter(({ uniqueId }) => uniqueId !== taskId)
      return { ...one, items, total: one.total - (one.items.length - items.length) }
    })
    .filter(({ total }) => total > 0)

/** Closes a task, which leaves the section. */
const CloseTask = ({ uniqueId, title }: { uniqueId: string; title: string }) => {
  const home = useCachedAnswer('GET /api/home/', {})
  return (
    <CloseTaskButton
      task={{ uniqueId, todo: title }}
      className={styles.close}
      onClose={() => home.change((before) => ({ ...before, rows: withoutTask(before.rows, uniqueId) }))}
      onRefused={home.refresh}
    />
  )
}
