import type { AskedQuestion } from '@tradewind/contract/site/assessment.contract'
import { useText } from '#kit/text'
import { scores } from './answers.ts'
import styles from './form.module.css'

interface ScoreFieldProps {
  asked: AskedQuestion
  place: number
  isMissing: boolean
}

/** A statement and its six answers: radio buttons, so that mouse, touch, keyboard and screen reader choose as they always do. */
export const ScoreField = ({ asked: { uniqueId, question }, place, isMissing }: ScoreFieldProps) => {
  const t = useText()
  const ends: Readonly<Record<number, string>> = { 0: t('Strongly Disagree'), 5: t('Strongly Agree') }
  const why = `missing-${uniqueId}`
  return (
    <fieldset
      className={styles.question}
      role="radiogroup"
      aria-required
      aria-invalid={isMissing || undefined}
      aria-describedby={isMissing ? why : undefined}
    >
      <legend>
        <span className={styles.place}>{place}.</span> {question}
      </legend>
      {isMissing && (
        <p id={why} className={styles.missing}>
          {t('Please choose 0 to 5.')}
        </p>
      )}
      <div className={styles.scale}>
        {scores.map((score) => (
          <label key={score}>
            <input type="radio" name={uniqueId} value={score} aria-label={ends[score] ? `${score} ${ends[score]}` : `${score}`} />
            <span>{score}</span>
          </label>
        ))}
        <p aria-hidden="true" className={styles.ends}>
          <span>{ends[0]}</span> <span>{ends[5]}</span>
        </p>
      </div>
    </fieldset>
  )
}
