import { sql } from 'drizzle-orm'
import type { ClientConfig } from 'pg'
import type { Logger } from 'pino'
import { PgBoss } from 'pg-boss'
import type { Tx } from './database/database.ts'
import { described } from './http/refuse.ts'

/** Whose work it is. A job carries ids and small values, never a record. */
export interface JobData {
  tenantId: string
}

/** A kind of work that is done after the answer. */
export interface Job<Data extends JobData = JobData> {
  name: string
  /** How often it is tried again when it throws, with growing delays. */
  retries: number
  /** Seconds after which another worker may take it for lost. */
  expires: number
  /** Never set: it carries the type of the data. */
  data?: Data
}
export const job = <Data extends JobData>(spec: Omit<Job<Data>, 'data'>): Job<Data> => spec

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
  giveUp?: (data: Data) => Promise<void>,
): Worker => ({
  job: of,
  work,
  giveUp,
})

/** A task of the house that runs by the clock. */
export interface Routine {
  name: string
  /** As cron writes it, in UTC. */
  cron: string
  work: () => Promise<void>
}

const SCHEMA = 'pgboss'

/** A retry is met within five seconds of its time. */
const polling = { batchSize: 1, pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 5 }

/** Jobs of one queue, one after the other. */
const serve = async (boss: PgBoss, logger: Logger, queue: string, work: Worker['work']) => {
  let server = ''
  server = await boss.work<JobData>(queue, polling, async ([one]) => {
    boss.notifyWorker(server) // more may have come with this one: look again at once, not when the next is told of
    const { tenantId } = one!.data
    if (typeof tenantId !== 'string') throw new Error(`A job of ${queue} has no tenant`)
    await work(one!.data as never).catch((error: unknown) => {
      logger.error({ job: queue, id: one!.id, error: described(error) }, 'a job failed')
      throw new Error('failed') // what it says is kept with the job, and may hold what a person typed
    })
  })
}

const take = async (boss: PgBoss, logger: Logger, { job: { name, retries, expires }, work, giveUp }: Worker) => {
  const lost = `${name}.lost`
  const backoff = { retryDelay: 5, retryBackoff: true, notify: true }
  if (giveUp) {
    await boss.createQueue(lost, { ...backoff, retryLimit: 10 })
    await serve(boss, logger, lost, giveUp)
  }
  const retrying = { ...backoff, retryLimit: retries, expireInSeconds: expires }
  await boss.createQueue(name, giveUp ? { ...retrying, deadLetter: lost } : retrying)
  await serve(boss, logger, name, work)
}

const repeat = async (boss: PgBoss, { name, cron, work }: Routine) => {
  await boss.createQueue(name, { retryLimit: 2 })
  await boss.schedule(name, cron)
  await boss.work(name, { pollingIntervalSeconds: 30 }, work)
}

/** The app's role puts jobs in; it neither reads nor changes those of others. */
const grants = `
  grant usage on schema ${SCHEMA} to tradewind_app;
  grant insert, select (id, start_after) on ${SCHEMA}.job_common to tradewind_app;
  grant select on ${SCHEMA}.queue to tradewind_app;`

/** Work in PostgreSQL: kept in the transaction that causes it, taken by any node. */
export const openJobs = async (owner: ClientConfig, logger: Logger) => {
  const boss = new PgBoss({
    ...(owner as object),
    options: '-c role=tradewind_jobs',
    schema: SCHEMA,
    max: 4,
    monitorVacuum: false,
    useListenNotify: true,
  })
  boss.on('error', (error) => logger.warn({ error: described(error) }, 'the job queue had a fault'))
  await boss.start()

  return {
    /** Takes up the work of every feature. */
    start: async (workers: readonly Worker[], routines: readonly Routine[]) => {
      for (const one of workers) await take(boss, logger, one)
      for (const one of routines) await repeat(boss, one)
      await boss.getDb().executeSql(grants)
    },
    /** Puts work into the transaction that causes it: undone with it, taken up after it. */
    send: async <Data extends JobData>(tx: Tx, { name }: Job<Data>, data: Data) => {
      await boss.send(name, data, { db: { executeSql: (text, values = []) => run(tx, text, values) } })
    },
    stop: () => boss.stop({ graceful: true, timeout: 10_000 }),
  }
}
export type Jobs = Awaited<ReturnType<typeof openJobs>>

/** pg-boss writes its own SQL with numbered parameters: handed to the transaction's own connection. */
const run = async (tx: Tx, text: string, values: readonly unknown[]) => {
  const parts = text.split(/\$(\d+)/)
  const query = sql.join(parts.map((part, at) => (at % 2 ? sql`${values[Number(part) - 1]}` : sql.raw(part))))
  const { rows } = await tx.execute(query)
  return { rows }
}
