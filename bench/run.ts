import pg from 'pg'
import { startPostgres } from '../apps/server/src/services/postgres/postgres.ts'
import { type Case, casesOf, type Site } from './cases.ts'
import { type Child, startChild } from './child.ts'
import { dataFolder, settingsOf, short, whole } from './data.ts'
import { figuresOf, ratioOf, type Slice, tableOf } from './figures.ts'
import { heavyWork } from './heavy.ts'
import type { Measured } from './load.ts'
import { megabytesOf, metered } from './meter.ts'
import { cleanUp, openSite } from './site.ts'

const isShort = process.argv.includes('--short')
const only = process.argv.find((given) => given.startsWith('--only='))?.slice('--only='.length)
const size = isShort ? short : whole
const plan = isShort ? { rounds: 1, milliseconds: 50 } : { rounds: 8, milliseconds: 500 }
const CONNECTIONS = [1, 16]
const production = { NODE_ENV: 'production', APP_URL: 'http://localhost', APP_SECRET: 'of no use to anybody, but long enough', SMTP_URL: 'smtp://127.0.0.1:1' }

interface Stage {
  dataDir: string
  app: Child
  plain: Child
  load: Child
  ports: { app: number; plain: number }
}
type Subject = 'the app' | 'by hand' | 'driver alone' | 'hello'
type Slices = Map<string, Slice[]>

const portOf = async (child: Child) => Number(new URL(await child.ask<string>('address')).port)
const shuffled = <T>(list: readonly T[]) => list.map((item) => ({ item, at: Math.random() })).toSorted((one, other) => one.at - other.at).map(({ item }) => item)

const hello = [{ head: 'GET /hello HTTP/1.1' }]

/** One slice of load on one subject. */
const slice = ({ dataDir, app, plain, load, ports }: Stage, subject: Subject, { calls, reads }: Case, connections: number): Promise<Slice> => {
  const { milliseconds } = plan
  const over = (port: number, requests: Case['calls']) => () => load.ask<Measured>('run', { port, connections, milliseconds, requests })
  if (subject === 'the app') return metered(dataDir, app, over(ports.app, calls))
  if (subject === 'driver alone') return metered(dataDir, plain, () => plain.ask<Measured>('loop', { reads, connections, milliseconds }))
  return metered(dataDir, plain, over(ports.plain, subject === 'hello' ? hello : calls))
}

const keyOf = (subject: Subject, name: string, connections: number) => `${subject} ${name} ${connections}`

/** All cases, round by round, what is compared side by side in time and in changing order. */
const measure = async (stage: Stage, cases: Case[], betweenRounds: () => Promise<void>) => {
  const slices: Slices = new Map()
  for (let round = 0; round <= plan.rounds; round++) {
    await betweenRounds()
    for (const one of cases) {
      const subjects: Subject[] = one.reads ? ['the app', 'by hand', 'driver alone', 'hello'] : ['the app']
      for (const connections of CONNECTIONS) {
        for (const subject of shuffled(subjects)) {
          const measured = await slice(stage, subject, one, connections)
          const key = keyOf(subject, one.name, connections)
          if (round > 0) slices.set(key, [...(slices.get(key) ?? []), measured]) // round 0 warms up
        }
      }
    }
  }
  return slices
}

const appTable = (slices: Slices, cases: Case[]) =>
  tableOf(
    ['call', 'connections', 'requests/s', 'p50 ms', 'p99 ms', 'node µs', 'PostgreSQL µs', 'refused'],
    cases.flatMap(({ name }) =>
      CONNECTIONS.map((connections) => {
        const { rate, p50, p99, node, postgres, failed } = figuresOf(slices.get(keyOf('the app', name, connections))!)
        return [name, String(connections), rate, p50, p99, node, postgres, failed]
      }),
    ),
  )

const ratioTable = (slices: Slices, cases: Case[]) =>
  tableOf(
    ['call', 'connections', 'beside', 'its requests/s', 'its node µs', 'its PostgreSQL µs', 'the app: part of its requests/s'],
    cases.flatMap(({ name, reads }) =>
      CONNECTIONS.flatMap((connections) =>
        (reads ? (['by hand', 'driver alone', 'hello'] as const) : []).map((subject) => {
          const [ours, theirs] = [slices.get(keyOf('the app', name, connections))!, slices.get(keyOf(subject, name, connections))!]
          const { rate, node, postgres } = figuresOf(theirs)
          return [name, String(connections), subject, rate, node, postgres, ratioOf(ours, theirs).toFixed(2)]
        }),
      ),
    ),
  )

const admit = ({ admin, world, small }: Site) => [[admin, world], ...small.map(({ token, tenant }) => [token, tenant])]

const dataDir = await dataFolder(size)
const postgres = await startPostgres({ dataDir: `${dataDir}/postgres` })
const owner = new pg.Client(postgres.adminUrl())
await owner.connect()
await cleanUp(owner)
await owner.query('truncate session')

const app = startChild('app.ts', { ...settingsOf(dataDir), ...production })
const address = await app.ask<string>('address')
await new Promise((resolve) => setTimeout(resolve, isShort ? 0 : 3000))
const idle = megabytesOf(app.pid)
const site = await openSite(address, owner, size)
const cases = casesOf(site).filter(({ name }) => !only || name.includes(only))
if (!only || only === 'heavy') console.log(await heavyWork({ dataDir, app, address, site }, { idle, isShort }))

const plain = startChild('plain.ts', { SOCKET_DIR: postgres.socketDir })
const load = startChild('load.ts')
const stage: Stage = { dataDir, app, plain, load, ports: { app: await portOf(app), plain: await portOf(plain) } }
await plain.ask('admit', admit(site))
const slices = await measure(stage, cases, () => cleanUp(owner))
console.log(`\n${appTable(slices, cases)}\n\n${ratioTable(slices, cases)}\n`)
console.log(`The app holds ${Math.round(megabytesOf(app.pid))} MB after all of this.`)

await Promise.all([app, plain, load].map((child) => child.stop()))
await cleanUp(owner)
await owner.end()
await postgres.stop()
