import { Stack, Tabs } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { useCall } from '#kit/api/query'
import { type countedBy, useEntries } from '#kit/feature'
import { useText } from '#kit/text'
import { ListSkeleton } from '#ui/list/Paged'
import { LazyPart } from '#ui/page/lazyWithRetry'
import { useFigure } from '#ui/values/figures'
import styles from './tabs.module.css'

interface RecordTabsProps {
  kind: string
  uniqueId: string
  overview: ReactNode
  /** Left out for who may not read it. */
  history?: ReactNode
}

const OVERVIEW = 'overview'
const HISTORY = 'history'

/** A record's own page, and what belongs to it in tabs: those that features bring to its kind. The open one is in the address. */
export const RecordTabs = ({ kind, uniqueId, overview, history }: RecordTabsProps) => {
  const t = useText()
  const tabs = useEntries().recordTabs.filter((tab) => tab.kind === kind)
  const [open, setOpen] = useOpenTab([...tabs.map(({ key }) => key), ...(history ? [HISTORY] : [])])
  const list = useInSight(open)
  return (
    <Tabs value={open} onChange={(key) => setOpen(key ?? OVERVIEW)} keepMounted={false}>
      <Tabs.List ref={list} className={styles.tabs} aria-label={t('Sections of this page')}>
        <Tabs.Tab value={OVERVIEW}>{t('Overview')}</Tabs.Tab>
        {tabs.map(({ key, text, count }) => (
          <Tabs.Tab key={key} value={key}>
            {t(text)}
            {count && <CountOf count={count} uniqueId={uniqueId} />}
          </Tabs.Tab>
        ))}
        {history && <Tabs.Tab value={HISTORY}>{t('History')}</Tabs.Tab>}
      </Tabs.List>
      <Tabs.Panel value={OVERVIEW} pt="lg">
        <Stack gap="lg">{overview}</Stack>
      </Tabs.Panel>
      {tabs.map((tab) => (
        <Tabs.Panel key={tab.key} value={tab.key} pt="lg">
          <LazyPart load={tab.load} given={{ uniqueId }} fallback={<ListSkeleton />} />
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

/** What another tab's list was asked is left behind with it. */
const useOpenTab = (keys: readonly string[]) => {
  const [params, setParams] = useSearchParams()
  const asked = params.get('tab') ?? OVERVIEW
  const open = (key: string) => setParams(key === OVERVIEW ? {} : { tab: key }, { preventScrollReset: true })
  return [keys.includes(asked) ? asked : OVERVIEW, open] as const
}

/** On a phone the row of tabs is wider than the page: the open one is in its middle. */
const useInSight = (open: string) => {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const row = list.current
    const tab = row?.querySelector<HTMLElement>('[aria-selected="true"]')
    if (row && tab) row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2
  }, [open])
  return list
}

const CountOf = ({ count, uniqueId }: { count: ReturnType<typeof countedBy>; uniqueId: string }) => {
  const figure = useFigure()
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
