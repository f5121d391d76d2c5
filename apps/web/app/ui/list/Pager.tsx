import { Button, Group, Text, UnstyledButton } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ComponentProps, useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { Rows } from '#kit/api/calls'
import { useText } from '#kit/text'
import { isCountCapped, useFormatCount } from '#ui/values/figures'
import styles from './list.module.css'

/** The value that belongs to the visible answer: the latest, or while the previous answer is still shown, the previous value. */
export const useUnlessStale = <T extends number | undefined>(latest: T, stale: boolean): T => {
  const [visibleValue, setVisibleValue] = useState(latest)
  if (!stale && visibleValue !== latest) setVisibleValue(latest)
  return stale ? visibleValue : latest
}

/** A gap between the numbers. */
const GAP = 0

const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, at) => first + at)

/** The first and the last page, and those around the current one: at most seven entries, with gaps between them. */
export const numbersNear = (page: number, pages: number) => {
  if (pages <= 7) return range(1, pages)
  if (page < 5) return [...range(1, 5), GAP, pages]
  if (page > pages - 4) return [1, GAP, ...range(pages - 4, pages)]
  return [1, GAP, page - 1, page, page + 1, GAP, pages]
}

/** A link to a page, or a function that shows it. */
type Target = ComponentProps<typeof Link> | (() => void)

interface PageLinksProps {
  page: number
  pages: number
  /** The pages that are offered by their number. */
  numbers?: readonly number[]
  targetOf: (page: number) => Target
  /** Its space is reserved. */
  isHidden?: boolean
}

/** The pages of a list by number, and the previous and the next one. Plain elements: every list loads their script before its rows. */
export const PageLinks = ({ page, pages, numbers = numbersNear(page, pages), targetOf, isHidden = false }: PageLinksProps) => {
  const t = useText()
  const targetIn = (target: number) => (target < 1 || target > pages ? undefined : targetOf(target))
  return (
    <div className={styles.pages} style={isHidden ? { visibility: 'hidden' } : undefined}>
      <PageLink target={targetIn(page - 1)} aria-label={t('Previous page')}>
        <Arrow path="M10 4 6 8l4 4" />
      </PageLink>
      {numbers.map((number, at) =>
        number === GAP ? (
          <span key={-at} aria-hidden>
            …
          </span>
        ) : (
          <PageLink
            key={number}
            target={targetIn(number)}
            aria-label={t('Page {number}', { number: String(number) })}
            aria-current={number === page ? 'page' : undefined}
            data-number
          >
            {number}
          </PageLink>
        ),
      )}
      <PageLink target={targetIn(page + 1)} aria-label={t('Next page')}>
        <Arrow path="m6 4 4 4-4 4" />
      </PageLink>
    </div>
  )
}

const Arrow = ({ path }: { path: string }) => (
  <svg viewBox="0 0 16 16" fill="none" stroke="currentColor" strokeWidth="1.3" aria-hidden>
    <path d={path} />
  </svg>
)

type PageLinkProps = ComponentProps<'button'> & { target: Target | undefined; 'data-number'?: boolean }

const PageLink = ({ target, ...rest }: PageLinkProps) => {
  const common = { ...rest, className: `mantine-focus-auto ${UnstyledButton.classes.root} ${styles.page}` }
  if (typeof target === 'object') return <Link {...(common as object)} {...target} />
  return <button type="button" {...common} disabled={!target} onClick={target} />
}

interface PagerProps {
  /** The requested page, from 1. */
  page: number
  size: number
  total: number
  estimated: boolean
  /** The total is still loading, and the space of the links is reserved; or it failed, and only the next page can be opened. */
  counting?: true | 'failed' | undefined
  /** How many rows the visible page has. */
  shown: number
  /** The visible records are those of the previous page, until the new ones arrive. */
  stale: boolean
  addressOf: (page: number) => string
  onPrefetch: (page: number) => void
}

/** Which records are shown, of how many, and links to the other pages. Without links if there is only one page. */
export const Pager = ({ page, size, total, estimated, counting, shown, stale, addressOf, onPrefetch }: PagerProps) => {
  const t = useText()
  const figure = useFormatCount()
  const isOpen = counting !== undefined || isCountCapped({ total, estimated })
  const pages = Math.max(Math.ceil(total / size), isOpen ? page + Number(shown === size) : 1)
  const visiblePage = useUnlessStale(page, stale)
  const before = (visiblePage - 1) * size
  const of = { first: figure(before + 1), last: figure(before + shown), total: figure(total) }
  const about = estimated ? t('{first}–{last} of about {total}', of) : t('{first}–{last} of {total}', of)
  const openSummary = counting ? `${of.first}–${of.last}` : t('{first}–{last} of more than {total}', of)
  const summary = isOpen ? openSummary : about
  return (
    <Group justify="space-between" component="nav" aria-label={t('Pages')}>
      <Text size="sm" c="dimmed">
        {shown > 0 && summary}
      </Text>
      {pages > 1 && (
        <PageLinks
          page={page}
          pages={pages}
          isHidden={counting === true}
          targetOf={(target) => ({
            to: addressOf(target),
            preventScrollReset: false,
            onMouseEnter: () => onPrefetch(target),
            onFocus: () => onPrefetch(target),
          })}
        />
      )}
    </Group>
  )
}

/** The button of a list in a page that adds the next entries below. */
export const More = ({ list, onMore }: { list: Rows<unknown> | undefined; onMore: () => void }) => {
  const t = useText()
  if (!list || list.total <= list.rows.length) return null
  return (
    <Button variant="default" size="xs" onClick={onMore} style={{ alignSelf: 'flex-start' }}>
      {t('Show more')}
    </Button>
  )
}

interface Paged {
  /** The visible page, from 1. */
  page: number
  change: (to: { page: number }, how: { replace: boolean }) => void
}

type Listed = Pick<UseQueryResult<Rows<unknown>>, 'data' | 'isPlaceholderData'>

/** The last page, if this one is past the end because its last row was deleted; else undefined. */
export const pageIfPastEnd = (
  { rows, total, counting }: Pick<Rows<unknown>, 'rows' | 'total' | 'counting'>,
  page: number,
  size: number,
) => {
  const last = Math.max(1, Math.ceil(total / size))
  return rows.length === 0 && !counting && page > last ? last : undefined
}

/** Redirects from a page past the end of a list to its last one, without a history entry. */
export const useRedirectPastEnd = ({ data, isPlaceholderData }: Listed, { page, change }: Paged, size: number) => {
  const targetPage = data && !isPlaceholderData ? pageIfPastEnd(data, page, size) : undefined
  useEffect(() => {
    if (targetPage !== undefined) change({ page: targetPage }, { replace: true })
  })
}
