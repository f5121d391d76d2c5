import { emailAddress } from '@tradewind/contract/kit/fields'
import { languages } from '@tradewind/contract/kit/language'
import { say, type Sentence, sentenceIn } from '@tradewind/contract/kit/say'
import { timeZoneNamed } from '@tradewind/contract/kit/timeZone'
import type { DataType } from '@tradewind/contract/platform/settingCatalogue'
import { invalid } from '#kit/errors'

/** A line of the catalogue. */
export interface Spec {
  dataType: DataType
  standard: Value
  name: string
  description: string
  least?: number
  most?: number
}
export type Value = boolean | number | string
type Given = Value | null

const refused = (sentence: Sentence) => invalid({ value: sentence })

const asText = (given: Given) => String(given).trim()

const figure = (number: number) => number.toLocaleString('en')

const readers: Record<DataType, (given: Given, spec: Spec) => Value> = {
  BOOLEAN: (given) => {
    if (typeof given === 'boolean') return given
    if (given === 'true' || given === 'false') return given === 'true'
    throw refused(say('Yes or no'))
  },
  NUMBER: (given, { least = 0, most = Number.MAX_SAFE_INTEGER }) => {
    const text = asText(given)
    if (!/^-?\d{1,15}$/.test(text)) throw refused(say('This is not a whole number'))
    const number = Number(text)
    if (number < least || number > most)
      throw refused(say('Choose a number from {least} to {most}', { least: figure(least), most: figure(most) }))
    return number
  },
  TEXT: asText,
  EMAIL: (given) => {
    const text = asText(given)
    const parsed = emailAddress().safeParse(text)
    if (text && !parsed.success) throw refused(sentenceIn(parsed.error.issues[0]!))
    return text
  },
  LANGUAGE: (given) => {
    const text = asText(given)
    if (!(languages as readonly string[]).includes(text)) throw refused(say('This language is not spoken here'))
    return text
  },
  TIME_ZONE: (given) => {
    const text = asText(given)
    if (text && !timeZoneNamed(text)) throw refused(say('This is not a time zone'))
    return text
  },
  IMAGE: (given) => {
    const text = asText(given).toLowerCase()
    if (text && !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text))
      throw refused(say('This is not a picture of this tenant'))
    return text
  },
}

/** What was given as the value that is kept. Refuses what the line of the catalogue does not take, in a sentence on `value`. */
export const readValue = (spec: Spec, given: Given): Value => {
  if (typeof given === 'boolean' && spec.dataType !== 'BOOLEAN') throw refused(say('This is no yes-or-no question'))
  const read = given === null ? spec.standard : readers[spec.dataType](given, spec)
  if (typeof read === 'string' && (/\0/.test(read) || !read.isWellFormed()))
    throw refused(say('This has a character that cannot be kept'))
  return read
}
