import { desc, eq, sql } from 'drizzle-orm'
import { allow } from '../access.ts'
import type { WorldTable } from '../database/table.ts'
import type { Reading } from '../http/context.ts'
import { audits } from './audit.ts'
import { findRecord } from './crud.ts'
import type { Kind } from './kind.ts'

/** The handler of a record's history: for those who may change the record. */
export const history =
  <T extends WorldTable>(of: Kind<T>) =>
  async (
    { uniqueId, page = 0, size = 20 }: { uniqueId: string; page?: number | undefined; size?: number | undefined },
    context: Reading,
  ) => {
    const record = await findRecord(of, of.policy.see, uniqueId, context)
    allow(context.actor, of.policy.update, record)
    const ofRecord = eq(audits.recordId, uniqueId)
    const [rows, total] = await Promise.all([
      context.db
        .select()
        .from(audits)
        .where(ofRecord)
        .orderBy(desc(audits.uniqueId))
        .limit(size)
        .offset(page * size),
      context.db
        .select({ total: sql<number>`count(*)::int` })
        .from(audits)
        .where(ofRecord),
    ])
    return { rows, total: total[0]!.total, estimated: false }
  }
