import { Text, Title } from '@mantine/core'
import { HIGHEST } from '@tradewind/contract/trust/review.words'
import type { ReviewResults } from '@tradewind/contract/trust/reviewAnswer.contract'
import { useLanguage, useText } from '#kit/text'
import { Card } from '#ui/page/Card'
import { Chart, Figures } from '#ui/values/Chart'
import { dayOf } from '#ui/values/dates'
import { differenceOf, NoData, useMean } from './Compared.tsx'
import styles from './results.module.css'

const stars = Array.from({ length: HIGHEST + 1 }, (_, value) => value)

interface Course {
  key: string
  label: string
  about?: string
  values: readonly (number | null)[]
  others: number | null
}

/** The score first, then each question that has a mean in these days. */
export const coursesOf = ({ history, questions, score }: ReviewResults, scoreName: string): Course[] => [
  { key: 'score', label: scoreName, values: history.map((day) => day.score), others: score.others },
  ...questions
    .map(({ questionId, headline, question, others }, at) => ({
      key: questionId,
      label: headline,
      about: question,
      values: history.map(({ means }) => means[at] ?? null),
      others,
    }))
    .filter(({ values }) => values.some((value) => value !== null)),
]

/** How the means came about: a small chart for each question, and the same day in all of them. */
export const Courses = ({ results }: { results: ReviewResults }) => {
  const t = useText()
  const mean = useMean()
  const { history } = results
  const courses = coursesOf(results, t('Score'))
  const hasOthers = courses.some(({ others }) => others !== null)
  const about = hasOthers
    ? t('The average of all answers up to each day. The dashed line is the mean of members like you.')
    : t('The average of all answers up to each day.')
  const rows = history.map(({ date }, at) => [dayOf(date) ?? '', ...courses.map(({ values }) => mean(values[at] ?? null))])
  return (
    <Card title={t('Trends')} about={about}>
      {history.length === 0 ? (
        <NoData />
      ) : (
        <div>
          <div className={styles.courses}>
            {courses.map((course) => (
              <Small key={course.key} course={course} days={history.map(({ date }) => date)} />
            ))}
          </div>
          <Figures label={t('Trends')} heads={[t('Date'), ...courses.map(({ label }) => label)]} rows={rows} />
        </div>
      )}
    </Card>
  )
}

const Small = ({ course: { label, about, values, others }, days }: { course: Course; days: readonly string[] }) => {
  const t = useText()
  const mean = useMean()
  const language = useLanguage()
  const known = values.filter((value) => value !== null)
  const change = differenceOf(known.at(-1) ?? null, known[0] ?? null, language)
  return (
    <div className={styles.course}>
      <div className={styles.courseHead}>
        <Title order={3} size="sm" title={about}>
          {label}
        </Title>
        <span>
          <strong>{mean(known.at(-1) ?? null)}</strong>{' '}
          <Text span size="sm" c="dimmed">
            {change}
          </Text>
        </span>
      </div>
      <Chart
        label={label}
        {...(about && { about })}
        days={days}
        values={values}
        name={t('Score')}
        ticks={stars}
        figure={mean}
        height={150}
        group="results"
        level={others}
      />
    </div>
  )
}
