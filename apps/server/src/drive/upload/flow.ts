import { pooled } from '@tradewind/byte-store/bufferPool'
import type { United } from '@tradewind/byte-store/files'
import { say } from '@tradewind/contract/kit/say'
import { addAbortSignal, finished, type Readable, Transform } from 'node:stream'
import { away, conflict, Refusal } from '#kit/errors'

/** What the store could not do is for later; nothing is lost by it. */
export const stored = <T>(work: Promise<T>) =>
  work.catch((cause: unknown) => {
    throw Object.assign(away(), { cause })
  })

/** Does what ends with these files to be seen. Where it fails, nothing stands of them but their pieces. */
export const orDropped = async <T>(wholes: readonly United[], work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    for (const { drop } of wholes) await drop().catch(() => {}) // what is left aside is cleared after a day
    throw error
  }
}

export const tooMuch = () => new Refusal(413, say('More bytes were sent than declared'))

/**
 * What a request brings, up to so many bytes: one more breaks it off. The request itself stays whole, for it is still to be answered:
 * what is left of it goes nowhere.
 */
export const flowOf = (source: Readable, most: number, signal: AbortSignal) => {
  let left = most
  const flow = new Transform({
    transform: (chunk: Buffer, _encoding, pass) => {
      left -= chunk.length
      pass(left < 0 ? tooMuch() : null, pooled(chunk))
    },
  })
  flow.on('error', () => {}) // whoever reads it is told
  flow.once('close', () => source.unpipe(flow).resume())
  finished(source, (error) => error && flow.destroy(error))
  source.pipe(flow)
  return addAbortSignal(signal, flow)
}

/** Why a writer is ended: whoever came asks how much there is, or sends it again. */
type Ending = 'asked' | 'sent'
interface Writer {
  stop: AbortController
  ended: Promise<unknown>
}

/** What is being sent to this node just now, one writer a file: whoever comes later ends the one before. */
export const openWriters = () => {
  const writing = new Map<string, Writer>()

  /** Ends who sends to a file, and waits until it is written down what came, or that it does not count. */
  const end = async (key: string, why: Ending) => {
    for (let one = writing.get(key); one; one = writing.get(key)) {
      one.stop.abort(why)
      await one.ended
    }
  }

  const during = async <T>(key: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    await end(key, 'sent')
    const stop = new AbortController()
    const outcome = work(stop.signal)
    const one = { stop, ended: outcome.catch(() => {}) }
    writing.set(key, one)
    try {
      return await outcome
    } finally {
      if (writing.get(key) === one) writing.delete(key)
    }
  }

  return { end, during }
}
export type Writers = ReturnType<typeof openWriters>

/** A later request sends the same bytes: these do not count. */
export const isReplaced = ({ aborted, reason }: AbortSignal) => aborted && reason === ('sent' satisfies Ending)
export const takenOver = () => conflict(say('This file is sent by a later request'))
