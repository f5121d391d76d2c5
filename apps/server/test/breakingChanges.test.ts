import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findBreakingChanges } from './breakingChanges.ts'

const folder = join(import.meta.dirname, '../migrations')
const json = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as unknown

const migrationsSinceLastRelease = () => {
  const tags = (json('meta/_journal.json') as { entries: { tag: string }[] }).entries.map(({ tag }) => tag)
  const { lastMigration } = json('previous.json') as { lastMigration: string | null }
  if (lastMigration === null) return []
  expect(tags).toContain(lastMigration)
  return tags
    .slice(tags.indexOf(lastMigration) + 1)
    .map((tag) => ({ tag, text: readFileSync(join(folder, `${tag}.sql`), 'utf8') }))
}

test('nodes of the last release can run next to every migration since', () => {
  expect(findBreakingChanges(migrationsSinceLastRelease())).toEqual([])
})

const breaksOf = (text: string) => findBreakingChanges([{ tag: '0900', text }])

test.each([
  'drop table memo',
  'ALTER TABLE "company" DROP COLUMN "motto"',
  'alter table company rename column motto to slogan',
  'ALTER TABLE "company" ALTER COLUMN "motto" SET DATA TYPE integer',
  'alter table company alter column motto set not null',
  'alter table company add column motto text not null',
  "alter table company add column first text not null default '', add column second text not null",
  'alter table company alter column motto drop default',
  'alter table company add constraint short check (length(motto) < 9)',
  'create unique index company_motto on company (tenant_id, motto)',
])('rejects: %s', (text) => {
  expect(breaksOf(`select 1;\n${text};`)).toHaveLength(1)
})

test.each([
  'create table memo (id uuid not null, unique (id));\nalter table memo add constraint short check (true);\ncreate unique index memo_id on memo (id)',
  'alter table company add column motto text',
  "alter table company add column motto text not null default ''",
  "alter table company add column motto text default '' not null",
  'alter table company add column motto text generated always as (legal_name) stored not null',
  'create index company_motto on company (tenant_id, motto)',
  'alter table company drop constraint short',
  'alter table company add constraint short check (true) not valid',
  '-- beside: no release has written this column\nalter table company drop column motto',
  '-- drop table: what a comment says does nothing\nselect 1',
])('accepts: %s', (text) => {
  expect(breaksOf(`${text};`)).toEqual([])
})
