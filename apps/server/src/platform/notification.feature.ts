import type { Language } from '@tradewind/contract/kit/language'
import { phrase } from '@tradewind/contract/kit/say'
import { isStaff, SUPER_ADMIN } from '@tradewind/contract/roles'
import { and, eq } from 'drizzle-orm'
import { type Database, tenantScope } from '#kit/database/database'
import type { AllFeatures, Feature } from '#kit/feature'
import { worker } from '#kit/jobs'
import type { Entity } from '#kit/record/entity'
import type { TextsOf } from '#platform/message.queries'
import { isOpenAccount, users } from '#platform/schema/user.table'
import type { TenantSettings } from '#platform/tenantSetting.queries'
import type { Mailer } from '#services/mailer'
import type { AppContext } from '../appContext.ts'
import { mountLive } from './notification/live.ts'
import { notificationLetterJob } from './notification/notification.queries.ts'
import { notificationRoutes } from './notification/notification.routes.ts'
import { notifications } from './schema/notification.table.ts'

interface Needs {
  db: Database
  settings: TenantSettings
  texts: TextsOf
  post: Mailer
}

/** The notification and whom it is for. Nothing where either is gone, or the account is closed. */
const found = async (db: Database, tenantId: string, notificationId: string) => {
  const [both] = await db
    .as(tenantScope(tenantId))
    .select({ notice: notifications, user: users })
    .from(notifications)
    .innerJoin(users, and(eq(users.uniqueId, notifications.userId), isOpenAccount))
    .where(eq(notifications.uniqueId, notificationId))
  return both
}

/** The screen that shows it, in the area of whom it is for; the list of notifications where it has none. */
const screenOf = (path: string | null, { role }: typeof users.$inferSelect) => {
  const segment = role === SUPER_ADMIN[0] ? 'superAdmin' : 'admin'
  if (path === null) return `${segment}/user/notificationQueue/list`
  return path.startsWith('/') ? path.slice(1) : `${isStaff({ roles: [role] }) ? 'crm' : 'user'}/${path}`
}

/** Mails what the bell tells, where the tenant wants that. Done twice it is the same mail. */
const notificationLetterWorker = ({ db, settings, texts, post }: Needs) =>
  worker(notificationLetterJob, async ({ tenantId, notificationId }) => {
    const { NOTIFY_BY_EMAIL, DEFAULT_LANGUAGE } = await settings.of(tenantId)
    const both = NOTIFY_BY_EMAIL && (await found(db, tenantId, notificationId))
    if (!both) return
    const { notice, user } = both
    const language = user.language ?? (DEFAULT_LANGUAGE as Language)
    const say = await texts.translator(tenantId, language)
    const to = { address: user.emailAddress, language }
    // Said before it is handed over: its values may have the names of the letter's own.
    const values = { subject: say(notice.subject, notice.values), content: say(notice.content, notice.values) }
    await post(notificationId, tenantId, to, {
      subject: '{subject}',
      paragraphs: [phrase('Hello {name},'), '{content}'],
      button: { label: phrase('Open it'), path: screenOf(notice.path, user) },
      footer: phrase('You received this email because {address} has an account at {tenant}.'),
      values: { ...values, name: user.firstName, address: user.emailAddress },
    })
  })

/** The kinds of record of all features, as soon as these are known. */
const byName = (all: AllFeatures) => {
  let known: ReadonlyMap<string, Entity> | undefined
  return () => (known ??= new Map(all().flatMap(({ entities = [] }) => entities.map(({ entity }) => [entity.name, entity]))))
}

/** What people are told: in the bell, by mail, and live. */
export const notificationFeature = (context: AppContext, all: AllFeatures): Feature => ({
  routes: () => [notificationRoutes(context)],
  mount: (app) => mountLive(app, { ...context, entities: byName(all) }),
  workers: [notificationLetterWorker(context)],
  ages: [{ table: notifications, since: notifications.dateCreated, setting: 'KEEP_NOTIFICATION_DAYS' }],
})
