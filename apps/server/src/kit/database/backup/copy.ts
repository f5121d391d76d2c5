import { sql } from 'drizzle-orm'
import { createHash, hash } from 'node:crypto'
import { once } from 'node:events'
import { type Duplex, Readable } from 'node:stream'
import pg from 'pg'
import type { Tx } from '../database.ts'
import type { Roles } from '../roles.ts'

/** The advisory lock of a session that makes a backup. */
export const BACKUP_LOCK = `hashtext('tradewind backup')`

/**
 * Whether a backup is running. It copies files that its snapshot references, so none may be removed meanwhile. The caller has already committed the
 * deletion of the rows: a backup that begins later does not reference their files.
 */
export const isBackupRunning = async (tx: Pick<Tx, 'execute'>) => {
  const { rows } = await tx.execute<{ free: boolean }>(
    sql`select pg_try_advisory_xact_lock_shared(${sql.raw(BACKUP_LOCK)}) as free`,
  )
  return !rows[0]!.free
}

/** The part of the driver's connection that COPY needs. */
interface CopyConnection {
  stream: Duplex
  query: (text: string) => void
  sendCopyFromChunk: (chunk: Buffer) => void
  endCopyFrom: () => void
  sendCopyFail: (why: string) => void
}

interface Handlers {
  begin: (wire: CopyConnection) => void
  onData?: (row: Buffer) => void
  onReady?: (wire: CopyConnection) => void
  end: (error?: Error) => void
}

const ignore = () => {}

/** Submits a query object to which the driver passes its protocol messages. */
const submit = (client: pg.Client, { begin, onData = ignore, onReady = ignore, end }: Handlers) => {
  const query = {
    submit: begin,
    handleRowDescription: ignore,
    handleDataRow: ignore,
    handleEmptyQuery: ignore,
    handlePortalSuspended: ignore,
    handleCommandComplete: ignore,
    handleCopyInResponse: onReady,
    handleCopyData: ({ chunk }: { chunk: Buffer }) => onData(chunk),
    handleError: (error: Error) => end(error),
    handleReadyForQuery: () => end(),
  }
  client.query(query as unknown as pg.Submittable)
}

/** Streams the rows of `COPY … TO STDOUT`, one buffer each. A slow reader slows the server down. */
const copyOut = (client: pg.Client, text: string): Readable => {
  let stream: Duplex | undefined
  const rows = new Readable({
    objectMode: true,
    highWaterMark: 1000,
    read: () => void stream?.resume(),
    destroy: (error, done) => {
      stream?.resume()
      done(error)
    },
  })
  submit(client, {
    begin: (wire) => {
      stream = wire.stream
      wire.query(text)
    },
    onData: (row) => {
      // A copy: the driver uses its buffer again.
      if (!rows.destroyed && !rows.push(Buffer.from(row))) stream!.pause()
    },
    end: (error) => void (error ? rows.destroy(error) : rows.push(null)),
  })
  return rows
}

/** Sends a source by `COPY … FROM STDIN`. Where the source fails, none of it is stored. */
export const copyIn = (client: pg.Client, text: string, source: AsyncIterable<Buffer>): Promise<void> => {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let problem: Error | undefined
  let isOver = false
  const pump = async (wire: CopyConnection) => {
    try {
      for await (const chunk of source) {
        if (isOver) return
        wire.sendCopyFromChunk(chunk)
        if (wire.stream.writableNeedDrain) await once(wire.stream, 'drain')
      }
      wire.endCopyFrom()
    } catch (error) {
      problem = error as Error
      wire.sendCopyFail(problem.message)
    }
  }
  submit(client, {
    begin: (wire) => wire.query(text),
    onReady: (wire) => void pump(wire),
    end: (error) => {
      isOver = true
      if (problem ?? error) reject(problem ?? error!)
      else resolve()
    },
  })
  return promise
}

/** Counts rows and sums their hashes: the same result for the same rows in any order. */
export const openDigest = () => {
  const sum = new BigUint64Array(4)
  let rows = 0
  return {
    add: (row: Buffer) => {
      const hashed = hash('sha256', row, 'buffer')
      for (let lane = 0; lane < 4; lane++) sum[lane]! += hashed.readBigUInt64BE(lane * 8)
      rows++
    },
    value: () => ({ rows, digest: [...sum].map((lane) => lane.toString(16).padStart(16, '0')).join('') }),
  }
}
type Digest = ReturnType<typeof openDigest>

const BATCH = 256 * 1024

/** Joins rows into larger chunks, and adds each row to the digest. */
export async function* inBatches(rows: AsyncIterable<Buffer>, digest: Digest) {
  let parts: Buffer[] = []
  let size = 0
  for await (const row of rows) {
    digest.add(row)
    parts.push(row)
    size += row.length
    if (size < BATCH) continue
    yield Buffer.concat(parts)
    ;[parts, size] = [[], 0]
  }
  if (size > 0) yield Buffer.concat(parts)
}

export interface TableName {
  schema: string
  name: string
  /** The stored columns; generated ones are computed from them. */
  columns: string[]
}

/** Tables of the job queue without jobs: its version, and its own statistics. */
const EXCLUDED_TABLES = ['version', 'queue_stats', 'warning', 'bam']

export const tablesOf = async (client: pg.Client) => {
  const { rows } = await client.query<TableName>(
    `select n.nspname::text as schema, c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where n.nspname in ('public', 'pgboss') and c.relkind in ('r', 'p') and not c.relispartition
       and not (n.nspname = 'pgboss' and c.relname = any($1))
       and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
     group by 1, 2 order by 1, 2`,
    [EXCLUDED_TABLES],
  )
  return rows
}

export const sequencesOf = async (client: pg.Client) => {
  const { rows } = await client.query<{ schema: string; name: string; value: string }>(
    `select schemaname::text as schema, sequencename::text as name, last_value::text as value from pg_sequences
     where schemaname in ('public', 'pgboss') and last_value is not null order by 1, 2`,
  )
  return rows
}

export const quoted = ({ schema, name }: { schema: string; name: string }) =>
  `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`
export const columnsOf = ({ columns }: TableName) => columns.map((column) => pg.escapeIdentifier(column)).join(', ')

/** Session settings: every server writes values in the same format, and a policy that would hide rows is an error. */
export const SESSION_SETTINGS = `set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set extra_float_digits = 3;
  set bytea_output = 'hex'; set client_encoding = 'UTF8'; set xmloption = 'content'; set row_security = off;
  set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0; set search_path = public`

export const rowsOf = (client: pg.Client, table: TableName) =>
  copyOut(client, `copy (select ${columnsOf(table)} from ${quoted(table)}) to stdout`)

/** The number of rows and the digest of a table in its current state. */
export const digestOf = async (client: pg.Client, table: TableName) => {
  const digest = openDigest()
  for await (const _ of inBatches(rowsOf(client, table), digest));
  return digest.value()
}

/** The file hashes that documents reference, each once per tenant. */
export const namedFiles = async (client: pg.Client) => {
  const query = 'select distinct tenant_id as "tenantId", hash from document order by 1, 2'
  return (await client.query<{ tenantId: string; hash: string }>(query)).rows
}

/**
 * Policies, and the rights of the request roles here and on the server, as lines. Excludes whether row-level security is forced, which depends on
 * what the server allows the owner: each start checks that.
 */
const isolationLinesSql = `
  select 'policy ' || concat_ws(' ', tablename, policyname, permissive, cmd, array_to_string(roles, ','), qual, with_check) as line from pg_policies where schemaname = 'public'
  union all select 'table ' || c.relname || ' ' || c.relrowsecurity from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
  union all select 'right ' || c.relname || ' ' || r.rolname || ' ' || a.privilege_type from pg_class c, aclexplode(c.relacl) a join pg_roles r on r.oid = a.grantee
    where c.relnamespace = 'public'::regnamespace and r.rolname = any($1)
  union all select 'role ' || concat_ws(' ', rolname, rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication) from pg_roles where rolname = any($1)`

/** A digest of policies, rights and roles, independent of the name of the database. */
export const isolationDigest = async (client: pg.Client, { prefix, app, maintenance }: Roles) => {
  const { rows } = await client.query<{ line: string }>(isolationLinesSql, [[app, maintenance]])
  const rolePattern = new RegExp(`\\b${prefix}_(app|maintenance)\\b`, 'g')
  const lines = rows.map(({ line }) => line.replaceAll(rolePattern, 'tradewind_$1')).toSorted()
  return createHash('sha256').update(lines.join('\n')).digest('hex')
}

/** The version of the job queue's schema; undefined where it does not exist. */
export const queueVersionOf = async (client: pg.Client) => {
  const { rows } = await client.query<{ there: boolean }>(`select to_regclass('pgboss.version') is not null as there`)
  if (!rows[0]!.there) return undefined
  return (await client.query<{ version: number }>('select version from pgboss.version')).rows[0]?.version
}
