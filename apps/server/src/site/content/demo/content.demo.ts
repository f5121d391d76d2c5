import { hash, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ArticleType, ContentCategory, ContentType } from '@tradewind/contract/site/content.words'
import type { Tx } from '#kit/database/database'
import { insertMany } from '#kit/database/insert'
import { cleanArticle } from '#kit/markup'
import { remakeInWidths } from '#kit/picture/picture'
import { addDemo, atWork, type Author, dayFromToday, rowsOf } from '#kit/record/demo'
import type { Files } from '@tradewind/byte-store/files'
import { contentEntity, contentSlugs } from '#site/schema/content.table'
import { addressOf, dress } from '#site/schema/content.pictures'
import { addPictures } from '../pictures.ts'
import type { NewPicture } from '../body.ts'
import { slugOf } from '../slugs.ts'
import { articleOf } from './markdown.ts'
import { articles, media } from './pieces.ts'

const categories: Readonly<Record<string, ContentCategory>> = {
  expansion: 'INTERNATIONAL_EXPANSION',
  sales: 'SALES_EFFECTIVENESS',
  productivity: 'PRODUCTIVITY_IMPROVEMENTS',
  sourcing: 'GLOBAL_SOURCING',
}

interface Written {
  title: string
  category: ContentCategory
  contentType: ContentType
  content: string
  seoText: string | null
  added: readonly NewPicture[]
}

const pictureOf = async (name: string, alt: string): Promise<NewPicture> => {
  const made = await remakeInWidths(await readFile(join(import.meta.dirname, 'pictures', `${name}.webp`)))
  return { uniqueId: randomUUID(), alt, ...made! }
}

const readArticle = async (path: string): Promise<Written> => {
  const { title, markup } = articleOf(await readFile(join(import.meta.dirname, 'articles', `${path}.md`), 'utf8'))
  const added = new Map<string, NewPicture>()
  for (const [, name, alt] of markup.matchAll(/<img src="(\w+)" alt="([^"]*)">/g)) added.set(name!, await pictureOf(name!, alt!))
  const clean = cleanArticle(markup, ({ src }) => {
    const picture = added.get(src)
    return picture && addressOf(picture.uniqueId)
  })
  const pictures = [...added.values()]
  const content = dress(clean, (id) => pictures.find(({ uniqueId }) => uniqueId === id))
  return { title, category: categories[path.split('/')[0]!]!, contentType: 'TEXT', content, seoText: null, added: pictures }
}

/** An id of the form that the host gives, the same for the same title. Nothing need stand behind it. */
const idFrom = (title: string, length: number) => hash('sha256', title, 'hex').slice(0, length)

const linkOf = (host: string, title: string) =>
  host === 'youtube'
    ? `https://www.youtube.com/watch?v=${idFrom(title, 11)}`
    : `https://open.spotify.com/episode/${idFrom(title, 22)}`

const mediumOf = (host: string, [contentType, category, title = '', said]: readonly string[]): Written => ({
  title,
  category: category as ContentCategory,
  contentType: contentType as ContentType,
  content: linkOf(host, title),
  seoText: `<p>${said}</p>`,
  added: [],
})

/** A draft and what is in review are a few days old. */
const fieldsOf = (written: Written, when: string, articleTypes: string, paid: string) => {
  const isShown = /^\d+$/.test(when)
  const at = atWork(dayFromToday(isShown ? -Number(when) : -3), written.title)
  const { added: _, ...fields } = written
  const status = isShown ? 'PUBLISHED' : (when as 'DRAFT' | 'IN_REVIEW')
  const publishing = { status, publishAt: null, publishedAt: isShown ? at : null, shownFrom: isShown ? at : null } as const
  const kinds = { articleTypes: articleTypes.split(' ') as ArticleType[], isPaidContent: paid === 'PAID' }
  return { at, fields: { ...fields, ...kinds, ...publishing, slug: slugOf(written.title), reviewNote: null } }
}

type Person = Author & { emailAddress: string }

const entriesOf = async (name: 'main' | 'nordhaven', people: readonly Person[]) => {
  const lines = [...rowsOf(articles[name]), ...rowsOf(media[name])]
  return Promise.all(
    lines.map(async ([source = '', when = '', articleTypes = '', paid = '', writer = '', ...medium]) => {
      const written = medium.length > 0 ? mediumOf(source, medium) : await readArticle(source)
      const by = people.find(({ emailAddress }) => emailAddress.startsWith(`${writer}@`))!
      return { ...fieldsOf(written, when, articleTypes, paid), by, added: written.added }
    }),
  )
}

/** The knowledge centre of a tenant: articles and media of a year, free, paid and for training; drafts, and one in review. */
export const addContent = async (
  tx: Tx,
  files: Pick<Files, 'keep'>,
  tenantId: string,
  people: readonly Person[],
  name: 'main' | 'nordhaven',
) => {
  const entries = await entriesOf(name, people)
  const rows = await addDemo(tx, contentEntity, entries as never)
  await insertMany(
    tx,
    contentSlugs,
    rows.map(({ uniqueId }, at) => ({ slug: entries[at]!.fields.slug, contentId: uniqueId })),
  )
  for (const [at, { added, by }] of entries.entries())
    if (added.length > 0) await addPictures({ files }, { tx, scope: { tenantId }, actor: by }, rows[at]!.uniqueId, { added })
}
