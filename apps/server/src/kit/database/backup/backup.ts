import type { Files } from '@tradewind/byte-store/files'
import { pipeline, Readable } from 'node:stream'
import { createZstdCompress } from 'node:zlib'
import pLimit from 'p-limit'
import pg, { type ClientConfig } from 'pg'
import { isolationSqlHash } from '../migrate.ts'
import type { Roles } from '../roles.ts'
import {
  BACKUP_LOCK,
  inBatches,
  isolationDigest,
  namedFiles,
  openDigest,
  queueVersionOf,
  rowsOf,
  sequencesOf,
  SESSION_SETTINGS,
  type TableName,
  tablesOf,
} from './copy.ts'
import { fileKey, fingerprintOf, type Manifest, manifestKey, tableKey } from './manifest.ts'
import type { Target } from './target.ts'

interface Source {
  owner: ClientConfig
  roles: Roles
  /** Omitted where the files stay where they are, and only the database moves. */
  files?: Files
  secret: string
}

const isReady = `select to_regclass('migrated.file') is not null as ready`

/** Begins the snapshot. It contains everything that was acknowledged before the returned time. */
const beginSnapshot = async (client: pg.Client) => {
  await client.query(SESSION_SETTINGS)
  const { rows } = await client.query<{ ready: boolean }>(isReady)
  if (!rows[0]!.ready) throw new Error('This database holds nothing of Tradewind')
  const lock = await client.query<{ free: boolean }>(`select pg_try_advisory_lock(${BACKUP_LOCK}) as free`)
  if (!lock.rows[0]!.free) throw new Error('Another backup is being made, or files are being removed just now: try again')
  const now = await client.query<{ at: Date }>('select clock_timestamp() as at')
  await client.query('begin isolation level repeatable read read only')
  await client.query('select pg_current_snapshot()')
  return now.rows[0]!.at
}

const writeTable = async (client: pg.Client, target: Target, backup: string, table: TableName) => {
  const digest = openDigest()
  const rows = Readable.from(inBatches(rowsOf(client, table), digest), { objectMode: false })
  const { hash, size } = await target.write(
    tableKey(backup, table),
    pipeline(rows, createZstdCompress(), () => {}),
  )
  return { ...table, ...digest.value(), hash, size } as Manifest['tables'][number]
}

/** Writes everything in the snapshot except the files' bytes. */
const writeDatabase = async (client: pg.Client, target: Target, backup: string, roles: Roles) => {
  const tables: Manifest['tables'] = []
  for (const table of await tablesOf(client)) tables.push(await writeTable(client, target, backup, table))
  const { rows: migrations } = await client.query<{ tag: string; hash: string }>(
    'select tag, hash from migrated.file order by tag',
  )
  const { rows } = await client.query<{ server_version: string }>('show server_version')
  return {
    postgres: rows[0]!.server_version,
    migrations,
    queue: await queueVersionOf(client),
    lays: isolationSqlHash(),
    walls: await isolationDigest(client, roles),
    tables,
    sequences: (await sequencesOf(client)) as Manifest['sequences'],
  }
}

type Named = Awaited<ReturnType<typeof namedFiles>>[number]

/** Copies the files that are not in the target yet. Returns how many it copied, and those that the store has lost. */
const writeFiles = async (files: Files, target: Target, referenced: readonly Named[]) => {
  const knownHashes = new Set<string>()
  for await (const key of target.list('files/')) knownHashes.add(key.slice(-64))
  const missing: Named[] = []
  let copied = 0
  const copy = async ({ tenantId, hash }: Named) => {
    if (knownHashes.has(hash)) return
    const bytes = await files.read(tenantId, hash)
    const written = bytes && (await target.write(fileKey(hash), bytes))
    if (written?.hash === hash) {
      knownHashes.add(hash)
      copied++
      return
    }
    if (written) await target.remove(fileKey(hash))
    missing.push({ tenantId, hash })
  }
  /** The same file of several tenants, one after the other: the damaged bytes of one must not replace what another has copied meanwhile. */
  const copyInTurn = async (sameFile: readonly Named[]) => {
    for (const one of sameFile) await copy(one)
  }
  const limit = pLimit(4)
  const byHash = Map.groupBy(referenced, ({ hash }) => hash)
  const results = await Promise.allSettled(Array.from(byHash.values(), (sameFile) => limit(() => copyInTurn(sameFile))))
  const failed = results.find(({ status }) => status === 'rejected') as PromiseRejectedResult | undefined
  if (failed) throw failed.reason
  return { copied, missing: missing.filter(({ hash }) => !knownHashes.has(hash)) }
}

/** Makes a backup while the application runs. Its manifest is written last: without a manifest it is not a backup. */
export const makeBackup = async ({ owner, roles, files, secret }: Source, target: Target) => {
  const client = new pg.Client({ ...owner, application_name: 'tradewind backup' })
  await client.connect()
  try {
    const at = (await beginSnapshot(client)).toISOString()
    const backup = at.replaceAll(':', '-')
    const database = await writeDatabase(client, target, backup, roles)
    const referenced = await namedFiles(client)
    await client.query('commit') // the lock stays: no bytes are removed until they are copied
    const { copied, missing } = files ? await writeFiles(files, target, referenced) : { copied: 0, missing: [] }
    const manifest: Manifest = {
      format: 1,
      at,
      ...database,
      secret: fingerprintOf(secret),
      files: { count: referenced.length, missing },
    }
    await target.write(manifestKey(backup), Readable.from([Buffer.from(JSON.stringify(manifest, null, 1))]))
    return { backup, manifest, copied }
  } finally {
    await client.end()
  }
}
