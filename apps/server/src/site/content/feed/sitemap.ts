import { languages } from '@tradewind/contract/kit/language'
import { and, desc, isNull, sql } from 'drizzle-orm'
import { users } from '#platform/schema/user.table'
import { contents } from '#site/schema/content.table'
import { isShown as isShownCompany } from '#trust/shown.queries'
import { isShown } from '../list.ts'
import { openPaths, showsPartners } from './openPaths.ts'
import type { Site } from './site.ts'
import { declared, element, escaped } from './xml.ts'

/** What one sitemap may list. */
const MOST = 50_000

/** A page that stands still speaks each language. */
const page = (url: string) => {
  const others = languages.map((code) => [code, `${url}?lang=${code}`] as const)
  const links = [...others, ['x-default', url] as const].map(
    ([code, href]) => `<xhtml:link rel="alternate" hreflang="${code}" href="${escaped(href)}"/>`,
  )
  return `<url>${element('loc', url)}${links.join('')}</url>`
}
const record = (url: string, at: string) => `<url>${element('loc', url)}${element('lastmod', at)}</url>`

/** The newest first; what was only now shown counts from then. */
const articles = ({ db }: Site) =>
  db
    .select({
      slug: contents.slug,
      at: sql<string>`greatest(${contents.updatedAt}, ${contents.shownFrom})`.mapWith(contents.updatedAt),
    })
    .from(contents)
    .where(and(isShown(), isNull(contents.deletedAt)))
    .orderBy(desc(contents.shownFrom), desc(contents.uniqueId))
    .limit(MOST)

const companies = ({ db }: Site) =>
  db
    .select({ id: users.uniqueId, at: users.updatedAt })
    .from(users)
    .where(isShownCompany)
    .orderBy(desc(users.uniqueId))
    .limit(MOST)

/** Every open page of a tenant, those that stand still first. */
export const sitemap = async (site: Site) => {
  const { origin, decided } = site
  const written = decided.CONTENT_ENABLED ? await articles(site) : []
  const shown = showsPartners(decided) ? await companies(site) : []
  const urls = [
    ...openPaths(decided).map((path) => page(origin + path)),
    ...written.map(({ slug, at }) => record(`${origin}/blog/${slug}`, at)),
    ...shown.map(({ id, at }) => record(`${origin}/company/${id}`, at)),
  ]
  const names = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"'
  return declared(`<urlset ${names}>`, ...urls.slice(0, MOST), '</urlset>')
}
