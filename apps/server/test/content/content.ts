import { contentApi } from '@tradewind/contract/site/content.contract'
import sharp from 'sharp'
import type { z } from 'zod'
import type { TestApp, TestUser } from '../app.ts'

type ArticleFields = Partial<z.input<typeof contentApi.create.input>>

/** An article that everybody may read, unless overridden. */
export const articleInput = (over: ArticleFields = {}) => ({
  title: 'Shipping to Norway',
  contentType: 'TEXT' as const,
  category: 'GLOBAL_SOURCING' as const,
  articleTypes: ['MARKET_INSIGHT' as const],
  content: '<p>Book early, and label each pallet.</p>',
  isPaidContent: false,
  ...over,
})

/** What authors do in a partition. */
export const contentCalls = (app: TestApp) => ({
  write: (who: TestUser, over: ArticleFields = {}) => app.as(who).call(contentApi.create, articleInput(over)),
  change: (who: TestUser, change: z.input<typeof contentApi.update.input>) => app.as(who).call(contentApi.update, change),
  read: (who: TestUser | undefined, uniqueId: string) => app.as(who).call(contentApi.get, { uniqueId }),
  list: (who: TestUser | undefined, listQuery: z.input<typeof contentApi.list.input> = {}) =>
    app.as(who).call(contentApi.list, listQuery),
  at: (who: TestUser | undefined, slug: string) => app.as(who).call(contentApi.slug, { slug }),
})

/** A picture as an editor inserts it into a text. */
export const pictureHtml = async (width: number, height: number, { alt = 'A pallet', red = 10 } = {}) => {
  const background = { r: red, g: 100, b: 200 }
  const png = await sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()
  return `<img src="data:image/png;base64,${png.toString('base64')}" alt="${alt}">`
}

export const VIDEO_URL = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'
export const TRACK_URL = 'https://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC'
