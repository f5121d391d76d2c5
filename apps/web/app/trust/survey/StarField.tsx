import type { SurveyQuestion } from '@tradewind/contract/trust/review.fields'
import { useText } from '#kit/text'
import { whole } from '#trust/stars/shape'
import { ratings } from './survey.values.ts'
import styles from './survey.module.css'

interface StarFieldProps {
  asked: SurveyQuestion
  place: number
  /** The stars given so far; '' before. */
  given: string
  isMissing: boolean
}

/** A question and its ten half stars: radio buttons, so that mouse, touch, keyboard and screen reader choose as they always do. */
export const StarField = ({ asked: { uniqueId, headline, question }, place, given, isMissing }: StarFieldProps) => {
  const t = useText()
  const text = `text-${uniqueId}`
  return (
    <fieldset
      className={styles.question}
      role="radiogroup"
      aria-required
      aria-invalid={isMissing || undefined}
      aria-describedby={text}
    >
      <legend>
        <span className={styles.place} aria-hidden="true">
          {place}
        </span>
        {headline}
      </legend>
      <p id={text}>
        {question}
        {isMissing && <strong>{t('Please choose half a star to five.')}</strong>}
      </p>
      <div className={styles.choice}>
        <div className={styles.stars}>
          {ratings.map((stars) => (
            <HalfStar key={stars} name={uniqueId} stars={stars} />
          ))}
        </div>
        <output aria-hidden="true">{given ? t('{count} of 5', { count: Number(given) }) : t('Not rated yet')}</output>
      </div>
    </fieldset>
  )
}

const HalfStar = ({ name, stars }: { name: string; stars: number }) => {
  const t = useText()
  const isLeft = stars % 1 !== 0
  const words = t('{count} star|{count} stars', { count: stars })
  return (
    <label className={styles.half} title={words}>
      <input type="radio" name={name} value={stars} aria-label={words} />
      <svg viewBox={isLeft ? '0 0 12 24' : '12 0 12 24'} aria-hidden="true">
        <polygon points={whole} />
      </svg>
    </label>
  )
}
