import { and, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { nextUpdatedAt } from '#kit/database/table'
import type { WriteContext } from '#kit/http/context'
import type { Filled } from '../schema/merge.table.ts'
import { projectCompanies, projects } from '../schema/project.table.ts'
import type { Settled } from './mergeable.ts'

type Place = typeof projectCompanies.$inferSelect
const { uniqueId, companyId, projectId, deletedAt, updatedAt } = projectCompanies

const partOf = (place: Place, fields: readonly string[]) =>
  Object.fromEntries(fields.map((field) => [field, place[field as keyof Place]]))

/** What the place that stays takes of another one where it has nothing itself. A day that was set by hand goes before one of reports. */
const takenFrom = (place: Place, other: Place): Partial<Place> => {
  const empty = (['potential', 'interest', 'priority', 'mainContactId'] as const).filter((field) => place[field] === null)
  return {
    ...partOf(other, empty),
    ...(!place.isLastContactGiven && partOf(other, other.isLastContactGiven ? ['lastContact', 'isLastContactGiven'] : [])),
    ...(!place.isNextContactGiven && partOf(other, other.isNextContactGiven ? ['nextContact', 'isNextContactGiven'] : [])),
  }
}

/**
 * A company has one place in a project. Where several of these have one, that of the company that stays is kept, else the first; it takes what
 * it has not itself, and the others go to the trash.
 */
export const settlePlaces = async (
  { into, from }: { into: string; from: readonly string[] },
  { tx, actor }: WriteContext,
): Promise<Settled> => {
  const order = [into, ...from]
  const places = await tx
    .select()
    .from(projectCompanies)
    .where(and(inArray(companyId, order), isNull(deletedAt)))
    .orderBy(uniqueId)
    .for('update')
  const trashed: string[] = []
  const filled: Filled[] = []
  for (const same of Map.groupBy(places, (place) => place.projectId).values()) {
    const [stays, ...others] = same.toSorted((one, other) => order.indexOf(one.companyId) - order.indexOf(other.companyId))
    if (!stays || others.length === 0) continue
    trashed.push(...others.map((other) => other.uniqueId))
    const whole = others.reduce<Place>((place, other) => ({ ...place, ...takenFrom(place, other) }), stays)
    const fields = Object.keys(whole).filter((field) => whole[field as keyof Place] !== stays[field as keyof Place])
    if (fields.length === 0) continue
    filled.push({ uniqueId: stays.uniqueId, before: partOf(stays, fields), after: partOf(whole, fields) })
    const set = { ...partOf(whole, fields), updatedAt: nextUpdatedAt(updatedAt) }
    await tx
      .update(projectCompanies)
      .set(set)
      .where(sql`${uniqueId} = ${stays.uniqueId}`)
  }
  const now = nextUpdatedAt(updatedAt)
  if (trashed.length > 0)
    await tx
      .update(projectCompanies)
      .set({ deletedAt: now, deletedBy: actor.uniqueId, updatedAt: now })
      .where(inArray(uniqueId, trashed))
  return { trashed, filled }
}

/** Takes back what was settled, but what somebody has changed since. The project may be in the trash by now: then its place stays there. */
export const unsettlePlaces = async ({ trashed, filled }: Settled, changed: ReadonlySet<string>, { tx }: WriteContext) => {
  const back = trashed.filter((id) => !changed.has(id))
  const lives = sql`${projectId} in (select ${projects.uniqueId} from ${projects} where ${projects.deletedAt} is null)`
  if (back.length > 0)
    await tx
      .update(projectCompanies)
      .set({ deletedAt: null, deletedBy: null, updatedAt: nextUpdatedAt(updatedAt) })
      .where(and(inArray(uniqueId, back), isNotNull(deletedAt), lives))
  for (const { uniqueId: id, before } of filled.filter((one) => !changed.has(one.uniqueId)))
    await tx
      .update(projectCompanies)
      .set({ ...before, updatedAt: nextUpdatedAt(updatedAt) })
      .where(sql`${uniqueId} = ${id}`)
}
