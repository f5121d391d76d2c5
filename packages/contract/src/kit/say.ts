type HolesOf<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | HolesOf<Rest> : never

/** A number that English writes in groups of three digits. Each other language groups every number. */
interface Grouped {
  grouped: number
}
/** What is in a hole: somebody's own words, a figure, or a text that is translated like the one around it. */
type Value = string | number | Grouped | Sentence
/** Figures are in `count` alone: whatever else has digits reads as it came. */
type Values<Text extends string> = {
  readonly [Name in HolesOf<Text>]: Name extends 'count' ? number | Grouped : string | Sentence
}

/** A sentence as it travels and is kept: its text, by which it is translated, and what fills it. */
export interface Said {
  text: string
  values?: Readonly<Record<string, string | number | Said>>
}

const saidOf = (value: Value) => {
  if (value instanceof Sentence) return value.said
  return typeof value === 'object' ? value.grouped : value
}
const numberIn = (value: Value | undefined) => (typeof value === 'object' && 'grouped' in value ? value.grouped : value)

/** What a person is told: a text with its values. Wherever a string is wanted it is the English sentence. */
export class Sentence {
  // Private, so that a schema that takes the sentence as its error takes nothing else of it.
  readonly #text: string
  readonly #values: Readonly<Record<string, Value>>
  /** What a zod schema takes as its error. `sentenceIn` reads it from the issue. */
  readonly error = () => ({ message: this as unknown as string })

  constructor(text: string, values: Readonly<Record<string, Value>> = {}) {
    this.#text = text
    this.#values = values
  }

  get said(): Said {
    const values = Object.entries(this.#values).map(([name, value]) => [name, saidOf(value)] as const)
    return values.length > 0 ? { text: this.#text, values: Object.fromEntries(values) } : { text: this.#text }
  }

  toString() {
    const [one = '', more = one] = this.#text.split('|')
    const counts = typeof numberIn(this.#values['count']) === 'number'
    const form = counts ? (numberIn(this.#values['count']) === 1 ? one : more) : this.#text
    return form.replace(/\{(\w+)\}/g, (hole, name: string) => {
      const value = this.#values[name] ?? hole
      return typeof value === 'object' && 'grouped' in value ? value.grouped.toLocaleString('en') : String(value)
    })
  }

  toJSON() {
    return this.toString()
  }
}

/** Says a text to a person, in English here and in their own language where they read it: `{name}` takes a value, `one|more` is chosen by `count`. */
export const say = <const Text extends string>(text: Text, ...[values]: [HolesOf<Text>] extends [never] ? [] : [Values<Text>]) =>
  new Sentence(text, values)

/** A figure that English groups, too. */
export const grouped = (figure: number): Grouped => ({ grouped: figure })

/** Marks a text that is in data and is translated where it is read. */
export const phrase = (english: string) => english

/** The sentence that an issue of a schema tells. Where the schema has a text alone, that is it. */
export const sentenceIn = ({ message }: { message: string }) => {
  const told: unknown = message
  return told instanceof Sentence ? told : new Sentence(message)
}

const partFrom = (value: string | number) => (typeof value === 'number' ? grouped(value) : value)

/** The sentence that was kept, or sent from a thread, its figures grouped; what was kept before sentences had parts is English. */
export const sentenceFrom = (kept: Said | string): Sentence => {
  if (typeof kept === 'string') return new Sentence(kept)
  const values = Object.entries(kept.values ?? {}).map(([name, value]) => [
    name,
    typeof value === 'object' ? sentenceFrom(value) : partFrom(value),
  ])
  return new Sentence(kept.text, Object.fromEntries(values) as Record<string, Value>)
}

/** How a fault, or an upload that failed, tells its sentence: in English, and what it is made of where it is filled in. */
export const told = (sentence: Sentence): { problem: string; said?: Said } => {
  const { said } = sentence
  return { problem: String(sentence), ...(said.values && { said }) }
}
