import { makeReleasable } from '@tradewind/byte-store/bufferPool'
import type { UnitedFile } from '@tradewind/byte-store/files'
import { say } from '@tradewind/contract/kit/say'
import { addAbortSignal, finished, type Readable, Transform } from 'node:stream'
import { conflict, Refusal, serviceUnavailable } from '#kit/errors'

/** Turns a failure of the store into a temporary error; nothing is lost by it. */
export const orUnavailable = <T>(work: Promise<T>) =>
  work.catch((cause: unknown) => {
    throw Object.assign(serviceUnavailable(), { cause })
  })

/** Runs work that publishes these files. If it fails, only their chunks remain. */
export const orDropFiles = async <T>(wholes: readonly UnitedFile[], work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    for (const { drop } of wholes) await drop().catch(() => {}) // a cleanup job removes leftovers after a day
    throw error
  }
}

export const tooManyBytes = () => new Refusal(413, say('More bytes were sent than declared'))

/**
 * The body of a request, up to so many bytes: one more aborts the stream. The request itself stays open, since it still gets a reply:
 * the rest of its body is discarded.
 */
export const limitBody = (source: Readable, most: number, signal: AbortSignal) => {
  let remaining = most
  const flow = new Transform({
    transform: (chunk: Buffer, _encoding, pass) => {
      remaining -= chunk.length
      pass(remaining < 0 ? tooManyBytes() : null, makeReleasable(chunk))
    },
  })
  flow.on('error', () => {}) // the reader of the stream gets the error
  flow.once('close', () => source.unpipe(flow).resume())
  finished(source, (error) => error && flow.destroy(error))
  source.pipe(flow)
  return addAbortSignal(signal, flow)
}

/** Why a writer is stopped: a later request asks for the offset, or sends the file again. */
type StopReason = 'asked' | 'sent'
interface Writer {
  stop: AbortController
  ended: Promise<unknown>
}

/** The uploads to this node that are running, one writer per file: a later one stops the earlier one. */
export const openWriters = () => {
  const writing = new Map<string, Writer>()

  /** Stops the writer of a file, and waits until what arrived is saved or discarded. */
  const end = async (key: string, why: StopReason) => {
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

/** A later request sends the same bytes: those of this one are discarded. */
export const isSuperseded = ({ aborted, reason }: AbortSignal) => aborted && reason === ('sent' satisfies StopReason)
export const superseded = () => conflict(say('This file is sent by a later request'))
