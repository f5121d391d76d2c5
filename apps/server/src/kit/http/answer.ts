import { releaseBuffer } from '@tradewind/byte-store/bufferPool'
import type { Endpoint } from '@tradewind/contract/kit/endpoint'
import { say } from '@tradewind/contract/kit/say'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { hash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { pipeline as piped, Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { brotliCompressSync, constants, createBrotliCompress, createGzip, gzipSync } from 'node:zlib'
import type { Page } from '../database/list.ts'
import { Refusal } from '../errors.ts'
import type { FileAnswer, RangedBytes, StreamedList } from './context.ts'
import { envelope } from './refuse.ts'

const { BROTLI_OPERATION_FLUSH, BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT, Z_SYNC_FLUSH } = constants

/** The lowest compression levels: higher ones save a twentieth of the bytes, and take at least twice the time. */
const FAST_LEVEL = 1
/** For bytes that are sent repeatedly: a seventh fewer, for three times the time. */
const CACHED_LEVEL = 5

/** The compressors, the better one first. Streams are flushed as data arrives. */
const compressors = {
  br: {
    all: (text: string, level = FAST_LEVEL) =>
      brotliCompressSync(text, { params: { [BROTLI_PARAM_QUALITY]: level, [BROTLI_PARAM_SIZE_HINT]: text.length } }),
    flowing: () => createBrotliCompress({ flush: BROTLI_OPERATION_FLUSH, params: { [BROTLI_PARAM_QUALITY]: FAST_LEVEL } }),
  },
  gzip: {
    all: (text: string, level = FAST_LEVEL) => gzipSync(text, { level }),
    flowing: () => createGzip({ flush: Z_SYNC_FLUSH, level: FAST_LEVEL }),
  },
}

/** Whether an Accept-Encoding header names this coding, and does not exclude it by `q=0`. */
const acceptsCoding = (offered: string, name: string) =>
  offered.split(',').some((offer) => {
    const [coding = '', ...parameters] = offer.split(';').map((part) => part.trim().toLowerCase())
    return coding === name && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
  })

const chooseCoding = (offered: string) => (['br', 'gzip'] as const).find((one) => acceptsCoding(offered, one))

/** The length in characters from which a text is compressed: below, compression saves no network packet. */
export const MIN_COMPRESSED_LENGTH = 1024

/** Compresses a text that is sent repeatedly only once per requested coding. */
const compressOnce = (text: string) => {
  const uncompressed = Buffer.from(text)
  const cache = new Map<string, Buffer>()
  return (offered: string | undefined, reply: FastifyReply) => {
    const name = offered && uncompressed.length >= MIN_COMPRESSED_LENGTH ? chooseCoding(offered) : undefined
    if (!name) return uncompressed
    const bytes = cache.get(name) ?? compressors[name].all(uncompressed.toString(), CACHED_LEVEL)
    cache.set(name, bytes)
    reply.header('content-encoding', name)
    return bytes
  }
}

/** Returns the response body in a coding that the client accepts: compressed, or as it is. */
export const compress = (offered: string, reply: FastifyReply, payload: string | Readable) => {
  const name = chooseCoding(offered)
  if (!name) return payload
  reply.header('content-encoding', name).header('vary', 'accept-encoding').removeHeader('content-length')
  if (typeof payload === 'string') return compressors[name].all(payload)
  const flowing = compressors[name].flowing()
  piped(payload, flowing, () => {}) // an interrupted response is logged by its sender
  return flowing
}

interface ByteRange {
  start: number
  end: number
}

/**
 * Parses the byte range that a Range header requests, of so many bytes. Undefined where the whole is to be sent: another unit, several ranges, or an
 * invalid one. Throws 416 where the range is out of bounds.
 */
const parseRange = (range: string, size: number): ByteRange | undefined => {
  const [, first = '', last = ''] = /^\s*bytes\s*=\s*(\d{0,16})\s*-\s*(\d{0,16})\s*$/i.exec(range) ?? []
  if (first === '') return last === '' ? undefined : suffixRange(Number(last), size)
  const [start, end] = [Number(first), last === '' ? size - 1 : Math.min(Number(last), size - 1)]
  if (last !== '' && Number(last) < start) return undefined
  return start >= size ? throwUnsatisfiable(size) : { start, end }
}

const suffixRange = (length: number, size: number): ByteRange | undefined => {
  if (length === 0) return throwUnsatisfiable(size)
  return size === 0 ? undefined : { start: Math.max(size - length, 0), end: size - 1 }
}

const throwUnsatisfiable = (size: number): never => {
  throw new Refusal(416, say('The file has no such part'), {}, { 'content-range': `bytes */${size}` })
}

/** Whether a header's list of ETags (`If-None-Match`) contains this one, with or without `W/`. */
const hasTag = (list: string | undefined, etag: string) =>
  list !== undefined && (list.trim() === '*' || list.split(',').some((each) => each.trim().replace(/^W\//, '') === etag))

const etagOf = (body: string | Buffer) => `"${hash('sha256', body, 'base64url').slice(0, 22)}"`

/**
 * A body with its ETag, for routes that are no API calls. `send` replies with it, or by 304 where the client already has it; `compressed`: in a coding
 * that the client accepts.
 */
export const taggedBody = (body: string | Buffer, { compressed = false } = {}) => {
  const etag = etagOf(body)
  const bodyFor = compressed ? compressOnce(String(body)) : () => body
  return {
    bytes: Buffer.byteLength(body),
    send: ({ headers }: FastifyRequest, reply: FastifyReply, type: string) => {
      reply.header('etag', etag)
      return hasTag(headers['if-none-match'], etag)
        ? reply.code(304).send()
        : reply.type(type).send(bodyFor(headers['accept-encoding']?.toString(), reply))
    },
  }
}

/** A range is sent only for a GET, and where If-Range is given, only if it matches this ETag. */
const requestedRange = ({ method, headers }: FastifyRequest, etag: string, size: number) => {
  const ifRange = headers['if-range']
  const isOfThese = ifRange === undefined || ifRange === etag
  return method === 'GET' && headers.range !== undefined && isOfThese ? parseRange(headers.range, size) : undefined
}

/** Prepares the response for a file or the requested range: 304 where the client already has it. Does not open the file for a HEAD. */
const prepareRange = async (request: FastifyRequest, { size, tag, open }: RangedBytes) => {
  const etag = `"${tag}"`
  const headers = { etag, 'accept-ranges': 'bytes' }
  if (hasTag(request.headers['if-none-match'], etag)) return { status: 304, headers, bytes: undefined }
  const part = requestedRange(request, etag, size)
  const { start, end } = part ?? { start: 0, end: size - 1 }
  const bytes = request.method === 'HEAD' ? Readable.from([]) : await open(size === 0 ? undefined : { start, end })
  const length = { ...headers, 'content-length': String(end + 1 - start) }
  if (!part) return { status: 200, headers: length, bytes }
  return { status: 206, headers: { ...length, 'content-range': `bytes ${start}-${end}/${size}` }, bytes }
}

/** The interval between checks in milliseconds, and how many checks in a row may find that the client read nothing. */
const STALL_CHECK_MS = 1000
const MAX_STALLED_CHECKS = 10

/** Bytes that were written and that the operating system has not accepted yet: the driver's own count, since `writableLength` decreases only by whole writes. */
const queuedBytes = (socket: Socket) => {
  const { _handle: handle } = socket as unknown as { _handle?: { writeQueueSize?: number } }
  return handle?.writeQueueSize ?? 0
}

/** A value that changes with every byte that the client reads. A response that waits behind another on its connection has no socket yet: nothing of it is read. */
const progressOf = ({ socket }: ServerResponse) =>
  socket ? `${socket.bytesWritten} ${socket.writableLength} ${queuedBytes(socket)}` : 'waits'

/**
 * Ends a response, and its connection, whose client reads nothing for ten seconds: releases its source, such as a cursor. Time in which there was
 * nothing to read does not count.
 */
const endWhenStalled = (reply: FastifyReply, bytes: Readable) => {
  const { raw: response, request } = reply
  let [lastProgress, stalledChecks] = ['', 0]
  const look = () => {
    const now = progressOf(response)
    stalledChecks = now === lastProgress && response.writableLength > 0 ? stalledChecks + 1 : 0
    lastProgress = now
    if (stalledChecks < MAX_STALLED_CHECKS) return
    stop()
    bytes.destroy(new Error('The reader of an answer takes nothing'))
    request.raw.socket.destroy()
  }
  const timer = setInterval(look, STALL_CHECK_MS).unref()
  const stop = () => clearInterval(timer)
  response.once('finish', stop).once('close', stop)
  return bytes
}

/**
 * Sends bytes, and releases each chunk's buffer as soon as the operating system has accepted it. Aborts the response where the source fails, or does
 * not have the announced length.
 */
const sendBytes = (reply: FastifyReply, bytes: Readable) => {
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

const inertFamilies: Readonly<Record<string, string>> = {
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
const inertTypes = new Set(
  Object.entries(inertFamilies).flatMap(([family, kinds]) => kinds.split(' ').map((kind) => `${family}/${kind}`)),
)

/** The content type of a file: one of the inert types, in any letter case, else generic bytes. */
const safeContentType = (contentType: string) => {
  const [, type = '', charset = ''] = /^([^\s;]+)(; charset=utf-8)?$/.exec(contentType.toLowerCase()) ?? []
  return inertTypes.has(type) ? type + charset : 'application/octet-stream'
}

/** Turns a handler's result into the response. The reply schema drops all properties that it does not name. */
export const sendAnswer = (call: Endpoint, reply: FastifyReply, result: unknown) => {
  if (call.replyType === 'file') return sendFile(reply, result as FileAnswer)
  if (call.replyType === 'headers')
    return reply
      .status(204)
      .headers(call.reply.parse(result) as Record<string, string>)
      .send()
  if (call.replyType === 'list') return sendList(call, reply, result as Page<unknown> | StreamedList<unknown>)
  if (call.revalidated) return sendRevalidated(call, reply, result as object)
  if (call.replyType === 'created') reply.status(201)
  return createEnvelope(call, result)
}

const createEnvelope = (call: Endpoint, result: unknown) => {
  const data = call.reply.parse(result)
  return envelope('SUCCESS', messageOf(call, data), data)
}

const prepareReply = (call: Endpoint, result: object) => {
  const text = JSON.stringify(createEnvelope(call, result))
  return { etag: etagOf(text), bodyFor: compressOnce(text) }
}

/** Prepared replies, as long as the handler's result is in use. */
const preparedReplies = new WeakMap<object, ReturnType<typeof prepareReply>>()

const sendRevalidated = (call: Endpoint, reply: FastifyReply, result: object) => {
  const { headers } = reply.request
  const prepared = preparedReplies.get(result) ?? prepareReply(call, result)
  preparedReplies.set(result, prepared)
  // One tag for all codings: a weak one.
  reply.headers({ etag: `W/${prepared.etag}`, 'cache-control': 'private, no-cache', vary: 'accept-encoding' })
  return hasTag(headers['if-none-match'], prepared.etag)
    ? reply.status(304).send()
    : reply.type('application/json; charset=utf-8').send(prepared.bodyFor(headers['accept-encoding']?.toString(), reply))
}

const messageOf = ({ message = '' }: Endpoint, data: unknown) => (typeof message === 'string' ? message : message(data as never))

const sendList = (call: Endpoint, reply: FastifyReply, list: Page<unknown> | StreamedList<unknown>) => {
  if ('stream' in list) {
    reply.type('application/json; charset=utf-8')
    const isHead = reply.request.method === 'HEAD' // starts no stream: nothing would read it
    return reply.send(isHead ? '' : endWhenStalled(reply, Readable.from(jsonArrayText(call, list.stream), { objectMode: false })))
  }
  if (list.total !== undefined) reply.header('x-total-count', String(list.total))
  if (list.estimated ?? list.total === undefined) reply.header('x-total-estimated', 'true')
  return call.reply.parse(list.rows)
}

async function* jsonArrayText(call: Endpoint, pages: AsyncIterable<unknown[]>) {
  let before = '['
  for await (const rows of pages) {
    const text = JSON.stringify(call.reply.parse(rows))
    yield before + text.slice(1, -1)
    before = ','
  }
  yield before === '[' ? '[]' : ']'
}

/** A Content-Disposition header with a safe file name: RFC 6266, with an ASCII fallback. */
export const disposition = (name: string, kind: 'attachment' | 'inline' = 'attachment') => {
  const safeName = name.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
  const plain = safeName.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(safeName).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)}`
}

const publicHeaders = { 'cache-control': 'public, max-age=31536000, immutable', 'cross-origin-resource-policy': 'cross-origin' }

const setFileHeaders = (
  reply: FastifyReply,
  { name, type, isPublic = false, isInline = false, isGenerated = false }: FileAnswer,
) =>
  reply
    .headers(isPublic ? publicHeaders : {})
    .header('content-disposition', disposition(name, isPublic || isInline ? 'inline' : 'attachment'))
    .header('content-security-policy', "sandbox; default-src 'none'")
    .type(isGenerated ? type : safeContentType(type))

const sendFile = async (reply: FastifyReply, file: FileAnswer) => {
  const { body } = file
  if (body instanceof Readable) endWhenStalled(reply, body)
  if (!('tag' in body)) return setFileHeaders(reply, file).send(body)
  // First what may throw: a Refusal has headers of its own.
  const { status, headers, bytes } = await prepareRange(reply.request, body)
  setFileHeaders(reply, file).status(status).headers(headers)
  return bytes ? sendBytes(reply, bytes) : reply.send()
}
