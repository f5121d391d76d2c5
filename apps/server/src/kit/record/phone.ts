import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

/** The minimum number of digits that are searched as a phone number. */
const MIN_DIGITS = 5

/**
 * What is left out of a phone number when it is compared: what precedes its first digit other than 0 (`+`, `00`, and the 0 of national numbers), the `(0)`
 * of `+44 (0)20`, and everything that is no digit. Means the same to PostgreSQL and to JavaScript.
 */
const LEFT_OUT = String.raw`^[^1-9]+|\(0\)|[^0-9]`

/** The digits by which a phone number is compared, in SQL. Without parameters, as an index on the same expression requires. */
export const phoneDigits = (number: SQL | AnyPgColumn): SQL =>
  sql`regexp_replace(${number}, ${sql.raw(`'${LEFT_OUT}'`)}, '', 'g')`

const digitsOf = (text: string) => text.replace(new RegExp(LEFT_OUT, 'g'), '')

/** The calling code of a country at the beginning of an international number, by the plan of the ITU. */
const callingCode = /^(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/

/**
 * The phone number in this column contains the digits of a text that looks like a phone number. An international one also equals a number
 * without calling code. Undefined for any other text.
 */
export const phoneContains = (number: AnyPgColumn, text = ''): SQL | undefined => {
  const typed = text.trim()
  const digits = digitsOf(typed)
  if (!/^[\d\s+\-/().]*$/.test(typed) || digits.length < MIN_DIGITS) return undefined
  const national = /^(?:\+|00)/.test(typed) ? digitsOf(digits.replace(callingCode, '')) : ''
  // One pattern, as each further condition would be another scan of the index.
  return sql`${phoneDigits(number)} ~ ${national.length < MIN_DIGITS ? digits : `${digits}|^${national}$`}`
}
