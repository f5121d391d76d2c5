import type { CalendarKind } from '@tradewind/contract/crm/calendar.constants'
import { calendarPolicy } from '@tradewind/contract/crm/policies'
import { type Language, languages } from '@tradewind/contract/kit/language'
import { phrase } from '@tradewind/contract/kit/phrase'
import { can } from '@tradewind/contract/kit/policy'
import { type Actor, isStaff } from '@tradewind/contract/roles'
import { and, eq, isNull } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { hash } from 'node:crypto'
import { eventEntity } from '#crm/schema/event.table'
import { projectEntity, projects } from '#crm/schema/project.table'
import { type Database, type Reader, tenantScope } from '#kit/database/database'
import { addDays, todayIn } from '#kit/days'
import { taggedBody } from '#kit/http/answer'
import { iCalendar } from '#kit/icalendar'
import { rowCondition } from '#kit/record/entity'
import { countTry, networkLimits } from '#platform/identity/throttle.queries'
import { fillPlaceholders, type TextsOf, type Translator } from '#platform/message.queries'
import { users } from '#platform/schema/user.table'
import type { Tenant, Tenants } from '#platform/tenant.queries'
import type { TenantSettings } from '#platform/tenantSetting.queries'
import { type Contents, contentsOf, entriesOf, type Entry, type FeedLinks, recordFetch } from './calendar.queries.ts'

interface Needs {
  db: Database
  links: FeedLinks
  tenants: Tenants
  settings: TenantSettings
  texts: TextsOf
  /** The user, if not deleted, with the rights that the policies give them now. */
  findActor: (tenantId: string, userId: string) => Promise<Actor | undefined>
  originOf: (tenant: Tenant) => string
}

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
const descriptionOf = (kind: CalendarKind, detail: string, say: (english: string) => string) => {
  if (kind === 'event') return ''
  return kind === 'meetingReport' ? say(detail) : detail
}

/** Returns a function that says what an entry is. A feed has thousands of entries: each kind is translated once. */
const summaryWriter = (say: Translator, kinds: readonly CalendarKind[]) => {
  const translated = new Map(kinds.map((kind) => [kind, say(summaries[kind])]))
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
  const [say, today] = [await texts.translator(actor.tenantId, language), todayIn(timeZone)]
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
  const summaryOf = summaryWriter(say, kinds)
  const pages = `${originOf(tenant)}/${isStaff(actor) ? 'crm' : 'user'}`
  return iCalendar({
    method: 'PUBLISH',
    name: `${contents.what === 'project' ? name : say(name)} – ${tenant.fullName}`,
    entries: [...past, ...future].map((entry) => {
      const { kind, uniqueId, detail, day, moment, dateCreated, updatedAt } = entry
      return {
        dateCreated,
        updatedAt,
        uid: `${kind}-${uniqueId}@tradewind`,
        summary: summaryOf(entry),
        description: descriptionOf(kind, detail, say),
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
