import { limits } from './xlsx/limits.ts'

const unprintable = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

/** Without what XML can't hold: control characters and halves of surrogate pairs. */
export const printable = (text: string) => text.replace(unprintable, '')

const begins = /^(?:[\t\r]|[\s\p{C}]*[=+\-@＝＋－＠])/u

/** A text that no spreadsheet takes for a formula: where it begins like one, an apostrophe is before it. */
export const neutral = (text: string) => (begins.test(text) ? `'${text}` : text)

/** A text as it was before it was made neutral for a spreadsheet. */
export const unneutral = (text: string) => (text.startsWith("'") && begins.test(text.slice(1)) ? text.slice(1) : text)

const looksLikePhone = /^[+(\d][\d\s()+\-./]*$/

/** A phone number keeps its '+'. Anything else in its column is treated like every text. */
export const neutralPhone = (text: string) => (looksLikePhone.test(text) ? text : neutral(text))

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

export const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign)

const cut = (text: string) =>
  text.length > limits.cellCharacters ? `${text.slice(0, limits.cellCharacters - 1).toWellFormed()}…` : text

/** A text as a cell holds it: at most 32,767 characters, line breaks as Excel has them, nothing that reads as an escape. */
export const cellText = (text: string) =>
  escaped(
    cut(printable(text))
      .replace(/\r\n?/g, '\n')
      .replace(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_'),
  )
