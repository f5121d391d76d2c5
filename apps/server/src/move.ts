import type { Files } from '@tradewind/byte-store/files'
import { openFiles } from '@tradewind/byte-store/open'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pLimit from 'p-limit'
import pg, { type ClientConfig } from 'pg'
import { hasOtherConnections, MIGRATIONS, nameOf, openOwner } from './connect.ts'
import { type Env, readSettings, secretOf } from './env.ts'
import { makeBackup } from './kit/database/backup/backup.ts'
import { BACKUP_LOCK, namedFiles } from './kit/database/backup/copy.ts'
import { findBackup } from './kit/database/backup/manifest.ts'
import { restoreBackup } from './kit/database/backup/restore.ts'
import { openTarget, parseLocation } from './kit/database/backup/target.ts'
import { rolesOf } from './kit/database/roles.ts'

const usage = `Use it as one of:
  npm run files:move -- <folder or s3://…>
  npm run db:move -- postgres://owner:password@server/database`

const say = (line: string) => process.stdout.write(`${line}\n`)

interface Move {
  owner: ClientConfig
  from: Files
  to: Files
}

interface MoveResult {
  /** The number of files that documents reference. */
  count: number
  /** How many were copied now. The others already existed. */
  copied: number
  /** Files whose bytes are lost, or differ from their hash. */
  missing: { tenantId: string; hash: string }[]
}

type Named = Awaited<ReturnType<typeof namedFiles>>[number]

const keyOf = ({ tenantId, hash }: Named) => `${tenantId} ${hash}`

const storedIn = async (files: Files, referenced: readonly Named[]) => {
  const stored = new Set<string>()
  for (const tenantId of new Set(referenced.map((one) => one.tenantId)))
    for await (const { hash } of files.list(tenantId)) stored.add(keyOf({ tenantId, hash }))
  return stored
}

/** Copies one file, and returns whether it is in the target with the bytes of its hash. Damaged bytes may be equal to another file, which stays. */
const copyOne = async ({ from, to }: Move, { tenantId, hash }: Named, isNamed: (one: Named) => boolean) => {
  const source = await from.read(tenantId, hash)
  if (!source) return false
  const stored = await to.store(tenantId, source)
  if (stored.hash === hash) return true
  if (!isNamed({ tenantId, hash: stored.hash })) await to.remove(tenantId, stored.hash)
  return false
}

/**
 * Copies the files of all documents to another store, while the server runs or not. May be run again: existing files are not copied again. Throws
 * where another copy, a backup or a removal of files is running.
 */
export const moveFiles = async (move: Move): Promise<MoveResult> => {
  const client = new pg.Client({ ...move.owner, application_name: 'tradewind files' })
  await client.connect()
  try {
    const { rows } = await client.query<{ free: boolean }>(`select pg_try_advisory_lock(${BACKUP_LOCK}) as free`)
    if (!rows[0]!.free) throw new Error('A backup is being made, or files are being removed just now: try again')
    const referenced = await namedFiles(client)
    const stored = await storedIn(move.to, referenced)
    const missingInTarget = referenced.filter((one) => !stored.has(keyOf(one)))
    const names = new Set(referenced.map(keyOf))
    const limit = pLimit(4)
    const missing: Named[] = []
    const copy = async (one: Named) => {
      if (!(await copyOne(move, one, (other) => names.has(keyOf(other))))) missing.push(one)
    }
    // Wait for all to finish before the lock is released.
    const results = await Promise.allSettled(missingInTarget.map((one) => limit(() => copy(one))))
    const failed = results.find((result) => result.status === 'rejected')
    if (failed) throw failed.reason
    return { count: referenced.length, copied: missingInTarget.length - missing.length, missing }
  } finally {
    await client.end()
  }
}

/** Copies files while the server runs; a second run, while it is stopped, copies what was added meanwhile. */
const moveFilesTo = async (env: Env, where: string) => {
  const { owner, stop } = await openOwner(env)
  try {
    const move = { owner, from: await openFiles(env.filesLocation), to: await openFiles(parseLocation(where)) }
    const { count, copied, missing } = await moveFiles(move)
    say(`${count - missing.length} files are there, ${copied} of them copied now.`)
    for (const { tenantId, hash } of missing) process.stderr.write(`Lost or damaged before: ${hash} of tenant ${tenantId}\n`)
    say('Stop every node, run this once more, set FILES_URL to the new place, start. Remove the old place when all is well.')
  } finally {
    await stop()
  }
}

/** Moves all rows to an empty database, completely or not at all. Files and secret stay where they are. */
const moveDatabaseTo = async (env: Env, address: string) => {
  const secret = secretOf(env)
  const folder = await mkdtemp(join(tmpdir(), 'tradewind-move-'))
  const { owner, roles, stop } = await openOwner(env)
  try {
    if (await hasOtherConnections(owner)) throw new Error('A node still uses the database: stop every node first')
    const target = await openTarget(folder)
    await makeBackup({ owner, roles, secret }, target)
    const found = await findBackup(target)
    const to = { connectionString: address }
    await restoreBackup({ owner: to, roles: rolesOf(await nameOf(to)), folder: MIGRATIONS }, target, found)
    if (await hasOtherConnections(owner))
      throw new Error(
        'A node was started meanwhile, and what it wrote is not in the new database: stop it, and move into another empty one',
      )
    const rows = found.manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    say(`${rows} rows of ${found.manifest.tables.length} tables are moved, each count and digest compared.`)
    say('Set DATABASE_ADMIN_URL to that address and start. DATA_DIR keeps the secret and, unless FILES_URL is set, the files.')
  } finally {
    await stop()
    await rm(folder, { recursive: true, force: true })
  }
}

const work = async ([what, where, ...more]: string[]) => {
  const isDatabase = what === 'database' && /^postgres(ql)?:\/\//.test(where ?? '')
  const isFiles = what === 'files' && where !== undefined
  if (more.length > 0 || !(isDatabase || isFiles)) throw new Error(usage)
  const env = readSettings(process.env)
  await (isDatabase ? moveDatabaseTo(env, where!) : moveFilesTo(env, where!))
}

await work(process.argv.slice(2)).then(
  () => process.exit(0),
  (error: Error) => {
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  },
)
