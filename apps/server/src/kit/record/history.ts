import { asc, count, desc, eq } from 'drizzle-orm'
import { allow } from '../access.ts'
import type { WorldTable } from '../database/table.ts'
import type { Reading } from '../http/context.ts'
import { audits } from './audit.ts'
import { findRecord } from './crud.ts'
import type { Kind } from './kind.ts'

interface Asked {
  uniqueId: string
  page?: number | undefined
  size?: number | undefined
  sort?: string | undefined
}

/** The handler of a record's history: for those who may change the record. */
export const history =
  <T extends WorldTable>(of: Kind<T>) =>
  async ({ uniqueId, page, size, sort = '-dateCreated' }: Asked, context: Reading) => {
    const record = await findRecord(of, of.policy.see, uniqueId, context)
    allow(context.actor, of.policy.update, record)
    const ofRecord = eq(audits.recordId, uniqueId)
    const order = sort.startsWith('-') ? desc(audits.uniqueId) : asc(audits.uniqueId)
    const entries = context.db.select().from(audits).where(ofRecord).orderBy(order).$dynamic()
    const counting = context.db.select({ total: count() }).from(audits).where(ofRecord)
    const isPage = page !== undefined || size !== undefined
    const [rows, [counted]] = await Promise.all([
      isPage ? entries.limit(size ?? 20).offset((page ?? 0) * (size ?? 20)) : entries,
      counting,
    ])
    return { rows, total: counted!.total, estimated: false }
  }
