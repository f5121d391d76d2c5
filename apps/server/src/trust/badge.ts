import type { Language } from '@tradewind/contract/kit/language'
import { phrase } from '@tradewind/contract/kit/say'
import { type BadgeFile, badgeFiles } from '@tradewind/contract/trust/badge.words'
import { type BadgeQuery, badgeQuery } from '@tradewind/contract/trust/reviewPage.contract'
import { scoreText } from '@tradewind/contract/trust/star'
import { and, eq } from 'drizzle-orm'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hash } from 'node:crypto'
import { type Database, tenantScope } from '#kit/database/database'
import { hasTag } from '#kit/http/answer'
import type { TextsOf } from '#platform/message.queries'
import { users } from '#platform/schema/user.table'
import { hostName, type Tenant, type Tenants } from '#platform/tenant/tenant.queries'
import type { TenantSettings } from '#platform/tenantSetting.queries'
import { badgeCard, badgePng, badgeSvg, type Shown, styleHash } from './badge.draw.ts'
import { trustScores } from './schema/review.table.ts'
import { isShown, shownCache, type ShownNews } from './shown.queries.ts'

interface Needs extends ShownNews {
  db: Database
  tenants: Tenants
  settings: TenantSettings
  texts: TextsOf
  originOf: (tenant: Tenant) => string
}

interface Badge {
  tenantId: string
  ownerId: string
  body: Buffer
  etag: string
}

const types: Readonly<Record<BadgeFile, string>> = {
  svg: 'image/svg+xml; charset=utf-8',
  html: 'text/html; charset=utf-8',
  png: 'image/png',
}

const sentence = phrase(
  '{company} has {score} out of 5 stars from {count} customer review.|{company} has {score} out of 5 stars from {count} customer reviews.',
)
const nobody = phrase('{company} and its trust score: no customer has answered yet.')

/** What everybody may know of a company's score, in words of this language. Nothing where its page is hidden. */
const shownOf = async ({ db, texts }: Needs, tenant: Tenant, ownerId: string, language: Language): Promise<Shown | undefined> => {
  const [found] = await db
    .as(tenantScope(tenant.uniqueId))
    .select({ company: users.userCompanyName, score: trustScores.score, answers: trustScores.answers })
    .from(users)
    .leftJoin(trustScores, eq(trustScores.ownerId, users.uniqueId))
    .where(and(eq(users.uniqueId, ownerId), isShown))
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
    sentence: say(answers > 0 ? sentence : nobody, values),
    count: answers > 0 ? say('{count} review|{count} reviews', { count: String(answers) }) : say('No reviews yet'),
    site: tenant.fullName,
  }
}

const drawn = async (file: BadgeFile, shown: Shown, { size, theme }: BadgeQuery, page: string) => {
  if (file === 'png') return badgePng(shown, theme)
  return Buffer.from(file === 'svg' ? badgeSvg(shown, size, theme) : badgeCard(shown, size, theme, page))
}

const ADDRESS = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(svg|html|png)$/i

/** Which badge an address names. Nothing where it names none. */
const askedOf = ({ params, query }: FastifyRequest) => {
  const [, ownerId = '', file = ''] = ADDRESS.exec((params as { file: string }).file) ?? []
  const asked = badgeQuery.safeParse(query)
  const type = badgeFiles.find((one) => one === file.toLowerCase())
  return type && asked.success ? { ownerId: ownerId.toLowerCase(), file: type, asked: asked.data } : undefined
}

const send = ({ headers }: FastifyRequest, reply: FastifyReply, type: string, { body, etag }: Badge) => {
  reply.headers({
    etag,
    'cache-control': 'public, max-age=300',
    'content-security-policy': `default-src 'none'; style-src ${styleHash}; frame-ancestors *`,
    'cross-origin-resource-policy': 'cross-origin',
  })
  reply.removeHeader('x-frame-options')
  const isKnown = hasTag(headers['if-none-match'], etag)
  return isKnown ? reply.code(304).send() : reply.type(type).send(body)
}

const notFound = (reply: FastifyReply) =>
  reply.code(404).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('Not found')

/** Where the websites and mails of companies have their badges from: no session, no cookie, no script. */
export const mountBadges = (app: FastifyInstance, needs: Needs) => {
  const { tenants, settings, originOf } = needs
  const cached = shownCache<Badge>(needs, { name: 'badges', entries: 20_000, sizeOf: ({ body }) => body.length })

  const made = async (tenant: Tenant, { ownerId, file, asked }: NonNullable<ReturnType<typeof askedOf>>) => {
    const decided = await settings.of(tenant.uniqueId)
    if (!decided.REVIEWS_ENABLED) return undefined
    const shown = await shownOf(needs, tenant, ownerId, asked.lang ?? (decided.DEFAULT_LANGUAGE as Language))
    if (!shown) return undefined
    const body = await drawn(file, shown, asked, `${originOf(tenant)}/company/${ownerId}`)
    return { tenantId: tenant.uniqueId, ownerId, body, etag: `"${hash('sha256', body, 'base64url').slice(0, 22)}"` }
  }

  app.get('/badge/:file', async (request, reply) => {
    const named = askedOf(request)
    const tenant = named && ((await tenants.byHost(hostName(request.hostname))) ?? (await tenants.main()))
    if (!tenant || tenant.deletedAt) return notFound(reply)
    const { ownerId, file, asked } = named
    const key = [tenant.uniqueId, ownerId, file, asked.size, asked.theme, asked.lang].join(' ')
    const badge = await cached(key, () => made(tenant, named))
    return badge ? send(request, reply, types[file], badge) : notFound(reply)
  })
}
