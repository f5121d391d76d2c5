import type { FastifyReply, FastifyRequest } from 'fastify'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { seal } from './seal.ts'

/** What a page says of itself: open to visitors, hidden from search engines, secret because its address holds a token. */
export interface Handle {
  public?: boolean
  hidden?: boolean
  secret?: boolean
}

export interface Page {
  status: number
  handle: Handle
  policy: string
  etag: string
  html: Buffer
  /** The same, compressed, once somebody has asked for it so. */
  packed: Map<string, Promise<Buffer>>
}

export const pageOf = (status: number, rendered: string, mark: string, handle: Handle): Page => {
  const { html, policy, etag } = seal(rendered, mark)
  return { status, handle, policy, etag, html: Buffer.from(html), packed: new Map() }
}

const packers: Record<string, (html: Buffer) => Promise<Buffer>> = {
  br: (html) => promisify(brotliCompress)(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (html) => promisify(gzip)(html),
}

const packed = (page: Page, accepted = '') => {
  const offers = accepted.split(',').filter((offer) => !/;\s*q=0(\.0*)?\s*$/.test(offer))
  const encoding = Object.keys(packers).find((known) => offers.some((offer) => offer.split(';')[0]!.trim() === known))
  if (!encoding) return { body: page.html }
  const body = page.packed.get(encoding) ?? packers[encoding]!(page.html)
  page.packed.set(encoding, body)
  return { body, encoding }
}

/** May it be kept, here and by others? Not a token's page, nor what belongs to a session, nor a failure. */
export const isShared = ({ handle, status }: Page) => Boolean(handle.public && !handle.secret && status < 500)

const caching = (page: Page, seconds: number) =>
  isShared(page)
    ? { etag: page.etag, 'cache-control': `public, max-age=0, s-maxage=${seconds}` }
    : { 'cache-control': 'private, no-store' }

const headersOf = (page: Page, seconds: number) => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': page.policy,
  vary: 'Accept-Encoding, Accept-Language',
  ...caching(page, seconds),
  ...(isShared(page) && !page.handle.hidden ? {} : { 'x-robots-tag': 'noindex' }),
  ...(page.handle.secret ? { 'referrer-policy': 'no-referrer' } : {}),
})

const isKnown = (page: Page, known: string | undefined) =>
  isShared(page) && Boolean(known?.split(',').some((tag) => tag.trim().replace(/^(W\/)?/, 'W/') === page.etag))

/** Sends a page: packed as the browser likes it, or just the word that the browser's copy is still good. */
export const sendPage = async (request: FastifyRequest, reply: FastifyReply, page: Page, seconds: number) => {
  reply.headers(headersOf(page, seconds))
  if (isKnown(page, request.headers['if-none-match'])) return reply.code(304).send()
  const { body, encoding } = packed(page, request.headers['accept-encoding']?.toString())
  if (encoding) reply.header('content-encoding', encoding)
  return reply.code(page.status).send(await body)
}
