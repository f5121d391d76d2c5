import { Group, Stack, Text, Title } from '@mantine/core'
import type { QuestionScore, ReviewSummary } from '@tradewind/contract/trust/review.fields'
import { IconPhoto } from '@tabler/icons-react'
import { useText } from '#kit/text'
import { Card } from '#ui/page/Card'
import { ScoreFigure, Stars } from '#trust/stars/Stars'
import styles from './results.module.css'

/** The brand with its stars, over all and by question. */
export const Standing = ({ summary: { score, companyName, brandLogoUID, breakDownScore } }: { summary: ReviewSummary }) => {
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
