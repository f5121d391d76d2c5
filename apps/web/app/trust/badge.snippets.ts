import type { Language } from '@tradewind/contract/kit/language'
import { badgePath, badgePixels, type BadgeSize, type BadgeTheme } from '@tradewind/contract/trust/badge.words'

export const snippets = ['picture', 'card', 'signature'] as const
export type Snippet = (typeof snippets)[number]

interface Asked {
  kind: Snippet
  size: BadgeSize
  theme: BadgeTheme
  lang: Language
  /** Where the tenant's pages are: `https://example.com`. */
  origin: string
  ownerId: string
  /** What is read to those who do not see it. */
  alt: string
}

const attribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** The HTML that a company pastes on its website or into its mail signature. */
export const snippetOf = ({ kind, size, theme, lang, origin, ownerId, alt }: Asked) => {
  const [width, height] = badgePixels[size]
  const page = attribute(`${origin}/company/${ownerId}`)
  const at = (file: 'svg' | 'html' | 'png', asked: Record<string, string>) =>
    attribute(`${origin}${badgePath(ownerId, file, asked)}`)
  const said = attribute(alt)
  if (kind === 'card')
    return `<iframe src="${at('html', { size, theme, lang })}" width="${width}" height="${height}" title="${said}" loading="lazy" style="border:0"></iframe>`
  const image =
    kind === 'picture'
      ? `<img src="${at('svg', { size, theme, lang })}" width="${width}" height="${height}" alt="${said}" loading="lazy">`
      : `<img src="${at('png', { theme })}" width="90" height="18" alt="${said}" style="border:0;vertical-align:middle">`
  return kind === 'picture' ? `<a href="${page}">${image}</a>` : `<a href="${page}">${image} ${said}</a>`
}
