import type { PageFacts } from '@tradewind/contract/kit/page'
import type { Content, Version } from '@tradewind/contract/site/content.contract'
import { languages } from '#kit/text'
import { sourcesOf } from './post.words.ts'

/** The knowledge centre with one filter, in the language that was asked for (`lang=de`, or nothing). */
export const centreOf = (filter: Readonly<Record<string, string>>, language: string) => {
  const search = [new URLSearchParams(filter).toString(), language].filter(Boolean).join('&')
  return `/knowledgeCentre?${search}`
}

/** The address of the picture that stands for it, inside the site: its own first one, else the site's. */
export const imageOf = ({ picture }: Pick<Content, 'picture'>) => (picture && sourcesOf(picture).at(-1)?.src) || '/og.png'

/** Where each language of an article is, in the order in which the site has languages. */
export const versionsOf = (post: Version & { translations: readonly Version[] }) => {
  const all = [post, ...post.translations].map(({ language, slug }) => ({ language, path: `/blog/${slug}` }))
  return all.toSorted((one, other) => languages.indexOf(one.language) - languages.indexOf(other.language))
}

const described = ({ title, contentType, shownFrom, dateCreated, embed }: Content, image: string) => {
  const date = shownFrom ?? dateCreated
  if (contentType === 'TEXT') return { '@type': 'BlogPosting', headline: title, datePublished: date, image }
  const kind = contentType === 'AUDIO' ? 'AudioObject' : 'VideoObject'
  const player = embed && { embedUrl: embed.url }
  return { '@type': kind, name: title, uploadDate: date, datePublished: date, thumbnailUrl: image, ...player }
}

/** What a plan opens, as schema.org says it: the part of the page where it would stand. */
const walled = {
  isAccessibleForFree: false,
  hasPart: { '@type': 'WebPageElement', isAccessibleForFree: false, cssSelector: '.paywall' },
}

/** A piece of content as schema.org says it. */
export const aboutPost = (
  origin: string,
  { name, logo }: Pick<PageFacts['tenant'], 'name' | 'logo'>,
  post: Content,
  section: string,
) => ({
  ...described(post, origin + imageOf(post)),
  description: post.excerpt || section,
  dateModified: post.updatedAt,
  author: { '@type': 'Organization', name: post.userCompanyName },
  publisher: { '@type': 'Organization', name, url: origin, logo: origin + (logo ?? '/favicon.svg') },
  ...(post.contentType === 'TEXT' && { articleSection: section }),
  url: `${origin}/blog/${post.slug}`,
  mainEntityOfPage: `${origin}/blog/${post.slug}`,
  ...(post.isOpen ? { isAccessibleForFree: true } : walled),
})

/** The way to a page from the site's root, as schema.org says it. */
export const wayTo = (origin: string, way: readonly (readonly [name: string, path: string])[]) => ({
  '@type': 'BreadcrumbList',
  itemListElement: way.map(([name, path], at) => ({ '@type': 'ListItem', position: at + 1, name, item: origin + path })),
})
