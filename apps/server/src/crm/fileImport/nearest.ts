import { wordKey } from '@tradewind/workbook/sheet'

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
