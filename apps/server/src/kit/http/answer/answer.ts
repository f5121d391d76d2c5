import { Readable } from 'node:stream'
import type { Endpoint } from '@tradewind/contract/kit/endpoint'
import type { FastifyReply } from 'fastify'
import type { Page } from '../../database/list.ts'
import type { FileAnswer, Streamed } from '../context.ts'
import { envelope } from './envelope.ts'
import { carry } from './carry.ts'
import { rangeOf } from './range.ts'
import { endWhereStalled } from './stalled.ts'
import { sentType } from './types.ts'

/** Turns what a handler gave into what is sent. The reply schema drops all that it does not name. */
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
    const isHead = reply.request.method === 'HEAD' // begins no stream: nobody would read it out
    return reply.send(isHead ? '' : endWhereStalled(reply, Readable.from(arrayText(call, given.stream), { objectMode: false })))
  }
  reply.header('x-total-count', String(given.total))
  if (given.estimated) reply.header('x-total-estimated', 'true')
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

/** A name that is safe in any header: RFC 6266, with an ASCII fallback. */
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
  // First what may be refused: a refusal has headers of its own.
  const { status, headers, bytes } = await rangeOf(reply.request, body)
  dressed(reply, file).status(status).headers(headers)
  return bytes ? carry(reply, bytes) : reply.send()
}
