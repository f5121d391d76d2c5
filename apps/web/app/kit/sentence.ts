type Texts = Readonly<Record<string, string>>
type Parts = Record<string, string | number>

/** What stands in the holes of a text, where the sentence was made from it. */
const partsIn = (sentence: string, text: string): Parts | undefined => {
  const [start = '', ...rest] = text.split(/\{(\w+)\}/)
  if (rest.length === 0 || !sentence.startsWith(start)) return undefined
  const parts: Parts = {}
  let at = start.length
  for (let hole = 0; hole < rest.length; hole += 2) {
    const [name, after] = [rest[hole]!, rest[hole + 1]!]
    const end = hole + 2 < rest.length ? sentence.indexOf(after, at) : sentence.length - after.length
    if (end <= at || !sentence.startsWith(after, end)) return undefined
    parts[name] = sentence.slice(at, end)
    at = end + after.length
  }
  return parts
}

const isFigure = (part: string) => /^[\d,]+$/.test(part)
const isCounted = ({ count }: Parts) => count === undefined || isFigure(String(count))

interface Fit {
  text: string
  parts: Parts
  /** How much of the sentence is the text's own. */
  own: number
}

/** The text that fits the sentence, by words of its own; of several the one that leaves least of it to its holes. */
const fitOf = (sentence: string, texts: Texts) => {
  let best: Fit | undefined
  for (const text of Object.keys(texts)) {
    for (const form of text.split('|')) {
      const words = form.replace(/\{\w+\}/g, '')
      const own = words.length
      if (!/\p{L}/u.test(words) || (best && best.own >= own)) continue
      const parts = partsIn(sentence, form)
      if (parts && isCounted(parts)) best = { text, parts, own }
    }
  }
  return best
}

/**
 * The text that a sentence was made from where the server filled it in, and what with: 'There is already “Acme”' from
 * 'There is already “{name}”'. A part called `count` is a figure again, one called `what` goes through `say`; any other
 * is somebody's own words and stays as it is.
 */
export const madeFrom = (sentence: string, texts: Texts, say: (english: string) => string) => {
  const fit = fitOf(sentence, texts)
  if (!fit) return undefined
  const { text, parts } = fit
  const { count, what } = parts as Record<string, string>
  if (count) parts['count'] = Number(count.replaceAll(',', ''))
  if (what) parts['what'] = say(what)
  return { text, parts }
}
export type MadeFrom = typeof madeFrom
