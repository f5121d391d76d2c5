import { id as anId } from '@tradewind/contract/kit/endpoint'
import { operatorApi, type OperatorQueue } from '@tradewind/contract/operations/operator.contract'
import { desc, eq, isNull, min, sql, sum } from 'drizzle-orm'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { shareRun } from '#kit/concurrency'
import { tenantScope } from '#kit/database/database'
import { DEFAULT_PAGE_SIZE } from '#kit/database/list'
import { notFound } from '#kit/errors'
import type { Feature } from '#kit/feature'
import type { WriteContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import { auditRow, audits } from '#kit/record/audit'
import { tenantFigures, tenants as tenantTable } from '#platform/schema/tenant.table'
import type { AppContext } from '../appContext.ts'
import { backupsOf, migrationsOf, nodesOf, sizesOf, slowestOf, type SlowNames } from './operation.ts'

/** Names of fields whose values are secrets, or lead to one. */
const secretName = /secret|token|password|hash|link|key|code|ticket|credential/i
/** Values that no person has written: ids, times, constants of the code. */
const harmlessValue =
  /^([\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:\d{2})?)?|[A-Z][A-Z_]{1,40})$/i
const constant = /^[A-Z][A-Z_]{1,40}$/
/** The maximum number of fields shown of a job, and their maximum depth. */
const MAX_FIELDS = 100
const MAX_DEPTH = 4

/** Whether no person has written a text. A word in capitals counts as a constant, another word does not. */
const isHarmless = (value: string) => harmlessValue.test(value) && (/\d/.test(value) || constant.test(value))

const shownValue = (name: string, value: unknown) => {
  if (value === null) return 'null'
  if (secretName.test(name)) return null
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return typeof value === 'string' && isHarmless(value) ? value : null
}

interface ShownField {
  name: string
  value: string | null
}

const flatten = (value: unknown, name: string, depth: number): ShownField[] => {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return [{ name, value: shownValue(name, value) }]
  return Object.entries(value).flatMap(([field, one]) => flatten(one, name ? `${name}.${field}` : field, depth + 1))
}

/** The payload of a job, field by field. Secrets, and whatever a person may have written, are null. */
export const visibleData = (data: object) => flatten(data, '', 0).slice(0, MAX_FIELDS)

/** An address, masked except for its domain: `a…@example.com`. */
const maskAddress = (address: string) => address.replace(/^(.).*(@[^@]*)$/, '$1…$2')

/** A masked address; a dash for an unknown recipient. */
const maskRecipient = (address: string | undefined) => (address?.includes('@') ? maskAddress(address) : '–')

/** The message of a mail server, with its addresses masked. */
export const maskProblem = (message: string) => message.replaceAll(/[^\s<>@"']+@[^\s<>@"']+/g, maskAddress).slice(0, 500)

const textOrUndefined = (value: unknown) => (typeof value === 'string' ? value : undefined)

/** Describes why a job failed, by the kind of its error. */
const problemOf = (output: Readonly<Record<string, unknown>> | null) => {
  if (!output) return null
  const message = (output['value'] as { message?: unknown } | undefined)?.message
  if (typeof message === 'string' && /^job (timed out|heartbeat timeout)$/.test(message)) return message
  const parts = ['name', 'code', 'table', 'constraint'].map((field) => textOrUndefined(output[field])).filter(Boolean)
  return parts.length > 0 ? parts.join(' · ').slice(0, 300) : null
}

/** The places in the code where a job failed. */
const placesOf = (output: Readonly<Record<string, unknown>> | null) => {
  const locations = output?.['places']
  return Array.isArray(locations) ? locations.slice(0, 12).map((location) => String(location).trim().slice(0, 300)) : []
}

type JobNeeds = Pick<AppContext, 'jobs' | 'tenants'>
type Waiting = Awaited<ReturnType<JobNeeds['jobs']['waiting']>>
type Failed = Awaited<ReturnType<JobNeeds['jobs']['failed']['list']>>['rows'][number]

/** Milliseconds for which the queue sizes are cached: with a million jobs, counting takes a while. */
const QUEUE_CACHE_MS = 3_000

/** The query of a list. */
interface ListQuery {
  page?: number | undefined
  size?: number | undefined
  sort?: string | undefined
}

/** The requested page of a list: by default the newest twenty rows. */
const pageOf = ({ page = 0, size = DEFAULT_PAGE_SIZE, sort }: ListQuery) => ({
  limit: size,
  offset: page * size,
  newestFirst: sort === undefined || sort.startsWith('-'),
})

const queuesOf = (waiting: Waiting) => {
  const queues = new Map<string, OperatorQueue>()
  for (const { queue, state, count, seconds } of waiting) {
    const one = queues.get(queue) ?? { queue, waiting: 0, active: 0, failed: 0, oldest: null }
    queues.set(queue, one)
    if (state === 'active' || state === 'failed') one[state] += count
    else {
      one.waiting += count
      one.oldest = Math.max(one.oldest ?? 0, Math.round(seconds))
    }
  }
  return [...queues.values()]
}

const byName = (one: OperatorQueue, other: OperatorQueue) => one.queue.localeCompare(other.queue)

/** By default, queues with most failed jobs first, then those with most open jobs. */
const sortQueues = (queues: OperatorQueue[], sort: string | undefined) => {
  if (sort === undefined)
    return queues.toSorted((a, b) => b.failed - a.failed || b.waiting + b.active - a.waiting - a.active || byName(a, b))
  const field = sort.replace('-', '') as 'queue' | 'waiting' | 'failed'
  const by = (a: OperatorQueue, b: OperatorQueue) => (field === 'queue' ? byName(a, b) : a[field] - b[field] || byName(a, b))
  return sort.startsWith('-') ? queues.toSorted(by).toReversed() : queues.toSorted(by)
}

/** The data of a failed job may be anything: only a valid id is looked up. */
const isId = (value: unknown): value is string => anId.safeParse(value).success

const tenantNameOf = async ({ tenants }: JobNeeds, tenantId: unknown) =>
  isId(tenantId) ? ((await tenants.byId(tenantId))?.fullName ?? null) : null

const toFailedJob = async (needs: JobNeeds, { id: uniqueId, queue, createdAt, failedAt, tries, data, output }: Failed) => ({
  uniqueId,
  queue,
  dateCreated: createdAt.toISOString(),
  failedAt: failedAt?.toISOString() ?? null,
  attempts: tries,
  tenantName: await tenantNameOf(needs, data?.['tenantId']),
  problem: problemOf(output),
})

interface JobRef {
  uniqueId: string
  queue: string
}

/** Changes a failed job, after writing the audit trail: if the job does not exist any more, the entry is rolled back. */
const changeJob = async (
  context: WriteContext,
  { uniqueId, queue }: JobRef,
  options: { action: 'CHANGED' | 'DELETED'; work: (queue: string, id: string) => Promise<boolean> },
) => {
  const { action, work } = options
  const changes = action === 'CHANGED' ? { state: { before: 'FAILED', after: 'WAITING' } } : {}
  await context.tx.insert(audits).values(auditRow(context, { action, kind: 'job', recordId: uniqueId, title: queue, changes }))
  if (!(await work(queue, uniqueId))) throw notFound()
  return { uniqueId }
}

/** The handlers for queues, failed jobs, and waiting letters. */
const jobHandlers = (needs: JobNeeds) => {
  const { jobs } = needs
  const waiting = shareRun(jobs.waiting, QUEUE_CACHE_MS)
  return {
    queues: async (query: ListQuery) => {
      const { limit, offset } = pageOf(query)
      const all = sortQueues(queuesOf(await waiting()), query.sort)
      return { rows: all.slice(offset, offset + limit), total: all.length, estimated: false }
    },
    failedJobs: async ({ queue, ...query }: ListQuery & { queue?: string | undefined }) => {
      const { rows, total, estimated } = await jobs.failed.list({ queue, ...pageOf(query) })
      return { rows: await Promise.all(rows.map((row) => toFailedJob(needs, row))), total, estimated }
    },
    failedJob: async ({ uniqueId, queue }: JobRef) => {
      const found = await jobs.failed.find(queue, uniqueId)
      if (!found) throw notFound()
      return { ...(await toFailedJob(needs, found)), places: placesOf(found.output), data: visibleData(found.data ?? {}) }
    },
    retry: (of: JobRef, context: WriteContext) => changeJob(context, of, { action: 'CHANGED', work: jobs.failed.retry }),
    drop: (of: JobRef, context: WriteContext) => changeJob(context, of, { action: 'DELETED', work: jobs.failed.drop }),
    mail: async () => {
      const [queues, problems] = await Promise.all([waiting(), jobs.letterProblems()])
      const letters = queuesOf(queues.filter(({ queue }) => jobs.sendsLetters(queue)))
      const ages = letters.flatMap(({ oldest }) => (oldest === null ? [] : [oldest]))
      return {
        waiting: letters.reduce((all, one) => all + one.waiting + one.active, 0),
        failed: letters.reduce((all, { failed }) => all + failed, 0),
        oldest: ages.length > 0 ? Math.max(...ages) : null,
        problems: await Promise.all(
          problems.map(async ({ id: uniqueId, createdAt, tenantId, progress }) => ({
            uniqueId,
            dateCreated: createdAt.toISOString(),
            recipient: maskRecipient(progress.to),
            problem: maskProblem(progress.problem ?? ''),
            tenantName: (await tenantNameOf(needs, tenantId)) ?? '',
          })),
        ),
      }
    },
  }
}

type Needs = Pick<AppContext, 'db' | 'figures' | 'jobs' | 'tenants' | 'env'>

const MIGRATIONS = join(import.meta.dirname, '../../migrations')
const jsonOf = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as unknown

/** Milliseconds for which sizes are cached: each table is looked up on disk. */
const SIZE_CACHE_MS = 15_000
/** The maximum number of slow names, of migrations, and of tenants shown. */
const MAX_SLOW = 20
const MAX_NEWEST = 10

/** The slow names of all nodes combined, slowest first. */
const slowOf = (nodes: readonly SlowNames[]) => {
  const all = new Map<string, SlowNames[string]>()
  for (const [name, one] of nodes.flatMap((node) => Object.entries(node))) {
    const before = all.get(name) ?? { count: 0, slowest: 0, milliseconds: 0, lastAt: '' }
    all.set(name, {
      count: before.count + one.count,
      slowest: Math.max(before.slowest, one.slowest),
      milliseconds: before.milliseconds + one.milliseconds,
      lastAt: before.lastAt > one.lastAt ? before.lastAt : one.lastAt,
    })
  }
  return [...all]
    .toSorted(([, one], [, other]) => other.slowest - one.slowest)
    .slice(0, MAX_SLOW)
    .map(([name, { count, slowest, milliseconds, lastAt }]) => ({
      name,
      count,
      slowest: Math.round(slowest),
      average: Math.round(milliseconds / count),
      lastAt,
    }))
}

/** The storage of tenants, as last counted. */
const tenantStorage = async ({ db }: Needs) => {
  const everywhere = db.as(tenantScope())
  const [totals] = await everywhere
    .select({
      files: sql<number>`coalesce(${sum(tenantFigures.storage)}, 0)::float8`,
      trashRecords: sql<number>`coalesce(${sum(tenantFigures.trashRecords)}, 0)::float8`,
      trashFiles: sql<number>`coalesce(${sum(tenantFigures.trashStorage)}, 0)::float8`,
      countedAt: min(tenantFigures.updatedAt),
    })
    .from(tenantFigures)
  const most = await everywhere
    .select({ uniqueId: tenantTable.uniqueId, fullName: tenantTable.fullName, bytes: tenantFigures.storage })
    .from(tenantFigures)
    .innerJoin(tenantTable, eq(tenantTable.uniqueId, tenantFigures.tenantId))
    .where(isNull(tenantTable.erasedAt))
    .orderBy(desc(tenantFigures.storage), tenantTable.uniqueId)
    .limit(MAX_NEWEST)
  return { ...totals!, tenants: most }
}

const cachedStorage = (needs: Needs) =>
  shareRun(async () => {
    const [{ bytes, tables }, { files, trashRecords, trashFiles, countedAt, tenants }] = await Promise.all([
      sizesOf(needs.figures.query),
      tenantStorage(needs),
    ])
    return { database: bytes, tables, files, tenants, trash: { records: trashRecords, files: trashFiles }, countedAt }
  }, SIZE_CACHE_MS)

const migrationsIn = async ({ figures }: Needs) => {
  const { entries } = jsonOf(join(MIGRATIONS, 'meta/_journal.json')) as { entries: { tag: string }[] }
  const { release } = jsonOf(join(MIGRATIONS, 'previous.json')) as { release: string }
  const { version } = jsonOf(join(MIGRATIONS, '../../../package.json')) as { version: string }
  const { files, postgres } = await migrationsOf(figures.query)
  const done = new Set(files.map(({ tag }) => tag))
  return {
    release: version,
    previousRelease: release,
    count: files.length,
    applied: files.slice(0, MAX_NEWEST).map(({ tag, at }) => ({ name: tag, at: at.toISOString() })),
    pending: entries.map(({ tag }) => tag).filter((tag) => !done.has(tag)),
    postgres,
  }
}

/** The routes of the operator pages, for super admins only. Nodes and backups are read as the schema's owner: the roles of requests may not. */
const operatorRoutes = (needs: Needs) => {
  const { figures, env } = needs
  const storage = cachedStorage(needs)
  return routes(operatorApi, {
    ...jobHandlers(needs),
    nodes: async (query) => {
      const by = query.sort?.endsWith('name') ? 'name' : 'startedAt'
      const rows = await nodesOf(figures.query, by, pageOf(query))
      const nodes = rows.map(({ id, figures: now, startedAt, seenAt, ...row }) => ({
        ...row,
        replicas: [],
        ...now,
        role: row.role as 'all' | 'web' | 'worker',
        uniqueId: id,
        startedAt: startedAt.toISOString(),
        seenAt: seenAt.toISOString(),
      }))
      return { rows: nodes, total: rows[0]?.total ?? 0, estimated: false }
    },
    storage,
    slow: async () => {
      const nodes = await slowestOf(figures.query)
      return { calls: slowOf(nodes.map(({ calls }) => calls)), statements: slowOf(nodes.map(({ statements }) => statements)) }
    },
    backups: async (query) => {
      const rows = await backupsOf(figures.query, pageOf(query))
      const backups = rows.map(({ id, takenAt, endedAt, verifiedAt, ...row }) => ({
        ...row,
        uniqueId: id,
        takenAt: takenAt.toISOString(),
        endedAt: endedAt.toISOString(),
        verifiedAt: verifiedAt?.toISOString() ?? null,
      }))
      return { rows: backups, total: rows[0]?.total ?? 0, estimated: false }
    },
    migrations: () => migrationsIn(needs),
    settings: async () => ({ node: env.nodeName, settings: [...env.settings] }),
  })
}

/** The state of the installation, for its operator. */
export const operatorFeature = (context: AppContext): Feature => ({ routes: () => [operatorRoutes(context)] })
