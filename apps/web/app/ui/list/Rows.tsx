import { Box, Button, Group, NativeSelect, Paper, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { Fragment, useEffect, useEffectEvent, useRef, useState } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'
import type { Exported, Kind } from '#kit/api/calls'
import { failureOf } from '#kit/api/failure'
import { useExport } from '#kit/api/records'
import { download } from '#kit/browser/download'
import { moveAmong } from '#kit/browser/keyboard'
import { useNarrow } from '#kit/browser/narrow'
import { useText } from '#kit/text'
import { framed, groupsOf, type Listed } from '#ui/list/columns'
import { DataTable, Name, Shown, Tick, TickAll } from '#ui/list/DataTable'
import { LazyMenu, Menu } from '#ui/page/floating'
import { HeaderButton } from '#ui/page/PageHeader'
import { useToast } from '#ui/page/toast'
import { useInSight } from './Pager.tsx'
import styles from '#ui/list/list.module.css'

/** The rows of a list: a table, or cards on a phone. */
export const Rows = <T,>(asked: Listed<T>) => {
  const narrow = useNarrow()
  const listed = { ...asked, first: useInSight(asked.first, asked.stale ?? false) }
  const box = useRowFocus(listed)
  return (
    <div ref={box} style={{ display: 'contents' }}>
      {narrow ? <Cards {...listed} /> : <DataTable {...listed} />}
    </div>
  )
}

/** The rows of a list as cards, for narrow screens. */
const Cards = <T,>(listed: Listed<T>) => {
  const groups = groupsOf(listed)
  return (
    <Stack gap="sm">
      <Order {...listed} />
      <Box
        component="ul"
        className={`${styles.cards} quiet-links ${listed.stale ? styles.stale : ''}`}
        aria-label={listed.label}
        onKeyDown={moveAmong('[data-row-focus]')}
      >
        {listed.rows.map((record, at) => (
          <Fragment key={listed.keyOf(record)}>
            {groups[at] && (
              <Text component="li" size="sm" fw={600} data-group>
                {groups[at]}
              </Text>
            )}
            <Card record={record} {...listed} />
          </Fragment>
        ))}
      </Box>
    </Stack>
  )
}

const Order = <T,>({ columns, rows, keyOf, sort, onSort, ticks }: Listed<T>) => {
  const t = useText()
  const ways = columns
    .filter(({ sorts }) => sorts)
    .flatMap(({ field, head }) => [
      { value: field, label: t('{column}, ascending', { column: head }) },
      { value: `-${field}`, label: t('{column}, descending', { column: head }) },
    ])
  return (
    <Group justify="space-between">
      {ticks && <TickAll ticks={ticks} keys={rows.map(keyOf)} label={t('Select all')} />}
      {ways.length > 0 && (
        <NativeSelect
          flex="1 1 150px"
          aria-label={t('Sort by')}
          data={ways}
          value={sort}
          onChange={(event) => onSort?.(event.currentTarget.value)}
        />
      )}
    </Group>
  )
}

const Card = <T,>({ record, columns, card, keyOf, linkOf, onPrefetch, menuOf, ticks }: Listed<T> & { record: T }) => {
  const [name] = columns
  const others = columns.filter(({ field }) => (card ? !card.instead.includes(field) : field !== name?.field))
  return (
    <Paper component="li" withBorder p="sm">
      <Group wrap="nowrap" align="flex-start" justify="space-between" gap="xs">
        {ticks && <Tick ticks={ticks} of={keyOf(record)} />}
        <div style={{ flex: 1, minWidth: 0 }}>
          {framed(
            card ? undefined : name,
            record,
            <Name to={linkOf?.(record)} whole={card ? undefined : name?.whole?.(record)} onPrefetch={() => onPrefetch?.(record)}>
              {card ? card.title(record) : name?.show(record)}
            </Name>,
          )}
        </div>
        {menuOf?.(record)}
      </Group>
      <dl className={styles.facts}>
        {others.map((column) => (
          <div key={column.field} style={{ display: 'contents' }}>
            <dt>{column.head}</dt>
            <dd>{framed(column, record, <Shown>{column.show(record)}</Shown>)}</dd>
          </div>
        ))}
      </dl>
    </Paper>
  )
}

interface Held {
  element: HTMLElement
  /** The index of its row. */
  at: number
}

const rowsIn = (box: HTMLElement | null) => [
  ...(box?.querySelectorAll<HTMLElement>('tbody > tr:not([data-group]), ul[aria-label] > li:not([data-group])') ?? []),
]

const isLost = (held: Held | null): held is Held =>
  held !== null && !held.element.isConnected && (document.activeElement ?? document.body) === document.body

type Asked<T> = Pick<Listed<T>, 'label' | 'rows' | 'keyOf'>

/** When the row with the focus has left the list, moves the focus to the row now in its place; if none is left, to the page. */
const useRowFocus = <T,>(listed: Asked<T>) => {
  const { rows } = listed
  const box = useRef<HTMLDivElement>(null)
  const held = useRef<Held>(null)
  const remember = useFocusAfterBack(box, listed)
  const hold = useEffectEvent(({ target }: Event) => {
    const at = rowsIn(box.current).findIndex((row) => row.contains(target as Node))
    held.current = at < 0 ? null : { element: target as HTMLElement, at }
    remember(at)
  })
  useEffect(() => {
    const { current } = box
    // Not every browser focuses a link that is clicked.
    for (const event of ['focusin', 'click']) current?.addEventListener(event, hold)
    return () => {
      for (const event of ['focusin', 'click']) current?.removeEventListener(event, hold)
      if (isLost(held.current)) document.getElementById('main')?.focus()
    }
  }, [])
  useEffect(() => {
    if (!isLost(held.current)) return
    const left = rowsIn(box.current)
    left[Math.min(held.current.at, left.length - 1)]?.querySelector<HTMLElement>('[data-row-focus], a, button')?.focus()
  }, [rows])
  return box
}

/** The key of the row that last had the focus, by history entry and list. */
const left = new Map<string, string>()
const most = 100

const isFree = () => {
  const { activeElement: holder } = document
  return !holder || holder === document.body || holder.id === 'main'
}

/** After Back, focuses the row that was opened, unless something else on the page has the focus already. */
const useFocusAfterBack = <T,>(box: React.RefObject<HTMLElement | null>, { label, rows, keyOf }: Asked<T>) => {
  const place = `${useLocation().key} ${label}`
  const [isBack] = useState(useNavigationType() === NavigationType.Pop)
  const sought = useRef(isBack ? left.get(place) : undefined)
  const find = useEffectEvent(() => {
    const at = rows.findIndex((record) => keyOf(record) === sought.current)
    const row = at < 0 ? undefined : rowsIn(box.current)[at]
    if (!row) return
    sought.current = undefined
    if (isFree()) row.querySelector<HTMLElement>('a[data-row-focus]')?.focus()
  })
  useEffect(() => {
    if (sought.current !== undefined) find()
  }, [rows])
  return (at: number) => {
    const record = rows[at]
    if (record === undefined) return
    left.delete(place)
    left.set(place, keyOf(record))
    if (left.size > most) left.delete(left.keys().next().value!)
  }
}

interface ListExportProps {
  kind: Kind | Exported
  /** The current filters and order of the list. */
  asked: Record<string, string | string[]>
  compact?: boolean
}

/** Downloads a list with its filters and order, or a prepared table: as a workbook or as comma-separated text. */
export const ExportMenu = (props: ListExportProps | DownloadProps) =>
  'kind' in props ? <ListExport {...props} /> : <Download {...props} />

const ListExport = ({ kind, asked, compact }: ListExportProps) => {
  const prepare = useExport(kind)
  return (
    <Download
      {...(compact && { compact })}
      isPending={prepare.isPending}
      prepare={async (format) => (await prepare.mutateAsync({ ...asked, format })).data.url}
    />
  )
}

interface DownloadProps {
  /** Prepares the file and returns its address. */
  prepare: (format: 'xlsx' | 'csv') => Promise<string>
  isPending: boolean
  /** As small as the other actions for selected records. */
  compact?: boolean
}

/** A menu with the two download formats of a table. */
const Download = ({ prepare, isPending, compact = false }: DownloadProps) => {
  const t = useText()
  const toast = useToast()
  const take = (format: 'xlsx' | 'csv') => prepare(format).then(download, (error: unknown) => toast.failure(failureOf(error)))
  return (
    <LazyMenu
      button={
        compact ? (
          <Button size="compact-sm" variant="light" loading={isPending} leftSection={<IconDownload size={16} aria-hidden />}>
            {t('Export')}
          </Button>
        ) : (
          <HeaderButton icon={IconDownload} loading={isPending}>
            {t('Export')}
          </HeaderButton>
        )
      }
    >
      <Menu.Item onClick={() => void take('xlsx')}>{t('Excel workbook (XLSX)')}</Menu.Item>
      <Menu.Item onClick={() => void take('csv')}>{t('Comma-separated text (CSV)')}</Menu.Item>
    </LazyMenu>
  )
}
