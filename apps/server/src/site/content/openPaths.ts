import type { Decided } from '@tradewind/contract/platform/settingCatalogue'
import type { Reader } from '#kit/database/database'
import type { TextsOf } from '#platform/message.queries'

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

/** Text for XML: nothing in it is markup, and what XML 1.0 cannot hold is left out. */
export const escaped = (text: string) =>
  text
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex -- these very characters are what XML forbids
    .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '')
    .replace(/[&<>"']/g, (sign) => entities[sign]!)

/** An element with this text; none where there is no text. */
export const element = (name: string, text: string | null | undefined) => (text ? `<${name}>${escaped(text)}</${name}>` : '')

export const declared = (...parts: string[]) => ['<?xml version="1.0" encoding="UTF-8"?>', ...parts, ''].join('\n')

/** The tenant whose feeds are asked for, and what they need to know of it. */
export interface Site {
  db: Reader
  /** Never what a request says. */
  origin: string
  name: string
  decided: Decided
  /** The paths of its legal texts. */
  legal: readonly string[]
  say: Awaited<ReturnType<TextsOf['translator']>>
}

type Shows = Pick<Decided, 'CONTENT_ENABLED' | 'SHOW_PARTNERS' | 'REVIEWS_ENABLED' | 'SHOW_ASSESSMENT' | 'ALLOW_SIGN_UP'>

/** The open pages that stand still, of what a tenant shows. */
export const openPaths = (shows: Shows) => [
  '/',
  '/solutions',
  '/pricing',
  '/aboutUs',
  ...(shows.CONTENT_ENABLED ? ['/knowledgeCentre'] : []),
  ...(showsPartners(shows) ? ['/xareview'] : []),
  ...(shows.SHOW_ASSESSMENT ? ['/self-assessment'] : []),
  ...(shows.ALLOW_SIGN_UP ? ['/signup'] : []),
]

export const showsPartners = ({ SHOW_PARTNERS, REVIEWS_ENABLED }: Shows) => SHOW_PARTNERS && REVIEWS_ENABLED

/** What no search engine should look at: where people work, what the pages ask for, and pages whose address is a secret. Pictures are shown. */
const closed = [
  '/crm',
  '/user',
  '/admin',
  '/superAdmin',
  '/api/',
  '/review/',
  '/r/',
  '/self-assessment/',
  '/unsubscribe/',
  '/invitation/',
  '/resetPassword/',
  '/undoAddress/',
  '/verify/',
]
const pictures = ['/api/content/picture/', '/api/document/']

export const robots = (origin: string) =>
  [
    'User-agent: *',
    ...pictures.map((path) => `Allow: ${path}`),
    ...closed.map((path) => `Disallow: ${path}`),
    '',
    ['Sitemap', `${origin}/sitemap.xml`].join(': '),
    '',
  ].join('\n')
