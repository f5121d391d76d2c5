import type { PageServices } from '@tradewind/contract/kit/page'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const sources = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'", // Mantine writes style attributes and, for responsive props, style elements
  "img-src 'self' data: blob:",
  'frame-src https://www.youtube-nocookie.com https://open.spotify.com',
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

const sha = (text: string) => createHash('sha256').update(text).digest('base64')

/** Builds the CSP of a rendered page: its own inline scripts, identified by the nonce `mark`, are allowed by hash, and the nonce is removed. Injected scripts lack it. */
export const buildPolicy = (rendered: string, mark: string) => {
  const ownScripts = new RegExp(`<script(?=[^>]* nonce="${mark}")(?![^>]* src=)[^>]*>([^]*?)</script>`, 'g')
  const hashes = new Set(Array.from(rendered.matchAll(ownScripts), ([, code = '']) => `'sha256-${sha(code)}'`))
  const html = rendered.replaceAll(` nonce="${mark}"`, '')
  return { html, policy: ["script-src 'self'", ...hashes].join(' ') + `; ${sources}`, etag: `W/"${sha(html).slice(0, 22)}"` }
}

/** Properties of a page: open to visitors, hidden from search engines, secret because its URL contains a token. */
export interface Handle {
  public?: boolean
  hidden?: boolean
  secret?: boolean
  /** It may use the camera, which no other page may. */
  camera?: boolean
}

export interface Page {
  status: number
  handle: Handle
  policy: string
  etag: string
  html: Buffer
  /** The compressed forms by encoding, created on the first request. */
  encodedBodies: Map<string, Promise<Buffer>>
}

const pageOf = (status: number, rendered: string, mark: string, handle: Handle): Page => {
  const { html, policy, etag } = buildPolicy(rendered, mark)
  return { status, handle, policy, etag, html: Buffer.from(html), encodedBodies: new Map() }
}

const packers: Record<string, (html: Buffer) => Promise<Buffer>> = {
  br: (html) => promisify(brotliCompress)(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (html) => promisify(gzip)(html),
}

const packed = (page: Page, accepted = '') => {
  const offers = accepted.split(',').filter((offer) => !/;\s*q=0(\.0*)?\s*$/.test(offer))
  const encoding = Object.keys(packers).find((name) => offers.some((offer) => offer.split(';')[0]!.trim() === name))
  if (!encoding) return { body: page.html }
  const body = page.encodedBodies.get(encoding) ?? packers[encoding]!(page.html)
  page.encodedBodies.set(encoding, body)
  return { body, encoding }
}

/** Whether it may be cached, here and by proxies: not a page with a token, nor of a session, nor a server error. */
export const isCacheable = ({ handle, status }: Page) => Boolean(handle.public && !handle.secret && status < 500)

const cacheHeaders = (page: Page, seconds: number) =>
  isCacheable(page)
    ? { etag: page.etag, 'cache-control': `public, max-age=0, s-maxage=${seconds}` }
    : { 'cache-control': 'private, no-store' }

const headersOf = (page: Page, seconds: number) => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': page.policy,
  vary: 'Accept-Encoding, Accept-Language',
  ...cacheHeaders(page, seconds),
  ...(isCacheable(page) && !page.handle.hidden ? {} : { 'x-robots-tag': 'noindex' }),
  ...(page.handle.secret ? { 'referrer-policy': 'no-referrer' } : {}),
  ...(page.handle.camera ? { 'permissions-policy': 'camera=(self), geolocation=(), microphone=()' } : {}),
})

const isUnchanged = (page: Page, ifNoneMatch: string | undefined) =>
  isCacheable(page) && Boolean(ifNoneMatch?.split(',').some((tag) => tag.trim().replace(/^(W\/)?/, 'W/') === page.etag))

/** Sends a page in an encoding that the browser accepts, or 304 if the browser's copy is current. */
export const sendPage = async (request: FastifyRequest, reply: FastifyReply, page: Page, seconds: number) => {
  reply.headers(headersOf(page, seconds))
  if (isUnchanged(page, request.headers['if-none-match'])) return reply.code(304).send()
  const { body, encoding } = packed(page, request.headers['accept-encoding']?.toString())
  if (encoding) reply.header('content-encoding', encoding)
  return reply.code(page.status).send(await body)
}

const style = `:root{color-scheme:light dark}body{margin:0;font:1.0625rem/1.6 Arial,Helvetica,sans-serif;background:light-dark(#fff,#0d1828);color:light-dark(#0c1b30,#e4ebf5)}
main{max-width:34rem;margin:18vh auto;padding:0 1.25rem}b{color:light-dark(#b14d05,#ffad69)}h1{margin:.5rem 0;font-size:2.25rem;line-height:1.15;letter-spacing:-.02em}a{color:inherit}`

const createPlainPage = (status: number, title: string, text: string, link = '') =>
  pageOf(
    status,
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${title}</title><style>${style}</style></head><body><main><b>${status}</b><h1>${title}</h1><p>${text}</p>${link}</main></body></html>`,
    'none',
    {},
  )

/** The requested host has no tenant, so there is no home page to link to. */
export const unknownHostPage: Page = createPlainPage(404, 'Page not found', 'There is no site at this address.')

/** The pages cannot be rendered. */
export const errorPage: Page = createPlainPage(
  500,
  'Something went wrong!',
  'Please try again later.',
  '<p><a href="/">Back To Home</a></p>',
)

/** The tenant cannot be looked up because the database is unavailable. */
export const unavailablePage: Page = createPlainPage(
  503,
  'We will be back in a moment',
  'Please try again.',
  '<p><a href="/">Back To Home</a></p>',
)

/** The page renderer that the web's server entry exports: errors during rendering are reported and answered as a page. */
export type Pages = (request: Request, services: PageServices, report: (error: unknown) => void) => Promise<Response>

/** The server build of the web, or the module that Vite loads in development. */
export interface WebBuild {
  entry: { module: { pages: (build: WebBuild, mode: 'production' | 'development') => Pages } }
}

/** The folder of the web application. */
export const webFolder = new URL('../../../web/', import.meta.url)

/** A response that is not a page: a redirect, or loader data. */
export interface OtherResponse {
  status: number
  headers: Record<string, string>
  body: Buffer
}

export const isPage = (response: Page | OtherResponse): response is Page => 'html' in response

/** Whether this is a data request of the pages' scripts, which handle errors themselves. */
const isData = (path: string) => /^[^?]*\.data(\?|$)/.test(path)

const styleSheetCache = new Map<string, string>()
const readStyleSheet = (path: string) => {
  const sheet = styleSheetCache.get(path) ?? readFileSync(new URL(`build/client/${path}`, webFolder), 'utf8')
  styleSheetCache.set(path, sheet)
  return sheet
}

/** Inlines a page's small style sheets, so that nothing is fetched before the first paint. The links stay for the scripts, but do not block rendering. */
const inlineStyleSheets = (html: string) =>
  html.replace(
    /<link (?:nonce="[\w-]+" )?rel="stylesheet" href="\/(assets\/[\w-]+\.css)(#?)"\/>/g,
    (_, path: string, mark: string) =>
      `<style>${readStyleSheet(path)}</style><link rel="stylesheet" href="/${path}${mark}" media="print"/>`,
  )

const drawnPage = (status: number, html: string, mark: string, handle: Handle) =>
  pageOf(status, handle.public ? inlineStyleSheets(html) : html, mark, handle)

/** Renders the page at a path as any visitor sees it: nothing about the client reaches the rendering. */
export const renderPage = async (pages: Pages, path: string, services: PageServices, report: (error: unknown) => void) => {
  const response = await pages(new Request(services.origin + path), services, report)
  const { 'x-script-mark': mark, 'x-page-handle': handle, ...headers } = Object.fromEntries(response.headers)
  if (response.status === 503 && !isData(path)) return unavailablePage
  if (response.status >= 500 && !mark && !isData(path)) return errorPage
  if (mark && handle) return drawnPage(response.status, await response.text(), mark, JSON.parse(handle) as Handle)
  return { status: response.status, headers, body: Buffer.from(await response.arrayBuffer()) }
}
