/** Returns a generator of numbers from 0 to 1, the same for the same seed. */
export const randomOf = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
}

/** Picks one of a list. */
export type PickOne = <T>(list: readonly T[]) => T

/** Seeded pseudo-random picks. */
export const diceOf = (seed: number) => {
  const random = randomOf(seed)
  const one: PickOne = (list) => list[Math.floor(random() * list.length)]!
  /** Picks one of a list; the first entries are picked far more often than the last, as in life. */
  const early: PickOne = (list) => list[Math.floor(random() ** 2 * list.length)]!
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
