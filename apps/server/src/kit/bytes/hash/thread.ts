import { createHash, type Hash } from 'node:crypto'
import { parentPort } from 'node:worker_threads'

/** What is asked of the thread, each answered in its turn: to add a block's beginning to a hash, to say what that is so far, or to forget it. */
export type Asked =
  | { is: 'more'; id: number; block: ArrayBufferLike; length: number }
  | { is: 'soFar'; id: number }
  | { is: 'over'; id: number }

const hashes = new Map<number, Hash>()
const hashOf = (id: number) => hashes.get(id) ?? hashes.set(id, createHash('sha256')).get(id)!

const answer = (asked: Asked) => {
  if (asked.is === 'more') hashOf(asked.id).update(new Uint8Array(asked.block, 0, asked.length))
  if (asked.is === 'over') hashes.delete(asked.id)
  return asked.is === 'soFar' ? hashOf(asked.id).copy().digest('hex') : ''
}

parentPort?.on('message', (asked: Asked) => parentPort?.postMessage(answer(asked), []))
