import type { Files } from '@tradewind/byte-store/files'
import type { Language } from '@tradewind/contract/kit/language'
import type { ArticleType, ContentCategory, ContentType } from '@tradewind/contract/site/content.constants'
import { eq } from 'drizzle-orm'
import { hash, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Tx } from '#kit/database/database'
import { insertMany } from '#kit/database/insert'
import { sanitizeMarkup } from '#kit/markup'
import { addDemoRecords, type Author, dayFromToday, parseTable, timeAtWork } from '#kit/record/demo'
import { addImageSizes, contentEntity, contents, contentSlugs, pictureUrl } from '../schema/content.table.ts'
import { type NewPicture, reencodePicture } from './body.ts'
import { addPictures } from './pictures.ts'
import { slugOf } from './write.ts'

/**
 * By tenant: the article's file (`name.de`: in another language, a translation of `name`), or the last part of a link | days since it was shown, or its status | sub-categories | PAID or FREE |
 * the writer | for a link its type, category, title and description.
 */
const articles: Readonly<Record<'main' | 'nordhaven', string>> = {
  main: `
expansion/first-market | 12 | MARKET_INSIGHT | FREE | admin
expansion/first-market.de | 12 | MARKET_INSIGHT | FREE | admin
expansion/first-market.fr | 11 | MARKET_INSIGHT | FREE | tenant-admin
expansion/landed-cost | 33 | SERVICE_INSIGHT MARKET_INSIGHT | FREE | tenant-admin
expansion/distributor | 61 | COMPANY_INSIGHT | PAID | admin
sales/fair-follow-up | 5 | SERVICE_INSIGHT | FREE | admin
sales/fair-follow-up.de | 4 | SERVICE_INSIGHT | FREE | tenant-admin
sales/price-abroad | 96 | PRODUCT_INSIGHT MARKET_INSIGHT | PAID | tenant-admin
sales/references | 140 | COMPANY_INSIGHT | FREE | admin
productivity/crm-in-an-hour | 21 | SERVICE_INSIGHT | FREE | tenant-admin
productivity/documents | 178 | PRODUCT_INSIGHT | FREE | admin
productivity/onboarding | 203 | TRAINING_SESSION COMPANY_INSIGHT | PAID | admin
sourcing/second-supplier | 47 | INDUSTRY_INSIGHT PRODUCT_INSIGHT | FREE | tenant-admin
sourcing/origin | 251 | MARKET_INSIGHT INDUSTRY_INSIGHT | PAID | admin
sourcing/supplier-visit | 289 | TRAINING_SESSION INDUSTRY_INSIGHT | FREE | tenant-admin
expansion/nordic-start | DRAFT | MARKET_INSIGHT | FREE | admin
sales/cold-chain | IN_REVIEW | INDUSTRY_INSIGHT PRODUCT_INSIGHT | PAID | admin`,
  nordhaven: `
expansion/nordic-start | 18 | MARKET_INSIGHT | FREE | tenant-admin
sales/cold-chain | 77 | INDUSTRY_INSIGHT PRODUCT_INSIGHT | PAID | admin`,
}

const media: Readonly<Record<'main' | 'nordhaven', string>> = {
  main: `
youtube | 9 | MARKET_INSIGHT | FREE | admin | AUDIO | INTERNATIONAL_EXPANSION | Reading a market report in ten minutes | Which tables matter, which can be skipped, and how to tell a forecast from a wish. With a sheet for your own notes.
spotify | 26 | COMPANY_INSIGHT | FREE | tenant-admin | VIDEO | SALES_EFFECTIVENESS | The first call to a buyer abroad | A talk about the opening sentence, silence on the line, and why a good question beats a presentation.
youtube | 54 | PRODUCT_INSIGHT | FREE | admin | AUDIO | PRODUCTIVITY_IMPROVEMENTS | From delivery note to invoice without typing | A walk through one order, from the packing table to the books, and the three places where figures go astray.
spotify | 88 | INDUSTRY_INSIGHT | FREE | admin | VIDEO | GLOBAL_SOURCING | A buyer and a maker on long contracts | Both sides of a frame contract: what it fixes, what it leaves open, and when it should be opened again.
youtube | 119 | TRAINING_SESSION | PAID | tenant-admin | AUDIO | SALES_EFFECTIVENESS | Training: answering objections in a second language | Four exercises for two people. Short sentences, checked figures, and the calm to ask what was meant.
spotify | 160 | MARKET_INSIGHT | PAID | admin | VIDEO | INTERNATIONAL_EXPANSION | Opening an office, or only a letter box | What a presence abroad changes for tax, staff and trust, and the questions to take to an adviser.
youtube | 224 | SERVICE_INSIGHT | PAID | tenant-admin | AUDIO | PRODUCTIVITY_IMPROVEMENTS | Service abroad with a team of three | How small makers share hours, parts and travel, and what they promise in writing.
spotify | 268 | TRAINING_SESSION INDUSTRY_INSIGHT | PAID | admin | VIDEO | GLOBAL_SOURCING | Training: reading a supplier's quality record | Complaints by cause, capability, audits: what the figures say, and what they hide.
youtube | 330 | INDUSTRY_INSIGHT | FREE | admin | AUDIO | GLOBAL_SOURCING | Containers, pallets, parcels | When each is cheapest, what it does to stock, and why a half-full container is not always a waste.
youtube | DRAFT | COMPANY_INSIGHT | PAID | tenant-admin | AUDIO | SALES_EFFECTIVENESS | A year with one key account abroad | What was promised, what was delivered, and what both would do otherwise.`,
  nordhaven: `
youtube | 40 | MARKET_INSIGHT | FREE | admin | AUDIO | INTERNATIONAL_EXPANSION | Winter freight to the far north | Heated carriage, short days and long roads: how deliveries keep their dates from November to March.
spotify | 103 | TRAINING_SESSION | PAID | tenant-admin | VIDEO | SALES_EFFECTIVENESS | Training: selling by season | A plan of the year for goods that are fresh for a week, with exercises.`,
}

const inlineMarkup = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/\*\*(.+?)\*\*/g, '<strong>$1</strong>')

const listOf = (tag: 'ul' | 'ol', lines: readonly string[]) =>
  `<${tag}>${lines.map((line) => `<li>${inlineMarkup(line.replace(/^(-|\d+\.) /, ''))}</li>`).join('')}</${tag}>`

const blockOf = (block: string) => {
  const lines = block.split('\n')
  const picture = /^!\[(.+)\]\((\w+)\)$/.exec(block)
  if (picture) return `<img src="${picture[2]}" alt="${inlineMarkup(picture[1]!)}">`
  if (block.startsWith('## ')) return `<h2>${inlineMarkup(block.slice(3))}</h2>`
  if (block.startsWith('- ')) return listOf('ul', lines)
  return /^\d+\. /.test(block) ? listOf('ol', lines) : `<p>${inlineMarkup(lines.join(' '))}</p>`
}

/** An article from a file: its title is in the first line, followed by paragraphs, headings, lists and pictures by name. */
const articleOf = (text: string) => {
  const [title = '', ...blocks] = text.trim().split(/\n{2,}/)
  return { title: title.replace(/^# /, ''), markup: blocks.map(blockOf).join('') }
}

const categories: Readonly<Record<string, ContentCategory>> = {
  expansion: 'INTERNATIONAL_EXPANSION',
  sales: 'SALES_EFFECTIVENESS',
  productivity: 'PRODUCTIVITY_IMPROVEMENTS',
  sourcing: 'GLOBAL_SOURCING',
}

interface DemoContent {
  title: string
  language: Language
  category: ContentCategory
  contentType: ContentType
  content: string
  seoText: string | null
  added: readonly NewPicture[]
}

const pictureOf = async (name: string, alt: string) =>
  reencodePicture({
    uniqueId: randomUUID(),
    alt,
    bytes: await readFile(join(import.meta.dirname, 'demo/pictures', `${name}.webp`)),
  })

/** The file of a translation: the language is its last part. */
const languageSuffix = /\.(\w\w)$/

const readArticle = async (path: string): Promise<DemoContent> => {
  const { title, markup } = articleOf(await readFile(join(import.meta.dirname, 'demo/articles', `${path}.md`), 'utf8'))
  const added = new Map<string, NewPicture>()
  for (const [, name, alt] of markup.matchAll(/<img src="(\w+)" alt="([^"]*)">/g)) added.set(name!, await pictureOf(name!, alt!))
  const clean = sanitizeMarkup(markup, ({ src }) => {
    const picture = added.get(src)
    return picture && pictureUrl(picture.uniqueId)
  })
  const pictures = [...added.values()]
  const content = addImageSizes(clean, (id) => pictures.find(({ uniqueId }) => uniqueId === id))
  const [, language = 'en'] = languageSuffix.exec(path) ?? []
  const category = categories[path.split('/')[0]!]!
  return { title, language: language as Language, category, contentType: 'TEXT', content, seoText: null, added: pictures }
}

/** An id in the format of the host, the same for the same title. It need not exist. */
const idFrom = (title: string, length: number) => hash('sha256', title, 'hex').slice(0, length)

const linkOf = (host: string, title: string) =>
  host === 'youtube'
    ? `https://www.youtube.com/watch?v=${idFrom(title, 11)}`
    : `https://open.spotify.com/episode/${idFrom(title, 22)}`

const mediumOf = (host: string, [contentType, category, title = '', summary]: readonly string[]): DemoContent => ({
  title,
  language: 'en',
  category: category as ContentCategory,
  contentType: contentType as ContentType,
  content: linkOf(host, title),
  seoText: `<p>${summary}</p>`,
  added: [],
})

/** Drafts and content in review are a few days old. */
const fieldsOf = (content: DemoContent, when: string, articleTypes: string, paid: string) => {
  const isShown = /^\d+$/.test(when)
  const at = timeAtWork(dayFromToday(isShown ? -Number(when) : -3), content.title)
  const { added: _, ...fields } = content
  const status = isShown ? 'PUBLISHED' : (when as 'DRAFT' | 'IN_REVIEW')
  const publishing = { status, publishAt: null, publishedAt: isShown ? at : null, shownFrom: isShown ? at : null } as const
  const kinds = { articleTypes: articleTypes.split(' ') as ArticleType[], isPaidContent: paid === 'PAID' }
  return { at, fields: { ...fields, ...kinds, ...publishing, slug: slugOf(content.title), reviewNote: null } }
}

type Person = Author & { emailAddress: string }

const entriesOf = async (name: 'main' | 'nordhaven', people: readonly Person[]) => {
  const lines = [...parseTable(articles[name]), ...parseTable(media[name])]
  return Promise.all(
    lines.map(async ([source = '', when = '', articleTypes = '', paid = '', writer = '', ...medium]) => {
      const content = medium.length > 0 ? mediumOf(source, medium) : await readArticle(source)
      const by = people.find(({ emailAddress }) => emailAddress.startsWith(`${writer}@`))!
      return { ...fieldsOf(content, when, articleTypes, paid), source, by, added: content.added }
    }),
  )
}

/** The knowledge centre of a tenant: articles and media of a year, free, paid and for training; drafts, and one in review. */
export const addContent = async (
  tx: Tx,
  files: Pick<Files, 'store'>,
  tenantId: string,
  people: readonly Person[],
  name: 'main' | 'nordhaven',
) => {
  const entries = await entriesOf(name, people)
  const rows = await addDemoRecords(tx, contentEntity, entries as never)
  await insertMany(
    tx,
    contentSlugs,
    rows.map(({ uniqueId }, at) => ({ slug: entries[at]!.fields.slug, contentId: uniqueId })),
  )
  for (const [at, { source }] of entries.entries()) {
    const first = languageSuffix.test(source) ? entries.findIndex((one) => one.source === source.replace(languageSuffix, '')) : -1
    const translationOf = rows[first]?.uniqueId
    if (translationOf) await tx.update(contents).set({ translationOf }).where(eq(contents.uniqueId, rows[at]!.uniqueId))
  }
  for (const [at, { added, by }] of entries.entries())
    if (added.length > 0) await addPictures({ files }, { tx, scope: { tenantId }, actor: by }, rows[at]!.uniqueId, { added })
}
