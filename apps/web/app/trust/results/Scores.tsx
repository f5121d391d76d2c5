import type { QuestionScore } from '@tradewind/contract/trust/review.fields'
import { HIGHEST } from '@tradewind/contract/trust/review.words'
import { useLanguage, useText } from '#kit/text'
import { BarChart } from '#ui/chart/BarChart'
import { Figures } from '#ui/chart/Figures'
import { Card } from '#ui/page/Card'
import { scoreText } from '#trust/stars/shape'
import { useFigure } from '#ui/values/useFigure'
import { NoData } from './NoData.tsx'

/** The mean of each question. */
export const Scores = ({ breakdown }: { breakdown: readonly QuestionScore[] }) => {
  const t = useText()
  return (
    <Card title={t('Scores')} about={t('The mean of each question, out of 5.')}>
      {breakdown.length > 0 ? <Drawn breakdown={breakdown} /> : <NoData />}
    </Card>
  )
}

const Drawn = ({ breakdown }: { breakdown: readonly QuestionScore[] }) => {
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
