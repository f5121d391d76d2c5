import type { QuestionScore, ReviewSummary } from '@tradewind/contract/trust/review.schemas'
import type { PublicScore } from '@tradewind/contract/trust/reviewPage.contract'
import { scoreText } from '@tradewind/contract/trust/star'
import { useEffect, useState } from 'react'
import { Head, usePage } from '#kit/page/page'
import { CleanHtml } from '#kit/page/raw'
import { useActor } from '#kit/session'
import { useLanguage, useText } from '#kit/text'
import { ContactBlock } from '#site/enquiry/ContactBlock'
import { formatLongDay } from '#site/textFormat'
import { ScoreFigure, Stars } from '#trust/Stars'
import { countRemoved, responseRate } from './company.figures.ts'
import { companyJsonLd, CompanyLogo } from './PartnerCards.tsx'
import { PublicRemarks, Testimonials } from './PublicRemarks.tsx'
import type { TrustPageData } from './trustPageData.ts'
import styles from './company.module.css'

/** All public facts about a company's reviews, and how its score is calculated. */
export const TrustPage = (loaded: TrustPageData) => {
  const t = useText()
  const isModerator = useActor().roles.includes('ROLE_SUPER_ADMIN')
  const { summary, description, score, remarks: publicRemarks, page, reload } = useReloadable(loaded)
  const company = summary.companyName ?? t('Company Name not set')
  const { totalReviews, breakdown, remarks } = summary.breakDownScore
  const chosen = remarks.filter(({ showAsTestimonial }) => showAsTestimonial)
  return (
    <article>
      <TrustHead summary={summary} company={company} page={page} />
      <ScoreHead summary={summary} company={company} />
      <div className={`open-width ${styles.columns}`}>
        {summary.isPartner && <ContactPartner companyId={summary.uniqueId} company={company} />}
        <div>
          {totalReviews > 0 && <Distribution score={score} />}
          <Breakdown breakdown={totalReviews > 0 ? breakdown : []} />
          {chosen.length > 0 && (
            <Testimonials
              company={company}
              totalReviews={totalReviews}
              remarks={chosen}
              onRemoved={isModerator ? reload : undefined}
            />
          )}
          <PublicRemarks companyId={summary.uniqueId} company={company} score={score} remarks={publicRemarks} page={page} />
          {description && <About description={description} />}
        </div>
        <aside aria-label={t('On this score')}>
          <Formula summary={summary} company={company} />
        </aside>
      </div>
    </article>
  )
}

/** The loaded data, or newer data after an answer was removed. */
const useReloadable = (loaded: TrustPageData) => {
  const language = useLanguage()
  const [newer, setNewer] = useState<TrustPageData | null>(null)
  useEffect(() => {
    if (newer) (document.getElementById('testimonials') ?? document.querySelector('h1'))?.focus()
  }, [newer])
  const reload = () =>
    import('./trustPageData.ts')
      .then(({ loadTrustPageData }) => loadTrustPageData(loaded.summary.uniqueId, language, loaded.page))
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

const TrustHead = ({ summary, company, page }: { summary: TrustPageData['summary']; company: string; page: number }) => {
  const t = useText()
  const language = useLanguage()
  const { origin } = usePage()
  const { totalReviews } = summary.breakDownScore
  const facts = { company, score: scoreText(summary.score, language), count: totalReviews }
  return (
    <Head
      title={t('{company}: reviews and trust score', { company })}
      description={
        totalReviews > 0
          ? t(
              '{company} has {score} out of 5 stars from {count} customer review.|{company} has {score} out of 5 stars from {count} customer reviews.',
              facts,
            )
          : t('{company} and its trust score: no customer has answered yet.', facts)
      }
      page={page}
      jsonLd={{ '@context': 'https://schema.org', ...companyJsonLd(origin, { ...summary, companyName: company, totalReviews }) }}
    />
  )
}

interface ContactPartnerProps {
  companyId: string
  company: string
}

/** Contact a partner. */
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

/** The score of each question. */
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

/** The company and its score. */
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

interface FormulaProps {
  summary: ReviewSummary
  company: string
}

/** How the score is calculated, with the counts behind it, so that anybody can verify it. */
const Formula = ({ summary, company }: FormulaProps) => {
  const t = useText()
  const { tenant } = usePage()
  return (
    <section aria-labelledby="formula" className={styles.formula}>
      <h2 id="formula">{t('How this score comes about')}</h2>
      <Counts summary={summary} company={company} />
      <ol>
        <li>
          {t(
            'Each invited customer gets a personal link by email. If a customer is asked again later, the newest answer counts.',
          )}
        </li>
        <li>{t('They rate each question with half a star to five. The mean of their ratings is the score of their answer.')}</li>
        <li>
          {t(
            'The score of {company} is the mean of these answers. Each counts the same, whenever it came. It is rounded only where it is shown.',
            { company },
          )}
        </li>
        <li>
          {t(
            '{company} chooses whom to invite and which public remarks are its testimonials. It cannot change an answer or leave one out.',
            { company },
          )}
        </li>
        <li>{t('Only the operators of this site can remove an answer, for a reason that is kept on record.')}</li>
        <li>{t('They can also remove words that are reported. This page says why, and the stars still count.')}</li>
        <li>
          {t(
            '“By invitation” and “by link” say how a customer came, “met” that they attended a meeting that {tenant} reported.',
            {
              tenant: tenant.name,
            },
          )}
        </li>
      </ol>
      <p className={styles.again}>
        <a href={`/company/${summary.uniqueId}/score.json`}>{t('All figures to recompute, as JSON')}</a>
      </p>
    </section>
  )
}

const Counts = ({ summary, company }: FormulaProps) => {
  const t = useText()
  const language = useLanguage()
  const { totalReviewsSent, totalAnsweredReviews, totalEarlierReviews: earlier, breakDownScore } = summary
  const rate = responseRate(summary, language)
  if (rate === null) return <p className={styles.quiet}>{t('{company} has not invited anybody yet.', { company })}</p>
  const removed = countRemoved(summary)
  const counts = [
    [t('Customers invited'), totalReviewsSent.toLocaleString(language)],
    [t('Answered'), totalAnsweredReviews.toLocaleString(language)],
    [t('Response rate'), rate],
    [t('Answers that count'), breakDownScore.totalReviews.toLocaleString(language)],
    ...(earlier > 0 ? [[t('Earlier answers of the same customers'), earlier.toLocaleString(language)]] : []),
    ...(removed > 0 ? [[t('Answers removed'), removed.toLocaleString(language)]] : []),
  ]
  return (
    <dl>
      {counts.map(([name, figure]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
  )
}

/** How many answers gave how many stars: of all time and of the last 12 months, side by side. */
const Distribution = ({ score: { allTime, last12Months, stars } }: { score: PublicScore }) => {
  const t = useText()
  const language = useLanguage()
  return (
    <section aria-labelledby="distribution">
      <h2 id="distribution">{t('All time and the last 12 months')}</h2>
      <p className={styles.quiet}>
        {t('An old answer counts as much as a new one. So the last 12 months, since {day}, are shown beside all time.', {
          day: formatLongDay(language, last12Months.from),
        })}
      </p>
      <table className={styles.distribution}>
        <thead>
          <tr>
            <th scope="col">
              <span className="unseen">{t('Stars')}</span>
            </th>
            <th scope="col">{t('All time')}</th>
            <th scope="col">{t('Last 12 months')}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{t('Score')}</th>
            <Mean {...allTime} />
            <Mean {...last12Months} />
          </tr>
          {stars.map(({ stars: rating, ...counts }) => (
            <tr key={rating}>
              <th scope="row">{t('{count} star|{count} stars', { count: rating })}</th>
              <Share count={counts.allTime} of={allTime.answers} />
              <Share count={counts.last12Months} of={last12Months.answers} />
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const Mean = ({ answers, score }: PublicScore['allTime']) => {
  const t = useText()
  return (
    <td>
      {score === null ? (
        t('No reviews')
      ) : (
        <>
          <strong>
            <ScoreFigure score={score} />
          </strong>{' '}
          {t('{count} review|{count} reviews', { count: answers })}
        </>
      )}
    </td>
  )
}

const Share = ({ count, of }: { count: number; of: number }) => {
  const language = useLanguage()
  const share = of > 0 ? (100 * count) / of : 0
  return (
    <td className={styles.share} style={{ backgroundSize: `${share}% 0.375rem` }}>
      {count.toLocaleString(language)}
    </td>
  )
}
