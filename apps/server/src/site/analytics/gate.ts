import { tooMany } from '#kit/errors'
import { networkOf } from '#kit/http/address'

const MINUTE = 60_000

/** Lets so many calls a minute of one network through this node, and refuses more with 429. It remembers a minute, and in memory alone. */
export const openGate = (most: number) => {
  const seen = new Map<string, number>()
  let begun = 0
  return (ip: string) => {
    const now = Date.now()
    if (Math.abs(now - begun) >= MINUTE) {
      seen.clear()
      begun = now
    }
    const network = networkOf(ip)
    const times = (seen.get(network) ?? 0) + 1
    if (times > most) throw tooMany((begun + MINUTE - now) / 1000)
    seen.set(network, times)
  }
}
