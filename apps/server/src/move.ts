import { openFiles } from '@tradewind/byte-store/open'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hasOtherConnections, MIGRATIONS, nameOf, openOwner } from './connect.ts'
import { type Env, readSettings, secretOf } from './env.ts'
import { makeBackup } from './kit/database/backup/backup.ts'
import { findBackup } from './kit/database/backup/manifest.ts'
import { moveFiles } from './kit/database/backup/moveFiles.ts'
import { restoreBackup } from './kit/database/backup/restore.ts'
import { openTarget, parseLocation } from './kit/database/backup/target.ts'
import { rolesOf } from './kit/database/roles.ts'

const usage = `Use it as one of:
  npm run files:move -- <folder or s3://…>
  npm run db:move -- postgres://owner:password@server/database`

const say = (line: string) => process.stdout.write(`${line}\n`)

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
