import { phrase } from '../kit/phrase.ts'
import { type AssessmentCategory, type Band, bandOf } from './assessment.constants.ts'
import type { ArticleType, ContentCategory } from './content.constants.ts'
/** The mean score of each category that was asked, in the order of the questions. */
export type Averages = readonly { category: string; average: number }[]

/** The minimum number of companies for a comparison: with fewer, one could be recognised by its scores. */
export const MIN_COMPARED = 20

export const bandNames: Readonly<Record<Band, string>> = {
  STRONG: phrase('Strong'),
  INSUFFICIENT: phrase('Insufficient'),
  NOT_READY: phrase('Not ready'),
}

/** The overall score: the mean of the areas. Undefined where none was asked. */
export const overallOf = (averages: Averages) =>
  averages.length === 0 ? undefined : averages.reduce((sum, { average }) => sum + average, 0) / averages.length

/** The number of areas in each band, and the highest and lowest area. Of equals, the one that is asked first. */
export const overviewOf = (averages: Averages) => {
  const countOf = (band: Band) => averages.filter(({ average }) => bandOf(average) === band).length
  const ranked = averages.toSorted((one, other) => other.average - one.average)
  const [highest, lowest] = [ranked[0], averages.find(({ average }) => average === ranked.at(-1)?.average)]
  return {
    insufficient: countOf('INSUFFICIENT'),
    notReady: countOf('NOT_READY'),
    /** Undefined where all areas are equal. */
    ends: highest && lowest && highest.average > lowest.average ? { highest, lowest } : undefined,
  }
}

/** The overall result as an English sentence that takes `count`. */
export const headlineOf = (averages: Averages): { text: string; count: number } => {
  const { insufficient, notReady } = overviewOf(averages)
  if (notReady > 0)
    return {
      text: phrase('{count} area is not ready yet: begin there|{count} areas are not ready yet: begin there'),
      count: notReady,
    }
  if (insufficient > 0)
    return {
      text: phrase('You are on the way: {count} area still needs work|You are on the way: {count} areas still need work'),
      count: insufficient,
    }
  return { text: phrase('You are ready for the next market'), count: 0 }
}

/** The two areas to work on first, the lowest first; of equals, the one that is asked first. Fewer where fewer are not strong. */
export const weakestOf = (averages: Averages) =>
  averages
    .filter(({ average }) => bandOf(average) !== 'STRONG')
    .toSorted((one, other) => one.average - other.average)
    .slice(0, 2)

/** The change of each area since the previous time, for areas that were asked both times. */
export const changesOf = (averages: Averages, before: Averages) =>
  averages.flatMap(({ category, average }) => {
    const earlier = before.find((one) => one.category === category)
    return earlier ? [{ category, average, before: earlier.average, change: average - earlier.average }] : []
  })

/** The kind of article that the knowledge centre has on each area. */
export const articlesByCategory: Readonly<
  Record<AssessmentCategory, { category: ContentCategory } | { articleType: ArticleType }>
> = {
  LEADERSHIP: { articleType: 'COMPANY_INSIGHT' },
  OPPORTUNITY: { articleType: 'MARKET_INSIGHT' },
  CAPABILITY: { category: 'PRODUCTIVITY_IMPROVEMENTS' },
  ASSETS: { articleType: 'PRODUCT_INSIGHT' },
  DEVELOPMENT: { category: 'SALES_EFFECTIVENESS' },
  SYSTEMS: { articleType: 'SERVICE_INSIGHT' },
}
