/** The global tables by name: all other tables in the schema belong to tenants. */
const globalTables = `array['tenant', 'tenant_domain', 'tenant_figure', 'permission']`
/** Indexes that are unique over all tenants on purpose: there is one main account, a domain belongs to one tenant, a permission has one key. */
const globalIndexes = `array['tenant_pkey', 'tenant_main', 'tenant_domain_pkey', 'tenant_figure_pkey', 'permission_pkey', 'permission_key']`
/** Where policies read the tenant by a function, only the one that was created with them is allowed. */
const allowedFunctions = `(array['uuidv7'] || case when /*sharded*/ false then array['asked_tenant'] else '{}' end)`

const settingSql = (name: string) => `(${name} = (current_setting(''app.${name}''::text))::uuid)`
const tenantCondition = settingSql('tenant_id')
const partitionCondition = `(${tenantCondition} AND ${settingSql('world_id')})`

/** The tables, and the columns with which the keys of each must begin. */
const tablesCte = `
  with column_of as (select attrelid, array_agg(attname::text) as names from pg_attribute where attnum > 0 and not attisdropped group by attrelid),
  walled as (
    select c.oid, c.relname::text as name, c.relrowsecurity and case when /*sharded*/ false then not c.relforcerowsecurity else c.relforcerowsecurity or not exists (select from pg_roles where rolname = 'tradewind_search') end as forced, c.relname = any(${globalTables}) as is_open, names,
      case when c.relname = any(${globalTables}) then '{}' when 'world_id' = any(names) then '{tenant_id,world_id}' else '{tenant_id}' end::text[] as prefix
    from pg_class c join column_of on attrelid = c.oid where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')),
  named as (select n.oid, array(select a.attname::text from unnest(n.keys) with ordinality k(num, at) join pg_attribute a on a.attrelid = n.rel and a.attnum = k.num order by at) as keys
    from (select indexrelid as oid, indrelid as rel, indkey::int2[] as keys from pg_index) n)`

/** The policies that each table must have, and those that exist. */
const policiesCtes = `${tablesCte}, expected as (
      select name, name || case when is_open then '_open' when cardinality(prefix) = 2 then '_world' else '_tenant' end as policy, 'tradewind_app' as role,
        case when is_open then 'true' when cardinality(prefix) = 2 then '${partitionCondition}' else '${tenantCondition}' end as qual from walled
      union all select name, name || '_maintenance', 'tradewind_maintenance', '${tenantCondition}' from walled where 'tenant_id' = any(names)),
    found as (select tablename::text as name, policyname::text as policy, array_to_string(roles, ',') as role, qual from pg_policies
      where schemaname = 'public' and permissive = 'PERMISSIVE' and cmd = 'ALL' and coalesce(with_check, qual) = qual)`

const boundRoles = `('tradewind_app', 'tradewind_maintenance')`

/** Descriptions of faults, each with a query that finds them. */
const checks: Readonly<Record<string, string>> = {
  'a role of requests has a right over the server': `select rolname as name from pg_roles where rolname in ${boundRoles} and (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication)`,
  'a role of requests belongs to another role': `select m.member::regrole::text as name from pg_auth_members m join pg_roles r on r.oid = m.member where r.rolname in ${boundRoles}`,
  'a role of requests owns something': `select c.relname as name from pg_class c join pg_roles r on r.oid = c.relowner where r.rolname in ${boundRoles}
    union all select p.proname from pg_proc p join pg_roles r on r.oid = p.proowner where r.rolname in ${boundRoles}
    union all select n.nspname from pg_namespace n join pg_roles r on r.oid = n.nspowner where r.rolname in ${boundRoles}`,
  'a role of requests may create': `select r.rolname as name from pg_roles r where r.rolname in ${boundRoles}
    and (has_schema_privilege(r.oid, 'public', 'create') or has_database_privilege(r.oid, current_database(), 'create, temp'))`,
  'a table has no forced row-level security': `${tablesCte} select name from walled where not forced`,
  'a table belongs to no tenant': `${tablesCte} select name from walled where not is_open and not 'tenant_id' = any(names)`,
  'a policy is not one of the three': `${policiesCtes}
    select name from ((table expected except table found) union (table found except table expected)
      union select tablename, policyname, '', '' from pg_policies where schemaname = 'public' and not (tablename, policyname) in (select name, policy from found)) d`,
  'a unique index does not begin with its tenant': `${tablesCte} select i.indexrelid::regclass::text as name from pg_index i join walled on walled.oid = indrelid join named on named.oid = indexrelid
    where indisunique and (is_open or named.keys[1:cardinality(prefix)] <> prefix) and not i.indexrelid::regclass::text = any(${globalIndexes})`,
  'a table has no key': `${tablesCte} select name from walled where not exists (select from pg_index where indrelid = oid and indisprimary)`,
  'a foreign key leaves out its tenant or partition': `${tablesCte} select conname as name from pg_constraint k join walled here on here.oid = conrelid join walled there on there.oid = confrelid
    where contype = 'f' and not there.is_open and exists (select from unnest(there.prefix) part where not exists (
      select from unnest(conkey, confkey) pair(mine, theirs)
      join pg_attribute f on f.attrelid = confrelid and f.attnum = theirs join pg_attribute m on m.attrelid = conrelid and m.attnum = mine
      where f.attname = part and (m.attname = part or not part = any(here.names))))`,
  'a view is not one of the app’s': `${tablesCte} select c.relname as name from pg_class c left join walled on c.relname = walled.name || '_live'
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('v', 'm') and (walled.name is null or c.relkind = 'm' or c.relowner <> coalesce((select oid from pg_roles where rolname = 'tradewind_search'), c.relowner)
      or replace(regexp_replace(pg_get_viewdef(c.oid), '\\s+', ' ', 'g'), walled.name || '.', '') !~ ('FROM ' || walled.name || ' WHERE ')
      or not replace(regexp_replace(pg_get_viewdef(c.oid), '\\s+', ' ', 'g'), walled.name || '.', '') like '%WHERE ((deleted_at IS NULL) AND ${tenantCondition}' || case when cardinality(walled.prefix) = 2 then ' AND ${settingSql('world_id')}' else '' end || ');')`,
  'a view shows more than rows are found by': `${tablesCte}, found_by as (
      select indrelid as oid, attname from pg_index join pg_attribute on attrelid = indrelid and attnum = any(indkey)
      union select indrelid, attname from pg_index join pg_depend on classid = 'pg_class'::regclass and objid = indexrelid and refobjid = indrelid
        join pg_attribute on attrelid = indrelid and attnum = refobjsubid
      union select attrelid, attname from pg_attribute where col_description(attrelid, attnum) = 'found by')
    select name || '_live.' || attname as name from walled join pg_attribute on attrelid = to_regclass(name || '_live')
    where attnum > 0 and (attname ~ 'hash|token|secret' or not exists (select from found_by where found_by.oid = walled.oid and found_by.attname = pg_attribute.attname))`,
  'a view of few rows lets conditions see others': `select c.relname || '_live' as name from pg_class c where c.relnamespace = 'public'::regnamespace and obj_description(c.oid, 'pg_class') = 'few'
    and not coalesce((select v.reloptions from pg_class v where v.oid = to_regclass(c.relname || '_live')) @> '{security_barrier=true}', false)`,
  'a table that is searched has no view that finds': `${tablesCte} select name from walled where names @> '{deleted_at,search_text}' and to_regclass(name || '_live') is null`,
  'a function stands in the schema': `select p.proname as name from pg_proc p where p.pronamespace = 'public'::regnamespace and (prosecdef or not proname = any(${allowedFunctions}))
    and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')`,
  'the function that policies call was changed': `select 'asked_tenant' as name where /*sharded*/ false and not exists (select from pg_proc p join pg_language l on l.oid = prolang
    where pronamespace = 'public'::regnamespace and proname = 'asked_tenant' and pronargs = 0 and lanname = 'sql' and provolatile = 'i' and not prosecdef and proconfig is null
      and prosrc = 'select pg_catalog.current_setting(''app.tenant_id'')::pg_catalog.uuid')`,
  'a trigger or rule stands on a table': `${tablesCte} select tgname as name from pg_trigger join walled on walled.oid = tgrelid where not tgisinternal
    union all select rulename from pg_rewrite join walled on walled.oid = ev_class`,
  'a right is missing': `${tablesCte} select name from walled where not (has_table_privilege('tradewind_app', oid, 'select') and has_table_privilege('tradewind_app', oid, 'insert')
      and (not 'updated_at' = any(names) or (has_table_privilege('tradewind_app', oid, 'update') and has_table_privilege('tradewind_app', oid, 'delete')))
      and (not 'tenant_id' = any(names) or (has_table_privilege('tradewind_maintenance', oid, 'select') and has_table_privilege('tradewind_maintenance', oid, 'delete')))
      and has_schema_privilege('tradewind_app', 'public', 'usage'))
    union all select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'v' and relname like '%\\_live' and not has_table_privilege('tradewind_app', oid, 'select')`,
  'a right goes too far': `${tablesCte} select name from walled, aclexplode((select relacl from pg_class where oid = walled.oid)) a
    where (a.grantee = 0 or (a.grantee = 'tradewind_app'::regrole and privilege_type <> all(array['SELECT', 'INSERT'] || case when 'updated_at' = any(names) then array['UPDATE', 'DELETE'] else '{}' end)))
    union all select c.relname from pg_class c, aclexplode(c.relacl) a where c.relnamespace = 'public'::regnamespace and relkind = 'v' and a.grantee <> c.relowner
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
      and (a.grantee <> 'tradewind_app'::regrole or privilege_type <> 'SELECT')`,
}

type Query = (text: string) => Promise<{ name: string }[]>

/** The checks at each start. The others are about how the schema is written, which a test checks. */
const startupChecks = [
  'a role of requests has a right over the server',
  'a role of requests belongs to another role',
  'a role of requests owns something',
  'a role of requests may create',
  'a table has no forced row-level security',
  'a policy is not one of the three',
  'a view is not one of the app’s',
  'a table that is searched has no view that finds',
  'the function that policies call was changed',
  'a right is missing',
  'a right goes too far',
]

const missingRoles = `select name from unnest(array['tradewind_app', 'tradewind_maintenance', 'tradewind_jobs']) name
  where not exists (select from pg_roles where rolname = name)`

/** Returns the faults in policies, rights and roles, by the catalogue. Ignores views that are not the app's. */
export const findStartupFaults = async (query: Query) => {
  const missing = await query(missingRoles)
  if (missing.length > 0) return missing.map(({ name }) => `a role is missing: ${name}`)
  const faults: string[] = []
  for (const what of startupChecks)
    for (const { name } of await query(checks[what]!))
      if (what !== 'a view is not one of the app’s' || name.endsWith('_live')) faults.push(`${what}: ${name}`)
  return faults
}

interface Policy {
  name: string
  policy: string
  role: string
  qual: string
}

/** Recreates policies that are missing or were changed. An unknown policy stays, and is a fault. */
export const repairPolicies = async (query: (text: string) => Promise<{ rows: object[] }>) => {
  const { rows } = await query(`${policiesCtes} table expected except table found`)
  for (const { name, policy, role, qual } of rows as Policy[]) {
    await query(`drop policy if exists "${policy}" on "${name}"`)
    await query(`create policy "${policy}" on "${name}" to "${role}" using (${qual})`)
  }
}

/** Returns every fault in the tenant isolation of this database, as `what: where`. */
export const findIsolationFaults = async (query: Query) => {
  const faults: string[] = []
  for (const [what, where] of Object.entries(checks)) faults.push(...(await query(where)).map(({ name }) => `${what}: ${name}`))
  return faults.toSorted()
}
