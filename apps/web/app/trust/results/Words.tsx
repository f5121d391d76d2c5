import { Text } from '@mantine/core'
import type { ReviewResults } from '@tradewind/contract/trust/reviewResults.contract'
import { useText } from '#kit/text'
import { Card } from '#ui/page/Card'
import { useFigure } from '#ui/values/useFigure'
import { ScoreFigure } from '../Stars.tsx'
import styles from './results.module.css'

/** What customers say again and again, and how they rate who say it. */
export const Words = ({ words }: Pick<ReviewResults, 'words'>) => {
  const t = useText()
  const count = useFigure()
  return (
    <Card
      title={t('Words in remarks')}
      about={t('Words of several remarks in this period, with the average stars of the answers that have them.')}
    >
      {words.length === 0 ? (
        <Text c="dimmed" ta="center" py="xl">
          {t('No word is in more than one remark yet.')}
        </Text>
      ) : (
        <ul className={styles.words}>
          {words.map(({ word, remarks, score }) => (
            <li key={word}>
              <span>{word}</span>
              <Text span c="dimmed" size="sm" title={t('{count} remark|{count} remarks', { count: remarks })}>
                × {count(remarks)}
              </Text>
              <ScoreFigure score={score} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
