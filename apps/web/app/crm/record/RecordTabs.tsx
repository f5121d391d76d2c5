import { Button, Stack, Tabs, VisuallyHidden } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { NextAction } from '#crm/RecordHead'
import { useCall } from '#kit/api/query'
import { type tabCount, useEntries } from '#kit/feature'
import { useText } from '#kit/text'
import type { CardTitle, Column } from '#ui/list/columns'
import { type Listing, ListSkeleton, Paged } from '#ui/list/Paged'
import { Rows } from '#ui/list/Rows'
import { LazyPart } from '#ui/page/lazyWithRetry'
import { EmptyState } from '#ui/page/states'
import { useFormatCount } from '#ui/values/figures'
import styles from './tabs.module.css'

interface RecordTabsProps {
  kind: string
  uniqueId: string
  overview: ReactNode
  /** Left out for users who may not read it. */
  history?: ReactNode
}

const OVERVIEW = 'overview'
const HISTORY = 'history'

/** A record's own page, with its related records in tabs that features add to its kind. The open tab is in the address. */
export const RecordTabs = ({ kind, uniqueId, overview, history }: RecordTabsProps) => {
  const t = useText()
  const tabs = useEntries().recordTabs.filter(({ kinds }) => kinds.includes(kind))
  const [open, setOpen] = useOpenTab([...tabs.map(({ key }) => key), ...(history ? [HISTORY] : [])])
  const list = useScrollToTab(open)
  return (
    <Tabs value={open} onChange={(key) => setOpen(key ?? OVERVIEW)} keepMounted={false}>
      <Tabs.List ref={list} className={styles.tabs} aria-label={t('Sections of this page')}>
        <Tabs.Tab value={OVERVIEW}>{t('Overview')}</Tabs.Tab>
        {tabs.map(({ key, text, count }) => (
          <Tabs.Tab key={key} value={key}>
            {t(text)}
            {count && <CountOf count={count(kind)} uniqueId={uniqueId} />}
          </Tabs.Tab>
        ))}
        {history && <Tabs.Tab value={HISTORY}>{t('History')}</Tabs.Tab>}
      </Tabs.List>
      <Tabs.Panel value={OVERVIEW} pt="lg">
        <Stack gap="lg">{overview}</Stack>
      </Tabs.Panel>
      {tabs.map((tab) => (
        <Tabs.Panel key={tab.key} value={tab.key} pt="lg">
          <LazyPart load={tab.load} props={{ kind, uniqueId } as never} fallback={<ListSkeleton />} />
        </Tabs.Panel>
      ))}
      {history && (
        <Tabs.Panel value={HISTORY} pt="lg">
          {history}
        </Tabs.Panel>
      )}
    </Tabs>
  )
}

/** Opening a tab drops the parameters of the previous tab's list. */
const useOpenTab = (keys: readonly string[]) => {
  const [params, setParams] = useSearchParams()
  const requestedTab = params.get('tab') ?? OVERVIEW
  const open = (key: string) => setParams(key === OVERVIEW ? {} : { tab: key }, { preventScrollReset: true })
  return [keys.includes(requestedTab) ? requestedTab : OVERVIEW, open] as const
}

/** On a phone the row of tabs is wider than the page: scrolls the open tab to the middle. */
const useScrollToTab = (open: string) => {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const row = list.current
    const tab = row?.querySelector<HTMLElement>('[aria-selected="true"]')
    if (row && tab) row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2
  }, [open])
  return list
}

const CountOf = ({ count, uniqueId }: { count: ReturnType<typeof tabCount>; uniqueId: string }) => {
  const figure = useFormatCount()
  const { data } = useCall(count.route, count.input(uniqueId) as never)
  const found = data === undefined ? null : count.of(data as never)
  if (!found) return null
  return (
    <>
      {' '}
      <span className={styles.count}>{figure(found)}</span>
    </>
  )
}

interface TabListProps<T> {
  listing: Listing<T, never>
  label: string
  columns: readonly Column<T>[]
  card?: CardTitle<T>
  linkOf: (row: T) => string
  menuOf: (row: T) => ReactNode
  empty: ReactNode
}

/** The list in a tab of a record's page. Its page and order are in the address. */
export const TabList = <T extends { uniqueId: string }>({ listing, empty, ...listed }: TabListProps<T>) => {
  const t = useText()
  const { data, isPlaceholderData } = listing.list
  return (
    <Stack gap="sm" aria-busy={isPlaceholderData}>
      <Paged of={listing} empty={empty}>
        {(rows) => (
          <>
            <VisuallyHidden role="status">{t('{count} record|{count} records', { count: data?.total ?? 0 })}</VisuallyHidden>
            <Rows {...listed} {...listing.table} rows={rows} />
          </>
        )}
      </Paged>
    </Stack>
  )
}

/** Selects these columns of a list, in this order, with these widths. One without a width takes the remaining space. */
export const selectColumns = <T,>(columns: readonly Column<T>[], widths: Readonly<Record<string, string | null>>) =>
  Object.entries(widths).flatMap(([name, width]) => {
    const column = columns.find(({ field }) => field === name)
    return column ? [withWidth(column, width)] : []
  })

const withWidth = <T,>(column: Column<T>, width: string | null): Column<T> => {
  const copy = { ...column }
  if (width) copy.width = width
  else delete copy.width
  return copy
}

interface TabEmptyProps {
  icon: Icon
  title: string
  text: string
  /** The action that adds the first record, if the actor may do it. */
  fill: NextAction | null
}

/** The empty state of a tab: explains what the tab is for, and offers the action that adds the first record. */
export const TabEmpty = ({ fill, ...said }: TabEmptyProps) => (
  <EmptyState {...said}>
    {fill &&
      ('to' in fill ? (
        <Button variant="default" component={Link} to={fill.to}>
          {fill.text}
        </Button>
      ) : (
        <Button variant="default" onClick={fill.onClick}>
          {fill.text}
        </Button>
      ))}
  </EmptyState>
)
