import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { startPostgres } from '../apps/server/src/services/postgres/postgres.ts'
import { casesOf, type Site } from './cases.ts'
import { dataFolder, settingsOf, short, whole } from './data.ts'
import { heavyWork } from './heavy.ts'
import { measure } from './measure.ts'
import { type Child, startChild } from './process/child.ts'
import { megabytesOf } from './process/meter.ts'
import { cleanUp, openSite, startAfresh } from './site.ts'
import { appTable, ratioTable } from './tables.ts'

const isShort = process.argv.includes('--short')
const only = process.argv.find((given) => given.startsWith('--only='))?.slice('--only='.length)
const size = isShort ? short : whole
const plan = isShort ? { rounds: 1, milliseconds: 50 } : { rounds: 8, milliseconds: 500 }
const production = {
  NODE_ENV: 'production',
  APP_URL: 'http://localhost',
  APP_SECRET: 'of no use to anybody, but long enough',
  SMTP_URL: 'smtp://127.0.0.1:1',
}

/** The settings of Node that `npm start` gives. */
const flagsOfStart = () => {
  const text = readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')
  const { scripts } = JSON.parse(text) as { scripts: { start: string } }
  return scripts.start.split(' ').filter((word) => word.startsWith('--'))
}

const portOf = async (child: Child) => Number(new URL(await child.ask<string>('address')).port)
const admitted = ({ admin, world, small }: Site) => [[admin, world], ...small.map(({ token, tenant }) => [token, tenant])]
const wanted = (name: string) => !only || name.includes(only)

const dataDir = await dataFolder(size)
const postgres = await startPostgres({ dataDir: `${dataDir}/postgres` })
const owner = new pg.Client(postgres.adminUrl())
await owner.connect()
await startAfresh(owner)

const app = startChild('app.ts', { env: { ...settingsOf(dataDir), ...production }, flags: flagsOfStart() })
const address = await app.ask<string>('address')
await new Promise((resolve) => setTimeout(resolve, isShort ? 0 : 3000))
const idle = megabytesOf(app.pid)
const site = await openSite(address, owner, size)
if (wanted('memory and workbooks')) console.log(await heavyWork({ dataDir, app, address, site }, { idle, isShort }))

const plain = startChild('plain.ts', { env: { SOCKET_DIR: postgres.socketDir } })
const load = startChild('load.ts')
await plain.ask('admit', admitted(site))
const cases = casesOf(site).filter(({ name }) => wanted(name))
const ports = { app: await portOf(app), plain: await portOf(plain) }
const slices = await measure({ dataDir, app, plain, load, ports }, cases, plan, () => cleanUp(owner))
console.log(`\n${appTable(slices, cases)}\n\n${ratioTable(slices, cases)}\n`)
console.log(`The app holds ${Math.round(megabytesOf(app.pid))} MB after all of this.`)

await Promise.all([app, plain, load].map((child) => child.stop()))
await cleanUp(owner)
await owner.end()
await postgres.stop()
