import type { PublicScore } from '@tradewind/contract/trust/reviewPage.contract'
import { useLanguage, useText } from '#kit/text'
import { longDay } from '#site/writing'
import { ScoreFigure } from '#trust/Stars'
import styles from './company.module.css'

/** How the answers are spread over the stars: of all time and of the last 12 months, side by side. */
export const Distribution = ({ score: { allTime, last12Months, stars } }: { score: PublicScore }) => {
  const t = useText()
  const language = useLanguage()
  return (
    <section aria-labelledby="distribution">
      <h2 id="distribution">{t('All time and the last 12 months')}</h2>
      <p className={styles.quiet}>
        {t('An old answer counts as much as a new one. So the last 12 months, since {day}, stand beside all time.', {
          day: longDay(language, last12Months.from),
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
          {stars.map(({ stars: given, ...counts }) => (
            <tr key={given}>
              <th scope="row">{t('{count} star|{count} stars', { count: given })}</th>
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
            <ScoreFigure score={score} decimals={2} />
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
