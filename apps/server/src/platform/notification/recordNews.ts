import { can, reachOf } from '@tradewind/contract/kit/policy'
import { type Actor, isMember } from '@tradewind/contract/roles'
import type { Sockets } from '@tradewind/stomp-server/sockets'
import { and, inArray } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Database } from '#kit/database/database'
import { described } from '#kit/http/refuse'
import type { News } from '#kit/notifyNodes'
import { type Entity, rowFilter } from '#kit/record/entity'

/** What it takes to tell of records. */
export interface RecordTelling {
  db: Database
  logger: Logger
  findActor: (tenantId: string, userId: string) => Promise<Actor | undefined>
  /** The kinds of record by their names. */
  entities: () => ReadonlyMap<string, Entity>
}
type RecordNews = NonNullable<News['records']>
type Listener = ReturnType<Sockets['users']>[number]

/** Milliseconds in which news of records is gathered. */
const TOGETHER = 50

/** What a listener is by their session alone: enough to tell who sees all records of a kind. */
const outlineOf = ({ tenantId, userId, roles }: Listener): Actor => ({
  uniqueId: userId,
  tenantId,
  partitionId: isMember({ roles: roles as Actor['roles'] }) ? userId : tenantId,
  emailAddress: '',
  fullName: '',
  roles: roles as Actor['roles'],
  permissions: [],
  allowedCountries: [],
})

/** Which of these records somebody may see. Those in the trash count: a page that shows them learns that they have gone. */
const seenBy = async (actor: Actor, of: Entity, ids: readonly string[], { db }: RecordTelling) => {
  const reach = rowFilter(of, of.policy.see, actor)
  const these = and(inArray(of.table.uniqueId, [...ids]), reach === 'all' ? undefined : reach)
  const found = await db.as(actor).select({ uniqueId: of.table.uniqueId }).from(of.table).where(these)
  return new Set(found.map(({ uniqueId }) => uniqueId as string))
}

/** The part of some news that a listener may hear; undefined: nothing of it. `know`: finds out who it is, where that matters. */
const heardBy = async (listener: Actor, news: RecordNews, know: () => Promise<Actor | undefined>, needs: RecordTelling) => {
  const of = needs.entities().get(news.kind)
  if (!of || listener.partitionId !== news.partitionId) return undefined
  if (reachOf(of.policy.see, listener).includes('all')) return news
  if (!can(listener, of.policy.see)) return undefined
  // Of many records at once it is told that there are some, not which.
  if (news.written.length === 0) return news
  const actor = await know()
  if (!actor) return undefined
  const ids = news.written.map(({ uniqueId }) => uniqueId)
  const seen = await seenBy(actor, of, ids, needs)
  const written = news.written.filter(({ uniqueId }) => seen.has(uniqueId))
  return written.length > 0 ? { ...news, written } : undefined
}

/** Tells a listener what they may hear of all this. */
const tell = async (listener: Listener, all: readonly RecordNews[], needs: RecordTelling, sockets: Sockets) => {
  const { tenantId, userId } = listener
  let known: Promise<Actor | undefined> | undefined
  const know = () => (known ??= needs.findActor(tenantId, userId))
  const heard: RecordNews[] = []
  for (const news of all) {
    const part = await heardBy(outlineOf(listener), news, know, needs)
    if (part) heard.push(part)
  }
  if (heard.length === 0) return
  const news = heard.map(({ kind, written, about }) => ({ kind, written, about }))
  sockets.nudge({ tenantId, userId }, 'record', { news })
}

/** Tells open pages of records that were written: ids alone, each user of those that they may see. */
export const recordTeller = (needs: RecordTelling, sockets: Sockets) => {
  const waiting = new Map<string, RecordNews[]>()
  const tellAll = async () => {
    const all = [...waiting]
    waiting.clear()
    for (const [tenantId, news] of all)
      for (const listener of sockets.users({ tenantId })) await tell(listener, news, needs, sockets)
  }
  const begin = () =>
    void tellAll().catch((error: unknown) =>
      needs.logger.warn({ error: described(error) }, 'open pages were not told of records'),
    )
  return ({ topic, tenantId, records }: News) => {
    if (topic !== 'record' || !records || sockets.count({ tenantId }) === 0) return
    if (waiting.size === 0) setTimeout(begin, TOGETHER).unref()
    waiting.set(tenantId, [...(waiting.get(tenantId) ?? []), records])
  }
}
