import { UnstyledButton } from '@mantine/core'
import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { useText } from '#kit/text'
import styles from '#ui/list/list.module.css'

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
