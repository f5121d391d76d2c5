import './stars.css'
import { Anchor, Group, Skeleton, Text } from '@mantine/core'
import { MAX_STARS } from '@tradewind/contract/trust/review.constants'
import { scoreText } from '@tradewind/contract/trust/star'
import { Link } from 'react-router'
import type { Answer } from '#kit/api/calls'
import { useCall } from '#kit/api/query'
import { useArea } from '#kit/area'
import { useLanguage, useText } from '#kit/text'
import { Card } from '#ui/page/Card'
import { ErrorState } from '#ui/page/states'
import { Chart } from '#ui/values/Chart'
import { ScoreFigure, Stars } from './Stars.tsx'

type Trend = Answer<'GET /api/home/score'>

const stars = Array.from({ length: MAX_STARS + 1 }, (_, value) => value)

/** The own trust score on the landing page, and its trend. */
export const HomeScore = () => {
  const t = useText()
  const { data, error, refetch } = useCall('GET /api/home/score', {})
  return (
    <Card title={t('Trust Score')}>
      {error && !data && <ErrorState failure={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={200} />}
      {data && (data.score === null ? <NoScore /> : <Score trend={data} score={data.score} />)}
    </Card>
  )
}

const NoScore = () => {
  const t = useText()
  const at = useArea()
  return (
    <>
      <Text c="dimmed">{t('No answers yet. Ask customers for a review, and their stars become your score.')}</Text>
      <Anchor component={Link} to={at('audience/list')} prefetch="intent" size="sm">
        {t('Choose whom to ask')}
      </Anchor>
    </>
  )
}

const Score = ({ trend: { answers, before, months }, score }: { trend: Trend; score: number }) => {
  const t = useText()
  const at = useArea()
  const language = useLanguage()
  return (
    <>
      <Group gap="sm">
        <Text span fz={32} fw={650} lh={1}>
          <ScoreFigure score={score} decimals={2} />
        </Text>
        <Stars score={score} />
        <Text size="sm" c="dimmed">
          {t('{count} answer|{count} answers', { count: answers })}
          {before !== null && ` · ${t('{change} in 30 days', { change: formatChange(score - before, language) })}`}
        </Text>
      </Group>
      {months.length > 1 && (
        <Chart
          label={t('Score by month')}
          days={months.map(({ day }) => day)}
          series={[{ name: t('Score'), values: months.map((month) => month.score) }]}
          ticks={stars}
          figure={(value) => scoreText(value, language, 2)}
          height={150}
        />
      )}
      <Anchor component={Link} to={at('trends')} prefetch="intent" size="sm">
        {t('See the results')}
      </Anchor>
    </>
  )
}

const formatChange = (change: number, language: string) =>
  new Intl.NumberFormat(language, { signDisplay: 'always', minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(change)
