/** Where a word is too short, or a number or an address, nothing is guessed. */
const SHORTEST = 4
const LONGEST = 40

/** What a text would be if one letter had been typed wrongly: one too few, one too many, another one, or two swapped. `_` is any letter. */
const meantBy = (typed: string) => {
  const letters = [...typed]
  const around = (from: number, to: number, between: string) => letters.slice(0, from).join('') + between + letters.slice(to).join('')
  return letters.flatMap((letter, at) => [
    around(at, at, '_'),
    around(at, at + 1, ''),
    around(at, at + 1, '_'),
    ...(at + 1 < letters.length ? [around(at, at + 2, letters[at + 1]! + letter)] : []),
  ])
}

/** Letters of a pattern that stand together by threes: by these the index finds. */
const threesOf = (pattern: string) => pattern.split(/[_ ]/).reduce((sum, run) => sum + Math.max(0, run.length - 2), 0)
/** With fewer, the beginning of a word must be right. */
const ENOUGH = 3

const patternsOf = (meant: string) => {
  if (threesOf(meant) >= ENOUGH) return [`%${meant}%`]
  const beginning = meant.split('_')[0]!
  return beginning.length >= 2 ? [`${meant}%`, `% ${meant}%`] : []
}

/** The LIKE patterns of what may have been meant by a folded text. None where nothing is guessed. */
export const nearPatterns = (typed: string) => {
  const isGuessed = typed.length >= SHORTEST && typed.length <= LONGEST && /^[\p{L} '’-]+$/u.test(typed)
  return isGuessed ? [...new Set(meantBy(typed).flatMap(patternsOf))] : []
}
