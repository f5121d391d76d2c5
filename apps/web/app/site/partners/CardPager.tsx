import { Link } from 'react-router'
import { useText } from '#kit/text'
import { pagesAround } from './pages.ts'
import styles from './partner.module.css'

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
