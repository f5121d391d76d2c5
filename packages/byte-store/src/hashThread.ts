import { createHash, type Hash } from 'node:crypto'
import { parentPort } from 'node:worker_threads'

/** What is asked of the thread, each answered in its turn: to add bytes to a hash, to say what that is so far, or to forget it. */
export type Asked = { is: 'more'; id: number; bytes: Uint8Array } | { is: 'soFar'; id: number } | { is: 'over'; id: number }

const hashes = new Map<number, Hash>()
const hashOf = (id: number) => hashes.get(id) ?? hashes.set(id, createHash('sha256')).get(id)!

const add = (id: number, bytes: Uint8Array) => {
  hashOf(id).update(bytes)
  if (bytes.buffer instanceof ArrayBuffer) bytes.buffer.transfer(0) // a copy, which nobody else has
}

const answer = (asked: Asked) => {
  if (asked.is === 'more') add(asked.id, asked.bytes)
  if (asked.is === 'over') hashes.delete(asked.id)
  return asked.is === 'soFar' ? hashOf(asked.id).copy().digest('hex') : ''
}

parentPort?.on('message', (asked: Asked) => parentPort?.postMessage(answer(asked), []))
