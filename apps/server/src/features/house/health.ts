import { createHash, timingSafeEqual } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'
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

/** What watches the house: whether it is up and ready, and how it fares. */
export const mountHealth = (app: FastifyInstance, { db, metricsToken, version, filesReachable }: Needs) => {
  app.get('/healthz', async () => ({ up: true }))

  app.get('/readyz', async (_request, reply) => {
    const database = await db
      .as(tenantScope(nowhere))
      .execute(sql`select 1 from tenant limit 1`)
      .then(() => true)
      .catch(() => false)
    const files = await filesReachable()
    return reply.status(database && files ? 200 : 503).send({ ready: database && files, database, files })
  })

  app.get('/config.json', async (_request, reply) => reply.header('cache-control', 'no-store').send({ vers: version }))

  const register = new Registry()
  collectDefaultMetrics({ register })
  const seconds = new Histogram({
    name: 'http_request_seconds',
    help: 'How long calls took, by route pattern',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [register],
  })
  const faults = new Counter({
    name: 'http_faults_total',
    help: 'Calls that ended in a 5xx',
    labelNames: ['route'],
    registers: [register],
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = patternOf(request)
    seconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    if (reply.statusCode >= 500) faults.inc({ route })
  })

  app.get('/metrics', async (request, reply) => {
    const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
    if (!metricsToken || !given || !isSame(given, metricsToken)) throw notFound('Page')
    return reply.type(register.contentType).send(await register.metrics())
  })
}
