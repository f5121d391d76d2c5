import { type Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyReply } from 'fastify'
import { releaseBuffer } from '@tradewind/byte-store/bufferPool'

/** Sends bytes, and gives each chunk back as soon as the system has taken it. Where they break off, or are fewer or more than was told, so does the answer. */
export const carry = (reply: FastifyReply, bytes: Readable) => {
  const { raw: response } = reply.hijack()
  const sink = new Writable({
    highWaterMark: 1,
    write: (chunk: Buffer, _encoding, done) => {
      response.write(chunk, (error) => {
        releaseBuffer(chunk)
        done(error)
      })
    },
    final: (done) => {
      response.end(done)
    },
  })
  response.once('close', () => sink.destroy())
  response.strictContentLength = true
  response.writeHead(reply.statusCode, reply.getHeaders() as Record<string, string>)
  pipeline(bytes, sink).catch((error: unknown) => {
    if (!response.destroyed) reply.log.warn({ err: error }, 'a download broke off')
    response.destroy()
  })
  return reply
}
