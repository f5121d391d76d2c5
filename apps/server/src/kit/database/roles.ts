import { createHash } from 'node:crypto'

/** The roles of one database. Roles belong to the whole server, so their names must differ from those of other databases. */
export interface Roles {
  /** The prefix of all their names. */
  prefix: string
  /** The role of requests: bound by row-level security. */
  app: string
  /** The role of tasks of one tenant, in all of its partitions. */
  maintenance: string
  /** The role of the job queue. */
  jobs: string
  /** The owner of the live views. */
  search: string
}

/** The name needs no quotes in SQL, leaves room for the longest suffix, and is not reserved by PostgreSQL. */
const isPlainIdentifier = (database: string) => /^(?!pg_)[a-z_][a-z0-9_]{0,49}$/.test(database)

const prefixOf = (database: string) => {
  if (isPlainIdentifier(database)) return database
  const readable = database
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .slice(0, 20)
  return `tradewind_${readable}_${createHash('sha256').update(database).digest('hex').slice(0, 12)}`
}

const rolesWithPrefix = (prefix: string): Roles => ({
  prefix,
  app: `${prefix}_app`,
  maintenance: `${prefix}_maintenance`,
  jobs: `${prefix}_jobs`,
  search: `${prefix}_search`,
})

/** The roles of a database: `crm_app` and so on for `crm`. A name that is long or has other characters is shortened and made unique. */
export const rolesOf = (database: string) => rolesWithPrefix(prefixOf(database))

/** Replaces the role names of a database named `tradewind`, for which the SQL is written, by these roles. */
export const withRoleNames = (text: string, roles: Roles) =>
  text.replaceAll(
    /\btradewind_(app|maintenance|jobs|search)\b/g,
    (_, role: 'app' | 'maintenance' | 'jobs' | 'search') => roles[role],
  )

/** The prefix of the roles before they were named after their database. */
export const LEGACY_PREFIX = 'tradewind'
