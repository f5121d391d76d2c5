import { openFiles } from '@tradewind/byte-store/open'
import { parseArgs } from 'node:util'
import { createDatabase, MIGRATIONS, openOwner } from './connect.ts'
import { type Env, existingSecretOf, readSettings, secretOf } from './env.ts'
import { findBackup, fingerprintOf } from './kit/database/backup/manifest.ts'
import { restoreBackup } from './kit/database/backup/restore.ts'
import { openTarget } from './kit/database/backup/target.ts'

const usage = 'npm run restore -- [--at <backup>] [--into <new database>] [--other-secret] <folder or s3://…>'

const readArguments = () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { at: { type: 'string' }, into: { type: 'string' }, 'other-secret': { type: 'boolean' } },
  })
  const [where, ...others] = positionals
  if (!where || others.length > 0) throw new Error(`Use it as: ${usage}`)
  return { where, ...values }
}

/** Throws if the secret is not the one of the backup: links in mails are derived from it and become invalid, so `--other-secret` must confirm it. */
const assertSecret = (env: Env, fingerprint: string) => {
  const secret = existingSecretOf(env)
  const otherwise = 'With --other-secret it is restored all the same: links that were mailed then end.'
  if (secret === undefined)
    throw new Error(
      `There is no secret: set APP_SECRET, or put the file “secret” of the lost DATA_DIR into ${env.dataDir}. ${otherwise}`,
    )
  if (fingerprintOf(secret) !== fingerprint)
    throw new Error(`APP_SECRET, or the file “secret” in DATA_DIR, is not the secret of this backup. ${otherwise}`)
}

const advise = (env: Env) =>
  env.databaseAdminUrl ? 'Name a new database beside it: --into <name>.' : 'Set DATA_DIR to a new folder.'

const work = async () => {
  const { where, at, into, 'other-secret': isOther } = readArguments()
  const env = readSettings(process.env)
  const target = await openTarget(where)
  const found = await findBackup(target, at)
  if (isOther) secretOf(env)
  else assertSecret(env, found.manifest.secret)
  const ownerEnv = into === undefined ? env : { ...env, databaseAdminUrl: await createDatabase(env, into) }
  const { owner, roles, stop } = await openOwner(ownerEnv)
  try {
    const files = await openFiles(env.filesLocation)
    const { hasSameIsolation } = await restoreBackup({ owner, roles, folder: MIGRATIONS, files }, target, found)
    const { tables, files: stored } = found.manifest
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    process.stdout.write(
      `Backup ${found.backup} is restored: ${rows} rows of ${tables.length} tables and ${stored.count - stored.missing.length} files, each count and hash compared; ` +
        `policies, rights and roles are ${hasSameIsolation ? 'those of the backup' : 'those of this version'}.\n`,
    )
    if (stored.missing.length > 0)
      process.stderr.write(`${stored.missing.length} files were lost before the backup; its manifest names them.\n`)
    if (into !== undefined) process.stdout.write(`Name the database ${into} in DATABASE_ADMIN_URL, then start.\n`)
  } catch (error) {
    const { message } = error as Error
    throw message.startsWith('The database is not empty') ? new Error(`${message}. ${advise(env)}`) : error
  } finally {
    await stop()
  }
}

await work().then(
  () => process.exit(0),
  (error: Error) => {
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  },
)
