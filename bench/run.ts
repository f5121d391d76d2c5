import { startPostgres } from '@tradewind/embedded-postgres/postgres'
import pg from 'pg'
import type { Site } from './cases/case.ts'
import { companyCases } from './cases/companies.ts'
import { crmCases } from './cases/crm.ts'
import { dataOf, settingsOf, short, whole } from './data.ts'
import { heavyWork } from './heavy.ts'
import { measure } from './measure.ts'
import { startChild } from './process/child.ts'
import { megabytesOf } from './process/meter.ts'
import { flagsOfStart, isShort, plan, portOf, production, wanted } from './process/started.ts'
import { cleanUp, openSite, startAfresh } from './site.ts'
import { appTable, ratioTable } from './tables.ts'

const size = isShort ? short : whole

const admitted = ({ admin, partition, small }: Site) => [[admin, partition], ...small.map(({ token, tenant }) => [token, tenant])]

const { dataDir, made } = await dataOf(size)
const postgres = await startPostgres({ dataDir: `${dataDir}/postgres` })
const owner = new pg.Client(postgres.adminUrl())
await owner.connect()
await startAfresh(owner, made)

const app = startChild('app.ts', { env: { ...settingsOf(dataDir), ...production }, flags: flagsOfStart() })
const address = await app.ask<string>('address')
await new Promise((resolve) => setTimeout(resolve, isShort ? 0 : 3000))
const idle = megabytesOf(app.pid)
const site = await openSite(address, owner, size)
if (wanted('memory and workbooks')) console.log(await heavyWork({ dataDir, app, address, site }, { idle, isShort }))

const plain = startChild('plain.ts', { env: { SOCKET_DIR: postgres.socketDir } })
const load = startChild('load.ts')
await plain.ask('admit', admitted(site))
const cases = [...companyCases(site), ...crmCases(site)].filter(({ name }) => wanted(name))
const ports = { app: await portOf(app), plain: await portOf(plain) }
const slices = await measure({ dataDir, app, plain, load, ports }, cases, plan, () => cleanUp(owner, made))
console.log(`\n${appTable(slices, cases)}\n\n${ratioTable(slices, cases)}\n`)
console.log(`The app holds ${Math.round(megabytesOf(app.pid))} MB after all of this.`)

await Promise.all([app, plain, load].map((child) => child.stop()))
await cleanUp(owner, made)
await owner.end()
await postgres.stop()
