import { say } from '@tradewind/contract/kit/say'
import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../../errors.ts'
import type { Ranged } from '../context.ts'

interface Part {
  start: number
  end: number
}

/**
 * The part that a Range asks for, of so many bytes. Nothing where all of it is to be sent: another unit, several parts, what
 * cannot be read. Refused (416) where there are no such bytes.
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

/** Whether a list of tags holds this one, `W/` before it or not. */
const names = (list: string | undefined, etag: string) =>
  list !== undefined && (list.trim() === '*' || list.split(',').some((each) => each.trim().replace(/^W\//, '') === etag))

/** A part is sent to a GET alone, and of these very bytes alone where If-Range names some. */
const askedOf = ({ method, headers }: FastifyRequest, etag: string, size: number) => {
  const wanted = headers['if-range']
  const isOfThese = wanted === undefined || wanted === etag
  return method === 'GET' && headers.range !== undefined && isOfThese ? partOf(headers.range, size) : undefined
}

/** How a file, or the part of it that is asked for, is sent: 304 where it is known already. What a HEAD asks for is not opened. */
export const rangeOf = async (request: FastifyRequest, { size, tag, open }: Ranged) => {
  const etag = `"${tag}"`
  const headers = { etag, 'accept-ranges': 'bytes' }
  if (names(request.headers['if-none-match'], etag)) return { status: 304, headers, bytes: undefined }
  const part = askedOf(request, etag, size)
  const { start, end } = part ?? { start: 0, end: size - 1 }
  const bytes = request.method === 'HEAD' ? Readable.from([]) : await open(size === 0 ? undefined : { start, end })
  const length = { ...headers, 'content-length': String(end + 1 - start) }
  if (!part) return { status: 200, headers: length, bytes }
  return { status: 206, headers: { ...length, 'content-range': `bytes ${start}-${end}/${size}` }, bytes }
}
