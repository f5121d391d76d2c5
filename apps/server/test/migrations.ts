import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ours = join(import.meta.dirname, '../migrations')

/** The project's migrations: only those before a given one, until all are requested. */
export const untilMigration = (name: string) => {
  const folder = mkdtempSync(join(tmpdir(), 'tradewind-migrations-'))
  cpSync(ours, folder, { recursive: true })
  const journal = `${folder}/meta/_journal.json`
  const { entries } = JSON.parse(readFileSync(journal, 'utf8')) as { entries: { tag: string }[] }
  const before = entries.slice(
    0,
    entries.findIndex(({ tag }) => tag.endsWith(name)),
  )
  const keep = (kept: typeof entries) => writeFileSync(journal, JSON.stringify({ entries: kept }))
  keep(before)
  return { folder, all: () => keep(entries), remove: () => rmSync(folder, { recursive: true }) }
}
