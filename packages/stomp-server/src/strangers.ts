export type NetworksOf = (address: string) => { network: string; site: string }

/** Counts, by network, who has come and not signed in yet: so many of each network, and ten times as many of the site that it is in. */
export const countStrangers = (most: number, networksOf: NetworksOf) => {
  const waiting = new Map<string, number>()
  const change = (key: string, by: number) => {
    const left = (waiting.get(key) ?? 0) + by
    if (left > 0) waiting.set(key, left)
    else waiting.delete(key)
  }

  return {
    /** Counts one more, and gives what counts it no more, however often that is called. Nothing where too many of this network or site wait. */
    enter: (address: string) => {
      const { network, site } = networksOf(address)
      const bounds = new Map([
        [site, most * 10],
        [network, most],
      ])
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
