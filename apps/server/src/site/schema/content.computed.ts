import { accessOf } from '@tradewind/contract/plan'
import type { ContentInput } from '@tradewind/contract/site/content.contract'
import { fold, lines, plain } from '#kit/database/list'
import { wordsOf } from '#kit/markup'
import { picturesIn } from './content.pictures.ts'

/** What a writer has given, as it is kept. */
export interface Written extends Pick<ContentInput, 'title' | 'contentType' | 'category' | 'articleTypes' | 'isPaidContent'> {
  content: string
  seoText?: string | null | undefined
  publishAt?: string | null | undefined
  publishedAt?: string | null | undefined
}

const EXCERPT = 300
const TEASER = 160
/** Words that are read in a minute. */
const PACE = 200
/** How many folded letters a sort looks at: an index row has its bounds. */
const KEY_LENGTH = 200

const cut = (text: string, most: number) => {
  if (text.length <= most) return text
  const whole = text.slice(0, most).replace(/\s+\S*$/, '')
  const kept = whole.length < most / 2 ? text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '') : whole
  return `${kept.replace(/[\s.,;:–-]+$/, '')}…`
}

/** The first words of what everybody may read. Of what is not free a teaser: a fifth of it at most, so that nobody has read it by that. */
const excerptOf = (words: string, isFree: boolean) => {
  const text = words.replace(/\s+/g, ' ')
  if (isFree) return cut(text, EXCERPT - 1)
  const most = Math.min(TEASER - 1, Math.floor(text.length / 5))
  return most < 40 ? '' : cut(text, most)
}

/** 'GLOBAL_SOURCING' as one would look for it. */
const spoken = (word: string) => word.replaceAll('_', ' ')

/** The columns that follow from what was written. The words of a body that is not free are apart: not everybody finds by them. */
export const computedColumns = (row: Written) => {
  const { title, contentType, category, articleTypes, publishAt, publishedAt } = row
  const isText = contentType === 'TEXT'
  const words = wordsOf((isText ? row.content : row.seoText) ?? '')
  const access = accessOf(row)
  const isFree = access === 'FREE'
  const excerpt = excerptOf(words, isFree)
  const known = lines(title, spoken(category), articleTypes.map(spoken).join(' '), excerpt)
  return {
    access,
    excerpt,
    searchText: isFree ? `${known}\n${plain(words)}` : known,
    paidText: isFree ? '' : plain(words),
    titleKey: fold(title).slice(0, KEY_LENGTH),
    minutes: isText ? Math.max(1, Math.ceil(words.split(/\s+/).length / PACE)) : null,
    pictureId: isText ? (picturesIn(row.content)[0] ?? null) : null,
    shownFrom: publishedAt ? (publishAt ?? publishedAt) : null,
  }
}
