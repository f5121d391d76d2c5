import type { QuestionScore } from '@tradewind/contract/trust/review.fields'
import { useText } from '#kit/text'
import { ScoreFigure, Stars } from '#trust/stars/Stars'
import styles from './company.module.css'

/** What customers give for each question. */
export const Breakdown = ({ breakdown }: { breakdown: readonly QuestionScore[] }) => {
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
