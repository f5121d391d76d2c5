import { Group, SegmentedControl, Skeleton, Stack, Text, Title, UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { type MeetingType, meetingTypeNames } from '@tradewind/contract/crm/meetingReport.fields'
import type { TimelineEntry, timelineKinds } from '@tradewind/contract/kit/history'
import { phrase } from '@tradewind/contract/kit/phrase'
import { Suspense, useId, useState } from 'react'
import { ENTRIES_STEP } from '#kit/api/listCalls'
import { useList } from '#kit/api/query'
import { useArea } from '#kit/area'
import { useParam } from '#kit/browser/search-params'
import { useEntries } from '#kit/feature'
import { useText } from '#kit/text'
import { useZone } from '#kit/zone'
import { More } from '#ui/list/Pager'
import { lazyWithRetry } from '#ui/page/lazyWithRetry'
import { ErrorState } from '#ui/page/states'
import { actorName } from '#ui/record/History'
import { Clip } from '#ui/values/Clip'
import { dayInSentence, formatDay } from '#ui/values/dates'
import { Day } from '#ui/values/Day'
import { TextLink } from '#ui/values/links'
import { timelineQuery } from './record.feature.ts'
import record from '#ui/record/record.module.css'
import styles from './timeline.module.css'

const TimelineChanges = lazyWithRetry(async () => (await import('./TimelineChanges.tsx')).TimelineChanges)

const sentences: Record<TimelineEntry['action'], string> = {
  CREATED: phrase('{name} created it'),
  CHANGED: phrase('{name} changed it'),
  DELETED: phrase('{name} deleted it'),
  RESTORED: phrase('{name} restored it from the trash'),
  IMPORTED: phrase('{name} imported it'),
  CLOSED: phrase('{name} closed it'),
  SHARED: phrase('{name} shared it'),
  ATTACHED: phrase('{name} attached {file}'),
  DETACHED: phrase('{name} detached {file}'),
}

/** The title of the entry is the name of a file; the sentence contains it. */
const isOfFile = ({ action }: Pick<TimelineEntry, 'action'>) => action === 'ATTACHED' || action === 'DETACHED'

/** Kinds that have sentences of their own for an action. */
const kindSentences: Readonly<Record<string, string>> = {
  'meetingReport CREATED': phrase('{name} wrote it'),
  'meetingReport SHARED': phrase('{name} added the contact as an attendee'),
  'summary CREATED': phrase('{name} wrote it'),
  'projectCompany CREATED': phrase('{name} added it to the project'),
  'projectCompany DELETED': phrase('{name} removed it from the project'),
}

/** The sentence for an entry; takes the name of the user. */
export const sentenceOf = ({ kind, action }: Pick<TimelineEntry, 'kind' | 'action'>) =>
  kindSentences[`${kind} ${action}`] ?? sentences[action]

/** Kinds whose title is the name of their company: on the company's own page the title adds nothing. */
const namedByCompany: readonly string[] = ['meetingReport', 'summary', 'projectCompany']

/** The title of an entry's record besides its kind; empty where the page already shows it. */
export const titleOf = (happening: TimelineEntry, page: { kind: string; uniqueId: string }) => {
  const { kind, recordId, title } = happening
  const isRedundant =
    recordId === page.uniqueId || isOfFile(happening) || (page.kind === 'company' && namedByCompany.includes(kind))
  return isRedundant ? '' : title
}

/** The meeting of a report or summary in words, so that entries differ: 'Call, 10-03-2026', in which no line ends within the day. */
export const meetingText = ({ meeting }: Pick<TimelineEntry, 'meeting'>, t: (text: string) => string) =>
  meeting && [t(meetingTypeNames[meeting.eventType as MeetingType]), dayInSentence(meeting.date)].join(', ')

/** The ids of the records that no longer exist, by their last action. Expects the latest rows first. */
export const findDeletedIds = (rows: readonly Pick<TimelineEntry, 'recordId' | 'action'>[]) => {
  const last = new Map(rows.toReversed().map(({ recordId, action }) => [recordId, action]))
  return new Set([...last].filter(([, action]) => action === 'DELETED').map(([recordId]) => recordId))
}

/** Consecutive changes by one person on one day, the latest first. */
interface FoldedChanges {
  by: string
  day: string
  changes: TimelineEntry[]
}

/** Folds consecutive changes by the same person on the same day into one; returns all other entries as they are. */
export const foldChanges = (
  rows: readonly TimelineEntry[],
  dayIn: (instant: string) => string,
): (TimelineEntry | FoldedChanges)[] => {
  const items: (TimelineEntry | FoldedChanges)[] = []
  for (const row of rows) {
    if (row.action !== 'CHANGED') {
      items.push(row)
      continue
    }
    const [by, day, last] = [row.byName, dayIn(row.dateCreated), items.at(-1)]
    if (last && isFolded(last) && last.by === by && last.day === day) last.changes.push(row)
    else items.push({ by, day, changes: [row] })
  }
  return items
}

/** An unfolded change also has a property `changes`, with its own fields; hence the check of `by`. */
const isFolded = (item: TimelineEntry | FoldedChanges): item is FoldedChanges => 'by' in item

interface TimelineProps {
  kind: (typeof timelineKinds)[number]
  uniqueId: string
}

/** What happened around a company, contact or project, the latest first: summaries in full, field changes folded. */
export const Timeline = (page: TimelineProps) => {
  const t = useText()
  const [size, setSize] = useState(ENTRIES_STEP)
  const [partParam, show] = useParam('timeline')
  const part = partParam === 'talk' || partParam === 'changes' ? partParam : undefined
  const { data, error, refetch } = useList('GET /api/timeline/:kind/:uniqueId', timelineQuery(page, part, size))
  return (
    <Stack gap="md" component="section" aria-labelledby="timeline">
      <Group justify="space-between">
        <Title order={2} size="h4" id="timeline">
          {t('Timeline')}
        </Title>
        <SegmentedControl
          size="xs"
          aria-label={t('Show on the timeline')}
          value={part ?? ''}
          onChange={show}
          data={[
            { value: 'talk', label: t('Talk') },
            { value: 'changes', label: t('Changes') },
            { value: '', label: t('All') },
          ]}
        />
      </Group>
      {error && !data && <ErrorState failure={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={160} />}
      {data && <TimelineEntries rows={data.rows} page={page} />}
      <More list={data} onMore={() => setSize(size + ENTRIES_STEP)} />
    </Stack>
  )
}

const TimelineEntries = ({ rows, page }: { rows: readonly TimelineEntry[]; page: TimelineProps }) => {
  const t = useText()
  const zone = useZone()
  const deletedIds = findDeletedIds(rows)
  if (rows.length === 0) return <Text c="dimmed">{t('Nothing has happened here yet.')}</Text>
  return (
    <ol className={`${record.timeline} quiet-links`}>
      {foldChanges(rows, (at) => formatDay(at, zone) ?? at).map((item) =>
        isFolded(item) ? (
          <Fold key={item.changes.at(-1)!.uniqueId} {...item} page={page} deletedIds={deletedIds} />
        ) : (
          <Open key={item.uniqueId} entry={item} page={page} isDeleted={deletedIds.has(item.recordId)} />
        ),
      )}
    </ol>
  )
}

/** Plain elements, as in lists: a timeline has fifty lines of text. */
const Open = ({ entry, page, isDeleted }: { entry: TimelineEntry; page: TimelineProps; isDeleted: boolean }) => {
  const t = useText()
  return (
    <li className={`${record.event} ${styles.entry}`}>
      <RecordTitle entry={entry} page={page} isDeleted={isDeleted} />
      <div className={styles.said}>
        <p>{t(sentenceOf(entry), { name: actorName(entry, t), file: entry.title })}</p>
        <p className={styles.day}>
          <Day at={entry.dateCreated} precise />
        </p>
      </div>
      {entry.meeting && entry.meeting.attendees.length > 0 && (
        <p>
          <Clip lines={1}>{t('With {names}', { names: entry.meeting.attendees.join(', ') })}</Clip>
        </p>
      )}
      {entry.excerpt && (
        <p className={styles.excerpt}>
          <Clip lines={3}>{entry.excerpt}</Clip>
        </p>
      )}
    </li>
  )
}

interface FoldProps extends FoldedChanges {
  page: TimelineProps
  deletedIds: ReadonlySet<string>
}

/** One person's consecutive changes on one day: a line that expands to the changes field by field. */
const Fold = ({ changes, by, day, page, deletedIds }: FoldProps) => {
  const t = useText()
  const id = useId()
  const name = actorName({ byName: by }, t)
  const [isOpen, setOpen] = useState(false)
  return (
    <li className={`${record.event} ${styles.entry} ${styles.quietEvent}`}>
      <UnstyledButton className={styles.fold} aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
        <IconChevronRight size={16} aria-hidden />
        {t('{count} change by {name}, {day}|{count} changes by {name}, {day}', { count: changes.length, name, day })}
      </UnstyledButton>
      <ul id={id} className={styles.folded} hidden={!isOpen}>
        {isOpen &&
          changes.map((happening) => (
            <li key={happening.uniqueId}>
              <RecordTitle entry={happening} page={page} isDeleted={deletedIds.has(happening.recordId)} />
              <p className={styles.day}>
                <Day at={happening.dateCreated} precise />
              </p>
              {happening.changes ? (
                <Suspense fallback={<Skeleton height={20} />}>
                  <TimelineChanges kind={happening.kind} changes={happening.changes} />
                </Suspense>
              ) : (
                <p>{t(sentenceOf(happening), { name })}</p>
              )}
            </li>
          ))}
      </ul>
    </li>
  )
}

/** The record that an entry is about: a link, unless it is this page or has no page. */
const RecordTitle = ({
  entry: happening,
  page,
  isDeleted,
}: {
  entry: TimelineEntry
  page: TimelineProps
  isDeleted: boolean
}) => {
  const t = useText()
  const at = useArea()
  const { kind, recordId, title } = happening
  const entry = useEntries().kinds.find((one) => one.kind === kind)
  const [name, meeting] = [titleOf(happening, page), meetingText(happening, t)]
  const project = page.kind !== 'project' && happening.project
  // A contact's page names the company already, so that what differs comes first: titles are cut on narrow screens.
  const details = (page.kind === 'contact' ? [meeting, name] : [name, meeting, project]).filter(Boolean).join(' · ')
  const fullTitle = [entry && t(entry.singular), details].filter(Boolean).join(`${t(':')} `)
  const leads = entry && !isDeleted && title !== '' && recordId !== page.uniqueId
  return (
    <p className={styles.title}>
      {leads ? (
        <TextLink to={at(entry.show(recordId))} prefetch="intent">
          <Clip lines={2}>{fullTitle}</Clip>
        </TextLink>
      ) : (
        <Clip lines={2}>{fullTitle}</Clip>
      )}
    </p>
  )
}
