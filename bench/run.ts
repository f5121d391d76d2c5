import { startPostgres } from '@tradewind/embedded-postgres/postgres'
import { resolve } from 'node:path'
import pg from 'pg'
import type { Site } from './cases/case.ts'
import { companyCases } from './cases/companies.ts'
import { crmCases } from './cases/crm.ts'
import { pageCases } from './cases/pages.ts'
import { dataOf, isMillion, selectedSize, settingsOf } from './data.ts'
import { heavyWork } from './heavy.ts'
import { measure } from './measure.ts'
import { printPlans } from './plans.ts'
import { startChild } from './process/child.ts'
import { megabytesOf, printMemory } from './process/meter.ts'
import { flagsOfStart, isSelected, isShort, optionOf, plan, portOf, production } from './process/options.ts'
import { openRelease } from './release.ts'
import { cleanUp, openSite, resetData } from './site.ts'
import { appTable, casesOverLimit, compareReleases, ratioTable } from './tables.ts'

const size = selectedSize()

const admitted = ({ admin, partition, small }: Site) => [[admin, partition], ...small.map(({ token, tenant }) => [token, tenant])]

const { dataDir, made } = await dataOf(size)
const postgres = await startPostgres({ dataDir: `${dataDir}/postgres` })
const owner = new pg.Client(postgres.adminUrl())
await owner.connect()
await resetData(owner, made)

const app = startChild('app.ts', { env: { ...settingsOf(dataDir), ...production }, flags: flagsOfStart() })
const address = await app.ask<string>('address')
await new Promise((rested) => setTimeout(rested, isShort ? 0 : 3000))
const idle = megabytesOf(app.pid)
const site = await openSite(address, owner, size)
if (isSelected('memory and workbooks')) console.log(await heavyWork({ dataDir, app, address, site }, { idle, isShort }))

const compareWith = optionOf('compare')
const release = compareWith ? await openRelease(resolve(compareWith), size) : undefined
const plain = startChild('plain.ts', { env: { SOCKET_DIR: postgres.socketDir } })
const load = startChild('load.ts')
await plain.ask('admit', admitted(site))
const cases = [...companyCases(site), ...crmCases(site), ...pageCases(site)].filter(({ name }) => isSelected(name))
const ports = { app: await portOf(app), plain: await portOf(plain) }
const slices = await measure({ dataDir, app, plain, load, ports, release }, cases, plan, async () => {
  await cleanUp(owner, made)
  await release?.cleanUp()
})
console.log(`\n${appTable(slices, cases)}\n`)
if (release) {
  const { table, slower } = compareReleases(slices, cases)
  console.log(`${table}\n`)
  if (slower.length > 0) {
    console.error(`Slower by more than a tenth: ${slower.join('; ')}`)
    process.exitCode = 1
  }
} else console.log(`${ratioTable(slices, cases)}\n`)
await printMemory(app.pid, isShort)

await Promise.all([app, plain, load].map((child) => child.stop()))
await release?.close()
await cleanUp(owner, made)
await owner.end()
await postgres.stop()

const missedCases = isShort ? [] : casesOverLimit(slices, cases, isMillion)
if (missedCases.length > 0) {
  const names = new Set(missedCases.map(({ name }) => name))
  console.log(`\nSlower than their bar, with their plans:\n\n${missedCases.map(({ told }) => `- ${told}`).join('\n')}`)
  await printPlans(size, (name) => names.has(name))
}
