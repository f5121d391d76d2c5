import { Anchor, Group, Text, ThemeIcon, Title, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconCircle } from '@tabler/icons-react'
import { nextStepsPolicy } from '@tradewind/contract/crm/policies'
import { phrase } from '@tradewind/contract/kit/phrase'
import { can } from '@tradewind/contract/kit/policy'
import { BASIC_UP, isStaff } from '@tradewind/contract/roles'
import { type CSSProperties, useEffect, useEffectEvent, useRef } from 'react'
import { Link } from 'react-router'
import { CloseTaskButton } from '#crm/nextSteps/Task'
import { useCurrentDay } from '#crm/useCurrentDay'
import type { RowOf } from '#kit/api/calls'
import { useCachedAnswer, useCall } from '#kit/api/query'
import { useArea } from '#kit/area'
import { useEntries } from '#kit/feature'
import { useActor, useSwitchedOff } from '#kit/session'
import { useText } from '#kit/text'
import { ErrorState } from '#ui/page/states'
import { Badge } from '#ui/values/Badge'
import { Clip } from '#ui/values/Clip'
import { addDays } from '#ui/values/dates'
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
  EVENTS: {
    title: phrase('Events today'),
    list: 'event/list?sort=eventDateTime',
    todayFilter: (day) => `where=eventDateTime:is:${day}`,
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

/** Calls `load` again when a new day has begun. */
const useLoadDaily = (day: string, load: () => void) => {
  const loadedDay = useRef(day)
  const loadAgain = useEffectEvent(load)
  useEffect(() => {
    if (loadedDay.current === day) return
    loadedDay.current = day
    loadAgain()
  }, [day])
}

/** Due tasks and contacts, today's meetings and events, new leads, what was shared, and what customers wait for. */
export const Today = () => {
  const t = useText()
  const hasTasks = can(useActor(), nextStepsPolicy.see)
  const currentDay = useCurrentDay()
  const { data, error, refetch } = useToday()
  useLoadDaily(currentDay, () => void refetch())
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
            <Section key={one.section} {...one} currentDay={currentDay} />
          ))}
        </div>
      )}
    </section>
  )
}

const Section = ({ section, kind, total, items, currentDay }: HomeSection & { currentDay: string }) => {
  const t = useText()
  const at = useArea()
  const figure = useFormatCount()
  const entry = useEntries().kinds.find((one) => one.kind === kind)
  const actor = useActor()
  const { title, list: everyones, ownFilter, todayFilter, itemPath = () => list } = sections[section]
  const filters = [
    ...(ownFilter && isStaff(actor) ? [ownFilter(actor.uniqueId)] : []),
    ...(todayFilter ? [todayFilter(currentDay)] : []),
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
            isOverdue={(section === 'TASKS' || section === 'NEXT_CONTACTS') && item.day < currentDay}
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
  /** It was due before today. */
  isOverdue: boolean
  /** It is a task of the user. */
  isTask: boolean
}

const Item = ({ item: { uniqueId, title, detail, day }, path, isOverdue, isTask }: ItemProps) => {
  const t = useText()
  const at = useArea()
  return (
    <li>
      <Anchor component={Link} to={at(path)} prefetch="intent" fw={600} miw={0} className={styles.title}>
        <Clip lines={1}>{title}</Clip>
      </Anchor>
      <Text size="sm" c={isOverdue ? 'red' : 'dimmed'} ta="end" className={styles.day}>
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

type FirstStep = RowOf<'GET /api/home/firstSteps'>['step']

/** `importPath`: many can be imported instead. */
const steps: Record<FirstStep, { text: string; path: string; importPath?: string }> = {
  COLLEAGUES: { text: phrase('Invite a colleague'), path: 'create' },
  COMPANIES: { text: phrase('Add the first company'), path: 'company/create', importPath: 'import/new' },
  CONTACTS: { text: phrase('Add a contact'), path: 'contact/create' },
  REPORTS: { text: phrase('Write the first meeting report'), path: 'meeting/create' },
  PROJECTS: { text: phrase('Start a project'), path: 'project/create' },
  BRAND: { text: phrase('Add your brand name and logo'), path: 'settings' },
  SURVEY: { text: phrase('Choose your survey'), path: 'settings' },
  CAMPAIGN: { text: phrase('Ask the first customers'), path: 'audience/list' },
  ANSWER: { text: phrase('Get the first answer'), path: 'invitations' },
}

const useShowsFirstSteps = () => {
  const roles = useActor().roles
  const hasReviews = !useSwitchedOff().includes('REVIEWS_ENABLED') && BASIC_UP.some((role) => roles.includes(role))
  return hasReviews || roles.includes('ROLE_TENANT_ADMIN')
}

/** The first steps and whether each is done; `isLoading` until the first load has succeeded or failed, false for users who are shown none. */
export const useFirstSteps = () =>
  useCall('GET /api/home/firstSteps', {}, { enabled: useShowsFirstSteps(), refetchOnMount: true })

/** What the administrator of a new tenant, or a new member, does first. Hidden when everything is done. */
export const FirstSteps = () => (useShowsFirstSteps() ? <Steps /> : null)

const StepLinks = ({ text, path, importPath }: (typeof steps)[FirstStep]) => {
  const t = useText()
  const at = useArea()
  return (
    <span>
      <Anchor component={Link} to={at(path)} prefetch="intent">
        {t(text)}
      </Anchor>
      {importPath && (
        <>
          {' · '}
          <Anchor component={Link} to={at(importPath)} prefetch="intent" style={{ whiteSpace: 'nowrap' }}>
            {t('Import from a file')}
          </Anchor>
        </>
      )}
    </span>
  )
}

const Steps = () => {
  const t = useText()
  const { data } = useFirstSteps()
  if (!data || data.rows.every(({ done }) => done)) return null
  return (
    <section aria-labelledby="first-steps">
      <Title order={2} size="h4" id="first-steps" mb="sm">
        {t('First steps')}
      </Title>
      <ul className={styles.steps}>
        {data.rows.map(({ step, done }) => (
          <li key={step} data-done={done || undefined}>
            <ThemeIcon variant="transparent" size="sm" color={done ? 'teal' : 'gray'} aria-hidden>
              {done ? <IconCheck size={18} /> : <IconCircle size={18} />}
            </ThemeIcon>
            {done ? (
              <Text span c="dimmed">
                {t(steps[step].text)}
                <VisuallyHidden> ({t('done')})</VisuallyHidden>
              </Text>
            ) : (
              <StepLinks {...steps[step]} />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
