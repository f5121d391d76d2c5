import { Group, Pagination, Text } from '@mantine/core'
import { Link } from 'react-router'
import { useLanguage, useText } from '#kit/text'
import { useInSight } from '#ui/paging/useInSight'
import { pagesAround } from './kpi.ts'
import type { Kpi } from './useKpi.ts'

interface KpiPagerProps {
  kpi: Kpi
  /** The number of the first row that is asked for. */
  first: number
  /** Rows in sight. */
  shown: number
  total: number
  pages: number
}

/** Which rows are in sight, of how many, and links to ten pages at most. With one page the links are left out. */
export const KpiPager = ({ kpi, first, shown, total, pages }: KpiPagerProps) => {
  const t = useText()
  const figure = new Intl.NumberFormat(useLanguage())
  const { page, counted, addressOf } = kpi
  const seen = useInSight(first, counted.isPlaceholderData)
  const linkTo = (target: number) => ({ component: Link, to: addressOf(target), preventScrollReset: true })
  return (
    <Group justify="space-between" component="nav" aria-label={t('Pages')}>
      <Text size="sm" c="dimmed">
        {shown > 0 &&
          t('{first}–{last} of {total}', {
            first: figure.format(seen),
            last: figure.format(seen + shown - 1),
            total: figure.format(total),
          })}
      </Text>
      {pages > 1 && (
        <Pagination.Root total={pages} value={page} size="sm">
          <Group gap={4}>
            <Pagination.Previous {...linkTo(Math.max(page - 1, 1))} aria-label={t('Previous page')} />
            {pagesAround(page, pages).map((target) => (
              <Pagination.Control
                key={target}
                active={target === page}
                aria-current={target === page ? 'page' : undefined}
                aria-label={t('Page {number}', { number: String(target) })}
                {...linkTo(target)}
              >
                {target}
              </Pagination.Control>
            ))}
            <Pagination.Next {...linkTo(Math.min(page + 1, pages))} aria-label={t('Next page')} />
          </Group>
        </Pagination.Root>
      )}
    </Group>
  )
}
