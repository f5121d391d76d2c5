import { type Postgres, startPostgres } from '@tradewind/embedded-postgres/postgres'
import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import pg, { type ClientBase, type ClientConfig } from 'pg'
import type { Logger } from 'pino'
import type { Env } from './env.ts'
import type { DatabaseConfig } from './kit/database/database.ts'
import { migrate } from './kit/database/migrate.ts'
import { addressesOf, changedAddress, configOf } from './kit/database/replica.hosts.ts'
import type { ReplicaConfig } from './kit/database/replica.ts'
import { type Roles, rolesOf } from './kit/database/roles.ts'
import { tableKinds } from './kit/database/table.ts'

/** How the application reaches its database. */
export interface Connections {
  /** Owns the schema: migrations, live messages, the job queue. A direct connection. */
  owner: ClientConfig
  /** What every request uses: bound by row-level security. */
  app: DatabaseConfig
  /** Tasks of a whole tenant, in all of its partitions. */
  maintenance: DatabaseConfig
  /** What reads may be sent to that may be a little old, in the role of requests. */
  replicas?: readonly ReplicaConfig[]
  roles: Roles
  stop: () => Promise<void>
}

export const MIGRATIONS = join(import.meta.dirname, '../migrations')
/** Milliseconds after which PostgreSQL ends a statement of a request, and a transaction in which nothing is asked. */
const TIMEOUTS = { statement_timeout: 30_000, idle_in_transaction_session_timeout: 120_000 }
/** The queue is made by its own role, and is the coordinator's alone. */
const QUEUE_STAYS = '-c citus.enable_ddl_propagation=off'
/** Connections stay: a timer for each query would cost more than they do. */
const POOL = { idleTimeoutMillis: 0, ...TIMEOUTS }

/** Where the PostgreSQL of another process is shared, nothing else keeps this process alive until it has let go of it. */
const awake = async (work: Promise<void>) => {
  const alive = setInterval(() => {}, 1000)
  await work.finally(() => clearInterval(alive))
}

/** PostgreSQL's `pg_stat_activity` shows by this name which node a connection is of. */
const namedBy = ({ nodeName }: Env) => ({ application_name: `tradewind@${nodeName}` })

/** Starts PostgreSQL, or joins one that runs, or goes to the one that the settings name. */
export const openOwner = async (env: Env) => {
  const embedded = env.databaseAdminUrl ? undefined : await startPostgres({ dataDir: join(env.dataDir, 'postgres') })
  const owner: ClientConfig = { ...configOf(env.databaseAdminUrl ?? embedded!.adminUrl()), ...namedBy(env) }
  return { embedded, owner, roles: rolesOf(await nameOf(owner)), stop: async () => embedded && awake(embedded.stop()) }
}

/** Makes an empty database beside that of the settings, and gives its address. */
export const createDatabase = async ({ databaseAdminUrl }: Env, name: string) => {
  if (!databaseAdminUrl)
    throw new Error('The PostgreSQL that the app brings along has one database: set DATA_DIR to a new folder instead')
  await asked(configOf(databaseAdminUrl), `create database ${pg.escapeIdentifier(name)} template template0`)
  return changedAddress(databaseAdminUrl, (url) => (url.pathname = `/${encodeURIComponent(name)}`))
}

/** Goes to the database, and brings it to this version. */
export const connect = async (env: Env, secret: string, logger: Logger): Promise<Connections> => {
  const { embedded, owner, roles, stop } = await openOwner(env)
  const sharded = env.databaseSharded
  const onRepair = (faults: string[]) => logger.warn({ faults }, 'walls between tenants were not whole, and are laid anew')
  const kinds = sharded ? tableKinds : undefined
  await migrate(owner, { folder: MIGRATIONS, roles, sharded, kinds, signsIn: userOf(env.databaseUrl), onRepair })
  const app = {
    max: env.databaseConnections,
    ...namedBy(env),
    ...(await appRole(env, { owner, embedded }, secret, roles)),
  }
  const version = await assertBound(app, roles)
  if (env.databaseUrl !== undefined) await limitTime(owner, userOf(env.databaseUrl)!, logger)
  if (!embedded) judge(version, logger)
  const maintenance = { ...POOL, ...owner, max: 1, options: `-c role=${roles.maintenance}` }
  const how = { pipelined: env.databasePipeline, sharded }
  return {
    owner: sharded ? { ...owner, options: QUEUE_STAYS } : owner,
    app: { ...app, ...how },
    maintenance: { ...maintenance, ...how },
    replicas: env.replicaUrls.map((url) => replicaOf(url, { ...app, ...how }, roles)),
    roles,
    stop,
  }
}

const asked = async <Row extends pg.QueryResultRow>(owner: ClientConfig, ...query: [text: string, values?: unknown[]]) => {
  const client = new pg.Client(owner)
  await client.connect()
  try {
    return (await client.query<Row>(...query)).rows[0]!
  } finally {
    await client.end()
  }
}

/** How often a role is altered again that other nodes alter in the same moment. */
const TRIES = 20

/** Alters a role. PostgreSQL refuses where another node has altered it meanwhile: then it is altered again. */
const alterRole = async (owner: ClientConfig, text: string, tries = TRIES): Promise<void> => {
  try {
    await asked(owner, text)
  } catch (error) {
    if (tries === 1 || (error as { code?: string }).code !== 'XX000') throw error // 'tuple concurrently updated'
    await alterRole(owner, text, tries - 1)
  }
}

/** The name of the database that an address leads to. */
export const nameOf = async (owner: ClientConfig) =>
  (await asked<{ name: string }>(owner, 'select current_database() as name')).name

/** Whether anybody else is connected to the database. */
export const isUsed = async (owner: ClientConfig) => {
  const others = `select count(*)::int as count from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`
  const { count } = await asked<{ count: number }>(owner, others)
  return count > 0
}

const userOf = (url: string | undefined) =>
  url === undefined ? undefined : decodeURIComponent(new URL(addressesOf(url)![0]).username)

/** How requests sign in. */
const appRole = async (
  { databaseUrl, databaseAdminUrl }: Env,
  { owner, embedded }: { owner: ClientConfig; embedded: Postgres | undefined },
  secret: string,
  roles: Roles,
): Promise<DatabaseConfig> =>
  databaseUrl === undefined
    ? ownRole(databaseAdminUrl, owner, embedded, secret, roles)
    : { ...configOf(databaseUrl), pooled: true }

/** A replica, where requests sign in as they do at the primary, unless its address names somebody else. */
const replicaOf = (
  address: string,
  { stream: _ofPrimary, isAmong: _among, ...app }: DatabaseConfig,
  roles: Roles,
): ReplicaConfig => {
  const url = new URL(address)
  const replica = url.searchParams.get('host') ?? url.host
  if (url.username === '') {
    const { username, password } = new URL(app.connectionString!)
    Object.assign(url, { username, password })
  }
  const check = async (client: ClientBase) =>
    assertBoundOn((text, values) => client.query(text, values), roles, 'DATABASE_REPLICA_URL')
  return { ...app, connectionString: url.href, replica, check: async (client) => void (await check(client)) }
}

/** Behind a pooler a connection brings no parameters along: its role has the timeouts in this database, unless an operator gave it some. */
const limitTime = async (owner: ClientConfig, user: string, logger: Logger) => {
  const { missing } = await asked<{ missing: string[] }>(
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

/** The app's role, made able to sign in: by the private socket alone, or with a password that follows from the secret. */
const ownRole = async (
  address: string | undefined,
  owner: ClientConfig,
  embedded: Postgres | undefined,
  secret: string,
  { app }: Roles,
): Promise<DatabaseConfig> => {
  const password = createHmac('sha256', secret).update(app).digest('base64url')
  await alterRole(owner, `alter role ${app} login${embedded ? '' : ` password ${pg.escapeLiteral(password)}`}`)
  if (embedded || !address)
    return { ...POOL, host: embedded!.socketDir, port: embedded!.port, user: app, database: await nameOf(owner) }
  return { ...POOL, ...configOf(changedAddress(address, (url) => Object.assign(url, { username: app, password }))) }
}

/** PostgreSQL counts versions as 150020 for 15.20. Older ones let a conflicting insert tell of rows behind the wall (CVE-2026-120154). */
const mended: readonly [from: number, mended: number][] = [
  [150000, 150020],
  [180000, 180006],
]
const judge = (version: number, logger: Logger) => {
  if (version < 150000) throw new Error('PostgreSQL 15 or later is needed')
  const isOld = mended.some(([from, good]) => version >= from && version < good)
  if (isOld) logger.warn({ version }, 'this PostgreSQL has a known hole in row-level security: please update it')
}

/** Row-level security binds neither owners nor those who may pass it: such a role is refused. Gives the server's version. */
const assertBound = async (app: DatabaseConfig, roles: Roles) => {
  const client = new pg.Client(app)
  await client.connect()
  try {
    return await assertBoundOn((text, values) => client.query(text, values), roles, 'DATABASE_URL')
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

/** The same, of whoever a connection is. `setting` is named where it is refused. */
export const assertBoundOn = async (ask: Ask, roles: Roles, setting: string) => {
  const { rows } = await ask(
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
