import { createHash, timingSafeEqual } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { type Database, nowhere, tenantScope } from '#kit/database/database'
import { notFound } from '#kit/errors'
import { patternOf } from '#kit/http/server'

interface Needs {
  db: Database
  metricsToken: string | undefined
  /** Names this build: a browser that has another one loads anew. */
  version: string
  /** Whether the files can be reached. */
  filesReachable: () => Promise<boolean>
}

const digest = (text: string) => createHash('sha256').update(text).digest()
const isSame = (one: string, other: string) => timingSafeEqual(digest(one), digest(other))

const ready = async (db: Database) =>
  db
    .as(tenantScope(nowhere))
    .execute(sql`select 1 from tenant limit 1`)
    .then(
      () => true,
      () => false,
    )

/** How calls fared, for Prometheus. */
const mountMetrics = (app: FastifyInstance, metricsToken: string) => {
  const register = new Registry()
  collectDefaultMetrics({ register })
  const seconds = new Histogram({
    name: 'http_request_seconds',
    help: 'How long calls took, by route pattern',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [register],
  })
  app.addHook('onResponse', async (request, reply) => {
    seconds.observe({ method: request.method, route: patternOf(request), status: reply.statusCode }, reply.elapsedTime / 1000)
  })
  app.get('/metrics', async (request, reply) => {
    const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
    if (!given || !isSame(given, metricsToken)) throw notFound('Page')
    return reply.type(register.contentType).send(await register.metrics())
  })
}

/** What watches the house: whether it is up and ready, and how it fares. */
export const mountHealth = (app: FastifyInstance, { db, metricsToken, version, filesReachable }: Needs) => {
  if (metricsToken) mountMetrics(app, metricsToken)
  app.get('/healthz', async () => ({ up: true }))
  app.get('/readyz', async (_request, reply) => {
    const [database, files] = await Promise.all([ready(db), filesReachable()])
    return reply.status(database && files ? 200 : 503).send({ ready: database && files, database, files })
  })
  app.get('/config.json', async (_request, reply) => reply.header('cache-control', 'no-store').send({ vers: version }))
}
