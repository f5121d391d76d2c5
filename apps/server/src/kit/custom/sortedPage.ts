import { MOST_COUNTED } from '@tradewind/contract/kit/page'
import { type SQL, sql } from 'drizzle-orm'
import type { Reader } from '../database/database.ts'
import { fieldsOf, liveRows, type Page, totalMet } from '../database/list.ts'
import type { SoftDeleteTable } from '../database/table.ts'
import type { CustomOrder } from './asked.ts'

interface Asked {
  page: number
  size: number
  sort: string
}
interface Listed {
  table: SoftDeleteTable
  order: CustomOrder
  met: SQL | undefined
}
type Ids = { id: string }[]

const idsOf = async (db: Reader, query: SQL) => (await db.execute<{ id: string }>(query)).rows
const wayOf = (sort: string) => (sort.startsWith('-') ? sql`desc` : sql`asc`)

/** Few hits are found first, and then put in order. */
const fewIds = (db: Reader, { table, order, met }: Listed, { page, size, sort }: Asked): Promise<Ids> => {
  const way = wayOf(sort)
  return idsOf(
    db,
    sql`with hit as materialized (select ${table.uniqueId} as id, ${order.value} as key from ${liveRows(table, db.scope)} where ${met ?? sql`true`})
      select id from hit order by key ${way} nulls last, id ${way} limit ${size} offset ${page * size}`,
  )
}

/** Many hits are met on a walk along the values. Records without a value come after them, by their ids. */
const walkedIds = async (db: Reader, { table, order, met }: Listed, { page, size, sort }: Asked): Promise<Ids> => {
  const way = wayOf(sort)
  const { tenantId, partitionId } = db.scope
  const live = liveRows(table, db.scope)
  const lets = met ? sql`and ${met}` : sql``
  const held = sql`held.tenant_id = ${tenantId} and held.world_id = ${partitionId} and held.field = ${order.key}`
  const valued = sql`from ${order.use.values} held join ${live} on ${table.uniqueId} = held.record_id where ${held} ${lets}`
  const from = page * size
  const first = await idsOf(
    db,
    sql`select held.record_id as id ${valued} order by held.value ${way}, held.number ${way}, held.record_id ${way} limit ${size} offset ${from}`,
  )
  if (first.length === size) return first
  const [counted] =
    first.length > 0 || from === 0
      ? [undefined]
      : (await db.execute<{ many: number }>(sql`select count(*)::int as many ${valued}`)).rows
  const passed = counted ? from - counted.many : 0
  const none = sql`not exists (select from ${order.use.values} held where ${held} and held.record_id = ${table.uniqueId})`
  const rest = await idsOf(
    db,
    sql`select ${table.uniqueId} as id from ${live} where ${none} ${lets} order by ${table.uniqueId} ${way} limit ${size - first.length} offset ${passed}`,
  )
  return [...first, ...rest]
}

/** A page of a list in the order of a field of the tenant's own; records that hold nothing come last, either way. */
export const sortedPage = async <T extends SoftDeleteTable>(
  db: Reader,
  listed: Listed & { table: T },
  asked: Asked,
): Promise<Page<T['$inferSelect']>> => {
  const { table, met } = listed
  const { total, estimated } = await totalMet(db, table, met)
  const isFew = !estimated && total <= MOST_COUNTED && met !== undefined
  const ids = isFew ? await fewIds(db, listed, asked) : await walkedIds(db, listed, asked)
  const { named, read } = fieldsOf(table)
  const wanted = ids.map(({ id }) => id)
  const { rows } = await db.execute(
    sql`select ${named} from ${table} where ${table.uniqueId} = any(${sql.param(wanted)}::uuid[])`,
  )
  const byId = new Map(rows.map((raw) => [raw['uniqueId'] as string, read(raw)]))
  return { rows: wanted.flatMap((id) => byId.get(id) ?? []) as T['$inferSelect'][], total, estimated }
}
