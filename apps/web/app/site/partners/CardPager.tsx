import { Link } from 'react-router'
import { useText } from '#kit/text'
import styles from './partner.module.css'

/** The pages that a pager names: the first, the last, and those around the one in sight. Null is a gap. */
export const pagesAround = (page: number, last: number): (number | null)[] => {
  const named = [...new Set([1, page - 1, page, page + 1, last])]
    .filter((one) => one >= 1 && one <= last)
    .toSorted((one, other) => one - other)
  return named.flatMap((one, at) => {
    const gap = at > 0 ? one - named[at - 1]! : 1
    if (gap === 1) return [one]
    return gap === 2 ? [one - 1, one] : [null, one]
  })
}

/** The page that an address asks for, from 1. Nonsense is the first. */
export const pageIn = (params: URLSearchParams) => {
  const page = Number(params.get('page'))
  return Number.isInteger(page) && page > 0 && page <= 100_000 ? page : 1
}

/** The address of another page: whatever else was asked for stays. */
export const addressWith = (params: URLSearchParams, page: number) => {
  const next = new URLSearchParams(params)
  if (page > 1) next.set('page', String(page))
  else next.delete('page')
  return `?${next}`
}

/** The last page, where the address asks for one past the end of a list; else undefined. */
export const lastInstead = (page: number, total: number, size: number) => {
  const last = Math.max(1, Math.ceil(total / size))
  return page > last ? last : undefined
}

interface CardPagerProps {
  page: number
  pages: number
  addressOf: (page: number) => string
}

/** The way to the other pages of cards, as links. With one page there is none. */
export const CardPager = ({ page, pages, addressOf }: CardPagerProps) => {
  const t = useText()
  if (pages <= 1) return null
  return (
    <nav className={styles.pager} aria-label={t('Pages')}>
      {page > 1 && (
        <Link to={addressOf(page - 1)} rel="prev" prefetch="intent" aria-label={t('Previous page')}>
          ←
        </Link>
      )}
      {pagesAround(page, pages).map((one, at) =>
        one === null ? (
          <span key={`gap ${at}`}>…</span>
        ) : (
          <Link
            key={one}
            to={addressOf(one)}
            prefetch="intent"
            aria-label={t('Page {number}', { number: String(one) })}
            aria-current={one === page ? 'page' : undefined}
          >
            {one}
          </Link>
        ),
      )}
      {page < pages && (
        <Link to={addressOf(page + 1)} rel="next" prefetch="intent" aria-label={t('Next page')}>
          →
        </Link>
      )}
    </nav>
  )
}
