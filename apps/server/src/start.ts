import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildApp, routines, workers } from './app.ts'
import { connect } from './connect.ts'
import type { Env } from './env.ts'
import { addMissingAuditQuestions } from './features/auditQuestion/first/firstAuditQuestions.ts'
import { mountDocs } from './features/house/docs.ts'
import { mountHealth } from './features/house/health.ts'
import { mountMailbox } from './features/house/mailbox.ts'
import { countFirst } from './features/tenant/figures/figures.job.ts'
import { addMissingQuestions } from './features/reviewQuestion/first/firstQuestions.ts'
import { openHouse } from './house.ts'
import { keepClear } from './kit/http/stray.ts'
import { openLog } from './log.ts'
import { pageChanges, pageServices } from './pages.ts'
import { seed } from './seed.ts'
import { openFiles } from './services/files/open.ts'
import { mountPages } from './services/web/mount.ts'
import { versionOf } from './features/house/version.ts'

/** The secret of the settings, or one that is made once and kept beside the data. */
const secretOf = ({ appSecret, dataDir }: Env) => {
  if (appSecret) return appSecret
  const file = join(dataDir, 'secret')
  mkdirSync(dataDir, { recursive: true })
  try {
    writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' })
  } catch {
    // it was made before
  }
  return readFileSync(file, 'utf8')
}

/** Files can be kept where the settings say. */
const assertKept = async ({ filesPlace }: Env) => {
  const isReachable = await openFiles(filesPlace).then(
    (files) => files.isReachable(),
    () => false,
  )
  if (!isReachable) throw new Error('FILES_URL, or else DATA_DIR, names a place where no file can be kept')
}

/** Starts all of it, in order. `stop` ends all of it, in the other. `dev`: pages are drawn from their sources. */
export const start = async (env: Env, { dev }: { dev: boolean }) => {
  const logger = openLog(env.logLevel)
  const secret = secretOf(env)
  await assertKept(env)
  keepClear()
  const connections = await connect(env, secret, logger)
  const house = await openHouse(env, connections, secret, logger)
  await house.jobs.start(workers(house), routines(house))
  await seed(house)
  await addMissingQuestions(house)
  await addMissingAuditQuestions(house)
  await countFirst(house)
  const app = buildApp(house)
  const version = versionOf(dev)
  mountHealth(app, { db: house.db, metricsToken: env.metricsToken, version, filesReachable: () => house.files.isReachable() })
  mountDocs(app, version)
  mountMailbox(app, house.mail)
  await mountPages(app, { services: pageServices(house, app), dev, ...pageChanges(house) })
  const address = await app.listen({ port: env.port, host: env.host })
  const stop = async () => {
    await app.close()
    await house.close()
    await connections.stop()
  }
  return { address, stop }
}
