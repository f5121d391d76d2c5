import { type CustomValue, yesNoNames } from '@tradewind/contract/kit/custom/custom.fields'
import { languages } from '@tradewind/contract/kit/language'
import { say, Sentence } from '@tradewind/contract/kit/say'
import { wordKey } from '@tradewind/workbook/sheet'
import { shippedTexts } from '../catalogues.ts'
import { valueChecked } from './check.ts'
import type { Definition } from './definitions.ts'

/** What a cell says: a value, or of a person the name or the address; or the sentence that refuses it. */
type Read = CustomValue | Sentence

/** Yes and no as people write them, in any language. */
const yesAndNo: ReadonlyMap<string, boolean> = new Map(
  ([true, false] as const).flatMap((value) => [
    [String(value), value] as const,
    [value ? '1' : '0', value] as const,
    ...languages.map((language) => {
      const name = yesNoNames[`${value}`]
      return [wordKey(shippedTexts(language)[name] ?? name), value] as const
    }),
  ]),
)

const plainNumber = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i
const grouped = (separator: string, decimal: string) => new RegExp(`^[+-]?\\d{1,3}(\\${separator}\\d{3})+(\\${decimal}\\d+)?$`)
const [byPoint, byComma] = [grouped('.', ','), grouped(',', '.')]
/** One separator with three digits behind it: it may be of thousands or of decimals. */
const isUnclear = (text: string) => /^[+-]?[1-9]\d{0,2},\d{3}$/.test(text)

/** A number with a point or a comma, its thousands apart or not. */
const numberIn = (text: string): Read => {
  const closed = text.replace(/(?<=\d)[\s\u00A0\u202F'’](?=\d{3})/g, '')
  if (plainNumber.test(closed)) return Number(closed)
  if (isUnclear(closed))
    return say('“{text}” can be read as two different numbers. Write 1234 or 1.234 instead of 1,234.', {
      text: text.slice(0, 40),
    })
  if (/^[+-]?\d+,\d+$/.test(closed)) return Number(closed.replace(',', '.'))
  if (byComma.test(closed)) return Number(closed.replaceAll(',', ''))
  if (byPoint.test(closed)) return Number(closed.replaceAll('.', '').replace(',', '.'))
  return say('This is not a number')
}

const two = (text: string) => text.padStart(2, '0')

/** A day as workbooks have it, as our inputs and Europe write it, or with slashes where day and month cannot be mixed up. */
const dayIn = (text: string): Read => {
  const iso = /^(\d{4}-\d{2}-\d{2})(?:[T ][\d:.]+Z?)?$/.exec(text)
  if (iso) return iso[1]!
  const [, one = '', sign = '', other = '', year = ''] = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})$/.exec(text) ?? []
  if (sign === '') return say('Write the date as {example}', { example: '2026-12-31' })
  if (sign !== '/' || Number(one) > 12 || Number(one) === Number(other)) return `${year}-${two(other)}-${two(one)}`
  if (Number(other) > 12) return `${year}-${two(one)}-${two(other)}`
  return say('Write the date as {example}', { example: '2026-12-31' })
}

/** How words of choices are compared: also without regard to the spaces at commas. */
const choiceKey = (text: string) => wordKey(text.replace(/\s*,\s*/g, ','))

/** The choice that is called like this: open ones first, by their labels, then by their keys. */
const choiceIn = ({ choices }: Definition, text: string) => {
  const sought = choiceKey(text)
  const sorted = choices.toSorted((one, other) => Number(one.isRetired) - Number(other.isRetired))
  const found = sorted.find(({ label }) => choiceKey(label) === sought) ?? sorted.find(({ key }) => choiceKey(key) === sought)
  return found?.key
}

const openLabels = ({ choices }: Definition) => choices.filter(({ isRetired }) => !isRetired).map(({ label }) => label)

const notAmong = (definition: Definition) => {
  const labels = openLabels(definition)
  return labels.length > 10 ? say('This is not one of the choices') : say('Choose from {values}.', { values: labels.join(', ') })
}

/** Several choices in one text. A label may have commas itself: the longest one that fits is taken. */
const severalIn = (definition: Definition, parts: readonly string[]): string[] | undefined => {
  const keys: string[] = []
  for (let at = 0; at < parts.length;) {
    const ends = parts.map((_, end) => end + 1).filter((end) => end > at)
    const end = ends.findLast((one) => choiceIn(definition, parts.slice(at, one).join(',')) !== undefined)
    if (end === undefined) return undefined
    keys.push(choiceIn(definition, parts.slice(at, end).join(','))!)
    at = end
  }
  return [...new Set(keys)]
}

const choicesIn = (definition: Definition, text: string): Read => {
  const split = (sign: string) =>
    text
      .split(sign)
      .map((part) => part.trim())
      .filter((part) => part !== '')
  return severalIn(definition, split(',')) ?? severalIn(definition, split(';')) ?? notAmong(definition)
}

const textIn = (definition: Definition, text: string): Read => {
  switch (definition.type) {
    case 'NUMBER':
      return numberIn(text)
    case 'DATE':
      return dayIn(text)
    case 'CHOICE':
      return choiceIn(definition, text) ?? notAmong(definition)
    case 'SEVERAL':
      return choicesIn(definition, text)
    case 'YES_NO':
      return yesAndNo.get(wordKey(text)) ?? say('Yes or no')
    default:
      return text
  }
}

/**
 * Reads what a cell of a file says of a field. Of a person it is the text yet: people are looked up for all rows at once. Whether a retired choice
 * may be kept is not known yet either.
 */
export const cellRead = (definition: Definition, text: string): Read => {
  const read = textIn(definition, text.trim())
  if (read instanceof Sentence || definition.type === 'PERSON') return read
  const isChoice = definition.type === 'CHOICE' || definition.type === 'SEVERAL'
  const checked = valueChecked(read, definition, isChoice ? read : undefined)
  return checked instanceof Sentence ? checked : checked.value
}

/** The texts that a cell may hold, as a template offers them. */
export const wordsOffered = (definition: Definition): readonly string[] => {
  if (definition.type === 'YES_NO') return Object.values(yesNoNames)
  return definition.type === 'CHOICE' || definition.type === 'SEVERAL' ? openLabels(definition) : []
}
