import { and, desc, eq, sql } from 'drizzle-orm'
import { Stale } from '../errors.ts'
import type { WriteContext } from '../http/context.ts'
import { audits } from './audit.ts'

interface Stamped {
  uniqueId: string
  /** Null for what never was changed. */
  updatedAt: string | null
}
/** What a call wants to change, and the state that it was made on; without one the last write wins. */
interface Change {
  updatedAt?: string | null | undefined
  [field: string]: unknown
}

const time = (instant: string | null) => (instant === null ? null : Date.parse(instant))

/** Whether who asks made the last change of these fields; of any field, where the trail names none of them. */
const isOwnChange = async ({ uniqueId }: Stamped, change: Change, { tx, actor }: WriteContext) => {
  const fields = sql`array[${sql.join(
    Object.keys(change).map((field) => sql`${field}`),
    sql`, `,
  )}]::text[]`
  const [last] = await tx
    .select({ by: audits.createdBy })
    .from(audits)
    .where(and(eq(audits.recordId, uniqueId), eq(audits.action, 'CHANGED')))
    .orderBy(sql`${audits.changes} ?| ${fields} desc`, desc(audits.uniqueId))
    .limit(1)
  return last?.by === actor.uniqueId
}

/**
 * Refuses a change that was made on an older state of the record, with what stands now (`shown`: in the shape of the call's reply) and
 * whether somebody else changed it or the same person, in another tab.
 */
export const requireCurrent = async <Row extends Stamped>(
  change: Change,
  row: Row,
  context: WriteContext,
  shown: (row: Row) => object | Promise<object> = (same) => same,
) => {
  if (change.updatedAt === undefined || time(change.updatedAt) === time(row.updatedAt)) return
  throw new Stale(await shown(row), await isOwnChange(row, change, context))
}
