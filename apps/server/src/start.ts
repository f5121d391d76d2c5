import { openFiles } from '@tradewind/byte-store/open'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { mountMailbox } from '#operations/mailbox'
import { buildApp, createBareServer, routines, runStartHooks, workers } from './app.ts'
import { type AppContext, openAppContext } from './appContext.ts'
import { connect } from './connect.ts'
import { fillWithDemo } from './demo.ts'
import { type Env, openLog, secretOf } from './env.ts'
import { tenantScope } from './kit/database/database.ts'
import { removeStaleUploadsDaily } from './kit/http/input.ts'
import { mountDocs } from './operations/docs.ts'
import { mountHealth, versionOf } from './operations/health.ts'
import { beginHeartbeat } from './operations/operation.ts'
import { pageChanges, pageServices } from './pages.ts'
import { tenants } from './platform/schema/tenant.table.ts'
import { bindPort, mountPages } from './services/web.mount.ts'
import { adviceToSignIn, inviteFirstSuperAdmin } from './superAdmins.ts'

/** Fills an empty database once, on whichever node is first: an evaluation with demo data, production with the main account only. */
export const seed = async (appContext: AppContext) => {
  const { db, env, files, links } = appContext
  await db.write(tenantScope(), async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('tradewind seed'))`)
    const [any] = await tx.select({ id: tenants.uniqueId }).from(tenants).limit(1)
    if (any) return
    if (env.production) await tx.insert(tenants).values({ fullName: 'Tradewind', isMain: true })
    else await fillWithDemo(tx, env.demoPassword, files, links)
  })
  if (env.production && env.superAdminEmail) await inviteFirstSuperAdmin(appContext, env.superAdminEmail)
}

/** Throws unless files can be stored at the configured location. */
const assertFilesReachable = async ({ filesLocation }: Env) => {
  const isReachable = await openFiles(filesLocation).then(
    (files) => files.isReachable(),
    () => false,
  )
  if (!isReachable) throw new Error('FILES_URL, or else DATA_DIR, names a place where no file can be kept')
}

/** Milliseconds that running requests have to finish. */
const DRAIN_TIMEOUT = 10_000

/** Stops accepting calls, and waits for running ones. */
const drain = async (app: FastifyInstance) => {
  const late = setTimeout(() => app.server.closeAllConnections(), DRAIN_TIMEOUT)
  await app.close()
  clearTimeout(late)
}

/** Starts the workers of this node; a node of role `web` only declares the queues, so that jobs can be sent. */
const startJobs = async (appContext: AppContext) => {
  const { env, jobs } = appContext
  if (env.role === 'web') await jobs.declare(workers(appContext))
  else await jobs.start(workers(appContext), routines(appContext))
}

/** Builds the node's HTTP server: pages and API, or only health on a node of role `worker`. */
const buildNode = async (appContext: AppContext, dev: boolean) => {
  const { env, mail } = appContext
  const servesCalls = env.role !== 'worker'
  const app = servesCalls ? buildApp(appContext) : createBareServer(appContext)
  const version = versionOf(dev)
  mountHealth(app, { ...appContext, metricsToken: env.metricsToken, version })
  if (!servesCalls) return app
  mountDocs(app, version, env.appUrl)
  mountMailbox(app, mail)
  await mountPages(app, { services: pageServices(appContext, app, version), dev, ...pageChanges(appContext) })
  return app
}

/** Starts everything in order. `stop` ends everything in reverse order. `dev`: pages are rendered from their sources. */
export const start = async (env: Env, { dev }: { dev: boolean }) => {
  const logger = openLog(env.logLevel)
  const port = await bindPort(env)
  const secret = secretOf(env)
  await assertFilesReachable(env)
  removeStaleUploadsDaily()
  const connections = await connect(env, secret, logger)
  const appContext = await openAppContext(env, connections, secret, logger)
  await startJobs(appContext)
  await seed(appContext)
  await runStartHooks(appContext)
  const app = await buildNode(appContext, dev)
  await port.serve(app)
  const heartbeat = await beginHeartbeat(appContext, versionOf(dev))
  const stop = async () => {
    await drain(app)
    await heartbeat.end()
    await appContext.close()
    await connections.stop()
  }
  const notice = env.production ? await adviceToSignIn(appContext) : undefined
  return { address: port.address, notice, stop }
}
