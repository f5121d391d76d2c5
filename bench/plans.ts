import { startPostgres } from '@tradewind/embedded-postgres/postgres'
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { companyCases } from './cases/companies.ts'
import { crmCases } from './cases/crm.ts'
import { pageCases } from './cases/pages.ts'
import { dataOf, selectedSize, settingsOf, type Size } from './data.ts'
import { startChild } from './process/child.ts'
import { isSelected } from './process/options.ts'
import { openSite } from './site.ts'

/** Makes the call twice, because the second time counts, and returns what PostgreSQL logged for it. */
const plansOf = async (address: string, call: string, logFile: string) => {
  const log = () => readFileSync(logFile, 'utf8')
  const [request, ...headers] = call.split('\r\n')
  const [method, path] = request!.split(' ')
  const ask = async () => {
    const headerPairs = headers.map((header) => header.split(': ') as [string, string])
    await (await fetch(`${address}${path}`, { method: method!, headers: headerPairs })).text()
  }
  await ask()
  const before = log().length
  await ask()
  await new Promise((resolve) => setTimeout(resolve, 50)) // the log is written by another process
  const entries = log()
    .slice(before)
    .split(/^(?=\d{4}-\d\d-\d\d .*?LOG:)/m)
  return entries.filter((entry) => /tradewind_app LOG: .* plan:/.test(entry) && !entry.includes('set_config'))
}

/** Prints how PostgreSQL runs the cases of these names: the plans of the app's own statements, in its role, as they ran. */
export const printPlans = async (size: Size, isWanted: (name: string) => boolean) => {
  const { dataDir } = await dataOf(size)
  const postgres = await startPostgres({
    dataDir: `${dataDir}/postgres`,
    settings: {
      log_line_prefix: '%m %u ',
      session_preload_libraries: 'auto_explain',
      'auto_explain.log_min_duration': 0,
      'auto_explain.log_analyze': 'on',
      'auto_explain.log_buffers': 'on',
      'auto_explain.log_parameter_max_length': 100,
    },
  })
  const owner = new pg.Client(postgres.adminUrl())
  await owner.connect()
  const app = startChild('app.ts', { env: settingsOf(dataDir) })
  const address = await app.ask<string>('address')
  const site = await openSite(address, owner, size)
  for (const { name, calls } of [...companyCases(site), ...crmCases(site), ...pageCases(site)]) {
    const [call] = calls
    if (!isWanted(name) || call!.body) continue
    console.log(`\n## ${name}\n\n${(await plansOf(address, call!.head, `${dataDir}/postgres.log`)).join('\n')}`)
  }
  await app.stop()
  await owner.end()
  await postgres.stop()
}

if (import.meta.main) await printPlans(selectedSize(), isSelected)
