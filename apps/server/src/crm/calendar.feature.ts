import { calendarKinds, MAX_ENTRIES, MAX_FEEDS, type CalendarKind } from '@tradewind/contract/crm/calendar.constants'
import { calendarApi } from '@tradewind/contract/crm/calendar.contract'
import { calendarPolicy } from '@tradewind/contract/crm/policies'
import { type Language, languages } from '@tradewind/contract/kit/language'
import { phrase } from '@tradewind/contract/kit/phrase'
import { can } from '@tradewind/contract/kit/policy'
import { say } from '@tradewind/contract/kit/say'
import { type Actor, isStaff } from '@tradewind/contract/roles'
import { eq, and, isNull } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { hash } from 'node:crypto'
import { eventEntity } from '#crm/schema/event.table'
import { type Reader, tenantScope } from '#kit/database/database'
import { pageOf } from '#kit/database/list'
import { addDays, todayIn } from '#kit/days'
import { invalid, notFound } from '#kit/errors'
import type { Feature } from '#kit/feature'
import { taggedBody } from '#kit/http/answer'
import { manualTransaction, type WriteContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import { iCalendar } from '#kit/icalendar'
import { requireReference } from '#kit/record/crud'
import { rowCondition } from '#kit/record/entity'
import { countTry, networkLimits } from '#platform/identity/throttle.queries'
import { fillPlaceholders, type Translator } from '#platform/message.queries'
import { users } from '#platform/schema/user.table'
import type { AppContext } from '../appContext.ts'
import {
  type Contents,
  countFeeds,
  entriesOf,
  FEED_MINUTES,
  feedsOf,
  revokeFeed,
  contentsOf,
  type Entry,
  recordFetch,
} from './calendar.queries.ts'
import { projectEntity, projects } from './schema/project.table.ts'

type Needs = Pick<AppContext, 'db' | 'links' | 'tenants' | 'settings' | 'texts' | 'findActor' | 'originOf'>

const DAYS_BACK = 90
const DAYS_AHEAD = 365
/** The maximum number of entries of a kind. Future entries get the higher limit. */
const [MAX_PAST_ENTRIES, MAX_FUTURE_ENTRIES] = [500, 2000]

const kindsOf: Record<Contents['what'], readonly CalendarKind[]> = {
  own: ['event', 'meetingReport', 'nextSteps', 'projectCompany'],
  project: ['meetingReport', 'nextSteps', 'projectCompany'],
  events: ['event'],
}

const summaries: Record<CalendarKind, string> = {
  event: '{title}',
  meetingReport: phrase('Meeting: {title}'),
  nextSteps: phrase('Task: {title}'),
  projectCompany: phrase('Next contact: {title}'),
}

/** The project of a feed, if its owner may still see it. */
const projectOf = async (db: Reader, actor: Actor, projectId: string) => {
  if (!can(actor, projectEntity.policy.see)) return undefined
  const allowed = rowCondition(projectEntity, projectEntity.policy.see, actor)
  const { uniqueId, deletedAt, name } = projects
  const condition = and(eq(uniqueId, projectId), isNull(deletedAt), allowed)
  return (await db.select({ name }).from(projects).where(condition))[0]
}

/** The name of the calendar; undefined if its owner may no longer see its contents. */
const nameOf = async (db: Reader, actor: Actor, { what, project }: Contents) => {
  if (what === 'own') return phrase('My calendar')
  if (what === 'events') return can(actor, eventEntity.policy.see) ? phrase('Events') : undefined
  return project ? (await projectOf(db, actor, project))?.name : undefined
}

/** The time zone and the language of a user. */
const localeOf = async ({ settings }: Needs, db: Reader, { uniqueId, tenantId }: Actor) => {
  const [[user], settingValues] = await Promise.all([
    db.select({ language: users.language, timeZone: users.timeZone }).from(users).where(eq(users.uniqueId, uniqueId)),
    settings.of(tenantId),
  ])
  const language = languages.find((one) => one === user?.language) ?? (settingValues.DEFAULT_LANGUAGE as Language)
  return { language, timeZone: user?.timeZone || settingValues.TIME_ZONE || 'UTC' }
}

/** The type of a meeting in words; the location of an event is not part of the description. */
const descriptionOf = (kind: CalendarKind, detail: string, translate: (english: string) => string) => {
  if (kind === 'event') return ''
  return kind === 'meetingReport' ? translate(detail) : detail
}

/** Returns a function that says what an entry is. A feed has thousands of entries: each kind is translated once. */
const summaryWriter = (translate: Translator, kinds: readonly CalendarKind[]) => {
  const translated = new Map(kinds.map((kind) => [kind, translate(summaries[kind])]))
  return ({ kind, title }: Entry) => fillPlaceholders(translated.get(kind)!, { title })
}

/** The text of a feed with what its owner may see now. Undefined if they may not see it. */
const renderFeed = async (needs: Needs, actor: Actor, contents: Contents) => {
  const { db, tenants, texts, originOf } = needs
  const reader = db.as({ tenantId: actor.tenantId, partitionId: actor.partitionId })
  const [name, tenant, { language, timeZone }] = await Promise.all([
    nameOf(reader, actor, contents),
    tenants.byId(actor.tenantId),
    localeOf(needs, reader, actor),
  ])
  if (name === undefined || !tenant || tenant.deletedAt) return undefined
  const [translate, today] = [await texts.translator(actor.tenantId, language), todayIn(timeZone)]
  const kinds = kindsOf[contents.what]
  const query = { kinds, mine: contents.what === 'own', projectId: contents.project ?? undefined }
  const pastQuery = {
    ...query,
    from: addDays(today, -DAYS_BACK),
    to: addDays(today, -1),
    limit: MAX_PAST_ENTRIES,
    isLatest: true,
  }
  const futureQuery = { ...query, from: today, to: addDays(today, DAYS_AHEAD), limit: MAX_FUTURE_ENTRIES }
  const readContext = { actor, timeZone, db: reader }
  const [past, future] = await Promise.all([entriesOf(pastQuery, readContext), entriesOf(futureQuery, readContext)])
  const summaryOf = summaryWriter(translate, kinds)
  const pages = `${originOf(tenant)}/${isStaff(actor) ? 'crm' : 'user'}`
  return iCalendar({
    method: 'PUBLISH',
    name: `${contents.what === 'project' ? name : translate(name)} – ${tenant.fullName}`,
    entries: [...past, ...future].map((entry) => {
      const { kind, uniqueId, detail, day, moment, dateCreated, updatedAt } = entry
      return {
        dateCreated,
        updatedAt,
        uid: `${kind}-${uniqueId}@tradewind`,
        summary: summaryOf(entry),
        description: descriptionOf(kind, detail, translate),
        location: kind === 'event' ? detail : '',
        url: `${pages}/${kind}/show/${uniqueId}`,
        start: moment ?? day,
      }
    }),
  })
}

/** Rate limits of a feed: many requests come from one program, and many users may share one network. */
const limitsOf = (token: string, ip: string) => [
  { key: `calendar ${hash('sha256', token, 'base64url')}`, max: 60, minutes: 60 },
  ...networkLimits('calendar', ip, 600, 60),
]

/** The text of the feed with this token; undefined for whatever is wrong with the token. */
const feedText = async (needs: Needs, token: string, ip: string) => {
  const { db, links, tenants, findActor } = needs
  const tenantId = links.tenantOf(token)
  const tenant = tenantId && (await tenants.byId(tenantId))
  if (!tenant || tenant.deletedAt) return undefined
  const scope = tenantScope(tenant.uniqueId)
  await countTry(db, scope, ...limitsOf(token, ip))
  const link = await links.read(db.as(scope), tenant.uniqueId, token, 'CALENDAR')
  const actor = link && (await findActor(tenant.uniqueId, link.userId))
  if (!actor || !can(actor, calendarPolicy.feed)) return undefined
  const text = await renderFeed(needs, actor, contentsOf(link.subject))
  if (text !== undefined) await db.write(scope, (tx) => recordFetch(tx, link.uniqueId))
  return text
}

const FEED_FILE = /^(.+)\.ics$/

/** The route at which other programs read a user's calendar, without a session. */
export const mountFeed = (app: FastifyInstance, needs: Needs) => {
  app.get<{ Params: { file: string } }>('/calendar/:file', async (request, reply) => {
    const token = FEED_FILE.exec(request.params.file)?.[1]
    reply.headers({
      'cache-control': 'private, no-cache',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-robots-tag': 'noindex',
    })
    const text = token && (await feedText(needs, token, request.ip))
    if (!text) return reply.code(404).type('text/plain; charset=utf-8').send('Not found')
    reply.header('content-disposition', 'inline; filename="calendar.ics"')
    return taggedBody(Buffer.from(text)).send(request, reply, 'text/calendar; charset=utf-8') // encoded once: to compare, and to send
  })
}

/** Creates a feed of what the actor may see. Throws if they have the maximum number of feeds. The lock on the user serializes concurrent creations. */
const makeFeed = async ({ links }: Pick<Needs, 'links'>, contents: Contents, context: WriteContext) => {
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
