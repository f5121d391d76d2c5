import type { PageServices } from '@tradewind/contract/kit/page'
import type { Language } from '@tradewind/contract/message/message.contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isAway } from '#kit/database/scoped'
import { described } from '#kit/http/refuse'
import { draw, isPage, type Other, type Pages } from './draw.ts'
import { keep } from './kept.ts'
import { askedLanguage } from './language.ts'
import { isShared, type Page, sendPage } from './page.ts'
import { broken, nowhere, resting } from './plain.ts'

/** Who asks for a page: the host name they asked, and the language, where they named one that is spoken here. */
export interface Visit {
  host: string
  language: Language | undefined
}

/** What a page needs of the tenant at that host, in the language of the visit, else in the tenant's own. Undefined: nobody lives there. */
export type Lend = (visit: Visit) => Promise<PageServices | undefined>

const entries = 300

/** Paths that are never a page, whatever the pages say. */
const isElsewhere = (path: string) => /^\/(api|ws)(\/|\?|$)/.test(path)

const visitOf = (request: FastifyRequest): Visit => {
  const [, search = ''] = request.raw.url!.split('?')
  const language = askedLanguage(new URLSearchParams(search), request.headers['accept-language'])
  return { host: request.hostname.toLowerCase(), language }
}

const sendOther = (reply: FastifyReply, { status, headers, body }: Other) =>
  reply
    .code(status)
    .headers({ 'cache-control': 'no-store', ...headers })
    .send(body)

const isWorth = (drawn: Page | Other) => isPage(drawn) && isShared(drawn)

/** Answers every path that nothing else has with what the pages draw. Open pages are kept for so many seconds, by host, path and language. */
export const servePages = (app: FastifyInstance, pages: Pages, services: Lend, seconds: number) => {
  const kept = keep<Page | Other>({ seconds, entries })
  const drawn = async (request: FastifyRequest, visit: Visit) => {
    const lent = await services(visit)
    return lent ? draw(pages, request.raw.url!, lent, (error) => report(request, error)) : nowhere
  }

  app.get('/*', async (request, reply) => {
    if (isElsewhere(request.raw.url!)) return reply.callNotFound()
    const visit = visitOf(request)
    const key = [visit.host, visit.language, request.raw.url].join(' ')
    const answer = await kept(key, () => drawn(request, visit), isWorth).catch((error: unknown) => {
      report(request, error)
      return isAway(error) ? resting : broken
    })
    return isPage(answer) ? sendPage(request, reply, answer, seconds) : sendOther(reply, answer)
  })
}

const report = (request: FastifyRequest, error: unknown) =>
  request.log.error({ error: described(error), reference: request.id }, 'a page failed')
