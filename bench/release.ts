import { startPostgres } from '@tradewind/embedded-postgres/postgres'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import pg from 'pg'
import type { Case } from './cases/case.ts'
import { companyCases } from './cases/companies.ts'
import { crmCases } from './cases/crm.ts'
import { pageCases } from './cases/pages.ts'
import { settingsOf, type Size } from './data.ts'
import { startChild } from './process/child.ts'
import { flagsOfStart, portOf, production } from './process/options.ts'
import { cleanUp, openSite, resetData } from './site.ts'

/** An earlier release that gets the same requests, in turn with this one. */
export type Release = Awaited<ReturnType<typeof openRelease>>

const lineOf = (output: string, name: string) => new RegExp(`${name}: '([^']*)'`).exec(output)![1]!

/** Starts the app of a checkout that is installed and built, on data of its own size and making. */
export const openRelease = async (checkout: string, size: Size) => {
  const flags = process.argv.filter((word) => word === '--short' || word === '--million')
  const said = execFileSync('node', [join(checkout, 'bench/data.ts'), ...flags], { cwd: checkout, encoding: 'utf8' })
  const [dataDir, made] = [lineOf(said, 'dataDir'), lineOf(said, 'made')]
  const postgres = await startPostgres({ dataDir: `${dataDir}/postgres` })
  const owner = new pg.Client(postgres.adminUrl())
  await owner.connect()
  await resetData(owner, made)
  const env = { ...settingsOf(dataDir), ...production }
  const app = startChild(join(checkout, 'bench/process/app.ts'), { env, flags: flagsOfStart(checkout) })
  const site = await openSite(await app.ask<string>('address'), owner, size)
  const cases = new Map(
    [...companyCases(site), ...crmCases(site), ...pageCases(site)].map((one): [string, Case] => [one.name, one]),
  )
  return {
    dataDir,
    app,
    port: await portOf(app),
    callsOf: ({ name }: Pick<Case, 'name'>) => cases.get(name)!.calls,
    cleanUp: () => cleanUp(owner, made),
    close: async () => {
      await app.stop()
      await cleanUp(owner, made)
      await owner.end()
      await postgres.stop()
    },
  }
}
