import pg, { type ClientConfig } from 'pg'

/** Milliseconds that PostgreSQL has for a look at itself. */
const AT_ONCE = 5_000

/** How the database is. Seconds and bytes. */
interface DatabaseFigures {
  bytes: number
  /** Its connections by state, and how many the server takes in all. */
  connections: Readonly<Record<string, number>>
  most: number
  /** For how long the oldest transaction has been open. */
  oldest: number
  /** Rows that are gone and still take room, and those that are there, by its statistics. */
  dead: number
  living: number
}

const look = `
  select pg_database_size(current_database())::float8 as bytes,
    current_setting('max_connections')::int as most,
    (select coalesce(json_object_agg(state, number), '{}') from (
       select coalesce(state, 'hidden') as state, count(*)::int as number from pg_stat_activity
       where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid() group by 1) s) as connections,
    (select coalesce(max(extract(epoch from now() - xact_start)), 0)::float8 from pg_stat_activity
     where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()) as oldest,
    (select coalesce(sum(n_dead_tup), 0)::float8 from pg_stat_user_tables) as dead,
    (select coalesce(sum(n_live_tup), 0)::float8 from pg_stat_user_tables) as living`

/** Asks as the owner of the schema. What is asked is the operator's: it holds no records, and no request's role may read it. */
export type AskOwner = <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>

/** Looks at the database as its owner, on a connection that is opened for it and closed soon after. */
export const openFigures = (owner: ClientConfig) => {
  const limits = { connectionTimeoutMillis: AT_ONCE, query_timeout: AT_ONCE, idleTimeoutMillis: 10_000 }
  const pool = new pg.Pool({ ...owner, max: 1, ...limits, allowExitOnIdle: true })
  pool.on('error', () => {}) // the next look tells
  const ask: AskOwner = async <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) =>
    (await pool.query<Row>(text, values)).rows
  return {
    ask,
    look: async () => (await pool.query<DatabaseFigures>(look)).rows[0]!,
    close: () => pool.end(),
  }
}
