import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { MAX_STARS } from '@tradewind/contract/trust/review.constants'
import type { ReviewResults } from '@tradewind/contract/trust/reviewAnswer.contract'
import { scoreText } from '@tradewind/contract/trust/star'
import { Link } from 'react-router'
import { useListAddress } from '#kit/browser/search-params'
import { useLanguage, useText } from '#kit/text'
import { useZone } from '#kit/zone'
import { ScoreFigure } from '#trust/Stars'
import { Filters } from '#ui/list/Filters'
import { Card } from '#ui/page/Card'
import { Chart, Figures } from '#ui/values/Chart'
import { addDays, dayInSentence, formatDay, today } from '#ui/values/dates'
import { useFormatCount } from '#ui/values/figures'
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

const days = ['dateFrom', 'dateTo'] as const
/** The periods to select from, in days. The server's default is 180. */
const lengths = [30, 90, 180, 365] as const
const DEFAULT_LENGTH = 180
const noPeriod = { dateFrom: '', dateTo: '' }

/** The period in the address, as input of the call. */
export const usePeriod = () => {
  const { filters, change, addressAfter } = useListAddress({ filters: days, sort: '-dateCreated' })
  const { dateFrom: fromDate, dateTo: toDate } = filters
  return { filters, change, addressAfter, query: { ...(fromDate && { fromDate }), ...(toDate && { toDate }) } }
}
type Period = ReturnType<typeof usePeriod>
export type PeriodInput = Period['query']

/** Selects the period of the figures below, and says which period they are compared with. */
export const PeriodChoice = ({ period, results }: { period: Period; results?: ReviewResults }) => {
  const t = useText()
  const { filters, change } = period
  return (
    <Stack gap="xs" component="section" aria-label={t('Period')}>
      <div className={styles.choice}>
        <Filters
          filters={{ dateFrom: { label: t('Date From'), type: 'date' }, dateTo: { label: t('Date To'), type: 'date' } }}
          applied={filters}
          onApply={(next) => change({ filters: next })}
        />
        <Lengths period={period} />
      </div>
      {results && (
        <Text size="sm" c="dimmed">
          {t('Answers from {from} to {to}, beside those from {before} to {until}.', {
            from: dayInSentence(results.period.from),
            to: dayInSentence(results.period.to),
            before: dayInSentence(results.before.from),
            until: dayInSentence(results.before.to),
          })}
        </Text>
      )}
    </Stack>
  )
}

const Lengths = ({ period: { filters, addressAfter } }: { period: Period }) => {
  const t = useText()
  const now = today(useZone())
  const daysOf = (length: number) => (length === DEFAULT_LENGTH ? noPeriod : { dateFrom: addDays(now, 1 - length), dateTo: now })
  const isChosen = (length: number) => {
    const { dateFrom, dateTo } = daysOf(length)
    return filters.dateFrom === dateFrom && filters.dateTo === dateTo
  }
  return (
    <Group gap={4} role="group" aria-label={t('Length of the period')}>
      {lengths.map((length) => (
        <Button
          key={length}
          component={Link}
          to={addressAfter({ filters: daysOf(length) })}
          preventScrollReset
          size="compact-sm"
          variant={isChosen(length) ? 'light' : 'subtle'}
          aria-current={isChosen(length) || undefined}
        >
          {t('{count} day|{count} days', { count: length })}
        </Button>
      ))}
    </Group>
  )
}

/** Shown where there are no answers. */
export const NoData = () => {
  const t = useText()
  return (
    <Text c="dimmed" ta="center" py="xl">
      {t('No Data available to show!')}
    </Text>
  )
}

/** Returns a function that formats a mean; a dash if there is none. */
export const useFormatMean = () => {
  const language = useLanguage()
  return (mean: number | null) => (mean === null ? '–' : scoreText(mean, language))
}

/** The difference between two means, calculated from the rounded figures that are shown. */
export const formatDifference = (now: number | null, before: number | null, language: string) => {
  if (now === null || before === null) return null
  const steps = Math.round(now * 10) - Math.round(before * 10)
  return new Intl.NumberFormat(language, { signDisplay: 'exceptZero', minimumFractionDigits: 1 }).format(steps / 10)
}

/** The score of the period, next to the one before and that of other members. */
export const PeriodComparison = ({ results: { score } }: { results: ReviewResults }) => {
  const t = useText()
  const language = useLanguage()
  const { now, before, others } = score
  const change = formatDifference(now.mean, before.mean, language)
  const leadOverOthers = formatDifference(now.mean, others, language)
  return (
    <Card title={t('This period compared')}>
      <ul className={styles.compared}>
        <Figure
          name={t('This period')}
          mean={now.mean}
          description={t('{count} answer|{count} answers', { count: now.answers })}
        />
        <Figure
          name={t('The period before')}
          mean={before.mean}
          description={[t('{count} answer|{count} answers', { count: before.answers }), change && t('{change} since', { change })]
            .filter(Boolean)
            .join(' · ')}
        />
        <Figure
          name={t('Members like you')}
          mean={others}
          description={
            others === null
              ? t('Shown as soon as five other members with your survey type have answers.')
              : [
                  t('All their answers, each member counted once'),
                  leadOverOthers && t('you: {difference}', { difference: leadOverOthers }),
                ]
                  .filter(Boolean)
                  .join(' · ')
          }
        />
      </ul>
    </Card>
  )
}

const Figure = ({ name, mean, description }: { name: string; mean: number | null; description: string }) => (
  <li>
    <Text size="sm" c="dimmed">
      {name}
    </Text>
    <span className={styles.figure}>{mean === null ? '–' : <ScoreFigure score={mean} />}</span>
    <Text size="sm" c="dimmed">
      {description}
    </Text>
  </li>
)

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
  const nameOf = (country: string | null) => country ?? t('Unknown country')
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
