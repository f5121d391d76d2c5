import { z } from 'zod'
import { byId, emptyInput, endpoint, id, instant, listQuery } from '../kit/endpoint.ts'
import { operatorPolicy } from './policies.ts'

const { see } = operatorPolicy

/** A process of the application, as it last reported. */
export const OperatorNode = z.object({
  uniqueId: id,
  name: z.string(),
  role: z.enum(['all', 'web', 'worker']),
  version: z.string(),
  startedAt: instant,
  seenAt: instant,
  /** It has not reported for a while: it was killed, or cannot reach the database. */
  isSilent: z.boolean(),
  /** Its connections to PostgreSQL, and the maximum. */
  connections: z.number(),
  connectionsMax: z.number(),
  /** The number of open pages connected to the live channel. */
  live: z.number(),
  /** Bytes. */
  memory: z.number(),
  /** The database replicas that it may read from, the lag of each in seconds, and whether it is read from. */
  replicas: z.array(z.object({ name: z.string(), lag: z.number(), isRead: z.boolean() })).optional(),
})
export type OperatorNode = z.output<typeof OperatorNode>

/** The jobs of one kind, over all nodes. */
export const OperatorQueue = z.object({
  queue: z.string(),
  waiting: z.number(),
  active: z.number(),
  failed: z.number(),
  /** The number of seconds for which the oldest waiting job has been due; null where none waits. */
  oldest: z.number().nullable(),
})
export type OperatorQueue = z.output<typeof OperatorQueue>

const failedJob = {
  uniqueId: id,
  queue: z.string(),
  dateCreated: instant,
  failedAt: instant.nullable(),
  /** The number of attempts. */
  attempts: z.number(),
  tenantName: z.string().nullable(),
  /** The kind of the error, never its message: the message may contain what a person typed. */
  problem: z.string().nullable(),
}

/** A job that failed for good. */
export const FailedJob = z.object(failedJob)
export type FailedJob = z.output<typeof FailedJob>

const FailedJobDetails = z.object({
  ...failedJob,
  /** The places in the code where it failed. */
  places: z.array(z.string()),
  /** The job's data. Null for a value that is not shown: a secret, or what a person wrote. */
  data: z.array(z.object({ name: z.string(), value: z.string().nullable() })),
})
export type FailedJobDetails = z.output<typeof FailedJobDetails>

/** Letters that have not been sent. Neither their texts nor whole addresses. */
const OperatorMail = z.object({
  waiting: z.number(),
  failed: z.number(),
  /** The number of seconds for which the oldest waiting letter has been due. */
  oldest: z.number().nullable(),
  /** The newest letters that the mail server rejected. */
  problems: z.array(
    z.object({ uniqueId: id, dateCreated: instant, recipient: z.string(), problem: z.string(), tenantName: z.string() }),
  ),
})
export type OperatorMail = z.output<typeof OperatorMail>

const OperatorStorage = z.object({
  /** The size of the database in bytes, and its largest tables. */
  database: z.number(),
  tables: z.array(z.object({ name: z.string(), bytes: z.number(), rows: z.number() })),
  /** Bytes of files over all tenants, and the tenants with the most. */
  files: z.number(),
  tenants: z.array(z.object({ uniqueId: id, fullName: z.string(), bytes: z.number() })),
  /** What is in the trash: records, and bytes of files. */
  trash: z.object({ records: z.number(), files: z.number() }),
  /** When files and trash were last counted; null before the first count. */
  countedAt: instant.nullable(),
})
export type OperatorStorage = z.output<typeof OperatorStorage>

const Slow = z.object({
  name: z.string(),
  count: z.number(),
  /** Milliseconds: the slowest, and the average of all. */
  slowest: z.number(),
  average: z.number(),
  lastAt: instant,
})
export type Slow = z.output<typeof Slow>

/** A backup that `npm run backup` made. */
export const OperatorBackup = z.object({
  uniqueId: id,
  /** Its name in its location. */
  backup: z.string(),
  /** It contains everything acknowledged before this time. */
  takenAt: instant,
  endedAt: instant,
  /** The location: a folder or a bucket, without keys. */
  place: z.string(),
  rows: z.number(),
  files: z.number(),
  /** The number of files whose bytes were already lost or damaged. */
  missing: z.number(),
  /** When it was restored into an empty location and compared; null where it was not. */
  verifiedAt: instant.nullable(),
})
export type OperatorBackup = z.output<typeof OperatorBackup>

const OperatorMigrations = z.object({
  release: z.string(),
  /** The previous release, whose nodes may run next to this one's. */
  previousRelease: z.string(),
  count: z.number(),
  /** The last migrations that ran, the newest first. */
  applied: z.array(z.object({ name: z.string(), at: instant })),
  /** Migrations of this release that have not run. */
  pending: z.array(z.string()),
  postgres: z.string(),
})
export type OperatorMigrations = z.output<typeof OperatorMigrations>

const OperatorSettings = z.object({
  node: z.string(),
  /** By name. The effective value, or null where it is a secret or not set. */
  settings: z.array(z.object({ name: z.string(), value: z.string().nullable(), isSet: z.boolean(), isHidden: z.boolean() })),
})
export type OperatorSettings = z.output<typeof OperatorSettings>

const queue = z.string('Name a queue').min(1, 'Name a queue').max(200, 'There is no such queue')
const jobInQueue = z.strictObject({ uniqueId: id, queue })

/** The calls of the operator's pages, for super admins only. */
export const operatorApi = {
  nodes: endpoint({
    method: 'GET',
    path: '/api/operator/node/',
    access: see,
    summary:
      'Lists the processes of the application. A process that ended normally is removed; one that was killed is listed as silent for a day.',
    input: listQuery(['startedAt', 'name'], {}).omit({ q: true }),
    reply: z.array(OperatorNode),
    replyType: 'list',
  }),
  queues: endpoint({
    method: 'GET',
    path: '/api/operator/queue/',
    access: see,
    summary: 'Lists the queues with jobs that are waiting, running or were given up.',
    input: listQuery(['queue', 'waiting', 'failed'], {}).omit({ q: true }),
    reply: z.array(OperatorQueue),
    replyType: 'list',
  }),
  failedJobs: endpoint({
    method: 'GET',
    path: '/api/operator/job/',
    access: see,
    summary: 'Lists the jobs that were given up, of all queues or of one. They are counted up to 10,000.',
    input: listQuery(['failedAt'], { queue: queue.optional() }).omit({ q: true }),
    reply: z.array(FailedJob),
    replyType: 'list',
  }),
  failedJob: endpoint({
    method: 'GET',
    path: '/api/operator/job/:uniqueId',
    access: see,
    summary: 'Returns one job that was given up: how it failed, and its data without secrets and without what people wrote.',
    input: jobInQueue,
    reply: FailedJobDetails,
  }),
  retry: endpoint({
    method: 'POST',
    path: '/api/operator/job/retry',
    access: operatorPolicy.update,
    summary: 'Retries a job that was given up.',
    input: jobInQueue,
    reply: byId,
    message: 'The job will be retried.',
  }),
  drop: endpoint({
    method: 'DELETE',
    path: '/api/operator/job/:uniqueId',
    access: operatorPolicy.remove,
    summary: 'Deletes a job that was given up. It is never run again.',
    input: jobInQueue,
    reply: byId,
    message: 'Deleted Successfully!',
  }),
  mail: endpoint({
    method: 'GET',
    path: '/api/operator/mail',
    access: see,
    summary: 'Returns how many letters are waiting or were given up, and what the mail server answered to the newest of them.',
    input: emptyInput,
    reply: OperatorMail,
  }),
  storage: endpoint({
    method: 'GET',
    path: '/api/operator/storage',
    access: see,
    summary: 'Returns how much the database, the files and the trash contain.',
    input: emptyInput,
    reply: OperatorStorage,
  }),
  slow: endpoint({
    method: 'GET',
    path: '/api/operator/slow',
    access: see,
    summary: 'Lists the slowest calls and database statements of all nodes by name, since each node started.',
    input: emptyInput,
    reply: z.object({ calls: z.array(Slow), statements: z.array(Slow) }),
  }),
  backups: endpoint({
    method: 'GET',
    path: '/api/operator/backup/',
    access: see,
    summary: 'Lists the backups that were made of this database, newest first.',
    input: listQuery(['takenAt'], {}).omit({ q: true }),
    reply: z.array(OperatorBackup),
    replyType: 'list',
  }),
  migrations: endpoint({
    method: 'GET',
    path: '/api/operator/migration',
    access: see,
    summary: 'Returns the release, the migrations that have run, and those that have not.',
    input: emptyInput,
    reply: OperatorMigrations,
  }),
  settings: endpoint({
    method: 'GET',
    path: '/api/operator/setting',
    access: see,
    summary:
      'Returns the effective settings of the node that answers. A setting is treated as a secret unless it is known not to be one.',
    input: emptyInput,
    reply: OperatorSettings,
  }),
}
