import { Anchor, Button, Group, Paper, Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import { IconEdit, IconFileText, IconListCheck, IconPlus } from '@tabler/icons-react'
import { meetingReportPolicy, nextStepsPolicy, summaryPolicy } from '@tradewind/contract/crm/policies'
import type { Summary } from '@tradewind/contract/crm/summary.contract'
import { can } from '@tradewind/contract/kit/policy'
import { type ComponentType, type ReactNode, Suspense, useEffect, useId, useState } from 'react'
import { Link } from 'react-router'
import { CompanyLink } from '#crm/company/CompanyLink'
import { summariesListing } from '#crm/record.feature'
import { pathOf, useArea } from '#kit/area'
import { useParam } from '#kit/browser/search-params'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { Markup } from '#ui/editor/RichText'
import { Paged, useListing } from '#ui/list/Paged'
import { useRowFocus } from '#ui/list/Rows'
import type { Matching } from '#ui/list/SelectionBar'
import { Menu } from '#ui/page/floating'
import { lazyWithRetry } from '#ui/page/lazyWithRetry'
import { EmptyState } from '#ui/page/states'
import { RowMenu } from '#ui/record/RowMenu'
import { Day } from '#ui/values/Day'
import { nameOf, Shared, truncate } from './Shared.tsx'
import type { SummaryAction } from './SummaryDialog.tsx'

const WholeSummary = lazyWithRetry(async () => (await import('./FullSummary.tsx')).FullSummary)

/** The summaries of a page, those that match in all, and how each is drawn. */
export interface SummaryListProps {
  rows: readonly Summary[]
  matching: Matching
  renderCard: (summary: Summary, checkbox?: ReactNode) => ReactNode
}

const PlainList = ({ rows, renderCard }: SummaryListProps) => rows.map((summary) => renderCard(summary))

const noRows: readonly Summary[] = []

interface SummaryCardsProps {
  /** The query of the list: which summaries. */
  query: Readonly<Record<string, string | readonly string[]>>
  /** Cards on a page; 20 by default. */
  size?: number
  /** Waits, since the query is about to change. */
  isPaused?: boolean
  /** The cards are on the page of their report. */
  ofReport?: boolean
  /** How the cards are listed: `SelectableSummaries`, or by default one below the other. */
  List?: ComponentType<SummaryListProps>
  /** Shown if there are none. */
  empty: ReactNode
  onTotal?: (total: number) => void
}

/** Summaries as cards, the newest first unless the address has another order, page by page. The address holds the page number and the summary that is open in full. */
export const SummaryCards = (props: SummaryCardsProps) => {
  const { query, size, isPaused = false, ofReport = false, List = PlainList, empty, onTotal } = props
  const t = useText()
  const listing = useListing('GET /api/summary/', { ...summariesListing(query), ...(size && { size }), isPaused })
  const { data, isPlaceholderData } = listing.list
  const [opened, open] = useParam('summary')
  const total = data?.total
  const box = useRowFocus({ label: 'summaries', rows: data?.rows ?? noRows })
  useEffect(() => {
    if (total !== undefined) onTotal?.(total)
  }, [total, onTotal])
  return (
    <>
      <Stack gap="sm" aria-busy={isPlaceholderData} ref={box}>
        <Paged of={listing} empty={empty} {...(ofReport && { expected: 3 })}>
          {(rows) => (
            <>
              <VisuallyHidden role="status">{t('{count} record|{count} records', { count: total ?? 0 })}</VisuallyHidden>
              <List
                rows={rows}
                matching={{ filters: query, total: 0, estimated: false, ...data }}
                renderCard={(summary, checkbox) => (
                  <SummaryCard
                    key={summary.uniqueId}
                    summary={summary}
                    ofReport={ofReport}
                    checkbox={checkbox}
                    onOpen={() => open(summary.uniqueId)}
                  />
                )}
              />
            </>
          )}
        </Paged>
      </Stack>
      <OpenSummary uniqueId={opened} onClose={() => open('')} />
    </>
  )
}

/** Loads the dialog when the first summary is opened. */
const OpenSummary = (props: { uniqueId: string; onClose: () => void }) => {
  const [wasOpened, setWasOpened] = useState(false)
  if (props.uniqueId && !wasOpened) setWasOpened(true)
  return (
    wasOpened && (
      <Suspense>
        <WholeSummary {...props} />
      </Suspense>
    )
  )
}

const SummaryDialog = lazyWithRetry(async () => (await import('./SummaryDialog.tsx')).SummaryDialog)

interface SummaryCardProps {
  summary: Summary
  /** The card is on the page of its report, which already names it. */
  ofReport?: boolean
  /** Selects it, in a list whose cards can be selected. */
  checkbox?: ReactNode
  onOpen: () => void
}

/** A summary, whom it is shared with, and its actions. A long one is cut, and opens in full. */
const SummaryCard = ({ summary, ofReport = false, checkbox, onOpen }: SummaryCardProps) => {
  const head = useId()
  const { action, wasOpened, start, end } = useSummaryAction()
  return (
    <Paper component="article" withBorder p="md" aria-labelledby={head}>
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start" wrap="nowrap">
          {checkbox}
          <SummaryHead id={head} summary={summary} ofReport={ofReport} />
          <SummaryMenu summary={summary} onUpdate={() => start('update')} />
        </Group>
        <SummaryText summary={summary} onOpen={onOpen} />
        <Shared summary={summary} max={8} />
        <TaskButtons summary={summary} ofReport={ofReport} onAction={start} />
      </Stack>
      {wasOpened && (
        <Suspense>
          <SummaryDialog summary={summary} action={action} onClose={end} />
        </Suspense>
      )}
    </Paper>
  )
}

/** The open dialog, and whether one has been opened: it stays rendered while it closes. */
const useSummaryAction = () => {
  const [action, setAction] = useState<SummaryAction | null>(null)
  const [wasOpened, setWasOpened] = useState(false)
  const start = (next: SummaryAction) => {
    setWasOpened(true)
    setAction(next)
  }
  return { action, wasOpened, start, end: () => setAction(null) }
}

const SummaryText = ({ summary: { text, plainText }, onOpen }: Pick<SummaryCardProps, 'summary' | 'onOpen'>) => {
  const t = useText()
  const short = truncate(plainText)
  if (short === null) return <Markup html={text} />
  return (
    <div>
      <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
        {short}…
      </Text>
      <Button variant="subtle" size="compact-sm" ml={-8} mt={4} onClick={onOpen}>
        {t('See More')}
      </Button>
    </div>
  )
}

interface TaskButtonsProps extends Pick<SummaryCardProps, 'summary' | 'ofReport'> {
  onAction: (action: SummaryAction) => void
}

const TaskButtons = ({ summary, ofReport, onAction }: TaskButtonsProps) => {
  const t = useText()
  const actor = useActor()
  return (
    <Group gap="xs">
      {can(actor, nextStepsPolicy.create) && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => onAction('task')}
          data-create={ofReport ? 't' : undefined} // of several, C T takes the first: the newest summary
        >
          {t('Add Task')}
        </Button>
      )}
      {can(actor, nextStepsPolicy.see) && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconListCheck size={14} aria-hidden />}
          onClick={() => onAction('tasks')}
        >
          {t('View All Task')}
        </Button>
      )}
      {summary.openSteps > 0 && (
        <Text size="sm" c="dimmed">
          {t('{count} open task|{count} open tasks', { count: summary.openSteps })}
        </Text>
      )}
    </Group>
  )
}

const SummaryMenu = ({ summary, onUpdate }: { summary: Summary; onUpdate: () => void }) => {
  const t = useText()
  const actor = useActor()
  const mayUpdate = can(actor, summaryPolicy.update, summary)
  const mayRemove = can(actor, summaryPolicy.remove, summary)
  if (!mayUpdate && !mayRemove) return null
  return (
    <RowMenu
      name={nameOf(summary)}
      recordToDelete={mayRemove && { kind: 'summary', uniqueId: summary.uniqueId, text: t('Delete Summary') }}
    >
      {mayUpdate && (
        <Menu.Item onClick={onUpdate} leftSection={<IconEdit size={16} aria-hidden />}>
          {t('Update Summary')}
        </Menu.Item>
      )}
    </RowMenu>
  )
}

interface SummaryHeadProps {
  id: string
  summary: Summary
  /** The card is on the page of its report, which already names it. */
  ofReport: boolean
}

/** The company and meeting of a summary, its author, and when it was written. */
const SummaryHead = ({ id, summary, ofReport }: SummaryHeadProps) => {
  const t = useText()
  const { createdByName, dateCreated } = summary
  const by = createdByName ?? t('former user')
  return (
    <div style={{ flex: 1, minWidth: 0 }}>
      {!ofReport && <SummaryOrigin id={id} summary={summary} />}
      <Group gap="xs">
        <Text size="sm" {...(ofReport ? { id, fw: 600 } : { c: 'dimmed' })}>
          {by}
        </Text>
        <Text size="sm" c="dimmed">
          <Day at={dateCreated} precise />
        </Text>
      </Group>
    </div>
  )
}

/** The company with its country, and the meeting as a link to its report. */
const SummaryOrigin = ({ id, summary: { company, country, meetingReport, meetingDate } }: { id: string; summary: Summary }) => {
  const t = useText()
  const at = useArea()
  const actor = useActor()
  const day = <Day at={meetingDate} />
  return (
    <Group gap="xs" align="baseline">
      <Title order={2} size="h4" id={id} style={{ overflowWrap: 'anywhere' }}>
        <CompanyLink of={company} />
      </Title>
      <Text size="sm" c="dimmed">
        {t(country)}
      </Text>
      <Text size="sm" c="dimmed">
        {t('Meeting')}{' '}
        {can(actor, meetingReportPolicy.see, meetingReport) ? (
          <Anchor component={Link} to={at(pathOf('meetingReport', `show/${meetingReport.uniqueId}`))} prefetch="intent" inherit>
            {day}
          </Anchor>
        ) : (
          day
        )}
      </Text>
    </Group>
  )
}

/** The empty state of a list of summaries; links to the reports that summaries are written on, if the actor may read them. */
export const NoSummaries = ({ reports = 'meetingReport/list' }: { reports?: string }) => {
  const t = useText()
  const at = useArea()
  const mayRead = can(useActor(), meetingReportPolicy.see)
  return (
    <EmptyState
      icon={IconFileText}
      title={t('No summaries available')}
      text={t('Meeting summaries are written on the page of a report, and listed here.')}
    >
      {mayRead && (
        <Button component={Link} to={at(reports)}>
          {t('Meeting Reports')}
        </Button>
      )}
    </EmptyState>
  )
}
