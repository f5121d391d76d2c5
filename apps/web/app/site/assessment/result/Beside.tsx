import type { AssessmentResult } from '@tradewind/contract/site/assessment.contract'
import { assessmentCategoryNames } from '@tradewind/contract/site/assessment.words'
import { type Averages, changesOf, LEAST_COMPARED } from '@tradewind/contract/site/reading.words'
import { useId } from 'react'
import { useLanguage, useText } from '#kit/text'
import { longDay } from '#site/writing'
import { changeText, scoreText, useScore } from './radar.ts'
import styles from './result.module.css'

/** What has become of each area since the time before. */
export const Changed = ({ averages, before }: { averages: Averages; before: NonNullable<AssessmentResult['before']> }) => {
  const t = useText()
  const id = useId()
  const language = useLanguage()
  const score = useScore()
  const changes = changesOf(averages, before.averages)
  if (changes.length === 0) return null
  return (
    <section className={styles.beside} aria-labelledby={id}>
      <h2 id={id}>{t('What has changed')}</h2>
      <p>{t('Since your answers of {day}.', { day: longDay(language, before.dateCreated) })}</p>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('Area')}</th>
            <th scope="col">{t('Before')}</th>
            <th scope="col">{t('Now')}</th>
            <th scope="col">{t('Change')}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ category, average, before: earlier, change }) => (
            <tr key={category}>
              <th scope="row">{t(assessmentCategoryNames[category])}</th>
              <td>{score(earlier)}</td>
              <td data-own>{score(average)}</td>
              <td data-change={Math.sign(Math.round(change * 100))}>{changeText(change, language)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface ComparedProps {
  averages: Averages
  comparison: AssessmentResult['comparison']
}

/** How others answered, where there are enough of them that nobody is known by it. */
export const Compared = ({ averages, comparison: { all, country } }: ComparedProps) => {
  const t = useText()
  const id = useId()
  const language = useLanguage()
  const score = useScore()
  if (!all) return null
  const meanIn = (means: Averages, category: string) => {
    const mean = means.find((one) => one.category === category)
    return mean ? scoreText(mean.average, language, 1) : '–'
  }
  return (
    <section className={styles.beside} aria-labelledby={id}>
      <h2 id={id}>{t('Compared with others')}</h2>
      <p>
        {t(
          'The means of other companies, each at its newest answers. They are shown from {count} companies on, and name nobody.',
          {
            count: LEAST_COMPARED,
          },
        )}
      </p>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('Area')}</th>
            <th scope="col">{t('You')}</th>
            {country && <th scope="col">{t('Your country')}</th>}
            <th scope="col">{t('All')}</th>
          </tr>
        </thead>
        <tbody>
          {averages.map(({ category, average }) => (
            <tr key={category}>
              <th scope="row">{t(assessmentCategoryNames[category])}</th>
              <td data-own>{score(average)}</td>
              {country && <td>{meanIn(country, category)}</td>}
              <td>{meanIn(all, category)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
