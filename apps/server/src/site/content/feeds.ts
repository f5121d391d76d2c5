import { type Language, languages } from '@tradewind/contract/kit/language'
import type { SettingValues } from '@tradewind/contract/platform/settingCatalogue'
import { and, desc, isNull, sql } from 'drizzle-orm'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { lruCache } from '#kit/cache'
import { type Database, type Reader, tenantScope } from '#kit/database/database'
import { taggedBody } from '#kit/http/answer'
import type { News } from '#kit/notifyNodes'
import type { LegalTexts } from '#platform/legalText.queries'
import type { TextsOf } from '#platform/message.queries'
import { users } from '#platform/schema/user.table'
import { hostName, type Tenant, type Tenants } from '#platform/tenant.queries'
import type { TenantSettings } from '#platform/tenantSetting.queries'
import { contents } from '#site/schema/content.table'
import { hasPublicPage as isShownCompany } from '#trust/publicPage.queries'
import { isShown } from './read.ts'
import { onePerArticle, originalIdColumn } from './translations.ts'

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

/** Escapes text for XML: nothing in it is markup, and characters that XML 1.0 forbids are removed. */
const escapeXml = (text: string) =>
  text
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex -- these very characters are what XML forbids
    .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '')
    .replace(/[&<>"']/g, (sign) => entities[sign]!)

/** An element with this text; empty if there is no text. */
const element = (name: string, text: string | null | undefined) => (text ? `<${name}>${escapeXml(text)}</${name}>` : '')

const xmlDocument = (...parts: string[]) => ['<?xml version="1.0" encoding="UTF-8"?>', ...parts, ''].join('\n')

/** The tenant whose feeds are requested, and what they need of it. */
interface Site {
  db: Reader
  /** Configured; never taken from the request. */
  origin: string
  name: string
  settingValues: SettingValues
  /** The paths of its legal texts. */
  legal: readonly string[]
  say: Awaited<ReturnType<TextsOf['translator']>>
}

type SiteSettings = Pick<
  SettingValues,
  'CONTENT_ENABLED' | 'SHOW_PARTNERS' | 'REVIEWS_ENABLED' | 'SHOW_ASSESSMENT' | 'ALLOW_SIGN_UP'
>

/** The static public pages that a tenant shows. */
const publicPaths = (shows: SiteSettings) => [
  '/',
  '/solutions',
  '/pricing',
  '/aboutUs',
  ...(shows.CONTENT_ENABLED ? ['/knowledgeCentre'] : []),
  ...(showsPartners(shows) ? ['/xareview'] : []),
  ...(shows.SHOW_ASSESSMENT ? ['/self-assessment'] : []),
  ...(shows.ALLOW_SIGN_UP ? ['/signup'] : []),
]

const showsPartners = ({ SHOW_PARTNERS, REVIEWS_ENABLED }: SiteSettings) => SHOW_PARTNERS && REVIEWS_ENABLED

/** Paths that search engines should not visit: work areas, the API, and pages with a secret address. Pictures are allowed. */
const disallowedPaths = [
  '/crm',
  '/user',
  '/admin',
  '/superAdmin',
  '/api/',
  '/review/',
  '/r/',
  '/self-assessment/',
  '/unsubscribe/',
  '/invitation/',
  '/resetPassword/',
  '/undoAddress/',
  '/verify/',
]
const allowedPaths = ['/api/content/picture/', '/api/document/']

const robots = (origin: string) =>
  [
    'User-agent: *',
    ...allowedPaths.map((path) => `Allow: ${path}`),
    ...disallowedPaths.map((path) => `Disallow: ${path}`),
    '',
    ['Sitemap', `${origin}/sitemap.xml`].join(': '),
    '',
  ].join('\n')

/** The maximum number of URLs in one sitemap. */
const MAX_URLS = 50_000

/** Links to the same page in other languages, and to the default one. */
const alternateLinks = (urls: readonly (readonly [code: string, url: string])[], otherwise: string) => {
  const inLanguages = urls.map(([code, url]) => [code, `${url}?lang=${code}`] as const)
  const links = [...inLanguages, ['x-default', otherwise] as const].map(
    ([code, href]) => `<xhtml:link rel="alternate" hreflang="${code}" href="${escapeXml(href)}"/>`,
  )
  return links.join('')
}

/** A static page, available in every language. */
const staticEntry = (url: string) => {
  const inEach = languages.map((code) => [code, url] as const)
  return `<url>${element('loc', url)}${alternateLinks(inEach, url)}</url>`
}
const urlEntry = (url: string, at: string, also = '') => `<url>${element('loc', url)}${element('lastmod', at)}${also}</url>`

/** The newest first. The date of change is at least the date from which the article is shown. */
const listArticles = ({ db }: Site) =>
  db
    .select({
      slug: contents.slug,
      language: contents.language,
      first: originalIdColumn,
      at: sql<string>`greatest(${contents.updatedAt}, ${contents.shownFrom})`.mapWith(contents.updatedAt),
    })
    .from(contents)
    .where(and(isShown(), isNull(contents.deletedAt)))
    .orderBy(desc(contents.shownFrom), desc(contents.uniqueId))
    .limit(MAX_URLS)

/** Articles, each with its translations. */
const articleEntries = (origin: string, all: Awaited<ReturnType<typeof listArticles>>) => {
  const versions = Map.groupBy(all, ({ first }) => first)
  return all.map(({ slug, at, first }) => {
    const each = versions
      .get(first)!
      .toSorted((one, other) => languages.indexOf(one.language) - languages.indexOf(other.language))
    const urls = each.map((one) => [one.language, `${origin}/blog/${one.slug}`] as const)
    return urlEntry(`${origin}/blog/${slug}`, at, urls.length > 1 ? alternateLinks(urls, urls[0]![1]) : '')
  })
}

const listCompanies = ({ db }: Site) =>
  db
    .select({ id: users.uniqueId, at: users.updatedAt })
    .from(users)
    .where(isShownCompany)
    .orderBy(desc(users.uniqueId))
    .limit(MAX_URLS)

/** Every public page of a tenant, static ones first. */
const sitemap = async (site: Site) => {
  const { origin, settingValues, legal } = site
  const listedArticles = settingValues.CONTENT_ENABLED ? await listArticles(site) : []
  const companies = showsPartners(settingValues) ? await listCompanies(site) : []
  const urls = [
    ...[...publicPaths(settingValues), ...legal].map((path) => staticEntry(origin + path)),
    ...articleEntries(origin, listedArticles),
    ...companies.map(({ id, at }) => urlEntry(`${origin}/company/${id}`, at)),
  ]
  const names = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"'
  return xmlDocument(`<urlset ${names}>`, ...urls.slice(0, MAX_URLS), '</urlset>')
}

const MAX_ITEMS = 30

/** Each article in the tenant's language, or in the language that exists. */
const listNewest = ({ db, settingValues }: Site) =>
  db
    .select()
    .from(contents)
    .where(and(isNull(contents.deletedAt), onePerArticle(settingValues.DEFAULT_LANGUAGE as Language, db.scope, isShown())))
    .orderBy(desc(contents.shownFrom), desc(contents.uniqueId))
    .limit(MAX_ITEMS)

const dateOf = (instant: string) => new Date(instant).toUTCString()

/** Identified by its id, because its address may change. */
const rssItem = (origin: string, row: Awaited<ReturnType<typeof listNewest>>[number]) =>
  [
    '<item>',
    element('title', row.title),
    element('link', `${origin}/blog/${row.slug}`),
    `<guid isPermaLink="false">urn:uuid:${row.uniqueId}</guid>`,
    element('pubDate', dateOf(row.shownFrom!)),
    element('description', row.excerpt),
    '</item>',
  ].join('')

/** The newest published content, as shown on cards, without bodies. Undefined if the tenant has no knowledge centre. */
const rss = async (site: Site) => {
  const { origin, name, settingValues, say } = site
  if (!settingValues.CONTENT_ENABLED) return undefined
  const rows = await listNewest(site)
  const self = `<atom:link href="${escapeXml(`${origin}/rss.xml`)}" rel="self" type="application/rss+xml"/>`
  const head = [
    element('title', name),
    element('link', `${origin}/knowledgeCentre`),
    element('description', say('What {tenant} publishes', { tenant: name })),
    element('language', settingValues.DEFAULT_LANGUAGE),
    ...(rows[0] ? [element('lastBuildDate', dateOf(rows[0].shownFrom!))] : []),
    self,
  ]
  const items = rows.map((row) => rssItem(origin, row))
  const names = 'version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"'
  return xmlDocument(`<rss ${names}>`, '<channel>', ...head, ...items, '</channel>', '</rss>')
}

interface FeedServices {
  db: Database
  tenants: Tenants
  settings: TenantSettings
  texts: TextsOf
  legalTexts: LegalTexts
  originOf: (tenant: Tenant) => string
  onNews: (listener: (news: News) => void) => unknown
  live: Record<'onDown' | 'onUp', (forget: () => void) => unknown> & { isUp: () => boolean }
}

interface Feed {
  tenantId: string
  body: ReturnType<typeof taggedBody>
}

/** The topics of node messages that change the contents of a feed. */
const feedTopics = new Set(['content', 'trust', 'setting', 'tenant', 'message', 'legalText'])
const CACHE_SECONDS = 300
const MAX_BYTES = 64 * 1024 * 1024

const siteOf = async ({ db, settings, texts, legalTexts, originOf }: FeedServices, tenant: Tenant): Promise<Site> => {
  const { uniqueId, fullName: name } = tenant
  const settingValues = await settings.of(uniqueId)
  const language = settingValues.DEFAULT_LANGUAGE as Language
  const say = await texts.translator(uniqueId, language)
  const legal = (await legalTexts.links(uniqueId, [language])).map(({ path }) => path)
  return { db: db.as(tenantScope(uniqueId)), origin: originOf(tenant), name, settingValues, legal, say }
}

const feedOf = (tenantId: string, text: string): Feed => ({ tenantId, body: taggedBody(Buffer.from(text)) })

/** Caches feeds until any node reports a change of their contents. */
const createFeedCache = ({ onNews, live }: FeedServices) => {
  const cache = lruCache<Feed | undefined>({
    name: 'feeds',
    seconds: CACHE_SECONDS,
    entries: 300,
    bytes: MAX_BYTES,
    sizeOf: (feed) => feed?.body.bytes ?? 0,
  })
  onNews(({ topic, tenantId }) => {
    if (feedTopics.has(topic)) cache.forget((feed) => feed?.tenantId === tenantId)
  })
  live.onDown(() => cache.forget())
  live.onUp(() => cache.forget())
  return (key: string, make: () => Promise<Feed | undefined>) => cache.get(key, make, (feed) => feed !== undefined && live.isUp())
}

const sendFeed = (request: FastifyRequest, reply: FastifyReply, type: string, { body }: Feed) => {
  reply.headers({ 'cache-control': 'public, max-age=0, s-maxage=0', 'content-security-policy': "default-src 'none'" })
  return body.send(request, reply, type)
}

/** Feeds for search engines and feed readers, of the tenant with the requested host name. */
const feeds = {
  '/sitemap.xml': ['application/xml; charset=utf-8', sitemap],
  '/rss.xml': ['application/rss+xml; charset=utf-8', rss],
  '/robots.txt': ['text/plain; charset=utf-8', async ({ origin }: Site) => robots(origin)],
} as const

export const mountFeeds = (app: FastifyInstance, appContext: FeedServices) => {
  const cachedFeed = createFeedCache(appContext)
  for (const [path, [type, write]] of Object.entries(feeds))
    app.get(path, async (request, reply) => {
      const tenant = (await appContext.tenants.byHost(hostName(request.hostname))) ?? (await appContext.tenants.main())
      if (!tenant || tenant.deletedAt) return reply.callNotFound()
      const feed = await cachedFeed(`${tenant.uniqueId} ${path}`, async () => {
        const text = await write(await siteOf(appContext, tenant))
        return text === undefined ? undefined : feedOf(tenant.uniqueId, text)
      })
      return feed ? sendFeed(request, reply, type, feed) : reply.callNotFound()
    })
}
