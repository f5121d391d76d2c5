import { startPostgres } from '@tradewind/embedded-postgres/postgres'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { nearPatterns } from '../apps/server/src/kit/database/near.ts'
import { speeches } from './made/names.ts'

/** The ways to find titles that are near to what was typed, on so many titles of one partition beside many small ones. */
const rows = Number(process.argv[2] ?? 200_000)
const folder = mkdtempSync(join(tmpdir(), 'tradewind-typo-'))
const postgres = await startPostgres({ dataDir: join(folder, 'postgres'), settings: { fsync: 'off', max_wal_size: '4GB' } })
const db = new pg.Client(postgres.adminUrl())
await db.connect()

const big = '00000000-0000-7000-8000-000000000001'
const syllables = 'ber|wald|nor|stein|hof|mar|len|gru|vik|ost|tal|kor|bru|sen|fel|dor|min|ras|lin|hal|gor|pet|zan|rio|mel'.split('|')
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
const trades = speeches.flatMap((speech) => speech.trades.map(plain))
const forms = speeches.flatMap((speech) => speech.forms.map(plain))
const surnames = speeches.flatMap((speech) => speech.surnames.map(plain))
let seed = 1
const drawn = (most: number) => (seed = (seed * 48_271) % 2_147_483_647) % most
const one = (words: readonly string[]) => words[drawn(words.length)]!
const word = () => (drawn(3) ? one(syllables) + one(syllables) + (drawn(2) ? one(syllables) : '') : one(surnames))
const title = () => `${word()} ${one(trades)} ${one(forms)}`

await db.query('create extension pg_trgm; create extension btree_gin; create extension btree_gist')
await db.query('create table company (id int, world_id uuid, name_key text, search_text text)')
const made = (from: number, many: number, world: (at: number) => string) => {
  const ids = Array.from({ length: many }, (_, at) => from + at)
  const names = ids.map(title)
  return [ids, ids.map(world), names] as const
}
const put = (from: number, many: number, world: (at: number) => string) =>
  db.query(
    `insert into company select id, world, name, name || E'\n' || 'industriestrasse ' || id || E'\n' || 'www.' || replace(name, ' ', '-') || '.example'
     from unnest($1::int[], $2::uuid[], $3::text[]) as t (id, world, name)`,
    [...made(from, many, world)],
  )
const PART = 50_000
for (let from = 0; from < rows; from += PART) await put(from, PART, () => big)
const small = (at: number) => `00000000-0000-7000-9000-${String(at % 200).padStart(12, '0')}`
await put(rows, PART * 2, small)
await db.query(`insert into company values (-1, '${big}', 'nordwind handel gmbh', 'nordwind handel gmbh'), (-2, '${small(7)}', 'nordwind handel gmbh', '')`)
await db.query('vacuum analyze company')

const indexes: Record<string, string> = {
  gin_search: 'gin (world_id, search_text gin_trgm_ops)',
  gin_name: 'gin (world_id, name_key gin_trgm_ops)',
  gist_name: 'gist (world_id, name_key gist_trgm_ops)',
  gist_name_256: 'gist (world_id, name_key gist_trgm_ops (siglen=256))',
}
const near = (column: string) =>
  `select id, name_key from company where world_id = $1 and $2 <% ${column} order by $2 <<-> ${column} limit 40`
const nearest = 'select id, name_key from company where world_id = $1 order by $2 <<-> name_key limit 40'
const like = 'select id, name_key from company where world_id = $1 and $2::text is not null and name_key like any ($3) limit 10001'
const both = 'select id, name_key from company where world_id = $1 and $2::text is not null and search_text like any ($3) and name_key like any ($3) limit 10001'
const ways: [string, string, string, string][] = [
  ['word_similarity over the search text, GIN', 'gin_search', near('search_text'), '0.45'],
  ['one edit, by the search text', 'gin_search', both, '0.6'],
  ['word_similarity over the title, GIN, 0.6', 'gin_name', near('name_key'), '0.6'],
  ['word_similarity over the title, GIN, 0.45', 'gin_name', near('name_key'), '0.45'],
  ['one edit, by the title', 'gin_name', like, '0.6'],
  ['nearest by GiST, siglen 256', 'gist_name_256', nearest, '0.45'],
]
const asked = ['nordwnd', 'nrodwind', 'nordwindd', 'nordwint', 'steinmnan', 'bregwald', 'getreibebau', 'praezisionstechnik', 'zzqxkwjy', 'bosh', 'stemn', 'gmhb']
const halves = nearPatterns
let built = ''
for (const [name, index, query, threshold] of ways) {
  if (built !== index) {
    if (built) await db.query(`drop index ${built}`)
    const from = performance.now()
    await db.query(`set maintenance_work_mem = '512MB'; create index ${index} on company using ${indexes[index]}`)
    const { rows: size } = await db.query(`select pg_size_pretty(pg_relation_size('${index}')) as size`)
    console.log(`\n${index}: ${((performance.now() - from) / 1000).toFixed(0)} s, ${size[0].size}`)
    built = index
  }
  await db.query(`set pg_trgm.word_similarity_threshold = ${threshold}`)
  const times: string[] = []
  for (const [at, q] of asked.entries()) {
    const values = query.includes('$3') ? [big, q, halves(q)] : [big, q]
    let best = Infinity
    let found: { id: number }[] = []
    for (let round = 0; round < 3; round++) {
      const from = performance.now()
      found = (await db.query(query, values)).rows
      best = Math.min(best, performance.now() - from)
      if (best > 1500) break
    }
    times.push(`${q} ${best.toFixed(0)}${at < 4 ? (found.some(({ id }) => id === -1) ? '' : ' MISSED') : ''}`)
  }
  const from = performance.now()
  await db.query(query, query.includes('$3') ? [small(7), 'nordwnd', halves('nordwnd')] : [small(7), 'nordwnd'])
  console.log(`${name}: ${times.join(', ')}; a small partition ${(performance.now() - from).toFixed(0)}`)
}
await db.end()
await postgres.stop()
rmSync(folder, { recursive: true, force: true })
