import { limits } from './xlsx/limits.ts'

const unprintable = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

/** Removes characters that XML cannot contain: control characters and lone surrogates. */
export const removeUnprintable = (text: string) => text.replace(unprintable, '')

/** The beginning of a text, as it can be stored: without control characters, and without half a character where it is cut. */
export const excerpt = (text: string, length: number) => removeUnprintable(text.slice(0, length))

const formulaStart = /^(?:[\t\r]|[\s\p{C}]*[=+\-@＝＋－＠])/u

/** Whether a text begins like a formula, or like one that is escaped. */
const needsEscape = (text: string) => formulaStart.test(text.replace(/^'+/, ''))

/** Prevents formula injection: prefixes a text that begins like a formula with an apostrophe, also one that has apostrophes before it, so that it is read back as it was. */
export const escapeFormula = (text: string) => (needsEscape(text) ? `'${text}` : text)

/** Undoes `escapeFormula`. */
export const unescapeFormula = (text: string) => (text.startsWith("'") && needsEscape(text) ? text.slice(1) : text)

const looksLikePhone = /^[+(\d][\d\s()+\-./]*$/

/** Keeps the '+' of a phone number. Other values of the column are escaped like any text. */
export const escapeFormulaUnlessPhone = (text: string) => (looksLikePhone.test(text) ? text : escapeFormula(text))

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

export const escapeXml = (text: string) => text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign)

const truncate = (text: string) =>
  text.length > limits.cellCharacters ? `${text.slice(0, limits.cellCharacters - 1).toWellFormed()}…` : text

/** A text for a cell's XML: at most 32,767 characters, with line breaks as in Excel, and nothing that Excel would read as an escape. */
export const toCellXml = (text: string) =>
  escapeXml(
    truncate(removeUnprintable(text))
      .replace(/\r\n?/g, '\n')
      .replace(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_'),
  )
