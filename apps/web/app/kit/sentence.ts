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

/**
 * The text that a sentence was made from where the server filled it in, and what with: 'There is already “Acme”' from
 * 'There is already “{name}”'. A part called `count` is a figure again, one called `what` goes through `say`; any other
 * is somebody's own words and stays as it is.
 */
export const madeFrom = (sentence: string, texts: Texts, say: (english: string) => string) => {
  for (const text of Object.keys(texts)) {
    for (const form of text.split('|')) {
      const parts = partsIn(sentence, form)
      const { count, what } = (parts ?? {}) as Record<string, string>
      if (!parts || (count && !isFigure(count))) continue
      if (count) parts['count'] = Number(count.replaceAll(',', ''))
      if (what) parts['what'] = say(what)
      return { text, parts }
    }
  }
  return undefined
}
export type MadeFrom = typeof madeFrom
