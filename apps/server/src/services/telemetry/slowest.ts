/** What was slow, by name: how often, the slowest and all together in milliseconds, and when last. */
export interface Slowest {
  count: number
  slowest: number
  milliseconds: number
  lastAt: string
}

/** Names that are kept; those that come after are not, until the node is started anew. There are as many as the code has calls and statements. */
const MOST = 1000

/** Keeps what was slow in memory: names and times. */
export const openSlowest = () => {
  const byName = new Map<string, Slowest>()
  return {
    byName: byName as ReadonlyMap<string, Readonly<Slowest>>,
    note: (name: string, milliseconds: number) => {
      const before = byName.get(name) ?? { count: 0, slowest: 0, milliseconds: 0 }
      if (byName.size >= MOST && before.count === 0) return
      byName.set(name, {
        count: before.count + 1,
        slowest: Math.max(before.slowest, milliseconds),
        milliseconds: before.milliseconds + milliseconds,
        lastAt: new Date().toISOString(),
      })
    },
  }
}
