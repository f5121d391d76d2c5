import type { Language } from '@tradewind/contract/kit/language'
import type { Texts } from '#kit/catalogues'

/** Puts values into the holes of a text: `{name}`. */
export const filled = (text: string, values: Texts) =>
  text.replace(/\{(\w+)\}/g, (hole, name: string) => (Object.hasOwn(values, name) ? values[name]! : hole))

/** The holes that figures stand in. What stands in any other is somebody's own words, digits or not. */
const figures = new Set(['count', 'total', 'read', 'created', 'skipped'])
const isFigure = (value = '') => /^\d+$/.test(value)

const formOf = (text: string, count: string | undefined, language: Language) => {
  if (!isFigure(count)) return text
  const [one = text, more = one] = text.split('|')
  return new Intl.PluralRules(language).select(Number(count)) === 'one' ? one : more
}

/** A text with its values: of `one|more` the value of `count` chooses, and figures are written as the language writes them. */
export const said = (text: string, values: Texts, language: Language) => {
  const written = Object.entries(values).map(([name, value]) => [
    name,
    figures.has(name) && isFigure(value) ? Number(value).toLocaleString(language) : value,
  ])
  return filled(formOf(text, values['count'], language), Object.fromEntries(written) as Texts)
}
