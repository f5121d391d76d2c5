import { createHash, type Hash } from 'node:crypto'
import { parentPort } from 'node:worker_threads'

/** A request to the thread; requests are answered in order: add bytes to a hash, return the hash so far, or free it. */
export type HashRequest = { is: 'more'; id: number; bytes: Uint8Array } | { is: 'soFar'; id: number } | { is: 'over'; id: number }

const hashes = new Map<number, Hash>()
const hashOf = (id: number) => hashes.get(id) ?? hashes.set(id, createHash('sha256')).get(id)!

const add = (id: number, bytes: Uint8Array) => {
  hashOf(id).update(bytes)
  if (bytes.buffer instanceof ArrayBuffer) bytes.buffer.transfer(0) // a transferred copy, which nobody else uses
}

const answer = (request: HashRequest) => {
  if (request.is === 'more') add(request.id, request.bytes)
  if (request.is === 'over') hashes.delete(request.id)
  return request.is === 'soFar' ? hashOf(request.id).copy().digest('hex') : ''
}

parentPort?.on('message', (request: HashRequest) => parentPort?.postMessage(answer(request), []))
