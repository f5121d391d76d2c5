import { Stack, VisuallyHidden } from '@mantine/core'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { useParam } from '#kit/browser/search-params'
import { useText } from '#kit/text'
import { lazyWithRetry } from '#ui/page/lazyWithRetry'
import { Paged } from '#ui/paging/Paged'
import { useListing } from '#ui/paging/useListing'
import { SummaryCard } from './SummaryCard.tsx'

const WholeSummary = lazyWithRetry(async () => (await import('./WholeSummary.tsx')).WholeSummary)

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
  const listing = useListing('GET /api/summary/', { asks: asked, sort: '-dateCreated' })
  const { data, isPlaceholderData } = listing.list
  const [opened, open] = useParam('summary')
  const total = data?.total
  useEffect(() => {
    if (total !== undefined) onTotal?.(total)
  }, [total, onTotal])
  return (
    <>
      <Stack gap="sm" aria-busy={isPlaceholderData}>
        <Paged of={listing} empty={empty}>
          {(rows) => (
            <>
              <VisuallyHidden role="status">{t('{count} record|{count} records', { count: total ?? 0 })}</VisuallyHidden>
              {rows.map((summary) => (
                <SummaryCard key={summary.uniqueId} summary={summary} ofReport={ofReport} onOpen={() => open(summary.uniqueId)} />
              ))}
            </>
          )}
        </Paged>
      </Stack>
      <Whole uniqueId={opened} onClose={() => open('')} />
    </>
  )
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
