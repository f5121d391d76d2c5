import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import pg, { type ClientConfig } from 'pg'
import { LEGACY_PREFIX, rolesOf, withRoleNames } from './roles.ts'
import {
  assertDistributed,
  assertServer,
  distribute,
  isDistributed,
  isolationSqlFor,
  type IsolationTarget,
  migrateDistributed,
  prepareCluster,
} from './sharded.ts'
import type { TableKind } from './table.ts'
import { findStartupFaults, repairPolicies } from './tenantIsolation.ts'

const readSqlFile = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

const entriesOf = (folder: string) =>
  (JSON.parse(readFileSync(`${folder}/meta/_journal.json`, 'utf8')) as { entries: { tag: string }[] }).entries

/** The last migration of the previous release, whose nodes may run on this schema: none in a first release. */
const previousOf = (folder: string) =>
  (JSON.parse(readFileSync(`${folder}/previous.json`, 'utf8')) as { lastMigration: string | null }).lastMigration

/** Whether a newer release has migrated the database beyond this one. Throws where it is more than one release newer. */
const isNewer = async (client: pg.Client, folder: string) => {
  const knownTags = entriesOf(folder).map(({ tag }) => tag)
  const { rows } = await client.query<{ tag: string }>('select tag from migrated.file where tag <> all($1)', [knownTags])
  if (rows.length === 0) return false
  const { rows: previous } = await client.query<{ tag: string }>('select tag from migrated.previous')
  const isPreviousRelease = previous.some(({ tag }) => knownTags.includes(tag))
  const missing = await client.query(
    'select from unnest($1::text[]) tag where not exists (select from migrated.file f where f.tag = tag.tag)',
    [knownTags],
  )
  if (!isPreviousRelease || missing.rowCount) throw new Error('The database was made by a newer version of Tradewind')
  return true
}

const pendingOf = async (client: pg.Client, folder: string) => {
  const { rows } = await client.query<{ tag: string; hash: string }>('select tag, hash from migrated.file')
  const done = new Map(rows.map(({ tag, hash }) => [tag, hash]))
  const files = entriesOf(folder).map(({ tag }) => {
    const text = readFileSync(`${folder}/${tag}.sql`, 'utf8')
    return { tag, text, hash: hashOf(text) }
  })
  return files.filter(({ tag, hash }) => {
    if (done.has(tag) && done.get(tag) !== hash) throw new Error(`Migration ${tag} was edited after it had run`)
    return !done.has(tag)
  })
}

interface Target extends IsolationTarget {
  folder: string
  /** How tables are distributed in the cluster; undefined for a single PostgreSQL. */
  kinds?: ReadonlyMap<string, TableKind> | undefined
  /** The role that requests sign in as, if the settings name one. */
  loginRole?: string | undefined
  /** The migrations that may run; all by default. */
  allowedTags?: ReadonlySet<string>
  /** Receives the faults of tenant isolation, where it had to be repaired. */
  onRepair?: (faults: string[]) => void
}

/** The hash of the isolation SQL for these roles. Policies and rights are applied again when it changes: when the SQL was edited, or for roles of other names. */
const isolationHash = (of: IsolationTarget) =>
  hashOf(isolationSqlFor(readSqlFile('before-migrate.sql') + readSqlFile('after-migrate.sql'), of))

/** The hash of the SQL that sets up policies and rights, whatever the database's name. */
export const isolationSqlHash = () => isolationHash({ roles: rolesOf(LEGACY_PREFIX) })

/** The prefix of the roles for which policies were applied last; undefined in an empty database. */
const installedRolePrefix = async (client: pg.Client) => {
  const { rows } = await client.query<{ prefix: string }>('select prefix from migrated.roles')
  if (rows[0]) return rows[0].prefix
  const { rowCount } = await client.query('select from migrated.file limit 1')
  return rowCount ? LEGACY_PREFIX : undefined
}

/** Transfers rights and ownership from roles of other names. */
const takeOverRoles = async (client: pg.Client, { roles, loginRole = '' }: Target) => {
  const was = await installedRolePrefix(client)
  if (was !== undefined && was !== roles.prefix) {
    const names =
      "select set_config('roles.was', $1, true), set_config('roles.are', $2, true), set_config('roles.signs_in', $3, true)"
    await client.query(names, [was, roles.prefix, loginRole])
    await client.query(readSqlFile('take-over.sql'))
  }
  await client.query('delete from migrated.roles')
  await client.query('insert into migrated.roles values ($1)', [roles.prefix])
}

/** Runs pending migrations, and applies policies and rights. */
const applyMigrations = async (client: pg.Client, target: Target, pending: Awaited<ReturnType<typeof pendingOf>>) => {
  const { roles, kinds } = target
  await client.query(isolationSqlFor(readSqlFile('before-migrate.sql'), target))
  await takeOverRoles(client, target)
  const isAlreadyDistributed = kinds && (await isDistributed(client))
  for (const { tag, text, hash } of pending) {
    if (isAlreadyDistributed) await migrateDistributed(client, withRoleNames(text, roles), kinds)
    else await client.query(withRoleNames(text, roles))
    await client.query('insert into migrated.file (tag, hash) values ($1, $2)', [tag, hash])
  }
  if (kinds) await distribute(client, kinds)
  await client.query(isolationSqlFor(readSqlFile('after-migrate.sql'), target))
  await client.query('delete from migrated.walls')
  await client.query('insert into migrated.walls values ($1)', [isolationHash(target)])
}

/** Whether policies and rights were applied by this version's SQL, for these roles. Later changes to them are checked in the catalogue. */
const isIsolationCurrent = async (client: pg.Client, of: IsolationTarget) =>
  (await client.query<{ hash: string }>('select hash from migrated.walls')).rows[0]?.hash === isolationHash(of)

/** Saves which release may still run on this schema. The table is the owner's, and no request reads it. */
const savePrevious = async (client: pg.Client, tag: string | null) => {
  const { rows } = await client.query<{ tag: string }>('select tag from migrated.previous')
  if (rows.length === (tag === null ? 0 : 1) && rows[0]?.tag === (tag ?? undefined)) return
  await client.query('delete from migrated.previous')
  if (tag !== null) await client.query('insert into migrated.previous values ($1)', [tag])
}

const faultsOf = (client: pg.Client, of: IsolationTarget) =>
  findStartupFaults(async (text) => (await client.query<{ name: string }>(isolationSqlFor(text, of))).rows)

const assertIsolated = (faults: string[]) => {
  if (faults.length > 0) throw new Error(`Tenants are not kept apart: ${faults.join('; ')}`)
}

/** A node of the previous release changes nothing in a newer schema. Tenants must be isolated there as well. */
const assertNewerIsIsolated = async (client: pg.Client, of: IsolationTarget) => {
  assertIsolated(await faultsOf(client, of))
  return 0
}

const migrateInTransaction = async (client: pg.Client, target: Target) => {
  const { folder, kinds, allowedTags, onRepair } = target
  await client.query(`select pg_advisory_xact_lock(hashtext('tradewind migrate'))`)
  await assertServer(client, kinds !== undefined)
  if (kinds) await prepareCluster(client)
  await client.query('create schema if not exists migrated')
  await client.query(
    'create table if not exists migrated.file (tag text primary key, hash text not null, at timestamptz not null default now())',
  )
  await client.query('create table if not exists migrated.walls (hash text not null)')
  await client.query('create table if not exists migrated.roles (prefix text not null)')
  await client.query('create table if not exists migrated.previous (tag text not null)')
  if (await isNewer(client, folder)) return assertNewerIsIsolated(client, target)
  const pending = (await pendingOf(client, folder)).filter(({ tag }) => !allowedTags || allowedTags.has(tag))
  const wasIsolationCurrent = await isIsolationCurrent(client, target)
  if (pending.length > 0 || !wasIsolationCurrent) await applyMigrations(client, target, pending)
  await savePrevious(client, previousOf(folder))
  let faults = await faultsOf(client, target)
  if (faults.length > 0 && wasIsolationCurrent) {
    onRepair?.(faults)
    await applyMigrations(client, target, [])
  }
  if (faults.length > 0) {
    await repairPolicies((text) => client.query(isolationSqlFor(text, target)))
    faults = await faultsOf(client, target)
  }
  assertIsolated(faults)
  if (kinds) await assertDistributed(client, kinds)
  return pending.length
}

/**
 * Migrates a database to this version, as its owner: in one transaction, one process at a time. Policies and roles are compared with the catalogue
 * each time, and repaired where incomplete. Throws for an edited file, a table without row-level security and a database that is more than one
 * release newer, and leaves the old schema; a database one release newer is used as it is. Roles of other names, for which it was set up before, lose
 * their rights in it. Returns the number of migrations that ran.
 */
export const migrate = async (owner: ClientConfig, target: Target) => {
  const client = new pg.Client(owner)
  await client.connect()
  try {
    await client.query('begin')
    const ran = await migrateInTransaction(client, target)
    await client.query('commit')
    return ran
  } finally {
    await client.end() // on an error the server rolls the transaction back
  }
}
