import { createHash } from 'node:crypto'
import pg from 'pg'
import type { Roles } from '../roles.ts'
import { copyOut, inBatches, openDigest } from './copy.ts'

export interface TableName {
  schema: string
  name: string
  /** Those that are written; generated ones follow from them. */
  columns: string[]
}

/** Tables of the job queue that hold no work: its version, and what it measures of itself. */
const LEFT_OUT = ['version', 'queue_stats', 'warning', 'bam']

export const tablesOf = async (client: pg.Client) => {
  const { rows } = await client.query<TableName>(
    `select n.nspname::text as schema, c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where n.nspname in ('public', 'pgboss') and c.relkind in ('r', 'p') and not c.relispartition
       and not (n.nspname = 'pgboss' and c.relname = any($1))
       and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
     group by 1, 2 order by 1, 2`,
    [LEFT_OUT],
  )
  return rows
}

export const sequencesOf = async (client: pg.Client) => {
  const { rows } = await client.query<{ schema: string; name: string; value: string }>(
    `select schemaname::text as schema, sequencename::text as name, last_value::text as value from pg_sequences
     where schemaname in ('public', 'pgboss') and last_value is not null order by 1, 2`,
  )
  return rows
}

export const quoted = ({ schema, name }: { schema: string; name: string }) =>
  `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`
export const columnsOf = ({ columns }: TableName) => columns.map((column) => pg.escapeIdentifier(column)).join(', ')

/** Values are written alike by every server, whatever its settings; a policy that would hide rows is an error. */
export const SESSION = `set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set extra_float_digits = 3;
  set bytea_output = 'hex'; set client_encoding = 'UTF8'; set xmloption = 'content'; set row_security = off;
  set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0; set search_path = public`

export const rowsOf = (client: pg.Client, table: TableName) =>
  copyOut(client, `copy (select ${columnsOf(table)} from ${quoted(table)}) to stdout`)

/** Rows and digest of a table as it is now. */
export const digestOf = async (client: pg.Client, table: TableName) => {
  const digest = openDigest()
  for await (const _ of inBatches(rowsOf(client, table), digest));
  return digest.value()
}

/** Which bytes the documents name, each once per tenant. */
export const namedFiles = async (client: pg.Client) => {
  const named = 'select distinct tenant_id as "tenantId", hash from document order by 1, 2'
  return (await client.query<{ tenantId: string; hash: string }>(named)).rows
}

/**
 * Policies, and what the roles of requests may here and on the server, as lines. Whether row-level security is forced depends on what the server lets
 * the owner do: each start looks at that.
 */
const wallLines = `
  select 'policy ' || concat_ws(' ', tablename, policyname, permissive, cmd, array_to_string(roles, ','), qual, with_check) as line from pg_policies where schemaname = 'public'
  union all select 'table ' || c.relname || ' ' || c.relrowsecurity from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
  union all select 'right ' || c.relname || ' ' || r.rolname || ' ' || a.privilege_type from pg_class c, aclexplode(c.relacl) a join pg_roles r on r.oid = a.grantee
    where c.relnamespace = 'public'::regnamespace and r.rolname = any($1)
  union all select 'role ' || concat_ws(' ', rolname, rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication) from pg_roles where rolname = any($1)`

/** A digest of policies, rights and roles, the same for each name of the database. */
export const wallsDigest = async (client: pg.Client, { prefix, app, maintenance }: Roles) => {
  const { rows } = await client.query<{ line: string }>(wallLines, [[app, maintenance]])
  const named = new RegExp(`\\b${prefix}_(app|maintenance)\\b`, 'g')
  const lines = rows.map(({ line }) => line.replaceAll(named, 'tradewind_$1')).toSorted()
  return createHash('sha256').update(lines.join('\n')).digest('hex')
}

/** The version of the job queue's schema; undefined where it is not there. */
export const queueVersionOf = async (client: pg.Client) => {
  const { rows } = await client.query<{ there: boolean }>(`select to_regclass('pgboss.version') is not null as there`)
  if (!rows[0]!.there) return undefined
  return (await client.query<{ version: number }>('select version from pgboss.version')).rows[0]?.version
}
