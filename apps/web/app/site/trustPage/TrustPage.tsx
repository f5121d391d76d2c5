import type { QuestionScore, ReviewSummary } from '@tradewind/contract/trust/review.schemas'
import { useEffect, useState } from 'react'
import { Head } from '#kit/page/head'
import { usePage } from '#kit/page/page'
import { CleanHtml } from '#kit/page/raw'
import { useRoles } from '#kit/session'
import { useLanguage, useText } from '#kit/text'
import { ContactBlock } from '#site/enquiry/ContactBlock'
import { aboutCompany } from '#site/partners/company.data'
import { CompanyLogo } from '#site/partners/CompanyLogo'
import { scoreText } from '#trust/shape'
import { ScoreFigure, Stars } from '#trust/Stars'
import { Formula } from './Formula.tsx'
import type { Shown } from './shown.ts'
import { Testimonials } from './Testimonials.tsx'
import styles from './company.module.css'

/** Everything that may be known of a company's reviews, and how its score comes about. */
export const TrustPage = (loaded: Shown) => {
  const t = useText()
  const isModerator = useRoles().includes('ROLE_SUPER_ADMIN')
  const { summary, description, reload } = useNewest(loaded)
  const company = summary.companyName ?? t('Company Name not set')
  const { totalReviews, breakdown, remarks } = summary.breakDownScore
  const chosen = remarks.filter(({ showAsTestimonial }) => showAsTestimonial)
  return (
    <article>
      <TrustHead summary={summary} company={company} />
      <ScoreHead summary={summary} company={company} />
      <div className={`open-width ${styles.columns}`}>
        <div>
          <Breakdown breakdown={totalReviews > 0 ? breakdown : []} />
          {chosen.length > 0 && (
            <Testimonials
              company={company}
              totalReviews={totalReviews}
              chosen={chosen}
              onRemoved={isModerator ? reload : undefined}
            />
          )}
          {description && <About description={description} />}
        </div>
        <aside aria-label={t('On this score')}>
          {summary.isPartner && <ContactPartner companyId={summary.uniqueId} company={company} />}
          <Formula summary={summary} company={company} />
        </aside>
      </div>
    </article>
  )
}

/** What was loaded, or what has become of it since an answer was removed. */
const useNewest = (loaded: Shown) => {
  const language = useLanguage()
  const [newer, setNewer] = useState<Shown | null>(null)
  useEffect(() => {
    if (newer) (document.getElementById('testimonials') ?? document.querySelector('h1'))?.focus()
  }, [newer])
  const reload = () =>
    import('./shown.ts')
      .then(({ shownNow }) => shownNow(loaded.summary.uniqueId, language))
      .then(setNewer, () => location.reload())
  return { ...(newer ?? loaded), reload }
}

const About = ({ description }: { description: string }) => {
  const t = useText()
  return (
    <section aria-labelledby="about">
      <h2 id="about">{t('About the Company')}</h2>
      <div className={styles.about}>
        <CleanHtml html={description} />
      </div>
    </section>
  )
}

const TrustHead = ({ summary, company }: { summary: Shown['summary']; company: string }) => {
  const t = useText()
  const language = useLanguage()
  const { origin } = usePage()
  const { totalReviews } = summary.breakDownScore
  const said = { company, score: scoreText(summary.score, language), count: totalReviews }
  return (
    <Head
      title={t('{company}: reviews and trust score', { company })}
      description={
        totalReviews > 0
          ? t(
              '{company} has {score} out of 5 stars from {count} customer review.|{company} has {score} out of 5 stars from {count} customer reviews.',
              said,
            )
          : t('{company} and its trust score: no customer has answered yet.', said)
      }
      jsonLd={{ '@context': 'https://schema.org', ...aboutCompany(origin, { ...summary, companyName: company, totalReviews }) }}
    />
  )
}

interface ContactPartnerProps {
  companyId: string
  company: string
}

/** The way to a partner. */
const ContactPartner = ({ companyId, company }: ContactPartnerProps) => {
  const t = useText()
  return (
    <ContactBlock
      title={t('Work with {company}', { company })}
      text={t('Ask for a first talk. We put you in touch.')}
      button={t('Contact this partner')}
      dialogTitle={t('Contact {company}', { company })}
      companyId={companyId}
      isMain
    />
  )
}

/** What customers give for each question. */
const Breakdown = ({ breakdown }: { breakdown: readonly QuestionScore[] }) => {
  const t = useText()
  return (
    <section aria-labelledby="breakdown">
      <h2 id="breakdown">{t('Question by question')}</h2>
      {breakdown.length === 0 && <p className={styles.quiet}>{t('No breakdown available')}</p>}
      <ul className={styles.breakdown}>
        {breakdown.map(({ questionId, headline, question, breakdownScore }) => (
          <li key={questionId}>
            <div>
              <h3>{headline}</h3>
              <p>{question}</p>
            </div>
            <p className={styles.given}>
              <Stars score={breakdownScore} />
              <ScoreFigure score={breakdownScore} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Who it is, and what their customers give them. */
const ScoreHead = ({ summary, company }: { summary: ReviewSummary; company: string }) => {
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
