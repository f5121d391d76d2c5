import type { Language } from '@tradewind/contract/kit/language'
import type { ApiResult, PageServices } from '@tradewind/contract/kit/page'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { lruCache } from '#kit/cache'
import { isUnavailable } from '#kit/database/scoped'
import { pathOf, targetOf } from '#kit/http/input'
import { describeError } from '#kit/http/refuse'
import { requestedLanguage } from './language.ts'
import {
  errorPage,
  isCacheable,
  isPage,
  type OtherResponse,
  type Page,
  type Pages,
  renderPage,
  sendPage,
  unavailablePage,
  unknownHostPage,
} from './web.page.ts'

/** Thrown when an API request of a page failed. */
class ApiRequestFailed extends Error {
  readonly status: number
  constructor(status: number) {
    super(`A page asked the API and got ${status}`)
    this.status = status
  }
}

const notFoundStatuses = [404, 403, 422]

/**
 * Lets a page request the API within this process by path, as a visitor of the tenant without a session. The visitor's IP
 * address is passed as the connection's address, which headers of the client cannot override.
 */
export const createApiClient =
  (app: Pick<FastifyInstance, 'inject'>, tenantId: string, remoteAddress: string): PageServices['callApi'] =>
  async (path) => {
    if (!path.startsWith('/api/')) throw new Error('Pages ask the API alone')
    const reply = await app.inject({ method: 'GET', url: path, headers: { 'x-tenant': tenantId }, remoteAddress })
    if (notFoundStatuses.includes(reply.statusCode)) return null
    if (reply.statusCode !== 200) throw new ApiRequestFailed(reply.statusCode)
    return toAnswered(reply.json(), reply.headers['x-total-count'])
  }

const toAnswered = (body: unknown, total: unknown): ApiResult =>
  Array.isArray(body) ? { data: body, total: Number(total ?? body.length) } : { data: (body as ApiResult).data, total: null }

/** A page request: the host name, the requested language if it is supported, and the client's IP address. */
export interface Visit {
  host: string
  language: Language | undefined
  address: string
}

/** Finds the services of the tenant at the visit's host, in the visit's language, else the tenant's. Undefined if there is no such tenant. */
export type FindServices = (visit: Visit) => Promise<PageServices | undefined>

const MAX_ENTRIES = 300
const MAX_BYTES = 32 * 1024 * 1024
/** Compressed copies add about half the size of the HTML. */
const sizeOf = ({ answer }: RenderedPage) => (isPage(answer) ? Math.ceil(answer.html.length * 1.5) : 0)

/** A rendered response, its tenant, and the API paths that it requested. */
export interface RenderedPage {
  answer: Page | OtherResponse
  tenantId: string
  apiPaths: readonly string[]
}

/** Notifications of changes to what public pages show. */
export interface PageChanges {
  /** Registers the cache's `forget`; it is called with a predicate for stale pages, or without one if all are stale. */
  onChange: (forget: (isOld?: (page: RenderedPage) => boolean) => void) => void
  /** Whether change notifications currently arrive; otherwise nothing is cached. */
  isConnected: () => boolean
}

/** Whether a path can never be a page. */
const isReservedPath = (path: string) => /^\/(api|ws)(\/|$)/.test(path)

const visitOf = (request: FastifyRequest): Visit => {
  const [, search = ''] = targetOf(request).split('?')
  const language = requestedLanguage(new URLSearchParams(search), request.headers['accept-language'])
  return { host: request.hostname.toLowerCase(), language, address: request.ip }
}

const sendOther = (reply: FastifyReply, { status, headers, body }: OtherResponse) =>
  reply
    .code(status)
    .headers({ 'cache-control': 'no-store', ...headers })
    .send(body)

const isCacheableEntry = ({ answer }: RenderedPage) => isPage(answer) && isCacheable(answer)

const withoutTenant = (answer: Page): RenderedPage => ({ answer, tenantId: '', apiPaths: [] })

/**
 * Serves rendered pages on every path that is not taken. Public pages are cached for so many seconds, by host, path and language;
 * proxies may only cache those that show no records.
 */
export const servePages = (
  app: FastifyInstance,
  pages: Pages,
  services: FindServices,
  { seconds, onChange, isConnected }: { seconds: number } & PageChanges,
) => {
  const pageCache = lruCache<RenderedPage>({ name: 'pages', seconds, entries: MAX_ENTRIES, bytes: MAX_BYTES, sizeOf })
  onChange(pageCache.forget)
  const render = async (request: FastifyRequest, visit: Visit): Promise<RenderedPage> => {
    const pageServices = await services(visit)
    if (!pageServices) return withoutTenant(unknownHostPage)
    const askedPaths: string[] = []
    const callApi = (path: string) => {
      askedPaths.push(path)
      return pageServices.callApi(path)
    }
    const answer = await renderPage(pages, targetOf(request), { ...pageServices, callApi }, (error) => report(request, error))
    return { answer, tenantId: pageServices.tenant.uniqueId, apiPaths: askedPaths }
  }

  app.get('/*', async (request, reply) => {
    if (isReservedPath(pathOf(request))) return reply.callNotFound()
    const visit = visitOf(request)
    const key = [visit.host, visit.language, targetOf(request)].join(' ')
    const { answer, apiPaths } = await pageCache
      .get(
        key,
        () => render(request, visit),
        (rendered) => isCacheableEntry(rendered) && isConnected(),
      )
      .catch((error: unknown) => {
        report(request, error)
        return withoutTenant(isUnavailable(error) ? unavailablePage : errorPage)
      })
    return isPage(answer) ? sendPage(request, reply, answer, apiPaths.length > 0 ? 0 : seconds) : sendOther(reply, answer)
  })
}

/** A visitor who has asked too often is no error of the page, and could otherwise fill the log. */
const isOverLimit = (error: unknown) => error instanceof ApiRequestFailed && error.status === 429

const report = (request: FastifyRequest, error: unknown) =>
  isOverLimit(error) || request.log.error({ error: describeError(error), reference: request.id }, 'a page failed')
