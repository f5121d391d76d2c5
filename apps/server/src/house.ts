import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Connections } from './connect.ts'
import type { Env } from './env.ts'
import { identifier } from './features/identity/session/identify.ts'
import { sessionFinder, type Sessions } from './features/identity/session/finder.ts'
import { linkMaker } from './features/identity/link/tokens.ts'
import { actorFinder, ticketOffice } from './features/identity/link/tickets.ts'
import { type Tenant, tenantFinder, type Tenants } from './features/tenant/tenant.queries.ts'
import { openDatabase } from './kit/database/database.ts'
import { openJobs } from './kit/jobs.ts'
import type { News } from './kit/tell.ts'
import { type Live, openLive } from './services/live/live.ts'
import { openMailbox, openSmtp } from './services/mail/mail.ts'

/** Forgets what was remembered when a node says that it changed. */
const forgetter =
  (tenants: Tenants, sessions: Sessions) =>
  ({ topic, id }: News) => {
    if (topic === 'session') sessions.forget(id)
    if (topic === 'tenant') tenants.forget()
  }

/** While nothing can be heard, nothing is remembered. */
const keepTrue = (live: Live, tenants: Tenants, sessions: Sessions) => {
  live.whenDown(() => {
    tenants.forget()
    sessions.forget()
  })
  live.hear(forgetter(tenants, sessions))
}

/** Opens all that features share. */
export const openHouse = async (env: Env, connections: Connections, secret: string, logger: Logger) => {
  const db = openDatabase({ ...connections.app, told: (news) => forgetter(tenants, sessions)(news) })
  const maintenance = openDatabase(connections.maintenance)
  const live = openLive(connections.owner)
  const tenants = tenantFinder(db, live.isUp)
  const sessions = sessionFinder(db, live.isUp)
  const links = linkMaker(secret)
  keepTrue(live, tenants, sessions)
  const [jobs] = await Promise.all([openJobs(connections.owner, logger), live.connect()])

  return {
    env,
    logger,
    db,
    maintenance,
    live,
    jobs,
    mail: env.smtpUrl ? openSmtp(env.smtpUrl, env.mailFrom) : openMailbox(join(env.dataDir, 'mailbox'), env.mailFrom),
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
