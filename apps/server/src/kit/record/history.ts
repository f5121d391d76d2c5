import type { Rules } from '@tradewind/contract/kit/policy'
import { eq, sql } from 'drizzle-orm'
import { fieldsOf, listRows, type Paging } from '../database/list.ts'
import type { SoftDeleteTable } from '../database/table.ts'
import type { ReadContext } from '../http/context.ts'
import { audits } from './audit.ts'
import { findRecord, mayDo } from './crud.ts'
import type { Entity } from './entity.ts'

interface Asked extends Paging {
  uniqueId: string
}
type Raw = Record<string, unknown>

const { named, read } = fieldsOf(audits)
const entries = (rows: Raw[]) => rows.map(read) as (typeof audits.$inferSelect)[]

/** A page of what was done to one record of the partition that asks, or all of it, streamed. Whether who asks may know is the caller's. */
export const entriesOf = ({ uniqueId, sort = '-dateCreated', ...asked }: Asked, context: ReadContext) => {
  const met = sql`from ${audits} where ${eq(audits.recordId, uniqueId)}`
  const all = sql`select ${named} ${met} order by ${audits.uniqueId} ${sort.startsWith('-') ? sql`desc` : sql`asc`}`
  return listRows({ all, counted: sql`select ${met}` }, asked, context, entries)
}

/** The handler of a record's history: of records that who asks may see, and of these of those that the rules reach. */
export const history =
  <T extends SoftDeleteTable>(of: Entity<T>, rules: Rules) =>
  async (asked: Asked, context: ReadContext) => {
    await mayDo(of, rules, await findRecord(of, of.policy.see, asked.uniqueId, context), context)
    return entriesOf(asked, context)
  }
