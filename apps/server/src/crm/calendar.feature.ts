import { calendarKinds, MAX_ENTRIES, MAX_FEEDS } from '@tradewind/contract/crm/calendar.constants'
import { calendarApi } from '@tradewind/contract/crm/calendar.contract'
import { say } from '@tradewind/contract/kit/say'
import { eq } from 'drizzle-orm'
import { pageOf } from '#kit/database/list'
import { invalid, notFound } from '#kit/errors'
import type { Feature } from '#kit/feature'
import { manualTransaction, type WriteContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import { requireReference } from '#kit/record/crud'
import { users } from '#platform/schema/user.table'
import type { Tenant, Tenants } from '#platform/tenant.queries'
import type { AppContext } from '../appContext.ts'
import { mountFeed } from './calendar.feed.ts'
import { type Contents, countFeeds, entriesOf, FEED_MINUTES, type FeedLinks, feedsOf, revokeFeed } from './calendar.queries.ts'
import { projectEntity } from './schema/project.table.ts'

interface Needs {
  links: FeedLinks
  tenants: Tenants
  originOf: (tenant: Tenant) => string
}

/** Creates a feed of what the actor may see. Throws if they have the maximum number of feeds. The lock on the user serializes concurrent creations. */
const makeFeed = async ({ links }: Needs, contents: Contents, context: WriteContext) => {
  const { tx, actor } = context
  const { uniqueId: userId, tenantId } = actor
  const feedProject = contents.project
    ? await requireReference(
        projectEntity,
        projectEntity.policy.see,
        ['project', contents.project],
        say('Choose a project'),
        context,
      )
    : null
  await tx.select({ id: users.uniqueId }).from(users).where(eq(users.uniqueId, userId)).for('update')
  if ((await countFeeds(tx, userId)) >= MAX_FEEDS)
    throw invalid({ what: say('You have {count} addresses. Revoke one of them first.', { count: MAX_FEEDS }) })
  const link = { purpose: 'CALENDAR', userId, subject: JSON.stringify(contents), minutes: FEED_MINUTES } as const
  return {
    ...(await links.make(tx, tenantId, link)),
    project: feedProject && { uniqueId: feedProject.uniqueId, name: feedProject.name },
  }
}

/** The routes of the calendar, and of the URLs at which other programs read it. */
const calendarRoutes = (needs: Needs) =>
  routes(calendarApi, {
    read: async ({ from, to, kinds = calendarKinds, mine }, context) => {
      const query = { from, to, kinds: calendarKinds.filter((kind) => kinds.includes(kind)), mine, limit: MAX_ENTRIES + 1 }
      const entries = await entriesOf(query, context)
      return { entries: entries.slice(0, MAX_ENTRIES), hasMore: entries.length > MAX_ENTRIES }
    },

    feeds: async (_, { db, ...request }) => pageOf(await feedsOf(db, request), {}),

    // A manual transaction, so that the reply is not stored for idempotent repeats: the URL must exist nowhere but in the response.
    createFeed: manualTransaction(async ({ what, project = null }, { write, actor }) => {
      const created = await write((context) => makeFeed(needs, { what, project }, context))
      const tenant = await needs.tenants.byId(actor.tenantId)
      const url = `${needs.originOf(tenant!)}/calendar/${created.token}.ics`
      return {
        uniqueId: created.uniqueId,
        what,
        project: created.project,
        dateCreated: new Date().toISOString(),
        lastFetched: null,
        url,
      }
    }),

    endFeed: async ({ uniqueId }, { tx, actor }) => {
      if (!(await revokeFeed(tx, actor.uniqueId, uniqueId))) throw notFound()
      return { uniqueId }
    },
  })

/** Events, meetings, tasks and next contacts by day, and the URLs at which other programs read them. */
export const calendarFeature = (context: AppContext): Feature => ({
  routes: () => [calendarRoutes(context)],
  mount: (app) => mountFeed(app, context),
})
