import { Skeleton } from '@mantine/core'
import { Suspense } from 'react'
import type { BarsProps, LinesProps } from '#ui/chart/Drawn'
import { lazyWithRetry } from '#ui/page/lazyWithRetry'

const DrawnLine = lazyWithRetry(async () => (await import('#ui/chart/Drawn')).DrawnLine)
const DrawnBars = lazyWithRetry(async () => (await import('#ui/chart/Drawn')).DrawnBars)

/**
 * A value over days as a line, or one or two for each of some names as bars that lie. What draws it is fetched when it is first shown; `Figures` beneath
 * tells it as a table.
 */
export const Chart = (chart: LinesProps | BarsProps) => (
  <Suspense fallback={<Skeleton height={'days' in chart ? chart.height : chart.names.length * 40} />}>
    {'days' in chart ? <DrawnLine {...chart} /> : <DrawnBars {...chart} />}
  </Suspense>
)
