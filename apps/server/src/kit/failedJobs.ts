import type { PgBoss } from 'pg-boss'

/** Has jobs that were given up found fast, however many were done. */
export const failedIndex = (schema: string) =>
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

const columns = `id, name as queue, created_on as "createdAt", completed_on as "failedAt", retry_count + 1 as tries, data, output`

interface Asked {
  queue?: string | null | undefined
  limit: number
  offset: number
  newestFirst: boolean
}

/** Jobs of every tenant that were given up, and what an operator does with them. */
export const failedJobs = (boss: PgBoss, schema: string) => {
  const ask = async <Row>(text: string, values: unknown[]) => (await boss.getDb().executeSql(text, values)).rows as Row[]
  const failed = `from ${schema}.job_common where state = 'failed'`
  const find = async (queue: string, id: string) =>
    (await ask<Failed>(`select ${columns} ${failed} and name = $1 and id = $2`, [queue, id]))[0]

  return {
    find,
    list: async ({ queue = null, limit, offset, newestFirst }: Asked) => {
      const ofQueue = `($1::text is null or name = $1)`
      const way = newestFirst ? 'desc' : 'asc'
      const [rows, counted] = await Promise.all([
        ask<Failed>(`select ${columns} ${failed} and ${ofQueue} order by completed_on ${way}, id ${way} limit $2 offset $3`, [
          queue,
          limit,
          offset,
        ]),
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
