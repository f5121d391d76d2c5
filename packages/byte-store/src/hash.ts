import { Worker } from 'node:worker_threads'
import type { Asked } from './hashThread.ts'

/* SHA-256 takes 0.6 s a gigabyte: as long as everything else that is done with bytes on their way to the disk. A thread of its own reckons it, so
   that nobody waits for it meanwhile. */

const startThread = (isOver: () => void) => {
  const worker = new Worker(new URL('./hashThread.ts', import.meta.url))
  worker.unref()
  const waiting: PromiseWithResolvers<string>[] = []
  let end: Error | undefined
  const fail = (error: Error) => {
    if (end) return
    end = error
    isOver()
    for (const { reject } of waiting.splice(0)) reject(error)
  }
  worker.on('message', (answer: string) => {
    waiting.shift()?.resolve(answer)
    if (waiting.length === 0) worker.unref()
  })
  worker.on('error', fail)
  worker.on('exit', () => fail(new Error('The thread that hashes has ended')))

  const ask = (asked: Asked, given: ArrayBuffer[] = []) => {
    if (end) throw end
    const answer = Promise.withResolvers<string>()
    if (waiting.push(answer) === 1) worker.ref()
    worker.postMessage(asked, given)
    return answer.promise
  }
  return { ask, stop: () => worker.terminate() }
}
type Thread = ReturnType<typeof startThread>

let thread: Thread | undefined
let lastId = 0

const forget = async ({ ask, id }: { ask: Thread['ask']; id: number }) => {
  await ask({ is: 'over', id })
}
/** The thread lets go of a hash that nobody holds any more. One that has ended holds none. */
const forgotten = new FinalizationRegistry<Parameters<typeof forget>[0]>((one) => void forget(one).catch(() => {}))

/** The SHA-256 of bytes that come one after the other. It is lost where its thread ends, and whoever asks for it is told so. */
export const openHash = () => {
  const { ask } = (thread ??= startThread(() => (thread = undefined)))
  const id = ++lastId
  const hash = {
    /** Adds bytes, which nobody may change until it is done. */
    add: async (added: Buffer) => {
      // The very memory where it is shared, else a copy, which is the thread's own.
      const copy = added.buffer instanceof ArrayBuffer && new Uint8Array(added)
      try {
        await (copy ? ask({ is: 'more', id, bytes: copy }, [copy.buffer]) : ask({ is: 'more', id, bytes: added }))
      } catch {
        // Whoever asks for the hash is told.
      }
    },
    /** The hash of what was added until now, hexadecimal. More may be added after it. */
    soFar: async () => ask({ is: 'soFar', id }),
  }
  forgotten.register(hash, { ask, id })
  return hash
}
export type Sha256 = ReturnType<typeof openHash>

/** Ends the thread, as an error in it would. */
export const stopHashing = () => thread?.stop()
