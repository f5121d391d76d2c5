import { Text, Title } from '@mantine/core'
import { MAX_STARS } from '@tradewind/contract/trust/review.constants'
import type { ReviewResults } from '@tradewind/contract/trust/reviewAnswer.contract'
import { useLanguage, useText } from '#kit/text'
import { Card } from '#ui/page/Card'
import { Chart, Figures } from '#ui/values/Chart'
import { formatDay } from '#ui/values/dates'
import { useFormatCount } from '#ui/values/figures'
import { formatDifference, NoData, useFormatMean } from './Period.tsx'
import styles from './results.module.css'

/** The height of the charts, in pixels. */
const HEIGHT = 400
const ticks = Array.from({ length: MAX_STARS + 1 }, (_, value) => value)

interface MeanSeries {
  key: string
  label: string
  description?: string
  values: readonly (number | null)[]
  others: number | null
}

/** The score first, then each question that has a mean in these days. */
export const meanSeriesOf = ({ history, questions, score }: ReviewResults, scoreName: string): MeanSeries[] => [
  { key: 'score', label: scoreName, values: history.map((day) => day.score), others: score.others },
  ...questions
    .map(({ questionId, headline, question, others }, at) => ({
      key: questionId,
      label: headline,
      description: question,
      values: history.map(({ means }) => means[at] ?? null),
      others,
    }))
    .filter(({ values }) => values.some((value) => value !== null)),
]

/** The development of the means: all of them in one chart, then a small chart for each question with the mean of other members, with the same days in all of them. */
export const MeanCharts = ({ results }: { results: ReviewResults }) => {
  const t = useText()
  const mean = useFormatMean()
  const { history } = results
  const days = history.map(({ date }) => date)
  const allSeries = meanSeriesOf(results, t('Score'))
  const hasOthers = allSeries.some(({ others }) => others !== null)
  const about = t('The average of all answers up to each day.')
  const rows = history.map(({ date }, at) => [formatDay(date) ?? '', ...allSeries.map(({ values }) => mean(values[at] ?? null))])
  return (
    <Card title={t('Trends')} description={about}>
      {history.length === 0 ? (
        <NoData />
      ) : (
        <div>
          <Chart
            label={t('Trends')}
            description={about}
            days={days}
            series={allSeries.map(({ label, values }) => ({ name: label, values }))}
            ticks={ticks}
            figure={mean}
            height={HEIGHT}
          />
          {hasOthers && (
            <Text size="sm" c="dimmed" mt="lg">
              {t('In the small charts, the dashed line is the mean of members like you.')}
            </Text>
          )}
          <div className={styles.courses}>
            {allSeries.map((course) => (
              <SmallChart key={course.key} course={course} days={days} />
            ))}
          </div>
          <Figures label={t('Trends')} heads={[t('Date'), ...allSeries.map(({ label }) => label)]} rows={rows} />
        </div>
      )}
    </Card>
  )
}

const SmallChart = ({
  course: { label, description, values, others },
  days,
}: {
  course: MeanSeries
  days: readonly string[]
}) => {
  const t = useText()
  const mean = useFormatMean()
  const language = useLanguage()
  const knownValues = values.filter((value) => value !== null)
  const change = formatDifference(knownValues.at(-1) ?? null, knownValues[0] ?? null, language)
  return (
    <div className={styles.course}>
      <div className={styles.courseHead}>
        <Title order={3} size="sm" title={description}>
          {label}
        </Title>
        <span>
          <strong>{mean(knownValues.at(-1) ?? null)}</strong>{' '}
          <Text span size="sm" c="dimmed">
            {change}
          </Text>
        </span>
      </div>
      <Chart
        label={label}
        {...(description && { description })}
        days={days}
        series={[{ name: t('Score'), values }]}
        ticks={ticks}
        figure={mean}
        height={150}
        group="results"
        level={others}
      />
    </div>
  )
}

/** The mean of each question, in this period and the one before. */
export const Scores = ({ results: { questions } }: { results: ReviewResults }) => {
  const t = useText()
  const mean = useFormatMean()
  const count = useFormatCount()
  const answered = questions.filter(({ now, before }) => now.answers + before.answers > 0)
  const rows = answered.map(({ headline, now, before, others }) => [
    headline,
    mean(now.mean),
    count(now.answers),
    mean(before.mean),
    count(before.answers),
    mean(others),
  ])
  const heads = [t('This period'), t('Answers'), t('The period before'), t('Answers'), t('Members like you')]
  return (
    <Card title={t('Scores')} description={t('The mean of each question, out of 5.')}>
      <div>
        <Chart
          label={t('Scores')}
          description={t('The mean of each question, out of 5.')}
          names={answered.map(({ headline }) => headline)}
          series={[
            { name: t('This period'), values: answered.map(({ now }) => now.mean) },
            { name: t('The period before'), values: answered.map(({ before }) => before.mean) },
          ]}
          max={MAX_STARS}
          figure={mean}
          minHeight={HEIGHT}
        />
        <Figures label={t('Scores')} heads={[t('Question'), ...heads]} rows={rows} />
      </div>
    </Card>
  )
}

/** How many answers gave how many stars. */
export const StarShares = ({ results: { stars } }: { results: ReviewResults }) => {
  const t = useText()
  const count = useFormatCount()
  const names = stars.map(({ stars: rating }) => t('{count} star|{count} stars', { count: rating }))
  return (
    <Card title={t('Stars')} description={t('Answers by their average stars, rounded to whole stars.')}>
      <div>
        <Chart
          label={t('Stars')}
          names={names}
          series={[
            { name: t('This period'), values: stars.map(({ now }) => now) },
            { name: t('The period before'), values: stars.map(({ before }) => before) },
          ]}
          max={Math.max(1, ...stars.flatMap(({ now, before }) => [now, before]))}
          figure={count}
          minHeight={HEIGHT}
        />
        <Figures
          label={t('Stars')}
          heads={[t('Stars'), t('This period'), t('The period before')]}
          rows={stars.map(({ now, before }, at) => [names[at]!, count(now), count(before)])}
        />
      </div>
    </Card>
  )
}

/** Number of countries in the chart; the table has all. */
const MAX_COUNTRIES = 10

/** The countries of the answers in the period. */
export const Countries = ({ countries }: Pick<ReviewResults, 'countries'>) => {
  const t = useText()
  const count = useFormatCount()
  const mean = useFormatMean()
  const nameOf = (country: string | null) => (country ? t(country) : t('Unknown country'))
  const chartCountries = countries.slice(0, MAX_COUNTRIES)
  return (
    <Card title={t('Answers by country')} description={t('Where the customers of this period are, by their contact.')}>
      {countries.length === 0 ? (
        <NoData />
      ) : (
        <div>
          <Chart
            label={t('Answers by country')}
            names={chartCountries.map(({ country }) => nameOf(country))}
            series={[{ name: t('Answers'), values: chartCountries.map(({ answers }) => answers) }]}
            max={Math.max(...chartCountries.map(({ answers }) => answers))}
            figure={count}
          />
          {countries.length > MAX_COUNTRIES && (
            <Text size="sm" c="dimmed" mt={4}>
              {t('The table has {count} more.', { count: countries.length - MAX_COUNTRIES })}
            </Text>
          )}
          <Figures
            label={t('Answers by country')}
            heads={[t('Country'), t('Answers'), t('Score')]}
            rows={countries.map(({ country, answers, score }) => [nameOf(country), count(answers), mean(score)])}
          />
        </div>
      )}
    </Card>
  )
}
