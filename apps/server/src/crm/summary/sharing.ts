import { say } from '@tradewind/contract/kit/say'
import { isMember } from '@tradewind/contract/roles'
import { and, eq, inArray } from 'drizzle-orm'
import { projectsAmong, sharesOf } from '#crm/project/share.queries'
import { type summaries, summaryEntity, summaryProjects, summaryShares } from '#crm/schema/summary.table'
import { insertMany } from '#kit/database/insert'
import { invalid } from '#kit/errors'
import type { WriteContext } from '#kit/http/context'
import { recordRelatedChange } from '#kit/record/relatedChange'
import { fullNamesOf, staffAmong } from '#platform/user/person.queries'

type Row = typeof summaries.$inferSelect
type Ids = readonly string[]

export interface Shares {
  users: Ids
  projects: Ids
}

interface Named {
  /** People and projects. */
  sharedWith?: Ids | undefined
  sharedWithProjects?: Ids | undefined
}

export const nobody: Shares = { users: [], projects: [] }

/** Each id as what it is, a project that who asks may see or a person: one of the staff, or on the list already. Others are refused. */
const lookedUp = async (
  { sharedWith: ids = [], sharedWithProjects: projectIds = [] }: Named,
  standing: Shares,
  context: WriteContext,
) => {
  const named = [...new Set([...ids, ...projectIds])]
  const projects = (await projectsAmong(named, context)).map(({ uniqueId }) => uniqueId)
  const users = without(ids, projects)
  const strangers = without(users, standing.users)
  const staff = isMember(context.actor) ? [] : await staffAmong(context.tx, strangers)
  const faults = {
    ...(staff.length !== strangers.length && { sharedWith: say('Choose projects and staff of your own') }),
    ...(without(projectIds, projects).length > 0 && { sharedWithProjects: say('Choose projects of your own') }),
  }
  if (Object.keys(faults).length > 0) throw invalid(faults)
  return { users, projects }
}

/**
 * Whom a call wants a summary shared with. People stay as they are where no list of them is given, projects where none is named. An
 * empty `sharedWith` names nobody: neither people nor, without a list of their own, projects.
 */
export const wantedShares = async (named: Named, standing: Shares, context: WriteContext): Promise<Shares> => {
  const { users, projects } = await lookedUp(named, standing, context)
  const namesProjects = named.sharedWithProjects !== undefined || projects.length > 0 || named.sharedWith?.length === 0
  return { users: named.sharedWith ? users : standing.users, projects: namesProjects ? projects : standing.projects }
}

/** Whom a summary is shared with now. */
export const standingShares = async ({ uniqueId }: Row, { tx }: WriteContext): Promise<Shares> => {
  const [users, projects] = [
    await tx.select({ id: summaryShares.userId }).from(summaryShares).where(eq(summaryShares.summaryId, uniqueId)),
    await tx.select({ id: summaryProjects.projectId }).from(summaryProjects).where(eq(summaryProjects.summaryId, uniqueId)),
  ]
  return { users: users.map(({ id }) => id), projects: projects.map(({ id }) => id) }
}

/** Everybody that a summary is shared with, by name or by project. */
const reachedBy = async ({ users, projects }: Shares, context: WriteContext) => {
  const ofProjects = await sharesOf(projects, context)
  return new Set([...users, ...[...ofProjects.values()].flat()])
}

const without = (ids: Ids, others: Ids) => ids.filter((id) => !others.includes(id))

const end = async (summaryId: string, { users, projects }: Shares, { tx }: WriteContext) => {
  if (users.length > 0)
    await tx.delete(summaryShares).where(and(eq(summaryShares.summaryId, summaryId), inArray(summaryShares.userId, [...users])))
  if (projects.length > 0)
    await tx
      .delete(summaryProjects)
      .where(and(eq(summaryProjects.summaryId, summaryId), inArray(summaryProjects.projectId, [...projects])))
}

const begin = async (summaryId: string, { users, projects }: Shares, { tx }: WriteContext) => {
  await insertMany(
    tx,
    summaryShares,
    users.map((userId) => ({ summaryId, userId })),
  )
  await insertMany(
    tx,
    summaryProjects,
    projects.map((projectId) => ({ summaryId, projectId })),
  )
}

/** The names of the people and projects that it was and is shared with, as far as who shares sees them, for the trail. */
const changesOf = async (before: Shares, after: Shares, context: WriteContext) => {
  const names = await fullNamesOf(context.tx, [...before.users, ...after.users])
  const projects = await projectsAmong([...before.projects, ...after.projects], context)
  const named = (shares: Shares) => [
    ...shares.users.flatMap((id) => names.get(id) ?? []),
    ...projects.flatMap(({ uniqueId, name }) => (shares.projects.includes(uniqueId) ? [name] : [])),
  ]
  return { sharedWith: { before: named(before), after: named(after) } }
}

const some = ({ users, projects }: Shares) => users.length + projects.length > 0

/** Makes of what it was shared with what it shall be, and gives the summary as it is then. */
const change = async (row: Row, before: Shares, now: Shares, context: WriteContext) => {
  const gone = { users: without(before.users, now.users), projects: without(before.projects, now.projects) }
  const added = { users: without(now.users, before.users), projects: without(now.projects, before.projects) }
  if (!some(gone) && !some(added)) return row
  await end(row.uniqueId, gone, context)
  await begin(row.uniqueId, added, context)
  const changes = await changesOf(before, now, context)
  const shared = { action: 'SHARED', on: [row.companyId, ...added.projects] } as const
  return recordRelatedChange(summaryEntity, row.uniqueId, { changes, ...(some(added) && shared) }, context)
}

/**
 * Shares a summary with exactly these. Projects that who asks cannot see stay as they are. Gives the summary as it is then, who is
 * on the list, and who was not before.
 */
export const shareWith = async (row: Row, wanted: Shares, context: WriteContext) => {
  const before = await standingShares(row, context)
  const seen = (await projectsAmong(before.projects, context)).map(({ uniqueId }) => uniqueId)
  const now = { users: wanted.users, projects: [...new Set([...wanted.projects, ...without(before.projects, seen)])] }
  const [had, have] = [await reachedBy(before, context), await reachedBy(now, context)]
  const others = [...have].filter((id) => id !== context.actor.uniqueId)
  return { row: await change(row, before, now, context), all: others, gained: others.filter((id) => !had.has(id)) }
}
