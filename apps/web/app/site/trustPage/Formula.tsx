import type { ReviewSummary } from '@tradewind/contract/trust/review.schemas'
import { useLanguage, useText } from '#kit/text'
import { removedFrom, responseRate } from './company.words.ts'
import styles from './company.module.css'

interface FormulaProps {
  summary: ReviewSummary
  company: string
}

/** How the score comes about, with the counts behind it: for all to read, and to reckon again. */
export const Formula = ({ summary, company }: FormulaProps) => {
  const t = useText()
  return (
    <section aria-labelledby="formula" className={styles.formula}>
      <h2 id="formula">{t('How this score comes about')}</h2>
      <Counts summary={summary} company={company} />
      <ol>
        <li>
          {t(
            'Each invited customer gets a link of their own by mail. If a customer is asked again later, the newest answer counts.',
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
            '{company} chooses whom to invite, and which public remarks stand on this page. It can neither change an answer nor leave one out.',
            { company },
          )}
        </li>
        <li>{t('An answer is removed only by those who run this site, for a reason that is kept on record.')}</li>
      </ol>
    </section>
  )
}

const Counts = ({ summary, company }: FormulaProps) => {
  const t = useText()
  const language = useLanguage()
  const { totalReviewsSent, totalAnsweredReviews, totalEarlierReviews: earlier, breakDownScore } = summary
  const rate = responseRate(summary, language)
  if (rate === null) return <p className={styles.quiet}>{t('{company} has not invited anybody yet.', { company })}</p>
  const removed = removedFrom(summary)
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
