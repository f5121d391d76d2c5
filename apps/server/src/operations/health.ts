import { say } from '@tradewind/contract/kit/say'
import type { FastifyInstance } from 'fastify'
import { createHash, hash, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { cacheCounts } from '#kit/cache'
import { shareRun } from '#kit/concurrency'
import { notFound } from '#kit/errors'
import { patternOf } from '#kit/http/server'
import { openPages } from '#platform/notification/live'
import type { AppContext } from '../appContext.ts'

/** What the metrics of a node are read from. */
interface MetricsSources extends Pick<AppContext, 'env' | 'db' | 'maintenance' | 'replicas' | 'jobs' | 'figures' | 'telemetry'> {
  /** Identifies this build: a browser with another one reloads. */
  version: string
}
type Replicas = NonNullable<MetricsSources['replicas']>

/** Milliseconds for which the figures of the database are cached, however many clients request them. */
const METRICS_CACHE_MS = 5_000

type Labels = Readonly<Record<string, string>>
type Row = readonly [labels: Labels, value: number]
/** A name, what it means, and how it is read. */
type Reading = readonly [name: string, help: string, rows: () => readonly Row[]]

const single = (value: number): Row[] => [[{}, value]]
const rowsOf = <Value>(of: Iterable<readonly [string, Value]>, label: string, read: (value: Value) => number): Row[] =>
  [...of].map(([name, value]) => [{ [label]: name }, read(value)])

const define = (register: Registry, readings: readonly Reading[]) => {
  for (const [name, help, rows] of readings) {
    const Kind = name.endsWith('_total') ? Counter : Gauge
    const labelNames = labelsOf[name] ?? []
    const metric = new Kind({
      name,
      help,
      labelNames,
      registers: [register],
      collect() {
        metric.reset()
        const readRows = rows()
        for (const [labels, value] of readRows) metric.inc(labels, value)
        if (readRows.length === 0 && labelNames.length === 0) metric.inc({}, NaN) // currently unknown
      },
    })
  }
}

/** The label names of each metric, if it has some. */
const labelsOf: Readonly<Record<string, readonly string[]>> = {
  tradewind_info: ['version', 'node', 'role'],
  tradewind_pool_connections: ['pool', 'state'],
  tradewind_pool_connections_max: ['pool'],
  tradewind_pool_waiting: ['pool'],
  tradewind_statements_slow_total: ['statement'],
  tradewind_cache_lookups_total: ['cache', 'result'],
  tradewind_jobs_ended_total: ['queue', 'result'],
  tradewind_job_seconds_total: ['queue'],
  tradewind_jobs: ['queue', 'state'],
  tradewind_job_age_seconds: ['queue', 'state'],
  tradewind_letters: ['state'],
  tradewind_postgres_connections: ['state'],
  tradewind_replica_up: ['replica'],
  tradewind_replica_lag_seconds: ['replica'],
  tradewind_replica_reads_total: ['result'],
  tradewind_spans_total: ['result'],
}

const poolReadings = ({ db, maintenance, replicas }: MetricsSources): Reading[] => {
  const pools = () => Object.entries({ ...db.pools, maintenance: maintenance.pools.calls, ...replicas?.pools() })
  return [
    [
      'tradewind_pool_connections',
      'Connections to PostgreSQL that are open, by pool',
      () =>
        pools().flatMap(([pool, { totalCount, idleCount }]): Row[] => [
          [{ pool, state: 'busy' }, totalCount - idleCount],
          [{ pool, state: 'idle' }, idleCount],
        ]),
    ],
    [
      'tradewind_pool_connections_max',
      'Connections that a pool may have',
      () => rowsOf(pools(), 'pool', ({ options }) => options.max),
    ],
    [
      'tradewind_pool_waiting',
      'Work that waits for a connection',
      () => rowsOf(pools(), 'pool', ({ waitingCount }) => waitingCount),
    ],
  ]
}

const replicaReadings = ({ replicas }: MetricsSources): Reading[] => {
  const ofEach = (read: (one: ReturnType<Replicas['figures']>[number]) => number) => () =>
    (replicas?.figures() ?? []).map((one): Row => [{ replica: one.name }, read(one)])
  return [
    ['tradewind_replica_up', 'Whether reads are sent to a replica', ofEach(({ problem }) => (problem === null ? 1 : 0))],
    ['tradewind_replica_lag_seconds', 'By how much a replica lags behind the primary', ofEach(({ lag }) => lag)],
    [
      'tradewind_replica_reads_total',
      'Calls that may read at a replica: those that did, and those sent to the primary because no replica had come so far (behind) or was there (away)',
      () => rowsOf(Object.entries(replicas?.counts ?? {}), 'result', Number),
    ],
  ]
}

const nodeReadings = ({ version, env, telemetry, jobs }: MetricsSources): Reading[] => {
  const { recorder } = telemetry
  const { watch: statements, slowest } = telemetry.statements
  const spans = () => recorder?.counts ?? { sent: 0, lost: 0 }
  return [
    ['tradewind_info', 'Always 1: which build this is', () => [[{ version, node: env.nodeName, role: env.role }, 1]]],
    ['tradewind_live_connections', 'Open pages that hear of news', () => single(openPages())],
    ['tradewind_statements_total', 'Statements that requests and jobs have sent', () => single(statements.all)],
    ['tradewind_statements_failed_total', 'Statements that PostgreSQL refused', () => single(statements.failed)],
    ['tradewind_statement_seconds_total', 'Time that all statements took together', () => single(statements.milliseconds / 1000)],
    [
      'tradewind_statements_slow_total',
      'Statements that took longer than SLOW_STATEMENT_MS, by name',
      () => rowsOf(slowest, 'statement', ({ count }) => count),
    ],
    [
      'tradewind_cache_lookups_total',
      'How often what is remembered was asked for, and was there',
      () =>
        [...cacheCounts].flatMap(([cache, { hits, misses }]): Row[] => [
          [{ cache, result: 'hit' }, hits],
          [{ cache, result: 'miss' }, misses],
        ]),
    ],
    [
      'tradewind_jobs_ended_total',
      'Jobs that this node has tried, by queue',
      () =>
        [...jobs.stats].flatMap(([queue, { done, failed }]): Row[] => [
          [{ queue, result: 'done' }, done],
          [{ queue, result: 'failed' }, failed],
        ]),
    ],
    [
      'tradewind_job_seconds_total',
      'Time that jobs took on this node, by queue',
      () => rowsOf(jobs.stats, 'queue', ({ milliseconds }) => milliseconds / 1000),
    ],
    [
      'tradewind_spans_total',
      'Spans of traces that their receiver took, and that were lost',
      () => rowsOf(Object.entries(spans()), 'result', Number),
    ],
  ]
}

type WaitingJobs = Awaited<ReturnType<MetricsSources['jobs']['waiting']>>
type DatabaseFigures = Awaited<ReturnType<MetricsSources['figures']['read']>>

const lettersOf = (waiting: WaitingJobs, { sendsLetters }: MetricsSources['jobs']) => {
  const letters = waiting.filter(({ queue }) => sendsLetters(queue))
  const sum = (isOf: (state: string) => boolean) => letters.reduce((all, { state, count }) => all + (isOf(state) ? count : 0), 0)
  return [
    [{ state: 'waiting' }, sum((state) => state !== 'failed')],
    [{ state: 'failed' }, sum((state) => state === 'failed')],
  ] satisfies Row[]
}

/** What was read from the database; undefined if it did not answer. */
interface DatabaseReading {
  database: DatabaseFigures | undefined
  waiting: WaitingJobs | undefined
}

const databaseReadings = ({ jobs }: MetricsSources, getReading: () => DatabaseReading): Reading[] => {
  const figure = (read: (database: DatabaseFigures) => number) => () => {
    const { database } = getReading()
    return database ? single(read(database)) : []
  }
  const byQueue = (read: (one: WaitingJobs[number]) => number) => () =>
    (getReading().waiting ?? []).map((one): Row => [{ queue: one.queue, state: one.state }, read(one)])
  const letters = () => {
    const { waiting } = getReading()
    return waiting ? lettersOf(waiting, jobs) : []
  }
  return [
    [
      'tradewind_jobs',
      'Jobs that wait (created, retry), are being done (active) or were given up (failed), of all nodes',
      byQueue(({ count }) => count),
    ],
    ['tradewind_job_age_seconds', 'For how long the first of them could have been done', byQueue(({ seconds }) => seconds)],
    ['tradewind_letters', 'Mails that wait to be handed over, and that were given up', letters],
    ['tradewind_postgres_up', 'Whether PostgreSQL said how it is', () => single(getReading().database ? 1 : 0)],
    ['tradewind_postgres_bytes', 'Size of the database', figure(({ bytes }) => bytes)],
    [
      'tradewind_postgres_connections',
      'Connections to the database, of all nodes, by state',
      () => rowsOf(Object.entries(getReading().database?.connections ?? {}), 'state', Number),
    ],
    ['tradewind_postgres_connections_max', 'Connections that the server takes', figure(({ maxConnections }) => maxConnections)],
    [
      'tradewind_postgres_oldest_transaction_seconds',
      'For how long the oldest transaction has been open',
      figure(({ oldest }) => oldest),
    ],
    ['tradewind_postgres_dead_rows', 'Rows that are gone and still take room', figure(({ dead }) => dead)],
    ['tradewind_postgres_live_rows', 'Rows that are there, by statistics', figure(({ liveRows }) => liveRows)],
  ]
}

const orUndefined = <T>(promise: Promise<T>) => promise.catch(() => undefined)

/** All metrics of a node, in the format of Prometheus. Figures that the database does not return now are left out, or NaN. */
export const openMetrics = (watched: MetricsSources) => {
  const register = new Registry()
  collectDefaultMetrics({ register })
  const seconds = new Histogram({
    name: 'http_request_seconds',
    help: 'How long calls took, by route pattern',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [register],
  })
  const { figures, jobs } = watched
  const readDatabase = shareRun(async (): Promise<DatabaseReading> => {
    const [database, waiting] = await Promise.all([orUndefined(figures.read()), orUndefined(jobs.waiting())])
    return { database, waiting }
  }, METRICS_CACHE_MS)
  let lastReading: DatabaseReading = { database: undefined, waiting: undefined }
  const ofNode = [...nodeReadings(watched), ...poolReadings(watched), ...replicaReadings(watched)]
  define(register, [...ofNode, ...databaseReadings(watched, () => lastReading)])
  return {
    contentType: register.contentType,
    answered: (call: { method: string; route: string; status: number }, took: number) => seconds.observe(call, took),
    text: async () => {
      lastReading = await readDatabase()
      return register.metrics()
    },
  }
}

const fileUrl = (path: string) => new URL(path, import.meta.url)

/** The product's version and a hash of the web build, which changes when browsers should reload. */
export const versionOf = (dev: boolean) => {
  const { version } = JSON.parse(readFileSync(fileUrl('../../../../package.json'), 'utf8')) as { version: string }
  return dev ? version : `${version}-${hash('sha256', readFileSync(fileUrl('../../../web/build/server/index.js'))).slice(0, 8)}`
}

/** `probe` checks the database on its own connection: a node whose other connections are all in use stays in service. */
interface Needs extends MetricsSources, Pick<AppContext, 'probe' | 'files' | 'mail'> {
  metricsToken: string | undefined
}

/** Milliseconds without an answer after which a service counts as unreachable. */
const TIMEOUT_MS = 10_000
/** Milliseconds for which the checks of files and mail are cached: a check writes a file and opens a connection. */
const CHECK_CACHE_MS = 60_000

const digest = (text: string) => createHash('sha256').update(text).digest()
const isSame = (one: string, other: string) => timingSafeEqual(digest(one), digest(other))

/** Whether a service is reachable, and answers in time. */
const answersInTime = async (isReachable: () => Promise<boolean>) => {
  const late = new AbortController()
  const isLate = setTimeout(TIMEOUT_MS, false, { signal: late.signal, ref: false }).catch(() => false)
  return Promise.race([isReachable(), isLate]).finally(() => late.abort())
}

/** The metrics of the node, for Prometheus. */
const mountMetrics = (app: FastifyInstance, metricsToken: string, watched: MetricsSources) => {
  const metrics = openMetrics(watched)
  app.addHook('onResponse', async (request, reply) => {
    metrics.answered({ method: request.method, route: patternOf(request), status: reply.statusCode }, reply.elapsedTime / 1000)
  })
  app.get('/metrics', async (request, reply) => {
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
    if (!token || !isSame(token, metricsToken)) throw notFound(say('Page not found'))
    return reply.type(metrics.contentType).send(await metrics.text())
  })
}

/** The endpoints for monitoring: liveness, readiness and metrics. */
export const mountHealth = (app: FastifyInstance, { probe, files, mail, metricsToken, ...watched }: Needs) => {
  const { version } = watched
  if (metricsToken) mountMetrics(app, metricsToken, watched)
  const filesReachable = shareRun(() => answersInTime(() => files.isReachable()), CHECK_CACHE_MS)
  const mailReachable = shareRun(() => answersInTime(mail.isReachable), CHECK_CACHE_MS)
  // Load balancers must not remove a node, nor supervisors stop one, for a failure that affects all nodes alike: lists work without files and mail.
  app.get('/healthz', async ({ query }, reply) => {
    if (!Object.hasOwn(query as object, 'full')) return { up: true }
    const checks = [probe.isReachable(), filesReachable(), mailReachable()] as const
    const [database, filesThere, mailThere] = await Promise.all(checks)
    const isWell = database && filesThere && mailThere
    return reply.status(isWell ? 200 : 503).send({ up: true, database, files: filesThere, mail: mailThere })
  })
  app.get('/readyz', async (_request, reply) => {
    const database = await probe.isReachable()
    return reply.status(database ? 200 : 503).send({ ready: database, database })
  })
  app.get('/config.json', async (_request, reply) => reply.header('cache-control', 'no-store').send({ vers: version }))
}
