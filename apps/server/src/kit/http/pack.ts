import type { FastifyReply } from 'fastify'
import { pipeline, type Readable } from 'node:stream'
import { brotliCompressSync, constants, createBrotliCompress, createGzip, gzipSync } from 'node:zlib'

const { BROTLI_OPERATION_FLUSH, BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT, Z_SYNC_FLUSH } = constants

/** The lowest qualities: higher ones save a twentieth of the bytes, and take twice the time and more. */
const QUICK = 1

/** Ways to pack, the better one first. What flows is sent on as it comes. */
const packers = {
  br: {
    all: (text: string) =>
      brotliCompressSync(text, { params: { [BROTLI_PARAM_QUALITY]: QUICK, [BROTLI_PARAM_SIZE_HINT]: text.length } }),
    flowing: () => createBrotliCompress({ flush: BROTLI_OPERATION_FLUSH, params: { [BROTLI_PARAM_QUALITY]: QUICK } }),
  },
  gzip: {
    all: (text: string) => gzipSync(text, { level: QUICK }),
    flowing: () => createGzip({ flush: Z_SYNC_FLUSH, level: QUICK }),
  },
}

/** Whether an Accept-Encoding names this way, and does not refuse it by `q=0`. */
const takes = (offered: string, name: string) =>
  offered.split(',').some((offer) => {
    const [coding = '', ...parameters] = offer.split(';').map((part) => part.trim().toLowerCase())
    return coding === name && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
  })

const wayOf = (offered: string) => (['br', 'gzip'] as const).find((one) => takes(offered, one))

/** Characters from which a text is packed: below, it saves no packet of the network. */
export const WORTH = 1024

/** A text that is sent again and again: packed once for each way in which it is asked for. */
export const packedOnce = (text: string) => {
  const whole = Buffer.from(text)
  const kept = new Map<string, Buffer>()
  return (offered: string | undefined, reply: FastifyReply) => {
    const name = offered && text.length >= WORTH ? wayOf(offered) : undefined
    if (!name) return whole
    const bytes = kept.get(name) ?? packers[name].all(text)
    kept.set(name, bytes)
    reply.header('content-encoding', name)
    return bytes
  }
}

/** The answer as whoever asks takes it: packed, or as it is. */
export const packed = (offered: string, reply: FastifyReply, payload: string | Readable) => {
  const name = wayOf(offered)
  if (!name) return payload
  reply.header('content-encoding', name).header('vary', 'accept-encoding').removeHeader('content-length')
  if (typeof payload === 'string') return packers[name].all(payload)
  const flowing = packers[name].flowing()
  pipeline(payload, flowing, () => {}) // an answer that breaks off is told of by whoever sends it
  return flowing
}
