import { Button, Stack, Tabs, UnstyledButton, VisuallyHidden } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import { phrase } from '@tradewind/contract/kit/phrase'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
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

/** The classes and attributes of Mantine's tabs, whose components would render each of nine tabs twice, and a panel for each. */
const { classes } = Tabs
const common = { 'data-variant': 'default', 'data-orientation': 'horizontal' }
const rootProps = { ...common, className: `mantine-Tabs-root ${classes.root} ${styles.record}` }
const listProps = { ...common, className: `mantine-Tabs-list ${classes.list} ${classes['list--default']} ${styles.tabs}` }
const tabProps = {
  ...common,
  className: `mantine-focus-auto mantine-Tabs-tab ${UnstyledButton.classes.root} ${classes.tab} ${classes['tab--default']}`,
}

/** Left and right open the tab beside this one, and beyond the last one the first; Home and End only lead to a tab. */
const moveByKey = (event: KeyboardEvent<HTMLElement>) => {
  const tabs = [...event.currentTarget.parentElement!.querySelectorAll('button')]
  const at = tabs.indexOf(event.currentTarget as HTMLButtonElement)
  const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key]
  if (next === undefined) return
  event.preventDefault()
  const target = tabs.at(next % tabs.length)!
  target.focus()
  if (event.key.startsWith('Arrow')) target.click()
}

/** A record's own page, with its related records in tabs that features add to its kind. The open tab is in the address. */
export const RecordTabs = ({ kind, uniqueId, overview, history }: RecordTabsProps) => {
  const t = useText()
  const id = useId()
  const ofFeatures = useEntries().recordTabs.filter(({ kinds }) => kinds.includes(kind))
  const tabs = [
    { key: OVERVIEW, text: phrase('Overview'), count: undefined },
    ...ofFeatures,
    ...(history ? [{ key: HISTORY, text: phrase('History'), count: undefined }] : []),
  ]
  const [open, setOpen] = useOpenTab(tabs.map(({ key }) => key))
  const row = useScrollToTab(open)
  const feature = ofFeatures.find(({ key }) => key === open)
  const ownPart = open === HISTORY ? history : <Stack gap="lg">{overview}</Stack>
  return (
    <div {...rootProps}>
      <div ref={row} role="tablist" aria-label={t('Sections of this page')} {...listProps}>
        {tabs.map(({ key, text, count }) => (
          <button
            key={key}
            type="button"
            role="tab"
            id={`${id}${key}`}
            aria-selected={key === open}
            aria-controls={key === open ? `${id}panel` : undefined}
            tabIndex={key === open ? 0 : -1}
            {...tabProps}
            data-active={key === open || undefined}
            onClick={() => setOpen(key)}
            onKeyDown={moveByKey}
          >
            <span>
              {t(text)}
              {count && <CountOf count={count(kind)} uniqueId={uniqueId} />}
            </span>
          </button>
        ))}
      </div>
      <div key={open} role="tabpanel" id={`${id}panel`} aria-labelledby={`${id}${open}`} className={styles.panel}>
        {feature ? <LazyPart load={feature.load} props={{ kind, uniqueId } as never} fallback={<ListSkeleton />} /> : ownPart}
      </div>
    </div>
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
