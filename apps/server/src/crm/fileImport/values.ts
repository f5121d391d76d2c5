import { countryCodes, countryName, countryNameFormatter } from '@tradewind/contract/countries'
import { countryCode } from '@tradewind/contract/country-spellings'
import type { UnknownValue, ValueMapping } from '@tradewind/contract/crm/bulk/fileImport.contract'
import type { CustomChoice } from '@tradewind/contract/kit/custom/custom.fields'
import { languages } from '@tradewind/contract/kit/language'
import { say, Sentence } from '@tradewind/contract/kit/say'
import { type Column, wordKey } from '@tradewind/workbook/sheet'
import { excerpt } from '@tradewind/workbook/text'
import type { Cell } from '@tradewind/workbook/xlsx/cell'
import { LRUCache } from 'lru-cache'
import type { Spec } from './kinds.ts'

/** The words of a text, without signs, case and accents. */
const wordsOf = (text: string) =>
  wordKey(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

/**
 * The number of typing errors between two texts: letters that are missing, added, replaced, or swapped with the next (optimal string alignment). More
 * than `most` are not counted exactly.
 */
const distanceOf = (one: string, other: string, most: number) => {
  if (Math.abs(one.length - other.length) > most) return most + 1
  let [beforeLast, last]: [number[], number[]] = [[], Array.from({ length: other.length + 1 }, (_, at) => at)]
  for (let row = 1; row <= one.length; row++) {
    const line = [row]
    for (let at = 1; at <= other.length; at++) {
      const isSame = one[row - 1] === other[at - 1]
      const isSwapped = row > 1 && at > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1]
      line[at] = Math.min(
        last[at]! + 1,
        line[at - 1]! + 1,
        last[at - 1]! + (isSame ? 0 : 1),
        isSwapped ? beforeLast[at - 2]! + 1 : Infinity,
      )
    }
    if (Math.min(...line) > most) return most + 1
    ;[beforeLast, last] = [last, line]
  }
  return last[other.length]!
}

/** One typing error in four letters, three at most. */
const mostErrors = (text: string) => Math.min(3, Math.floor(text.length / 4))

/** The maximum length of a text that is compared. */
const MAX_LENGTH = 60

interface Spelling<Value> {
  value: Value
  text: string
  words: ReadonlySet<string>
}

/** The value with the fewest typing errors, unless another has as few. */
const byTypingErrors = <Value>(text: string, spellings: readonly Spelling<Value>[]) => {
  let least = mostErrors(text)
  let closest = new Set<Value>()
  for (const { value, text: spelling } of spellings) {
    const distance = distanceOf(text, spelling, least)
    if (distance > least) continue
    if (distance < least) closest = new Set()
    least = distance
    closest.add(value)
  }
  return closest
}

const hasAll = (words: ReadonlySet<string>, all: ReadonlySet<string>) => [...all].every((word) => words.has(word))

/** The values of which a text has whole words alone, as “Importer” has of “Importer / Distributor”; else those whose words it has all. */
const byWords = <Value>(words: readonly string[], spellings: readonly Spelling<Value>[]) => {
  if (words.join('').length < 4) return new Set<Value>()
  const own = new Set(words)
  const within = spellings.filter((one) => hasAll(one.words, own))
  const around = spellings.filter((one) => one.text.length >= 4 && hasAll(own, one.words))
  return new Set((within.length > 0 ? within : around).map(({ value }) => value))
}

/** Returns a function that finds the value which a text probably means; undefined if none is close, or several are. */
export const nearestFinder = <Value>(named: readonly (readonly [string, Value])[]) => {
  const spellings = named.flatMap(([name, value]): Spelling<Value>[] => {
    const words = wordsOf(name)
    return words.length > 0 ? [{ value, text: words.join(' '), words: new Set(words) }] : []
  })
  return (text: string): Value | undefined => {
    const words = text.length > MAX_LENGTH ? [] : wordsOf(text)
    if (words.length === 0) return undefined
    const closest = byTypingErrors(words.join(' '), spellings)
    const [value, another] = closest.size > 0 ? closest : byWords(words, spellings)
    return another === undefined ? value : undefined
  }
}

/** A value that a field may have. */
interface Choice {
  /** The constant, the key of a choice of the tenant's own, or the code of a country. */
  value: string
  label: string
  /** The cell that is read as this value. */
  cell: string
  /** Its spellings in all languages. */
  spellings: readonly string[]
}

/** The values of a field. */
export interface Vocabulary {
  /** Those that a new record may have. */
  choices: readonly Choice[]
  isMany: boolean
  /** Whether the labels are the tenant's own words, which are not translated. */
  isOwn: boolean
  /** The cell of the value that a text means. */
  find: (text: string) => string | undefined
  /** The value that an unknown text probably means. The first 200 different texts are searched, since a search takes long. */
  nearest: (text: string) => Choice | undefined
}

/** The maximum number of different unknown values of a field that are searched, and of all fields that are listed. */
const MAX_UNKNOWN = 200
/** A longer text is no value that could be mapped. */
const MAX_TEXT = 200
/** The maximum number of parts of a cell. */
const MAX_PARTS = 1000

/** The form in which values are compared: ignores case, accents, and spaces beside signs. */
const valueKey = (text: string) => wordKey(text).replace(/\s*([^\p{L}\p{N}\s])\s*/gu, '$1')

const searching = (choices: readonly Choice[]) => {
  let search: ((text: string) => Choice | undefined) | undefined
  const found = new Map<string, Choice | undefined>()
  return (text: string) => {
    const key = valueKey(text)
    if (!found.has(key) && found.size < MAX_UNKNOWN) {
      search ??= nearestFinder(choices.flatMap((choice) => choice.spellings.map((spelling) => [spelling, choice] as const)))
      found.set(key, search(text))
    }
    return found.get(key)
  }
}

const vocabulary = (choices: readonly Choice[], over: Partial<Vocabulary>): Vocabulary => {
  const cells = new Map(
    choices.toReversed().flatMap(({ cell, spellings }) => spellings.map((spelling) => [valueKey(spelling), cell] as const)),
  )
  return {
    choices,
    isMany: false,
    isOwn: false,
    find: (text) => cells.get(valueKey(text)),
    nearest: searching(choices),
    ...over,
  }
}

const vocabularyOfColumn = ({ values = [], labels = [], words = {}, many }: Column) => {
  const spellingsOf = (value: string) => Object.keys(words).filter((word) => words[word] === value)
  const choices = values.map((value, at): Choice => ({ value, label: labels[at]!, cell: value, spellings: spellingsOf(value) }))
  return vocabulary(choices, { isMany: many === true })
}

const nameFormatters = languages.map(countryNameFormatter)
const countryChoices = countryCodes.map((code): Choice => {
  const label = countryName(code)
  return { value: code, label, cell: code, spellings: [label, ...nameFormatters.map((nameOf) => nameOf(code))] }
})

const toChoice = ({ key, label }: CustomChoice): Choice => ({ value: key, label, cell: label, spellings: [label, key] })

const vocabularyOfOwn = ({ many }: Column, all: readonly CustomChoice[]) => {
  const open = all.filter(({ isRetired }) => !isRetired).map(toChoice)
  const retired = all.filter(({ isRetired }) => isRetired).map(toChoice)
  // Whether a record may keep a retired choice is decided once the row's record is known.
  return { ...vocabulary(open, { isMany: many === true, isOwn: true }), find: vocabulary([...open, ...retired], {}).find }
}

/** The values of a column's field; undefined if it has any text. */
export const vocabularyOf = (column: Column, { custom }: Pick<Spec, 'custom'>): Vocabulary | undefined => {
  const own = custom?.choices.get(column.field)
  if (own) return vocabularyOfOwn(column, own)
  if (column.values) return vocabularyOfColumn(column)
  return column.field === 'country' ? vocabulary(countryChoices, { find: countryCode }) : undefined
}

const trimmedParts = (text: string) =>
  text
    .split(/[,;\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** The parts of a text that are values, and those that are none. A value may contain commas: the most parts that are one together are taken. */
const readParts = (text: string, find: Vocabulary['find'], mostParts: number) => {
  const parts = trimmedParts(text)
  const [cells, unknown]: [string[], string[]] = [[], []]
  if (parts.length > MAX_PARTS) return { cells, unknown: [text] }
  for (let at = 0; at < parts.length;) {
    const found = parts.slice(at, at + mostParts).map((_, last) => find(parts.slice(at, at + last + 1).join(', ')))
    const last = found.findLastIndex((cell) => cell !== undefined)
    if (last < 0) unknown.push(parts[at]!)
    else cells.push(found[last]!)
    at += Math.max(1, last + 1)
  }
  return { cells, unknown }
}

/** The texts of a field that stand for others. */
const meaningsOf = <Value>(field: string, mapped: readonly ValueMapping[], toValue: (value: string) => Value | undefined) =>
  new Map(
    mapped.flatMap(({ field: of, text, value }) => {
      const meant = of === field ? toValue(value) : undefined
      return meant === undefined ? [] : [[valueKey(text), meant] as const]
    }),
  )

/** Returns the cell that names a record, or the one that it was said to mean. */
export const nameReader = (field: string, mapped: readonly ValueMapping[]) => {
  const meant = meaningsOf(field, mapped, (value) => value)
  return (cell: Cell | undefined): Cell | undefined => {
    const text = cell && !cell.flaw ? meant.get(valueKey(cell.text)) : undefined
    return text === undefined ? cell : { text }
  }
}

/** A cell with its values as their field reads them, or as it is, with the texts that are no values. */
interface ReadValue {
  cell: Cell | undefined
  unknown: readonly string[]
}

/** Returns the reader of a field's cells. It reads a text once: most columns have few different ones. */
export const valueReader = (field: string, { choices, find, isMany }: Vocabulary, mapped: readonly ValueMapping[]) => {
  const meant = meaningsOf(field, mapped, (value) => choices.find((one) => one.value === value)?.cell)
  const findMapped = (text: string) => meant.get(valueKey(text)) ?? find(text)
  const mostParts = Math.max(1, ...choices.map(({ label }) => label.split(',').length))
  const readOne = (text: string) => {
    const cell = findMapped(text)
    return { cells: [cell ?? text], unknown: cell === undefined ? [text] : [] }
  }
  const read = (text: string): ReadValue => {
    const { cells, unknown } = isMany ? readParts(text, findMapped, mostParts) : readOne(text)
    return { cell: { text: unknown.length > 0 ? text : cells.join(', ') }, unknown }
  }
  const known = new LRUCache<string, ReadValue>({ max: 1000, memoMethod: read })
  return (cell: Cell | undefined): ReadValue => {
    if (!cell || cell.flaw || cell.text === '') return { cell, unknown: [] }
    return cell.text.length > MAX_TEXT ? read(cell.text) : known.memo(cell.text)
  }
}

/** The problem of a cell with unknown values, if one of them is close to a value that is known. It is named if the cell has more than it. */
export const didYouMean = ({ nearest, isOwn }: Vocabulary, unknown: readonly string[], cellText: string) => {
  const text = unknown.find((one) => nearest(one))
  const choice = text === undefined ? undefined : nearest(text)
  if (text === undefined || !choice) return undefined
  const value = isOwn ? choice.label : new Sentence(choice.label)
  if (text === cellText) return say('Did you mean “{value}”?', { value })
  return say('Did you mean “{value}” instead of “{text}”?', { value, text: excerpt(text, 100) })
}

/** A text that a field does not know, and the value that it probably means. */
export type UnknownText = Omit<UnknownValue, 'rows'>

/** Counts in how many rows fields have texts that they do not know. */
export const unknownCounter = () => {
  const found = new Map<string, UnknownValue>()
  return {
    add: (texts: readonly UnknownText[]) => {
      for (const one of texts) {
        const key = JSON.stringify([one.field, valueKey(one.text)])
        const before = found.get(key)
        if (before) before.rows++
        else if (found.size < MAX_UNKNOWN && one.text.length <= MAX_TEXT) found.set(key, { ...one, rows: 1 })
      }
    },
    /** The most frequent ones first. */
    list: () => [...found.values()].toSorted((one, other) => other.rows - one.rows),
  }
}
