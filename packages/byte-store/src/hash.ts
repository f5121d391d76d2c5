import { Worker } from 'node:worker_threads'
import type { HashRequest } from './hashThread.ts'

/* SHA-256 takes 0.6 s per gigabyte: as long as all other work on bytes on their way to the disk. It is computed in a separate thread, so
   that nothing waits for it meanwhile. */

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

  const postRequest = (request: HashRequest, transfer: ArrayBuffer[] = []) => {
    if (end) throw end
    const answer = Promise.withResolvers<string>()
    if (waiting.push(answer) === 1) worker.ref()
    worker.postMessage(request, transfer)
    return answer.promise
  }
  return { postRequest, stop: () => worker.terminate() }
}
type Thread = ReturnType<typeof startThread>

let thread: Thread | undefined
let lastId = 0

const freeHash = async ({ postRequest, id }: { postRequest: Thread['postRequest']; id: number }) => {
  await postRequest({ is: 'over', id })
}
/** Frees a hash in the thread when it is no longer referenced. Fails harmlessly if the thread has ended. */
const hashRegistry = new FinalizationRegistry<Parameters<typeof freeHash>[0]>((one) => void freeHash(one).catch(() => {}))

/** Computes the SHA-256 of a sequence of bytes. It is lost if its thread ends; `soFar` then rejects. */
export const openHash = () => {
  const { postRequest } = (thread ??= startThread(() => (thread = undefined)))
  const id = ++lastId
  const hash = {
    /** Adds bytes, which must not be changed until the promise resolves. */
    add: async (added: Buffer) => {
      // Passes shared memory itself, else transfers a copy to the thread.
      const copy = added.buffer instanceof ArrayBuffer && new Uint8Array(added)
      try {
        await (copy ? postRequest({ is: 'more', id, bytes: copy }, [copy.buffer]) : postRequest({ is: 'more', id, bytes: added }))
      } catch {
        // `soFar` reports the failure.
      }
    },
    /** The hash of the bytes added so far, hexadecimal. More can be added afterwards. */
    soFar: async () => postRequest({ is: 'soFar', id }),
  }
  hashRegistry.register(hash, { postRequest, id })
  return hash
}
export type Sha256 = ReturnType<typeof openHash>

/** Terminates the thread, as an error in it would. */
export const stopHashing = () => thread?.stop()
