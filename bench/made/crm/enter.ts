import type { PgTable } from 'drizzle-orm/pg-core'
import type { AppContext } from '../../../apps/server/src/appContext.ts'
import type { Tx } from '../../../apps/server/src/kit/database/database.ts'
import type { Scope } from '../../../apps/server/src/kit/database/scoped.ts'
import type { SoftDeleteTable } from '../../../apps/server/src/kit/database/table.ts'
import { addDemoRecords, type Author, type DemoRecord } from '../../../apps/server/src/kit/record/demo.ts'
import type { Entity, Fields } from '../../../apps/server/src/kit/record/entity.ts'
import type { DemoUser } from '../../../apps/server/src/platform/user/user.demo.ts'
import type { Dice } from '../random.ts'

const BATCH = 5000

/** The partition that is filled: its people, the most active first. */
export interface SeedContext {
  db: AppContext['db']
  scope: Scope
  people: DemoUser[]
  dice: Dice
  /** Updates PostgreSQL's statistics of a table. */
  analyze: (table: PgTable) => Promise<unknown>
}

/** A record to be created: when, by whom, and what its fields are made of. */
export interface PlannedRecord {
  at: string
  by: Author
}

const DAY = 86_400_000

/** Returns a random moment of the last three years. */
export const randomTime = ({ random }: Dice) => new Date(Date.now() - random() * 3 * 365 * DAY).toISOString()

/** Returns a moment after another one: this many days later on average, and never in the future. */
export const randomTimeAfter = (moment: string, days: number, { random }: Dice) => {
  const [from, now] = [Date.parse(moment), Date.now()]
  const at = from - Math.log(1 - random()) * days * DAY
  return new Date(at < now ? at : from + random() * (now - from)).toISOString()
}

type CreatedRecord<T extends SoftDeleteTable, P> = Fields<T> & P & { uniqueId: string }

/** Slices that double in size up to some thousand. */
const slicesOf = <T>(list: readonly T[]) => {
  const slices: T[][] = []
  for (let at = 0, size = 500; at < list.length; at += size, size = Math.min(size * 2, BATCH))
    slices.push(list.slice(at, at + size))
  return slices
}

/**
 * Creates records in the order of their moments, as the app writes them: with their history, some thousand in a transaction. The table is analysed
 * repeatedly while it grows: a foreign key check keeps the plan that suited the empty table.
 */
export const createRecords = async <T extends SoftDeleteTable, P extends PlannedRecord>(
  { db, scope, analyze }: SeedContext,
  of: Entity<T>,
  plans: readonly P[],
  fieldsOf: (plan: P) => Fields<T>,
  addRelated: (tx: Tx, rows: CreatedRecord<T, P>[]) => Promise<unknown> = async () => {},
) => {
  const sortedPlans = plans.toSorted((one, other) => (one.at < other.at ? -1 : 1))
  const ids: string[] = []
  for (const [number, slice] of slicesOf(sortedPlans).entries()) {
    const demoRecords = slice.map((plan): DemoRecord<T> => ({ fields: fieldsOf(plan), by: plan.by, at: plan.at }))
    await db.write(scope, async (tx) => {
      const added = await addDemoRecords(tx, of, demoRecords)
      ids.push(...added.map(({ uniqueId }) => uniqueId))
      await addRelated(
        tx,
        added.map((row, index) => ({ ...row, ...slice[index]! })),
      )
    })
    if (Number.isInteger(Math.log2(number + 1))) await analyze(of.table)
  }
  return sortedPlans.map((plan, at) => ({ ...plan, uniqueId: ids[at]! }))
}
