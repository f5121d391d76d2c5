import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Connections } from './connect.ts'
import type { Env } from './env.ts'
import { identifier } from './features/identity/session/identify.ts'
import { sessionFinder } from './features/identity/session/finder.ts'
import { linkMaker } from './features/identity/link/tokens.ts'
import { actorFinder, ticketOffice } from './features/identity/link/tickets.ts'
import { type Tenant, tenantFinder } from './features/tenant/tenant.queries.ts'
import { openDatabase } from './kit/database/database.ts'
import { openJobs } from './kit/jobs.ts'
import { openLive } from './services/live/live.ts'
import { openMailbox, openSmtp } from './services/mail/mail.ts'

/** Opens all that features share, in the order that they need one another. */
export const openHouse = async (env: Env, connections: Connections, secret: string, logger: Logger) => {
  const db = openDatabase(connections.app)
  const maintenance = openDatabase(connections.maintenance)
  const live = openLive(connections.owner)
  const jobs = await openJobs(connections.owner, logger)
  const mail = env.smtpUrl ? openSmtp(env.smtpUrl, env.mailFrom) : openMailbox(join(env.dataDir, 'mailbox'), env.mailFrom)
  const tenants = tenantFinder(db, live.isUp)
  const links = linkMaker(secret)
  const sessions = sessionFinder(db, live.isUp)

  live.whenDown(() => {
    tenants.forget()
    sessions.forget()
  })
  live.hear(({ topic, id }) => {
    if (topic === 'session') sessions.forget(id)
    if (topic === 'tenant') tenants.forget()
  })
  await live.connect()

  return {
    env,
    logger,
    db,
    maintenance,
    live,
    jobs,
    mail,
    tenants,
    links,
    tickets: ticketOffice(db, links),
    findActor: actorFinder(db),
    ...identifier(sessions, tenants),
    /** Where a tenant's pages live: its own domain with the scheme and port of APP_URL, never what a request says. */
    originOf: (tenant: Tenant) => originOf(env, tenant),
    close: async () => {
      await jobs.stop()
      await live.close()
      await Promise.all([db.close(), maintenance.close()])
    },
  }
}
export type House = Awaited<ReturnType<typeof openHouse>>

const originOf = (env: Env, tenant: Pick<Tenant, 'domainName'>) => {
  const url = new URL(env.appUrl ?? `http://localhost:${env.port}`)
  if (tenant.domainName) url.hostname = tenant.domainName
  return url.origin
}
