import { Stack, Anchor, Text, Group, Title } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { reviewPolicy } from '@tradewind/contract/trust/review.policy'
import type { QuestionScore, ReviewSummary } from '@tradewind/contract/trust/review.schemas'
import { HIGHEST } from '@tradewind/contract/trust/review.words'
import { scoreText } from '@tradewind/contract/trust/star'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useCall } from '#kit/api/query'
import { useArea } from '#kit/area'
import { guard } from '#kit/guard'
import { phrase, useText, useLanguage } from '#kit/text'
import { Figures } from '#ui/chart/Figures'
import { Card } from '#ui/page/Card'
import { PageHeader } from '#ui/page/PageHeader'
import { Read } from '#ui/page/Read'
import { useFigure } from '#ui/values/useFigure'
import { ScoreFigure, Stars } from '../Stars.tsx'
import { BarChart } from './BarChart.tsx'
import { NoData } from './NoData.tsx'
import { Remarks } from './Remarks.tsx'
import { Trends } from './Trends.tsx'
import styles from './results.module.css'

export const handle = { name: phrase('Results') }
export const clientLoader = guard({ rules: reviewPolicy.keep })

/** The own trust score, what is behind it, how it came about, and what customers say. */
export default function Results() {
  const t = useText()
  return (
    <Stack gap="lg">
      <PageHeader title={t('Results')} />
      <Read of={useCall('GET /api/review/userReviewDetails', {})} height={320}>
        {(summary) => (
          <>
            <Tiles summary={summary} />
            <Standing summary={summary} />
            <Trends />
            <Scores breakdown={summary.breakDownScore.breakdown} />
            <Remarks />
          </>
        )}
      </Read>
    </Stack>
  )
}

/** The mean of each question. */
const Scores = ({ breakdown }: { breakdown: readonly QuestionScore[] }) => {
  const t = useText()
  return (
    <Card title={t('Scores')} about={t('The mean of each question, out of 5.')}>
      {breakdown.length > 0 ? <QuestionChart breakdown={breakdown} /> : <NoData />}
    </Card>
  )
}

const QuestionChart = ({ breakdown }: { breakdown: readonly QuestionScore[] }) => {
  const t = useText()
  const language = useLanguage()
  const count = useFigure()
  const bars = breakdown.map(({ questionId, headline, question, breakdownScore, totalReviews }) => {
    const figure = scoreText(breakdownScore, language)
    const reviews = t('{count} review|{count} reviews', { count: totalReviews })
    return {
      key: questionId,
      label: headline,
      value: breakdownScore,
      figure,
      told: `${headline}: ${figure} · ${reviews}. ${question}`,
    }
  })
  const rows = breakdown.map(({ headline, breakdownScore, totalReviews }) => [
    headline,
    scoreText(breakdownScore, language),
    count(totalReviews),
  ])
  return (
    <div>
      <BarChart label={t('Scores')} bars={bars} most={HIGHEST} />
      <Figures label={t('Scores')} heads={[t('Question'), t('Score'), t('Reviews')]} rows={rows} />
    </div>
  )
}

/** The score and the count of invitations, at one glance. */
const Tiles = ({ summary }: { summary: ReviewSummary }) => {
  const t = useText()
  const figure = useFigure()
  const language = useLanguage()
  const { score, totalReviewsSent, totalAnsweredReviews, totalUnansweredReviews, breakDownScore } = summary
  const hasScore = breakDownScore.totalReviews > 0
  return (
    <ul className={styles.tiles}>
      <Tile name={t('Review Score out of 5')}>
        {hasScore ? <ScoreFigure score={score} decimals={2} /> : scoreText(0, language, 2)}
      </Tile>
      <Tile name={t('Total Invites Sent')} path="invitations">
        {figure(totalReviewsSent)}
      </Tile>
      <Tile name={t('Answered Invites')}>{figure(totalAnsweredReviews)}</Tile>
      <Tile name={t('Unanswered Invites')} path="unanswered">
        {figure(totalUnansweredReviews)}
      </Tile>
    </ul>
  )
}

const Tile = ({ name, path, children }: { name: string; path?: string; children: ReactNode }) => {
  const at = useArea()
  return (
    <li className={styles.tile}>
      <span className={styles.figure}>{children}</span>
      {path ? (
        <Anchor component={Link} to={at(path)} prefetch="intent" size="sm" c="dimmed" underline="hover">
          {name}
        </Anchor>
      ) : (
        <Text size="sm" c="dimmed">
          {name}
        </Text>
      )}
    </li>
  )
}

/** The brand with its stars, over all and by question. */
const Standing = ({ summary: { score, companyName, brandLogoUID, breakDownScore } }: { summary: ReviewSummary }) => {
  const t = useText()
  const { totalReviews, breakdown } = breakDownScore
  return (
    <Card title={t('How you stand')}>
      <div className={styles.standing}>
        <div className={styles.logo}>
          {brandLogoUID ? (
            <img src={`/api/document/${brandLogoUID}`} alt={t('Brand Logo')} />
          ) : (
            <IconPhoto size={48} stroke={1} role="img" aria-label={t('No logo yet')} />
          )}
        </div>
        <Stack gap="sm" miw={0}>
          <Title order={3} size="h3" style={{ overflowWrap: 'anywhere' }}>
            {companyName ?? t('No brand name yet')}
          </Title>
          <Group gap="xs">
            {totalReviews > 0 && <Stars score={score} size={24} isDecoration />}
            {totalReviews > 0 && (
              <strong>
                <ScoreFigure score={score} />
              </strong>
            )}
            <Text c="dimmed">{t('{count} review|{count} reviews', { count: totalReviews })}</Text>
          </Group>
          <Breakdown breakdown={breakdown} />
        </Stack>
      </div>
    </Card>
  )
}

const Breakdown = ({ breakdown }: { breakdown: readonly QuestionScore[] }) => {
  const t = useText()
  if (breakdown.length === 0) return <Text c="dimmed">{t('No breakdown available')}</Text>
  return (
    <dl className={styles.breakdown}>
      {breakdown.map(({ questionId, headline, breakdownScore }) => (
        <div key={questionId} style={{ display: 'contents' }}>
          <dt>{headline}</dt>
          <dd>
            <Stars score={breakdownScore} size={18} isDecoration />
            <ScoreFigure score={breakdownScore} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
