import type { Readable } from 'node:stream'
import { asPiece, type Piece } from './files.ts'

interface Running {
  source: Readable
  ended: Promise<unknown>
}

/** What adds to pieces at this moment, in this process: one call at a time, the latest. */
export const openTakeover = () => {
  const running = new Map<string, Running>()

  /** Ends whatever adds to these pieces. Between its answer and the next wait nothing else begins. */
  const end = async (pieces: readonly Piece[]) => {
    const begun = () => pieces.map(({ name }) => running.get(asPiece(name))).find(Boolean)
    for (let one = begun(); one; one = begun()) {
      one.source.destroy(new Error('A later call has taken over'))
      await one.ended
    }
  }

  /** While this is done, whoever comes for the pieces of these names ends it by its source. */
  const during = async <T>(names: readonly string[], source: Readable, work: () => Promise<T>): Promise<T> => {
    const outcome = work()
    const one = { source, ended: outcome.catch(() => {}) }
    for (const name of names) running.set(name, one)
    try {
      return await outcome
    } finally {
      for (const name of names) running.delete(name)
    }
  }

  return { end, during }
}
