import { say } from '@tradewind/contract/kit/say'
import { isMember } from '@tradewind/contract/roles'
import { and, eq, inArray, or, sql } from 'drizzle-orm'
import { sharesOf } from '#crm/project.queries'
import { projectEntity, projects, projectShares } from '#crm/schema/project.table'
import { insertMany } from '#kit/database/insert'
import { nextUpdatedAt } from '#kit/database/table'
import { invalid } from '#kit/errors'
import type { WriteContext } from '#kit/http/context'
import { notifyOfAccess, recordActivity } from '#kit/record/activity'
import { audit } from '#kit/record/audit'
import { fullNamesOf, lockStaff } from '#platform/user/user.queries'
import type { Done } from '../schema/bulk.table.ts'
import { type BulkHandler, idsOf, lockRows, reachCondition, titlesExcept, type Undo, type Values } from './handler.ts'

const of = projectEntity

interface Shares {
  before: readonly string[]
  after: readonly string[]
}

/** Records with whom projects were shared before, and are now. */
const recordShares = async (
  rows: readonly Values[],
  sharesFor: (row: Values) => Shares,
  action: 'SHARED' | 'CHANGED',
  context: WriteContext,
) => {
  const { tx } = context
  if (rows.length === 0) return
  const newUpdatedAt = { updatedAt: nextUpdatedAt(projects.updatedAt) }
  const now = (await tx
    .update(projects)
    .set(newUpdatedAt)
    .where(inArray(projects.uniqueId, idsOf(rows)))
    .returning()) as Values[]
  const all = new Map(now.map((row) => [row.uniqueId, sharesFor(row)]))
  const names = await fullNamesOf(
    tx,
    [...all.values()].flatMap(({ before, after }) => [...before, ...after]),
  )
  const toNames = (ids: readonly string[]) => ids.flatMap((id) => names.get(id) ?? [])
  const entries = now.map((row) => {
    const { before, after } = all.get(row.uniqueId)!
    const changes = { sharedWith: { before: toNames(before), after: toNames(after) } }
    return { action: 'CHANGED' as const, kind: of.name, recordId: row.uniqueId, title: String(row['name']), changes }
  })
  const changedUsers = [...all.values()].flatMap(({ before, after }) => [
    ...before.filter((id) => !after.includes(id)),
    ...after.filter((id) => !before.includes(id)),
  ])
  notifyOfAccess(tx, context.scope.tenantId, changedUsers)
  await audit(context, ...entries)
  await recordActivity(context, of, now, { action })
}

/** Shares many projects with more users. */
export const shareHandler = async (userIds: readonly string[], context: WriteContext): Promise<BulkHandler> => {
  const recipients = [...new Set(userIds)]
  const may = isMember(context.actor) ? [] : await lockStaff(context.tx, recipients)
  if (may.length !== recipients.length) throw invalid({ share: say('Choose staff of your own') })
  const isSharedAlready = and(eq(projectShares.projectId, projects.uniqueId), inArray(projectShares.userId, recipients))
  return {
    of,
    may: reachCondition(of, projectEntity.policy.update, context),
    same: sql`(select count(*) from ${projectShares} where ${isSharedAlready}) = ${recipients.length}`,
    apply: async (rows, writing) => {
      const before = await sharesOf(idsOf(rows), writing)
      const sharesFor = ({ uniqueId }: Values) => before.get(uniqueId) ?? []
      const gainedBy = (row: Values) => recipients.filter((userId) => !sharesFor(row).includes(userId))
      const links = rows.flatMap((row) => gainedBy(row).map((userId) => ({ projectId: row.uniqueId, userId })))
      await insertMany(writing.tx, projectShares, links)
      const shares = (row: Values) => ({ before: sharesFor(row), after: [...sharesFor(row), ...gainedBy(row)] })
      await recordShares(rows, shares, 'SHARED', writing)
      return rows.map((row) => ({ uniqueId: row.uniqueId, gained: gainedBy(row) }))
    },
  }
}

interface Shared extends Done {
  gained: readonly string[]
}

/** Removes the shares that the operation added. */
export const undoShare: Undo = async (all, context) => {
  const done = all as readonly Shared[]
  const rows = await lockRows(of, projectEntity.policy.update, idsOf(done), context)
  const before = await sharesOf(idsOf(rows), context)
  const sharesFor = ({ uniqueId }: { uniqueId: string }) => before.get(uniqueId) ?? []
  const gained = new Map(done.map((one) => [one.uniqueId, one.gained]))
  const removedFrom = (row: Values) => gained.get(row.uniqueId)!.filter((userId) => sharesFor(row).includes(userId))
  const shared = rows.filter((row) => removedFrom(row).length > 0)
  if (shared.length > 0) {
    const conditions = shared.map((row) =>
      and(eq(projectShares.projectId, row.uniqueId), inArray(projectShares.userId, removedFrom(row))),
    )
    await context.tx.delete(projectShares).where(or(...conditions))
  }
  const shares = (row: Values) => ({
    before: sharesFor(row),
    after: sharesFor(row).filter((one) => !removedFrom(row).includes(one)),
  })
  await recordShares(shared, shares, 'CHANGED', context)
  const back = new Set(idsOf(shared))
  return { restored: back.size, unchanged: await titlesExcept(of, idsOf(done), back, context) }
}
