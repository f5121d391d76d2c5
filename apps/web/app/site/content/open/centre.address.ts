import type { Language } from '@tradewind/contract/kit/language'
import { articleTypes, contentCategories, contentTypes, subscriptions } from '@tradewind/contract/site/content.words'
import { pageIn } from '#site/partners/CardPager'

/** What a filter offers beside its own words. */
export const everything = 'ALL'

const filters = {
  contentType: contentTypes,
  category: contentCategories,
  articleType: articleTypes,
  subscription: subscriptions,
} as const
export type Filter = keyof typeof filters

const chosen = <F extends Filter>(params: URLSearchParams, filter: F): (typeof filters)[F][number] | undefined => {
  const words: readonly string[] = filters[filter]
  const given = params.get(filter) ?? ''
  return words.includes(given) ? (given as (typeof filters)[F][number]) : undefined
}

const longest = 200

/** What the address asks for: words, one word of each filter, and a page from 1. Nonsense is passed over. */
export const readAsked = (params: URLSearchParams) => ({
  q: (params.get('q') ?? '').trim().slice(0, longest),
  contentType: chosen(params, 'contentType'),
  category: chosen(params, 'category'),
  articleType: chosen(params, 'articleType'),
  subscription: chosen(params, 'subscription'),
  page: pageIn(params),
})
export type Asked = ReturnType<typeof readAsked>

export const cardsOfPage = 9

/** The same, as the list of content takes it: each article once, for a reader of this language. */
export const inputOf = ({ q, page, contentType, category, articleType, subscription }: Asked, reader: Language) => ({
  reader,
  page: page - 1,
  size: cardsOfPage,
  sort: '-shownFrom' as const,
  bodies: false,
  ...(q && { q }),
  ...(contentType && { contentType }),
  ...(category && { category }),
  ...(articleType && { articleType }),
  ...(subscription && { subscription }),
})

/** Whether it asks for a part of what there is. */
export const isFiltered = ({ q, contentType, category, articleType, subscription }: Asked) =>
  [q, contentType, category, articleType, subscription].some(Boolean)

/** The address of what a form seeks, from its first page: only what was chosen is in it. */
export const addressOf = (form: FormData) => {
  const search = new URLSearchParams()
  for (const [name, value] of form) {
    const given = typeof value === 'string' ? value.trim() : ''
    if (given && given !== everything) search.set(name, given)
  }
  return `?${search}`
}
