import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import pg, { type ClientConfig } from 'pg'

const sqlBeside = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

const pendingOf = async (client: pg.Client, folder: string) => {
  const { entries } = JSON.parse(readFileSync(`${folder}/meta/_journal.json`, 'utf8')) as { entries: { tag: string }[] }
  const { rows } = await client.query<{ tag: string; hash: string }>('select tag, hash from migrated.file')
  const done = new Map(rows.map(({ tag, hash }) => [tag, hash]))
  const known = new Set(entries.map(({ tag }) => tag))
  if ([...done.keys()].some((tag) => !known.has(tag))) throw new Error('The database was made by a newer version of Tradewind')
  const files = entries.map(({ tag }) => {
    const text = readFileSync(`${folder}/${tag}.sql`, 'utf8')
    return { tag, text, hash: hashOf(text) }
  })
  return files.filter(({ tag, hash }) => {
    if (done.has(tag) && done.get(tag) !== hash) throw new Error(`Migration ${tag} was edited after it had run`)
    return !done.has(tag)
  })
}

/** The walls are laid anew when they were edited, too. */
const wallsOf = () => hashOf(sqlBeside('before-migrate.sql') + sqlBeside('after-migrate.sql'))

const bringUp = async (client: pg.Client, folder: string) => {
  await client.query(`select pg_advisory_xact_lock(hashtext('tradewind migrate'))`)
  await client.query('create schema if not exists migrated')
  await client.query(
    'create table if not exists migrated.file (tag text primary key, hash text not null, at timestamptz not null default now())',
  )
  await client.query('create table if not exists migrated.walls (hash text not null)')
  const pending = await pendingOf(client, folder)
  const laid = (await client.query<{ hash: string }>('select hash from migrated.walls')).rows[0]?.hash
  if (pending.length === 0 && laid === wallsOf()) return 0
  await client.query(sqlBeside('before-migrate.sql'))
  for (const { tag, text, hash } of pending) {
    await client.query(text)
    await client.query('insert into migrated.file (tag, hash) values ($1, $2)', [tag, hash])
  }
  await client.query(sqlBeside('after-migrate.sql'))
  await client.query('delete from migrated.walls')
  await client.query('insert into migrated.walls values ($1)', [wallsOf()])
  return pending.length
}

/**
 * Brings a database to this version, as its owner: one transaction, one process at a time. An edited file, a table without a wall
 * and a database of a newer version are refused, and the old schema stands. Answers how many migrations ran.
 */
export const migrate = async (owner: ClientConfig, folder: string) => {
  const client = new pg.Client(owner)
  await client.connect()
  try {
    await client.query('begin')
    const ran = await bringUp(client, folder)
    await client.query('commit')
    return ran
  } finally {
    await client.end() // an error leaves the transaction to the server, which undoes it
  }
}
