import { Box, Button, Group, Paper, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { Fragment, useEffect, useEffectEvent, useRef, useState } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'
import type { ExportableKind, Kind } from '#kit/api/calls'
import { failureOf } from '#kit/api/failure'
import { useExport } from '#kit/api/records'
import { download } from '#kit/browser/download'
import { moveFocusAmong } from '#kit/browser/keyboard'
import { useIsNarrow } from '#kit/browser/useIsNarrow'
import { useText } from '#kit/text'
import { NativeSelect } from '#ui/form/NativeSelect'
import { groupHeadings, type Identified, type Listed, nameColumnOf, withEditor } from '#ui/list/columns'
import { cellContent, DataTable, nameContent, SelectRow, SelectAll } from '#ui/list/DataTable'
import { LazyMenu, Menu } from '#ui/page/floating'
import { HeaderButton } from '#ui/page/PageHeader'
import { useToast } from '#ui/page/toast'
import { ScreenLinks } from '#ui/record/RecordLink'
import { useUnlessStale } from './Pager.tsx'
import styles from '#ui/list/list.module.css'

/** The rows of a list: a table, or cards on a phone, and on a tablet if there are many columns. */
export const Rows = <T extends Identified>(props: Listed<T>) => {
  const isNarrow = useIsNarrow(props.columns.length)
  const list = { ...props, first: useUnlessStale(props.first, props.stale ?? false) }
  const box = useRowFocus(list)
  const prefetch = (link: HTMLElement) => {
    const record = list.rows[rowIndexOf(box.current, link)]
    if (record) list.onPrefetch?.(record)
  }
  return (
    <ScreenLinks ref={box} className={styles[list.minWidth && !isNarrow ? 'wide' : 'rows']} onIntent={prefetch}>
      {isNarrow ? <Cards {...list} /> : <DataTable {...list} />}
    </ScreenLinks>
  )
}

/** The rows of a list as cards, for narrow screens. */
const Cards = <T extends Identified>(list: Listed<T>) => {
  const groups = groupHeadings(list)
  return (
    <Stack gap="sm">
      <Order {...list} />
      <Box
        component="ul"
        className={`${styles.cards} quiet-links ${list.stale ? styles.stale : ''}`}
        aria-label={list.label}
        onKeyDown={moveFocusAmong('[data-row-focus]')}
      >
        {list.rows.map((record, at) => (
          <Fragment key={record.uniqueId}>
            {groups[at] && (
              <Text component="li" size="sm" fw={600} data-group>
                {groups[at]}
              </Text>
            )}
            <Card record={record} {...list} />
          </Fragment>
        ))}
      </Box>
    </Stack>
  )
}

const Order = <T extends Identified>({ columns, orders = columns, rows, sort, onSort, selection }: Listed<T>) => {
  const t = useText()
  const sortOptions = orders
    .filter(({ sorts }) => sorts)
    .flatMap(({ field, head }) => [
      { value: field, label: t('{column}, ascending', { column: head }) },
      { value: `-${field}`, label: t('{column}, descending', { column: head }) },
    ])
  return (
    <Group justify="space-between">
      {selection && <SelectAll selection={selection} keys={rows.map(({ uniqueId }) => uniqueId)} label={t('Select all')} />}
      {sortOptions.length > 0 && (
        <NativeSelect
          flex="1 1 200px"
          aria-label={t('Sort by')}
          data={sortOptions}
          value={sort}
          onChange={(event) => onSort?.(event.currentTarget.value)}
        />
      )}
    </Group>
  )
}

const Card = <T extends Identified>({ record, columns, card, linkOf, menuOf, selection }: Listed<T> & { record: T }) => {
  const name = nameColumnOf(columns)
  const others = columns.filter(({ field }) => (card ? !card.titleFields.includes(field) : field !== name?.field))
  return (
    <Paper component="li" withBorder p="sm">
      <Group wrap="nowrap" align="flex-start" justify="space-between" gap="xs">
        {selection && <SelectRow selection={selection} of={record.uniqueId} />}
        <div style={{ flex: 1, minWidth: 0 }}>
          {withEditor(
            card ? undefined : name,
            record,
            nameContent(
              card ? card.title(record) : name?.show(record),
              linkOf?.(record),
              card ? undefined : name?.fullTextOf?.(record),
            ),
          )}
        </div>
        {menuOf?.(record)}
      </Group>
      <dl className={styles.facts}>
        {others.map((column) => (
          <div key={column.field} style={{ display: 'contents' }}>
            <dt>{column.head}</dt>
            <dd>{withEditor(column, record, cellContent(column.show(record), column.hrefOf?.(record)))}</dd>
          </div>
        ))}
      </dl>
    </Paper>
  )
}

interface FocusedRow {
  element: HTMLElement
  /** The index of its row. */
  at: number
}

const rowsIn = (box: HTMLElement | null) => [
  ...(box?.querySelectorAll<HTMLElement>('article, tbody > tr:not([data-group]), ul[aria-label] > li:not([data-group])') ?? []),
]

/** The index of the row that an element is in; -1 if it is in none. */
const rowIndexOf = (box: HTMLElement | null, element: Node) => rowsIn(box).findIndex((row) => row.contains(element))

const isFocusLost = (focused: FocusedRow | null): focused is FocusedRow =>
  focused !== null && !focused.element.isConnected && (document.activeElement ?? document.body) === document.body

type FocusableList<T extends Identified> = Pick<Listed<T>, 'label' | 'rows'>

/** When the row with the focus has left the list, moves the focus to the row now in its place; if none is left, to the page. */
export const useRowFocus = <T extends Identified>(list: FocusableList<T>) => {
  const { rows } = list
  const box = useRef<HTMLDivElement>(null)
  const focusedRow = useRef<FocusedRow>(null)
  const remember = useFocusRestoredOnBack(box, list)
  const storeFocus = useEffectEvent(({ target }: Event) => {
    const at = rowIndexOf(box.current, target as Node)
    focusedRow.current = at < 0 ? null : { element: target as HTMLElement, at }
    remember(at)
  })
  useEffect(() => {
    const { current } = box
    // Not every browser focuses a link that is clicked.
    for (const event of ['focusin', 'click']) current?.addEventListener(event, storeFocus)
    return () => {
      for (const event of ['focusin', 'click']) current?.removeEventListener(event, storeFocus)
      if (isFocusLost(focusedRow.current)) document.getElementById('main')?.focus()
    }
  }, [])
  useEffect(() => {
    if (!isFocusLost(focusedRow.current)) return
    const items = rowsIn(box.current)
    items[Math.min(focusedRow.current.at, items.length - 1)]?.querySelector<HTMLElement>('[data-row-focus], a, button')?.focus()
  }, [rows])
  return box
}

/** The key of the row that last had the focus, by history entry and list. */
const lastRowKeys = new Map<string, string>()
const MAX_STORED_ROWS = 100

const isFocusFree = () => {
  const { activeElement: holder } = document
  return !holder || holder === document.body || holder.id === 'main'
}

/** After Back, focuses the row that was opened, unless something else on the page has the focus already. */
const useFocusRestoredOnBack = <T extends Identified>(
  box: React.RefObject<HTMLElement | null>,
  { label, rows }: FocusableList<T>,
) => {
  const listKey = `${useLocation().key} ${label}`
  const [isBack] = useState(useNavigationType() === NavigationType.Pop)
  const storedKey = useRef(isBack ? lastRowKeys.get(listKey) : undefined)
  const focusStoredRow = useEffectEvent(() => {
    const at = rows.findIndex((record) => record.uniqueId === storedKey.current)
    const row = at < 0 ? undefined : rowsIn(box.current)[at]
    if (!row) return
    storedKey.current = undefined
    if (isFocusFree()) row.querySelector<HTMLElement>('a[data-row-focus]')?.focus()
  })
  useEffect(() => {
    if (storedKey.current !== undefined) focusStoredRow()
  }, [rows])
  return (at: number) => {
    const record = rows[at]
    if (record === undefined) return
    lastRowKeys.delete(listKey)
    lastRowKeys.set(listKey, record.uniqueId)
    if (lastRowKeys.size > MAX_STORED_ROWS) lastRowKeys.delete(lastRowKeys.keys().next().value!)
  }
}

interface ListExportProps {
  kind: Kind | ExportableKind
  /** The current filters and order of the list. */
  input: Record<string, string | string[]>
  compact?: Compact
}

/** The look of a smaller button: as the other actions for selected records have it, or the tools of a list. */
type Compact = 'light' | 'default'

/** Downloads a list with its filters and order, or a prepared table: as a workbook or as comma-separated text. */
export const ExportMenu = (props: ListExportProps | DownloadProps) =>
  'kind' in props ? <ListExport {...props} /> : <Download {...props} />

const ListExport = ({ kind, input, compact }: ListExportProps) => {
  const prepare = useExport(kind)
  return (
    <Download
      compact={compact}
      isPending={prepare.isPending}
      prepare={async (format) => (await prepare.mutateAsync({ ...input, format })).data.url}
    />
  )
}

interface DownloadProps {
  /** Prepares the file and returns its address. */
  prepare: (format: 'xlsx' | 'csv') => Promise<string>
  isPending: boolean
  compact?: Compact | undefined
}

/** A menu with the two download formats of a table. */
const Download = ({ prepare, isPending, compact }: DownloadProps) => {
  const t = useText()
  const toast = useToast()
  const downloadAs = (format: 'xlsx' | 'csv') =>
    prepare(format).then(download, (error: unknown) => toast.failure(failureOf(error)))
  return (
    <LazyMenu
      button={
        compact ? (
          <Button
            size={compact === 'light' ? 'compact-sm' : 'xs'}
            variant={compact}
            loading={isPending}
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            {t('Export')}
          </Button>
        ) : (
          <HeaderButton icon={IconDownload} loading={isPending}>
            {t('Export')}
          </HeaderButton>
        )
      }
    >
      <Menu.Item onClick={() => void downloadAs('xlsx')}>{t('Excel workbook (XLSX)')}</Menu.Item>
      <Menu.Item onClick={() => void downloadAs('csv')}>{t('Comma-separated text (CSV)')}</Menu.Item>
    </LazyMenu>
  )
}
