import type { PartnerCard } from '@tradewind/contract/trust/review.schemas'
import { Link } from 'react-router'
import { useKeepLanguage } from '#kit/page/page'
import { useText } from '#kit/text'
import { ScoreFigure, Stars } from '#trust/Stars'
import styles from './partner.module.css'

interface CompanyLogoProps {
  name: string
  brandLogoUID: string | null
  /** It is seen at once, and loaded at once. */
  isFirst?: boolean
}

/** A company's logo in a box of 128 by 156; the first letter of its name where it has none. */
export const CompanyLogo = ({ name, brandLogoUID, isFirst }: CompanyLogoProps) => (
  <span className={styles.logo} aria-hidden="true">
    {brandLogoUID ? (
      <img src={`/api/document/${encodeURIComponent(brandLogoUID)}`} alt="" loading={isFirst ? 'eager' : 'lazy'} />
    ) : (
      Array.from(name.trim())[0]?.toUpperCase()
    )}
  </span>
)

/** How many cards are on a page. */
export const cardsOfPage = 9

interface PartnerCardsProps {
  cards: readonly PartnerCard[]
  /** Says which of them are partners, where not all of them are. */
  marksPartners?: boolean
}

/** Reviewed companies: each card opens the company's page. */
export const PartnerCards = ({ cards, marksPartners = false }: PartnerCardsProps) => {
  const t = useText()
  const keep = useKeepLanguage()
  return (
    <ul className={styles.cards}>
      {cards.map(({ companyId, companyName, country, brandLogoUID, isPartner, ...scores }) => (
        <li key={companyId} className={styles.card}>
          <CompanyLogo name={companyName} brandLogoUID={brandLogoUID} />
          <h3>
            <Link to={keep(`/company/${companyId}`)} prefetch="intent">
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
