import type { Band } from '@tradewind/contract/site/assessment.words'

/** A score as it is read and as it is drawn, with where it stands. */
export interface Mark {
  value: number
  text: string
  band: Band
  bandName: string
}

export interface Area extends Mark {
  /** Its axis of the chart, from 0. */
  axis: number
  name: string
  why: string
  standing: string
  /** How others answered and what was answered before, in the order of the columns. Null: unknown. */
  beside: readonly (string | null)[]
}

/** All that the two pages say, in the words of one language. */
export interface ResultSheet {
  language: string
  title: string
  /** When it was answered: an instant, and the day in full. */
  at: string
  day: string
  /** Whose self-assessment it is: its name, and its logo as a PNG. */
  company: string
  logo: Uint8Array | null
  headline: string
  lead: string
  overall: Mark & { label: string }
  /** The label of each axis of the chart, those that were not asked among them. */
  axes: readonly { name: string; score: string }[]
  areas: readonly Area[]
  /** The columns beside the score: how others answered, and what was answered before. */
  beside: readonly string[]
  /** What the columns mean. */
  legend: readonly string[]
  /** What to do first. */
  steps: readonly { name: string; text: string }[]
  words: Readonly<Record<'area' | 'score' | 'standing' | 'next' | 'areas' | 'why' | 'where' | 'ofFive', string>>
  footer: string
  /** "{page} of {pages}", once for each page. */
  pages: readonly [string, string]
}
