import { randomUUID } from 'node:crypto'
import { shareRun } from '#kit/concurrency'
import { openPages } from '#platform/notification/live'
import type { AppContext } from '../appContext.ts'

/** Runs queries as the owner of the schema: the roles of requests may not read these tables. */
type QueryAsOwner = AppContext['figures']['query']

/** The slow calls or statements of a node, by name. In milliseconds. */
export type SlowNames = Readonly<Record<string, { count: number; slowest: number; milliseconds: number; lastAt: string }>>

/** The state of a replica as a node sees it. Lag in seconds. */
export interface BeatReplica {
  name: string
  lag: number
  isRead: boolean
}

/** The heartbeat of a node. One of an older version has no replicas. */
export interface Beat {
  id: string
  name: string
  role: string
  version: string
  startedAt: string
  figures: { connections: number; connectionsMax: number; live: number; memory: number; replicas?: BeatReplica[] }
  slowest: { calls: SlowNames; statements: SlowNames }
}

/** Seconds between two heartbeats of a node, and those after which it counts as silent. */
const BEAT_SECONDS = 10
const SILENT_SECONDS = 35

interface Page {
  limit: number
  offset: number
  newestFirst: boolean
}

/** Stores the heartbeat of a node, and deletes nodes without one for a day. */
const saveBeat = async (query: QueryAsOwner, { id, name, role, version, startedAt, figures, slowest }: Beat) => {
  await query(
    `insert into operation.node (id, name, role, version, started_at, seen_at, figures, slowest) values ($1, $2, $3, $4, $5, now(), $6, $7)
     on conflict (id) do update set seen_at = now(), figures = excluded.figures, slowest = excluded.slowest`,
    [id, name, role, version, startedAt, JSON.stringify(figures), JSON.stringify(slowest)],
  )
  await query(`delete from operation.node where seen_at < now() - interval '1 day'`)
}

/** Deletes a node immediately when it stops. */
const deleteBeat = (query: QueryAsOwner, id: string) => query('delete from operation.node where id = $1', [id])

interface NodeRow extends Omit<Beat, 'startedAt' | 'slowest'> {
  startedAt: Date
  seenAt: Date
  isSilent: boolean
  total: number
}

export const nodesOf = async (query: QueryAsOwner, by: 'startedAt' | 'name', { limit, offset, newestFirst }: Page) => {
  const direction = newestFirst ? 'desc' : 'asc'
  const order = by === 'name' ? `name ${direction}, started_at` : `started_at ${direction}`
  return query<NodeRow>(
    `select id, name, role, version, started_at as "startedAt", seen_at as "seenAt", figures,
       seen_at < now() - interval '${SILENT_SECONDS} seconds' as "isSilent", count(*) over ()::int as total
     from operation.node order by ${order}, id limit $1 offset $2`,
    [limit, offset],
  )
}

/** The slow calls and statements of the 100 nodes with the latest heartbeats. */
export const slowestOf = async (query: QueryAsOwner) =>
  (await query<Pick<Beat, 'slowest'>>('select slowest from operation.node order by seen_at desc limit 100')).map(
    ({ slowest }) => slowest,
  )

/** The size of the database and of its largest tables, including indexes. Row numbers are estimates from statistics. */
export const sizesOf = async (query: QueryAsOwner) => {
  const [database] = await query<{ bytes: number }>('select pg_database_size(current_database())::float8 as bytes')
  const tables = await query<{ name: string; bytes: number; rows: number }>(
    `select case n.nspname when 'public' then c.relname::text else n.nspname || '.' || c.relname end as name,
       pg_total_relation_size(c.oid)::float8 as bytes, greatest(c.reltuples, s.n_live_tup, 0)::float8 as rows
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     left join pg_stat_user_tables s on s.relid = c.oid
     where c.relkind = 'r' and n.nspname !~ '^(pg_|information_schema)' order by 2 desc, 1 limit 15`,
  )
  return { bytes: database!.bytes, tables }
}

/** The applied migrations, latest first, and the version of PostgreSQL. */
export const migrationsOf = async (query: QueryAsOwner) => {
  const files = await query<{ tag: string; at: Date }>('select tag, at from migrated.file order by tag desc')
  const [server] = await query<{ version: string }>(`select current_setting('server_version') as version`)
  return { files, postgres: server!.version }
}

export interface BackupRecord {
  backup: string
  takenAt: string
  /** Without credentials. */
  place: string
  rows: number
  files: number
  missing: number
}

/** The number of backups that are stored. */
const MAX_BACKUPS = 200

/** Records a backup. */
export const recordBackup = async (query: QueryAsOwner, { backup, takenAt, place, rows, files, missing }: BackupRecord) => {
  await query(
    `insert into operation.backup (backup, taken_at, place, rows, files, missing) values ($1, $2, $3, $4, $5, $6)
     on conflict (backup) do nothing`,
    [backup, takenAt, place, rows, files, missing],
  )
  await query(
    `delete from operation.backup where id not in (select id from operation.backup order by taken_at desc limit ${MAX_BACKUPS})`,
  )
}

/** Records that a backup was restored to a fresh environment, and verified. */
export const recordVerified = (query: QueryAsOwner, backup: string) =>
  query('update operation.backup set verified_at = now() where backup = $1', [backup])

interface BackupRow extends Omit<BackupRecord, 'takenAt'> {
  id: string
  takenAt: Date
  endedAt: Date
  verifiedAt: Date | null
  total: number
}

export const backupsOf = (query: QueryAsOwner, { limit, offset, newestFirst }: Page) =>
  query<BackupRow>(
    `select id, backup, taken_at as "takenAt", ended_at as "endedAt", place, rows::float8 as rows, files::float8 as files,
       missing::float8 as missing, verified_at as "verifiedAt", count(*) over ()::int as total
     from operation.backup order by taken_at ${newestFirst ? 'desc' : 'asc'} limit $1 offset $2`,
    [limit, offset],
  )

type Needs = Pick<AppContext, 'env' | 'db' | 'maintenance' | 'replicas' | 'figures' | 'telemetry'>

/** The number of slowest names that a node reports. */
const MAX_SLOW_NAMES = 30

const slowestHere = (byName: Needs['telemetry']['calls']['byName']): SlowNames =>
  Object.fromEntries([...byName].toSorted(([, one], [, other]) => other.slowest - one.slowest).slice(0, MAX_SLOW_NAMES))

const figuresOf = ({ db, maintenance, replicas }: Needs) => {
  const pools = Object.values({ ...db.pools, maintenance: maintenance.pools.calls, ...replicas?.pools() })
  const sum = (read: (pool: (typeof pools)[number]) => number) => pools.reduce((all, pool) => all + read(pool), 0)
  return {
    connections: sum(({ totalCount }) => totalCount),
    connectionsMax: sum(({ options }) => options.max),
    live: openPages(),
    memory: process.memoryUsage().rss,
    replicas: (replicas?.figures() ?? []).map(({ name, lag, problem }) => ({ name, lag, isRead: problem === null })),
  }
}

/** Sends a heartbeat every ten seconds until the node stops. A failed heartbeat is skipped. */
export const beginHeartbeat = async (needs: Needs, version: string) => {
  const { env, figures, telemetry } = needs
  const self = { id: randomUUID(), name: env.nodeName, role: env.role, version, startedAt: new Date().toISOString() }
  const save = shareRun(() =>
    saveBeat(figures.query, {
      ...self,
      figures: figuresOf(needs),
      slowest: { calls: slowestHere(telemetry.calls.byName), statements: slowestHere(telemetry.statements.slowest) },
    }).catch(() => {}),
  )
  let latest = save()
  const beat = () => (latest = save())
  await latest
  const timer = setInterval(() => void beat(), BEAT_SECONDS * 1000).unref()
  return {
    beat,
    end: async () => {
      clearInterval(timer)
      await latest // a running one would store the node again
      await deleteBeat(figures.query, self.id).catch(() => {})
    },
  }
}
