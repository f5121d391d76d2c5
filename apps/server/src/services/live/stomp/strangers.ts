import { networkOf, siteOf } from '#kit/http/address'

/** How many of one network, and ten times as many of the site that it is in. */
const boundsOf = (address: string, most: number) =>
  new Map([
    [siteOf(address), most * 10],
    [networkOf(address), most],
  ])

/** Counts, by network, who has come and not signed in yet: so many of each. */
export const countStrangers = (most: number) => {
  const waiting = new Map<string, number>()
  const change = (key: string, by: number) => {
    const left = (waiting.get(key) ?? 0) + by
    if (left > 0) waiting.set(key, left)
    else waiting.delete(key)
  }

  return {
    /** Counts one more, and gives what counts it no more, however often that is called. Nothing where too many of this network or site wait. */
    enter: (address: string) => {
      const bounds = boundsOf(address, most)
      for (const [key, bound] of bounds) if ((waiting.get(key) ?? 0) >= bound) return undefined
      for (const key of bounds.keys()) change(key, 1)
      let isCounted = true
      return () => {
        if (isCounted) for (const key of bounds.keys()) change(key, -1)
        isCounted = false
      }
    },
  }
}
