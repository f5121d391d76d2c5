import type { LetterKind } from '@tradewind/contract/platform/letter.contract'
import { sql } from 'drizzle-orm'
import type { ClientConfig } from 'pg'
import { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { Tx } from './database/database.ts'
import type { Roles } from './database/roles.ts'
import { described } from './http/refuse.ts'
import { letterIndex, type LetterNote, letterProblems, noteKeeper, sendOnce, unsent, unsentLetters } from './letters.ts'

/** Records how work goes, where the operator has asked for that and this piece of work was chosen. All else it does as if it were not there. */
export interface Tracer {
  /** Names what goes on here, as `traceparent` of W3C; undefined where it is not recorded. */
  here: () => string | undefined
  /** Does work that goes on later than what caused it: a trace of its own, linked to its cause, and recorded where that was. */
  later: <T>(name: string, cause: string | undefined, work: () => Promise<T>) => Promise<T>
  /** Does a part of what goes on here: a call to another server. `kind` says to which. */
  part: <T>(name: string, kind: 'mail' | 'files', work: () => Promise<T>) => Promise<T>
}

/** Whose work it is. A job carries ids and small values, never a record. */
interface JobData {
  tenantId: string
  /** What became of the letter that it sends. */
  sending?: LetterNote
}

/** A kind of work that is done after the answer. */
interface Job<Data extends JobData = JobData> {
  name: string
  /** How often it is tried again when it throws, with growing delays. */
  retries: number
  /** Seconds to which the delays grow. */
  slowest?: number
  /** Seconds after which another worker may take it for lost. */
  expires: number
  /** Seconds after which it is taken for lost when its node has not said that it still works on it. For long work. */
  heartbeat?: number
  /** Seconds within which it is put in once, however often it is sent: once more when they are over, if it was sent again. */
  onceIn?: number
  /** It sends a letter of this kind, once, and is listed for the super admin while it has not. */
  letter?: LetterKind
  /** Never set: it carries the type of the data. */
  data?: Data
}

/** How work is tried that sends a letter: for three days, with delays that grow to an hour. */
const letterTries = { retries: 82, slowest: 3600, expires: 240 }

type JobSpec<Data extends JobData> =
  | Omit<Job<Data>, 'letter' | 'data'>
  | (Omit<Job<Data>, keyof typeof letterTries | 'letter' | 'data'> & { letter: LetterKind })

/** Names a kind of work. One that sends a letter says which, and not how it is tried. */
export const job = <Data extends JobData>(spec: JobSpec<Data>): Job<Data> => {
  if (!('letter' in spec)) return spec
  letterKinds.set(spec.name, spec.letter)
  return { ...letterTries, ...spec }
}
const letterKinds = new Map<string, LetterKind>()

/** Who does a job. It may be asked more than once: it must be idempotent. */
export interface Worker {
  job: Job
  work: (data: never) => Promise<void>
  /** Says so to whoever waits, when the last try has failed. */
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

/** A task of the application that runs by the clock. */
export interface Routine {
  name: string
  /** What an earlier version named it: nobody takes that up any more. */
  formerly?: string
  /** As cron writes it, in UTC. */
  cron: string
  work: () => Promise<void>
}

/** Does work for each tenant. Where it fails for one, that is logged and the others have theirs: it throws at the end, once. */
export const forEachTenant = async (
  logger: Logger,
  ids: readonly { id: string }[],
  work: (tenantId: string) => Promise<void>,
) => {
  let failed = 0
  for (const { id: tenant } of ids)
    await work(tenant).catch((error: unknown) => {
      failed++
      logger.error({ tenant, error: described(error) }, 'the work for a tenant failed')
    })
  if (failed > 0) throw new Error(`The work failed for ${failed} of ${ids.length} tenants`)
}

const SCHEMA = 'pgboss'

/** Seconds that a routine may take before another node begins it anew. */
const LONGEST = 3_600

/** A retry is met within five seconds of its time. */
const polling = { batchSize: 1, pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 5 }

/** Work whose node has died is looked for so often. */
const watch = { superviseIntervalSeconds: 20, monitorIntervalSeconds: 20 }

/** Jobs that version 0.6 put in call the partition `worldId`. */
const dataOf = ({ worldId, ...data }: Kept) => (worldId ? { partitionId: worldId, ...data } : data)

/** The data of a job as it is kept: with the trace in which it was put in, where that was recorded. */
type Kept = JobData & { worldId?: string; traceparent?: string }

/** How jobs of a queue fared on this node. */
interface Fared {
  done: number
  failed: number
  milliseconds: number
}

/** What serving jobs needs beside them. */
interface Serving {
  logger: Logger
  tracer: Tracer | undefined
  fared: Map<string, Fared>
}

/** Does work of a queue, counts it, and records it where it is to be. */
const watched = async ({ tracer, fared }: Serving, queue: string, cause: string | undefined, work: () => Promise<void>) => {
  const counts = fared.get(queue) ?? { done: 0, failed: 0, milliseconds: 0 }
  fared.set(queue, counts)
  const began = performance.now()
  try {
    await (tracer ? tracer.later(queue, cause, work) : work())
    counts.done++
  } catch (error) {
    counts.failed++
    throw error
  } finally {
    counts.milliseconds += performance.now() - began
  }
}

/** Jobs of one queue, one after the other. */
const serve = async (boss: PgBoss, serving: Serving, queue: string, work: Worker['work']) => {
  const { logger } = serving
  let server = ''
  server = await boss.work<Kept>(queue, polling, async ([one]) => {
    boss.notifyWorker(server) // more may have come with this one: look again at once, not when the next is told of
    const { tenantId, sending: note, traceparent } = one!.data
    if (typeof tenantId !== 'string') throw new Error(`A job of ${queue} has no tenant`)
    const keep = noteKeeper(boss.getDb(), SCHEMA, { name: queue, id: one!.id })
    const whole = () => work(dataOf(one!.data) as never)
    const doing = () => (letterKinds.has(queue) ? sendOnce({ note, keep }, whole) : whole())
    await watched(serving, queue, traceparent, doing).catch((error: unknown) => {
      logger.error({ job: queue, id: one!.id, error: described(error) }, 'a job failed')
      throw Object.assign(new Error('failed'), described(error)) // what it says may hold what a person typed: its kind alone is kept with the job
    })
  })
}

const lostOf = (name: string) => `${name}.lost`

/** Makes the queue of a kind of work; it may be there of an earlier version. */
const declare = async (boss: PgBoss, { job: { name, retries, slowest, expires, heartbeat }, giveUp }: Worker) => {
  const backoff = { retryDelay: 5, retryBackoff: true, notify: true }
  if (giveUp) await boss.createQueue(lostOf(name), { ...backoff, retryLimit: 10 })
  const alive = heartbeat ? { heartbeatSeconds: heartbeat } : {}
  const slow = slowest ? { retryDelayMax: slowest } : {}
  const retrying = { ...backoff, ...slow, ...alive, retryLimit: retries, expireInSeconds: expires }
  await boss.createQueue(name, giveUp ? { ...retrying, deadLetter: lostOf(name) } : retrying)
  await boss.updateQueue(name, { ...slow, retryBackoff: true, retryLimit: retries, expireInSeconds: expires })
}

const take = async (boss: PgBoss, serving: Serving, { job: { name }, work, giveUp }: Worker) => {
  if (giveUp) await serve(boss, serving, lostOf(name), giveUp)
  await serve(boss, serving, name, work)
}

const repeat = async (boss: PgBoss, serving: Serving, { name, formerly, cron, work }: Routine) => {
  if (formerly) await boss.unschedule(formerly)
  await boss.createQueue(name, { retryLimit: 2 })
  await boss.schedule(name, cron, {}, { expireInSeconds: LONGEST })
  await boss.work(name, { pollingIntervalSeconds: 30 }, () => watched(serving, name, undefined, work))
}

/** The app's role puts jobs in; it neither reads nor changes those of others. */
const grantsTo = (app: string) => `
  select pg_advisory_xact_lock(hashtext('tradewind jobs')); -- nodes that start at once would change the same rights
  grant usage on schema ${SCHEMA} to ${app};
  grant insert, select (id, start_after) on ${SCHEMA}.job_common to ${app};
  grant select on ${SCHEMA}.queue to ${app};`

/** A job's data with the trace that puts it in, where that is recorded. */
const marked = <Data extends JobData>(tracer: Tracer | undefined, data: Data) => {
  const traceparent = tracer?.here()
  return traceparent ? { ...data, traceparent } : data
}

const sending = (boss: PgBoss, tracer: Tracer | undefined) => ({
  /** Puts work into the transaction that causes it: undone with it, taken up after it, or `after` so many seconds. */
  send: async <Data extends JobData>(tx: Tx, { name, onceIn }: Job<Data>, data: Data, { after = 0 } = {}) => {
    const when = { ...(onceIn && { singletonSeconds: onceIn, singletonNextSlot: true }), ...(after && { startAfter: after }) }
    await boss.send(name, marked(tracer, data), { db: on(tx), ...when })
  },
  /** The same for much work of one kind, in one statement. */
  sendAll: async <Data extends JobData>(tx: Tx, { name }: Job<Data>, all: readonly Data[], { after = 0 } = {}) => {
    const jobs = all.map((data) => ({ data: marked(tracer, data), ...(after && { startAfter: after }) }))
    if (jobs.length > 0) await boss.insert(name, jobs, { db: on(tx) })
  },
})

/** Jobs of a queue in one state, and for how many seconds the first of them could have been done. */
interface Waiting {
  queue: string
  state: 'created' | 'retry' | 'active' | 'failed'
  count: number
  seconds: number
}

const waitingJobs = `select name as queue, state, count(*)::int as count,
    greatest(extract(epoch from now() - min(greatest(created_on, start_after))), 0)::float8 as seconds
  from ${SCHEMA}.job_common where ${unsent} group by name, state`

/** What is seen of jobs from outside. */
const figures = (boss: PgBoss, { fared }: Serving) => ({
  /** How jobs fared on this node since it began, by queue. */
  fared: fared as ReadonlyMap<string, Readonly<Fared>>,
  /** What waits, is being done or was given up, of every node. */
  waiting: async () => (await boss.getDb().executeSql(waitingJobs)).rows as Waiting[],
  /** Whether a queue's jobs send letters. */
  sendsLetters: (queue: string) => letterKinds.has(queue),
})

/** Has jobs that were given up found fast, however many were done. */
const failedIndex = (schema: string) =>
  `create index if not exists job_failed on ${schema}.job_common (completed_on, id) where state = 'failed';`

/** A job that was given up. What it was given is whole: it may hold secrets, and what people wrote. */
interface Failed {
  id: string
  queue: string
  createdAt: Date
  failedAt: Date | null
  tries: number
  data: Readonly<Record<string, unknown>>
  /** How it failed: the kind of its error, as `described` tells it, or what the queue says of a job that was lost. */
  output: Readonly<Record<string, unknown>> | null
}

/** More are not counted. */
const COUNTED = 10_000

const failedColumns = `id, name as queue, created_on as "createdAt", completed_on as "failedAt", retry_count + 1 as tries, data, output`

interface AskedFailed {
  queue?: string | null | undefined
  limit: number
  offset: number
  newestFirst: boolean
}

/** Jobs of every tenant that were given up, and what an operator does with them. */
const failedJobs = (boss: PgBoss, schema: string) => {
  const ask = async <Row>(text: string, values: unknown[]) => (await boss.getDb().executeSql(text, values)).rows as Row[]
  const failed = `from ${schema}.job_common where state = 'failed'`
  const find = async (queue: string, id: string) =>
    (await ask<Failed>(`select ${failedColumns} ${failed} and name = $1 and id = $2`, [queue, id]))[0]

  return {
    find,
    list: async ({ queue = null, limit, offset, newestFirst }: AskedFailed) => {
      const ofQueue = `($1::text is null or name = $1)`
      const way = newestFirst ? 'desc' : 'asc'
      const [rows, counted] = await Promise.all([
        ask<Failed>(
          `select ${failedColumns} ${failed} and ${ofQueue} order by completed_on ${way}, id ${way} limit $2 offset $3`,
          [queue, limit, offset],
        ),
        ask<{ total: number }>(
          `select count(*)::int as total from (select ${failed} and ${ofQueue} limit ${COUNTED + 1}) counted`,
          [queue],
        ),
      ])
      const total = counted[0]!.total
      return { rows, total: Math.min(total, COUNTED), estimated: total > COUNTED }
    },
    /** Has it done once more. False where it is not among them any more. */
    retry: async (queue: string, id: string) => {
      if (!(await find(queue, id))) return false
      await boss.retry(queue, id)
      return true
    },
    /** Removes it. False where it is not among them any more. */
    drop: async (queue: string, id: string) => {
      if (!(await find(queue, id))) return false
      await boss.deleteJob(queue, id)
      return true
    },
  }
}

/** Work in PostgreSQL: kept in the transaction that causes it, taken by any node. */
export const openJobs = async (owner: ClientConfig, logger: Logger, roles: Roles, tracer?: Tracer) => {
  const serving: Serving = { logger, tracer, fared: new Map() }
  const boss = new PgBoss({
    ...(owner as object),
    options: `${owner.options ?? ''} -c role=${roles.jobs}`,
    schema: SCHEMA,
    max: 4,
    monitorVacuum: false,
    ...watch,
    useListenNotify: true,
  })
  boss.on('error', (error) => logger.warn({ error: described(error) }, 'the job queue had a fault'))
  await boss.start()

  /** Makes the queues of every feature, so that work can be put in. Takes none up. */
  const declareAll = async (workers: readonly Worker[]) => {
    for (const one of workers) await declare(boss, one)
    await boss.getDb().executeSql(grantsTo(roles.app) + letterIndex(SCHEMA) + failedIndex(SCHEMA))
  }

  return {
    declare: declareAll,
    /** Takes up the work of every feature. */
    start: async (workers: readonly Worker[], routines: readonly Routine[]) => {
      await declareAll(workers)
      for (const one of workers) await take(boss, serving, one)
      for (const one of routines) await repeat(boss, serving, one)
    },
    ...sending(boss, tracer),
    ...figures(boss, serving),
    /** Letters of every tenant that wait, or that were given up. For the super admin, and nobody else. */
    unsentLetters: async (page: { limit: number | null; offset: number; newestFirst: boolean }) => {
      const rows = await unsentLetters(boss.getDb(), SCHEMA, letterKinds, page)
      return { rows: rows.map((row) => ({ ...row, kind: letterKinds.get(row.name)! })), total: rows[0]?.total ?? 0 }
    },
    /** Jobs that were given up, of every tenant. For the super admin, and nobody else. */
    failed: failedJobs(boss, SCHEMA),
    /** What became of the newest letters that were not taken. For the super admin, and nobody else. */
    letterProblems: () => letterProblems(boss.getDb(), SCHEMA, letterKinds),
    /** Removes all work of a tenant, done or not, but that of this kind. */
    forget: async (tenantId: string, { but }: { but: Job }) => {
      const ofTenant = `delete from ${SCHEMA}.job where data->>'tenantId' = $1 and name <> $2`
      await boss.getDb().executeSql(ofTenant, [tenantId, but.name])
    },
    stop: () => boss.stop({ graceful: true, timeout: 10_000 }),
  }
}
export type Jobs = Awaited<ReturnType<typeof openJobs>>

const on = (tx: Tx) => ({ executeSql: (text: string, values: readonly unknown[] = []) => run(tx, text, values) })

/** pg-boss writes its own SQL with numbered parameters: handed to the transaction's own connection. */
const run = async (tx: Tx, text: string, values: readonly unknown[]) => {
  const parts = text.split(/\$(\d+)/)
  const query = sql.join(parts.map((part, at) => (at % 2 ? sql`${values[Number(part) - 1]}` : sql.raw(part))))
  const { rows } = await tx.execute(query)
  return { rows }
}
