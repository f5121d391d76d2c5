import { companyApi } from '@tradewind/contract/crm/company.contract'
import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { configOf } from '#kit/database/replica.hosts'
import { type TestApp, testApp } from '../app.ts'
import { roles } from '../roles.ts'
import { type Server, startPrimary } from './servers.ts'

/** `npm run chaos`: how often the primary is killed, and for how long there is load before and after. */
const isLongRun = process.env['CHAOS_SECONDS'] !== undefined
const [KILL_COUNT, SECONDS] = isLongRun ? [3, 20] : [1, 2]
const WRITERS = 4
const READERS = 2

/** The requests to the application, and their outcome. */
const newLedger = () => ({
  /** Names of companies that were acknowledged. */
  acknowledged: new Set<string>(),
  reads: 0,
  /** Milliseconds, by the clock of the test, of responses that were not successful, and their status. */
  failed: [] as { at: number; status: number }[],
})
type Ledger = ReturnType<typeof newLedger>

const createCompany = async (app: TestApp, token: string, ledger: Ledger) => {
  const legalName = `Ledger ${randomUUID()}`
  const body = { legalName, country: 'Italy', website: 'https://ledger.example', companyTypeList: ['ASSOCIATION'] }
  const key = randomUUID()
  for (;;) {
    const { statusCode } = await app.as({ token }).send(companyApi.create, body, { 'idempotency-key': key })
    if (statusCode === 201) return ledger.acknowledged.add(legalName)
    ledger.failed.push({ at: performance.now(), status: statusCode })
    await setTimeout(50)
  }
}

const listCompanies = async (app: TestApp, token: string, ledger: Ledger) => {
  const { statusCode } = await app.as({ token }).send(companyApi.list, { page: 0, size: 20 })
  if (statusCode === 200) ledger.reads++
  else ledger.failed.push({ at: performance.now(), status: statusCode })
  await setTimeout(5)
}

/** Each commit waits until the replica has it as well. */
const commitWaitsFor = async (primary: Server, name: string) => {
  await primary.query(`alter system set synchronous_standby_names = '${name}'`)
  await primary.query('select pg_reload_conf()')
  const stateOf = async () =>
    (
      await primary.query<{ state: string }>('select sync_state as state from pg_stat_replication where application_name = $1', [
        name,
      ])
    )[0]?.state
  await expect.poll(stateOf).toBe('sync')
}

test(
  'killing a primary under load and promoting its replica loses nothing acknowledged, with errors only during the switch',
  async () => {
    const cluster = await startPrimary()
    const names = ['primary', ...Array.from({ length: KILL_COUNT }, (_, at) => `replica${at + 1}`)]
    const addressFor = (user: string) => cluster.addressOf(user, names)
    let primary = cluster.primary
    let standby = await cluster.replica(names[1]!)
    const app = await testApp({
      working: true,
      database: {
        owner: configOf(addressFor('postgres')) as { connectionString: string },
        app: { ...cluster.database.app, ...configOf(addressFor(roles.app)), host: undefined as never },
        asOwner: (...given) => primary.query(...given),
      },
      replicas: [cluster.configOf(standby)],
    })
    onTestFinished(async () => {
      await app.close()
      await cluster.close()
    })
    const people = await Promise.all(Array.from({ length: WRITERS + READERS }, () => app.someone('ROLE_TENANT_ADMIN')))
    const ledger = newLedger()
    const over = new AbortController()
    const working = people.map(async ({ token }, at) => {
      while (!over.signal.aborted) await (at < WRITERS ? createCompany : listCompanies)(app, token, ledger)
    })

    const changes: { killed: number; back: number }[] = []
    for (let death = 1; death <= KILL_COUNT; death++) {
      await commitWaitsFor(primary, names[death]!)
      await setTimeout(SECONDS * 1000)
      const killed = performance.now()
      await primary.kill()
      await standby.query('select pg_promote()')
      primary = standby
      const before = ledger.acknowledged.size
      await expect.poll(() => ledger.acknowledged.size, { timeout: 30_000 }).toBeGreaterThan(before + WRITERS)
      changes.push({ killed, back: performance.now() })
      await setTimeout(SECONDS * 1000)
      if (death < KILL_COUNT) standby = await cluster.replica(names[death + 1]!, primary)
    }
    over.abort()
    await Promise.all(working)

    const rows = await primary.query<{ name: string }>(`select legal_name as name from company where legal_name like 'Ledger %'`)
    const kept = new Set(rows.map(({ name }) => name))
    const isDuring = (at: number) => changes.some(({ killed, back }) => at >= killed && at <= back + 1000)
    const spans = changes.map(({ killed, back }) => Math.round(back - killed))
    if (isLongRun)
      console.log(
        `${KILL_COUNT} primaries killed: ${ledger.acknowledged.size} acknowledged writes, ${ledger.reads} lists read, ${ledger.failed.length} answers of 503, ` +
          `all of them within the ${spans.join(', ')} ms until writes were taken again`,
      )
    expect([...ledger.acknowledged].filter((name) => !kept.has(name))).toEqual([])
    expect(kept.size).toBe(rows.length)
    expect(ledger.failed.filter(({ at, status }) => status !== 503 || !isDuring(at))).toEqual([])
    expect(Math.max(...spans)).toBeLessThan(15_000)
    expect(ledger.acknowledged.size).toBeGreaterThan(20)
    expect(app.appContext.replicas!.figures()[0]!.problem).not.toBeNull()
  },
  (isLongRun ? 600 : 120) * 1000,
)
