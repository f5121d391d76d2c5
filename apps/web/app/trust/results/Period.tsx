import { Button, Group, Stack, Text } from '@mantine/core'
import type { ReviewResults } from '@tradewind/contract/trust/reviewAnswer.contract'
import { scoreText } from '@tradewind/contract/trust/star'
import { Link } from 'react-router'
import { useListAddress } from '#kit/browser/search-params'
import { useLanguage, useText } from '#kit/text'
import { useZone } from '#kit/zone'
import { ScoreFigure } from '#trust/Stars'
import { Filters } from '#ui/list/Filters'
import { Card } from '#ui/page/Card'
import { addDays, dayInSentence, today } from '#ui/values/dates'
import styles from './results.module.css'

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
