import { language as languageOf, type Language } from '@tradewind/contract/kit/language'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hash } from 'node:crypto'
import { z } from 'zod'
import { type Database, tenantScope } from '#kit/database/database'
import { hasTag } from '#kit/http/answer'
import { packedOnce } from '#kit/http/pack'
import { hostName, type Tenant, type Tenants } from '#platform/tenant/tenant.queries'
import type { TenantSettings } from '#platform/tenantSetting.queries'
import { shownById, shownCache, type ShownNews } from '../shown.queries.ts'
import { calculationOf } from './calculation.ts'

interface Needs extends ShownNews {
  db: Database
  tenants: Tenants
  settings: TenantSettings
  originOf: (tenant: Tenant) => string
}

interface Calculation {
  tenantId: string
  ownerId: string
  size: number
  bodyFor: ReturnType<typeof packedOnce>
  etag: string
}

const query = z.strictObject({ lang: languageOf.optional() })
const params = z.object({ uniqueId: z.uuid().toLowerCase() })

/** Whose calculation an address names, and in which language. Nothing where it names none. */
const askedOf = (request: FastifyRequest) => {
  const [named, asked] = [params.safeParse(request.params), query.safeParse(request.query)]
  return named.success && asked.success ? { ownerId: named.data.uniqueId, lang: asked.data.lang } : undefined
}

const notFound = (reply: FastifyReply) =>
  reply.code(404).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('Not found')

const send = ({ headers }: FastifyRequest, reply: FastifyReply, { bodyFor, etag }: Calculation) => {
  reply.headers({ etag, 'cache-control': 'public, max-age=300', 'access-control-allow-origin': '*', vary: 'accept-encoding' })
  return hasTag(headers['if-none-match'], etag)
    ? reply.code(304).send()
    : reply.type('application/json; charset=utf-8').send(bodyFor(headers['accept-encoding']?.toString(), reply))
}

/** The calculation behind the score of each company whose page everybody may see: no session, no cookie, kept as badges are. */
export const mountScores = (app: FastifyInstance, needs: Needs) => {
  const { db, tenants, settings, originOf } = needs
  const cached = shownCache<Calculation>(needs, { name: 'calculations', entries: 2_000, sizeOf: ({ size }) => size })

  const made = async (tenant: Tenant, ownerId: string, lang: Language | undefined): Promise<Calculation | undefined> => {
    const decided = await settings.of(tenant.uniqueId)
    if (!decided.REVIEWS_ENABLED) return undefined
    const owner = await shownById(db.as(tenantScope(tenant.uniqueId)), ownerId)
    if (!owner) return undefined
    const page = `${originOf(tenant)}/company/${ownerId}`
    const language = lang ?? (decided.DEFAULT_LANGUAGE as Language)
    const body = JSON.stringify(await calculationOf(db, owner, { page, timeZone: decided.TIME_ZONE, language }))
    // The text, its bytes, and these packed.
    const [size, bodyFor] = [body.length * 3, packedOnce(body)]
    return { tenantId: tenant.uniqueId, ownerId, size, bodyFor, etag: `"${hash('sha256', body, 'base64url').slice(0, 22)}"` }
  }

  app.get('/company/:uniqueId/score.json', async (request, reply) => {
    const asked = askedOf(request)
    const tenant = asked && ((await tenants.byHost(hostName(request.hostname))) ?? (await tenants.main()))
    if (!tenant || tenant.deletedAt) return notFound(reply)
    const { ownerId, lang } = asked
    const calculation = await cached([tenant.uniqueId, ownerId, lang].join(' '), () => made(tenant, ownerId, lang))
    return calculation ? send(request, reply, calculation) : notFound(reply)
  })
}
