/** A sign that separates thousands in one language and decimals in another. */
export type NumberSign = '.' | ','

const grouped = (group: string, decimal: string) => new RegExp(`^[+-]?[1-9]\\d{0,2}(\\${group}\\d{3})+(\\${decimal}\\d*)?$`)
const groupedBy: Readonly<Record<NumberSign, RegExp>> = { '.': grouped('.', ','), ',': grouped(',', '.') }
const plain = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i
const withDecimalComma = /^[+-]?(\d+,\d*|,\d+)$/

/** Without the spaces and apostrophes that separate thousands. */
const closed = (text: string) =>
  text
    .trim()
    .replace('−', '-')
    .replace(/(?<=\d)[\s\u00A0\u202F'’](?=\d{3})/g, '')

/** Whether a text has this sign once, before three digits: some languages separate thousands by it, others decimals. */
export const isAmbiguousNumber = (text: string, sign: NumberSign) =>
  new RegExp(`^[+-]?[1-9]\\d{0,2}\\${sign}\\d{3}$`).test(closed(text))

/**
 * The number that a text contains, with a decimal point or comma, with or without thousands separators; undefined if it contains none. `group`: the
 * sign that separates thousands where the text could be read in two ways; without it, such a sign separates decimals.
 */
export const parseNumber = (text: string, group?: NumberSign): number | undefined => {
  const digits = closed(text)
  const byGroup = [
    ...(group ? [group] : []),
    ...(plain.test(digits) || withDecimalComma.test(digits) ? [] : (['.', ','] as const)),
  ]
  const sign = byGroup.find((one) => groupedBy[one].test(digits))
  if (sign) return Number(digits.replaceAll(sign, '').replace(',', '.'))
  return plain.test(digits) || withDecimalComma.test(digits) ? Number(digits.replace(',', '.')) : undefined
}
