import type { Language } from '@tradewind/contract/kit/language'
import { phrase } from '@tradewind/contract/kit/phrase'
import { say } from '@tradewind/contract/kit/say'
import { notificationApi } from '@tradewind/contract/platform/notification.contract'
import { isStaff, SUPER_ADMIN } from '@tradewind/contract/roles'
import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { type Database, type Reader, tenantScope } from '#kit/database/database'
import { fieldsOf } from '#kit/database/list'
import { listRows } from '#kit/database/rows'
import { nextUpdatedAt } from '#kit/database/table'
import { notFound } from '#kit/errors'
import type { AllFeatures, Feature } from '#kit/feature'
import type { ReadContext, RequestContext, WriteContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import { worker } from '#kit/jobs'
import { notifyOfOwn } from '#kit/record/activity'
import { isOpenAccount, users } from '#platform/schema/user.table'
import type { AppContext } from '../appContext.ts'
import { type Announced, mountLive } from './notification/live.ts'
import {
  languageOfReader,
  noticeTranslator,
  notificationFormatter,
  notificationLetterJob,
} from './notification/notification.queries.ts'
import { notifications } from './schema/notification.table.ts'

type Needs = Pick<AppContext, 'settings' | 'texts'>

interface ListQuery {
  page?: number | undefined
  size?: number | undefined
  sort?: 'dateCreated' | '-dateCreated' | undefined
  unread?: 'true' | 'false' | undefined
}
type Row = typeof notifications.$inferSelect

const isOwn = ({ actor }: RequestContext) => eq(notifications.userId, actor.uniqueId)
const unread = isNull(notifications.readAt)

/** Creates the function that formats notifications in the reader's language. */
const formatterFor = async (db: Reader, request: RequestContext, needs: Needs) => {
  const language = await languageOfReader(db, request, needs)
  return notificationFormatter(await noticeTranslator(needs.texts, request.actor.tenantId, language))
}

const fields = fieldsOf(notifications)

const list = (needs: Needs) => async (query: ListQuery, context: ReadContext) => {
  const filter = query.unread && { true: unread, false: isNotNull(notifications.readAt) }[query.unread]
  const condition = and(isOwn(context), filter)
  const by = query.sort === 'dateCreated' ? asc : desc
  const matching = sql`from ${notifications} where ${condition}`
  const all = sql`select ${fields.columns} ${matching} order by ${by(notifications.dateCreated)}, ${by(notifications.uniqueId)}`
  const format = await formatterFor(context.db, context, needs)
  return listRows({ all, counted: sql`select ${matching}` }, query, context, (rows) =>
    rows.map((raw) => format(fields.read(raw) as Row)),
  )
}

const get =
  (needs: Needs) =>
  async ({ uniqueId }: { uniqueId: string }, context: ReadContext) => {
    const condition = and(eq(notifications.uniqueId, uniqueId), isOwn(context))
    const [row] = await context.db.select().from(notifications).where(condition)
    if (!row) throw notFound(say('Notification not found'))
    return (await formatterFor(context.db, context, needs))(row)
  }

/** The reader's other pages count their unread notifications again. */
const announceRead = ({ tx, actor: { tenantId, uniqueId } }: WriteContext) =>
  notifyOfOwn(tx, tenantId, uniqueId, 'notificationQueue')

const markedAsRead = { readAt: sql`now()`, updatedAt: nextUpdatedAt(notifications.updatedAt) }

/** Marks all the named notifications as read, or none. Returns how many were unread. */
const markRead = async ({ uniqueIds }: { uniqueIds: string[] }, context: WriteContext) => {
  const ids = [...new Set(uniqueIds)]
  const condition = and(inArray(notifications.uniqueId, ids), isOwn(context))
  if ((await context.tx.$count(notifications, condition)) !== ids.length) throw notFound(say('Notification not found'))
  const marked = await context.tx
    .update(notifications)
    .set(markedAsRead)
    .where(and(condition, unread))
    .returning({ id: notifications.uniqueId })
  if (marked.length > 0) announceRead(context)
  return { count: marked.length }
}

const readAll = async (_: object, context: WriteContext) => {
  const { rowCount } = await context.tx
    .update(notifications)
    .set(markedAsRead)
    .where(and(isOwn(context), unread))
  if (rowCount) announceRead(context)
  return { count: rowCount ?? 0 }
}

/** A user's own notifications. */
const notificationRoutes = (needs: Needs) =>
  routes(notificationApi, {
    list: list(needs),
    listOfUser: list(needs),
    unread: async (_, context) => ({ count: await context.db.$count(notifications, and(isOwn(context), unread)) }),
    get: get(needs),
    read: markRead,
    readAll,
  })

type LetterNeeds = Pick<AppContext, 'db' | 'settings' | 'texts' | 'post'>

/** The notification and its recipient. Nothing if either was deleted, or the account is closed. */
const findNotification = async (db: Database, tenantId: string, notificationId: string) => {
  const [both] = await db
    .as(tenantScope(tenantId))
    .select({ notice: notifications, user: users })
    .from(notifications)
    .innerJoin(users, and(eq(users.uniqueId, notifications.userId), isOpenAccount))
    .where(eq(notifications.uniqueId, notificationId))
  return both
}

/** The page that the notification links to, in the recipient's area; the list of notifications if it has none. */
const screenPath = (path: string | null, { role }: typeof users.$inferSelect) => {
  const segment = role === SUPER_ADMIN[0] ? 'superAdmin' : 'admin'
  if (path === null) return `${segment}/user/notificationQueue/list`
  return path.startsWith('/') ? path.slice(1) : `${isStaff({ roles: [role] }) ? 'crm' : 'user'}/${path}`
}

/** How many notifications from one user to another in 24 hours are mailed. Further ones are in the application alone. */
const MAX_MAILED_PER_DAY = 50

/** Whether its author has notified its recipient so often before that it is not mailed. */
const isBeyondMailed = async (db: Database, { tenantId, uniqueId, userId, createdBy, dateCreated }: Row) => {
  if (createdBy === null) return false
  const earlier = and(
    eq(notifications.userId, userId),
    eq(notifications.createdBy, createdBy),
    gt(notifications.dateCreated, sql`${dateCreated}::timestamptz - interval '24 hours'`),
    lt(notifications.uniqueId, uniqueId),
  )
  return (await db.as(tenantScope(tenantId)).$count(notifications, earlier)) >= MAX_MAILED_PER_DAY
}

/** Mails a notification that is not read yet, if the tenant wants that. A retry sends the same mail. */
const notificationLetterWorker = ({ db, settings, texts, post }: LetterNeeds) =>
  worker(notificationLetterJob, async ({ tenantId, notificationId }) => {
    const { NOTIFY_BY_EMAIL, DEFAULT_LANGUAGE } = await settings.of(tenantId)
    const both = NOTIFY_BY_EMAIL && (await findNotification(db, tenantId, notificationId))
    if (!both || both.notice.readAt !== null || (await isBeyondMailed(db, both.notice))) return
    const { notice, user } = both
    const language = user.language ?? (DEFAULT_LANGUAGE as Language)
    const translated = await noticeTranslator(texts, tenantId, language)
    const to = { address: user.emailAddress, language }
    // Translated before it is handed over: its values may have the same names as the letter's own.
    const values = { subject: translated(notice.subject, notice.values), content: translated(notice.content, notice.values) }
    await post(notificationId, tenantId, to, {
      subject: '{subject}',
      paragraphs: [phrase('Hello {name},'), '{content}'],
      button: { label: phrase('Open it'), path: screenPath(notice.path, user) },
      footer: phrase('You received this email because {address} has an account at {tenant}.'),
      values: { ...values, name: user.firstName, address: user.emailAddress },
    })
  })

const kindsOf = ({ entities = [], announced = [] }: Feature) => [...entities, ...announced]

/** The entities of all features by name, and what else they announce, as soon as the features are known. */
const kindsByName = (all: AllFeatures) => {
  let byName: ReadonlyMap<string, Announced> | undefined
  return () => (byName ??= new Map(all().flatMap((feature) => kindsOf(feature).map((of) => [of.name, of]))))
}

/** Notifications: in the application, by mail, and live. */
export const notificationFeature = (context: AppContext, all: AllFeatures): Feature => ({
  routes: () => [notificationRoutes(context)],
  mount: (app) => mountLive(app, { ...context, kinds: kindsByName(all) }),
  workers: [notificationLetterWorker(context)],
  retention: [{ table: notifications, since: notifications.dateCreated, setting: 'KEEP_NOTIFICATION_DAYS' }],
})
