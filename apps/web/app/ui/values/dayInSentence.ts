import { formatDay } from './dates.ts'

/** A day as `formatDay` writes it, for a sentence: no line ends at one of its hyphens. Empty if the date is invalid. */
export const dayInSentence = (instant: string) => formatDay(instant)?.replaceAll('-', '\u2011') ?? ''
