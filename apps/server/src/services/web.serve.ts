import type { Language } from '@tradewind/contract/kit/language'
import type { Answered, PageServices } from '@tradewind/contract/kit/page'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { lruCache } from '#kit/cache'
import { isAway } from '#kit/database/scoped'
import { pathOf, targetOf } from '#kit/http/input'
import { described } from '#kit/http/refuse'
import { askedLanguage } from './language.ts'
import { broken, draw, isPage, isShared, nowhere, type Other, type Page, type Pages, resting, sendPage } from './web.page.ts'

/** Thrown when an API request of a page failed. */
class Unanswered extends Error {
  readonly status: number
  constructor(status: number) {
    super(`A page asked the API and got ${status}`)
    this.status = status
  }
}

const nothingThere = [404, 403, 422]

/**
 * Lets a page request the API within this process by path, as a visitor of the tenant without a session. The visitor's IP
 * address is passed as the connection's address, which headers of the client cannot override.
 */
export const asker =
  (app: Pick<FastifyInstance, 'inject'>, tenantId: string, remoteAddress: string): PageServices['ask'] =>
  async (path) => {
    if (!path.startsWith('/api/')) throw new Error('Pages ask the API alone')
    const reply = await app.inject({ method: 'GET', url: path, headers: { 'x-tenant': tenantId }, remoteAddress })
    if (nothingThere.includes(reply.statusCode)) return null
    if (reply.statusCode !== 200) throw new Unanswered(reply.statusCode)
    return answered(reply.json(), reply.headers['x-total-count'])
  }

const answered = (body: unknown, total: unknown): Answered =>
  Array.isArray(body) ? { data: body, total: Number(total ?? body.length) } : { data: (body as Answered).data, total: null }

/** A page request: the host name, the requested language if it is supported, and the client's IP address. */
export interface Visit {
  host: string
  language: Language | undefined
  address: string
}

/** Finds the services of the tenant at the visit's host, in the visit's language, else the tenant's. Undefined if there is no such tenant. */
export type FindServices = (visit: Visit) => Promise<PageServices | undefined>

const entries = 300
const bytes = 32 * 1024 * 1024
/** Compressed copies add about half the size of the HTML. */
const sizeOf = ({ answer }: Shown) => (isPage(answer) ? Math.ceil(answer.html.length * 1.5) : 0)

/** A rendered response, its tenant, and the API paths that it requested. */
export interface Shown {
  answer: Page | Other
  tenantId: string
  asked: readonly string[]
}

/** Notifications of changes to what public pages show. */
export interface Changes {
  /** Registers the cache's `forget`; it is called with a predicate for stale pages, or without one if all are stale. */
  onChange: (forget: (isOld?: (shown: Shown) => boolean) => void) => void
  /** Whether change notifications currently arrive; otherwise nothing is cached. */
  areHeard: () => boolean
}

/** Whether a path can never be a page. */
const isElsewhere = (path: string) => /^\/(api|ws)(\/|$)/.test(path)

const visitOf = (request: FastifyRequest): Visit => {
  const [, search = ''] = targetOf(request).split('?')
  const language = askedLanguage(new URLSearchParams(search), request.headers['accept-language'])
  return { host: request.hostname.toLowerCase(), language, address: request.ip }
}

const sendOther = (reply: FastifyReply, { status, headers, body }: Other) =>
  reply
    .code(status)
    .headers({ 'cache-control': 'no-store', ...headers })
    .send(body)

const isOpen = ({ answer }: Shown) => isPage(answer) && isShared(answer)

const ofNobody = (answer: Page): Shown => ({ answer, tenantId: '', asked: [] })

/**
 * Serves rendered pages on every path that is not taken. Public pages are cached for so many seconds, by host, path and language;
 * proxies may only cache those that show no records.
 */
export const servePages = (
  app: FastifyInstance,
  pages: Pages,
  services: FindServices,
  { seconds, onChange, areHeard }: { seconds: number } & Changes,
) => {
  const kept = lruCache<Shown>({ name: 'pages', seconds, entries, bytes, sizeOf })
  onChange(kept.forget)
  const drawn = async (request: FastifyRequest, visit: Visit): Promise<Shown> => {
    const lent = await services(visit)
    if (!lent) return ofNobody(nowhere)
    const asked: string[] = []
    const ask = (path: string) => {
      asked.push(path)
      return lent.ask(path)
    }
    const answer = await draw(pages, targetOf(request), { ...lent, ask }, (error) => report(request, error))
    return { answer, tenantId: lent.tenant.uniqueId, asked }
  }

  app.get('/*', async (request, reply) => {
    if (isElsewhere(pathOf(request))) return reply.callNotFound()
    const visit = visitOf(request)
    const key = [visit.host, visit.language, targetOf(request)].join(' ')
    const { answer, asked } = await kept
      .get(
        key,
        () => drawn(request, visit),
        (shown) => isOpen(shown) && areHeard(),
      )
      .catch((error: unknown) => {
        report(request, error)
        return ofNobody(isAway(error) ? resting : broken)
      })
    return isPage(answer) ? sendPage(request, reply, answer, asked.length > 0 ? 0 : seconds) : sendOther(reply, answer)
  })
}

const report = (request: FastifyRequest, error: unknown) =>
  request.log.error({ error: described(error), reference: request.id }, 'a page failed')
