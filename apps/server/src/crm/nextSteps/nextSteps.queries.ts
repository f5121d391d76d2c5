import { eq, sql } from 'drizzle-orm'
import { companyIdsSeen } from '#crm/company/company.queries'
import { nextSteps } from '#crm/schema/nextSteps.table'
import type { Tx } from '#kit/database/database'
import { nextUpdatedAt } from '#kit/database/table'
import { readerOf, type ReadContext, together, type WriteContext } from '#kit/http/context'
import { users } from '#platform/schema/user.table'
import { fullNamesOf } from '#platform/user/person.queries'

type Row = typeof nextSteps.$inferSelect

/** Today's date in a time zone: `YYYY-MM-DD`. */
const today = (timeZone: string) => new Intl.DateTimeFormat('sv-SE', { timeZone }).format(new Date())

/** Tasks as they are answered: who is to do them, who gave them, and whether they are overdue where who asks is. */
export const withNames = async (rows: Row[], context: ReadContext | WriteContext) => {
  const people = rows.flatMap(({ assignedUser, createdBy }) => [assignedUser, createdBy])
  const [names, seen] = await together(
    context,
    () => fullNamesOf(readerOf(context), people),
    () =>
      companyIdsSeen(
        rows.map(({ companyId }) => companyId),
        context,
      ),
  )
  const now = today(context.timeZone)
  return rows.map((row) => ({
    ...row,
    assignedUser: { uniqueId: row.assignedUser, fullName: names.get(row.assignedUser) ?? '' },
    summaryUID: row.summaryId,
    company: { uniqueId: seen(row.companyId), legalName: row.companyName },
    createdByName: names.get(row.createdBy ?? '') ?? null,
    isOverdue: row.nextStepsStatus === 'OPEN' && row.byWhen < now,
  }))
}

/** The tasks of somebody who leaves go back to who gave them, or, where they have left too, to a tenant admin. */
export const returnTasks = async (tx: Tx, userId: string) => {
  const stays = sql`${users.deletedAt} is null and ${users.uniqueId} <> ${userId}`
  const giver = sql`coalesce(
    (select ${users.uniqueId} from ${users} where ${users.uniqueId} = ${nextSteps.createdBy} and ${stays}),
    (select ${users.uniqueId} from ${users} where ${users.role} in ('ROLE_TENANT_ADMIN', 'ROLE_SUPER_ADMIN') and ${stays}
      order by ${users.role} desc, ${users.uniqueId} limit 1),
    ${nextSteps.assignedUser})`
  const set = { assignedUser: giver, updatedAt: nextUpdatedAt(nextSteps.updatedAt) }
  await tx.update(nextSteps).set(set).where(eq(nextSteps.assignedUser, userId))
}
