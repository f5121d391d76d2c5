import { and, eq, inArray, ne, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../database/database.ts'
import type { SoftDeleteTable } from '../database/table.ts'
import { activities } from './activity.ts'
import { audits } from './audit.ts'

const nothing = { title: '', changes: {} }

/** Empties the trail's entries of records: a query of their partitions and ids. */
export const forgetEntries = (tx: Tx, records: SQL) =>
  tx
    .update(audits)
    .set(nothing)
    .where(sql`(${audits.partitionId}, ${audits.recordId}) in ${records}`)

/**
 * Empties what the trail and the timelines say of people who are purged: that something was done stays, without what they were called and what stood
 * there. Called before the rows of these records are deleted, by the role that reaches every partition of the tenant.
 */
export const forgetPeople = async (tx: Tx, table: SoftDeleteTable, condition: SQL) => {
  const { rows } = await tx.execute(sql`select from ${table} where ${condition} limit 1`)
  if (rows.length === 0) return
  const those = sql`(select world_id, id from ${table} where ${condition})`
  await forgetEntries(tx, those)
  await tx.delete(activities).where(sql`(${activities.partitionId}, ${activities.subjectId}) in ${those}`)
  await tx
    .update(activities)
    .set({ title: '' })
    .where(sql`(${activities.partitionId}, ${activities.recordId}) in ${those}`)
}

/** The same of users: what they did stays, without their names. What is in their own partitions is deleted elsewhere. */
export const forgetUsers = async (tx: Tx, tenantId: string, ids: string[]) => {
  await tx
    .update(audits)
    .set(nothing)
    .where(and(eq(audits.partitionId, tenantId), inArray(audits.recordId, ids)))
  for (const log of [audits, activities])
    await tx
      .update(log)
      .set({ byName: '' })
      .where(and(inArray(log.createdBy, ids), ne(log.byName, '')))
}
