import { TENANT_ADMINS } from '@tradewind/contract/roles'
import { and, inArray, sql } from 'drizzle-orm'
import type { Tx } from '#kit/database/database'
import { excludedUpdatedAt } from '#kit/database/table'
import type { Notice, Notify } from '#platform/notification/notification.queries'
import { isOpenAccount, users } from '#platform/schema/user.table'
import { reviewCases } from '#trust/schema/reviewCase.table'

type NewCase = Pick<typeof reviewCases.$inferInsert, 'ownerId' | 'kind' | 'sign' | 'answerIds' | 'count' | 'reason' | 'note'>

/** Makes a case, or adds to the one that there is: a report is counted, a sign names the answers that have it by now. A decision stands. */
export const openCase = async (tx: Tx, made: NewCase) => {
  const { tenantId, ownerId, kind, sign, count } = reviewCases
  const again =
    made.kind === 'REPORT' ? { count: sql`${count} + 1` } : { count: sql`excluded.count`, answerIds: sql`excluded.answer_ids` }
  const [found] = await tx
    .insert(reviewCases)
    .values(made)
    .onConflictDoUpdate({ target: [tenantId, ownerId, kind, sign], set: { ...again, updatedAt: excludedUpdatedAt } })
    .returning({ uniqueId: reviewCases.uniqueId, tenantId, isNew: sql<boolean>`xmax = 0` })
  return found!
}

/** Tells the tenant's admins of a case. */
export const tellAdmins = async (
  tx: Tx,
  notify: Notify,
  { uniqueId, tenantId }: { uniqueId: string; tenantId: string },
  told: Pick<Notice, 'subject' | 'content' | 'values'>,
) => {
  const admins = await tx
    .select({ userId: users.uniqueId })
    .from(users)
    .where(and(inArray(users.role, [...TENANT_ADMINS]), isOpenAccount))
  await notify(tx, tenantId, ...admins.map(({ userId }) => ({ userId, ...told, path: `reviewCase/show/${uniqueId}` })))
}
