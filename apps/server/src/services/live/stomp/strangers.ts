/** Counts, by address, who has come and not signed in yet: so many of each. */
export const countStrangers = (most: number) => {
  const waiting = new Map<string, number>()
  const change = (address: string, by: number) => {
    const left = (waiting.get(address) ?? 0) + by
    if (left > 0) waiting.set(address, left)
    else waiting.delete(address)
  }

  return {
    /** Counts one more, and gives what counts it no more, however often that is called. Nothing where too many of this address wait. */
    enter: (address: string) => {
      if ((waiting.get(address) ?? 0) >= most) return undefined
      change(address, 1)
      let isCounted = true
      return () => {
        if (isCounted) change(address, -1)
        isCounted = false
      }
    },
  }
}
