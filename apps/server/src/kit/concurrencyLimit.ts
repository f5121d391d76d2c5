interface ConcurrencyLimits {
  /** Works that are carried out at the same time. */
  atOnce: number
  /** Works that wait behind them; one more is refused. */
  waiting: number
  /** What one more is told. */
  refuse: () => Error
}

/** A line: so many works at once, so many that wait in their order, and the rest is refused. `isEmpty`: nobody is in it. */
export const concurrencyLimit = ({ atOnce, waiting, refuse }: ConcurrencyLimits) => {
  const standing: (() => void)[] = []
  let running = 0

  const enter = async () => {
    if (running < atOnce) running++
    else if (standing.length < waiting) await new Promise<void>((go) => standing.push(go))
    else throw refuse()
  }
  const leave = () => {
    const next = standing.shift()
    if (next) next()
    else running--
  }

  return {
    isEmpty: () => running === 0,
    /** Carries work out when it is its turn. */
    inTurn: async <T>(work: () => Promise<T>): Promise<T> => {
      await enter()
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}
