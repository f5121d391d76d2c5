import { startPostgres } from '@tradewind/embedded-postgres/postgres'
import pg from 'pg'
import type { Case } from './cases/case.ts'
import { settingsOf } from './data.ts'
import { measure } from './measure.ts'
import { startChild } from './process/child.ts'
import { printMemory } from './process/meter.ts'
import { flagsOfStart, isSelected, isShort, plan, portOf, production } from './process/options.ts'
import { signIn } from './site.ts'
import { appTable } from './tables.ts'

/** Starts the application on data of its own, with nothing else running. `prepare` runs before it starts. */
export const startAlone = async (dataDir: string, prepare: (owner: pg.Client) => Promise<unknown> = async () => {}) => {
  const postgres = await startPostgres({ dataDir: `${dataDir}/postgres` })
  const owner = new pg.Client(postgres.adminUrl())
  await owner.connect()
  await prepare(owner)
  const app = startChild('app.ts', { env: { ...settingsOf(dataDir), ...production }, flags: flagsOfStart() })
  const load = startChild('load.ts')
  const address = await app.ask<string>('address')
  return {
    owner,
    app,
    address,
    /** Returns a token for a user of the main account. */
    signIn: (username: string) => signIn(address, username),
    /** Measures the selected cases, and prints the results. */
    measure: async (all: readonly Case[]) => {
      const cases = all.filter(({ name }) => isSelected(name))
      const port = await portOf(app)
      const stage = { dataDir, app, plain: app, load, ports: { app: port, plain: port } }
      const slices = await measure(stage, cases, plan, async () => {})
      console.log(`\n${appTable(slices, cases)}\n`)
      await printMemory(app.pid, isShort)
    },
    close: async (undo: () => Promise<unknown> = async () => {}) => {
      await Promise.all([app, load].map((child) => child.stop()))
      await undo()
      await owner.query('truncate session')
      await owner.end()
      await postgres.stop()
    },
  }
}
