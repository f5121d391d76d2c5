import { say } from '@tradewind/contract/kit/say'
import { and, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { driveItems, type Item } from '#drive/schema/drive.table'
import type { Database } from '#kit/database/database'
import { isUnavailable } from '#kit/database/scoped'
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
const CHECK_EVERY_BYTES = 8 * 1024 * 1024

interface Needs {
  db: Database
  settings: TenantSettings
  tenants: Tenants
  live: Live
  onNews: (listener: (news: News) => void) => unknown
}

/** A download, and the session in which it was requested. */
export interface Download extends Pick<RequestContext, 'actor' | 'sessionId'> {
  item: Pick<Item, 'uniqueId' | 'ownerId'>
  /** Whether the actor may still read it, where they read it through a record and not through the drive. */
  canReadThroughRecord?: (() => Promise<boolean>) | undefined
}
interface RunningDownload extends Download {
  end: () => void
  /** A check is running; and another one was requested meanwhile. */
  isChecking: boolean
  isRecheckRequested: boolean
}

/** Whether the actor may still open the item, in the session in which they requested it. */
const isStillAllowed = async ({ db, settings, tenants }: Needs, { actor, sessionId, item, canReadThroughRecord }: Download) => {
  const { tenantId, partitionId, uniqueId } = actor
  const isOn = (await settings.of(tenantId)).DRIVE_ENABLED && (await tenants.byId(tenantId))?.deletedAt === null
  if (!isOn || sessionId === undefined) return false
  const [row] = await db
    .as({ tenantId, partitionId })
    .select({ id: driveItems.uniqueId })
    .from(driveItems)
    .innerJoin(users, and(eq(users.uniqueId, uniqueId), isOpenAccount))
    .innerJoin(sessions, and(eq(sessions.uniqueId, sessionId), gt(sessions.endsAt, sql`now()`)))
    .where(
      and(
        eq(driveItems.uniqueId, item.uniqueId),
        isNull(driveItems.deletedAt),
        canReadThroughRecord ? undefined : or(eq(driveItems.ownerId, uniqueId), isSharedWith(uniqueId)),
      ),
    )
  return row !== undefined && (!canReadThroughRecord || canReadThroughRecord())
}

/** Whether a node message may end this download. */
const isAffectedBy =
  ({ topic, tenantId, id, userId }: News) =>
  ({ actor, item, canReadThroughRecord }: RunningDownload) => {
    if (actor.tenantId !== tenantId) return false
    // An owner's session too: with another role the owner may have no drive.
    if (topic === 'session') return id === undefined || id === actor.uniqueId || id === item.ownerId
    if (topic === 'drive')
      return userId === undefined || userId === actor.uniqueId || (!!canReadThroughRecord && userId === item.ownerId)
    return topic === 'tenant' || topic === 'setting'
  }

/** The bytes; checks the right to them every 8 MB. */
async function* withRightsChecks(bytes: Readable, may: () => Promise<boolean>) {
  let passed = 0
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    passed += chunk.length
    if (passed >= CHECK_EVERY_BYTES) {
      if (!(await may())) throw new Error('The right to this download has ended')
      passed = 0
    }
    yield chunk
  }
}

/** Milliseconds to wait before each retry. */
const RETRY_PAUSES = [250, 1000, 4000]

/** Whether a download may continue. Where the database is unavailable for a moment, the download does not end: retries a few times. */
const withRetries = (needs: Needs) => async (fetching: Download) => {
  for (const pause of RETRY_PAUSES) {
    const answer = await isStillAllowed(needs, fetching).catch((error: unknown) => (isUnavailable(error) ? 'later' : false))
    if (answer !== 'later') return answer
    await setTimeout(pause)
  }
  return isStillAllowed(needs, fetching).catch(() => false)
}

/** Ends a download that may not continue. However many messages arrive during a check, one more check follows it. */
const createRecheck = (may: (fetching: Download) => Promise<boolean>) => async (one: RunningDownload) => {
  one.isRecheckRequested = true
  if (one.isChecking) return
  one.isChecking = true
  while (one.isRecheckRequested) {
    one.isRecheckRequested = false
    if (!(await may(one))) one.end()
  }
  one.isChecking = false
}

/** The downloads that run on this node. Each ends as soon as the right to it ends, on whichever node that happens. */
export const openDownloads = (needs: Needs) => {
  const running = new Set<RunningDownload>()
  const may = withRetries(needs)
  const assertMay = async (fetching: Download) => {
    if (!(await isStillAllowed(needs, fetching))) throw notFound(say('File not found'))
  }
  const recheck = createRecheck(may)
  const recheckWhere = (which: (one: RunningDownload) => boolean) => {
    for (const one of running) if (which(one)) void recheck(one)
  }
  needs.onNews((news) => recheckWhere(isAffectedBy(news)))
  needs.live.onUp(() => recheckWhere(() => true)) // messages sent while the connection was down were missed

  /** Streams the bytes as long as the actor may have them. 404 where they no longer may. */
  const follow = async (fetching: Download, open: () => Promise<Readable>) => {
    const aborter = new AbortController()
    const one = { ...fetching, end: () => aborter.abort(), isChecking: false, isRecheckRequested: false }
    running.add(one) // before the check, so that no message from here on is missed
    try {
      await assertMay(one)
      const bytes = await open()
      const guarded = Readable.from(
        withRightsChecks(bytes, () => may(one)),
        { highWaterMark: 1, signal: aborter.signal },
      )
      return guarded.once('close', () => {
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
