import { summaryPolicy } from '@tradewind/contract/crm/policies'
import { can } from '@tradewind/contract/kit/policy'
import { say } from '@tradewind/contract/kit/say'
import { isMember } from '@tradewind/contract/roles'
import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { findVisibleProjects, sharesOf as peopleOfProjects } from '#crm/project.queries'
import { meetingReportEntity } from '#crm/schema/meetingReport.table'
import { summaries, summaryEntity, summaryProjects, summaryShares } from '#crm/schema/summary.table'
import { sharesOf } from '#crm/summary.queries'
import { insertMany } from '#kit/database/insert'
import { nextUpdatedAt } from '#kit/database/table'
import { forbidden, invalid } from '#kit/errors'
import type { WriteContext } from '#kit/http/context'
import { notifyOfAccess, recordActivity } from '#kit/record/activity'
import { audit } from '#kit/record/audit'
import type { Entity } from '#kit/record/entity'
import { fullNamesOf, lockStaff } from '#platform/user/user.queries'
import type { Done } from '../schema/bulk.table.ts'
import { type BulkHandler, idsOf, lockRows, reachCondition, titlesExcept, type Undo, type Values } from './handler.ts'

const of = summaryEntity

type Ids = readonly string[]
/** The users and projects with which a summary is shared. */
interface Shares {
  users: Ids
  projects: Ids
}

const difference = (ids: Ids, others: Ids) => ids.filter((one) => !others.includes(one))
const intersection = (ids: Ids, others: Ids) => ids.filter((one) => others.includes(one))
const subtractShares = (one: Shares, other: Shares): Shares => ({
  users: difference(one.users, other.users),
  projects: difference(one.projects, other.projects),
})
const uniteShares = (one: Shares, other: Shares): Shares => ({
  users: [...one.users, ...difference(other.users, one.users)],
  projects: [...one.projects, ...difference(other.projects, one.projects)],
})

/** Returns a function that gives the current shares of each of these summaries. */
const currentShares = async (rows: readonly Values[], context: WriteContext) => {
  const { users, projects } = await sharesOf(idsOf(rows), context)
  const [usersOf, projectsOf] = [Map.groupBy(users, (one) => one.summaryId), Map.groupBy(projects, (one) => one.summaryId)]
  return ({ uniqueId }: Pick<Values, 'uniqueId'>): Shares => ({
    users: (usersOf.get(uniqueId) ?? []).map(({ userId }) => userId),
    projects: (projectsOf.get(uniqueId) ?? []).map(({ projectId }) => projectId),
  })
}
type SharesOf = Awaited<ReturnType<typeof currentShares>>

/** Records the shares of summaries before and after; on the timelines of the added projects too. */
const recordShares = async (
  rows: readonly Values[],
  sharesFor: (row: Pick<Values, 'uniqueId'>) => { before: Shares; after: Shares },
  action: 'SHARED' | 'CHANGED',
  context: WriteContext,
) => {
  const { tx } = context
  if (rows.length === 0) return
  const newUpdatedAt = { updatedAt: nextUpdatedAt(summaries.updatedAt) }
  const now = (await tx
    .update(summaries)
    .set(newUpdatedAt)
    .where(inArray(summaries.uniqueId, idsOf(rows)))
    .returning()) as Values[]
  const all = new Map(now.map((row) => [row.uniqueId, sharesFor(row)]))
  const shares = [...all.values()].flatMap(({ before, after }) => [before, after])
  const names = await fullNamesOf(
    tx,
    shares.flatMap(({ users }) => users),
  )
  const visible = await findVisibleProjects([...new Set(shares.flatMap(({ projects }) => projects))], context)
  const toNames = ({ users, projects }: Shares) => [
    ...users.flatMap((id) => names.get(id) ?? []),
    ...visible.flatMap(({ uniqueId, name }) => (projects.includes(uniqueId) ? [name] : [])),
  ]
  const entries = now.map((row) => {
    const { before, after } = all.get(row.uniqueId)!
    const changes = { sharedWith: { before: toNames(before), after: toNames(after) } }
    return { action: 'CHANGED' as const, kind: of.name, recordId: row.uniqueId, title: String(row['companyName']), changes }
  })
  await audit(context, ...entries)
  const newIn = ({ uniqueId }: { uniqueId: string }) => {
    const { before, after } = all.get(uniqueId)!
    return difference(after.projects, before.projects)
  }
  const on = (row: Record<string, unknown>) => [row['companyId'] as string, ...newIn(row as Values)]
  await recordActivity(context, of, now, { action, on })
}

/** Splits ids into projects that the actor may see, and staff. Throws if there are others. */
const splitIds = async (ids: Ids, context: WriteContext): Promise<Shares> => {
  const uniqueIds = [...new Set(ids)]
  const projects = idsOf(await findVisibleProjects(uniqueIds, context))
  const users = difference(uniqueIds, projects)
  const staff = isMember(context.actor) ? [] : await lockStaff(context.tx, [...users])
  if (staff.length !== users.length) throw invalid({ share: say('Choose projects and staff of your own') })
  return { users, projects }
}

/** Shares many summaries with more users and projects. `selected`: the kind of the selected records; of reports, their summaries are changed. */
export const shareSummariesHandler = async (selected: Entity, ids: Ids, context: WriteContext): Promise<BulkHandler> => {
  if (!can(context.actor, summaryPolicy.update)) throw forbidden()
  const newShares = await splitIds(ids, context)
  const { users, projects } = newShares
  const peopleOf = await peopleOfProjects(projects, context)
  const shares = and(eq(summaryShares.summaryId, summaries.uniqueId), inArray(summaryShares.userId, [...users]))
  const projectLinks = and(eq(summaryProjects.summaryId, summaries.uniqueId), inArray(summaryProjects.projectId, [...projects]))
  const isShared = [
    ...(users.length > 0 ? [sql`(select count(*) from ${summaryShares} where ${shares}) = ${users.length}`] : []),
    ...(projects.length > 0 ? [sql`(select count(*) from ${summaryProjects} where ${projectLinks}) = ${projects.length}`] : []),
  ]
  return {
    of,
    ...(selected.name === meetingReportEntity.name && { toChangedRows: (chosen) => summariesOf(chosen, context) }),
    may: reachCondition(of, summaryPolicy.update, context),
    same: and(...isShared)!,
    apply: async (rows, writing) => {
      const before = await currentShares(rows, writing)
      const gained = new Map(rows.map((row) => [row.uniqueId, subtractShares(newShares, before(row))]))
      await insertShares(gained, writing)
      const after = (row: Pick<Values, 'uniqueId'>) => uniteShares(before(row), gained.get(row.uniqueId)!)
      await recordShares(rows, (row) => ({ before: before(row), after: after(row) }), 'SHARED', writing)
      const newReadersOf = await newReaders(rows, before, [...users, ...[...peopleOf.values()].flat()], writing)
      return rows.map(({ uniqueId }) => ({ uniqueId, shared: gained.get(uniqueId)!, gained: newReadersOf(uniqueId) }))
    },
  }
}

/** The condition for the summaries of these reports, not deleted, that the actor sees. */
const summariesOf = (chosen: SQL, context: WriteContext): SQL => {
  const { table } = meetingReportEntity
  const ofReports = sql`${summaries.meetingReportId} in (select ${table.uniqueId} from ${table} where ${chosen})`
  return and(ofReports, isNull(summaries.deletedAt), reachCondition(of, summaryPolicy.see, context))!
}

const insertShares = async (gained: ReadonlyMap<string, Shares>, { tx }: WriteContext) => {
  const all = [...gained]
  const links = all.flatMap(([summaryId, { users }]) => users.map((userId) => ({ summaryId, userId })))
  const projectLinks = all.flatMap(([summaryId, { projects }]) => projects.map((projectId) => ({ summaryId, projectId })))
  await insertMany(tx, summaryShares, links)
  await insertMany(tx, summaryProjects, projectLinks)
}

/** Returns a function that gives those of these users who did not see a summary before, individually or by project. */
const newReaders = async (rows: readonly Values[], before: SharesOf, people: Ids, context: WriteContext) => {
  const projects = [...new Set(rows.flatMap((row) => before(row).projects))]
  const peopleOf = await peopleOfProjects(projects, context)
  return (uniqueId: string) => {
    const shares = before({ uniqueId })
    const readersBefore = [...shares.users, ...shares.projects.flatMap((one) => peopleOf.get(one) ?? [])]
    return difference([...new Set(people)], readersBefore)
  }
}

interface Shared extends Done {
  shared: Shares
}

const noShares: Shares = { users: [], projects: [] }

/** Removes the shares of summaries that the operation added. */
export const undoShareSummaries: Undo = async (all, context) => {
  const done = all as readonly Shared[]
  const rows = await lockRows(of, summaryPolicy.update, idsOf(done), context)
  const before = await currentShares(rows, context)
  const sharedById = new Map(done.map((one) => [one.uniqueId, one.shared]))
  const removedShares = (row: Pick<Values, 'uniqueId'>): Shares => {
    const { users, projects } = sharedById.get(row.uniqueId) ?? noShares
    return { users: intersection(users, before(row).users), projects: intersection(projects, before(row).projects) }
  }
  const affected = rows.filter((row) => removedShares(row).users.length + removedShares(row).projects.length > 0)
  const removed = affected.map((row) => ({ ...row, ...removedShares(row) }))
  await deleteShares(removed, context)
  const peopleOf = await peopleOfProjects([...new Set(removed.flatMap(({ projects }) => projects))], context)
  const readers = removed.flatMap(({ users, projects }) => [...users, ...projects.flatMap((one) => peopleOf.get(one) ?? [])])
  notifyOfAccess(context.tx, context.scope.tenantId, readers)
  await recordShares(
    affected,
    (row) => ({ before: before(row), after: subtractShares(before(row), removedShares(row)) }),
    'CHANGED',
    context,
  )
  const back = new Set(idsOf(affected))
  return { restored: back.size, unchanged: await titlesExcept(of, idsOf(done), back, context) }
}

const deleteShares = async (removed: readonly (Pick<Values, 'uniqueId'> & Shares)[], { tx }: WriteContext) => {
  const users = removed
    .filter((one) => one.users.length > 0)
    .map((one) => and(eq(summaryShares.summaryId, one.uniqueId), inArray(summaryShares.userId, [...one.users])))
  const projects = removed
    .filter((one) => one.projects.length > 0)
    .map((one) => and(eq(summaryProjects.summaryId, one.uniqueId), inArray(summaryProjects.projectId, [...one.projects])))
  if (users.length > 0) await tx.delete(summaryShares).where(or(...users))
  if (projects.length > 0) await tx.delete(summaryProjects).where(or(...projects))
}
