import type { Files } from '@tradewind/byte-store/files'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { pipeline, type Readable, Transform } from 'node:stream'
import { createZstdDecompress } from 'node:zlib'
import pLimit from 'p-limit'
import pg, { type ClientConfig } from 'pg'
import pino from 'pino'
import { openJobs } from '../../jobs.ts'
import { isolationSqlHash, migrate } from '../migrate.ts'
import type { Roles } from '../roles.ts'
import { columnsOf, copyIn, digestOf, isolationDigest, namedFiles, queueVersionOf, quoted, SESSION_SETTINGS } from './copy.ts'
import { fileKey, type Manifest, tableKey } from './manifest.ts'
import type { Target } from './target.ts'

interface Destination {
  owner: ClientConfig
  roles: Roles
  /** The folder of migrations. */
  folder: string
  /** Omitted where the files stay where they are, and only the database moves. */
  files?: Files
}
interface Found {
  backup: string
  manifest: Manifest
}

const damagedError = (what: string) => new Error(`The backup is damaged: ${what}. Nothing was restored`)

/** A database with a tenant is in use. One that an interrupted restore left behind has no tenant. */
const assertEmpty = async (client: pg.Client) => {
  const { rows } = await client.query<{ schema: boolean; others: boolean }>(
    `select to_regclass('public.tenant') is not null as schema,
       exists (select from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')) as others`,
  )
  const { schema, others } = rows[0]!
  const isUsed = schema ? (await client.query('select from tenant limit 1')).rowCount : others
  if (isUsed) throw new Error('The database is not empty, and nothing in it was changed')
}

const assertKnown = ({ migrations }: Manifest, folder: string) => {
  const { entries } = JSON.parse(readFileSync(`${folder}/meta/_journal.json`, 'utf8')) as { entries: { tag: string }[] }
  const knownTags = new Set(entries.map(({ tag }) => tag))
  if (migrations.some(({ tag }) => !knownTags.has(tag))) throw new Error('The backup was made by a newer version of Tradewind')
}

/** Creates the tables of the backup's version, empty except for what migrations insert. */
const makeTables = async ({ owner, roles, folder }: Destination, { migrations, queue }: Manifest, client: pg.Client) => {
  await migrate(owner, { folder, roles, allowedTags: new Set(migrations.map(({ tag }) => tag)) })
  const jobs = await openJobs(owner, pino({ enabled: false }), roles)
  try {
    await jobs.start([], [])
  } finally {
    await jobs.stop()
  }
  if (queue !== undefined && queue !== (await queueVersionOf(client)))
    throw new Error('The backup was made by another version of Tradewind: restore it with that one, then update')
}

const foreignKeys = `select conrelid::regclass::text as "table", conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
  where contype = 'f' and conparentid = 0 and connamespace in ('public'::regnamespace, 'pgboss'::regnamespace) order by 1, 2`

/** Runs the work without foreign keys, so that tables may be loaded in any order. Recreates them afterwards, which checks them. */
const withoutForeignKeys = async (client: pg.Client, work: () => Promise<void>) => {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(foreignKeys)
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${pg.escapeIdentifier(name)}`)
  await work()
  for (const { table, name, definition } of rows)
    await client.query(`alter table ${table} add constraint ${pg.escapeIdentifier(name)} ${definition}`)
}

/** Passes the bytes of an object through, and fails at the end if they do not have this hash. */
const verifyHash = (source: Readable, hash: string, what: string) => {
  const hashed = createHash('sha256')
  const check = new Transform({
    transform: (chunk: Buffer, _encoding, pass) => {
      hashed.update(chunk)
      pass(null, chunk)
    },
    flush: (done) => done(hashed.digest('hex') === hash ? null : damagedError(`${what} has other bytes than its hash says`)),
  })
  return pipeline(source, check, () => {})
}

const loadTable = async (client: pg.Client, target: Target, backup: string, table: Manifest['tables'][number]) => {
  const key = tableKey(backup, table)
  const source = await target.read(key)
  if (!source) throw damagedError(`${key} is missing`)
  const rows = pipeline(verifyHash(source, table.hash, key), createZstdDecompress(), () => {})
  await copyIn(client, `copy ${quoted(table)} (${columnsOf(table)}) from stdin`, rows).catch((error: Error) => {
    throw error.message.startsWith('The backup') ? error : damagedError(`${key}: ${error.message}`)
  })
  const { rows: count, digest } = await digestOf(client, table)
  if (count !== table.rows || digest !== table.digest)
    throw damagedError(`${quoted(table)} has ${count} rows of digest ${digest}, and not ${table.rows} of ${table.digest}`)
}

const loadTables = async (client: pg.Client, target: Target, { backup, manifest }: Found) => {
  await withoutForeignKeys(client, async () => {
    await client.query(`truncate ${manifest.tables.map(quoted).join(', ')}`)
    for (const table of manifest.tables) await loadTable(client, target, backup, table)
  })
  for (const sequence of manifest.sequences)
    await client.query('select setval($1::regclass, $2::bigint)', [quoted(sequence), sequence.value])
}

/** Stores the files that documents reference, for each tenant. */
const loadFiles = async (client: pg.Client, target: Target, files: Files, { files: { count, missing } }: Manifest) => {
  const referenced = await namedFiles(client)
  if (referenced.length !== count) throw damagedError(`its documents name ${referenced.length} files, and not ${count}`)
  const missingKeys = new Set(missing.map(({ tenantId, hash }) => `${tenantId} ${hash}`))
  const copy = async ({ tenantId, hash }: (typeof referenced)[number]) => {
    if (missingKeys.has(`${tenantId} ${hash}`)) return
    const source = await target.read(fileKey(hash))
    if (!source) throw damagedError(`${fileKey(hash)} is missing`)
    await files.store(tenantId, verifyHash(source, hash, fileKey(hash)))
  }
  const limit = pLimit(4)
  const results = await Promise.allSettled(referenced.map((one) => limit(() => copy(one))))
  const failed = results.find(({ status }) => status === 'rejected') as PromiseRejectedResult | undefined
  if (failed) throw failed.reason
}

/** Compares policies, rights and roles with the backup's. Returns false for a backup of a version with other isolation SQL. */
const compareIsolation = async (client: pg.Client, roles: Roles, { lays, walls }: Manifest) => {
  if (lays !== isolationSqlHash()) return false
  if (walls !== (await isolationDigest(client, roles)))
    throw new Error('Policies, rights or roles differ from those of the backup. Nothing was restored')
  return true
}

/** Partial uploads are not in the backup: they restart from the beginning. */
const restartUploads = `update drive_upload set received = 0, pieces = '[]' where state = 'WAITING'`

/** Restores a backup into an empty database, completely or not at all. Compares every hash and count before the commit. */
export const restoreBackup = async (to: Destination, target: Target, found: Found) => {
  const { owner, roles, folder, files } = to
  const client = new pg.Client({ ...owner, application_name: 'tradewind restore' })
  await client.connect()
  try {
    await client.query(SESSION_SETTINGS)
    // A node that starts meanwhile waits here before it seeds an empty database.
    await client.query(`select pg_advisory_lock(hashtext('tradewind seed'))`)
    await assertEmpty(client)
    assertKnown(found.manifest, folder)
    await makeTables(to, found.manifest, client)
    await client.query('begin')
    await loadTables(client, target, found)
    if (files) await loadFiles(client, target, files, found.manifest)
    const hasSameIsolation = await compareIsolation(client, roles, found.manifest)
    await client.query(restartUploads)
    await client.query('commit')
    await client.query('analyze')
    return { hasSameIsolation }
  } finally {
    await client.end() // on an error the server rolls the transaction back
  }
}
