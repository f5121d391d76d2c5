import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import pg, { type ClientConfig } from 'pg'
import { FIRST_PREFIX, forRoles, rolesOf } from './roles.ts'
import {
  assertServer,
  assertSpread,
  distribute,
  distributing,
  forWalls,
  isSpread,
  prepareCluster,
  type WallsOf,
} from './sharded.ts'
import type { TableKind } from './table.ts'
import { mendPolicies, standingFaults } from './walls.ts'

const sqlBeside = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

const entriesOf = (folder: string) =>
  (JSON.parse(readFileSync(`${folder}/meta/_journal.json`, 'utf8')) as { entries: { tag: string }[] }).entries

/** The last migration of the previous release, whose nodes may run on this schema: none in a first release. */
const previousOf = (folder: string) =>
  (JSON.parse(readFileSync(`${folder}/previous.json`, 'utf8')) as { lastMigration: string | null }).lastMigration

/** Whether a newer release has migrated the database beyond this one. Throws where it is more than one release newer. */
const isNewer = async (client: pg.Client, folder: string) => {
  const known = entriesOf(folder).map(({ tag }) => tag)
  const { rows } = await client.query<{ tag: string }>('select tag from migrated.file where tag <> all($1)', [known])
  if (rows.length === 0) return false
  const { rows: previous } = await client.query<{ tag: string }>('select tag from migrated.previous')
  const isBeside = previous.some(({ tag }) => known.includes(tag))
  const missing = await client.query(
    'select from unnest($1::text[]) tag where not exists (select from migrated.file f where f.tag = tag.tag)',
    [known],
  )
  if (!isBeside || missing.rowCount) throw new Error('The database was made by a newer version of Tradewind')
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

interface Target extends WallsOf {
  folder: string
  /** How tables are distributed in the cluster; undefined for a single PostgreSQL. */
  kinds?: ReadonlyMap<string, TableKind> | undefined
  /** The role that requests sign in as, if the settings name one. */
  signsIn?: string | undefined
  /** The migrations that may run; all by default. */
  only?: ReadonlySet<string>
  /** Receives the faults of tenant isolation, where it had to be repaired. */
  onRepair?: (faults: string[]) => void
}

/** The hash of the isolation SQL for these roles. Policies and rights are applied again when it changes: when the SQL was edited, or for roles of other names. */
const wallsOf = (of: WallsOf) => hashOf(forWalls(sqlBeside('before-migrate.sql') + sqlBeside('after-migrate.sql'), of))

/** The hash of the SQL that sets up policies and rights, whatever the database's name. */
export const laysOf = () => wallsOf({ roles: rolesOf(FIRST_PREFIX) })

/** The prefix of the roles for which policies were applied last; undefined in an empty database. */
const prefixLaid = async (client: pg.Client) => {
  const { rows } = await client.query<{ prefix: string }>('select prefix from migrated.roles')
  if (rows[0]) return rows[0].prefix
  const { rowCount } = await client.query('select from migrated.file limit 1')
  return rowCount ? FIRST_PREFIX : undefined
}

/** Transfers rights and ownership from roles of other names. */
const takeOver = async (client: pg.Client, { roles, signsIn = '' }: Target) => {
  const was = await prefixLaid(client)
  if (was !== undefined && was !== roles.prefix) {
    const names =
      "select set_config('roles.was', $1, true), set_config('roles.are', $2, true), set_config('roles.signs_in', $3, true)"
    await client.query(names, [was, roles.prefix, signsIn])
    await client.query(sqlBeside('take-over.sql'))
  }
  await client.query('delete from migrated.roles')
  await client.query('insert into migrated.roles values ($1)', [roles.prefix])
}

/** Runs pending migrations, and applies policies and rights. */
const lay = async (client: pg.Client, target: Target, pending: Awaited<ReturnType<typeof pendingOf>>) => {
  const { roles, kinds } = target
  await client.query(forWalls(sqlBeside('before-migrate.sql'), target))
  await takeOver(client, target)
  const spread = kinds && (await isSpread(client))
  for (const { tag, text, hash } of pending) {
    if (spread) await distributing(client, forRoles(text, roles), kinds)
    else await client.query(forRoles(text, roles))
    await client.query('insert into migrated.file (tag, hash) values ($1, $2)', [tag, hash])
  }
  if (kinds) await distribute(client, kinds)
  await client.query(forWalls(sqlBeside('after-migrate.sql'), target))
  await client.query('delete from migrated.walls')
  await client.query('insert into migrated.walls values ($1)', [wallsOf(target)])
}

/** Whether policies and rights were applied by this version's SQL, for these roles. Later changes to them are checked in the catalogue. */
const isLaid = async (client: pg.Client, of: WallsOf) =>
  (await client.query<{ hash: string }>('select hash from migrated.walls')).rows[0]?.hash === wallsOf(of)

/** Saves which release may still run on this schema. The table is the owner's, and no request reads it. */
const keepPrevious = async (client: pg.Client, tag: string | null) => {
  const { rows } = await client.query<{ tag: string }>('select tag from migrated.previous')
  if (rows.length === (tag === null ? 0 : 1) && rows[0]?.tag === (tag ?? undefined)) return
  await client.query('delete from migrated.previous')
  if (tag !== null) await client.query('insert into migrated.previous values ($1)', [tag])
}

const faultsOf = (client: pg.Client, of: WallsOf) =>
  standingFaults(async (text) => (await client.query<{ name: string }>(forWalls(text, of))).rows)

const assertApart = (faults: string[]) => {
  if (faults.length > 0) throw new Error(`Tenants are not kept apart: ${faults.join('; ')}`)
}

/** A node of the previous release changes nothing in a newer schema. Tenants must be isolated there as well. */
const runBeside = async (client: pg.Client, of: WallsOf) => {
  assertApart(await faultsOf(client, of))
  return 0
}

const bringUp = async (client: pg.Client, target: Target) => {
  const { folder, kinds, only, onRepair } = target
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
  if (await isNewer(client, folder)) return runBeside(client, target)
  const pending = (await pendingOf(client, folder)).filter(({ tag }) => !only || only.has(tag))
  const hasWalls = await isLaid(client, target)
  if (pending.length > 0 || !hasWalls) await lay(client, target, pending)
  await keepPrevious(client, previousOf(folder))
  let faults = await faultsOf(client, target)
  if (faults.length > 0 && hasWalls) {
    onRepair?.(faults)
    await lay(client, target, [])
  }
  if (faults.length > 0) {
    await mendPolicies((text) => client.query(forWalls(text, target)))
    faults = await faultsOf(client, target)
  }
  assertApart(faults)
  if (kinds) await assertSpread(client, kinds)
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
    const ran = await bringUp(client, target)
    await client.query('commit')
    return ran
  } finally {
    await client.end() // on an error the server rolls the transaction back
  }
}
