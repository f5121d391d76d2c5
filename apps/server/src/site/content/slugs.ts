import { eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '#kit/database/database'
import { contentSlugs } from '#site/schema/content.table'

const LONGEST = 80
/** Numbers that are looked at together. */
const AT_ONCE = 50

const letters: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  å: 'a',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  đ: 'd',
  ı: 'i',
  '&': ' and ',
}

/** A title as a part of an address: small letters of ASCII, digits and hyphens. Never empty. */
export const slugOf = (title: string) => {
  const spelt = title
    .normalize('NFC')
    .toLowerCase()
    .replace(/[äöüßæœøåðþłđı&]/g, (letter) => letters[letter]!)
  const words = spelt.normalize('NFKD').replace(/[\p{M}'’]/gu, '')
  const slug = words.replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '')
  const whole = slug.length > LONGEST ? slug.slice(0, LONGEST + 1).replace(/-[^-]*$/, '') : slug
  return whole.slice(0, LONGEST) || 'content'
}

const numbered = (slug: string, from: number) =>
  Array.from({ length: AT_ONCE }, (_, at) => (from + at === 1 ? slug : `${slug}-${from + at}`))

/** The first of 'title', 'title-2', 'title-3' and so on that is nobody's, or this piece's own from before. */
const freeSlug = async (tx: Tx, slug: string, contentId: string | undefined) => {
  for (let from = 1; ; from += AT_ONCE) {
    const wanted = numbered(slug, from)
    const found = await tx.select().from(contentSlugs).where(inArray(contentSlugs.slug, wanted))
    const ofOthers = new Set(found.filter((one) => one.contentId !== contentId).map((one) => one.slug))
    const free = wanted.find((each) => !ofOthers.has(each))
    if (free) return { slug: free, isOwn: found.some((one) => one.slug === free) }
  }
}

/** The address that a piece of content has by its title. Until the transaction ends nobody else of the tenant takes one. */
export const chooseSlug = async (tx: Tx, title: string, contentId?: string) => {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended('addresses of content of ' || current_setting('app.tenant_id'), 3))`,
  )
  return freeSlug(tx, slugOf(title), contentId)
}

/** Lets an address lead to a piece of content, for ever. */
export const keepSlug = (tx: Tx, slug: string, contentId: string) => tx.insert(contentSlugs).values({ slug, contentId })

/** The piece of content that an address leads to, or once led to. */
export const contentAt = (slug: string) =>
  sql`(select ${contentSlugs.contentId} from ${contentSlugs} where ${eq(contentSlugs.slug, slug)})`
