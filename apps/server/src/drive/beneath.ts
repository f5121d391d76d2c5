import { type SQL, sql } from 'drizzle-orm'
import { driveItems, type Item } from '#drive/schema/drive.table'
import type { Tx } from '#kit/database/database'
import { anyOf } from '#kit/database/statement'

export const idsOf = (items: readonly Pick<Item, 'uniqueId'>[]) => items.map(({ uniqueId }) => uniqueId)

/** Ids of these items and of all beneath them, what lies in the trash included. Followed by `parent_id`, which an index finds behind the wall, too. */
export const withBeneath = (ids: readonly string[]): SQL => sql`
  with recursive beneath as (
    select id from drive_item where id = ${anyOf(ids)}
    union select child.id from drive_item child join beneath on child.parent_id = beneath.id)
  select id from beneath`

/** How many folders lie above the deepest thing in an item, counted from the item. */
export const heightOf = async ({ uniqueId, ancestors }: Item, tx: Tx) => {
  const { rows } = await tx.execute<{ deepest: number }>(
    sql`select max(cardinality(ancestors)) as deepest from ${driveItems} where ${driveItems.uniqueId} in (${withBeneath([uniqueId])})`,
  )
  return rows[0]!.deepest - ancestors.length
}

/** Has all beneath an item lie beneath these folders and it. The item itself is not changed. */
export const carryBeneath = async ({ uniqueId, ancestors }: Item, above: readonly string[], tx: Tx) => {
  await tx.execute(sql`update ${driveItems} set ancestors = ${sql.param([...above])}::uuid[] || ancestors[${ancestors.length + 1}::int:]
    where ${driveItems.uniqueId} in (${withBeneath([uniqueId])}) and ${driveItems.uniqueId} <> ${uniqueId}`)
}
