import { and, eq, getTableColumns, getTableName, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, getTableConfig, type PgTable } from 'drizzle-orm/pg-core'
import type { Tx } from '#kit/database/database'
import { columnNameOf } from '#kit/database/insert'
import { nextUpdatedAt, type SoftDeleteTable } from '#kit/database/table'
import { replaceReferences } from '#kit/record/copies'
import { copiersOf, type Entity } from '#kit/record/entity'
import { type Moved, merges } from '../schema/merge.table.ts'
import { type Mergeable, referencesTo, type Values } from './mergeable.ts'

type Ids = readonly string[]
type Reference = ReturnType<typeof referencesTo>[number]
const uuidArray = (ids: Ids) => sql`${sql.param([...ids])}::uuid[]`
const columnOf = (table: PgTable, field: string) => sql.identifier(columnNameOf(table, field))
const isLink = (table: PgTable) => !('uniqueId' in getTableColumns(table))

/** The fields of a link table's primary key besides this column. */
const otherKeyFields = ({ table, column }: Reference) => {
  const fields = Object.entries(getTableColumns(table)) as [string, AnyPgColumn][]
  const inKey = new Set(getTableConfig(table).primaryKeys.flatMap(({ columns }) => columns.map(({ name }) => name)))
  return fields
    .filter(([field, { name }]) => inKey.has(name) && ![column, 'tenantId', 'partitionId'].includes(field))
    .map(([field]) => field)
}
const joinSql = (parts: SQL[]) => sql.join(parts, sql`, `)

/** Moves rows of a link table: of two with the same link, one stays. */
const moveLinks = async (tx: Tx, reference: Reference, from: Ids, into: string): Promise<Moved> => {
  const { table, column } = reference
  const others = otherKeyFields(reference)
  const names = joinSql(others.map((field) => sql`${columnOf(table, field)}`))
  const asJson = sql`json_build_object(${joinSql(others.flatMap((field) => [sql.raw(`'${field}'`), sql`${columnOf(table, field)}`]))})`
  const { rows } = await tx.execute<{ was: string; others: Record<string, string>; isNew: boolean }>(sql`
    with gone as (delete from ${table} where ${columnOf(table, column)} = any(${uuidArray(from)}) returning *),
    come as (insert into ${table} (${columnOf(table, column)}, ${names}) select distinct ${into}::uuid, ${names} from gone on conflict do nothing returning ${names})
    select ${columnOf(table, column)} as was, ${asJson} as others, (${names}) in (select ${names} from come) as "isNew" from gone`)
  return { table: getTableName(table), column, rows: [], links: rows }
}

/** For rows that may exist only once for a record: the condition for those that the record lacks, and of several equal ones the first. */
const isMissingIn = ({ table, column, uniqueColumn }: Reference, from: Ids, into: string) => {
  if (!uniqueColumn) return sql`true`
  const [name, onceColumn] = [columnOf(table, column), columnOf(table, uniqueColumn)]
  const fromLiveRows = (ofWhom: SQL) =>
    sql`from ${table} one where one.${name} = ${ofWhom} and one.${onceColumn} = ${table}.${onceColumn} and one.deleted_at is null`
  return sql`(deleted_at is not null or (not exists (select ${fromLiveRows(sql`${into}`)})
    and id = (select one.id ${fromLiveRows(sql`any(${uuidArray(from)})`)} order by one.id limit 1)))`
}

/** Moves rows of a table that is not a link table. */
const moveRows = async (tx: Tx, reference: Reference, from: Ids, into: string): Promise<Moved> => {
  const { table, column } = reference
  const name = columnOf(table, column)
  const { rows } = await tx.execute<{ uniqueId: string; was: string }>(sql`
    with old as (select id, ${name} as was from ${table} where ${name} = any(${uuidArray(from)}) and ${isMissingIn(reference, from, into)} for update)
    update ${table} set ${name} = ${into}, updated_at = ${nextUpdatedAt(sql`${table}.updated_at`)}
    from old where ${table}.id = old.id returning old.id as "uniqueId", old.was`)
  return { table: getTableName(table), column, rows }
}

/** Repoints everything that references one of these records to the one that stays. */
export const moveAll = async (spec: Mergeable, from: Ids, into: Values, tx: Tx): Promise<Moved[]> => {
  const moved: Moved[] = []
  for (const copier of copiersOf(spec.of))
    moved.push({
      table: getTableName(copier.into.table),
      column: copier.column,
      rows: await replaceReferences(tx, copier, { ids: from }, into),
    })
  for (const reference of referencesTo(spec)) {
    const move = isLink(reference.table) ? moveLinks : moveRows
    moved.push(await move(tx, reference, from, into.uniqueId))
  }
  return moved.filter(({ rows, links = [] }) => rows.length + links.length > 0)
}

/** The number of records, not deleted, that would move with each of these, by kind. */
export const countMoving = async (spec: Mergeable, ids: Ids, tx: Tx) => {
  const sources = [
    ...copiersOf(spec.of).map(({ into, column }) => ({ kind: into.name, table: into.table as PgTable, column })),
    ...referencesTo(spec).filter(({ kind }) => kind !== undefined),
  ]
  const counts = new Map<string, Map<string, number>>(ids.map((id) => [id, new Map()]))
  for (const { kind, table, column } of sources) {
    const columns = getTableColumns(table) as Record<string, AnyPgColumn>
    const by = columns[column]!
    const isNotDeleted = columns['deletedAt'] && isNull(columns['deletedAt'])
    const rows = await tx
      .select({ id: by, many: sql<number>`count(*)::int` })
      .from(table)
      .where(and(inArray(by, [...ids]), isNotDeleted))
      .groupBy(by)
    for (const { id, many } of rows) {
      const ofOne = counts.get(id as string)!
      ofOne.set(kind!, (ofOne.get(kind!) ?? 0) + many)
    }
  }
  return (id: string) => [...counts.get(id)!].map(([kind, count]) => ({ kind, count }))
}

/** A row that remains with the record that it was moved to. */
export interface UnmovedRow {
  kind: string
  uniqueId: string
  title: string
}

interface UndoContext {
  spec: Mergeable
  into: string
  /** The records that had been merged into it, as restored. */
  records: readonly Values[]
  /** The ids that somebody has changed since. */
  changed: ReadonlySet<string>
  /** The merge that is undone. */
  mergeId: string
  tx: Tx
}

type Link = NonNullable<Moved['links']>[number]
const linkKey = ({ others }: Link) => JSON.stringify(others)

/**
 * Of the links that the merge added to the record that stays, those that no other merge into it has brought, too. Such a merge is from then on the one that
 * has added the link.
 */
const linksToRemove = async ({ into, mergeId, tx }: UndoContext, { table, column, links = [] }: Moved) => {
  const added = new Map(links.filter(({ isNew }) => isNew).map((link) => [linkKey(link), link]))
  if (added.size === 0) return []
  const isOther = and(eq(merges.intoId, into), ne(merges.uniqueId, mergeId), isNull(merges.undoneAt))
  const others = await tx.select({ uniqueId: merges.uniqueId, moved: merges.moved }).from(merges).where(isOther)
  for (const other of others) {
    const shared = new Set<string>()
    const inherit = (link: Link) => {
      if (!added.has(linkKey(link))) return link
      shared.add(linkKey(link))
      return { ...link, isNew: true }
    }
    const moved = other.moved.map((one) =>
      one.table === table && one.column === column && one.links ? { ...one, links: one.links.map(inherit) } : one,
    )
    if (shared.size > 0) await tx.update(merges).set({ moved }).where(eq(merges.uniqueId, other.uniqueId))
    for (const key of shared) added.delete(key)
  }
  return [...added.values()]
}

const moveLinksBack = async (back: UndoContext, reference: Reference, one: Moved) => {
  const { into, tx } = back
  const { table, column } = reference
  const name = columnOf(table, column)
  const isSame = ({ others }: Link) => {
    const same = Object.entries(others).map(([field, id]) => sql`${columnOf(table, field)} = ${id}`)
    return sql.join([sql`${name} = ${into}`, ...same], sql` and `)
  }
  // Several of the merged records may have had the same link: it is removed from the record that stays once all have it back.
  for (const link of one.links ?? []) {
    const names = joinSql(Object.keys(link.others).map((field) => sql`${columnOf(table, field)}`))
    await tx.execute(sql`insert into ${table} (${name}, ${names}) select ${link.was}::uuid, ${names} from ${table}
      where ${isSame(link)} on conflict do nothing returning tenant_id`)
  }
  for (const link of await linksToRemove(back, one)) await tx.execute(sql`delete from ${table} where ${isSame(link)}`)
}

const moveRowsBack = async ({ into, changed, tx }: UndoContext, { table, column }: Reference, { rows }: Moved) => {
  const name = columnOf(table, column)
  const back = rows.filter(({ uniqueId }) => !changed.has(uniqueId))
  if (back.length === 0) return
  await tx.execute(sql`update ${table} set ${name} = given.was,
      updated_at = ${nextUpdatedAt(sql`${table}.updated_at`)}
    from (select unnest(${uuidArray(back.map(({ uniqueId }) => uniqueId))}) as id, unnest(${uuidArray(back.map(({ was }) => was))}) as was) given
    where ${table}.id = given.id and ${name} = ${into}`)
}

const moveCopiesBack = async (back: UndoContext, copier: ReturnType<typeof copiersOf>[number], { rows }: Moved) => {
  for (const record of back.records) {
    const only = rows.filter(({ uniqueId, was }) => was === record.uniqueId && !back.changed.has(uniqueId))
    if (only.length > 0)
      await replaceReferences(back.tx, copier, { ids: [back.into], onlyIds: only.map(({ uniqueId }) => uniqueId) }, record)
  }
}

/** The rows of a kind that are not moved back, with their titles. */
const findUnmoved = async (back: UndoContext, kind: string, table: PgTable, title: string | undefined, { rows }: Moved) => {
  const ids = rows.map(({ uniqueId }) => uniqueId).filter((id) => back.changed.has(id))
  if (ids.length === 0) return []
  const columns = getTableColumns(table) as Record<string, AnyPgColumn>
  const { uniqueId } = table as SoftDeleteTable
  const found = await back.tx
    .select({ uniqueId, title: title ? columns[title]! : sql`''` })
    .from(table)
    .where(inArray(uniqueId, ids))
  return found.map((row): UnmovedRow => ({ kind, uniqueId: row.uniqueId as string, title: String(row.title) }))
}

/** Moves rows back to the records that they referenced, except those that somebody has changed since. Returns the ones that stay. */
export const moveBack = async (moved: readonly Moved[], back: UndoContext): Promise<UnmovedRow[]> => {
  const staying: UnmovedRow[] = []
  for (const copier of copiersOf(back.spec.of)) {
    const one = moved.find(({ table, column }) => table === getTableName(copier.into.table) && column === copier.column)
    if (!one) continue
    await moveCopiesBack(back, copier, one)
    staying.push(...(await findUnmoved(back, copier.into.name, copier.into.table, copier.into.title, one)))
  }
  for (const reference of referencesTo(back.spec)) {
    const one = moved.find(({ table, column }) => table === getTableName(reference.table) && column === reference.column)
    if (!one) continue
    if (isLink(reference.table)) await moveLinksBack(back, reference, one)
    else {
      await moveRowsBack(back, reference, one)
      const of = entityNamed(back.spec, reference)
      if (of) staying.push(...(await findUnmoved(back, of.name, reference.table, of.title, one)))
    }
  }
  return staying
}

const entitiesOf = ({ all }: Mergeable) => all().flatMap(({ entities = [] }) => entities)

/** The entity of a reference's rows, if they have a kind: others may be of a kind that the actor may not see. */
const entityNamed = (spec: Mergeable, { table, kind }: Reference) =>
  kind === undefined ? undefined : entitiesOf(spec).find((entity) => entity.table === table)

const kindsWithCopies = (of: Entity): Entity[] => copiersOf(of).flatMap(({ into }) => [into, ...kindsWithCopies(into)])

/** The kind itself, and the kinds whose records name or repeat a record of it. */
export const affectedKinds = (spec: Mergeable): Entity[] => {
  const named = new Set(referencesTo(spec).map(({ kind }) => kind))
  return [spec.of, ...kindsWithCopies(spec.of), ...entitiesOf(spec).filter(({ name }) => named.has(name))]
}
