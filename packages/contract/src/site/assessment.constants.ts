import { phrase } from '../kit/phrase.ts'
/** The keys of the categories of the self-assessment, in its order, as the database stores them. */
export const assessmentCategories = ['LEADERSHIP', 'OPPORTUNITY', 'CAPABILITY', 'ASSETS', 'DEVELOPMENT', 'SYSTEMS'] as const
export type AssessmentCategory = (typeof assessmentCategories)[number]

/** The categories, which the API calls by these names. */
export const assessmentCategoryNames: Readonly<Record<AssessmentCategory, string>> = {
  LEADERSHIP: phrase('Leadership & Management Endorsement'),
  OPPORTUNITY: phrase('Planning - Opportunity Assessment'),
  CAPABILITY: phrase('Planning - Capability Assessment'),
  ASSETS: phrase('GTM - Asset Development'),
  DEVELOPMENT: phrase('GTM - Business Development'),
  SYSTEMS: phrase('Systems & Processes'),
}

/** The names, in the same order. */
export const assessmentCategoryList = assessmentCategories.map((key) => assessmentCategoryNames[key])

/** The key of the category with this name; undefined for an unknown one. A key is also accepted. */
export const assessmentCategoryKey = (name: string) =>
  assessmentCategories.find((key) => key === name || assessmentCategoryNames[key] === name)

export type Band = 'STRONG' | 'INSUFFICIENT' | 'NOT_READY'

/** Above 4 strong, 2 to 4 insufficient, below 2 not ready. Undefined outside 0 to 5. */
export const bandOf = (average: number): Band | undefined => {
  if (!(average >= 0 && average <= 5)) return undefined
  return average > 4 ? 'STRONG' : average >= 2 ? 'INSUFFICIENT' : 'NOT_READY'
}
