const latin = 'abcdefghijklmnopqrstuvwxyzßøæœłđðþı'
const greek = 'αβγδεζηθικλμνξοπρςστυφχψω'
const cyrillic = 'абвгдежзийклмнопрстуфхцчшщъыьэюяєіјљњћђџґ'
const scripts = [latin, greek, cyrillic]

/** The letters that may stand in for one that was mistyped: those of its script. */
const lettersFor = (typed: string) =>
  scripts.find((letters) => Array.from(typed).some((letter) => letters.includes(letter))) ?? ''

/** What a word would be with one letter less, one more, another one, or two neighbours swapped. Itself is first. */
export const oneEdit = (typed: string) => {
  const letters = Array.from(typed)
  const others = Array.from(lettersFor(typed))
  const put = (from: number, to: number, between: string) =>
    letters.slice(0, from).join('') + between + letters.slice(to).join('')
  const around = letters.flatMap((letter, at) => [
    put(at, at + 1, ''),
    ...(at + 1 < letters.length ? [put(at, at + 2, letters[at + 1]! + letter)] : []),
    ...others.flatMap((other) => [put(at, at, other), put(at, at + 1, other)]),
  ])
  return [...new Set([typed, ...around, ...others.map((other) => typed + other)])]
}

/** How many letters are missing, too many, wrong or swapped with their neighbour. */
export const distance = (one: string, other: string) => {
  const [a, b] = [Array.from(one), Array.from(other)]
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let row = 1; row <= a.length; row++) {
    const next = [row]
    for (let at = 1; at <= b.length; at++) {
      const wrong = last[at - 1]! + (a[row - 1] === b[at - 1] ? 0 : 1)
      const isSwapped = row > 1 && at > 1 && a[row - 1] === b[at - 2] && a[row - 2] === b[at - 1]
      next.push(Math.min(wrong, last[at]! + 1, next[at - 1]! + 1, isSwapped ? beforeLast[at - 2]! + 1 : Infinity))
    }
    beforeLast = last
    last = next
  }
  return last[b.length]!
}
