import { isAmbiguousNumber, type NumberSign, parseNumber } from '@tradewind/contract/kit/number'
import { say, type Sentence } from '@tradewind/contract/kit/say'
import { excerpt } from '@tradewind/workbook/text'
import type { DateFormat } from './dayText.ts'

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
  const unclear: readonly NumberSign[] = hasDecimalCommas ? [',', '.'] : [',']
  if (!unclear.some((sign) => isAmbiguousNumber(text, sign))) return parseNumber(text) ?? say('This is not a number')
  const shown = { text: excerpt(text, 40) }
  return format === undefined
    ? say('“{text}” can be read as two different numbers. Write 1234 or, with a fourth decimal, 1.2340.', shown)
    : say('“{text}” can be read as two different numbers. Choose the format of its column.', shown)
}

/** The format of a column, if it is one of dates. */
export const dateFormatOf = ({ format }: CellNotation) => (format === 'point' || format === 'comma' ? null : format)
