import { releaseBuffer } from '@tradewind/byte-store/bufferPool'
import type { Endpoint } from '@tradewind/contract/kit/endpoint'
import { say } from '@tradewind/contract/kit/say'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { pipeline as piped, Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { brotliCompressSync, constants, createBrotliCompress, createGzip, gzipSync } from 'node:zlib'
import type { Page } from '../database/list.ts'
import { Refusal } from '../errors.ts'
import type { FileAnswer, Ranged, Streamed } from './context.ts'
import { envelope } from './refuse.ts'

const { BROTLI_OPERATION_FLUSH, BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT, Z_SYNC_FLUSH } = constants

/** The lowest compression levels: higher ones save a twentieth of the bytes, and take at least twice the time. */
const QUICK = 1

/** The compressors, the better one first. Streams are flushed as data arrives. */
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

/** Whether an Accept-Encoding header names this coding, and does not exclude it by `q=0`. */
const takes = (offered: string, name: string) =>
  offered.split(',').some((offer) => {
    const [coding = '', ...parameters] = offer.split(';').map((part) => part.trim().toLowerCase())
    return coding === name && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
  })

const wayOf = (offered: string) => (['br', 'gzip'] as const).find((one) => takes(offered, one))

/** The length in characters from which a text is compressed: below, compression saves no network packet. */
export const WORTH = 1024

/** Compresses a text that is sent repeatedly only once per requested coding. */
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

/** Returns the response body in a coding that the client accepts: compressed, or as it is. */
export const packed = (offered: string, reply: FastifyReply, payload: string | Readable) => {
  const name = wayOf(offered)
  if (!name) return payload
  reply.header('content-encoding', name).header('vary', 'accept-encoding').removeHeader('content-length')
  if (typeof payload === 'string') return packers[name].all(payload)
  const flowing = packers[name].flowing()
  piped(payload, flowing, () => {}) // an interrupted response is logged by its sender
  return flowing
}

interface Part {
  start: number
  end: number
}

/**
 * Parses the byte range that a Range header requests, of so many bytes. Undefined where the whole is to be sent: another unit, several ranges, or an
 * invalid one. Throws 416 where the range is out of bounds.
 */
const partOf = (range: string, size: number): Part | undefined => {
  const [, first = '', last = ''] = /^\s*bytes\s*=\s*(\d{0,16})\s*-\s*(\d{0,16})\s*$/i.exec(range) ?? []
  if (first === '') return last === '' ? undefined : endOf(Number(last), size)
  const [start, end] = [Number(first), last === '' ? size - 1 : Math.min(Number(last), size - 1)]
  if (last !== '' && Number(last) < start) return undefined
  return start >= size ? refused(size) : { start, end }
}

const endOf = (length: number, size: number): Part | undefined => {
  if (length === 0) return refused(size)
  return size === 0 ? undefined : { start: Math.max(size - length, 0), end: size - 1 }
}

const refused = (size: number): never => {
  throw new Refusal(416, say('The file has no such part'), {}, { 'content-range': `bytes */${size}` })
}

/** Whether a header's list of ETags (`If-None-Match`) contains this one, with or without `W/`. */
export const hasTag = (list: string | undefined, etag: string) =>
  list !== undefined && (list.trim() === '*' || list.split(',').some((each) => each.trim().replace(/^W\//, '') === etag))

/** A range is sent only for a GET, and where If-Range is given, only if it matches this ETag. */
const askedOf = ({ method, headers }: FastifyRequest, etag: string, size: number) => {
  const wanted = headers['if-range']
  const isOfThese = wanted === undefined || wanted === etag
  return method === 'GET' && headers.range !== undefined && isOfThese ? partOf(headers.range, size) : undefined
}

/** Prepares the response for a file or the requested range: 304 where the client already has it. Does not open the file for a HEAD. */
const rangeOf = async (request: FastifyRequest, { size, tag, open }: Ranged) => {
  const etag = `"${tag}"`
  const headers = { etag, 'accept-ranges': 'bytes' }
  if (hasTag(request.headers['if-none-match'], etag)) return { status: 304, headers, bytes: undefined }
  const part = askedOf(request, etag, size)
  const { start, end } = part ?? { start: 0, end: size - 1 }
  const bytes = request.method === 'HEAD' ? Readable.from([]) : await open(size === 0 ? undefined : { start, end })
  const length = { ...headers, 'content-length': String(end + 1 - start) }
  if (!part) return { status: 200, headers: length, bytes }
  return { status: 206, headers: { ...length, 'content-range': `bytes ${start}-${end}/${size}` }, bytes }
}

/** The interval between checks in milliseconds, and how many checks in a row may find that the client read nothing. */
const LOOK = 1000
const LOOKS = 10

/** Bytes that were written and that the operating system has not accepted yet: the driver's own count, since `writableLength` decreases only by whole writes. */
const queuedIn = (socket: Socket) => {
  const { _handle: handle } = socket as unknown as { _handle?: { writeQueueSize?: number } }
  return handle?.writeQueueSize ?? 0
}

/** A value that changes with every byte that the client reads. A response that waits behind another on its connection has no socket yet: nothing of it is read. */
const progressOf = ({ socket }: ServerResponse) =>
  socket ? `${socket.bytesWritten} ${socket.writableLength} ${queuedIn(socket)}` : 'waits'

/**
 * Ends a response, and its connection, whose client reads nothing for ten seconds: releases its source, such as a cursor. Time in which there was
 * nothing to read does not count.
 */
const endWhereStalled = (reply: FastifyReply, bytes: Readable) => {
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

/**
 * Sends bytes, and releases each chunk's buffer as soon as the operating system has accepted it. Aborts the response where the source fails, or does
 * not have the announced length.
 */
const carry = (reply: FastifyReply, bytes: Readable) => {
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

const families: Readonly<Record<string, string>> = {
  image: 'png jpeg gif webp avif bmp tiff heic heif x-icon vnd.microsoft.icon',
  audio: 'mpeg mp4 aac ogg opus wav x-wav webm flac x-flac x-m4a aiff x-aiff midi 3gpp',
  video: 'mp4 webm ogg mpeg quicktime x-m4v x-msvideo x-matroska x-ms-wmv 3gpp',
  text: 'plain csv rtf',
  application: [
    'pdf rtf msword',
    'zip x-zip-compressed x-7z-compressed x-rar-compressed vnd.rar x-tar gzip x-gzip x-bzip2 x-xz zstd',
    'vnd.ms-excel vnd.ms-powerpoint vnd.ms-outlook',
    ...['text', 'spreadsheet', 'presentation'].map((kind) => `vnd.oasis.opendocument.${kind}`),
    ...['document', 'template'].map((kind) => `vnd.openxmlformats-officedocument.wordprocessingml.${kind}`),
    ...['sheet', 'template'].map((kind) => `vnd.openxmlformats-officedocument.spreadsheetml.${kind}`),
    ...['presentation', 'template', 'slideshow'].map((kind) => `vnd.openxmlformats-officedocument.presentationml.${kind}`),
  ].join(' '),
}

/** Images, audio, video, PDF, plain text, archives and Office documents. Browsers execute none of them, and do not accept any as a style sheet. */
const inert = new Set(Object.entries(families).flatMap(([family, kinds]) => kinds.split(' ').map((kind) => `${family}/${kind}`)))

/** The content type of a file: one of the inert types, in any letter case, else generic bytes. */
const sentType = (given: string) => {
  const [, type = '', charset = ''] = /^([^\s;]+)(; charset=utf-8)?$/.exec(given.toLowerCase()) ?? []
  return inert.has(type) ? type + charset : 'application/octet-stream'
}

/** Turns a handler's result into the response. The reply schema drops all properties that it does not name. */
export const answer = (call: Endpoint, reply: FastifyReply, given: unknown) => {
  if (call.answers === 'file') return sendFile(reply, given as FileAnswer)
  if (call.answers === 'headers')
    return reply
      .status(204)
      .headers(call.reply.parse(given) as Record<string, string>)
      .send()
  if (call.answers === 'list') return sendList(call, reply, given as Page<unknown> | Streamed<unknown>)
  if (call.answers === 'created') reply.status(201)
  const data = call.reply.parse(given)
  return envelope('SUCCESS', messageOf(call, data), data)
}

const messageOf = ({ says = '' }: Endpoint, data: unknown) => (typeof says === 'string' ? says : says(data as never))

const sendList = (call: Endpoint, reply: FastifyReply, given: Page<unknown> | Streamed<unknown>) => {
  if ('stream' in given) {
    reply.type('application/json; charset=utf-8')
    const isHead = reply.request.method === 'HEAD' // starts no stream: nothing would read it
    return reply.send(isHead ? '' : endWhereStalled(reply, Readable.from(arrayText(call, given.stream), { objectMode: false })))
  }
  if (given.total !== undefined) reply.header('x-total-count', String(given.total))
  if (given.estimated ?? given.total === undefined) reply.header('x-total-estimated', 'true')
  return call.reply.parse(given.rows)
}

async function* arrayText(call: Endpoint, pages: AsyncIterable<unknown[]>) {
  let before = '['
  for await (const rows of pages) {
    const text = JSON.stringify(call.reply.parse(rows))
    yield before + text.slice(1, -1)
    before = ','
  }
  yield before === '[' ? '[]' : ']'
}

/** A Content-Disposition header with a safe file name: RFC 6266, with an ASCII fallback. */
export const disposition = (name: string, way: 'attachment' | 'inline' = 'attachment') => {
  const shown = name.replace(/[\p{Cc}\p{Cf}]/gu, '')
  const plain = shown.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  return `${way}; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(shown).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)}`
}

const publicly = { 'cache-control': 'public, max-age=31536000, immutable', 'cross-origin-resource-policy': 'cross-origin' }

const dressed = (reply: FastifyReply, { name, type, isPublic = false, isShown = false }: FileAnswer) =>
  reply
    .headers(isPublic ? publicly : {})
    .header('content-disposition', disposition(name, isPublic || isShown ? 'inline' : 'attachment'))
    .header('content-security-policy', "sandbox; default-src 'none'")
    .type(sentType(type))

const sendFile = async (reply: FastifyReply, file: FileAnswer) => {
  const { body } = file
  if (body instanceof Readable) endWhereStalled(reply, body)
  if (!('tag' in body)) return dressed(reply, file).send(body)
  // First what may throw: a Refusal has headers of its own.
  const { status, headers, bytes } = await rangeOf(reply.request, body)
  dressed(reply, file).status(status).headers(headers)
  return bytes ? carry(reply, bytes) : reply.send()
}
