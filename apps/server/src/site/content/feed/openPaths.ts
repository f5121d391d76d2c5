import type { Decided } from '@tradewind/contract/platform/settingCatalogue'

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
  '/self-assessment/',
  '/unsubscribe/',
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
