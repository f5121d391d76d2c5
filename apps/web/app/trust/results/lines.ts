import type { HistoricScore } from '@tradewind/contract/trust/review.schemas'
import type { Line } from '#ui/chart/Legend'

const meanOf = ({ breakDownScore }: HistoricScore, id: string) =>
  breakDownScore.breakdown.find(({ questionId }) => questionId === id)?.breakdownScore ?? null

/** The score over time, and the mean of each question that was answered; before its first answer a question has none. */
export const linesOf = (history: readonly HistoricScore[], scoreName: string): Line[] => {
  const headlines = new Map<string, string>()
  for (const { breakDownScore } of history)
    for (const { questionId, headline } of breakDownScore.breakdown) headlines.set(questionId, headline)
  const score = history.map(({ breakDownScore }) => breakDownScore.score)
  const questions = [...headlines].map(([key, label]) => ({ key, label, values: history.map((day) => meanOf(day, key)) }))
  return [{ key: 'score', label: scoreName, values: score, isMain: true }, ...questions]
}
