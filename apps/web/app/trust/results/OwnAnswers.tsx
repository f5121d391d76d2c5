import { Badge, Text } from '@mantine/core'
import type { ReviewResults } from '@tradewind/contract/trust/reviewResults.contract'
import { useText } from '#kit/text'
import { Card } from '#ui/page/Card'
import { ScoreFigure, Stars } from '../Stars.tsx'
import { useMean } from './Compared.tsx'
import styles from './results.module.css'

/** What was answered to the own questions, in the period and before. Nothing where there are none. */
export const OwnAnswers = ({ questions }: { questions: ReviewResults['ownQuestions'] }) => {
  const t = useText()
  const mean = useMean()
  if (questions.length === 0) return null
  return (
    <Card
      title={t('Your own questions')}
      about={t('What your customers answered to them in this period. They are in none of the other figures.')}
    >
      <dl className={styles.breakdown}>
        {questions.map(({ uniqueId, question, retired, now, before }) => (
          <div key={uniqueId} style={{ display: 'contents' }}>
            <dt>
              {question}{' '}
              {retired && (
                <Badge size="sm" variant="light" color="gray">
                  {t('Retired')}
                </Badge>
              )}
              <Text size="sm" c="dimmed">
                {t('{count} answer|{count} answers', { count: now.answers })}
                {before.mean !== null && ` · ${t('the period before: {mean}', { mean: mean(before.mean) })}`}
              </Text>
            </dt>
            <dd>
              {now.mean === null ? (
                '–'
              ) : (
                <>
                  <Stars score={now.mean} size={18} isDecoration />
                  <ScoreFigure score={now.mean} />
                </>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
