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

/** Bytes after which a download looks whether it may go on, should no news have reached it. */
const LOOKS = 8 * 1024 * 1024

interface Needs {
  db: Database
  settings: TenantSettings
  tenants: Tenants
  live: Live
  onNews: (listener: (news: News) => void) => unknown
}

/** A download, and the session in which it was asked for. */
export interface Fetching extends Pick<RequestContext, 'actor' | 'sessionId'> {
  item: Pick<Item, 'uniqueId' | 'ownerId'>
  /** Whether who asked may still read it, where they do so through a record and not by the drive. */
  through?: (() => Promise<boolean>) | undefined
}
interface Running extends Fetching {
  end: () => void
  /** It is looked at just now; and there is news since. */
  isLookedAt: boolean
  isAgain: boolean
}

/** Who asked may still open the item, in the session in which they asked. */
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

/** Whose downloads a piece of news may end. */
const isAbout =
  ({ topic, tenantId, id, userId }: News) =>
  ({ actor, item, through }: Running) => {
    if (actor.tenantId !== tenantId) return false
    // An owner's too: another role may have no drive.
    if (topic === 'session') return id === undefined || id === actor.uniqueId || id === item.ownerId
    if (topic === 'drive') return userId === undefined || userId === actor.uniqueId || (!!through && userId === item.ownerId)
    return topic === 'tenant' || topic === 'setting'
  }

/** The bytes, looked at every 8 MB. */
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

/** Milliseconds after which it is asked again. */
const PAUSES = [250, 1000, 4000]

/** Whether a download may go on. Where the database is away for a moment, nothing has ended: it is asked again a few times. */
const patient = (needs: Needs) => async (fetching: Fetching) => {
  for (const pause of PAUSES) {
    const answer = await mayStill(needs, fetching).catch((error: unknown) => (isAway(error) ? 'later' : false))
    if (answer !== 'later') return answer
    await setTimeout(pause)
  }
  return mayStill(needs, fetching).catch(() => false)
}

/** Ends a download that may not go on. However much is told meanwhile, it is looked at once more. */
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

/** The downloads that run on this node: each ends as soon as the right to it does, whichever node that happens on. */
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
  needs.live.whenUp(() => lookAt(() => true)) // what was told meanwhile was not heard

  /** The bytes, as long as who asked may have them. 404 where they may not have them any more. */
  const follow = async (fetching: Fetching, open: () => Promise<Readable>) => {
    const ending = new AbortController()
    const one = { ...fetching, end: () => ending.abort(), isLookedAt: false, isAgain: false }
    running.add(one) // before it is looked at: what is told from here on is not missed
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
