import { openFiles } from '@tradewind/byte-store/open'
import type { FastifyInstance } from 'fastify'
import { buildApp, complete, routines, workers } from './app.ts'
import { openAppContext } from './appContext.ts'
import { connect } from './connect.ts'
import type { Env } from './env.ts'
import { keepClear } from './kit/http/stray.ts'
import { openLog } from './log.ts'
import { mountDocs } from './operations/docs.ts'
import { mountHealth } from './operations/health.ts'
import { mountMailbox } from './operations/mailbox.ts'
import { versionOf } from './operations/version.ts'
import { pageChanges, pageServices } from './pages.ts'
import { secretOf } from './secret.ts'
import { seed } from './seed.ts'
import { mountPages } from './services/web/mount.ts'
import { takePort } from './services/web/port.ts'
import { wayIn } from './superAdmins.ts'

/** Files can be kept where the settings say. */
const assertKept = async ({ filesPlace }: Env) => {
  const isReachable = await openFiles(filesPlace).then(
    (files) => files.isReachable(),
    () => false,
  )
  if (!isReachable) throw new Error('FILES_URL, or else DATA_DIR, names a place where no file can be kept')
}

/** Milliseconds that answers in hand may take to their end. */
const PATIENCE = 10_000

/** Takes no more calls, and lets those in hand end. */
const drain = async (app: FastifyInstance) => {
  const late = setTimeout(() => app.server.closeAllConnections(), PATIENCE)
  await app.close()
  clearTimeout(late)
}

/** Starts all of it, in order. `stop` ends all of it, in the other. `dev`: pages are drawn from their sources. */
export const start = async (env: Env, { dev }: { dev: boolean }) => {
  const logger = openLog(env.logLevel)
  const port = await takePort(env)
  const secret = secretOf(env)
  await assertKept(env)
  keepClear()
  const connections = await connect(env, secret, logger)
  const appContext = await openAppContext(env, connections, secret, logger)
  await appContext.jobs.start(workers(appContext), routines(appContext))
  await seed(appContext)
  await complete(appContext)
  const app = buildApp(appContext)
  const version = versionOf(dev)
  mountHealth(app, { ...appContext, metricsToken: env.metricsToken, version })
  mountDocs(app, version)
  mountMailbox(app, appContext.mail)
  await mountPages(app, { services: pageServices(appContext, app), dev, ...pageChanges(appContext) })
  await port.serve(app)
  const stop = async () => {
    await drain(app)
    await appContext.close()
    await connections.stop()
  }
  const notice = env.production ? await wayIn(appContext) : undefined
  return { address: port.address, notice, stop }
}
