import { id } from '@tradewind/contract/kit/endpoint'
import type { OperatorQueue } from '@tradewind/contract/operations/operator.contract'
import { shared } from '#kit/concurrency'
import { notFound } from '#kit/errors'
import type { WriteContext } from '#kit/http/context'
import { audits, auditRow } from '#kit/record/audit'
import type { AppContext } from '../appContext.ts'

/** Fields whose values are secrets, or lead to one. */
const secret = /secret|token|password|hash|link|key|code|ticket|credential/i
/** Values that nobody has written: ids, times, constants of the code. */
const harmless = /^([\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:\d{2})?)?|[A-Z][A-Z_]{1,40})$/i
const constant = /^[A-Z][A-Z_]{1,40}$/
/** As many fields of a job are shown, and none below the fourth level. */
const MOST = 100
const DEEP = 4

/** Whether a text is one that nobody has written. A word in capitals counts as a constant, another word does not. */
const isHarmless = (value: string) => harmless.test(value) && (/\d/.test(value) || constant.test(value))

const shownValue = (name: string, value: unknown) => {
  if (value === null) return 'null'
  if (secret.test(name)) return null
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return typeof value === 'string' && isHarmless(value) ? value : null
}

interface Shown {
  name: string
  value: string | null
}

const flat = (value: unknown, name: string, depth: number): Shown[] => {
  if (typeof value !== 'object' || value === null || depth > DEEP) return [{ name, value: shownValue(name, value) }]
  return Object.entries(value).flatMap(([field, one]) => flat(one, name ? `${name}.${field}` : field, depth + 1))
}

/** What a job was given, field by field. Secrets, and whatever a person may have written, are null. */
export const shownData = (data: object) => flat(data, '', 0).slice(0, MOST)

/** An address of which one sees whose mail server it is: `a…@example.com`. */
const maskAddress = (address: string) => address.replace(/^(.).*(@[^@]*)$/, '$1…$2')

/** An address, masked; a recipient that is not known yet stays so. */
const maskRecipient = (address: string | undefined) => (address?.includes('@') ? maskAddress(address) : '–')

/** What a mail server said, with the addresses in it masked. */
export const maskProblem = (said: string) => said.replaceAll(/[^\s<>@"']+@[^\s<>@"']+/g, maskAddress).slice(0, 500)

const words = (value: unknown) => (typeof value === 'string' ? value : undefined)

/** How a job failed, by the kind of its error. */
const problemOf = (output: Readonly<Record<string, unknown>> | null) => {
  if (!output) return null
  const said = (output['value'] as { message?: unknown } | undefined)?.message
  if (typeof said === 'string' && /^job (timed out|heartbeat timeout)$/.test(said)) return said
  const parts = ['name', 'code', 'table', 'constraint'].map((field) => words(output[field])).filter(Boolean)
  return parts.length > 0 ? parts.join(' · ').slice(0, 300) : null
}

/** Where in the code a job failed. */
const placesOf = (output: Readonly<Record<string, unknown>> | null) => {
  const places = output?.['places']
  return Array.isArray(places) ? places.slice(0, 12).map((place) => String(place).trim().slice(0, 300)) : []
}

type Needs = Pick<AppContext, 'jobs' | 'tenants'>
type Waiting = Awaited<ReturnType<Needs['jobs']['waiting']>>
type Failed = Awaited<ReturnType<Needs['jobs']['failed']['list']>>['rows'][number]

/** Milliseconds for which the depth of queues is told again: at a million jobs it takes a while to count them. */
const REMEMBERED = 3_000

/** What a list is asked for. */
interface Asked {
  page?: number | undefined
  size?: number | undefined
  sort?: string | undefined
}

/** Which rows of a list are asked for: the newest twenty where nothing is said. */
export const pageOf = ({ page = 0, size = 20, sort }: Asked) => ({
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

/** Those that failed, then those with most to do, come first unless another order is asked for. */
const ordered = (queues: OperatorQueue[], sort: string | undefined) => {
  if (sort === undefined)
    return queues.toSorted((a, b) => b.failed - a.failed || b.waiting + b.active - a.waiting - a.active || byName(a, b))
  const field = sort.replace('-', '') as 'queue' | 'waiting' | 'failed'
  const by = (a: OperatorQueue, b: OperatorQueue) => (field === 'queue' ? byName(a, b) : a[field] - b[field] || byName(a, b))
  return sort.startsWith('-') ? queues.toSorted(by).toReversed() : queues.toSorted(by)
}

/** What a failed job holds may be anything: only an id is looked for. */
const isId = (value: unknown): value is string => id.safeParse(value).success

const tenantNameOf = async ({ tenants }: Needs, tenantId: unknown) =>
  isId(tenantId) ? ((await tenants.byId(tenantId))?.fullName ?? null) : null

const shownJob = async (needs: Needs, { id: uniqueId, queue, createdAt, failedAt, tries, data, output }: Failed) => ({
  uniqueId,
  queue,
  dateCreated: createdAt.toISOString(),
  failedAt: failedAt?.toISOString() ?? null,
  attempts: tries,
  tenantName: await tenantNameOf(needs, data?.['tenantId']),
  problem: problemOf(output),
})

interface OfQueue {
  uniqueId: string
  queue: string
}

/** Does something to a failed job, after the trail has who did it: where the job is not there any more, the entry goes, too. */
const doing = async (
  context: WriteContext,
  { uniqueId, queue }: OfQueue,
  doings: { action: 'CHANGED' | 'DELETED'; work: (queue: string, id: string) => Promise<boolean> },
) => {
  const { action, work } = doings
  const changes = action === 'CHANGED' ? { state: { before: 'FAILED', after: 'WAITING' } } : {}
  await context.tx.insert(audits).values(auditRow(context, { action, kind: 'job', recordId: uniqueId, title: queue, changes }))
  if (!(await work(queue, uniqueId))) throw notFound()
  return { uniqueId }
}

/** Queues, jobs that were given up, and letters that wait. */
export const jobHandlers = (needs: Needs) => {
  const { jobs } = needs
  const waiting = shared(jobs.waiting, REMEMBERED)
  return {
    queues: async (asked: Asked) => {
      const { limit, offset } = pageOf(asked)
      const all = ordered(queuesOf(await waiting()), asked.sort)
      return { rows: all.slice(offset, offset + limit), total: all.length, estimated: false }
    },
    failedJobs: async ({ queue, ...asked }: Asked & { queue?: string | undefined }) => {
      const { rows, total, estimated } = await jobs.failed.list({ queue, ...pageOf(asked) })
      return { rows: await Promise.all(rows.map((row) => shownJob(needs, row))), total, estimated }
    },
    failedJob: async ({ uniqueId, queue }: OfQueue) => {
      const found = await jobs.failed.find(queue, uniqueId)
      if (!found) throw notFound()
      return { ...(await shownJob(needs, found)), places: placesOf(found.output), data: shownData(found.data ?? {}) }
    },
    retry: (of: OfQueue, context: WriteContext) => doing(context, of, { action: 'CHANGED', work: jobs.failed.retry }),
    drop: (of: OfQueue, context: WriteContext) => doing(context, of, { action: 'DELETED', work: jobs.failed.drop }),
    mail: async () => {
      const [queues, problems] = await Promise.all([waiting(), jobs.letterProblems()])
      const letters = queuesOf(queues.filter(({ queue }) => jobs.sendsLetters(queue)))
      const ages = letters.flatMap(({ oldest }) => (oldest === null ? [] : [oldest]))
      return {
        waiting: letters.reduce((all, one) => all + one.waiting + one.active, 0),
        failed: letters.reduce((all, { failed }) => all + failed, 0),
        oldest: ages.length > 0 ? Math.max(...ages) : null,
        problems: await Promise.all(
          problems.map(async ({ id: uniqueId, createdAt, tenantId, note }) => ({
            uniqueId,
            dateCreated: createdAt.toISOString(),
            recipient: maskRecipient(note.to),
            problem: maskProblem(note.problem ?? ''),
            tenantName: (await tenantNameOf(needs, tenantId)) ?? '',
          })),
        ),
      }
    },
  }
}
