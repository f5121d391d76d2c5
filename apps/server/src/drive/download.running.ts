import { say } from '@tradewind/contract/kit/say'
import { and, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { driveItems, type Item } from '#drive/schema/drive.table'
import type { Database } from '#kit/database/database'
import { isAway } from '#kit/database/scoped'
import { notFound } from '#kit/errors'
import type { RequestContext } from '#kit/http/context'
import type { News } from '#kit/notifyNodes'
import { sessions } from '#platform/schema/identity.table'
import { isOpenAccount, users } from '#platform/schema/user.table'
import type { Tenants } from '#platform/tenant.queries'
import type { TenantSettings } from '#platform/tenantSetting.queries'
import type { Live } from '#services/live'
import { isSharedWith } from './drive.access.ts'

/** Bytes after which a download checks whether it may continue, in case no node message reached it. */
const LOOKS = 8 * 1024 * 1024

interface Needs {
  db: Database
  settings: TenantSettings
  tenants: Tenants
  live: Live
  onNews: (listener: (news: News) => void) => unknown
}

/** A download, and the session in which it was requested. */
export interface Fetching extends Pick<RequestContext, 'actor' | 'sessionId'> {
  item: Pick<Item, 'uniqueId' | 'ownerId'>
  /** Whether the actor may still read it, where they read it through a record and not through the drive. */
  through?: (() => Promise<boolean>) | undefined
}
interface Running extends Fetching {
  end: () => void
  /** A check is running; and another one was requested meanwhile. */
  isLookedAt: boolean
  isAgain: boolean
}

/** Whether the actor may still open the item, in the session in which they requested it. */
const mayStill = async ({ db, settings, tenants }: Needs, { actor, sessionId, item, through }: Fetching) => {
  const { tenantId, partitionId, uniqueId } = actor
  const isOn = (await settings.of(tenantId)).DRIVE_ENABLED && (await tenants.byId(tenantId))?.deletedAt === null
  if (!isOn || sessionId === undefined) return false
  const [still] = await db
    .as({ tenantId, partitionId })
    .select({ id: driveItems.uniqueId })
    .from(driveItems)
    .innerJoin(users, and(eq(users.uniqueId, uniqueId), isOpenAccount))
    .innerJoin(sessions, and(eq(sessions.uniqueId, sessionId), gt(sessions.endsAt, sql`now()`)))
    .where(
      and(
        eq(driveItems.uniqueId, item.uniqueId),
        isNull(driveItems.deletedAt),
        through ? undefined : or(eq(driveItems.ownerId, uniqueId), isSharedWith(uniqueId)),
      ),
    )
  return still !== undefined && (!through || through())
}

/** Whether a node message may end this download. */
const isAbout =
  ({ topic, tenantId, id, userId }: News) =>
  ({ actor, item, through }: Running) => {
    if (actor.tenantId !== tenantId) return false
    // An owner's session too: with another role the owner may have no drive.
    if (topic === 'session') return id === undefined || id === actor.uniqueId || id === item.ownerId
    if (topic === 'drive') return userId === undefined || userId === actor.uniqueId || (!!through && userId === item.ownerId)
    return topic === 'tenant' || topic === 'setting'
  }

/** The bytes; checks the right to them every 8 MB. */
async function* looked(bytes: Readable, may: () => Promise<boolean>) {
  let passed = 0
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    passed += chunk.length
    if (passed >= LOOKS) {
      if (!(await may())) throw new Error('The right to this download has ended')
      passed = 0
    }
    yield chunk
  }
}

/** Milliseconds to wait before each retry. */
const PAUSES = [250, 1000, 4000]

/** Whether a download may continue. Where the database is unavailable for a moment, the download does not end: retries a few times. */
const patient = (needs: Needs) => async (fetching: Fetching) => {
  for (const pause of PAUSES) {
    const answer = await mayStill(needs, fetching).catch((error: unknown) => (isAway(error) ? 'later' : false))
    if (answer !== 'later') return answer
    await setTimeout(pause)
  }
  return mayStill(needs, fetching).catch(() => false)
}

/** Ends a download that may not continue. However many messages arrive during a check, one more check follows it. */
const looker = (may: (fetching: Fetching) => Promise<boolean>) => async (one: Running) => {
  one.isAgain = true
  if (one.isLookedAt) return
  one.isLookedAt = true
  while (one.isAgain) {
    one.isAgain = false
    if (!(await may(one))) one.end()
  }
  one.isLookedAt = false
}

/** The downloads that run on this node. Each ends as soon as the right to it ends, on whichever node that happens. */
export const openRunning = (needs: Needs) => {
  const running = new Set<Running>()
  const may = patient(needs)
  const assertMay = async (fetching: Fetching) => {
    if (!(await mayStill(needs, fetching))) throw notFound(say('File not found'))
  }
  const look = looker(may)
  const lookAt = (which: (one: Running) => boolean) => {
    for (const one of running) if (which(one)) void look(one)
  }
  needs.onNews((news) => lookAt(isAbout(news)))
  needs.live.whenUp(() => lookAt(() => true)) // messages sent while the connection was down were missed

  /** Streams the bytes as long as the actor may have them. 404 where they no longer may. */
  const follow = async (fetching: Fetching, open: () => Promise<Readable>) => {
    const ending = new AbortController()
    const one = { ...fetching, end: () => ending.abort(), isLookedAt: false, isAgain: false }
    running.add(one) // before the check, so that no message from here on is missed
    try {
      await assertMay(one)
      const bytes = await open()
      const followed = Readable.from(
        looked(bytes, () => may(one)),
        { highWaterMark: 1, signal: ending.signal },
      )
      return followed.once('close', () => {
        bytes.destroy()
        running.delete(one)
      })
    } catch (error) {
      running.delete(one)
      throw error
    }
  }

  return { assertMay, follow }
}
