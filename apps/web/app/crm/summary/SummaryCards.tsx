import { Stack, VisuallyHidden } from '@mantine/core'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { useRecordPrefetch, useRecords } from '#kit/api/records'
import { useListAddress, useParam } from '#kit/browser/search-params'
import { useText } from '#kit/text'
import { ListSkeleton } from '#ui/list/ListSkeleton'
import { ErrorState } from '#ui/page/ErrorState'
import { lazyWithRetry } from '#ui/page/lazyWithRetry'
import { Pager } from '#ui/paging/Pager'
import { usePastEnd } from '#ui/paging/usePastEnd'
import { SummaryCard } from './SummaryCard.tsx'

const WholeSummary = lazyWithRetry(async () => (await import('./WholeSummary.tsx')).WholeSummary)

const size = 20
const sort = '-dateCreated'

interface SummaryCardsProps {
  /** Which summaries: what the list is asked. */
  asked: Readonly<Record<string, string>>
  /** The page is the report's. */
  ofReport?: boolean
  /** Stands where there are none. */
  empty: ReactNode
  onTotal?: (total: number) => void
}

/** Summaries as cards, the newest first, page by page. The page, and the one that is open whole, stand in the address. */
export const SummaryCards = ({ asked, ofReport = false, empty, onTotal }: SummaryCardsProps) => {
  const t = useText()
  const { address, list, ahead } = useSummaries(asked, onTotal)
  const { data, error, refetch, isPlaceholderData } = list
  const [opened, open] = useParam('summary')
  return (
    <>
      {error && !data && <ErrorState failure={error} onRetry={() => void refetch()} />}
      {!data && !error && <ListSkeleton rows={6} />}
      {data?.total === 0 && empty}
      {data && data.total > 0 && (
        <Stack gap="sm" aria-busy={isPlaceholderData}>
          <VisuallyHidden role="status">{t('{count} record|{count} records', { count: data.total })}</VisuallyHidden>
          {data.rows.map((summary) => (
            <SummaryCard key={summary.uniqueId} summary={summary} ofReport={ofReport} onOpen={() => open(summary.uniqueId)} />
          ))}
          <Pager
            page={address.page}
            size={size}
            total={data.total}
            estimated={data.estimated}
            stale={isPlaceholderData}
            addressOf={(page) => address.addressAfter({ page })}
            onPrefetch={ahead}
          />
        </Stack>
      )}
      <Whole uniqueId={opened} onClose={() => open('')} />
    </>
  )
}

const useSummaries = (asked: SummaryCardsProps['asked'], onTotal: SummaryCardsProps['onTotal']) => {
  const address = useListAddress({ filters: [], sort })
  const askedFor = (page: number) => ({ ...asked, sort, page: page - 1, size })
  const list = useRecords('summary', askedFor(address.page))
  const ahead = useRecordPrefetch('summary')
  const total = list.data?.total
  usePastEnd(list, address, size)
  useEffect(() => {
    if (total !== undefined) onTotal?.(total)
  }, [total, onTotal])
  return { address, list, ahead: (page: number) => ahead.page(askedFor(page)) }
}

/** The dialog is fetched with the first one that is opened. */
const Whole = (props: { uniqueId: string; onClose: () => void }) => {
  const [asked, setAsked] = useState(false)
  if (props.uniqueId && !asked) setAsked(true)
  return (
    asked && (
      <Suspense>
        <WholeSummary {...props} />
      </Suspense>
    )
  )
}
