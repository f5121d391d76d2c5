import { openFiles } from '@tradewind/byte-store/open'
import { startPostgres } from '@tradewind/embedded-postgres/postgres'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { MIGRATIONS, openOwner } from './connect.ts'
import { keptSecretOf, readSettings } from './env.ts'
import { makeBackup } from './kit/database/backup/backup.ts'
import { findBackup } from './kit/database/backup/manifest.ts'
import { restoreBackup } from './kit/database/backup/restore.ts'
import { openTarget, type Target } from './kit/database/backup/target.ts'
import { rolesOf } from './kit/database/roles.ts'

const usage = `npm run backup -- <folder or s3://…>
            npm run backup -- --verify [--at <backup>] <folder or s3://…>`

const say = (line: string) => process.stdout.write(`${line}\n`)

const read = () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { verify: { type: 'boolean' }, at: { type: 'string' } },
  })
  const [where, ...others] = positionals
  if (!where || others.length > 0 || (values.at && !values.verify)) throw new Error(`Use it as: ${usage}`)
  return { where, ...values }
}

const rowsOf = (tables: readonly { rows: number }[]) => tables.reduce((sum, { rows }) => sum + rows, 0)

const backUp = async (target: Target) => {
  const env = readSettings(process.env)
  const secret = keptSecretOf(env)
  const isThere = env.databaseAdminUrl !== undefined || existsSync(join(env.dataDir, 'postgres', 'PG_VERSION'))
  if (secret === undefined || !isThere) throw new Error(`There is nothing to back up in ${env.dataDir}: set DATA_DIR`)
  const { owner, roles, stop } = await openOwner(env)
  try {
    const files = await openFiles(env.filesPlace)
    const { backup, manifest, copied } = await makeBackup({ owner, roles, files, secret }, target)
    const { tables, files: named } = manifest
    say(`Backup ${backup} is whole: ${rowsOf(tables)} rows of ${tables.length} tables, ${named.count} files (${copied} new).`)
    if (named.missing.length > 0)
      process.stderr.write(`${named.missing.length} files were lost or damaged before; the manifest names them.\n`)
  } finally {
    await stop()
  }
}

/** Restores into a PostgreSQL of its own in a temporary folder, which compares every count and hash. */
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
  say(
    `Backup ${found.backup} can be restored: ${rowsOf(tables)} rows of ${tables.length} tables and ${files.count} files compared.`,
  )
}

const work = async () => {
  const { where, verify: isVerify, at } = read()
  const target = await openTarget(where)
  await (isVerify ? verify(target, at) : backUp(target))
}

await work().then(
  () => process.exit(0),
  (error: Error) => {
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  },
)
