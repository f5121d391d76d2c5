import { startPostgres } from '@tradewind/embedded-postgres/postgres'
import { connect, type Socket } from 'node:net'
import { setTimeout as rest } from 'node:timers/promises'
import pg from 'pg'
import { loadOrCreateData, settingsOf } from './data.ts'
import { figuresOf } from './figures.ts'
import { startChild } from './process/child.ts'
import type { Call, Measured } from './process/load.ts'
import { flagsOfStart, portOf, production } from './process/options.ts'
import { signIn } from './site.ts'

/** The latency of everyone else while forty clients in four tenants request whole lists and read nothing: at most twice as long as before. */
const MAX_RATIO = 2
const TENANTS = 4
const READERS = 5
const SOCKETS = 10
const MILLISECONDS = 30_000
/** More than the buffers of a connection hold: 16 MB. */
const ROWS = 4000

const fill = async (owner: pg.Client) => {
  await owner.query('truncate company cascade')
  const { rows: tenants } = await owner.query<{ id: string }>(
    `insert into tenant (full_name, domain_name) select 'Tenant ' || n, 'tenant-' || n || '.localhost' from generate_series(1, $1) n returning id`,
    [TENANTS],
  )
  for (const [at, { id }] of tenants.entries())
    await owner.query(
      `insert into user_account (tenant_id, first_name, last_name, email_address, role, verified_at, password_hash)
       select $1, 'Ada', 'Nowak', 'reader' || n || '@tenant-' || $2 || '.test', 'ROLE_TENANT_ADMIN', now(), (select password_hash from user_account limit 1)
       from generate_series(1, $3::int) n`,
      [id, String(at + 1), READERS],
    )
  await owner.query(
    `insert into company (tenant_id, world_id, legal_name, country, website, company_type_list, address)
     select t.id, t.id, 'Company ' || n, 'IT', 'https://x.example', '{}', repeat('x', 4000) from tenant t, generate_series(1, $1) n`,
    [ROWS],
  )
}

/** Opens connections that request whole lists and read nothing, and reopens those that were closed. */
const stallReaders = (port: number, tokens: string[]) => {
  const open = new Map<number, Socket>()
  const openReader = (at: number) => {
    const socket = connect(port, '127.0.0.1', () => {
      const head = `GET /api/company/ HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${tokens[at % tokens.length]}`
      socket.write(`${head}\r\n\r\n`)
    })
    socket.on('error', () => {}).pause()
    open.set(at, socket)
  }
  for (let at = 0; at < TENANTS * SOCKETS; at++) openReader(at)
  const reopenTimer = setInterval(() => {
    for (const [at, socket] of open) {
      socket.destroy()
      openReader(at)
    }
  }, 15_000)
  return () => {
    clearInterval(reopenTimer)
    for (const socket of open.values()) socket.destroy()
  }
}

const { dataDir } = await loadOrCreateData('bench-stalled-1', {}, (_, owner) => fill(owner))
const postgres = await startPostgres({ dataDir: `${dataDir}/postgres` })
const owner = new pg.Client(postgres.adminUrl())
await owner.connect()
await owner.query('truncate attempt, session')
const app = startChild('app.ts', { env: { ...settingsOf(dataDir), ...production }, flags: flagsOfStart() })
const load = startChild('load.ts')
const [address, port] = [await app.ask<string>('address'), await portOf(app)]

const { rows: people } = await owner.query<{ name: string; tenant: string }>(
  `select email_address as name, tenant_id as tenant from user_account where email_address like 'reader%'`,
)
const tokens: string[] = []
for (const { name, tenant } of people) tokens.push(await signIn(address, name, tenant))
const admin = await signIn(address, 'tenant-admin@tradewind.test')
const bearer = (token: string) => `\r\nauthorization: Bearer ${token}`
const requests: Call[] = [
  { head: `GET /api/company/?page=0&size=20 HTTP/1.1${bearer(admin)}` },
  { head: `GET /api/company/?page=0&size=20 HTTP/1.1${bearer(tokens[0]!)}` },
  { head: 'GET /api/content/?page=0 HTTP/1.1' },
  { head: 'GET /readyz HTTP/1.1' },
]
const measure = async (milliseconds: number) => {
  const done = await load.ask<Measured>('run', { port, connections: 4, milliseconds, requests })
  return figuresOf([{ done, node: 0, postgres: 0 }])
}

await measure(3000) // warm-up
const before = await measure(MILLISECONDS)
const stopReaders = stallReaders(port, tokens)
await rest(2000)
const during = await measure(MILLISECONDS)
stopReaders()
const ratio = during.p99 / before.p99
const results = [before, during].map(
  ({ p50, p99, failed }) => `p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms, ${failed} failed`,
)
console.log(`alone:           ${results[0]}\nbeside stalling: ${results[1]}\nratio of p99:    ${ratio.toFixed(2)}`)
await Promise.all([app, load].map((child) => child.stop()))
await owner.end()
await postgres.stop()
if (ratio >= MAX_RATIO || during.failed > 0) process.exitCode = 1
