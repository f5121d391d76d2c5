import type { AssessmentResult } from '@tradewind/contract/site/assessment.contract'
import { bandOf } from '@tradewind/contract/site/assessment.words'
import { useLanguage } from '#kit/text'

export type Averages = AssessmentResult['averages']

/** A score to 2 decimals, as the language writes them. */
export const scoreText = (average: number, language: string) =>
  average.toLocaleString(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 })

export const useScore = () => {
  const language = useLanguage()
  return (average: number) => scoreText(average, language)
}

/** How many areas stand where, and which of them are first and last. Of equals the one that is asked first. */
export const pictureOf = (averages: Averages) => {
  const countOf = (band: string) => averages.filter(({ average }) => bandOf(average) === band).length
  const ranked = averages.toSorted((one, other) => other.average - one.average)
  const [highest, lowest] = [ranked[0], averages.find(({ average }) => average === ranked.at(-1)?.average)]
  return {
    insufficient: countOf('INSUFFICIENT'),
    notReady: countOf('NOT_READY'),
    /** Undefined where all areas are equal. */
    ends: highest && lowest && highest.average > lowest.average ? { highest, lowest } : undefined,
  }
}
