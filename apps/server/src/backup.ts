import { openFiles } from '@tradewind/byte-store/open'
import { startPostgres } from '@tradewind/embedded-postgres/postgres'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { ClientConfig } from 'pg'
import { MIGRATIONS, openOwner } from './connect.ts'
import { type Env, existingSecretOf, readSettings } from './env.ts'
import { makeBackup } from './kit/database/backup/backup.ts'
import { findBackup } from './kit/database/backup/manifest.ts'
import { restoreBackup } from './kit/database/backup/restore.ts'
import { openTarget, type Target } from './kit/database/backup/target.ts'
import { openFigures, type QueryAsOwner } from './kit/database/database.ts'
import { rolesOf } from './kit/database/roles.ts'
import { recordBackup, recordVerified } from './operations/operation.ts'

const usage = `npm run backup -- <folder or s3://…>
            npm run backup -- --verify [--at <backup>] <folder or s3://…>`

const say = (line: string) => process.stdout.write(`${line}\n`)

const readArguments = () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { verify: { type: 'boolean' }, at: { type: 'string' } },
  })
  const [where, ...others] = positionals
  if (!where || others.length > 0 || (values.at && !values.verify)) throw new Error(`Use it as: ${usage}`)
  return { where, ...values }
}

const rowsOf = (tables: readonly { rows: number }[]) => tables.reduce((sum, { rows }) => sum + rows, 0)

/** The location of a backup, without credentials. */
const withoutCredentials = (where: string) => {
  if (!where.includes('://')) return resolve(where)
  const { protocol, host, pathname } = new URL(where)
  return `${protocol}//${host}${pathname}`
}

/** Records an operation in the database, for the operator's page. If that fails, the operation still counts as done. */
const recordOperation = async (owner: ClientConfig, record: (query: QueryAsOwner) => Promise<unknown>) => {
  const { query, close } = openFigures(owner)
  try {
    await record(query)
  } catch (error) {
    process.stderr.write(`The operator's page does not know of it: ${(error as Error).message}\n`)
  } finally {
    await close()
  }
}

/** Throws for a Citus cluster, which its servers must back up: a snapshot of the coordinator does not contain the workers. */
const assertNotCluster = ({ databaseSharded }: Env) => {
  if (databaseSharded) throw new Error('A Citus cluster is backed up by its servers: see docs/citus.md')
}

const hasDatabase = ({ databaseAdminUrl, dataDir }: Env) =>
  databaseAdminUrl !== undefined || existsSync(join(dataDir, 'postgres', 'PG_VERSION'))

/** Records in the configured database, if there is one, that a backup was verified. */
const recordVerification = async (backup: string) => {
  const env = readSettings(process.env)
  if (!hasDatabase(env)) return
  try {
    const { owner, stop } = await openOwner(env)
    await recordOperation(owner, (query) => recordVerified(query, backup))
    await stop()
  } catch {
    // the machine that verified it cannot reach the database
  }
}

const backUp = async (target: Target, where: string) => {
  const env = readSettings(process.env)
  assertNotCluster(env)
  const secret = existingSecretOf(env)
  if (secret === undefined || !hasDatabase(env)) throw new Error(`There is nothing to back up in ${env.dataDir}: set DATA_DIR`)
  const { owner, roles, stop } = await openOwner(env)
  try {
    const files = await openFiles(env.filesLocation)
    const { backup, manifest, copied } = await makeBackup({ owner, roles, files, secret }, target)
    const { tables, files: counts } = manifest
    await recordOperation(owner, (query) =>
      recordBackup(query, {
        backup,
        takenAt: manifest.at,
        place: withoutCredentials(where),
        rows: rowsOf(tables),
        files: counts.count,
        missing: counts.missing.length,
      }),
    )
    say(`Backup ${backup} is whole: ${rowsOf(tables)} rows of ${tables.length} tables, ${counts.count} files (${copied} new).`)
    if (counts.missing.length > 0)
      process.stderr.write(`${counts.missing.length} files were lost or damaged before; the manifest names them.\n`)
  } finally {
    await stop()
  }
}

/** Restores into a separate PostgreSQL in a temporary folder; the restore compares every count and hash. */
const verify = async (target: Target, at: string | undefined) => {
  const found = await findBackup(target, at)
  const folder = await mkdtemp(join(tmpdir(), 'tradewind-verify-'))
  try {
    const postgres = await startPostgres({ dataDir: join(folder, 'postgres'), settings: { fsync: 'off' } })
    try {
      const files = await openFiles({ folder: join(folder, 'files') })
      const to = { owner: { connectionString: postgres.adminUrl() }, roles: rolesOf('tradewind'), folder: MIGRATIONS, files }
      await restoreBackup(to, target, found)
    } finally {
      await postgres.stop()
    }
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 10 })
  }
  const { tables, files } = found.manifest
  await recordVerification(found.backup)
  say(
    `Backup ${found.backup} can be restored: ${rowsOf(tables)} rows of ${tables.length} tables and ${files.count} files compared.`,
  )
}

const work = async () => {
  const { where, verify: isVerify, at } = readArguments()
  const target = await openTarget(where)
  await (isVerify ? verify(target, at) : backUp(target, where))
}

await work().then(
  () => process.exit(0),
  (error: Error) => {
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  },
)
