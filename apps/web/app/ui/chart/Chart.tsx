import { Skeleton } from '@mantine/core'
import { Suspense } from 'react'
import type { BarsProps, LinesProps } from '#ui/chart/Drawn'
import { lazyWithRetry } from '#ui/page/lazyWithRetry'

const DrawnLine = lazyWithRetry(async () => (await import('#ui/chart/Drawn')).DrawnLine)
const DrawnBars = lazyWithRetry(async () => (await import('#ui/chart/Drawn')).DrawnBars)

/** A value over days. What draws it is fetched when it is first shown; `Figures` beneath tells it as a table. */
export const LineChart = (chart: LinesProps) => (
  <Suspense fallback={<Skeleton height={chart.height} />}>
    <DrawnLine {...chart} />
  </Suspense>
)

/** Bars that lie, one or two for each name. */
export const BarChart = (chart: BarsProps) => (
  <Suspense fallback={<Skeleton height={chart.names.length * 40} />}>
    <DrawnBars {...chart} />
  </Suspense>
)
