import { say } from '@tradewind/contract/kit/say'
import type { FastifyInstance } from 'fastify'
import { createHash, hash, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { shared } from '#kit/concurrency'
import { notFound } from '#kit/errors'
import { patternOf } from '#kit/http/server'
import type { AppContext } from '../appContext.ts'
import { openMetrics, type Watched } from './metrics.ts'

const beside = (path: string) => new URL(path, import.meta.url)

/** The product's version and, behind it, a mark of the pages' build: it changes when browsers should load anew. */
export const versionOf = (dev: boolean) => {
  const { version } = JSON.parse(readFileSync(beside('../../../../package.json'), 'utf8')) as { version: string }
  return dev ? version : `${version}-${hash('sha256', readFileSync(beside('../../../web/build/server/index.js'))).slice(0, 8)}`
}

/** `probe` looks at the database on a connection of its own: what holds all others does not take this node out of service. */
interface Needs extends Watched, Pick<AppContext, 'probe' | 'files' | 'mail'> {
  metricsToken: string | undefined
}

/** Milliseconds after which what has not answered counts as away. */
const LATE = 10_000
/** Milliseconds for which what was found of files and mail is told again: to look means to write a file and to open a line. */
const REMEMBERED = 60_000

const digest = (text: string) => createHash('sha256').update(text).digest()
const isSame = (one: string, other: string) => timingSafeEqual(digest(one), digest(other))

/** What is looked at is there, and says so soon. */
const answersSoon = async (isReachable: () => Promise<boolean>) => {
  const late = new AbortController()
  const isLate = setTimeout(LATE, false, { signal: late.signal, ref: false }).catch(() => false)
  return Promise.race([isReachable(), isLate]).finally(() => late.abort())
}

/** How the node fares, for Prometheus. */
const mountMetrics = (app: FastifyInstance, metricsToken: string, watched: Watched) => {
  const metrics = openMetrics(watched)
  app.addHook('onResponse', async (request, reply) => {
    metrics.answered({ method: request.method, route: patternOf(request), status: reply.statusCode }, reply.elapsedTime / 1000)
  })
  app.get('/metrics', async (request, reply) => {
    const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
    if (!given || !isSame(given, metricsToken)) throw notFound(say('Page not found'))
    return reply.type(metrics.contentType).send(await metrics.text())
  })
}

/** What watches the application: whether it is up and ready, and how it fares. */
export const mountHealth = (app: FastifyInstance, { probe, files, mail, metricsToken, ...watched }: Needs) => {
  const { version } = watched
  if (metricsToken) mountMetrics(app, metricsToken, watched)
  const filesReachable = shared(() => answersSoon(() => files.isReachable()), REMEMBERED)
  const mailReachable = shared(() => answersSoon(mail.isReachable), REMEMBERED)
  // A balancer must not take a node away, nor a supervisor end one, for what all nodes miss alike: lists go on without files and mail.
  app.get('/healthz', async ({ query }, reply) => {
    if (!Object.hasOwn(query as object, 'full')) return { up: true }
    const looks = [probe.isReachable(), filesReachable(), mailReachable()] as const
    const [database, filesThere, mailThere] = await Promise.all(looks)
    const isWell = database && filesThere && mailThere
    return reply.status(isWell ? 200 : 503).send({ up: true, database, files: filesThere, mail: mailThere })
  })
  app.get('/readyz', async (_request, reply) => {
    const database = await probe.isReachable()
    return reply.status(database ? 200 : 503).send({ ready: database, database })
  })
  app.get('/config.json', async (_request, reply) => reply.header('cache-control', 'no-store').send({ vers: version }))
}
