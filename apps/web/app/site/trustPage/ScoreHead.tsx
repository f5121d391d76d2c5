import type { ReviewSummary } from '@tradewind/contract/trust/review.fields'
import { useText } from '#kit/text'
import { CompanyLogo } from '#site/partners/CompanyLogo'
import { ScoreFigure, Stars } from '#trust/stars/Stars'
import styles from './company.module.css'

/** Who it is, and what their customers give them. */
export const ScoreHead = ({ summary, company }: { summary: ReviewSummary; company: string }) => {
  const t = useText()
  const { totalReviews } = summary.breakDownScore
  return (
    <header className={styles.head}>
      <div className={`open-width ${styles.who}`}>
        <CompanyLogo name={company} brandLogoUID={summary.brandLogoUID} isFirst />
        <div>
          {summary.isPartner && <p className={styles.partner}>{t('Partner')}</p>}
          <h1 tabIndex={-1}>{company}</h1>
          {totalReviews > 0 ? (
            <p className={styles.score}>
              <Stars score={summary.score} size={32} />
              <strong>
                <ScoreFigure score={summary.score} /> <span>{t('out of 5')}</span>
              </strong>
              <span>{t('{count} review|{count} reviews', { count: totalReviews })}</span>
              <a href="#formula">{t('How this score comes about')}</a>
            </p>
          ) : (
            <p className={styles.score}>{t('No reviews yet')}</p>
          )}
        </div>
      </div>
    </header>
  )
}
