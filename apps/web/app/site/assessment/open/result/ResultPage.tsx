import type { AssessmentResult } from '@tradewind/contract/site/assessment.contract'
import { auditCategoryNames } from '@tradewind/contract/site/assessment.words'
import { Link } from 'react-router'
import { Head } from '#kit/page/head'
import { useKeepLanguage, usePage } from '#kit/page/page'
import { useLanguage, useText } from '#kit/text'
import { Answers } from './Answers.tsx'
import { Cards } from './Cards.tsx'
import { Radar } from './Radar.tsx'
import { longDay } from '#ui/values/longDay'
import { type Averages, pictureOf, useScore } from './result.values.ts'
import { ScoreTable } from './ScoreTable.tsx'
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
              strong: t(auditCategoryNames[ends.highest.category]),
              high: score(ends.highest.average),
              weak: t(auditCategoryNames[ends.lowest.category]),
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
