import { Skeleton, Stack, Text } from '@mantine/core'
import type { Summary } from '@tradewind/contract/crm/summary.contract'
import { useState } from 'react'
import { useRecord } from '#kit/api/records'
import { useText } from '#kit/text'
import { Dialog } from '#ui/dialog/Dialog'
import { Markup } from '#ui/editor/RichText'
import { ErrorState } from '#ui/page/states'
import { Day } from '#ui/values/Day'
import { nameOf, Shared } from './Shared.tsx'

interface WholeSummaryProps {
  /** The id of the summary to show; empty shows none. */
  uniqueId: string
  onClose: () => void
}

/** One summary in full, over the page. The last one stays rendered while the dialog closes. */
export const FullSummary = ({ uniqueId, onClose }: WholeSummaryProps) => {
  const t = useText()
  const [renderedId, setRenderedId] = useState(uniqueId)
  if (uniqueId && uniqueId !== renderedId) setRenderedId(uniqueId)
  const { data: summary, error, refetch } = useRecord('summary', renderedId || undefined)
  return (
    <Dialog opened={uniqueId !== ''} onClose={onClose} size={752} title={summary ? nameOf(summary) : t('Summary')}>
      {error && !summary && <ErrorState failure={error} onRetry={() => void refetch()} />}
      {!summary && !error && <Skeleton height={160} />}
      {summary && <Whole summary={summary} />}
    </Dialog>
  )
}

const Whole = ({ summary }: { summary: Summary }) => {
  const t = useText()
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {summary.createdByName ?? t('former user')}, <Day at={summary.dateCreated} precise />
      </Text>
      <Markup html={summary.text} />
      <Shared summary={summary} />
    </Stack>
  )
}
