import type { ClientBase } from 'pg'
import { type Roles, withRoleNames } from './roles.ts'
import type { TableKind } from './table.ts'

type Kinds = ReadonlyMap<string, TableKind>

/** The tables of the schema: how each is placed in the cluster, and whether its policy opens it to all tenants. */
const tablePlacementsSql = `select c.relname as name, case p.partmethod when 'h' then 'distributed' when 'n' then 'reference' else 'local' end as kind, p.colocationid as group,
    case when p.partmethod = 'h' then (select column_to_column_name(p.logicalrelid, p.partkey)) end as key,
    exists (select from pg_policy where polrelid = c.oid and polname = c.relname || '_open') as "isOpen"
  from pg_class c left join pg_dist_partition p on p.logicalrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e') order by 1`

interface TablePlacement {
  name: string
  kind: TableKind | 'local'
  group: number | null
  key: string | null
  isOpen: boolean
}

const loadPlacements = async (client: ClientBase) => (await client.query<TablePlacement>(tablePlacementsSql)).rows

/** A table that this release does not know is a reference table if its policy opens it to all tenants. */
const kindOf = (kinds: Kinds, { name, isOpen }: TablePlacement): TableKind =>
  kinds.get(name) ?? (isOpen ? 'reference' : 'distributed')

const hasCitus = async (client: ClientBase) =>
  (await client.query(`select from pg_extension where extname = 'citus'`)).rowCount === 1

/** Whether tables are already distributed over a cluster. */
export const isDistributed = async (client: ClientBase) =>
  (await hasCitus(client)) && (await loadPlacements(client)).some(({ kind }) => kind !== 'local')

/** Throws where the server is not what the setting says, and changes nothing there. */
export const assertServer = async (client: ClientBase, sharded: boolean) => {
  if (!sharded) {
    if (await isDistributed(client))
      throw new Error('The tables of this database are spread over a Citus cluster: set DATABASE_SHARDED=citus')
    return
  }
  if (!(await hasCitus(client)))
    throw new Error('DATABASE_SHARDED=citus, but the database has no extension citus: see docs/citus.md')
  const { rows } = await client.query<{ isCoordinator: boolean; places: number }>(
    `select citus_is_coordinator() as "isCoordinator", (select count(*)::int from pg_dist_node where isactive and noderole = 'primary' and shouldhaveshards) as places`,
  )
  if (!rows[0]!.isCoordinator) throw new Error('DATABASE_ADMIN_URL must lead to the coordinator of the cluster')
  if (rows[0]!.places === 0) throw new Error('The Citus cluster has no active worker that holds shards: see docs/citus.md')
}

interface ForeignKey {
  table: string
  name: string
  definition: string
}

/** Drops the foreign keys of these tables, and returns a function that adds them again: there may be none between a distributed table and a local one. */
const dropForeignKeys = async (client: ClientBase, tables: readonly string[]) => {
  const { rows } = await client.query<ForeignKey>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
     where contype = 'f' and conparentid = 0 and (conrelid = any($1::regclass[]) or confrelid = any($1::regclass[])) order by 1, 2`,
    [tables],
  )
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint "${name}"`)
  return async () => {
    for (const { table, name, definition } of rows)
      await client.query(`alter table ${table} add constraint "${name}" ${definition}`)
  }
}

/** Distributes tables that are still local, with their rows: in the transaction of the migrations. */
export const distribute = async (client: ClientBase, kinds: Kinds) => {
  const all = await loadPlacements(client)
  const local = all.filter(({ kind }) => kind === 'local')
  if (local.length === 0) return
  const addKeys = await dropForeignKeys(
    client,
    local.map(({ name }) => `"${name}"`),
  )
  const [references, distributed] = ['reference', 'distributed'].map((kind) => local.filter((one) => kindOf(kinds, one) === kind))
  for (const { name } of references!) await client.query('select create_reference_table($1)', [name])
  let colocatedTable = all.find(({ kind }) => kind === 'distributed')?.name
  for (const { name } of distributed!) {
    await client.query(`select create_distributed_table($1, 'tenant_id', colocate_with => $2)`, [name, colocatedTable ?? 'none'])
    colocatedTable ??= name
  }
  await addKeys()
}

/** Runs a migration on distributed tables: distributes each new table before a foreign key references it or leaves it. */
export const migrateDistributed = async (client: ClientBase, text: string, kinds: Kinds) => {
  for (const statement of text.split('--> statement-breakpoint')) {
    await client.query(statement)
    if (/^\s*(--.*\n\s*)*create\s+table\b/i.test(statement)) await distribute(client, kinds)
  }
}

/** Sets how the cluster runs our transaction, and which settings its workers receive. */
export const prepareCluster = async (client: ClientBase) => {
  await client.query(`set local citus.multi_shard_modify_mode = 'sequential'`)
  const { rows } = await client.query<{ name: string; hears: string }>(
    `select quote_ident(current_database()) as name, current_setting('citus.propagate_set_commands') as hears`,
  )
  const { name, hears } = rows[0]!
  if (hears !== 'local') await client.query(`alter database ${name} set citus.propagate_set_commands = 'local'`)
}

/** Throws where tables are placed otherwise than their kind says. */
export const assertDistributed = async (client: ClientBase, kinds: Kinds) => {
  const all = await loadPlacements(client)
  const group = all.find(({ kind }) => kind === 'distributed')?.group
  const wrong = all.filter((one) => {
    const kind = kindOf(kinds, one)
    return one.kind !== kind || (kind === 'distributed' && (one.key !== 'tenant_id' || one.group !== group))
  })
  if (wrong.length > 0)
    throw new Error(`Tables lie in the cluster otherwise than they must: ${wrong.map(({ name }) => name).join(', ')}`)
}

/** The roles for which policies and rights are written, and the kind of server. */
export interface IsolationTarget {
  roles: Roles
  /** A Citus cluster, or one PostgreSQL that is set up like one. */
  sharded?: boolean
}

/** Matches how SQL reads the tenant of the scope, in single or doubled quotes. */
const tenantSettingPattern = /\(?current_setting\('{1,2}app\.tenant_id'{1,2}(::text)?\)\)?::uuid/g

/**
 * Adapts the SQL of policies and rights, which is written for one PostgreSQL and a database named `tradewind`, to these roles and server. A cluster
 * finds the one shard by the tenant in a policy only if that is a constant at planning time: it is read by a function that is declared IMMUTABLE
 * (docs/decisions/046).
 */
export const isolationSqlFor = (text: string, { roles, sharded }: IsolationTarget) => {
  const sqlWithRoles = withRoleNames(text, roles)
  return sharded
    ? sqlWithRoles.replaceAll(tenantSettingPattern, 'asked_tenant()').replaceAll('/*sharded*/ false', 'true')
    : sqlWithRoles
}

/** The part of EXPLAIN's output that has the number of rows. */
export interface QueryPlan {
  Plan: {
    'Plan Rows': number
    'Distributed Query'?: { Job: { Tasks: [{ 'Remote Plan': [[QueryPlan]] }] } }
  }
}

/** The number of rows that the planner expects. On a cluster the worker's plan has it. */
export const rowsPlanned = ({ Plan: plan }: QueryPlan): number => {
  const there = plan['Distributed Query']
  return there ? rowsPlanned(there.Job.Tasks[0]['Remote Plan'][0][0]) : plan['Plan Rows']
}

interface PostgresError {
  code?: string
  constraint?: string
  message?: string
}

/** The unique index that a write violated; undefined for any other error. A worker names it in its message, with the number of the shard. */
export const violatedUniqueIndex = (error: unknown) => {
  const { code, constraint, message = '' } = ((error as Error).cause ?? {}) as PostgresError
  if (code !== '23505') return undefined
  return (constraint ?? /"(\w+)"/.exec(message)?.[1])?.replace(/_\d{6,}$/, '')
}

/** Whether other rows that reference this one kept it from being deleted, or a row that is referenced does not exist. */
export const violatesForeignKey = (error: unknown) => {
  const { code } = ((error as Error).cause ?? {}) as PostgresError
  return code === '23503' || code === '23001'
}
