import type { ColumnFormat } from '@tradewind/contract/crm/bulk/fileImport.constants'
import type { Readings } from '@tradewind/contract/crm/bulk/fileImport.contract'
import type { Prepared } from './prepare.ts'

/** A date with slashes or hyphens whose order is to be found. */
const numericDate = /^(\d{1,2})([/-])(\d{1,2})\2(\d{2}|\d{4})(?![\d/-])/

type Order = Extract<ColumnFormat, 'day' | 'month' | 'year'>

const canBe = (month: unknown, day: unknown) => Number(month) <= 12 && Number(day) <= 31

/** The orders in which three numbers can be a date. */
const ordersOf = (text: string): readonly Order[] => {
  const [, one, , other, last = ''] = numericDate.exec(text) ?? []
  return [
    ...(canBe(other, one) ? (['day'] as const) : []),
    ...(canBe(one, other) ? (['month'] as const) : []),
    ...(last.length === 2 && canBe(other, last) ? (['year'] as const) : []),
  ]
}

/**
 * The order in which all of these dates can be read, of two the one with the year at the end; null if there is none, or if day and month may be
 * confused. With hyphens the day is first then, as in the product.
 */
const guessOrder = (dates: readonly string[]): Order | null => {
  const all = dates.map(ordersOf).filter((orders) => orders.length > 0)
  const [order, another] = (['day', 'month', 'year'] as const).filter((one) => all.every((orders) => orders.includes(one)))
  if (another !== 'month') return all.length > 0 ? (order ?? null) : null
  return dates.some((text) => text.includes('/')) ? null : 'day'
}

const isMonthFirst = (text: string) => /^\p{L}{3,}\.? \d{1,2}\D/u.test(text)
const isDayFirst = (text: string) => /^\d{1,2}(?:\.\d{1,2}\.\d{2}|\D{1,5}\p{L})/u.test(text)

/** What is before decimals in numbers that can be read in one way only. */
const hasDecimalPoint = (text: string) =>
  /^-?(?:\d+\.(?:\d{1,2}|\d{4,})|0\.\d+|\d{1,3}(?:,\d{3})+\.\d+|\d{1,3}(?:,\d{3}){2,})$/.test(text)
const hasDecimalComma = (text: string) => hasDecimalPoint(text.replace(/[.,]/g, (sign) => (sign === '.' ? ',' : '.')))

/** How a column writes dates or numbers, as those show that can be read in one way only; null if none does, or if they differ. */
export const guessFormat = (cells: readonly string[]): ColumnFormat | null => {
  const dates = cells.filter((text) => numericDate.test(text))
  if (dates.length > 0) return guessOrder(dates)
  const [hasPoint, hasComma] = [cells.some(hasDecimalPoint), cells.some(hasDecimalComma)]
  if (hasPoint || hasComma) return hasPoint && hasComma ? null : hasPoint ? 'point' : 'comma'
  if (cells.some(isMonthFirst)) return 'month'
  return cells.some(isDayFirst) ? 'day' : null
}

/** Counts how dates and numbers were read, and keeps the first, the lowest and the highest of each field. */
export const readingsCounter = () => {
  type Reading = Prepared['readings'][number]
  const found = new Map<string, Readings & { low: Reading; high: Reading; first: Reading }>()
  return {
    add: (readings: Prepared['readings']) => {
      for (const one of readings) {
        const { field, hasShortYear, value } = one
        const key = `${field} ${hasShortYear}`
        const before = found.get(key)
        if (!before)
          found.set(key, { field, hasShortYears: hasShortYear, rows: 1, examples: [], first: one, low: one, high: one })
        else {
          before.rows++
          if (value < before.low.value) before.low = one
          if (value > before.high.value) before.high = one
        }
      }
    },
    list: (): Readings[] =>
      [...found.values()].map(({ field, hasShortYears, rows, first, low, high }) => ({
        field,
        hasShortYears,
        rows,
        examples: [...new Map([first, low, high].map(({ text, value }) => [text, { text, value }])).values()],
      })),
  }
}
