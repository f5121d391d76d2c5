import type { AssessmentResult } from '@tradewind/contract/site/assessment.contract'
import { type Averages, changesOf, MIN_COMPARED } from '@tradewind/contract/site/assessment.scores'
import type { Content } from '@tradewind/contract/site/content.contract'
import { startTransition, Suspense, useEffect, useId, useState } from 'react'
import { Link } from 'react-router'
import { useLanguageLink, usePage } from '#kit/page/page'
import { useLanguage, useText } from '#kit/text'
import { formatLongDay } from '#site/textFormat'
import { lazyPublicPart } from '#ui/page/lazyPublicPart'
import { changeText, scoreText, useScore } from './Radar.tsx'
import styles from './result.module.css'

/** How each area has changed since the previous assessment. */
export const AreaChanges = ({ averages, before, day }: { averages: Averages; before: Averages; day: string }) => {
  const t = useText()
  const id = useId()
  const language = useLanguage()
  const score = useScore()
  const changes = changesOf(averages, before)
  if (changes.length === 0) return null
  return (
    <section className={styles.beside} aria-labelledby={id}>
      <h2 id={id}>{t('What has changed')}</h2>
      <p>{t('Since your answers of {day}.', { day: formatLongDay(language, day) })}</p>
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
              <th scope="row">{t(category)}</th>
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

interface AreaComparisonProps {
  averages: Averages
  comparison: AssessmentResult['comparison']
}

/** How others answered, if there are enough of them that nobody can be identified. */
export const AreaComparison = ({ averages, comparison: { all, country } }: AreaComparisonProps) => {
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
            count: MIN_COMPARED,
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
              <th scope="row">{t(category)}</th>
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

type Post = Pick<Content, 'uniqueId' | 'title' | 'slug' | 'language' | 'minutes' | 'isPaidContent'>
export type Articles = readonly { category: string; posts: readonly Post[] }[]

/** Articles of the knowledge centre on the weakest areas. */
export const RecommendedArticles = ({ articles }: { articles: Articles }) => {
  const t = useText()
  const id = useId()
  if (articles.length === 0) return null
  return (
    <section className={styles.reading} aria-labelledby={id}>
      <h2 id={id}>{t('To read on your weakest areas')}</h2>
      {articles.map(({ category, posts }) => (
        <div key={category}>
          <h3>{t(category)}</h3>
          <ul>
            {posts.map((post) => (
              <ArticleLink key={post.uniqueId} post={post} />
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}

const ArticleLink = ({ post: { title, slug, language, minutes, isPaidContent } }: { post: Post }) => {
  const t = useText()
  const withLang = useLanguageLink()
  const pageLanguage = useLanguage()
  return (
    <li>
      <Link to={withLang(`/blog/${slug}`)} lang={language === pageLanguage ? undefined : language}>
        {title}
      </Link>{' '}
      <small>
        {[isPaidContent && t('Paid'), minutes !== null && t('{count} min read|{count} min read', { count: minutes })]
          .filter(Boolean)
          .join(' · ')}
      </small>
    </li>
  )
}

const Talk = lazyPublicPart(async () => (await import('./ContactTenant.tsx')).ContactTenant)
const PrintButton = lazyPublicPart(async () => (await import('./ContactTenant.tsx')).PrintButton)

/** False on the server and during hydration, then true: for parts that need scripts. */
const useIsHydrated = () => {
  const [isHydrated, setHydrated] = useState(false)
  useEffect(() => startTransition(() => setHydrated(true)), [])
  return isHydrated
}

interface NextStepsProps {
  averages: Averages
  token?: string | undefined
}

/** The next steps: contact the tenant, print, and the links that the tenant offers. */
export const NextSteps = ({ averages, token }: NextStepsProps) => {
  const t = useText()
  const withLang = useLanguageLink()
  const language = useLanguage()
  const isHere = useIsHydrated()
  const { showsAssessment, showsContent } = usePage().tenant
  return (
    <div className={styles.after}>
      {token && isHere && (
        <Suspense>
          <Talk averages={averages} />
        </Suspense>
      )}
      <nav className={styles.onward} aria-label={t('What to do next')}>
        {token && (
          <a className="open-button" href={`/api/auditQuestion/result/${token}/pdf?lang=${language}`} download>
            {t('Download as PDF')}
          </a>
        )}
        {isHere && (
          <Suspense>
            <PrintButton />
          </Suspense>
        )}
        {showsContent && (
          <Link className="open-button" to={withLang('/knowledgeCentre')}>
            {t('Read on in the knowledge centre')}
          </Link>
        )}
        {showsAssessment && (
          <Link className="open-button" to={withLang('/self-assessment')}>
            {t('Take it again')}
          </Link>
        )}
      </nav>
    </div>
  )
}
