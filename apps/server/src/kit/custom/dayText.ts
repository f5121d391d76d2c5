import { languages } from '@tradewind/contract/kit/language'
import { isAmbiguousNumber, type NumberSign, parseNumber } from '@tradewind/contract/kit/number'
import { say, type Sentence } from '@tradewind/contract/kit/say'
import { wordKey } from '@tradewind/workbook/sheet'
import { excerpt } from '@tradewind/workbook/text'
import { dayOfSerial } from '@tradewind/workbook/xlsx/cell'

/** What the dates of a column begin with, or that they are the numbers of days that Excel counts. */
type DateFormat = 'day' | 'month' | 'year' | 'serial'

/**
 * How dates are read. `format`: of the column, null if it is not known; undefined where none can be chosen: years then have four digits, and texts that
 * can be read in two ways are rejected with an example.
 */
export interface DayNotation {
  format?: DateFormat | null | undefined
}

const writeAs = say('Write the date as {example}', { example: '2026-12-31' })

const two = (text: string) => text.padStart(2, '0')

/** Two digits are the years from 1950 to 2049. */
const fullYear = (year: string) => (year.length === 4 ? year : `${Number(year) < 50 ? '20' : '19'}${year}`)

const dayOf = (year: string, month: string, day: string) => `${fullYear(year)}-${two(month)}-${two(day)}`

/** The date and a time, which is not stored. */
const withoutTime = (text: string) =>
  text.replace(/(?:T|,? )\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?: ?[ap]\.?m\.?)?(?:Z| ?[+-]\d{2}:?\d{2})?$/i, '')

/** Whether the first of a date's two numbers is the day; undefined if it may be the month as well. */
const beginsWithDay = (one: number, other: number, format: DayNotation['format'], sign: string) => {
  if (sign === '.') return true
  if (format === 'day' || format === 'month') return format === 'day'
  if (sign === '-' || one > 12 || one === other) return true
  return other > 12 ? false : undefined
}

const isYear = (text: string, { format }: DayNotation) => text.length === 4 || (text.length === 2 && format !== undefined)

const unclear = (text: string, { format }: DayNotation) =>
  format === undefined
    ? writeAs
    : say('“{text}” can be read as two different dates. Choose the format of its column.', { text: excerpt(text, 40) })

/** Whether the first of a date's two outer numbers is the year. */
const isYearFirst = (one: string, last: string, { format }: DayNotation) =>
  last.length <= 2 && (one.length === 4 || (format === 'year' && one.length === 2 && last.length === 2))

const threeNumbers = /^(?<one>\d{1,2}|\d{4})(?<sign>[./-])(?<other>\d{1,2})\k<sign>(?<last>\d{1,4})$/

/** A date of three numbers. */
const parseNumbers = (text: string, notation: DayNotation): string | Sentence | undefined => {
  const found = threeNumbers.exec(text)?.groups
  if (!found) return undefined
  const { one, sign, other, last } = found as Record<'one' | 'sign' | 'other' | 'last', string>
  if (isYearFirst(one, last, notation)) return dayOf(one, other, last)
  if (one.length === 4 || !isYear(last, notation)) return undefined
  const isDayFirst = beginsWithDay(Number(one), Number(other), notation.format, sign)
  if (isDayFirst === undefined) return unclear(text, notation)
  return isDayFirst ? dayOf(last, other, one) : dayOf(last, one, other)
}

const namesOf = (count: number, format: Intl.DateTimeFormatOptions, dateOf: (at: number) => number) =>
  languages.flatMap((language) => {
    const names = new Intl.DateTimeFormat(language, { ...format, timeZone: 'UTC' })
    return Array.from({ length: count }, (_, at) => [wordKey(names.format(dateOf(at))), at + 1] as const)
  })
const monthNames = [
  ...namesOf(12, { month: 'long' }, (at) => Date.UTC(2026, at)),
  ...([
    ['janner', 1],
    ['mrz', 3],
    ['maerz', 3],
    ['setiembre', 9],
  ] as const),
]
const weekdayNames = namesOf(7, { weekday: 'long' }, (at) => Date.UTC(2026, 0, at + 1))

/** The month whose name begins with a word, in any language. */
const monthOf = (word: string) => {
  const months = new Set(word.length < 3 ? [] : monthNames.filter(([name]) => name.startsWith(word)).map(([, month]) => month))
  return months.size === 1 ? [...months][0] : undefined
}

const isWeekday = (word: string) => word.length >= 2 && weekdayNames.some(([name]) => name.startsWith(word))

/** Words of dates without a meaning of their own: `3 de marzo de 2026`, `March 3rd, 2026`. */
const fillers = new Set(['de', 'del', 'di', 'den', 'der', 'le', 'il', 'el', 'the', 'of', 'er', 'st', 'nd', 'rd', 'th', 'º'])

/** The month that a text names, with or without a weekday before it. */
const monthIn = (text: string) => {
  const words = (text.match(/\p{L}+/gu) ?? []).filter((word) => !fillers.has(word))
  const isOne = words.length === 1 || (words.length === 2 && isWeekday(words[0]!))
  return isOne ? monthOf(words.at(-1)!) : undefined
}

/** A date with the name of its month, in any language, with or without that of the weekday. */
const parseWords = (text: string, notation: DayNotation): string | undefined => {
  const plain = wordKey(text)
  if (plain.length > 60 || !/^[\p{L}\d\s.,/'’-]+$/u.test(plain)) return undefined
  const [month, numbers] = [monthIn(plain), plain.match(/\d+/g) ?? []]
  if (month === undefined || numbers.length !== 2) return undefined
  const [one, other] = numbers as [string, string]
  const [year, day] = isYearFirst(one, other, notation) ? [one, other] : [other, one]
  return day.length <= 2 && isYear(year, notation) ? dayOf(year, String(month), day) : undefined
}

/**
 * Parses a date: YYYY-MM-DD, three numbers with dots (day first), slashes or hyphens, the name of a month in any language, or a serial number where the
 * column says so. Does not check that there is such a day.
 */
export const parseDay = (text: string, notation: DayNotation): string | Sentence => {
  const { format } = notation
  const date = withoutTime(text)
  if (/^\d{4}-\d{2}-\d{2}$/.test(date)) return date
  if (format === 'serial') {
    const day = dayOfSerial(text)
    if (day) return day
  }
  if (format !== undefined && /^\d{5}(?:[.,]\d+)?$/.test(text))
    return say('If {text} is the serial number of a date in Excel, choose that as the format of its column.', { text })
  return parseNumbers(date, notation) ?? parseWords(date, notation) ?? writeAs
}

/** Whether the year of a date that could be read has two digits. */
export const hasShortYear = (text: string) => !/\d{4}/.test(text) && /\D/.test(text)

/** How a column writes numbers: what is before decimals. */
type NumberFormat = 'point' | 'comma'

/** How the file writes numbers and dates, as far as it is known. */
export interface Notation {
  /** There is a comma before decimals, and there may be a point between thousands. */
  hasDecimalCommas?: boolean
  /** The formats of the columns, by their fields; undefined where they cannot be chosen. */
  formats?: ReadonlyMap<string, DateFormat | NumberFormat | null>
}

/** How one of its columns writes them: null if it is not known, undefined where no format can be chosen. */
export interface CellNotation {
  hasDecimalCommas: boolean
  format: DateFormat | NumberFormat | null | undefined
}

/** Reads a number by the format of its column; without one, a sign in it must not be able to separate both thousands and decimals. */
export const readNumber = (text: string, { hasDecimalCommas, format }: CellNotation): number | Sentence => {
  if (format === 'point' || format === 'comma')
    return parseNumber(text, format === 'point' ? ',' : '.') ?? say('This is not a number')
  const unclearSigns: readonly NumberSign[] = hasDecimalCommas ? [',', '.'] : [',']
  if (!unclearSigns.some((sign) => isAmbiguousNumber(text, sign))) return parseNumber(text) ?? say('This is not a number')
  const shown = { text: excerpt(text, 40) }
  return format === undefined
    ? say('“{text}” can be read as two different numbers. Write 1234 or, with a fourth decimal, 1.2340.', shown)
    : say('“{text}” can be read as two different numbers. Choose the format of its column.', shown)
}

/** The format of a column, if it is one of dates. */
export const dateFormatOf = ({ format }: CellNotation) => (format === 'point' || format === 'comma' ? null : format)
