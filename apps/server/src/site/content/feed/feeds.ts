import { createHash } from 'node:crypto'
import type { Language } from '@tradewind/contract/kit/language'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Database, tenantScope } from '#kit/database/database'
import { lruCache } from '#kit/lruCache'
import type { News } from '#kit/notifyNodes'
import type { TextsOf } from '#platform/message/message.queries'
import { hostName, type Tenant, type Tenants } from '#platform/tenant/tenant.queries'
import type { TenantSettings } from '#platform/tenantSetting/tenantSetting.queries'
import { robots } from './openPaths.ts'
import { rss } from './rss.ts'
import type { Site } from './site.ts'
import { sitemap } from './sitemap.ts'

interface FeedServices {
  db: Database
  tenants: Tenants
  settings: TenantSettings
  texts: TextsOf
  originOf: (tenant: Tenant) => string
  onNews: (listener: (news: News) => void) => unknown
  live: Record<'whenDown' | 'whenUp', (forget: () => void) => unknown> & { isUp: () => boolean }
}

interface Feed {
  tenantId: string
  body: Buffer
  etag: string
}

/** What a feed shows, and what changes that. */
const shown = new Set(['content', 'trust', 'setting', 'tenant', 'message'])
const SECONDS = 300
const MOST_BYTES = 64 * 1024 * 1024

const siteOf = async ({ db, settings, texts, originOf }: FeedServices, tenant: Tenant): Promise<Site> => {
  const { uniqueId, fullName: name } = tenant
  const decided = await settings.of(uniqueId)
  const say = await texts.translator(uniqueId, decided.DEFAULT_LANGUAGE as Language)
  return { db: db.as(tenantScope(uniqueId)), origin: originOf(tenant), name, decided, say }
}

const feedOf = (tenantId: string, text: string): Feed => {
  const body = Buffer.from(text)
  return { tenantId, body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` }
}

/** Feeds are kept until one of the things that they show changes, on whichever node. */
const keptFeeds = ({ onNews, live }: FeedServices) => {
  const kept = lruCache<Feed | undefined>({
    seconds: SECONDS,
    entries: 300,
    bytes: MOST_BYTES,
    sizeOf: (feed) => feed?.body.length ?? 0,
  })
  onNews(({ topic, tenantId }) => {
    if (shown.has(topic)) kept.forget((feed) => feed?.tenantId === tenantId)
  })
  live.whenDown(() => kept.forget())
  live.whenUp(() => kept.forget())
  return (key: string, make: () => Promise<Feed | undefined>) => kept.get(key, make, (feed) => feed !== undefined && live.isUp())
}

const send = ({ headers }: FastifyRequest, reply: FastifyReply, type: string, { body, etag }: Feed) => {
  reply.headers({ etag, 'cache-control': 'public, max-age=0, s-maxage=0', 'content-security-policy': "default-src 'none'" })
  const isKnown = headers['if-none-match']?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
  return isKnown ? reply.code(304).send() : reply.type(type).send(body)
}

/** What search engines and readers of news ask for, beside the pages: of the tenant that lives at the host. */
const feeds = {
  '/sitemap.xml': ['application/xml; charset=utf-8', sitemap],
  '/rss.xml': ['application/rss+xml; charset=utf-8', rss],
  '/robots.txt': ['text/plain; charset=utf-8', async ({ origin }: Site) => robots(origin)],
} as const

export const mountFeeds = (app: FastifyInstance, appContext: FeedServices) => {
  const kept = keptFeeds(appContext)
  for (const [path, [type, write]] of Object.entries(feeds))
    app.get(path, async (request, reply) => {
      const tenant = (await appContext.tenants.byHost(hostName(request.hostname))) ?? (await appContext.tenants.main())
      if (!tenant || tenant.deletedAt) return reply.callNotFound()
      const feed = await kept(`${tenant.uniqueId} ${path}`, async () => {
        const text = await write(await siteOf(appContext, tenant))
        return text === undefined ? undefined : feedOf(tenant.uniqueId, text)
      })
      return feed ? send(request, reply, type, feed) : reply.callNotFound()
    })
}
