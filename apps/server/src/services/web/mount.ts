import type { PageServices } from '@tradewind/contract/kit/page'
import type { Language } from '@tradewind/contract/message/message.contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isAway } from '#kit/database/scoped'
import { described } from '#kit/http/refuse'
import { mountAssets } from './assets.ts'
import { openVite } from './dev.ts'
import { draw, isPage, type Other, type Pages, type WebBuild, webFolder } from './draw.ts'
import { keep } from './kept.ts'
import { askedLanguage } from './language.ts'
import { isShared, type Page, sendPage } from './page.ts'
import { broken, nowhere, resting } from './plain.ts'

/** Who asks for a page: the host name they asked, and the language, where they named one that is spoken here. */
export interface Visit {
  host: string
  language: Language | undefined
}

export interface PagesConfig {
  /** What a page needs of the tenant at that host, in the language of the visit, else in the tenant's own. Undefined: nobody lives there. */
  services: (visit: Visit) => Promise<PageServices | undefined>
  /** Draws from the sources instead of the build. */
  dev: boolean
}

const seconds = 30
const entries = 300

/** Paths that are never a page, whatever the pages say. */
const isElsewhere = (path: string) => /^\/(api|ws)(\/|\?|$)/.test(path)

const openBuild = async (): Promise<Pages> => {
  const build = (await import(new URL('build/server/index.js', webFolder).href)) as WebBuild
  return build.entry.module.pages(build, 'production')
}

const sendOther = (reply: FastifyReply, { status, headers, body }: Other) =>
  reply
    .code(status)
    .headers({ 'cache-control': 'no-store', ...headers })
    .send(body)

/** Puts the web under every path that nothing else has: assets, pages, and the data that pages ask for as one moves between them. */
export const mountPages = async (app: FastifyInstance, { services, dev }: PagesConfig) => {
  await app.register(async (web) => {
    const pages = dev ? await openVite(web) : await openBuild()
    if (!dev) await mountAssets(web)
    const kept = keep<Page | Other>({ seconds, entries })
    const isWorth = (drawn: Page | Other) => !dev && isPage(drawn) && isShared(drawn.handle) && drawn.status < 500

    const drawn = async (request: FastifyRequest, visit: Visit) => {
      const lent = await services(visit)
      const report = (error: unknown) => request.log.error({ error: described(error), reference: request.id }, 'a page failed')
      return lent ? draw(pages, request.raw.url!, lent, report) : nowhere
    }
    const answer = (request: FastifyRequest) => {
      const [, search = ''] = request.raw.url!.split('?')
      const visit = {
        host: request.hostname.toLowerCase(),
        language: askedLanguage(new URLSearchParams(search), request.headers['accept-language']),
      }
      return kept([visit.host, visit.language, request.raw.url].join(' '), () => drawn(request, visit), isWorth)
    }

    web.get('/*', async (request, reply) => {
      if (isElsewhere(request.raw.url!)) return reply.callNotFound()
      const answered = await answer(request).catch((error: unknown) => {
        request.log.error({ error: described(error), reference: request.id }, 'a page failed')
        return isAway(error) ? resting : broken
      })
      return isPage(answered) ? sendPage(request, reply, answered, seconds) : sendOther(reply, answered)
    })
  })
}
