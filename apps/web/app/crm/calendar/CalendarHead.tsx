import { ActionIcon, Button, Chip, Group, Menu, SegmentedControl, Title } from '@mantine/core'
import { IconCalendarPlus, IconChevronLeft, IconChevronRight, IconFilter, IconPlus, IconRss } from '@tabler/icons-react'
import { type CalendarKind, calendarKinds } from '@tradewind/contract/crm/calendar.constants'
import { eventPolicy, meetingReportPolicy } from '@tradewind/contract/crm/policies'
import { phrase } from '@tradewind/contract/kit/phrase'
import { can } from '@tradewind/contract/kit/policy'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { useArea } from '#kit/area'
import { useIsNarrow } from '#kit/browser/useIsNarrow'
import { useActor } from '#kit/session'
import { useLanguage, useText } from '#kit/text'
import { Dialog } from '#ui/dialog/Dialog'
import { NativeSelect } from '#ui/form/NativeSelect'
import { Popover, Tooltip, useOpenOnFirstUse } from '#ui/page/floating'
import { lazyWithRetry } from '#ui/page/lazyWithRetry'
import { HeaderButton, PageHeader } from '#ui/page/PageHeader'
import { formatDay } from '#ui/values/dates'
import { kindWords, useKinds } from './entries.tsx'
import { spanTitle, stepDay, type useCalendarAddress, type View, views } from './span.ts'

const Subscribe = lazyWithRetry(async () => (await import('./Subscribe.tsx')).Subscribe)

const viewNames: Record<View, string> = {
  month: phrase('Month'),
  week: phrase('Week'),
  day: phrase('Day'),
  agenda: phrase('Agenda'),
}

interface CalendarHeadProps {
  address: ReturnType<typeof useCalendarAddress>
  /** The day on which something new is to be created: the menu is open. */
  newEntryDay: string | null
  onNew: (day: string | null) => void
}

/** The view, the range of days, the filters, and the menu that creates something. On a phone these are two lines. */
export const CalendarHead = ({ address, newEntryDay, onNew }: CalendarHeadProps) => {
  const t = useText()
  const isNarrow = useIsNarrow()
  const { view, day, change } = address
  const changeView = (chosen: View) => change({ view: chosen })
  const viewOptions = views.map((value) => ({ value, label: t(viewNames[value]) }))
  const viewProps = { 'aria-label': t('Calendar view'), value: view, data: viewOptions }
  return (
    <>
      <PageHeader title={t('Calendar')} aside={!isNarrow && <Filters {...address} />}>
        {isNarrow && (
          <>
            <NativeSelect {...viewProps} onChange={(event) => changeView(event.currentTarget.value as View)} />
            <FilterButton {...address} />
          </>
        )}
        <Subscription />
        <NewMenu day={newEntryDay ?? day} isOpen={newEntryDay !== null} onChange={(isOpen) => onNew(isOpen ? day : null)} />
      </PageHeader>
      <Group justify="space-between" gap="sm">
        <RangeButtons {...address} />
        {!isNarrow && <SegmentedControl {...viewProps} onChange={changeView} />}
      </Group>
    </>
  )
}

const RangeButtons = ({ view, day, change }: CalendarHeadProps['address']) => {
  const t = useText()
  const language = useLanguage()
  const isNarrow = useIsNarrow()
  return (
    <Group gap="xs" wrap="nowrap" miw={0}>
      <Tooltip label={t('Earlier')}>
        <ActionIcon variant="default" size="lg" aria-label={t('Earlier')} onClick={() => change({ day: stepDay(view, day, -1) })}>
          <IconChevronLeft size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Button variant="default" size="sm" flex="none" onClick={() => change({ day: '' })}>
        {t('Today')}
      </Button>
      <Tooltip label={t('Later@@calendar')}>
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={t('Later@@calendar')}
          onClick={() => change({ day: stepDay(view, day, 1) })}
        >
          <IconChevronRight size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Title order={2} size={isNarrow ? 'h5' : 'h4'} aria-live="polite" ml={4}>
        {spanTitle(view, day, language)}
      </Title>
    </Group>
  )
}

/** Opens the filters, and shows how many hide something. */
const FilterButton = (address: CalendarHeadProps['address']) => {
  const t = useText()
  const visibleKinds = useKinds()
  const { opened, setOpened, isUsed, target, closedButton } = useOpenOnFirstUse('dialog')
  const count = visibleKinds.filter((kind) => !address.kinds.includes(kind)).length + Number(address.mine)
  const button = {
    ref: target,
    icon: IconFilter,
    variant: count > 0 ? 'light' : 'default',
    children: count > 0 ? `${t('Filters')} · ${count}` : t('Filters'),
  }
  if (!isUsed) return <HeaderButton {...button} {...(closedButton as object)} />
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" width={280} trapFocus returnFocus>
      <Popover.Target>
        <HeaderButton {...button} onClick={() => setOpened(!opened)} />
      </Popover.Target>
      <Popover.Dropdown>
        <Filters {...address} />
      </Popover.Dropdown>
    </Popover>
  )
}

/** Filters by kind, and by whether an entry is the actor's own. */
const Filters = ({ kinds, mine, change }: CalendarHeadProps['address']) => {
  const t = useText()
  const visibleKinds = useKinds()
  const isShown = (kind: CalendarKind) => kinds.includes(kind)
  const toggleKind = (kind: CalendarKind) => {
    const next = calendarKinds.filter((one) => (one === kind ? !isShown(one) : isShown(one)))
    change({ kinds: next.length === calendarKinds.length ? '' : next.join(',') })
  }
  const shownKinds = visibleKinds.filter(isShown)
  return (
    <Group gap="xs" role="group" aria-label={t('What is shown')}>
      {visibleKinds.length > 1 &&
        visibleKinds.map((kind) => (
          <Chip
            key={kind}
            size="xs"
            checked={isShown(kind)}
            disabled={isShown(kind) && shownKinds.length === 1}
            onChange={() => toggleKind(kind)}
          >
            {t(kindWords[kind].plural)}
          </Chip>
        ))}
      <Chip size="xs" checked={mine} onChange={() => change({ mine: mine ? '' : 'true' })}>
        {t('Only mine')}
      </Chip>
    </Group>
  )
}

interface NewMenuProps {
  day: string
  isOpen: boolean
  onChange: (isOpen: boolean) => void
}

/** What the actor can create on a day. */
export const useCreateActions = () => {
  const actor = useActor()
  return [
    { text: phrase('New Report'), path: 'meeting/create', icon: IconCalendarPlus, rules: meetingReportPolicy.create },
    { text: phrase('New Event'), path: 'event/create', icon: IconPlus, rules: eventPolicy.create },
  ].filter(({ rules }) => can(actor, rules))
}

const NewMenu = ({ day, isOpen, onChange }: NewMenuProps) => {
  const t = useText()
  const at = useArea()
  const createActions = useCreateActions()
  if (createActions.length === 0) return null
  return (
    <Menu position="bottom-end" opened={isOpen} onChange={onChange}>
      <Menu.Target>
        <Button leftSection={<IconPlus size={16} aria-hidden />}>{t('New')}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{formatDay(day)}</Menu.Label>
        {createActions.map(({ text, path, icon: Sign }) => (
          <Menu.Item key={path} component={Link} to={at(`${path}?date=${day}`)} leftSection={<Sign size={16} aria-hidden />}>
            {t(text)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** The button for private addresses at which other programs read the calendar. */
const Subscription = () => {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <HeaderButton icon={IconRss} onClick={() => setOpen(true)}>
        {t('Subscribe')}
      </HeaderButton>
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title={t('Subscribe to your calendar')} size="lg">
        <Suspense fallback={null}>{isOpen && <Subscribe />}</Suspense>
      </Dialog>
    </>
  )
}
