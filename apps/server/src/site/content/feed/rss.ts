import { and, desc, isNull } from 'drizzle-orm'
import { contents } from '#site/schema/content.table'
import { isShown } from '../list.ts'
import type { Site } from './site.ts'
import { declared, element, escaped } from './xml.ts'

const NEWEST = 30

const newest = ({ db }: Site) =>
  db
    .select()
    .from(contents)
    .where(and(isShown(), isNull(contents.deletedAt)))
    .orderBy(desc(contents.shownFrom), desc(contents.uniqueId))
    .limit(NEWEST)

const dateOf = (instant: string) => new Date(instant).toUTCString()

/** It is known by its id, for its address may change. */
const item = (origin: string, row: Awaited<ReturnType<typeof newest>>[number]) =>
  [
    '<item>',
    element('title', row.title),
    element('link', `${origin}/blog/${row.slug}`),
    `<guid isPermaLink="false">urn:uuid:${row.uniqueId}</guid>`,
    element('pubDate', dateOf(row.shownFrom!)),
    element('description', row.excerpt),
    '</item>',
  ].join('')

/** The newest of what is published, as its cards show it: no body is in it. Undefined where the tenant has no knowledge centre. */
export const rss = async (site: Site) => {
  const { origin, name, decided, say } = site
  if (!decided.CONTENT_ENABLED) return undefined
  const rows = await newest(site)
  const self = `<atom:link href="${escaped(`${origin}/rss.xml`)}" rel="self" type="application/rss+xml"/>`
  const head = [
    element('title', name),
    element('link', `${origin}/knowledgeCentre`),
    element('description', say('What {tenant} publishes', { tenant: name })),
    element('language', decided.DEFAULT_LANGUAGE),
    ...(rows[0] ? [element('lastBuildDate', dateOf(rows[0].shownFrom!))] : []),
    self,
  ]
  const items = rows.map((row) => item(origin, row))
  const names = 'version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"'
  return declared(`<rss ${names}>`, '<channel>', ...head, ...items, '</channel>', '</rss>')
}
