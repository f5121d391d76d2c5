import { Stack } from '@mantine/core'
import { reviewPolicy } from '@tradewind/contract/trust/review.policy'
import { guard } from '#kit/account/guard'
import { useCall } from '#kit/api/query'
import { phrase, useText } from '#kit/text'
import { PageHeader } from '#ui/page/PageHeader'
import { Read } from '#ui/page/Read'
import { Remarks } from './Remarks.tsx'
import { Scores } from './Scores.tsx'
import { Standing } from './Standing.tsx'
import { Tiles } from './Tiles.tsx'
import { Trends } from './Trends.tsx'

export const handle = { name: phrase('Results') }
export const clientLoader = guard({ rules: reviewPolicy.keep })

/** The own trust score, what stands behind it, how it came about, and what customers say. */
export default function Results() {
  const t = useText()
  return (
    <Stack gap="lg">
      <PageHeader title={t('Results')} />
      <Read of={useCall('GET /api/review/userReviewDetails', {})} height={320}>
        {(summary) => (
          <>
            <Tiles summary={summary} />
            <Standing summary={summary} />
            <Trends />
            <Scores breakdown={summary.breakDownScore.breakdown} />
            <Remarks />
          </>
        )}
      </Read>
    </Stack>
  )
}
