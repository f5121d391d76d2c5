import type { Content } from '@tradewind/contract/site/content.contract'
import { expect, test } from 'vitest'
import { breadcrumbJsonLd, imageOf, knowledgeCentrePath, postJsonLd, versionsOf } from './Article.tsx'

const post: Content = {
  uniqueId: 'c',
  language: 'en',
  title: 'Fairs that pay',
  contentType: 'TEXT',
  category: 'SALES_EFFECTIVENESS',
  articleTypes: ['MARKET_INSIGHT'],
  isPaidContent: false,
  slug: 'fairs-that-pay',
  excerpt: 'What a stand costs.',
  picture: { uniqueId: 'p', alt: 'A stand', width: 1200, height: 800 },
  userCompanyName: 'Acme',
  dateCreated: '2026-02-28T23:30:00.000Z',
  dateCreatedLocal: '2026-03-01',
  updatedAt: '2026-03-05T08:00:00.000Z',
  shownFrom: '2026-03-01T08:00:00.000Z',
  minutes: 4,
  content: '<p>What a stand costs.</p>',
  seoText: null,
  embed: null,
  isOpen: true,
  status: 'PUBLISHED',
}
const about = (changes: Partial<Content> = {}) =>
  postJsonLd('https://x.test', { name: 'Tradewind', logo: null }, { ...post, ...changes }, 'Sales Effectiveness')

test('the JSON-LD of an article has its dates, its author, its first picture and its own address', () => {
  expect(about()).toMatchObject({
    '@type': 'BlogPosting',
    headline: 'Fairs that pay',
    datePublished: '2026-03-01T08:00:00.000Z',
    dateModified: '2026-03-05T08:00:00.000Z',
    image: 'https://x.test/api/content/picture/p/1600',
    author: { name: 'Acme' },
    url: 'https://x.test/blog/fairs-that-pay',
    isAccessibleForFree: true,
  })
  expect(imageOf({ picture: null })).toBe('/og.png')
})

test('the JSON-LD of an article that a plan opens marks it as not free, and says where the paywall is', () => {
  expect(about({ isOpen: false, isPaidContent: true, picture: null })).toMatchObject({
    isAccessibleForFree: false,
    hasPart: { '@type': 'WebPageElement', isAccessibleForFree: false, cssSelector: '.paywall' },
    image: 'https://x.test/og.png',
  })
})

test('the JSON-LD of audio and video has the player address only if the reader may open it', () => {
  const embed = { host: 'SPOTIFY', url: 'https://open.spotify.com/embed/episode/e' } as const
  expect(about({ contentType: 'AUDIO', embed })).toMatchObject({
    '@type': 'AudioObject',
    name: 'Fairs that pay',
    embedUrl: embed.url,
  })
  const closed = about({ contentType: 'VIDEO', isOpen: false })
  expect(closed).toMatchObject({ '@type': 'VideoObject', uploadDate: '2026-03-01T08:00:00.000Z' })
  expect(closed).not.toHaveProperty('embedUrl')
})

test('breadcrumbs are numbered from one, with absolute addresses', () => {
  const { itemListElement } = breadcrumbJsonLd('https://x.test', [
    ['Home', '/'],
    ['Knowledge Centre', '/knowledgeCentre'],
  ])
  expect(itemListElement.map(({ position, item }) => [position, item])).toEqual([
    [1, 'https://x.test/'],
    [2, 'https://x.test/knowledgeCentre'],
  ])
})

test('a topic links to all articles about it, in the requested language', () => {
  expect(knowledgeCentrePath({ category: 'GLOBAL_SOURCING' }, '')).toBe('/knowledgeCentre?category=GLOBAL_SOURCING')
  expect(knowledgeCentrePath({ category: 'GLOBAL_SOURCING' }, 'lang=de')).toBe(
    '/knowledgeCentre?category=GLOBAL_SOURCING&lang=de',
  )
})

test('lists the languages of an article in the same order, whichever of them is being read', () => {
  const [en, de] = [
    { uniqueId: 'c', title: 'Fairs', slug: 'fairs', language: 'en' as const },
    { uniqueId: 'd', title: 'Messen', slug: 'messen', language: 'de' as const },
  ]
  const all = [
    { language: 'en', path: '/blog/fairs' },
    { language: 'de', path: '/blog/messen' },
  ]
  expect(versionsOf({ ...en, translations: [de] })).toEqual(all)
  expect(versionsOf({ ...de, translations: [en] })).toEqual(all)
})
