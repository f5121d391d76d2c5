import { type Postgres, startPostgres } from '@tradewind/embedded-postgres/postgres'
import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import pg, { type ClientBase, type ClientConfig } from 'pg'
import type { Logger } from 'pino'
import type { Env } from './env.ts'
import type { DatabaseConfig } from './kit/database/database.ts'
import { migrate } from './kit/database/migrate.ts'
import { addressesOf, changeAddress, configOf } from './kit/database/replica.hosts.ts'
import type { ReplicaConfig } from './kit/database/replica.ts'
import { type Roles, rolesOf } from './kit/database/roles.ts'
import { tableKinds } from './kit/database/table.ts'

/** The connections of the application to its database. */
export interface Connections {
  /** Owns the schema: migrations, live messages, the job queue. A direct connection. */
  owner: ClientConfig
  /** For requests; subject to row-level security. */
  app: DatabaseConfig
  /** For tasks that concern all partitions of a tenant. */
  maintenance: DatabaseConfig
  /** For reads that may be slightly stale, in the role of requests. */
  replicas?: readonly ReplicaConfig[]
  roles: Roles
  stop: () => Promise<void>
}

export const MIGRATIONS = join(import.meta.dirname, '../migrations')
/** Milliseconds after which PostgreSQL cancels a statement of a request, and ends an idle transaction. */
const TIMEOUTS = { statement_timeout: 30_000, idle_in_transaction_session_timeout: 120_000 }
/** The tables of the job queue are created by their own role, and exist only on the coordinator. */
const QUEUE_OPTIONS = '-c citus.enable_ddl_propagation=off'
/** Idle connections stay open: a timer for each query would cost more. */
const POOL_OPTIONS = { idleTimeoutMillis: 0, ...TIMEOUTS }

/** Keeps this process alive until the work is done: with a PostgreSQL shared with another process nothing else does. */
const keepAliveDuring = async (work: Promise<void>) => {
  const alive = setInterval(() => {}, 1000)
  await work.finally(() => clearInterval(alive))
}

/** The application name by which `pg_stat_activity` shows the node of a connection. */
const applicationName = ({ nodeName }: Env) => ({ application_name: `tradewind@${nodeName}` })

/** Starts the embedded PostgreSQL, joins a running one, or uses the server in the settings. */
export const openOwner = async (env: Env) => {
  const embedded = env.databaseAdminUrl ? undefined : await startPostgres({ dataDir: join(env.dataDir, 'postgres') })
  const owner: ClientConfig = { ...configOf(env.databaseAdminUrl ?? embedded!.adminUrl()), ...applicationName(env) }
  return { embedded, owner, roles: rolesOf(await nameOf(owner)), stop: async () => embedded && keepAliveDuring(embedded.stop()) }
}

/** Creates an empty database on the server of the settings, and returns its URL. */
export const createDatabase = async ({ databaseAdminUrl }: Env, name: string) => {
  if (!databaseAdminUrl)
    throw new Error('The PostgreSQL that the app brings along has one database: set DATA_DIR to a new folder instead')
  await queryOnce(configOf(databaseAdminUrl), `create database ${pg.escapeIdentifier(name)} template template0`)
  return changeAddress(databaseAdminUrl, (url) => (url.pathname = `/${encodeURIComponent(name)}`))
}

/** Connects to the database and migrates it to this version. */
export const connect = async (env: Env, secret: string, logger: Logger): Promise<Connections> => {
  const { embedded, owner, roles, stop } = await openOwner(env)
  const sharded = env.databaseSharded
  const onRepair = (faults: string[]) =>
    logger.warn({ faults }, 'policies that isolate tenants were missing or changed, and are restored')
  const kinds = sharded ? tableKinds : undefined
  await migrate(owner, { folder: MIGRATIONS, roles, sharded, kinds, loginRole: userOf(env.databaseUrl), onRepair })
  const app = {
    max: env.databaseConnections,
    ...applicationName(env),
    ...(await appRole(env, { owner, embedded }, secret, roles)),
  }
  const version = await assertRowSecurity(app, roles)
  if (env.databaseUrl !== undefined) await setTimeouts(owner, userOf(env.databaseUrl)!, logger)
  if (!embedded) checkVersion(version, logger)
  const maintenance = { ...POOL_OPTIONS, ...owner, max: 1, options: `-c role=${roles.maintenance}` }
  const how = { pipelined: env.databasePipeline, sharded }
  return {
    owner: sharded ? { ...owner, options: QUEUE_OPTIONS } : owner,
    app: { ...app, ...how },
    maintenance: { ...maintenance, ...how },
    replicas: env.replicaUrls.map((url) => replicaOf(url, { ...app, ...how }, roles)),
    roles,
    stop,
  }
}

const queryOnce = async <Row extends pg.QueryResultRow>(owner: ClientConfig, ...query: [text: string, values?: unknown[]]) => {
  const client = new pg.Client(owner)
  await client.connect()
  try {
    return (await client.query<Row>(...query)).rows[0]!
  } finally {
    await client.end()
  }
}

/** Maximum number of attempts to alter a role that other nodes alter concurrently. */
const TRIES = 20

/** Alters a role. PostgreSQL rejects a concurrent change by another node: then it retries. */
const alterRole = async (owner: ClientConfig, text: string, tries = TRIES): Promise<void> => {
  try {
    await queryOnce(owner, text)
  } catch (error) {
    if (tries === 1 || (error as { code?: string }).code !== 'XX000') throw error // 'tuple concurrently updated'
    await alterRole(owner, text, tries - 1)
  }
}

/** The name of the database of a connection. */
export const nameOf = async (owner: ClientConfig) =>
  (await queryOnce<{ name: string }>(owner, 'select current_database() as name')).name

/** Whether there are other connections to the database. */
export const hasOtherConnections = async (owner: ClientConfig) => {
  const others = `select count(*)::int as count from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`
  const { count } = await queryOnce<{ count: number }>(owner, others)
  return count > 0
}

const userOf = (url: string | undefined) =>
  url === undefined ? undefined : decodeURIComponent(new URL(addressesOf(url)![0]).username)

/** The connection of requests: by DATABASE_URL, or with the app's own role. */
const appRole = async (
  { databaseUrl, databaseAdminUrl }: Env,
  { owner, embedded }: { owner: ClientConfig; embedded: Postgres | undefined },
  secret: string,
  roles: Roles,
): Promise<DatabaseConfig> =>
  databaseUrl === undefined
    ? enableOwnRole(databaseAdminUrl, owner, embedded, secret, roles)
    : { ...configOf(databaseUrl), pooled: true }

/** A replica. Requests use the same credentials as at the primary, unless the URL contains others. */
const replicaOf = (
  address: string,
  { stream: _ofPrimary, isMultiHost: _among, ...app }: DatabaseConfig,
  roles: Roles,
): ReplicaConfig => {
  const url = new URL(address)
  const replica = url.searchParams.get('host') ?? url.host
  if (url.username === '') {
    const { username, password } = new URL(app.connectionString!)
    Object.assign(url, { username, password })
  }
  const check = async (client: ClientBase) =>
    assertRowSecurityOn((text, values) => client.query(text, values), roles, 'DATABASE_REPLICA_URL')
  return { ...app, connectionString: url.href, replica, check: async (client) => void (await check(client)) }
}

/** Sets the timeouts as role settings in this database, since connections through a pooler pass no parameters. Keeps values set by an operator. */
const setTimeouts = async (owner: ClientConfig, user: string, logger: Logger) => {
  const { missing } = await queryOnce<{ missing: string[] }>(
    owner,
    `select array(select name from unnest($2::text[]) name where not exists (
       select from pg_db_role_setting s, unnest(s.setconfig) one
       where s.setrole in (0, (select oid from pg_roles where rolname = $1)) and split_part(one, '=', 1) = name)) as missing`,
    [user, Object.keys(TIMEOUTS)],
  )
  const [role, database] = [user, await nameOf(owner)].map((name) => pg.escapeIdentifier(name))
  for (const name of missing as (keyof typeof TIMEOUTS)[])
    await alterRole(owner, `alter role ${role} in database ${database} set ${name} = ${TIMEOUTS[name]}`).catch(
      (error: unknown) => {
        if ((error as { code?: string }).code !== '42501') throw error
        logger.warn(
          { user, name },
          'the role of DATABASE_URL has no limit of time, and may not be given one: see docs/operations.md',
        )
      },
    )
}

/** Enables login for the app's role: by the private socket only, or with a password derived from the secret. */
const enableOwnRole = async (
  address: string | undefined,
  owner: ClientConfig,
  embedded: Postgres | undefined,
  secret: string,
  { app }: Roles,
): Promise<DatabaseConfig> => {
  const password = createHmac('sha256', secret).update(app).digest('base64url')
  await alterRole(owner, `alter role ${app} login${embedded ? '' : ` password ${pg.escapeLiteral(password)}`}`)
  if (embedded || !address)
    return { ...POOL_OPTIONS, host: embedded!.socketDir, port: embedded!.port, user: app, database: await nameOf(owner) }
  return { ...POOL_OPTIONS, ...configOf(changeAddress(address, (url) => Object.assign(url, { username: app, password }))) }
}

/** First versions with a fix, as PostgreSQL counts them: 150020 is 15.20. Older ones let a conflicting insert disclose rows hidden by row-level security (CVE-2026-120154). */
const fixedVersions: readonly [from: number, fixedIn: number][] = [
  [150000, 150020],
  [180000, 180006],
]
const checkVersion = (version: number, logger: Logger) => {
  if (version < 150000) throw new Error('PostgreSQL 15 or later is needed')
  const isOld = fixedVersions.some(([from, fixed]) => version >= from && version < fixed)
  if (isOld) logger.warn({ version }, 'this PostgreSQL has a known hole in row-level security: please update it')
}

/** Throws if row-level security does not apply to the role: it owns tables or may bypass it. Returns the server's version. */
const assertRowSecurity = async (app: DatabaseConfig, roles: Roles) => {
  const client = new pg.Client(app)
  await client.connect()
  try {
    return await assertRowSecurityOn((text, values) => client.query(text, values), roles, 'DATABASE_URL')
  } finally {
    await client.end()
  }
}

interface Bound {
  free: boolean
  owns: boolean
  member: boolean
  version: number
}
type Ask = (text: string, values: string[]) => Promise<{ rows: Bound[] }>

/** The same for an open connection. `setting` is named in the error. */
export const assertRowSecurityOn = async (query: Ask, roles: Roles, setting: string) => {
  const { rows } = await query(
    `select current_setting('server_version_num')::int as version, rolsuper or rolbypassrls as free, exists (select from pg_class where relowner = r.oid and relnamespace = 'public'::regnamespace) as owns,
       pg_has_role(current_user, $1, 'usage') as member
     from pg_roles r where rolname = current_user`,
    [roles.app],
  )
  const found = rows[0]!
  if (found.free || found.owns)
    throw new Error(`${setting} names a role that row-level security does not bind: it owns tables, or may bypass it`)
  if (!found.member) throw new Error(`${setting} names a role that is no member of ${roles.app}: grant ${roles.app} to it`)
  return found.version
}
