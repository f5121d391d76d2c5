import type { FeedContent } from '@tradewind/contract/crm/calendar.kinds'
import { and, asc, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import { projectEntity, projects } from '#crm/schema/project.table'
import type { Reader, Tx } from '#kit/database/database'
import type { RequestContext } from '#kit/http/context'
import { rowFilter } from '#kit/record/entity'
import { linkTokens } from '#platform/schema/identity.table'

/** What a feed holds: the subject of its link. */
export interface Contents {
  what: FeedContent
  project: string | null
}

/** What feeds take of the links of the application. */
export interface FeedLinks {
  tenantOf: (token: string) => string | undefined
  read: (
    db: Reader,
    tenantId: string,
    token: string,
    purpose: 'CALENDAR',
  ) => Promise<{ uniqueId: string; userId: string; subject: string } | undefined>
  make: (
    tx: Tx,
    tenantId: string,
    link: { purpose: 'CALENDAR'; userId: string; subject: string; minutes: number },
  ) => Promise<{ uniqueId: string; token: string }>
}

/** In effect for ever: a feed ends with its person's access, with a new password, or when it is ended by hand. */
export const FEED_MINUTES = 10 * 365 * 24 * 60

const living = (userId: string) =>
  and(
    eq(linkTokens.userId, userId),
    eq(linkTokens.purpose, 'CALENDAR'),
    isNull(linkTokens.usedAt),
    gt(linkTokens.expiresAt, sql`now()`),
  )

export const contentsOf = (subject: string) => JSON.parse(subject) as Contents

/** How many feeds somebody has. */
export const countFeeds = (tx: Tx, userId: string) => tx.$count(linkTokens, living(userId))

/** Ends a feed of this person. Says whether there was one. */
export const endFeed = async (tx: Tx, userId: string, uniqueId: string) => {
  const ended = await tx
    .update(linkTokens)
    .set({ usedAt: sql`now()` })
    .where(and(living(userId), eq(linkTokens.uniqueId, uniqueId)))
    .returning({ uniqueId: linkTokens.uniqueId })
  return ended.length > 0
}

/** The names of the projects that who asks may see, of these. */
const projectNames = async (ids: string[], db: Reader, { actor }: Pick<RequestContext, 'actor'>) => {
  if (ids.length === 0) return new Map<string, string>()
  const reach = rowFilter(projectEntity, projectEntity.policy.see, actor)
  const { uniqueId, name, deletedAt } = projects
  const seen = and(inArray(uniqueId, ids), isNull(deletedAt), reach === 'all' ? undefined : reach)
  const found = await db.select({ uniqueId, name }).from(projects).where(seen)
  return new Map(found.map((project) => [project.uniqueId, project.name]))
}

/** The feeds of who asks, the oldest first. */
export const feedsOf = async (db: Reader, asking: Pick<RequestContext, 'actor'>) => {
  const { uniqueId, subject, dateCreated, lastFetched } = linkTokens
  const found = await db
    .select({ uniqueId, subject, dateCreated, lastFetched })
    .from(linkTokens)
    .where(living(asking.actor.uniqueId))
    .orderBy(asc(dateCreated), asc(uniqueId))
  const feeds = found.map((feed) => ({ ...feed, ...contentsOf(feed.subject) }))
  const names = await projectNames(
    feeds.flatMap(({ project }) => project ?? []),
    db,
    asking,
  )
  return feeds.map(({ project, ...feed }) => {
    const name = project ? names.get(project) : undefined
    return { ...feed, project: project && name !== undefined ? { uniqueId: project, name } : null }
  })
}

/** Notes that a feed was fetched: once a minute is often enough. */
export const noteFetch = (tx: Tx, uniqueId: string) =>
  tx
    .update(linkTokens)
    .set({ lastFetched: sql`now()` })
    .where(
      and(
        eq(linkTokens.uniqueId, uniqueId),
        sql`(${linkTokens.lastFetched} is null or ${linkTokens.lastFetched} < now() - interval '1 minute')`,
      ),
    )
