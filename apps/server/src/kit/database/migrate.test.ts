import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { databaseTemplate, freshDatabase, type FreshDatabase } from '../../../test/database.ts'
import { roles } from '../../../test/roles.ts'
import { migrate } from './migrate.ts'

const ours = join(import.meta.dirname, '../../../migrations')

/** A copy of the project's migrations to add to; marked as a first release, without a previous one that may run on its schema. */
const copyMigrations = () => {
  const copy = mkdtempSync(join(tmpdir(), 'tradewind-migrations-'))
  cpSync(ours, copy, { recursive: true })
  writeFileSync(`${copy}/previous.json`, JSON.stringify({ lastMigration: null }))
  return copy
}

/** A database in which the project's migrations have run. */
let template: Awaited<ReturnType<typeof databaseTemplate>>
/** A copy of it. */
let database: FreshDatabase
let folder: string
beforeAll(async () => {
  const copy = copyMigrations()
  template = await databaseTemplate((owner) => migrate(owner, { folder: copy, roles }))
  rmSync(copy, { recursive: true })
})
afterAll(() => template.drop())
beforeEach(async () => {
  database = await freshDatabase(template.name)
  folder = copyMigrations()
})
afterEach(async () => {
  await database.drop()
  rmSync(folder, { recursive: true })
})

const journal = () => `${folder}/meta/_journal.json`
const entries = (): { tag: string }[] => JSON.parse(readFileSync(journal(), 'utf8')).entries
const keepEntries = (kept: { tag: string }[]) => writeFileSync(journal(), JSON.stringify({ entries: kept }))
const add = (tag: string, text: string) => {
  writeFileSync(`${folder}/${tag}.sql`, text)
  keepEntries([...entries(), { tag }])
}
const shape = () =>
  database.asOwner(
    `select table_name, column_name from information_schema.columns where table_schema in ('public', 'migrated') order by 1, 2`,
  )
const ran = () => database.asOwner<{ tag: string }>('select tag from migrated.file order by tag')
const tenant = (name: string) =>
  `create table ${name} (tenant_id uuid not null, id uuid not null, updated_at timestamptz, primary key (tenant_id, id));`
const walled = `${tenant('memo')} alter table memo enable row level security;
  create policy memo_tenant on memo to tradewind_app using (tenant_id = current_setting('app.tenant_id')::uuid);`

test('two processes that start at the same time run each migration once', async () => {
  const { owner, asOwner, drop } = await freshDatabase('template0')
  const runs = await Promise.all([migrate(owner, { folder, roles }), migrate(owner, { folder, roles })])
  expect(runs.toSorted()).toEqual([0, entries().length])
  expect(await migrate(owner, { folder, roles })).toBe(0)
  expect(await asOwner('select tag from migrated.file order by tag')).toEqual(entries().map(({ tag }) => ({ tag })))
  await drop()
})

test('a later migration runs on its own, and its table gets row-level security and grants', async () => {
  add('0900_note', walled)
  expect(await migrate(database.owner, { folder, roles })).toBe(1)
  expect(
    await database.asOwner(
      `select relforcerowsecurity as forced, has_table_privilege('tradewind_app', 'memo', 'update') as given from pg_class where relname = 'memo'`,
    ),
  ).toEqual([{ forced: true, given: true }])
})

test('a new column appears in the view if rows are found by it, and a column can be dropped', async () => {
  add(
    '0900_change',
    `alter table company drop column legal_name; alter table company add column motto text; alter table company add column hidden text;
     alter table company add column sought text; create index on company (tenant_id, world_id, lower(sought));
     comment on column company.motto is 'found by'`,
  )
  await migrate(database.owner, { folder, roles })
  const columns = await database.asOwner<{ name: string }>(
    `select column_name as name from information_schema.columns where table_name = 'company_live'`,
  )
  for (const name of ['motto', 'sought']) expect(columns).toContainEqual({ name })
  for (const name of ['legal_name', 'hidden']) expect(columns).not.toContainEqual({ name })
})

test('a failing migration leaves the schema, the views and the list of applied migrations unchanged', async () => {
  const before = await shape()
  add('0900_note', walled)
  add('0901_fails', 'alter table company drop column legal_name; select 1/0')
  await expect(migrate(database.owner, { folder, roles })).rejects.toMatchObject({ code: '22012' })
  expect(await shape()).toEqual(before)
  expect(before).toContainEqual({ table_name: 'company_live', column_name: 'legal_name' })
  expect(await ran()).not.toContainEqual({ tag: '0900_note' })
  writeFileSync(`${folder}/0901_fails.sql`, 'select 1')
  expect(await migrate(database.owner, { folder, roles })).toBe(2)
})

test('rejects a table without row-level security', async () => {
  add('0900_open', tenant('diary'))
  await expect(migrate(database.owner, { folder, roles })).rejects.toThrow('table diary has no row-level security')
  expect(await database.asOwner(`select to_regclass('diary') as there`)).toEqual([{ there: null }])
})

test('rejects by name a migration that was edited after it ran', async () => {
  const { tag } = entries().at(-1)!
  writeFileSync(`${folder}/${tag}.sql`, `${readFileSync(`${folder}/${tag}.sql`, 'utf8')}\n-- a thought`)
  await expect(migrate(database.owner, { folder, roles })).rejects.toThrow(`Migration ${tag} was edited after it had run`)
})

test('rejects a database of a newer version, even if as many migrations ran in it', async () => {
  const known = entries()
  add('0900_note', walled)
  await migrate(database.owner, { folder, roles })
  const before = await shape()
  keepEntries(known)
  await expect(migrate(database.owner, { folder, roles })).rejects.toThrow(
    'The database was made by a newer version of Tradewind',
  )
  add('0900_other', 'select 1')
  await expect(migrate(database.owner, { folder, roles })).rejects.toThrow(
    'The database was made by a newer version of Tradewind',
  )
  expect(await shape()).toEqual(before)
})

test('row-level security that was removed since is detected from the catalogue and restored', async () => {
  const digest = () =>
    database.asOwner(
      `select tablename, policyname, roles::text, qual from pg_policies where schemaname = 'public'
       union all select relname, relforcerowsecurity::text, '', '' from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1, 2`,
    )
  const before = await digest()
  await database.asOwner('drop policy company_world on company')
  await database.asOwner('alter policy contact_world on contact using (true)')
  await database.asOwner('alter table contact no force row level security')
  await database.asOwner('drop view company_live')
  const told: string[] = []
  await migrate(database.owner, { folder, roles, onRepair: (faults) => told.push(...faults) })
  expect(told.join('; ')).toMatch(/company.*contact/s)
  expect(await digest()).toEqual(before)
  expect(await database.asOwner(`select to_regclass('company_live') is not null as there`)).toEqual([{ there: true }])
})

test('an unknown policy makes the start fail, by name', async () => {
  await database.asOwner('create policy leak on company to tradewind_app using (true)')
  await expect(migrate(database.owner, { folder, roles })).rejects.toThrow(
    'Tenants are not kept apart: a policy is not one of the three: company',
  )
})

const previous = (lastMigration: string | null) =>
  writeFileSync(`${folder}/previous.json`, JSON.stringify({ release: '0.0.1', lastMigration }))
/** The folder as of the previous release, without later migrations. */
const asBefore = (known: { tag: string }[]) => keepEntries(known)

test('a node of the previous release starts on the newer schema, and changes nothing there', async () => {
  const known = entries()
  add('0900_note', walled)
  previous(known.at(-1)!.tag)
  await migrate(database.owner, { folder, roles })
  const before = await shape()
  asBefore(known)
  previous(null)
  expect(await migrate(database.owner, { folder, roles })).toBe(0)
  expect(await shape()).toEqual(before)
  expect(await ran()).toContainEqual({ tag: '0900_note' })
  expect(await database.asOwner('select tag from migrated.previous')).toEqual([{ tag: known.at(-1)!.tag }])
})

test('a node of the previous release is rejected if its tenants are not isolated, and repairs nothing', async () => {
  const known = entries()
  add('0900_note', walled)
  previous(known.at(-1)!.tag)
  await migrate(database.owner, { folder, roles })
  await database.asOwner('drop policy company_world on company')
  asBefore(known)
  await expect(migrate(database.owner, { folder, roles })).rejects.toThrow('Tenants are not kept apart')
})

test('a node from two releases ago is rejected', async () => {
  const known = entries()
  add('0900_note', walled)
  add('0901_more', 'select 1')
  previous('0900_note')
  await migrate(database.owner, { folder, roles })
  asBefore(known)
  await expect(migrate(database.owner, { folder, roles })).rejects.toThrow(
    'The database was made by a newer version of Tradewind',
  )
})
