import { Anchor, Group, Stack, Text, Title } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import type { QuestionScore } from '@tradewind/contract/trust/review.schemas'
import type { ReviewResults } from '@tradewind/contract/trust/reviewAnswer.contract'
import { scoreText } from '@tradewind/contract/trust/star'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useArea } from '#kit/area'
import { useLanguage, useText } from '#kit/text'
import { Card } from '#ui/page/Card'
import { useFormatCount } from '#ui/values/figures'
import { ScoreFigure, Stars } from '../Stars.tsx'
import styles from './results.module.css'

type Summary = ReviewResults['summary']

/** The score and the number of invitations. */
export const Tiles = ({ summary }: { summary: Summary }) => {
  const t = useText()
  const figure = useFormatCount()
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

/** The brand with its stars, overall and by question. */
export const BrandScore = ({ summary: { score, companyName, brandLogoUID, breakDownScore } }: { summary: Summary }) => {
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
