import { say } from '@tradewind/contract/kit/say'
import { notificationApi } from '@tradewind/contract/platform/notification.contract'
import { and, asc, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Reader } from '#kit/database/database'
import { fieldsOf } from '#kit/database/list'
import { listRows } from '#kit/database/rows'
import { nextUpdatedAt } from '#kit/database/table'
import { notFound } from '#kit/errors'
import type { RequestContext, ReadContext, WriteContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import type { TextsOf } from '#platform/message.queries'
import { notifications } from '#platform/schema/notification.table'
import { users } from '#platform/schema/user.table'
import type { TenantSettings } from '#platform/tenantSetting.queries'
import { languageOf, toldIn } from './notification.queries.ts'

interface Needs {
  settings: TenantSettings
  texts: TextsOf
}

interface Asked {
  page?: number | undefined
  size?: number | undefined
  sort?: 'dateCreated' | '-dateCreated' | undefined
  unread?: 'true' | 'false' | undefined
}
type Row = typeof notifications.$inferSelect

const ownOf = ({ actor }: RequestContext) => eq(notifications.userId, actor.uniqueId)
const unread = isNull(notifications.readAt)

/** Tells notifications in the language of who asks. */
const tellerFor = async (db: Reader, { actor: { uniqueId, tenantId }, accepted }: RequestContext, { settings, texts }: Needs) => {
  const [[user], decided] = await Promise.all([
    db.select({ language: users.language }).from(users).where(eq(users.uniqueId, uniqueId)),
    settings.of(tenantId),
  ])
  return toldIn(await texts.translator(tenantId, languageOf(user?.language, accepted, decided)))
}

const fields = fieldsOf(notifications)

const list = (needs: Needs) => async (asked: Asked, context: ReadContext) => {
  const filter = asked.unread && { true: unread, false: isNotNull(notifications.readAt) }[asked.unread]
  const mine = and(ownOf(context), filter)
  const by = asked.sort === 'dateCreated' ? asc : desc
  const met = sql`from ${notifications} where ${mine}`
  const all = sql`select ${fields.named} ${met} order by ${by(notifications.dateCreated)}, ${by(notifications.uniqueId)}`
  const tell = await tellerFor(context.db, context, needs)
  return listRows({ all, counted: sql`select ${met}` }, asked, context, (rows) =>
    rows.map((raw) => tell(fields.read(raw) as Row)),
  )
}

const get =
  (needs: Needs) =>
  async ({ uniqueId }: { uniqueId: string }, context: ReadContext) => {
    const mine = and(eq(notifications.uniqueId, uniqueId), ownOf(context))
    const [row] = await context.db.select().from(notifications).where(mine)
    if (!row) throw notFound(say('Notification not found'))
    return (await tellerFor(context.db, context, needs))(row)
  }

const now = { readAt: sql`now()`, updatedAt: nextUpdatedAt(notifications.updatedAt) }

/** All that are named, or none. Gives how many were unread. */
const read = async ({ uniqueIds }: { uniqueIds: string[] }, context: WriteContext) => {
  const ids = [...new Set(uniqueIds)]
  const mine = and(inArray(notifications.uniqueId, ids), ownOf(context))
  if ((await context.tx.$count(notifications, mine)) !== ids.length) throw notFound(say('Notification not found'))
  const marked = await context.tx
    .update(notifications)
    .set(now)
    .where(and(mine, unread))
    .returning({ id: notifications.uniqueId })
  return { count: marked.length }
}

const readAll = async (_: object, context: WriteContext) => {
  const { rowCount } = await context.tx
    .update(notifications)
    .set(now)
    .where(and(ownOf(context), unread))
  return { count: rowCount ?? 0 }
}

/** What a person was notified of: own rows alone. */
export const notificationRoutes = (needs: Needs) =>
  routes(notificationApi, {
    list: list(needs),
    listOfUser: list(needs),
    unread: async (_, context) => ({ count: await context.db.$count(notifications, and(ownOf(context), unread)) }),
    get: get(needs),
    read,
    readAll,
  })
