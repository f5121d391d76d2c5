import { randomUUID } from 'node:crypto'
import { openPages } from '#platform/notification/live'
import type { AppContext } from '../appContext.ts'

/** Asks as the owner of the schema: no request's role may read these tables. */
type AskOwner = AppContext['figures']['ask']

/** What was slow on a node, by name. Milliseconds. */
export type SlowNames = Readonly<Record<string, { count: number; slowest: number; milliseconds: number; lastAt: string }>>

/** How a node finds a replica. Seconds. */
export interface BeatReplica {
  name: string
  lag: number
  isRead: boolean
}

/** What a node says of itself. One of an older version says nothing of replicas. */
export interface Beat {
  id: string
  name: string
  role: string
  version: string
  startedAt: string
  figures: { connections: number; connectionsMax: number; live: number; memory: number; replicas?: BeatReplica[] }
  slowest: { calls: SlowNames; statements: SlowNames }
}

/** Seconds between two words of a node, and those after which it counts as silent. */
const BEAT = 10
const SILENT = 35

interface Page {
  limit: number
  offset: number
  newestFirst: boolean
}

/** Keeps what a node says of itself, and forgets nodes that have said nothing for a day. */
const keepBeat = async (ask: AskOwner, { id, name, role, version, startedAt, figures, slowest }: Beat) => {
  await ask(
    `insert into operation.node (id, name, role, version, started_at, seen_at, figures, slowest) values ($1, $2, $3, $4, $5, now(), $6, $7)
     on conflict (id) do update set seen_at = now(), figures = excluded.figures, slowest = excluded.slowest`,
    [id, name, role, version, startedAt, JSON.stringify(figures), JSON.stringify(slowest)],
  )
  await ask(`delete from operation.node where seen_at < now() - interval '1 day'`)
}

/** A node that ends is gone at once. */
const endBeat = (ask: AskOwner, id: string) => ask('delete from operation.node where id = $1', [id])

interface NodeRow extends Omit<Beat, 'startedAt' | 'slowest'> {
  startedAt: Date
  seenAt: Date
  isSilent: boolean
  total: number
}

export const nodesOf = async (ask: AskOwner, by: 'startedAt' | 'name', { limit, offset, newestFirst }: Page) => {
  const way = newestFirst ? 'desc' : 'asc'
  const order = by === 'name' ? `name ${way}, started_at` : `started_at ${way}`
  return ask<NodeRow>(
    `select id, name, role, version, started_at as "startedAt", seen_at as "seenAt", figures,
       seen_at < now() - interval '${SILENT} seconds' as "isSilent", count(*) over ()::int as total
     from operation.node order by ${order}, id limit $1 offset $2`,
    [limit, offset],
  )
}

/** What was slow on each node: the hundred that said something last. */
export const slowestOf = async (ask: AskOwner) =>
  (await ask<Pick<Beat, 'slowest'>>('select slowest from operation.node order by seen_at desc limit 100')).map(
    ({ slowest }) => slowest,
  )

/** How big the database is, and its biggest tables with all that belongs to them. Rows by statistics. */
export const sizesOf = async (ask: AskOwner) => {
  const [whole] = await ask<{ bytes: number }>('select pg_database_size(current_database())::float8 as bytes')
  const tables = await ask<{ name: string; bytes: number; rows: number }>(
    `select case n.nspname when 'public' then c.relname::text else n.nspname || '.' || c.relname end as name,
       pg_total_relation_size(c.oid)::float8 as bytes, greatest(c.reltuples, s.n_live_tup, 0)::float8 as rows
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     left join pg_stat_user_tables s on s.relid = c.oid
     where c.relkind = 'r' and n.nspname !~ '^(pg_|information_schema)' order by 2 desc, 1 limit 15`,
  )
  return { bytes: whole!.bytes, tables }
}

/** What was migrated last, and with which PostgreSQL. */
export const migratedOf = async (ask: AskOwner) => {
  const files = await ask<{ tag: string; at: Date }>('select tag, at from migrated.file order by tag desc')
  const [server] = await ask<{ version: string }>(`select current_setting('server_version') as version`)
  return { files, postgres: server!.version }
}

export interface MadeBackup {
  backup: string
  takenAt: string
  /** Without keys. */
  place: string
  rows: number
  files: number
  missing: number
}

/** As many backups are remembered. */
const BACKUPS = 200

/** Notes a backup that was made. */
export const keepBackup = async (ask: AskOwner, { backup, takenAt, place, rows, files, missing }: MadeBackup) => {
  await ask(
    `insert into operation.backup (backup, taken_at, place, rows, files, missing) values ($1, $2, $3, $4, $5, $6)
     on conflict (backup) do nothing`,
    [backup, takenAt, place, rows, files, missing],
  )
  await ask(
    `delete from operation.backup where id not in (select id from operation.backup order by taken_at desc limit ${BACKUPS})`,
  )
}

/** Notes that a backup was restored into a fresh place, and compared. */
export const keepVerified = (ask: AskOwner, backup: string) =>
  ask('update operation.backup set verified_at = now() where backup = $1', [backup])

interface BackupRow extends Omit<MadeBackup, 'takenAt'> {
  id: string
  takenAt: Date
  endedAt: Date
  verifiedAt: Date | null
  total: number
}

export const backupsOf = (ask: AskOwner, { limit, offset, newestFirst }: Page) =>
  ask<BackupRow>(
    `select id, backup, taken_at as "takenAt", ended_at as "endedAt", place, rows::float8 as rows, files::float8 as files,
       missing::float8 as missing, verified_at as "verifiedAt", count(*) over ()::int as total
     from operation.backup order by taken_at ${newestFirst ? 'desc' : 'asc'} limit $1 offset $2`,
    [limit, offset],
  )

type Needs = Pick<AppContext, 'env' | 'db' | 'maintenance' | 'replicas' | 'figures' | 'telemetry'>

/** As many names as a node tells of what was slow: the slowest. */
const TOLD = 30

const slowestHere = (byName: Needs['telemetry']['calls']['byName']): SlowNames =>
  Object.fromEntries([...byName].toSorted(([, one], [, other]) => other.slowest - one.slowest).slice(0, TOLD))

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

/** Says every ten seconds that this node is there and how it is, until it ends. A word that cannot be said is left out. */
export const beginHeartbeat = async (needs: Needs, version: string) => {
  const { env, figures, telemetry } = needs
  const self = { id: randomUUID(), name: env.nodeName, role: env.role, version, startedAt: new Date().toISOString() }
  const beat = () =>
    keepBeat(figures.ask, {
      ...self,
      figures: figuresOf(needs),
      slowest: { calls: slowestHere(telemetry.calls.byName), statements: slowestHere(telemetry.statements.slowest) },
    }).catch(() => {})
  await beat()
  const timer = setInterval(() => void beat(), BEAT * 1000).unref()
  return {
    beat,
    end: async () => {
      clearInterval(timer)
      await endBeat(figures.ask, self.id).catch(() => {})
    },
  }
}
