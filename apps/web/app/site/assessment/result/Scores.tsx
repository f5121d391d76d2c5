import { assessmentCategoryNames, bandOf } from '@tradewind/contract/site/assessment.words'
import { type Averages, bandNames } from '@tradewind/contract/site/reading.words'
import { useText } from '#kit/text'
import { useScore } from './radar.ts'
import styles from './result.module.css'

/** The chart's figures, row by row. */
export const ScoreTable = ({ averages }: { averages: Averages }) => {
  const t = useText()
  const score = useScore()
  return (
    <div>
      <table className={styles.table}>
        <caption className="unseen">{t('Your scores in the six areas')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('Area')}</th>
            <th scope="col">{t('Score')}</th>
            <th scope="col">{t('Standing')}</th>
          </tr>
        </thead>
        <tbody>
          {averages.map(({ category, average }) => (
            <tr key={category}>
              <th scope="row">{t(assessmentCategoryNames[category])}</th>
              <td>{score(average)}</td>
              <td>
                <BandMark average={average} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.legend}>
        {t(
          'Above 4 is strong, 2 to 4 is insufficient, below 2 is not ready. Scores go from 0 to 5; the chart reaches from 0 in the middle to 6.',
        )}
      </p>
    </div>
  )
}

/** Where a score stands, in a word and its colour. */
export const BandMark = ({ average }: { average: number }) => {
  const t = useText()
  const band = bandOf(average)
  return band ? (
    <span className={styles.band} data-band={band}>
      {t(bandNames[band])}
    </span>
  ) : (
    t('Score out of range')
  )
}
