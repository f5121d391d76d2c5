/** The same numbers from 0 to 1 for the same seed, every time. */
export const randomOf = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
}

/** One of a list. */
export type One = <T>(list: readonly T[]) => T

/** Draws, the same for the same seed. */
export const diceOf = (seed: number) => {
  const random = randomOf(seed)
  const one: One = (list) => list[Math.floor(random() * list.length)]!
  /** One of a list whose first are drawn far more often than its last, as in life. */
  const early: One = (list) => list[Math.floor(random() ** 2 * list.length)]!
  const several = <T>(most: number, draw: () => T) => [...new Set(Array.from({ length: Math.ceil(random() * most) }, draw))]
  return {
    random,
    one,
    early,
    several,
    often: (share: number) => random() < share,
    below: (bound: number) => Math.floor(random() * bound),
  }
}
export type Dice = ReturnType<typeof diceOf>
