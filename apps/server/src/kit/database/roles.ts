import { createHash } from 'node:crypto'

/** The roles of one database. They belong to the whole server, so that their names must differ from those of other databases. */
export interface Roles {
  /** What all of them begin with. */
  prefix: string
  /** Requests: bound by row-level security. */
  app: string
  /** Tasks of one tenant, in all of its partitions. */
  maintenance: string
  /** The job queue. */
  jobs: string
  /** Owns the views that find. */
  search: string
}

/** Needs no quotes in SQL, leaves room for the longest ending, and is no name that PostgreSQL keeps for itself. */
const isPlain = (database: string) => /^(?!pg_)[a-z_][a-z0-9_]{0,49}$/.test(database)

const prefixOf = (database: string) => {
  if (isPlain(database)) return database
  const readable = database
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .slice(0, 20)
  return `tradewind_${readable}_${createHash('sha256').update(database).digest('hex').slice(0, 12)}`
}

const rolesNamed = (prefix: string): Roles => ({
  prefix,
  app: `${prefix}_app`,
  maintenance: `${prefix}_maintenance`,
  jobs: `${prefix}_jobs`,
  search: `${prefix}_search`,
})

/** The roles of a database: `crm_app` and so on for `crm`. A name that is long or has other characters is shortened, and made unique. */
export const rolesOf = (database: string) => rolesNamed(prefixOf(database))

/** SQL as it was written for a database named `tradewind`, for that of these roles. */
export const forRoles = (text: string, roles: Roles) =>
  text.replaceAll(
    /\btradewind_(app|maintenance|jobs|search)\b/g,
    (_, role: 'app' | 'maintenance' | 'jobs' | 'search') => roles[role],
  )

/** What the roles were named before they were named by their database. */
export const FIRST_PREFIX = 'tradewind'
