import { summaryPolicy } from '@tradewind/contract/crm/policies'
import { can } from '@tradewind/contract/kit/policy'
import { phrase, say } from '@tradewind/contract/kit/say'
import { isMember } from '@tradewind/contract/roles'
import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { projectsAmong, sharesOf as peopleOfProjects } from '#crm/project.queries'
import { meetingReportEntity } from '#crm/schema/meetingReport.table'
import { summaries, summaryEntity, summaryProjects, summaryShares } from '#crm/schema/summary.table'
import { sharesOf } from '#crm/summary.queries'
import { insertMany } from '#kit/database/insert'
import { nextUpdatedAt } from '#kit/database/table'
import { forbidden, invalid } from '#kit/errors'
import type { WriteContext } from '#kit/http/context'
import { recordActivity } from '#kit/record/activity'
import { audit } from '#kit/record/audit'
import type { Notify } from '#platform/notification/notification.queries'
import { fullNamesOf, staffAmong } from '#platform/user/user.queries'
import type { Done } from '../schema/bulk.table.ts'
import { type Doing, idsOf, lockRows, reachSql, titlesBut, type Undo, type Values } from './doing.ts'
import { tellGained } from './share.ts'

const of = summaryEntity

type Ids = readonly string[]
/** The users and projects with which a summary is shared. */
interface Shares {
  users: Ids
  projects: Ids
}

const without = (ids: Ids, others: Ids) => ids.filter((one) => !others.includes(one))
const among = (ids: Ids, others: Ids) => ids.filter((one) => others.includes(one))
const less = (one: Shares, other: Shares): Shares => ({
  users: without(one.users, other.users),
  projects: without(one.projects, other.projects),
})
const both = (one: Shares, other: Shares): Shares => ({
  users: [...one.users, ...without(other.users, one.users)],
  projects: [...one.projects, ...without(other.projects, one.projects)],
})

/** Returns a function that gives the current shares of each of these summaries. */
const sharesNow = async (rows: readonly Values[], context: WriteContext) => {
  const { users, projects } = await sharesOf(idsOf(rows), context)
  const [usersOf, projectsOf] = [Map.groupBy(users, (one) => one.summaryId), Map.groupBy(projects, (one) => one.summaryId)]
  return ({ uniqueId }: Pick<Values, 'uniqueId'>): Shares => ({
    users: (usersOf.get(uniqueId) ?? []).map(({ userId }) => userId),
    projects: (projectsOf.get(uniqueId) ?? []).map(({ projectId }) => projectId),
  })
}
type SharesOf = Awaited<ReturnType<typeof sharesNow>>

/** Records the shares of summaries before and after; on the timelines of the added projects too. */
const noteShares = async (
  rows: readonly Values[],
  sharesFor: (row: Pick<Values, 'uniqueId'>) => { before: Shares; after: Shares },
  action: 'SHARED' | 'CHANGED',
  context: WriteContext,
) => {
  const { tx } = context
  if (rows.length === 0) return
  const raised = { updatedAt: nextUpdatedAt(summaries.updatedAt) }
  const now = (await tx
    .update(summaries)
    .set(raised)
    .where(inArray(summaries.uniqueId, idsOf(rows)))
    .returning()) as Values[]
  const all = new Map(now.map((row) => [row.uniqueId, sharesFor(row)]))
  const shares = [...all.values()].flatMap(({ before, after }) => [before, after])
  const names = await fullNamesOf(
    tx,
    shares.flatMap(({ users }) => users),
  )
  const seen = await projectsAmong([...new Set(shares.flatMap(({ projects }) => projects))], context)
  const named = ({ users, projects }: Shares) => [
    ...users.flatMap((id) => names.get(id) ?? []),
    ...seen.flatMap(({ uniqueId, name }) => (projects.includes(uniqueId) ? [name] : [])),
  ]
  const entries = now.map((row) => {
    const { before, after } = all.get(row.uniqueId)!
    const changes = { sharedWith: { before: named(before), after: named(after) } }
    return { action: 'CHANGED' as const, kind: of.name, recordId: row.uniqueId, title: String(row['companyName']), changes }
  })
  await audit(context, ...entries)
  const newIn = ({ uniqueId }: { uniqueId: string }) => {
    const { before, after } = all.get(uniqueId)!
    return without(after.projects, before.projects)
  }
  const on = (row: Record<string, unknown>) => [row['companyId'] as string, ...newIn(row as Values)]
  await recordActivity(context, of, now, { action, on })
}

/** Splits ids into projects that the actor may see, and staff. Throws if there are others. */
const lookedUp = async (ids: Ids, context: WriteContext): Promise<Shares> => {
  const wanted = [...new Set(ids)]
  const projects = idsOf(await projectsAmong(wanted, context))
  const users = without(wanted, projects)
  const staff = isMember(context.actor) ? [] : await staffAmong(context.tx, [...users])
  if (staff.length !== users.length) throw invalid({ share: say('Choose projects and staff of your own') })
  return { users, projects }
}

/** Shares the summaries of many reports with more users and projects. The summaries are changed, not the reports. */
export const sharingSummaries = async (ids: Ids, context: WriteContext, notify: Notify): Promise<Doing> => {
  if (!can(context.actor, summaryPolicy.update)) throw forbidden()
  const wanted = await lookedUp(ids, context)
  const { users, projects } = wanted
  const peopleOf = await peopleOfProjects(projects, context)
  const shares = and(eq(summaryShares.summaryId, summaries.uniqueId), inArray(summaryShares.userId, [...users]))
  const places = and(eq(summaryProjects.summaryId, summaries.uniqueId), inArray(summaryProjects.projectId, [...projects]))
  const isShared = [
    ...(users.length > 0 ? [sql`(select count(*) from ${summaryShares} where ${shares}) = ${users.length}`] : []),
    ...(projects.length > 0 ? [sql`(select count(*) from ${summaryProjects} where ${places}) = ${projects.length}`] : []),
  ]
  return {
    of,
    within: (chosen) => summariesOf(chosen, context),
    may: reachSql(of, summaryPolicy.update, context),
    same: and(...isShared)!,
    apply: async (rows, writing) => {
      const before = await sharesNow(rows, writing)
      const gained = new Map(rows.map((row) => [row.uniqueId, less(wanted, before(row))]))
      await begin(gained, writing)
      const after = (row: Pick<Values, 'uniqueId'>) => both(before(row), gained.get(row.uniqueId)!)
      await noteShares(rows, (row) => ({ before: before(row), after: after(row) }), 'SHARED', writing)
      const told = await newReaders(rows, before, [...users, ...[...peopleOf.values()].flat()], writing)
      return rows.map(({ uniqueId }) => ({ uniqueId, shared: gained.get(uniqueId)!, gained: told(uniqueId) }))
    },
    finish: ({ uniqueId }, writing) =>
      tellGained(notify, uniqueId, writing, {
        subject: phrase('{by} shared summaries with you'),
        content: phrase('Summaries that you see now: {number}'),
        path: 'summary',
      }),
  }
}

/** The condition for the summaries of these reports, not deleted, that the actor sees. */
const summariesOf = (chosen: SQL, context: WriteContext): SQL => {
  const { table } = meetingReportEntity
  const ofReports = sql`${summaries.meetingReportId} in (select ${table.uniqueId} from ${table} where ${chosen})`
  return and(ofReports, isNull(summaries.deletedAt), reachSql(of, summaryPolicy.see, context))!
}

const begin = async (gained: ReadonlyMap<string, Shares>, { tx }: WriteContext) => {
  const all = [...gained]
  const links = all.flatMap(([summaryId, { users }]) => users.map((userId) => ({ summaryId, userId })))
  const places = all.flatMap(([summaryId, { projects }]) => projects.map((projectId) => ({ summaryId, projectId })))
  await insertMany(tx, summaryShares, links)
  await insertMany(tx, summaryProjects, places)
}

/** Returns a function that gives those of these users who did not see a summary before, individually or by project. */
const newReaders = async (rows: readonly Values[], before: SharesOf, people: Ids, context: WriteContext) => {
  const projects = [...new Set(rows.flatMap((row) => before(row).projects))]
  const peopleOf = await peopleOfProjects(projects, context)
  return (uniqueId: string) => {
    const shares = before({ uniqueId })
    const had = [...shares.users, ...shares.projects.flatMap((one) => peopleOf.get(one) ?? [])]
    return without([...new Set(people)], had)
  }
}

interface Shared extends Done {
  shared: Shares
}

const none: Shares = { users: [], projects: [] }

/** Removes the shares of summaries that the operation added. */
export const unsharingSummaries: Undo = async (all, context) => {
  const done = all as readonly Shared[]
  const rows = await lockRows(of, summaryPolicy.update, idsOf(done), context)
  const before = await sharesNow(rows, context)
  const given = new Map(done.map((one) => [one.uniqueId, one.shared]))
  const goneOf = (row: Pick<Values, 'uniqueId'>): Shares => {
    const { users, projects } = given.get(row.uniqueId) ?? none
    return { users: among(users, before(row).users), projects: among(projects, before(row).projects) }
  }
  const ended = rows.filter((row) => goneOf(row).users.length + goneOf(row).projects.length > 0)
  await end(
    ended.map((row) => ({ ...row, ...goneOf(row) })),
    context,
  )
  await noteShares(ended, (row) => ({ before: before(row), after: less(before(row), goneOf(row)) }), 'CHANGED', context)
  const back = new Set(idsOf(ended))
  return { restored: back.size, left: await titlesBut(of, idsOf(done), back, context) }
}

const end = async (gone: readonly (Pick<Values, 'uniqueId'> & Shares)[], { tx }: WriteContext) => {
  const users = gone
    .filter((one) => one.users.length > 0)
    .map((one) => and(eq(summaryShares.summaryId, one.uniqueId), inArray(summaryShares.userId, [...one.users])))
  const projects = gone
    .filter((one) => one.projects.length > 0)
    .map((one) => and(eq(summaryProjects.summaryId, one.uniqueId), inArray(summaryProjects.projectId, [...one.projects])))
  if (users.length > 0) await tx.delete(summaryShares).where(or(...users))
  if (projects.length > 0) await tx.delete(summaryProjects).where(or(...projects))
}
