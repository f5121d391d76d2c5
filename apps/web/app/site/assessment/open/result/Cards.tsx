import { auditCategoryNames } from '@tradewind/contract/site/assessment.words'
import { useText } from '#kit/text'
import { BandMark } from './BandMark.tsx'
import { feedbackOn, whyOf } from './feedback.ts'
import { type Averages, useScore } from './result.values.ts'
import styles from './result.module.css'

/** A card for each area: its score, why it matters, and what follows from the score. */
export const Cards = ({ averages }: { averages: Averages }) => {
  const t = useText()
  const score = useScore()
  return (
    <section aria-labelledby="areas">
      <h2 id="areas">{t('Area by area')}</h2>
      <ul className={styles.cards}>
        {averages.map(({ category, average }) => (
          <li key={category}>
            <h3>{t(auditCategoryNames[category])}</h3>
            <p className={styles.mark}>
              <strong>{score(average)}</strong> <span>{t('of 5')}</span> <BandMark average={average} />
            </p>
            <h4>{t('Why it matters')}</h4>
            <p>{t(whyOf(category))}</p>
            <h4>{t('Where you stand')}</h4>
            <p>{t(feedbackOn(category, average))}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
