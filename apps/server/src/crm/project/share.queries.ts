import { projectPolicy } from '@tradewind/contract/crm/policies'
import type { Actor } from '@tradewind/contract/roles'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { projectEntity, projects, projectShares } from '#crm/schema/project.table'
import { anyOf } from '#kit/database/statement'
import { type ReadContext, readerOf, type WriteContext } from '#kit/http/context'
import { rowFilter } from '#kit/record/entity'

/** The projects that somebody may see. */
export const projectReach = (actor: Actor) => rowFilter(projectEntity, projectPolicy.see, actor)

/** The projects to which somebody may add companies. */
export const attachReach = (actor: Actor) => rowFilter(projectEntity, projectPolicy.attach, actor)

/** Which of these are living projects that who asks may see. */
export const projectsAmong = async (ids: readonly string[], context: ReadContext | WriteContext) => {
  if (ids.length === 0) return []
  const reach = projectReach(context.actor)
  return readerOf(context)
    .select({ uniqueId: projects.uniqueId, name: projects.name })
    .from(projects)
    .where(and(sql`${projects.uniqueId} = ${anyOf(ids)}`, isNull(projects.deletedAt), reach === 'all' ? undefined : reach))
}

/** The users with whom these projects are shared, project by project. */
export const sharesOf = async (ids: readonly string[], context: ReadContext | WriteContext) => {
  if (ids.length === 0) return new Map<string, string[]>()
  const found = await readerOf(context)
    .select({ projectId: projectShares.projectId, userId: projectShares.userId })
    .from(projectShares)
    .innerJoin(projects, and(eq(projects.uniqueId, projectShares.projectId), isNull(projects.deletedAt)))
    .where(sql`${projectShares.projectId} = ${anyOf(ids)}`)
  const grouped = Map.groupBy(found, ({ projectId }) => projectId)
  return new Map([...grouped].map(([id, shares]) => [id, shares.map(({ userId }) => userId)]))
}
