import { bandOf } from '@tradewind/contract/site/assessment.constants'
import type { Assessment, AssessmentResult } from '@tradewind/contract/site/assessment.contract'
import type { ResultCard } from '@tradewind/contract/site/assessment.feedback'
import { type Averages, bandNames, headlineOf, overallOf, overviewOf } from '@tradewind/contract/site/assessment.scores'
import { Link } from 'react-router'
import { Head, useLanguageLink, usePage } from '#kit/page/page'
import { useLanguage, useText } from '#kit/text'
import { formatLongDay } from '#site/textFormat'
import { Radar, useScore } from './Radar.tsx'
import { AreaChanges, AreaComparison, type Articles, NextSteps, RecommendedArticles } from './ResultSections.tsx'
import styles from './result.module.css'

interface ResultPageProps {
  /** Staff get it without a comparison. */
  result: Pick<Assessment, 'dateCreated' | 'averages' | 'answers' | 'before'> & Partial<Pick<AssessmentResult, 'comparison'>>
  /** The days of the result and of the previous one. */
  days: { now: string; before: string | null }
  cards: readonly ResultCard[]
  /** Articles about the weakest areas. */
  articles?: Articles
  /** With it, the result can also be opened as a PDF. */
  token?: string
}

/** The result: summary, chart with its table, comparisons with others and before, a card for each area, answers. It contains no names. */
export const ResultPage = ({ result, days, cards, articles = [], token }: ResultPageProps) => {
  const t = useText()
  const { averages, answers, before, comparison } = result
  const day = formatLongDay(useLanguage(), days.now)
  return (
    <article className={`open-width ${styles.result}`}>
      <Head title={t('Result of your self-assessment')} />
      <header>
        <p className={styles.kicker}>
          {t('Result of your self-assessment')} · <time dateTime={days.now}>{day}</time>
        </p>
        <ResultSummary averages={averages} />
      </header>
      <section className={styles.overview} aria-label={t('Your scores in the six areas')}>
        <Radar averages={averages} />
        <ScoreTable averages={averages} />
      </section>
      {before && days.before && <AreaChanges averages={averages} before={before.averages} day={days.before} />}
      {comparison && <AreaComparison averages={averages} comparison={comparison} />}
      <Cards cards={cards} />
      <RecommendedArticles articles={articles} />
      <Answers answers={answers} />
      <NextSteps averages={averages} token={token} />
    </article>
  )
}

/** The overall result: in a sentence, as a score, and its strongest and weakest areas. */
const ResultSummary = ({ averages }: { averages: Averages }) => {
  const t = useText()
  const score = useScore()
  const { ends } = overviewOf(averages)
  const { text, count } = headlineOf(averages)
  const overall = overallOf(averages)
  return (
    <>
      <h1>{t(text, { count })}</h1>
      {overall !== undefined && (
        <p className={styles.mark}>
          {t('Overall')} <strong>{score(overall)}</strong> <span>{t('of 5')}</span> <BandMark average={overall} />
        </p>
      )}
      <p className={styles.lead}>
        {ends
          ? t('Your strongest area is “{strong}” with {high} of 5. The one to work on first is “{weak}” with {low} of 5.', {
              strong: t(ends.highest.category),
              high: score(ends.highest.average),
              weak: t(ends.lowest.category),
              low: score(ends.lowest.average),
            })
          : t('All areas are at the same level. Below you can read what that means for each of them.')}
      </p>
    </>
  )
}

/** Each statement with its score, collapsed. */
const Answers = ({ answers }: Pick<Assessment, 'answers'>) => {
  const t = useText()
  if (answers.length === 0) return null
  return (
    <details className={styles.answers}>
      <summary>{t('Your answers, statement by statement')}</summary>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('Statement')}</th>
            <th scope="col">{t('Score')}</th>
          </tr>
        </thead>
        <tbody>
          {answers.map(({ questionId, question, score }) => (
            <tr key={questionId}>
              <th scope="row">{question}</th>
              <td>{score}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

/** A card for each area: its score, why it matters, and what follows from the score. */
const Cards = ({ cards }: { cards: readonly ResultCard[] }) => {
  const t = useText()
  const score = useScore()
  return (
    <section aria-labelledby="areas">
      <h2 id="areas">{t('Area by area')}</h2>
      <ul className={styles.cards}>
        {cards.map(({ category, average, why, standing }) => (
          <li key={category}>
            <h3>{t(category)}</h3>
            <p className={styles.mark}>
              <strong>{score(average)}</strong> <span>{t('of 5')}</span> <BandMark average={average} />
            </p>
            <h4>{t('Why it matters')}</h4>
            <p>{t(why)}</p>
            <h4>{t('Where you stand')}</h4>
            <p>{t(standing)}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Shown when the link has no result. */
export const NoResult = () => {
  const t = useText()
  const withLang = useLanguageLink()
  const { showsAssessment } = usePage().tenant
  return (
    <section className="open-width status">
      <Head title={t('This link has no result')} />
      <p className="status-code">404</p>
      <h1>{t('This link has no result')}</h1>
      <p>{t('It may have been cut short in the email, or the answers behind it were deleted.')}</p>
      <Link className="open-button open-button-main" to={withLang(showsAssessment ? '/self-assessment' : '/')}>
        {showsAssessment ? t('Take the self-assessment') : t('Back To Home')}
      </Link>
    </section>
  )
}

/** The chart's figures as a table. */
const ScoreTable = ({ averages }: { averages: Averages }) => {
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
              <th scope="row">{t(category)}</th>
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

/** The band of a score, as a word and a colour. */
const BandMark = ({ average }: { average: number }) => {
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
