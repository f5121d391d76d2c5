import { drivePolicy } from '@tradewind/contract/drive/drive.policy'
import type { Condition } from '@tradewind/contract/kit/conditions'
import type { TenantSwitch } from '@tradewind/contract/kit/endpoint'
import { all, can, matchesFor, own, type Rules } from '@tradewind/contract/kit/policy'
import {
  type FirstStep,
  homeApi,
  type HomeSection,
  type memberSteps,
  type tenantSteps,
} from '@tradewind/contract/operations/home.contract'
import { type Actor, isMember, isStaff, PAID, STAFF } from '@tradewind/contract/roles'
import { reviewPolicy } from '@tradewind/contract/trust/policies'
import { and, eq, gt, inArray, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm'
import { companies } from '#crm/schema/company.table'
import { contacts } from '#crm/schema/contact.table'
import { eventEntity, events } from '#crm/schema/event.table'
import { meetingReportEntity, meetingReports } from '#crm/schema/meetingReport.table'
import { nextSteps, nextStepsEntity } from '#crm/schema/nextSteps.table'
import { projectCompanies, projectCompanyEntity, projectEntity, projects } from '#crm/schema/project.table'
import { isSharedByOthers, summaryEntity } from '#crm/schema/summary.table'
import { isSharedDirectlyWith } from '#drive/drive.access'
import { driveItems, driveShares } from '#drive/schema/drive.table'
import { pageOf } from '#kit/database/list'
import { listTable } from '#kit/database/rows'
import type { SoftDeleteTable } from '#kit/database/table'
import { formatterIn, startOfDay, todayIn } from '#kit/days'
import type { Feature } from '#kit/feature'
import type { ReadContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import { activities } from '#kit/record/activity'
import { compileConditionsOf } from '#kit/record/conditions'
import { type Entity, rowFilter } from '#kit/record/entity'
import { users } from '#platform/schema/user.table'
import { leadEntity } from '#site/schema/lead.table'
import { reviewAnswers, reviewDays, reviewInvitations, reviewSettings } from '#trust/schema/review.table'
import type { AppContext } from '../appContext.ts'
import { visibleFileEntries } from './schema/attachment.table.ts'

const MAX_SHOWN = 5
/** The number of days for which a remark, a shared file or an unconverted lead is new. */
const NEW_DAYS = 30
const isNew = (at: typeof reviewAnswers.dateCreated | typeof driveShares.dateCreated) =>
  gt(at, sql`now() - make_interval(days => ${NEW_DAYS})`)

type Item = HomeSection['items'][number]
type ItemRow = Item & { total: number }

const sectionOf = (section: HomeSection['section'], kind: string, rows: readonly ItemRow[]): HomeSection[] =>
  rows.length === 0 ? [] : [{ section, kind, total: rows[0]!.total, items: rows.map(({ total: _total, ...item }) => item) }]

/** Whether the actor is a member whose home page shows reviews: staff find theirs on the settings page. */
const hasReviews = (actor: Actor) => isMember(actor) && can(actor, reviewPolicy.keep)

const dayOf = (at: SQL | typeof reviewAnswers.dateCreated, timeZone: string) =>
  sql`to_char(${at} at time zone ${timeZone}, 'YYYY-MM-DD')`

/** Recent remarks of customers without a reply, latest first. */
const remarksToReplyTo = async ({ actor, db, timeZone }: ReadContext): Promise<HomeSection[]> => {
  if (!hasReviews(actor)) return []
  const { uniqueId, ownerId, firstName, lastName, remark, ownerReply, dateCreated, deletedAt, supersededBy } = reviewAnswers
  const waits = and(
    eq(ownerId, actor.uniqueId),
    isNotNull(remark),
    isNull(ownerReply),
    isNull(deletedAt),
    isNull(supersededBy),
    isNew(dateCreated),
  )
  const { rows } = await db.execute<ItemRow>(sql`
    select ${uniqueId} as "uniqueId", concat_ws(' ', ${firstName}, ${lastName}) as title, left(${remark}, 200) as detail,
      ${dayOf(dateCreated, timeZone)} as day, count(*) over ()::int as total
    from ${reviewAnswers} where ${waits} order by ${dateCreated} desc, ${uniqueId} desc limit ${MAX_SHOWN}`)
  return sectionOf('REMARKS', 'review', rows)
}

/** Invitations without an answer, latest first. */
const unansweredInvitations = async ({ actor, db, timeZone }: ReadContext): Promise<HomeSection[]> => {
  if (!hasReviews(actor)) return []
  const { uniqueId, ownerId, firstName, lastName, companyName, state, sentAt, dateCreated } = reviewInvitations
  const waits = and(eq(ownerId, actor.uniqueId), eq(state, 'SENT'))
  const { rows } = await db.execute<ItemRow>(sql`
    select ${uniqueId} as "uniqueId", concat_ws(' ', ${firstName}, ${lastName}) as title, ${companyName} as detail,
      ${dayOf(sql`coalesce(${sentAt}, ${dateCreated})`, timeZone)} as day,
      (select count(*)::int from ${reviewInvitations} where ${waits}) as total
    from ${reviewInvitations} where ${waits} order by ${dateCreated} desc, ${uniqueId} desc limit ${MAX_SHOWN}`)
  return sectionOf('UNANSWERED', 'reviewInvitation', rows)
}

/** Recently shared files that the member has not opened yet, latest first. */
const unopenedFiles = async ({ actor, db, timeZone }: ReadContext): Promise<HomeSection[]> => {
  if (!isMember(actor) || !can(actor, drivePolicy.shared)) return []
  const { openedAt, dateCreated } = driveShares
  const waits = and(
    isSharedDirectlyWith(actor.uniqueId),
    isNull(openedAt),
    isNull(driveItems.deletedAt),
    isNull(users.deletedAt),
    isNew(dateCreated),
  )
  const { rows } = await db.execute<ItemRow>(sql`
    select ${driveItems.uniqueId} as "uniqueId", ${driveItems.name} as title, concat_ws(' ', ${users.firstName}, ${users.lastName}) as detail,
      ${dayOf(sql`${dateCreated}`, timeZone)} as day, count(*) over ()::int as total
    from ${driveShares} join ${driveItems} on ${driveItems.uniqueId} = ${driveShares.itemId} join ${users} on ${users.uniqueId} = ${driveShares.ownerId}
    where ${waits} order by ${dateCreated} desc, ${driveShares.uniqueId} desc limit ${MAX_SHOWN}`)
  return sectionOf('FILES', 'file', rows)
}

const hasRows = (table: SoftDeleteTable) => sql`exists (select from ${table} where ${isNull(table.deletedAt)})`

/** The conditions under which the first steps of a member are done. */
const memberStepConditions = ({ uniqueId }: Actor): Readonly<Record<(typeof memberSteps)[number], SQL>> => {
  const isOwn = (table: typeof reviewInvitations | typeof reviewAnswers) =>
    sql`exists (select from ${table} where ${eq(table.ownerId, uniqueId)})`
  const branded = and(eq(users.uniqueId, uniqueId), isNotNull(users.brandLogoUID), sql`${users.userCompanyName} <> ''`)
  const chosen = and(eq(reviewSettings.ownerId, uniqueId), isNotNull(reviewSettings.reviewType))
  return {
    BRAND: sql`exists (select from ${users} where ${branded})`,
    SURVEY: sql`exists (select from ${reviewSettings} where ${chosen})`,
    CONTACTS: hasRows(contacts),
    CAMPAIGN: isOwn(reviewInvitations),
    ANSWER: isOwn(reviewAnswers),
  }
}

interface ScoreRow {
  day: string
  /** Null if no answers until then count any more. */
  score: number | null
  answers: number
  isLastOfMonth: boolean
  isBefore: boolean
}

/** The score on each day with answers: the latest, that of 30 days ago, and the last ones of the months of a year. */
const readScore = async (_: object, { actor, db, timeZone }: ReadContext) => {
  const { day, answers, scoreSum, ownerId } = reviewDays
  const today = sql`(now() at time zone ${timeZone})::date`
  const { rows } = await db.execute<ScoreRow & Record<string, unknown>>(sql`
    with standing as (
      select ${day} as day, sum(${answers}) over until as answers, sum(${scoreSum}) over until as sums,
        lead(${day}) over until as next
      from ${reviewDays} where ${eq(ownerId, actor.uniqueId)} window until as (order by ${day})),
    marked as (
      select day::text, (sums / nullif(answers, 0))::float8 as score, answers::int, next,
        day <= ${today} - ${NEW_DAYS}::int and coalesce(next > ${today} - ${NEW_DAYS}::int, true) as "isBefore",
        day > ${today} - interval '1 year' and date_trunc('month', next) is distinct from date_trunc('month', day) as "isLastOfMonth"
      from standing)
    select day, score, answers, "isBefore", "isLastOfMonth" from marked where "isBefore" or "isLastOfMonth" or next is null order by day`)
  const last = rows.at(-1)
  return {
    score: last?.score ?? null,
    answers: last?.answers ?? 0,
    before: rows.find(({ isBefore }) => isBefore)?.score ?? null,
    months: rows.flatMap((row) => (row.isLastOfMonth && row.score !== null ? [{ day: row.day, score: row.score }] : [])),
  }
}

const sharedWithMe = ({ uniqueId }: Actor) => ({ sharedWith: uniqueId })
const ofMyProjects = ({ uniqueId }: Actor) => ({ projectOf: uniqueId })
const assignedToMe = ({ uniqueId }: Actor) => ({ assignedUser: uniqueId })

/** As in the address of the list that the page links to. */
const newLeads: readonly Condition[] = [
  { field: 'dateCreated', operator: 'inLast', values: [String(NEW_DAYS)] },
  { field: 'company', operator: 'empty', values: [] },
]

interface Section<T extends SoftDeleteTable> {
  section: HomeSection['section']
  of: Entity<T>
  /** The rules for records that concern the actor personally, among those that they may see. */
  ownRules: Rules
  where: (today: string, context: ReadContext) => SQL | undefined
  /** `where` selects only records that `ownRules` reach, and is the only condition if the policy reaches all of those: a set of ids is found fastest alone. */
  whereIsOwn?: true
  sort: string
  show: (row: T['$inferSelect'], timeZone: string) => Pick<HomeSection['items'][number], 'title' | 'detail' | 'day'>
}

/** Whether the policy lets the actor see all that these rules reach. */
const seesAllOf = (rules: Rules, { policy }: Entity, actor: Actor) => {
  const seen = matchesFor(policy.see, actor).map((match) => JSON.stringify(match))
  return seen.includes(JSON.stringify(all)) || matchesFor(rules, actor).every((match) => seen.includes(JSON.stringify(match)))
}

/** Reads a section. Returns none if the actor may not see its records, or there are none. */
const sectionReader =
  <T extends SoftDeleteTable>({ section, of, ownRules, where, whereIsOwn, sort, show }: Section<T>) =>
  async (today: string, context: ReadContext): Promise<HomeSection[]> => {
    const { actor } = context
    if (!can(actor, of.policy.see) || !can(actor, ownRules)) return []
    const entity = of
    const rulesToCheck = whereIsOwn && seesAllOf(ownRules, entity, actor) ? [] : [of.policy.see, ownRules]
    const rowFilters = rulesToCheck.map((rules) => rowFilter(entity, rules, actor)).filter((allowed) => allowed !== 'all')
    const conditions = ['all', ...rowFilters, where(today, context)] as const
    const { rows, total } = await listTable(entity, { page: 0, size: MAX_SHOWN, sort }, context, conditions)
    if (total === 0) return []
    const items = rows.map((row) => ({ uniqueId: String(row.uniqueId), ...show(row, context.timeZone) }))
    return [{ section, kind: of.name, total, items }]
  }

const readers = [
  sectionReader({
    section: 'TASKS',
    of: nextStepsEntity,
    ownRules: [
      [STAFF, assignedToMe],
      [PAID, all],
    ],
    where: (today) => and(eq(nextSteps.nextStepsStatus, 'OPEN'), lte(nextSteps.byWhen, today)),
    sort: 'byWhen',
    show: ({ todo, companyName, byWhen }) => ({ title: todo, detail: companyName, day: byWhen }),
  }),
  sectionReader({
    section: 'NEXT_CONTACTS',
    of: projectCompanyEntity,
    ownRules: [
      [STAFF, ofMyProjects],
      [PAID, all],
    ],
    where: (today) => lte(projectCompanies.nextContact, today),
    sort: 'nextContact',
    show: ({ companyName, projectName, nextContact }) => ({ title: companyName, detail: projectName, day: nextContact! }),
  }),
  sectionReader({
    section: 'MEETINGS',
    of: meetingReportEntity,
    ownRules: [
      [STAFF, own],
      [PAID, all],
    ],
    where: (today) => eq(meetingReports.date, today),
    sort: 'company',
    show: ({ companyName, date }) => ({ title: companyName, detail: '', day: date }),
  }),
  sectionReader({
    section: 'EVENTS',
    of: eventEntity,
    ownRules: [[STAFF, all]],
    where: (today, { timeZone }) =>
      sql`${events.eventDateTime} >= ${startOfDay(today, timeZone)} and ${events.eventDateTime} < ${startOfDay(today, timeZone, 1)}`,
    sort: 'eventDateTime',
    show: ({ title, location, eventDateTime }, timeZone) => {
      const start = new Date(eventDateTime)
      const clock = formatterIn(timeZone, 'time')(start).slice(0, 5)
      return { title, detail: `${clock} · ${location}`, day: formatterIn(timeZone, 'date')(start) }
    },
  }),
  sectionReader({
    section: 'LEADS',
    of: leadEntity,
    ownRules: [[STAFF, all]],
    where: (_, context) => and(...compileConditionsOf(leadEntity, { where: newLeads }, context)),
    sort: '-dateCreated',
    show: ({ name, email, dateCreated }, timeZone) => ({
      title: name,
      detail: email,
      day: formatterIn(timeZone, 'date')(new Date(dateCreated)),
    }),
  }),
  sectionReader({
    section: 'SUMMARIES',
    of: summaryEntity,
    ownRules: [[STAFF, sharedWithMe]],
    where: (_, { actor: { uniqueId } }) => isSharedByOthers(uniqueId),
    whereIsOwn: true,
    sort: '-dateCreated',
    show: ({ companyName, plainText, meetingDate }) => ({
      title: companyName,
      detail: plainText.slice(0, 200),
      day: meetingDate,
    }),
  }),
]

/** The number of days for which activity in a project counts as recent. */
const PROJECT_DAYS = 7

type ActiveProject = { uniqueId: string; name: string; title: string; byName: string; day: string; total: number }

/** The actor's own and shared projects with recent activity, latest first. */
const activeProjects = async ({ actor, db, timeZone }: ReadContext): Promise<HomeSection[]> => {
  const ownRules: Rules = [
    [STAFF, own],
    [STAFF, sharedWithMe],
    [PAID, all],
  ]
  if (!can(actor, projectEntity.policy.see) || !can(actor, ownRules)) return []
  const entity = projectEntity
  const [allowed, ofMine] = [rowFilter(entity, entity.policy.see, actor), rowFilter(entity, ownRules, actor)]
  const { rows } = await db.execute<ActiveProject>(sql`
    select ${projects.uniqueId} as "uniqueId", ${projects.name} as name, newest.title, newest.by_name as "byName",
      to_char(newest.created_at at time zone ${timeZone}, 'YYYY-MM-DD') as day, count(*) over ()::int as total
    from ${projects} cross join lateral (
      select * from ${activities} where ${activities.subjectId} = ${projects.uniqueId}
        and ${and(inArray(activities.kind, [projectEntity.name, projectCompanyEntity.name]), visibleFileEntries(actor))}
        and ${activities.dateCreated} > now() - make_interval(days => ${PROJECT_DAYS})
      order by ${activities.dateCreated} desc, ${activities.uniqueId} desc limit 1) newest
    where ${isNull(projects.deletedAt)} and ${and(...[allowed, ofMine].filter((one) => one !== 'all')) ?? sql`true`}
    order by newest.created_at desc, ${projects.uniqueId} limit ${MAX_SHOWN}`)
  if (rows.length === 0) return []
  const items = rows.map(({ uniqueId, name, title, byName, day }) => ({
    uniqueId,
    title: name,
    detail: title === name ? byName : `${title} · ${byName}`,
    day,
  }))
  return [{ section: 'PROJECTS', kind: projectEntity.name, total: rows[0]!.total, items }]
}

/** The conditions under which the first steps of a tenant are done. */
const tenantStepConditions: Readonly<Record<(typeof tenantSteps)[number], SQL>> = {
  COLLEAGUES: sql`(select count(*) > 1 from (select from ${users} where ${isNull(users.deletedAt)} limit 2) someone)`,
  COMPANIES: hasRows(companies),
  CONTACTS: hasRows(contacts),
  REPORTS: hasRows(meetingReports),
  PROJECTS: hasRows(projects),
}

interface OtherReader {
  /** Where a tenant has this switched off, what the section leads to cannot be opened. */
  tenantSwitch?: TenantSwitch
  read: (context: ReadContext) => Promise<HomeSection[]>
}

const otherReaders: readonly OtherReader[] = [
  { read: activeProjects },
  { tenantSwitch: 'REVIEWS_ENABLED', read: remarksToReplyTo },
  { tenantSwitch: 'REVIEWS_ENABLED', read: unansweredInvitations },
  { tenantSwitch: 'DRIVE_ENABLED', read: unopenedFiles },
]

const homeRoutes = ({ settings }: Pick<AppContext, 'settings'>) =>
  routes(homeApi, {
    read: async (_, context) => {
      const today = todayIn(context.timeZone)
      const settingValues = await settings.of(context.scope.tenantId)
      const others = otherReaders.filter(({ tenantSwitch }) => !tenantSwitch || settingValues[tenantSwitch])
      const sections = await Promise.all([
        ...readers.map((read) => read(today, context)),
        ...others.map(({ read }) => read(context)),
      ])
      return pageOf(sections.flat(), {})
    },
    firstSteps: async (_, { actor, db }) => {
      const steps: Partial<Record<FirstStep, SQL>> = isStaff(actor) ? tenantStepConditions : memberStepConditions(actor)
      const columns = Object.entries(steps).map(([step, isDone]) => sql`${isDone} as ${sql.identifier(step)}`)
      const { rows } = await db.execute<Record<FirstStep, boolean>>(sql`select ${sql.join(columns, sql`, `)}`)
      return pageOf(
        Object.entries(rows[0]!).map(([step, done]) => ({ step: step as FirstStep, done })),
        {},
      )
    },
    score: readScore,
  })

/** The actor's pending work of today, from all features. */
export const homeFeature = (appContext: Pick<AppContext, 'settings'>): Feature => ({ routes: () => [homeRoutes(appContext)] })
