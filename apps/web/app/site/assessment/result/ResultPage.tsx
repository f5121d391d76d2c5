import type { AssessmentResult } from '@tradewind/contract/site/assessment.contract'
import { assessmentCategoryNames, type Band, bandOf } from '@tradewind/contract/site/assessment.words'
import { Link } from 'react-router'
import { Head } from '#kit/page/head'
import { useKeepLanguage, usePage } from '#kit/page/page'
import { phrase, useLanguage, useText } from '#kit/text'
import { longDay } from '#ui/values/longDay'
import { feedbackOn, whyOf } from './feedback.ts'
import { type Averages, pictureOf, useScore } from './radar.ts'
import { Radar } from './Radar.tsx'
import styles from './result.module.css'

/** The result: the whole in a sentence, the chart with its table, a card for each area, the answers. It names nobody. */
export const ResultPage = ({ result: { averages, answers, dateCreated } }: { result: AssessmentResult }) => {
  const t = useText()
  const language = useLanguage()
  const day = longDay(language, dateCreated)
  return (
    <article className={`open-width ${styles.result}`}>
      <Head title={t('Result of your self-assessment')} />
      <header>
        <p className={styles.kicker}>
          {t('Result of your self-assessment')} · <time dateTime={dateCreated}>{day}</time>
        </p>
        <Picture averages={averages} />
      </header>
      <section className={styles.overview} aria-label={t('Your scores in the six areas')}>
        <Radar averages={averages} />
        <ScoreTable averages={averages} />
      </section>
      <Cards averages={averages} />
      <Answers answers={answers} />
      <Onward />
    </article>
  )
}

/** The whole in two sentences. */
const Picture = ({ averages }: { averages: Averages }) => {
  const t = useText()
  const score = useScore()
  const { insufficient, notReady, ends } = pictureOf(averages)
  return (
    <>
      <h1>
        {notReady > 0
          ? t('{count} area is not ready yet: begin there|{count} areas are not ready yet: begin there', { count: notReady })
          : insufficient > 0
            ? t('You are on the way: {count} area still needs work|You are on the way: {count} areas still need work', {
                count: insufficient,
              })
            : t('You are ready for the next market')}
      </h1>
      <p className={styles.lead}>
        {ends
          ? t('Your strongest area is “{strong}” with {high} of 5. The one to work on first is “{weak}” with {low} of 5.', {
              strong: t(assessmentCategoryNames[ends.highest.category]),
              high: score(ends.highest.average),
              weak: t(assessmentCategoryNames[ends.lowest.category]),
              low: score(ends.lowest.average),
            })
          : t('All areas stand at the same height. Below you read what that means for each of them.')}
      </p>
    </>
  )
}

/** Where one goes from here, as far as the tenant shows it. */
const Onward = () => {
  const t = useText()
  const keep = useKeepLanguage()
  const { showsAssessment, showsContent, contact } = usePage().tenant
  return (
    <nav className={styles.onward} aria-label={t('What to do next')}>
      {showsContent && (
        <Link className="open-button open-button-main" to={keep('/knowledgeCentre')}>
          {t('Read on in the knowledge centre')}
        </Link>
      )}
      {contact && (
        <a className="open-button" href={`mailto:${contact}`}>
          {t('Talk to us about it')}
        </a>
      )}
      {showsAssessment && (
        <Link className="open-button" to={keep('/self-assessment')}>
          {t('Take it again')}
        </Link>
      )}
    </nav>
  )
}

/** Each statement with its score, folded up. */
const Answers = ({ answers }: Pick<AssessmentResult, 'answers'>) => {
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
const Cards = ({ averages }: { averages: Averages }) => {
  const t = useText()
  const score = useScore()
  return (
    <section aria-labelledby="areas">
      <h2 id="areas">{t('Area by area')}</h2>
      <ul className={styles.cards}>
        {averages.map(({ category, average }) => (
          <li key={category}>
            <h3>{t(assessmentCategoryNames[category])}</h3>
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

/** The chart's figures, row by row. */
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

const bandNames: Readonly<Record<Band, string>> = {
  STRONG: phrase('Strong'),
  INSUFFICIENT: phrase('Insufficient'),
  NOT_READY: phrase('Not ready'),
}

/** Where a score stands, in a word and its colour. */
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

/** Nothing is behind the link. */
export const NoResult = () => {
  const t = useText()
  const keep = useKeepLanguage()
  const { showsAssessment } = usePage().tenant
  return (
    <section className="open-width status">
      <Head title={t('This link has no result')} />
      <p className="status-code">404</p>
      <h1>{t('This link has no result')}</h1>
      <p>{t('It may have been cut short in the mail, or the answers behind it were deleted.')}</p>
      <Link className="open-button open-button-main" to={keep(showsAssessment ? '/self-assessment' : '/')}>
        {showsAssessment ? t('Take the self-assessment') : t('Back To Home')}
      </Link>
    </section>
  )
}
