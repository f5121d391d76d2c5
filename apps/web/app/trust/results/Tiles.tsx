import { Anchor, Text } from '@mantine/core'
import type { ReviewSummary } from '@tradewind/contract/trust/review.fields'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useArea } from '#kit/area'
import { useLanguage, useText } from '#kit/text'
import { ScoreFigure } from '#trust/stars/Stars'
import { scoreText } from '#trust/stars/shape'
import { useFigure } from '#ui/values/useFigure'
import styles from './results.module.css'

/** The score and the count of invitations, at one glance. */
export const Tiles = ({ summary }: { summary: ReviewSummary }) => {
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
