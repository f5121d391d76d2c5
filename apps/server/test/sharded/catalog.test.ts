import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '#kit/database/migrate'
import { tableKinds } from '#kit/database/table'
import { type FreshDatabase, freshDatabase } from '../database.ts'
import { roles } from '../roles.ts'

const folder = join(import.meta.dirname, '../../migrations')
let database: FreshDatabase
beforeAll(async () => {
  await import('../../src/app.ts') // imports every table
  database = await freshDatabase('template0')
  await migrate(database.owner, { folder, roles })
})
afterAll(() => database.drop())

/** CTEs: the tables of this release, and the columns of keys and indexes by name. */
const knownTablesCte = `with known as (select c.oid, c.relname as name, k.kind from pg_class c left join unnest($1::text[], $2::text[]) k(name, kind) on k.name = c.relname
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')),
  named as (select a.attrelid as rel, a.attnum as num, a.attname::text as name from pg_attribute a where a.attnum > 0 and not a.attisdropped)`

/** What Citus rejects in a table that is distributed by its tenant, and a query that finds it. */
const citusChecks: Readonly<Record<string, string>> = {
  'a table has no kind': 'select name from known where kind is null',
  'a table that is spread has no tenant': `select name from known where kind = 'distributed' and not exists (
    select from pg_attribute where attrelid = known.oid and attname = 'tenant_id' and attnotnull and atttypid = 'uuid'::regtype)`,
  'a unique index does not hold the tenant': `select indexrelid::regclass::text as name from pg_index i join known on known.oid = indrelid
    where kind = 'distributed' and (indisunique or indisexclusion) and not exists (select from named where rel = indrelid and num = any(indkey) and name = 'tenant_id')`,
  'a foreign key leads out of the tenant': `select conname as name from pg_constraint k join known here on here.oid = conrelid left join known there on there.oid = confrelid
    where contype = 'f' and there.kind is distinct from 'reference' and (here.kind = 'reference' or there.kind is null or not exists (
      select from unnest(conkey, confkey) pair(mine, theirs) join named m on m.rel = conrelid and m.num = mine join named t on t.rel = confrelid and t.num = theirs
      where m.name = 'tenant_id' and t.name = 'tenant_id'))`,
  'a foreign key changes its tenant’s columns': `select conname as name from pg_constraint k join known on known.oid = conrelid
    where contype = 'f' and kind = 'distributed' and (confupdtype not in ('a', 'r') or confdeltype in ('n', 'd'))`,
  'a trigger or rule stands on a table': `select tgname as name from pg_trigger join known on known.oid = tgrelid where not tgisinternal
    union all select rulename from pg_rewrite join known on known.oid = ev_class`,
}

const findFaults = async () => {
  const found: string[] = []
  for (const [what, where] of Object.entries(citusChecks)) {
    const rows = await database.asOwner<{ name: string }>(`${knownTablesCte} ${where}`, [
      [...tableKinds.keys()],
      [...tableKinds.values()],
    ])
    found.push(...rows.map(({ name }) => `${what}: ${name}`))
  }
  return found
}

test('every table can be distributed by tenant, or stored whole on every node', async () => {
  expect(await findFaults()).toEqual([])
})

test('every kind belongs to a table of the schema', async () => {
  const tables = await database.asOwner<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  )
  expect([...tableKinds.keys()].toSorted()).toEqual(tables.map(({ name }) => name).toSorted())
  const references = [...tableKinds].filter(([, kind]) => kind === 'reference').map(([name]) => name)
  expect(references.toSorted()).toEqual(['permission', 'tenant', 'tenant_domain', 'tenant_figure'])
})

/** The first migration that a cluster runs on distributed tables; earlier ones ran before any table was distributed. */
const FIRST_SHARDED_MIGRATION = '0047'
/** The statements after the first of a part. */
const statementsAfterFirst = (part: string) =>
  part
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\$(\w*)\$.*?\$\1\$/gs, '')
    .replace(/^[^;]*;?\s*/, '')
const multiStatementParts = (text: string) =>
  text.split('--> statement-breakpoint').filter((part) => statementsAfterFirst(part) !== '')

test('each statement of a migration is a separate part, since workers accept one at a time', () => {
  const migrations = globSync('*.sql', { cwd: folder }).filter((name) => name >= FIRST_SHARDED_MIGRATION)
  expect(migrations.length).toBeGreaterThan(0)
  expect(migrations.flatMap((name) => multiStatementParts(readFileSync(join(folder, name), 'utf8')))).toEqual([])
  expect(multiStatementParts('alter table a add b int; -- more\nalter table a add c int')).toHaveLength(1)
})

// oxfmt-ignore
const plantedFaults: readonly [what: string, plant: string][] = [
  ['a table has no kind: leak', 'create table leak (id uuid primary key)'],
  ['a table that is spread has no tenant: tenant_setting', 'alter table tenant_setting drop constraint tenant_setting_pk; alter table tenant_setting alter column tenant_id drop not null'],
  ['a unique index does not hold the tenant: once', 'create unique index once on company (legal_name)'],
  ['a foreign key leads out of the tenant: out', 'create unique index once on company (id); alter table session add constraint out foreign key (user_id) references company (id)'],
  ['a foreign key leads out of the tenant: out', 'create unique index once on company (id, tenant_id); alter table session add constraint out foreign key (tenant_id, user_id) references company (id, tenant_id)'],
  ['a foreign key leads out of the tenant: out', 'alter table tenant_figure add constraint out foreign key (tenant_id, tenant_id) references user_account (tenant_id, id)'],
  ['a foreign key changes its tenant’s columns: session_user', 'alter table session drop constraint "session_user", add constraint "session_user" foreign key (tenant_id, user_id) references user_account (tenant_id, id) on update cascade'],
  ['a foreign key changes its tenant’s columns: out', 'alter table session add constraint out foreign key (tenant_id, user_id) references user_account (tenant_id, id) on delete set null (user_id)'],
  ['a trigger or rule stands on a table: seen', 'create function seen() returns trigger language plpgsql as $$ begin return new; end $$; create trigger seen after insert on company execute function seen()'],
]
test.each(plantedFaults)('detects: %s', async (what, plant) => {
  await database.asOwner('begin')
  try {
    await database.asOwner(plant)
    expect(await findFaults()).toContain(what)
  } finally {
    await database.asOwner('rollback')
  }
})
