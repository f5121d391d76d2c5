import { Text } from '@mantine/core'
import type { ReviewResults } from '@tradewind/contract/trust/reviewAnswer.contract'
import { scoreText } from '@tradewind/contract/trust/star'
import { useLanguage, useText } from '#kit/text'
import { Card } from '#ui/page/Card'
import { ScoreFigure } from '../Stars.tsx'
import styles from './results.module.css'

/** Stands where nobody has answered yet. */
export const NoData = () => {
  const t = useText()
  return (
    <Text c="dimmed" ta="center" py="xl">
      {t('No Data available to show!')}
    </Text>
  )
}

/** A mean as it is read; where there is none, a dash. */
export const useMean = () => {
  const language = useLanguage()
  return (mean: number | null) => (mean === null ? '–' : scoreText(mean, language))
}

/** How far a mean is from another one: of the figures that are read. */
export const differenceOf = (now: number | null, before: number | null, language: string) => {
  if (now === null || before === null) return null
  const steps = Math.round(now * 10) - Math.round(before * 10)
  return new Intl.NumberFormat(language, { signDisplay: 'exceptZero', minimumFractionDigits: 1 }).format(steps / 10)
}

/** The score of the period, beside the one before and that of other members. */
export const Compared = ({ results: { score } }: { results: ReviewResults }) => {
  const t = useText()
  const language = useLanguage()
  const { now, before, others } = score
  const change = differenceOf(now.mean, before.mean, language)
  const ahead = differenceOf(now.mean, others, language)
  return (
    <Card title={t('This period compared')}>
      <ul className={styles.compared}>
        <Figure name={t('This period')} mean={now.mean} about={t('{count} answer|{count} answers', { count: now.answers })} />
        <Figure
          name={t('The period before')}
          mean={before.mean}
          about={[t('{count} answer|{count} answers', { count: before.answers }), change && t('{change} since', { change })]
            .filter(Boolean)
            .join(' · ')}
        />
        <Figure
          name={t('Members like you')}
          mean={others}
          about={
            others === null
              ? t('Shown as soon as five other members with your survey type have answers.')
              : [t('All their answers, each member counted once'), ahead && t('you: {difference}', { difference: ahead })]
                  .filter(Boolean)
                  .join(' · ')
          }
        />
      </ul>
    </Card>
  )
}

const Figure = ({ name, mean, about }: { name: string; mean: number | null; about: string }) => (
  <li>
    <Text size="sm" c="dimmed">
      {name}
    </Text>
    <span className={styles.figure}>{mean === null ? '–' : <ScoreFigure score={mean} />}</span>
    <Text size="sm" c="dimmed">
      {about}
    </Text>
  </li>
)
