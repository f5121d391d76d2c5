import type { Readable } from 'node:stream'
import { checkPiece, type Piece } from './files.ts'

interface Running {
  source: Readable
  ended: Promise<unknown>
}

/** Tracks the calls in this process that currently add to pieces: one at a time, the latest. */
export const openTakeover = () => {
  const running = new Map<string, Running>()

  /** Ends the calls that add to these pieces. After it resolves, no other call can begin before the caller's next await. */
  const end = async (pieces: readonly Piece[]) => {
    const findRunning = () => pieces.map(({ name }) => running.get(checkPiece(name))).find(Boolean)
    for (let one = findRunning(); one; one = findRunning()) {
      one.source.destroy(new Error('A later call has taken over'))
      await one.ended
    }
  }

  /** Runs work that adds to the pieces of these names; a later call for one of them ends it by destroying its source. */
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
