import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** How often it is looked, in milliseconds, and how many looks in a row may find that nothing was taken. */
const LOOK = 1000
const LOOKS = 10

/** What the system has yet to take of what was written: the driver's own count, since `writableLength` falls by whole writes alone. */
const queuedIn = (socket: Socket) => {
  const { _handle: handle } = socket as unknown as { _handle?: { writeQueueSize?: number } }
  return handle?.writeQueueSize ?? 0
}

/** Changes with every byte that is taken. An answer that waits behind another on its connection has no socket yet: nothing of it is taken. */
const progressOf = ({ socket }: ServerResponse) =>
  socket ? `${socket.bytesWritten} ${socket.writableLength} ${queuedIn(socket)}` : 'waits'

/**
 * Ends an answer whose reader takes nothing of it for ten seconds, and its connection: what it is made from (a cursor, say) is free again.
 * Time in which there was nothing to take does not count.
 */
export const endWhereStalled = (reply: FastifyReply, bytes: Readable) => {
  const { raw: response, request } = reply
  let [seen, looks] = ['', 0]
  const look = () => {
    const now = progressOf(response)
    looks = now === seen && response.writableLength > 0 ? looks + 1 : 0
    seen = now
    if (looks < LOOKS) return
    stop()
    bytes.destroy(new Error('The reader of an answer takes nothing'))
    request.raw.socket.destroy()
  }
  const looking = setInterval(look, LOOK).unref()
  const stop = () => clearInterval(looking)
  response.once('finish', stop).once('close', stop)
  return bytes
}
