import { UUID } from '@tradewind/contract/kit/fields'
import type { Language } from '@tradewind/contract/kit/language'
import { phrase } from '@tradewind/contract/kit/phrase'
import {
  type BadgeFile,
  badgeFiles,
  badgePixels,
  type BadgeSize,
  type BadgeTheme,
} from '@tradewind/contract/trust/badge.constants'
import { scoreColour } from '@tradewind/contract/trust/review.constants'
import { type BadgeQuery, badgeQuery } from '@tradewind/contract/trust/reviewPage.contract'
import { fullStarPoints, halfStarPoints, scoreText, starFillsOf } from '@tradewind/contract/trust/star'
import { and, eq } from 'drizzle-orm'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hash } from 'node:crypto'
import sharp from 'sharp'
import { type Database, tenantScope } from '#kit/database/database'
import { taggedBody } from '#kit/http/answer'
import type { TextsOf } from '#platform/message.queries'
import { users } from '#platform/schema/user.table'
import { hostName, type Tenant, type Tenants } from '#platform/tenant.queries'
import type { TenantSettings } from '#platform/tenantSetting.queries'
import { type ChangeSource, createOwnerCache, hasPublicPage } from './publicPage.queries.ts'
import { trustScores } from './schema/review.table.ts'

/** The contents of a badge. Its texts are in the reader's language. */
interface BadgeData {
  company: string
  score: number
  answers: number
  language: Language
  /** The whole badge as a sentence, for screen readers. */
  sentence: string
  /** '12 reviews', or that there are none. */
  count: string
  /** The name of the tenant whose page shows the reviews. */
  site: string
}

interface Colours {
  background: string
  edge: string
  text: string
  quiet: string
  green: string
  orange: string
  red: string
}

/** As in the application: each has a contrast of 4.5 to 1 or more against its background. */
const colours: Readonly<Record<BadgeTheme, Colours>> = {
  light: {
    background: '#ffffff',
    edge: '#cdd5dd',
    text: '#17212b',
    quiet: '#4d5a67',
    green: '#08674c',
    orange: '#a84904',
    red: '#ab1941',
  },
  dark: {
    background: '#17212b',
    edge: '#3b4855',
    text: '#f2f5f8',
    quiet: '#b7c2cd',
    green: '#6ccba9',
    orange: '#ffad69',
    red: '#ff8ea7',
  },
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
/** Removes characters that XML cannot contain. */
const escapeXml = (text: string) =>
  text
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/[&<>"']/g, (character) => entities[character]!)

/** Truncates a text to about the given width, assuming characters of average width. */
const fitText = (text: string, width: number, size: number) => {
  const characters = Array.from(text)
  const most = Math.floor(width / (size * 0.58))
  return characters.length <= most
    ? text
    : `${characters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
}

interface TextStyle {
  x: number
  y: number
  size: number
  fill: string
  weight?: number
}

const textElement = (text: string, { x, y, size, fill, weight = 400 }: TextStyle) =>
  `<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" fill="${fill}">${escapeXml(text)}</text>`

const stars = (score: number, colour: string, { x, y, size }: { x: number; y: number; size: number }) => {
  const scale = size / 24
  const starElements = starFillsOf(score).map((fill, at) => {
    const lit =
      fill === 'empty' ? '' : `<polygon points="${fill === 'full' ? fullStarPoints : halfStarPoints}" fill="${colour}"/>`
    return `<g transform="translate(${at * 24} 0)"><polygon points="${fullStarPoints}" fill="none"/>${lit}</g>`
  })
  return `<g transform="translate(${x} ${y}) scale(${scale})" stroke="${colour}" stroke-width="1.2" stroke-linejoin="round">${starElements.join('')}</g>`
}

const figureOf = ({ score, answers, language }: BadgeData) => (answers > 0 ? scoreText(score, language) : '–')

interface Drawing {
  data: BadgeData
  palette: Colours
  starColour: string
  width: number
}

const bodies: Readonly<Record<BadgeSize, (drawing: Drawing) => string>> = {
  small: ({ data, palette, starColour }) =>
    stars(data.score, starColour, { x: 10, y: 9, size: 18 }) +
    textElement(figureOf(data), { x: 108, y: 24, size: 16, fill: palette.text, weight: 700 }) +
    textElement(`(${data.answers.toLocaleString(data.language, { notation: 'compact' })})`, {
      x: 140,
      y: 24,
      size: 13,
      fill: palette.quiet,
    }),
  medium: ({ data, palette, starColour, width }) =>
    stars(data.score, starColour, { x: 14, y: 14, size: 28 }) +
    textElement(figureOf(data), { x: 168, y: 36, size: 24, fill: palette.text, weight: 700 }) +
    textElement(fitText(`${data.count} · ${data.site}`, width - 28, 14), { x: 14, y: 64, size: 14, fill: palette.quiet }),
  large: ({ data, palette, starColour, width }) =>
    textElement(fitText(data.company, width - 36, 18), { x: 18, y: 34, size: 18, fill: palette.text, weight: 700 }) +
    stars(data.score, starColour, { x: 18, y: 48, size: 34 }) +
    textElement(figureOf(data), { x: 204, y: 75, size: 30, fill: palette.text, weight: 700 }) +
    textElement(fitText(`${data.count} · ${data.site}`, width - 36, 15), { x: 18, y: 106, size: 15, fill: palette.quiet }),
}

/** A badge as an SVG image without scripts, styles or fonts of its own. */
const badgeSvg = (data: BadgeData, size: BadgeSize, theme: BadgeTheme) => {
  const [width, height] = badgePixels[size]
  const palette = colours[theme]
  const lit = data.answers > 0 ? palette[scoreColour(data.score)] : palette.quiet
  const frame = `<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8" fill="${palette.background}" stroke="${palette.edge}"/>`
  const body = bodies[size]({ data, palette, starColour: lit, width })
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" ` +
    `aria-labelledby="t" font-family="system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif">` +
    `<title id="t">${escapeXml(data.sentence)}</title>${frame}${body}</svg>`
  )
}

const STYLE = 'body{margin:0}a{display:block;border-radius:8px}svg{display:block;max-width:100%;height:auto}'
const styleHash = `'sha256-${hash('sha256', STYLE, 'base64')}'`

/** A badge as a page for a frame, which links to the company's page. */
const badgeCard = (data: BadgeData, size: BadgeSize, theme: BadgeTheme, page: string) =>
  `<!doctype html><html lang="${data.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `<meta name="robots" content="noindex"><title>${escapeXml(data.sentence)}</title><style>${STYLE}</style></head>` +
  `<body><a href="${escapeXml(page)}" target="_blank" rel="noopener">${badgeSvg(data, size, theme)}</a></body></html>`

type Corner = readonly [x: number, y: number]
const cornersOf = (points: string): Corner[] =>
  points.split(' ').map((corner) => corner.split(',').map(Number) as unknown as Corner)

/** Whether a point is in a polygon: a line from it to the right crosses an odd number of its edges. */
const isInPolygon = (corners: readonly Corner[], x: number, y: number) =>
  corners.reduce((inside, [x1, y1], at) => {
    const [x2, y2] = corners.at(at - 1)!
    return y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1 ? !inside : inside
  }, false)

/** Pixels per star of the PNG, and samples in each direction of a pixel. */
const [STAR, SAMPLES] = [36, 4]
const samplePoints = Array.from(
  { length: SAMPLES * SAMPLES },
  (_, at) => [((at % SAMPLES) + 0.5) / SAMPLES, (Math.floor(at / SAMPLES) + 0.5) / SAMPLES] as const,
)

const coverage = (corners: readonly Corner[], x: number, y: number) =>
  samplePoints.filter(([right, down]) => isInPolygon(corners, ((x + right) * 24) / STAR, ((y + down) * 24) / STAR)).length /
  samplePoints.length

const rgbOf = (colour: string) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))

const [wholeStar, halfStar] = [cornersOf(fullStarPoints), cornersOf(halfStarPoints)]

/** Opacity of a pixel: full up to the score, pale for the rest of each star. */
const opacityAt = (fill: 'full' | 'half' | 'empty', x: number, y: number) => {
  const [star, lit] = [coverage(wholeStar, x, y), fill === 'empty' ? 0 : coverage(fill === 'full' ? wholeStar : halfStar, x, y)]
  return lit + (star - lit) * 0.25
}

/** Only the stars, as a PNG at twice the displayed size: mail programs show no SVG. */
const badgePng = ({ score, answers }: BadgeData, theme: BadgeTheme) => {
  const fills = starFillsOf(score)
  const [width, height] = [STAR * fills.length, STAR]
  const colour = rgbOf(answers > 0 ? colours[theme][scoreColour(score)] : colours[theme].quiet)
  const data = Buffer.alloc(width * height * 4)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const opacity = opacityAt(fills[Math.floor(x / STAR)]!, x % STAR, y)
      data.set([...colour, Math.round(opacity * 255)], (y * width + x) * 4)
    }
  return sharp(data, { raw: { width, height, channels: 4 } })
    .png({ palette: true })
    .toBuffer()
}

interface Needs extends ChangeSource {
  db: Database
  tenants: Tenants
  settings: TenantSettings
  texts: TextsOf
  originOf: (tenant: Tenant) => string
}

interface Badge {
  tenantId: string
  ownerId: string
  body: ReturnType<typeof taggedBody>
}

const types: Readonly<Record<BadgeFile, string>> = {
  svg: 'image/svg+xml; charset=utf-8',
  html: 'text/html; charset=utf-8',
  png: 'image/png',
}

const sentence = phrase(
  '{company} has {score} out of 5 stars from {count} customer review.|{company} has {score} out of 5 stars from {count} customer reviews.',
)
const noReviewsSentence = phrase('{company} and its trust score: no customer has answered yet.')

/** The public data of a company's score, with texts in this language. Undefined if its page is hidden. */
const loadBadgeData = async (
  { db, texts }: Needs,
  tenant: Tenant,
  ownerId: string,
  language: Language,
): Promise<BadgeData | undefined> => {
  const [found] = await db
    .as(tenantScope(tenant.uniqueId))
    .select({ company: users.userCompanyName, score: trustScores.score, answers: trustScores.answers })
    .from(users)
    .leftJoin(trustScores, eq(trustScores.ownerId, users.uniqueId))
    .where(and(eq(users.uniqueId, ownerId), hasPublicPage))
  if (!found?.company) return undefined
  const say = await texts.translator(tenant.uniqueId, language)
  const { company } = found
  const [score, answers] = [Number(found.score ?? 0), found.answers ?? 0]
  const values = { company, score: scoreText(score, language), count: String(answers) }
  return {
    company,
    score,
    answers,
    language,
    sentence: say(answers > 0 ? sentence : noReviewsSentence, values),
    count: answers > 0 ? say('{count} review|{count} reviews', { count: String(answers) }) : say('No reviews yet'),
    site: tenant.fullName,
  }
}

const renderBadge = async (file: BadgeFile, data: BadgeData, { size, theme }: BadgeQuery, page: string) => {
  if (file === 'png') return badgePng(data, theme)
  return Buffer.from(file === 'svg' ? badgeSvg(data, size, theme) : badgeCard(data, size, theme, page))
}

const FILE_PATTERN = new RegExp(String.raw`^(${UUID})\.(svg|html|png)$`, 'i')

/** Parses the requested badge. Undefined if the URL is not valid. */
const parseRequest = ({ params, query }: FastifyRequest) => {
  const [, ownerId = '', file = ''] = FILE_PATTERN.exec((params as { file: string }).file) ?? []
  const parsedQuery = badgeQuery.safeParse(query)
  const type = badgeFiles.find((one) => one === file.toLowerCase())
  return type && parsedQuery.success ? { ownerId: ownerId.toLowerCase(), file: type, options: parsedQuery.data } : undefined
}

const sendBadge = (request: FastifyRequest, reply: FastifyReply, type: string, { body }: Badge) => {
  reply.headers({
    'cache-control': 'public, max-age=300',
    'content-security-policy': `default-src 'none'; style-src ${styleHash}; frame-ancestors *`,
    'cross-origin-resource-policy': 'cross-origin',
  })
  reply.removeHeader('x-frame-options')
  return body.send(request, reply, type)
}

const sendNotFound = (reply: FastifyReply) =>
  reply.code(404).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('Not found')

/** Serves badges for the websites and mails of companies: no session, no cookie, no script. */
export const mountBadges = (app: FastifyInstance, needs: Needs) => {
  const { tenants, settings, originOf } = needs
  const cachedBadge = createOwnerCache<Badge>(needs, { name: 'badges', entries: 20_000, sizeOf: ({ body }) => body.bytes })

  const createBadge = async (tenant: Tenant, { ownerId, file, options }: NonNullable<ReturnType<typeof parseRequest>>) => {
    const settingValues = await settings.of(tenant.uniqueId)
    if (!settingValues.REVIEWS_ENABLED) return undefined
    const data = await loadBadgeData(needs, tenant, ownerId, options.lang ?? (settingValues.DEFAULT_LANGUAGE as Language))
    if (!data) return undefined
    const body = await renderBadge(file, data, options, `${originOf(tenant)}/company/${ownerId}`)
    return { tenantId: tenant.uniqueId, ownerId, body: taggedBody(body) }
  }

  app.get('/badge/:file', async (request, reply) => {
    const badgeRequest = parseRequest(request)
    const tenant = badgeRequest && ((await tenants.byHost(hostName(request.hostname))) ?? (await tenants.main()))
    if (!tenant || tenant.deletedAt) return sendNotFound(reply)
    const { ownerId, file, options } = badgeRequest
    const key = [tenant.uniqueId, ownerId, file, options.size, options.theme, options.lang].join(' ')
    const badge = await cachedBadge(key, () => createBadge(tenant, badgeRequest))
    return badge ? sendBadge(request, reply, types[file], badge) : sendNotFound(reply)
  })
}
