import { openFiles } from '@tradewind/byte-store/open'
import type { Language } from '@tradewind/contract/kit/language'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { openLegalTexts } from '#platform/legalText.queries'
import type { Connections } from './connect.ts'
import type { Env } from './env.ts'
import { type Database, openDatabase, openFigures, openProbe, openReadCaches, type ReadCaches } from './kit/database/database.ts'
import { openReplicas } from './kit/database/replicas.ts'
import type { StatementWatch } from './kit/database/scoped.ts'
import { addressHasher, addressFinder } from './kit/http/address.ts'
import { openJobs, type Tracer } from './kit/jobs.ts'
import type { News, TransactionNews } from './kit/notifyNodes.ts'
import { deviceKeyMaker } from './platform/identity/account.ts'
import { actorFinder, downloadTickets, createIdentify, openSessions } from './platform/identity/identify.ts'
import { linkMaker } from './platform/identity/links.queries.ts'
import { openTexts } from './platform/message.queries.ts'
import { notifier, readerTranslator } from './platform/notification/notification.queries.ts'
import { type Tenant, openTenants } from './platform/tenant.queries.ts'
import { logoOf, openSettings } from './platform/tenantSetting.queries.ts'
import { type Live, openLive } from './services/live.ts'
import { openMailbox, openSmtp } from './services/mail.ts'
import { letterWriter, mailer, type Sender } from './services/mailer.ts'
import { openTelemetry, traceFiles, traceMail } from './services/telemetry.ts'

/** Opens the caches of database contents, which are invalidated when a node announces a change. */
const openCaches = (db: Database, live: Live) => ({
  tenants: openTenants(db, live.isUp),
  sessions: openSessions(db, live.isUp),
  settings: openSettings(db, live.isUp),
  texts: openTexts(db, live.isUp),
  legalTexts: openLegalTexts(db, live.isUp),
})
type Caches = ReturnType<typeof openCaches>

const invalidate = ({ tenants, sessions, settings, texts, legalTexts }: Caches, { topic, tenantId, id }: News) => {
  if (topic === 'session') sessions.forget({ userId: id, tenantId })
  if (topic === 'tenant') tenants.forget()
  if (topic === 'setting') settings.forget(tenantId)
  if (topic === 'message') texts.forget(tenantId)
  if (topic === 'legalText') legalTexts.forget(tenantId)
  if (topic === 'tenant' || topic === 'setting') sessions.forget({ tenantId })
}

const invalidateAll = (caches: Caches) => {
  for (const one of Object.values(caches)) one.forget()
}

/** Distributes news of this node's transactions and of other nodes to listeners. While news cannot arrive, nothing is cached. */
const openNews = (live: Live) => {
  const listeners: ((news: News) => void)[] = []
  const notifyListeners = (news: News) => {
    for (const listener of listeners) listener(news)
  }
  live.subscribe(notifyListeners)
  return {
    onNews: (listener: (news: News) => void) => listeners.push(listener),
    onCommit: ({ sendsAfterCommit, ...news }: TransactionNews) => {
      notifyListeners(news)
      if (sendsAfterCommit) live.publish(news)
    },
  }
}

/** Creates a function that finds the sender of a tenant's letters. */
const senderFinder =
  ({ tenants, settings, texts }: Caches, env: Env) =>
  async (tenantId: string): Promise<Sender | undefined> => {
    const [tenant, settingValues] = await Promise.all([tenants.byId(tenantId), settings.of(tenantId)])
    if (!tenant || tenant.deletedAt) return undefined
    return {
      name: tenant.fullName,
      origin: originOf(env, tenant),
      logo: logoOf(settingValues),
      replyTo: settingValues.CONTACT_EMAIL || null,
      language: settingValues.DEFAULT_LANGUAGE as Language,
      translator: (language) => texts.translator(tenantId, language),
    }
  }

const openMail = (env: Env, tracer: Tracer | undefined) => {
  const mail = env.smtpUrl ? openSmtp(env.smtpUrl, env.mailFrom) : openMailbox(join(env.dataDir, 'mailbox'), env.mailFrom)
  return tracer ? traceMail(mail, tracer) : mail
}

/** Opens the file store. Operations of an S3 bucket are traced. */
const openFileStore = async ({ filesLocation }: Env, tracer: Tracer | undefined) => {
  const files = await openFiles(filesLocation)
  return tracer && 'bucket' in filesLocation ? traceFiles(files, tracer) : files
}

interface Shared {
  live: Live
  onCommit: (news: TransactionNews) => void
  readCaches: ReadCaches
  watch: StatementWatch
  logger: Logger
}

/** Opens all database connections except those of jobs and news. */
const openDatabases = (connections: Connections, { live, onCommit, readCaches, watch, logger }: Shared) => {
  const db = openDatabase({ ...connections.app, onCommit, caches: readCaches, watch })
  const open = {
    db,
    /** Can reach every partition of one tenant. */
    maintenance: openDatabase({ ...connections.maintenance, onCommit, watch }),
    /** The read replicas; undefined if there are none. */
    replicas: openReplicas(
      connections.replicas?.map((one) => ({ ...one, caches: readCaches, watch })),
      { db, live, caches: readCaches, logger },
    ),
    probe: openProbe(connections.app),
    /** Statistics of PostgreSQL. */
    figures: openFigures(connections.owner),
  }
  return { ...open, open, close: () => Promise.all(Object.values(open).map(async (one) => one?.close())) }
}

/** Opens everything that features share. */
export const openAppContext = async (env: Env, connections: Connections, secret: string, logger: Logger) => {
  const live = openLive(connections.owner)
  const { onNews, onCommit } = openNews(live)
  const readCaches = openReadCaches(live.isUp)
  const telemetry = await openTelemetry(env, logger)
  const { recorder } = telemetry
  const { watch } = telemetry.statements
  const databases = openDatabases(connections, { live, onCommit, readCaches, watch, logger })
  const { db, replicas } = databases
  const caches = openCaches(db, live)
  onNews((news) => {
    replicas?.handleNews(news) // before listeners reload data because of it
    invalidate(caches, news)
    readCaches.handleNews(news)
  })
  live.onDown(() => {
    invalidateAll(caches)
    readCaches.forget()
  })
  const links = linkMaker(secret)
  const [jobs] = await Promise.all([openJobs(connections.owner, logger, connections.roles, recorder), live.connect()])
  const mail = openMail(env, recorder)
  const writeLetter = letterWriter(senderFinder(caches, env))

  return {
    env,
    logger,
    ...databases.open,
    live,
    jobs,
    mail,
    /** Sends letters of a tenant in the recipient's language. */
    post: mailer(mail, writeLetter),
    /** Renders a letter as it would be mailed, without sending it. */
    writeLetter,
    notify: notifier(jobs),
    translatorFor: readerTranslator(caches),
    files: await openFileStore(env, recorder),
    telemetry,
    ...caches,
    onNews,
    links,
    deviceKeys: deviceKeyMaker(secret),
    hashAddress: addressHasher(secret),
    tickets: downloadTickets(db, links, caches),
    findActor: actorFinder(db),
    addressOf: addressFinder(env.trustProxy),
    ...createIdentify(caches),
    /** The origin of a tenant's pages: its own domain with the scheme and port of APP_URL, never taken from a request. */
    originOf: (tenant: Tenant) => originOf(env, tenant),
    close: async () => {
      await jobs.stop()
      await live.close()
      await Promise.all([databases.close(), recorder?.close()])
    },
  }
}
export type AppContext = Awaited<ReturnType<typeof openAppContext>>

const originOf = (env: Env, tenant: Pick<Tenant, 'domainName'>) => {
  const url = new URL(env.appUrl ?? `http://localhost:${env.port}`)
  if (tenant.domainName) url.hostname = tenant.domainName
  return url.origin
}
