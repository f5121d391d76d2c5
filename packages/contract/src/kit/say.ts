import { englishOf } from './phrase.ts'

type PlaceholdersOf<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlaceholdersOf<Rest>
  : never

/** A number that English groups by thousands. Every other language groups all numbers. */
interface Grouped {
  grouped: number
}
/** The value of a placeholder: somebody's own words, a figure, or a text that is translated like the one around it. */
type Value = string | number | Grouped | Sentence
/** Figures go only into `count`: other values that contain digits are shown unchanged. */
type Values<Text extends string> = {
  readonly [Name in PlaceholdersOf<Text>]: Name extends 'count' ? number | Grouped : string | Sentence
}

/** A sentence as it is sent and stored: its text, which is the key of its translation, and its values. */
export interface SentenceParts {
  text: string
  values?: Readonly<Record<string, string | number | SentenceParts>>
}

const valueParts = (value: Value) => {
  if (value instanceof Sentence) return value.said
  return typeof value === 'object' ? value.grouped : value
}
const numberOf = (value: Value | undefined) => (typeof value === 'object' && 'grouped' in value ? value.grouped : value)

/** A message for a person: a text with its values. Where a string is needed, it is the English sentence. */
export class Sentence {
  // Private, so that a schema that gets the sentence as its error reads nothing else of it.
  readonly #text: string
  readonly #values: Readonly<Record<string, Value>>
  /** What a zod schema takes as its error. `sentenceIn` reads it from the issue. */
  readonly error = () => ({ message: this as unknown as string })

  constructor(text: string, values: Readonly<Record<string, Value>> = {}) {
    this.#text = text
    this.#values = values
  }

  get said(): SentenceParts {
    const values = Object.entries(this.#values).map(([name, value]) => [name, valueParts(value)] as const)
    return values.length > 0 ? { text: this.#text, values: Object.fromEntries(values) } : { text: this.#text }
  }

  toString() {
    const [one = '', more = one] = this.#text.split('|')
    const counts = typeof numberOf(this.#values['count']) === 'number'
    const form = englishOf(counts ? (numberOf(this.#values['count']) === 1 ? one : more) : this.#text)
    return form.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
      const value = this.#values[name] ?? placeholder
      return typeof value === 'object' && 'grouped' in value ? value.grouped.toLocaleString('en') : String(value)
    })
  }

  toJSON() {
    return this.toString()
  }
}

/** Makes a message for a person, in English here and translated where they read it: `{name}` takes a value, `one|more` is chosen by `count`. */
export const say = <const Text extends string>(
  text: Text,
  ...[values]: [PlaceholdersOf<Text>] extends [never] ? [] : [Values<Text>]
) => new Sentence(text, values)

/** A figure that English groups as well. */
export const grouped = (figure: number): Grouped => ({ grouped: figure })

/** Returns the sentence of a schema's issue. Where the schema has only a text, that is it. */
export const sentenceIn = ({ message }: { message: string }) => {
  const value: unknown = message
  return value instanceof Sentence ? value : new Sentence(message)
}

const restoreValue = (value: string | number) => (typeof value === 'number' ? grouped(value) : value)

/** Restores a sentence that was stored, or sent from a worker thread, with its figures grouped. Data from before sentences had parts is English text. */
export const sentenceFrom = (stored: SentenceParts | string): Sentence => {
  if (typeof stored === 'string') return new Sentence(stored)
  const values = Object.entries(stored.values ?? {}).map(([name, value]) => [
    name,
    typeof value === 'object' ? sentenceFrom(value) : restoreValue(value),
  ])
  return new Sentence(stored.text, Object.fromEntries(values) as Record<string, Value>)
}

/** The sentence as a fault or a failed upload stores it: in English, with its parts where it has values. */
export const problemFields = (sentence: Sentence): { problem: string; said?: SentenceParts } => {
  const { said } = sentence
  return { problem: String(sentence), ...(said.values && { said }) }
}
