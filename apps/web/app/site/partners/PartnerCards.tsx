import type { PartnerCard } from '@tradewind/contract/trust/review.schemas'
import { Link } from 'react-router'
import { useLanguageLink } from '#kit/page/page'
import { useText } from '#kit/text'
import { ScoreFigure, Stars } from '#trust/Stars'
import styles from './partner.module.css'

interface ReviewedCompany {
  uniqueId: string
  companyName: string
  brandLogoUID: string | null
  score: number
  totalReviews: number
}

/** A reviewed company as schema.org data. The rating is the one on the page, and is omitted if there are no answers. */
export const companyJsonLd = (origin: string, { uniqueId, companyName, brandLogoUID, score, totalReviews }: ReviewedCompany) => ({
  '@type': 'Organization',
  name: companyName,
  url: `${origin}/company/${uniqueId}`,
  ...(brandLogoUID && { logo: `${origin}/api/document/${brandLogoUID}` }),
  ...(totalReviews > 0 && {
    aggregateRating: {
      '@type': 'AggregateRating',
      ratingValue: Math.round(score * 10) / 10,
      reviewCount: totalReviews,
      bestRating: 5,
      worstRating: 0.5,
    },
  }),
})

/** The page numbers in a pager: the first, the last, and those around the current one. Null is a gap. */
export const pagesAround = (page: number, last: number): (number | null)[] => {
  const pageNumbers = [...new Set([1, page - 1, page, page + 1, last])]
    .filter((one) => one >= 1 && one <= last)
    .toSorted((one, other) => one - other)
  return pageNumbers.flatMap((one, at) => {
    const gap = at > 0 ? one - pageNumbers[at - 1]! : 1
    if (gap === 1) return [one]
    return gap === 2 ? [one - 1, one] : [null, one]
  })
}

/** The page in an address, from 1. Invalid values become the first page. */
export const parsePage = (params: URLSearchParams) => {
  const page = Number(params.get('page'))
  return Number.isInteger(page) && page > 0 && page <= 100_000 ? page : 1
}

/** The address of another page, with the other parameters unchanged. */
export const addressOfPage = (params: URLSearchParams, page: number) => {
  const next = new URLSearchParams(params)
  if (page > 1) next.set('page', String(page))
  else next.delete('page')
  return `?${next}`
}

/** The last page, if the address has one past the end of a list; otherwise undefined. */
export const lastPageIfPastEnd = (page: number, total: number, size: number) => {
  const last = Math.max(1, Math.ceil(total / size))
  return page > last ? last : undefined
}

interface CardPagerProps {
  page: number
  pages: number
  addressOf: (page: number) => string
}

/** Links to the other pages of cards. Nothing if there is only one page. */
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

interface CompanyLogoProps {
  name: string
  brandLogoUID: string | null
  /** It is visible without scrolling, and loaded immediately. */
  isFirst?: boolean
}

/** A company's logo in a box of 128 by 156; the first letter of its name if it has no logo. */
export const CompanyLogo = ({ name, brandLogoUID, isFirst }: CompanyLogoProps) => (
  <span className={styles.logo} aria-hidden="true">
    {brandLogoUID ? (
      <img src={`/api/document/${encodeURIComponent(brandLogoUID)}`} alt="" loading={isFirst ? 'eager' : 'lazy'} />
    ) : (
      Array.from(name.trim())[0]?.toUpperCase()
    )}
  </span>
)

/** The number of cards on a page. */
export const CARDS_PER_PAGE = 9

interface PartnerCardsProps {
  cards: readonly PartnerCard[]
  /** Marks which of them are partners, if not all of them are. */
  marksPartners?: boolean
}

/** Cards of reviewed companies. Each card links to the company's page. */
export const PartnerCards = ({ cards, marksPartners = false }: PartnerCardsProps) => {
  const t = useText()
  const withLang = useLanguageLink()
  return (
    <ul className={styles.cards}>
      {cards.map(({ companyId, companyName, country, brandLogoUID, isPartner, ...scores }) => (
        <li key={companyId} className={styles.card}>
          <CompanyLogo name={companyName} brandLogoUID={brandLogoUID} />
          <h3>
            <Link to={withLang(`/company/${companyId}`)} prefetch="intent">
              {companyName}
            </Link>
          </h3>
          {country && <p className={styles.country}>{country}</p>}
          <Score {...scores} />
          {marksPartners && isPartner && <span className={styles.badge}>{t('Partner')}</span>}
        </li>
      ))}
    </ul>
  )
}

const Score = ({ score, scoreBreakdown: { totalReviews } }: Pick<PartnerCard, 'score' | 'scoreBreakdown'>) => {
  const t = useText()
  if (totalReviews === 0) return <p className={styles.score}>{t('No reviews yet')}</p>
  return (
    <p className={styles.score}>
      <Stars score={score} isDecoration />
      <strong>
        <span className="unseen">{t('Score')} </span>
        <ScoreFigure score={score} />
      </strong>
      <span>{t('{count} review|{count} reviews', { count: totalReviews })}</span>
    </p>
  )
}
