import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '#kit/database/migrate'
import { findIsolationFaults } from '#kit/database/tenantIsolation'
import { type FreshDatabase, freshDatabase } from './database.ts'
import { roles } from './roles.ts'

let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase('template0') // a copy would lack the rights on the database itself
  await migrate(database.owner, { folder: join(import.meta.dirname, '../migrations'), roles })
})
afterAll(() => database.drop())

test('every table has row security, and nothing bypasses it', async () => {
  expect(await findIsolationFaults(database.asOwner)).toEqual([])
})

const leakPolicySql = `create policy leak_tenant on leak to tradewind_app using (tenant_id = current_setting('app.tenant_id')::uuid)`
const leakTableSql = `create table leak (tenant_id uuid, id uuid, updated_at timestamptz, primary key (tenant_id, id)); alter table leak enable row level security; alter table leak force row level security`

// oxfmt-ignore
const plantedFaults: readonly [what: string, plant: string][] = [
  ['a role of requests has a right over the server: tradewind_app', 'alter role tradewind_app bypassrls'],
  ['a role of requests has a right over the server: tradewind_maintenance', 'alter role tradewind_maintenance createrole'],
  ['a role of requests belongs to another role: tradewind_app', 'grant tradewind_search to tradewind_app'],
  ['a role of requests owns something: company', 'alter table company owner to tradewind_app'],
  ['a role of requests may create: tradewind_app', 'grant create on schema public to tradewind_app'],
  ['a table has no forced row-level security: company', 'alter table company no force row level security'],
  ['a table has no forced row-level security: session', 'alter table session disable row level security'],
  ['a table belongs to no tenant: leak', 'create table leak (id uuid primary key)'],
  ['a table has no key: leak', 'create table leak (tenant_id uuid, updated_at timestamptz)'],
  ['a policy is not one of the three: leak', leakTableSql],
  ['a policy is not one of the three: company', 'create policy more on company to tradewind_app using (deleted_at is null)'],
  ['a policy is not one of the three: company', `alter policy company_world on company using (tenant_id = current_setting('app.tenant_id')::uuid)`],
  ['a policy is not one of the three: company', `alter policy company_world on company using (tenant_id = current_setting('app.tenant_id', true)::uuid and world_id = current_setting('app.world_id')::uuid)`],
  ['a policy is not one of the three: session', 'alter policy session_tenant on session to public'],
  ['a policy is not one of the three: session', 'alter policy session_tenant on session with check (true)'],
  ['a policy is not one of the three: session', 'drop policy session_maintenance on session'],
  ['a unique index does not begin with its tenant: once', 'create unique index once on company (tenant_id, legal_name)'],
  ['a unique index does not begin with its tenant: once', 'create unique index once on session (token_hash)'],
  ['a unique index does not begin with its tenant: once', 'create unique index once on tenant (full_name)'],
  ['a foreign key leaves out its tenant or partition: out', `${leakTableSql}; ${leakPolicySql}; create unique index once on leak (id); alter table session add constraint out foreign key (user_id) references leak (id)`],
  ['a foreign key leaves out its tenant or partition: out', 'create unique index once on company (tenant_id, id); alter table session add constraint out foreign key (tenant_id, user_id) references company (tenant_id, id)'],
  ['a foreign key leaves out its tenant or partition: out', 'alter table audit add constraint out foreign key (record_id, world_id, id) references company (tenant_id, world_id, id)'],
  ['a view is not one of the app’s: everybody', 'create view everybody as select * from user_account'],
  ['a view is not one of the app’s: everybody', 'create materialized view everybody as select * from user_account'],
  ['a view is not one of the app’s: company_live', 'alter view company_live owner to current_user'],
  ['a view is not one of the app’s: user_account_live', 'drop view user_account_live; create view user_account_live as select * from user_account where deleted_at is null'],
  ['a view is not one of the app’s: company_live', `drop view company_live; create view company_live as select * from company where deleted_at is null and tenant_id = current_setting('app.tenant_id')::uuid`],
  ['a view shows more than rows are found by: company_live.custom', `drop view company_live; create view company_live as select *
    from company where deleted_at is null and tenant_id = current_setting('app.tenant_id')::uuid and world_id = current_setting('app.world_id')::uuid`],
  ['a view shows more than rows are found by: user_account_live.password_hash', `comment on column user_account.password_hash is 'found by'; drop view user_account_live;
    create view user_account_live as select id, password_hash from user_account where deleted_at is null and tenant_id = current_setting('app.tenant_id')::uuid`],
  ['a view of few rows lets conditions see others: import_live', 'alter view import_live reset (security_barrier)'],
  ['a table that is searched has no view that finds: company', 'drop view company_live'],
  ['a function stands in the schema: peek', 'create function peek() returns setof company language sql security definer as $$ select * from company $$'],
  ['a function stands in the schema: peek', 'create function peek() returns int language sql as $$ select 1 $$'],
  ['a trigger or rule stands on a table: seen', `create function seen() returns trigger language plpgsql as $$ begin return new; end $$; create trigger seen after insert on company execute function seen()`],
  ['a trigger or rule stands on a table: seen', 'create rule seen as on delete to company do instead nothing'],
  ['a right goes too far: audit', 'grant update on audit to tradewind_app'],
  ['a right goes too far: company', 'grant truncate on company to tradewind_app'],
  ['a right goes too far: company', 'grant select on company to public'],
  ['a right goes too far: company_live', 'grant update on company_live to tradewind_app'],
]

/** Plants a fault in a transaction of its own. Roles belong to the whole server: another test that starts may alter a role at the same time. */
const plantFault = async (plant: string): Promise<void> => {
  await database.asOwner('begin')
  try {
    await database.asOwner(plant)
  } catch (error) {
    await database.asOwner('rollback')
    if ((error as { code?: string }).code !== 'XX000') throw error // 'tuple concurrently updated'
    await plantFault(plant)
  }
}

test.each(plantedFaults)('detects: %s', async (what, plant) => {
  await plantFault(plant)
  try {
    expect(await findIsolationFaults(database.asOwner)).toContain(what)
  } finally {
    await database.asOwner('rollback')
  }
})
