import { Skeleton, Table } from '@mantine/core'
import { Suspense } from 'react'
import { useText } from '#kit/text'
import { lazyWithRetry } from '#ui/page/lazyWithRetry'
import type { BarsProps, LinesProps } from '#ui/values/ChartDrawn'
import styles from './chart.module.css'

const LineChartBody = lazyWithRetry(async () => (await import('#ui/values/ChartDrawn')).LineChartBody)
const BarChartBody = lazyWithRetry(async () => (await import('#ui/values/ChartDrawn')).BarChartBody)

/**
 * Values over days as lines, or one or two values per name as horizontal bars. The renderer is loaded when it is first shown; `Figures` below
 * shows the same as a table.
 */
export const Chart = (chart: LinesProps | BarsProps) => (
  <Suspense
    fallback={<Skeleton height={'days' in chart ? chart.height : Math.max(chart.minHeight ?? 0, chart.names.length * 40)} />}
  >
    {'days' in chart ? <LineChartBody {...chart} /> : <BarChartBody {...chart} />}
  </Suspense>
)

interface FiguresProps {
  label: string
  heads: readonly string[]
  /** The first cell of a row is its header. */
  rows: readonly (readonly string[])[]
}

/** The data of a chart, as a collapsible table below it. */
export const Figures = ({ label, heads, rows }: FiguresProps) => {
  const t = useText()
  return (
    <details>
      <summary className={styles.summary}>{t('Show as a table')}</summary>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, by keys as well */}
      <section className={styles.figures} aria-label={label} tabIndex={0}>
        <Table aria-label={label} verticalSpacing={4} tabularNums>
          <Table.Thead>
            <Table.Tr>
              {heads.map((head, at) => (
                <Table.Th key={at} ta={at > 0 ? 'right' : undefined} style={{ whiteSpace: 'normal' }}>
                  {head}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(([name = '', ...cells], row) => (
              <Table.Tr key={row}>
                <Table.Th scope="row">{name}</Table.Th>
                {cells.map((cell, at) => (
                  <Table.Td key={at} ta="right">
                    {cell}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
    </details>
  )
}
