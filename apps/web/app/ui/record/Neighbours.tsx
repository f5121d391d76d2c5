import { ActionIcon, Group, Text } from '@mantine/core'
import { type Icon, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Input, Kind } from '#kit/api/calls'
import { useList } from '#kit/api/query'
import { pathOf, useArea } from '#kit/area'
import { useKeys } from '#kit/browser/keyboard'
import { lastListOf, type LeftList } from '#kit/browser/lastList'
import { useParam } from '#kit/browser/search-params'
import { useText } from '#kit/text'
import { Tooltip } from '#ui/page/floating'
import { useFormatCount } from '#ui/values/figures'
import { usePrefetchOnIntent, usePrefetchRecordPage } from './RecordLink.tsx'
import styles from '#ui/record/record.module.css'

interface NeighboursProps {
  kind: Kind
  uniqueId: string
}

/**
 * The place of a record in the list from which it was opened, and the buttons to the previous and the next one. The order is that of the list as it was
 * left: a record that no longer matches its filters, such as a task that was closed here, keeps its place.
 */
export const Neighbours = ({ kind, uniqueId }: NeighboursProps) => {
  const [list, setList] = useState(() => lastListOf(kind))
  if (!list?.ids.includes(uniqueId)) return null
  return <Steps list={list} uniqueId={uniqueId} onRead={setList} />
}

interface StepsProps {
  list: LeftList
  uniqueId: string
  /** Called with the list when more of it has been read. */
  onRead: (list: LeftList) => void
}

const Steps = ({ list, uniqueId, onRead }: StepsProps) => {
  const t = useText()
  const at = useArea()
  const figure = useFormatCount()
  const navigate = useNavigate()
  const [tab] = useParam('tab')
  const read = useReadOn(list, uniqueId)
  const index = read.ids.indexOf(uniqueId)
  const [previousId, nextId] = [read.ids[index - 1], read.ids[index + 1]]
  const stepTo = (id: string | undefined) => {
    if (!id) return
    onRead(read)
    // Back leads to the list, however many of its records were shown.
    void navigate(at(pathOf(list.kind, `show/${id}`)) + (tab && `?tab=${tab}`), { replace: true })
  }
  useKeys({ '<': () => stepTo(previousId), '>': () => stepTo(nextId) })
  const position = figure((read.first - 1) * read.size + index + 1)
  return (
    <Group className={styles.neighbours} gap={2} wrap="nowrap" role="group" aria-label={t('Records of the list')}>
      <Step kind={list.kind} uniqueId={previousId} label={t('Previous record')} icon={IconChevronLeft} onClick={stepTo} />
      <Text size="sm" c="dimmed" aria-live="polite">
        {read.total ? t('{position} of {total}', { position, total: figure(read.total) }) : position}
      </Text>
      <Step kind={list.kind} uniqueId={nextId} label={t('Next record')} icon={IconChevronRight} onClick={stepTo} />
    </Group>
  )
}

interface StepProps {
  kind: Kind
  /** The record that it opens. */
  uniqueId: string | undefined
  label: string
  icon: Icon
  onClick: (uniqueId: string | undefined) => void
}

const Step = ({ kind, uniqueId, label, icon: Sign, onClick }: StepProps) => {
  const prefetch = usePrefetchRecordPage(kind)
  const { handlers } = usePrefetchOnIntent('button', () => {
    if (uniqueId) prefetch(uniqueId)
  })
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={28}
        aria-label={label}
        // Not `disabled`: a button that is keeps no focus.
        aria-disabled={!uniqueId}
        {...(!uniqueId && { 'data-disabled': true, bg: 'transparent' })}
        {...handlers}
        onClick={() => onClick(uniqueId)}
      >
        <Sign size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}

/** The ids of a page of the list as it is now; undefined until it has been read. */
const usePageIds = ({ kind, inputFor }: LeftList, page: number, enabled: boolean) => {
  // Only the ids of the rows are used, which the lists of all kinds have.
  const route = `GET /api/${kind}/` as 'GET /api/company/'
  const { data, isFetching } = useList(route, inputFor(page) as Input<typeof route>, { enabled })
  return enabled && !isFetching ? data?.rows.map(({ uniqueId }) => uniqueId) : undefined
}

/**
 * The list, with the page before or after it if the record is its first or last one. Records that have left the list meanwhile move those of the next
 * page up: what follows in the last page, read again, comes first.
 */
const useReadOn = (list: LeftList, uniqueId: string): LeftList => {
  const { ids, first, last, size, hasMore } = list
  const isFirst = first > 1 && ids[0] === uniqueId
  const isLast = hasMore && ids.at(-1) === uniqueId
  const before = usePageIds(list, first - 1, isFirst)
  const again = usePageIds(list, last, isLast)
  const movedUp = again?.slice(again.findLastIndex((id) => ids.includes(id)) + 1)
  const after = usePageIds(list, last + 1, isLast && movedUp?.length === 0)
  const isNew = (id: string) => !ids.includes(id)
  if (before) return { ...list, ids: [...before.filter(isNew), ...ids], first: first - 1 }
  if (again && movedUp?.length) return { ...list, ids: [...ids, ...movedUp], hasMore: again.length === size }
  if (after) return { ...list, ids: [...ids, ...after.filter(isNew)], last: last + 1, hasMore: after.length === size }
  return list
}
