import { Readable } from 'node:stream'
import type { Endpoint } from '@tradewind/contract/kit/endpoint'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Page } from '../database/list.ts'
import type { FileAnswer, Streamed } from './context.ts'

/** Turns what a handler gave into what is sent. The reply schema drops all that it does not name. */
export const answer = (call: Endpoint, reply: FastifyReply, given: unknown) => {
  if (call.answers === 'file') return sendFile(reply, given as FileAnswer)
  if (call.answers === 'list') return sendList(call, reply, given as Page<unknown> | Streamed<unknown>)
  if (call.answers === 'created') reply.status(201)
  const data = call.reply.parse(given)
  return { responseStatus: 'SUCCESS', message: messageOf(call, data), data }
}

const messageOf = ({ says = '' }: Endpoint, data: unknown) => (typeof says === 'string' ? says : says(data as never))

const sendList = (call: Endpoint, reply: FastifyReply, given: Page<unknown> | Streamed<unknown>) => {
  if ('stream' in given)
    return reply.type('application/json; charset=utf-8').send(Readable.from(arrayText(call, given.stream), { objectMode: false }))
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
export const disposition = (name: string) => {
  const shown = name.replace(/[\p{Cc}\p{Cf}]/gu, '')
  const plain = shown.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(shown).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)}`
}

const sendFile = (reply: FastifyReply, { name, type, body }: FileAnswer) =>
  reply
    .header('content-disposition', disposition(name))
    .header('content-security-policy', "sandbox; default-src 'none'")
    .type(type)
    .send(body)

/** The envelope of a refusal. */
export const refusalBody = z.object({ responseStatus: z.literal('ERROR'), message: z.string(), data: z.unknown() })
