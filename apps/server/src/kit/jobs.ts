import type { LetterKind } from '@tradewind/contract/platform/letter.contract'
import type { ClientConfig } from 'pg'
import { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { Tx } from './database/database.ts'
import type { Roles } from './database/roles.ts'
import { typeParsers } from './database/scoped.ts'
import { runStatement } from './database/transaction.ts'
import { describeError } from './http/refuse.ts'
import {
  letterIndexSql,
  type LetterProgress,
  listLetterProblems,
  listUnsentLetters,
  progressSaver,
  sendOnce,
  unsentSql,
} from './letters.ts'

/** Records traces of work, where the operator has switched tracing on and this work was sampled. Otherwise it only runs the work. */
export interface Tracer {
  /** The current trace as a W3C `traceparent`; undefined where it is not recorded. */
  currentTraceparent: () => string | undefined
  /** Runs work that happens after its cause, as a trace of its own that is linked to the cause; recorded where the cause was. */
  runLinked: <T>(name: string, cause: string | undefined, work: () => Promise<T>) => Promise<T>
  /** Runs a part of the current work as a span: a call to another server. `kind` says to which. */
  part: <T>(name: string, kind: 'mail' | 'files', work: () => Promise<T>) => Promise<T>
}

/** The tenant of a job. A job carries ids and small values, never a record. */
interface JobData {
  tenantId: string
  /** The progress of the letter that the job sends. */
  sending?: LetterProgress
}

/** A kind of background work that runs after the response. */
interface Job<Data extends JobData = JobData> {
  name: string
  /** Maximum retries when it throws, with growing delays. */
  retries: number
  /** Maximum delay between retries, in seconds. */
  slowest?: number
  /** Seconds after which it counts as lost and another worker may run it. */
  expires: number
  /** Seconds without a heartbeat of its node after which it counts as lost. For long work. */
  heartbeat?: number
  /** Seconds within which it is enqueued only once, however often it is sent; it runs once more afterwards if it was sent again. */
  singletonSeconds?: number
  /** It sends a letter of this kind, once, and is listed for the super admin until it is sent. */
  letter?: LetterKind
  /** Never set: it only carries the type of the data. */
  data?: Data
}

/** Retry options of jobs that send a letter: for three days, with delays that grow to an hour. */
const letterRetryOptions = { retries: 82, slowest: 3600, expires: 240 }

type JobSpec<Data extends JobData> =
  | Omit<Job<Data>, 'letter' | 'data'>
  | (Omit<Job<Data>, keyof typeof letterRetryOptions | 'letter' | 'data'> & { letter: LetterKind })

/** Defines a kind of job. A job that sends a letter names the letter's kind, and has no retry options of its own. */
export const job = <Data extends JobData>(spec: JobSpec<Data>): Job<Data> => {
  if (!('letter' in spec)) return spec
  letterKinds.set(spec.name, spec.letter)
  return { ...letterRetryOptions, ...spec }
}
const letterKinds = new Map<string, LetterKind>()

/** The handler of a job. A job may run more than once: the handler must be idempotent. */
export interface Worker {
  job: Job
  work: (data: never) => Promise<void>
  /** Runs when the last retry has failed, to notify whoever waits. */
  giveUp: ((data: never) => Promise<void>) | undefined
}
export const worker = <Data extends JobData>(
  of: Job<Data>,
  work: (data: Data) => Promise<void>,
  giveUp?: (data: Data & Pick<JobData, 'sending'>) => Promise<void>,
): Worker => ({
  job: of,
  work,
  giveUp,
})

/** A scheduled task of the application. */
export interface Routine {
  name: string
  /** The name in an earlier version, whose schedule is removed. */
  formerName?: string
  /** A cron expression, in UTC. */
  cron: string
  work: () => Promise<void>
}

/** Runs work for each tenant. A failure for one tenant is logged and does not stop the others; throws once at the end. */
export const forEachTenant = async (
  logger: Logger,
  ids: readonly { id: string }[],
  work: (tenantId: string) => Promise<void>,
) => {
  let failed = 0
  for (const { id: tenant } of ids)
    await work(tenant).catch((error: unknown) => {
      failed++
      logger.error({ tenant, error: describeError(error) }, 'the work for a tenant failed')
    })
  if (failed > 0) throw new Error(`The work failed for ${failed} of ${ids.length} tenants`)
}

const SCHEMA = 'pgboss'

/** Seconds that a routine may run before another node starts it again. */
const ROUTINE_TIMEOUT_SECONDS = 3_600

/** A retry is picked up within five seconds of its time. */
const polling = { batchSize: 1, pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 5 }

/** How often to look for jobs whose node has died. */
const supervision = { superviseIntervalSeconds: 20, monitorIntervalSeconds: 20 }

/** Jobs that version 0.6 enqueued call the partition `worldId`. */
const toJobData = ({ worldId, ...data }: StoredJobData) => (worldId ? { partitionId: worldId, ...data } : data)

/** The stored data of a job: with the trace of its sender, where that was recorded. */
type StoredJobData = JobData & { worldId?: string; traceparent?: string }

/** Statistics of a queue's jobs on this node. */
interface QueueStats {
  done: number
  failed: number
  milliseconds: number
}

/** The dependencies of job workers. */
interface WorkerDependencies {
  logger: Logger
  tracer: Tracer | undefined
  statsByQueue: Map<string, QueueStats>
}

/** Runs work of a queue, counts it, and traces it where it is sampled. */
const runMeasured = async (
  { tracer, statsByQueue }: WorkerDependencies,
  queue: string,
  cause: string | undefined,
  work: () => Promise<void>,
) => {
  const counts = statsByQueue.get(queue) ?? { done: 0, failed: 0, milliseconds: 0 }
  statsByQueue.set(queue, counts)
  const began = performance.now()
  try {
    await (tracer ? tracer.runLinked(queue, cause, work) : work())
    counts.done++
  } catch (error) {
    counts.failed++
    throw error
  } finally {
    counts.milliseconds += performance.now() - began
  }
}

/** Works on the jobs of one queue, one after the other. */
const serve = async (boss: PgBoss, serving: WorkerDependencies, queue: string, work: Worker['work']) => {
  const { logger } = serving
  let server = ''
  server = await boss.work<StoredJobData>(queue, polling, async ([one]) => {
    boss.notifyWorker(server) // more jobs may have arrived with this one: poll again immediately, not at the next notification
    const { tenantId, sending: progress, traceparent } = one!.data
    if (typeof tenantId !== 'string') throw new Error(`A job of ${queue} has no tenant`)
    const saveProgress = progressSaver(boss.getDb(), SCHEMA, { name: queue, id: one!.id })
    const runWork = () => work(toJobData(one!.data) as never)
    const runJob = () => (letterKinds.has(queue) ? sendOnce({ progress, saveProgress }, runWork) : runWork())
    await runMeasured(serving, queue, traceparent, runJob).catch((error: unknown) => {
      logger.error({ job: queue, id: one!.id, error: describeError(error) }, 'a job failed')
      throw Object.assign(new Error('failed'), describeError(error)) // the message may contain user input: store only the kind of error with the job
    })
  })
}

const deadLetterQueueOf = (name: string) => `${name}.lost`

/** Creates the queue of a job. One that exists from an earlier version gets the options of this version. */
const createJobQueue = async (boss: PgBoss, { job: { name, retries, slowest, expires, heartbeat }, giveUp }: Worker) => {
  const backoff = { retryDelay: 5, retryBackoff: true, notify: true }
  if (giveUp) await boss.createQueue(deadLetterQueueOf(name), { ...backoff, retryLimit: 10 })
  const alive = heartbeat ? { heartbeatSeconds: heartbeat } : {}
  const slow = slowest ? { retryDelayMax: slowest } : {}
  const lost = giveUp ? { deadLetter: deadLetterQueueOf(name) } : {}
  const options = { ...backoff, ...slow, ...alive, ...lost, retryLimit: retries, expireInSeconds: expires }
  await boss.createQueue(name, options)
  await boss.updateQueue(name, options)
}

const startWorker = async (boss: PgBoss, serving: WorkerDependencies, { job: { name }, work, giveUp }: Worker) => {
  if (giveUp) await serve(boss, serving, deadLetterQueueOf(name), giveUp)
  await serve(boss, serving, name, work)
}

const startRoutine = async (boss: PgBoss, serving: WorkerDependencies, { name, formerName, cron, work }: Routine) => {
  if (formerName) await boss.unschedule(formerName)
  await boss.createQueue(name, { retryLimit: 2 })
  await boss.schedule(name, cron, {}, { expireInSeconds: ROUTINE_TIMEOUT_SECONDS })
  await boss.work(name, { pollingIntervalSeconds: 30 }, () => runMeasured(serving, name, undefined, work))
}

/** The app's role enqueues jobs; it neither reads nor changes those of others. */
const grantsSql = (app: string) => `
  select pg_advisory_xact_lock(hashtext('tradewind jobs')); -- nodes that start at once would change the same rights
  grant usage on schema ${SCHEMA} to ${app};
  grant insert, select (id, start_after) on ${SCHEMA}.job_common to ${app};
  grant select on ${SCHEMA}.queue to ${app};`

/** Adds the current trace to a job's data, where it is recorded. */
const withTraceparent = <Data extends JobData>(tracer: Tracer | undefined, data: Data) => {
  const traceparent = tracer?.currentTraceparent()
  return traceparent ? { ...data, traceparent } : data
}

const sending = (boss: PgBoss, tracer: Tracer | undefined) => ({
  /** Enqueues a job in the transaction that causes it: rolled back with it, picked up after the commit, or `after` so many seconds. */
  send: async <Data extends JobData>(tx: Tx, { name, singletonSeconds }: Job<Data>, data: Data, { after = 0 } = {}) => {
    const when = { ...(singletonSeconds && { singletonSeconds, singletonNextSlot: true }), ...(after && { startAfter: after }) }
    await boss.send(name, withTraceparent(tracer, data), { db: dbAdapterOf(tx), ...when })
  },
  /** The same for many jobs of one kind, in one statement. */
  sendAll: async <Data extends JobData>(tx: Tx, { name }: Job<Data>, all: readonly Data[], { after = 0 } = {}) => {
    const jobs = all.map((data) => ({ data: withTraceparent(tracer, data), ...(after && { startAfter: after }) }))
    if (jobs.length > 0) await boss.insert(name, jobs, { db: dbAdapterOf(tx) })
  },
})

/** The jobs of a queue in one state, and for how many seconds the oldest has been due. */
interface WaitingJobs {
  queue: string
  state: 'created' | 'retry' | 'active' | 'failed'
  count: number
  seconds: number
}

const waitingJobsSql = `select name as queue, state, count(*)::int as count,
    greatest(extract(epoch from now() - min(greatest(created_on, start_after))), 0)::float8 as seconds
  from ${SCHEMA}.job_common where ${unsentSql} group by name, state`

/** Job metrics for monitoring. */
const jobMetrics = (boss: PgBoss, { statsByQueue }: WorkerDependencies) => ({
  /** Job statistics of this node since it started, by queue. */
  stats: statsByQueue as ReadonlyMap<string, Readonly<QueueStats>>,
  /** Waiting, active and failed jobs of all nodes. */
  waiting: async () => (await boss.getDb().executeSql(waitingJobsSql)).rows as WaitingJobs[],
  /** Whether a queue's jobs send letters. */
  sendsLetters: (queue: string) => letterKinds.has(queue),
})

/** An index that finds failed jobs fast, however many were completed. */
const failedIndexSql = (schema: string) =>
  `create index if not exists job_failed on ${schema}.job_common (completed_on, id) where state = 'failed';`

/** A failed job without retries left. Its data is complete: it may contain secrets and user input. */
interface FailedJob {
  id: string
  queue: string
  createdAt: Date
  failedAt: Date | null
  tries: number
  data: Readonly<Record<string, unknown>>
  /** How it failed: the kind of its error as `describeError` returns it, or what the queue says of a lost job. */
  output: Readonly<Record<string, unknown>> | null
}

/** The maximum to count. */
const MAX_COUNTED_JOBS = 10_000

const failedColumns = `id, name as queue, created_on as "createdAt", completed_on as "failedAt", retry_count + 1 as tries, data, output`

interface FailedJobsQuery {
  queue?: string | null | undefined
  limit: number
  offset: number
  newestFirst: boolean
}

/** Failed jobs of all tenants, and what an operator can do with them. */
const failedJobs = (boss: PgBoss, schema: string) => {
  const queryRows = async <Row>(text: string, values: unknown[]) => (await boss.getDb().executeSql(text, values)).rows as Row[]
  const failed = `from ${schema}.job_common where state = 'failed'`
  const find = async (queue: string, id: string) =>
    (await queryRows<FailedJob>(`select ${failedColumns} ${failed} and name = $1 and id = $2`, [queue, id]))[0]

  return {
    find,
    list: async ({ queue = null, limit, offset, newestFirst }: FailedJobsQuery) => {
      const ofQueue = `($1::text is null or name = $1)`
      const direction = newestFirst ? 'desc' : 'asc'
      const [rows, counted] = await Promise.all([
        queryRows<FailedJob>(
          `select ${failedColumns} ${failed} and ${ofQueue} order by completed_on ${direction}, id ${direction} limit $2 offset $3`,
          [queue, limit, offset],
        ),
        queryRows<{ total: number }>(
          `select count(*)::int as total from (select ${failed} and ${ofQueue} limit ${MAX_COUNTED_JOBS + 1}) counted`,
          [queue],
        ),
      ])
      const total = counted[0]!.total
      return { rows, total: Math.min(total, MAX_COUNTED_JOBS), estimated: total > MAX_COUNTED_JOBS }
    },
    /** Runs the job again. Returns false where it is no longer in the list. */
    retry: async (queue: string, id: string) => {
      if (!(await find(queue, id))) return false
      await boss.retry(queue, id)
      return true
    },
    /** Deletes the job. Returns false where it is no longer in the list. */
    drop: async (queue: string, id: string) => {
      if (!(await find(queue, id))) return false
      await boss.deleteJob(queue, id)
      return true
    },
  }
}

/** A job queue in PostgreSQL: jobs are stored in the transaction that causes them, and any node may run them. */
export const openJobs = async (owner: ClientConfig, logger: Logger, roles: Roles, tracer?: Tracer) => {
  const serving: WorkerDependencies = { logger, tracer, statsByQueue: new Map() }
  const boss = new PgBoss({
    ...(owner as object),
    options: `${owner.options ?? ''} -c role=${roles.jobs}`,
    schema: SCHEMA,
    max: 4,
    monitorVacuum: false,
    ...supervision,
    useListenNotify: true,
  })
  boss.on('error', (error) => logger.warn({ error: describeError(error) }, 'the job queue had a fault'))
  await boss.start()

  /** Creates the queues of all features, so that jobs can be enqueued. Starts no workers. */
  const declareAll = async (workers: readonly Worker[]) => {
    for (const one of workers) await createJobQueue(boss, one)
    await boss.getDb().executeSql(grantsSql(roles.app) + letterIndexSql(SCHEMA) + failedIndexSql(SCHEMA))
  }

  return {
    declare: declareAll,
    /** Starts the workers and routines of all features. */
    start: async (workers: readonly Worker[], routines: readonly Routine[]) => {
      await declareAll(workers)
      for (const one of workers) await startWorker(boss, serving, one)
      for (const one of routines) await startRoutine(boss, serving, one)
    },
    ...sending(boss, tracer),
    ...jobMetrics(boss, serving),
    /** Waiting and failed letters of all tenants. For the super admin only. */
    unsentLetters: async (page: { limit: number | null; offset: number; newestFirst: boolean }) => {
      const rows = await listUnsentLetters(boss.getDb(), SCHEMA, letterKinds, page)
      return { rows: rows.map((row) => ({ ...row, kind: letterKinds.get(row.name)! })), total: rows[0]?.total ?? 0 }
    },
    /** Failed jobs of all tenants. For the super admin only. */
    failed: failedJobs(boss, SCHEMA),
    /** The newest letters that the mail server did not accept. For the super admin only. */
    letterProblems: () => listLetterProblems(boss.getDb(), SCHEMA, letterKinds),
    /** Deletes all jobs of a tenant, completed or not, except those of this kind. */
    forget: async (tenantId: string, { except }: { except: Job }) => {
      const ofTenant = `delete from ${SCHEMA}.job where data->>'tenantId' = $1 and name <> $2`
      await boss.getDb().executeSql(ofTenant, [tenantId, except.name])
    },
    stop: () => boss.stop({ graceful: true, timeout: 10_000 }),
  }
}
export type Jobs = Awaited<ReturnType<typeof openJobs>>

/** pg-boss writes its own SQL: runs it on the transaction's connection. */
const dbAdapterOf = (tx: Tx) => ({
  executeSql: (text: string, values: unknown[] = []) => runStatement(tx, { text, types: typeParsers }, values),
})
