import { type SQL, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  customType,
  foreignKey,
  index,
  type PgColumnBuilderBase,
  pgPolicy,
  pgRole,
  type PgTable,
  pgTable,
  type PgTableExtraConfigValue,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core'

/** Converts `2026-11-20 08:04:17.5+00`, as PostgreSQL writes in UTC, to ISO without a Date: a list has forty of them. */
const isoOf = (utc: string) => `${utc.slice(0, 10)}T${utc.slice(11, 19)}.${utc.slice(20, -3).padEnd(3, '0')}Z`
const isInUtc = (value: Date | string): value is string => typeof value === 'string' && value[10] === ' ' && value.endsWith('+00')

/** An instant as in the contract: an ISO string, in input and output, in whole milliseconds. */
export const instant = customType<{ data: string; driverData: Date | string }>({
  dataType: () => 'timestamp (3) with time zone',
  fromDriver: (value) => (isInUtc(value) ? isoOf(value) : new Date(value).toISOString()),
})

const appRole = pgRole('tradewind_app').existing()
const currentTenant = sql`current_setting('app.tenant_id')::uuid`
const currentPartition = sql`current_setting('app.world_id')::uuid`
const thisTenant = sql`tenant_id = ${currentTenant}`
const thisPartition = sql`tenant_id = ${currentTenant} and world_id = ${currentPartition}`
/** The current time in milliseconds, the precision of the API. */
const now = sql`date_trunc('milliseconds', clock_timestamp())`
/** The same for UPDATE, where a cluster rejects VOLATILE functions. */
export const statementTime = sql`date_trunc('milliseconds', statement_timestamp())`

const keyColumns = () => ({
  uniqueId: uuid('id')
    .notNull()
    .default(sql`uuidv7()`),
  tenantId: uuid('tenant_id').notNull().default(currentTenant),
  dateCreated: instant('created_at').notNull().default(now),
  createdBy: uuid('created_by'),
})
const stampColumns = () => ({ ...keyColumns(), updatedAt: instant('updated_at').notNull().default(now) })
const softDeleteColumns = () => ({
  ...stampColumns(),
  deletedAt: instant('deleted_at'),
  deletedBy: uuid('deleted_by'),
  /** The searched columns, folded, one line each. */
  searchText: text('search_text').notNull().default(''),
})
const partitionColumns = () => ({ ...softDeleteColumns(), partitionId: uuid('world_id').notNull().default(currentPartition) })

/** How a table is placed in a cluster: its rows with those of their tenant, or a full copy on every node. */
export type TableKind = 'distributed' | 'reference'
const kinds = new Map<string, TableKind>()
/** Every table of the loaded features, by name. Other tables stay on the coordinator. */
export const tableKinds: ReadonlyMap<string, TableKind> = kinds
const registerKind =
  (kind: TableKind) =>
  <N extends string>(name: N) => {
    kinds.set(name, kind)
    return name
  }
const distributed = registerKind('distributed')
const reference = registerKind('reference')

type Columns = Record<string, PgColumnBuilderBase>
type Extra<T> = (table: T) => PgTableExtraConfigValue[]
type Built<N extends string, C extends Columns> = ReturnType<typeof pgTable<N, C>>
// pgTable passes its callback the columns under the table's own names; these three types add the stamp columns.
type TableWith<C extends Columns, S extends Columns> = Built<string, S & C>

/** A table without tenant: few rows, open to every tenant. */
export const globalTable = <N extends string, C extends Columns>(
  name: N,
  columns: C,
  extra: Extra<Built<string, C>> = () => [],
) =>
  pgTable(reference(name), columns, (table) => [
    pgPolicy(`${name}_open`, { to: appRole, using: sql`true` }),
    ...extra(table as unknown as Built<string, C>),
  ])

/** A table whose rows belong to a tenant. */
export const tenantTable = <N extends string, C extends Columns>(
  name: N,
  columns: C,
  extra: Extra<TableWith<C, ReturnType<typeof stampColumns>>> = () => [],
) =>
  pgTable(distributed(name), { ...stampColumns(), ...columns }, (built) => {
    const table = built as unknown as TableWith<C, ReturnType<typeof stampColumns>>
    return [
      primaryKey({ name: `${name}_pk`, columns: [table.tenantId, table.uniqueId] as [AnyPgColumn, AnyPgColumn] }),
      pgPolicy(`${name}_tenant`, { to: appRole, using: thisTenant }),
      ...extra(table),
    ]
  })

/** Rows deleted before this instant have been in the trash for 30 days, and are deleted permanently. */
export const trashDeadline = sql`now() - interval '30 days'`

/** A query of the ids of rows that have been in the trash for 30 days. */
export const expiredInTrash = (table: SoftDeleteTable) =>
  sql`(select ${table.uniqueId} from ${table} where ${table.deletedAt} < ${trashDeadline})`

/** The condition of rows that are not in the trash, for the indexes of lists. */
export const notDeleted = sql`deleted_at is null`
const deleted = sql`deleted_at is not null`

/** A table whose rows belong to a tenant, are soft-deleted, and are searched by their `searchText`. */
export const softDeleteTable = <N extends string, C extends Columns>(
  name: N,
  columns: C,
  extra: Extra<TableWith<C, ReturnType<typeof softDeleteColumns>>> = () => [],
) =>
  pgTable(distributed(name), { ...softDeleteColumns(), ...columns }, (built) => {
    const table = built as unknown as SoftDeleteTable
    return [
      primaryKey({ name: `${name}_pk`, columns: [table.tenantId, table.uniqueId] }),
      pgPolicy(`${name}_tenant`, { to: appRole, using: thisTenant }),
      index(`${name}_search`).using('gin', table.tenantId, sql`search_text gin_trgm_ops`),
      index(`${name}_newest`).on(table.tenantId, table.dateCreated, table.uniqueId).where(notDeleted),
      index(`${name}_deleted`).on(table.tenantId, table.deletedAt, table.uniqueId).where(deleted),
      ...extra(built as unknown as TableWith<C, ReturnType<typeof softDeleteColumns>>),
    ]
  })

/** A table whose rows belong to a partition of a tenant, are soft-deleted, and are searched by their `searchText`. */
export const partitionTable = <N extends string, C extends Columns>(
  name: N,
  columns: C,
  extra: Extra<TableWith<C, ReturnType<typeof partitionColumns>>> = () => [],
) =>
  pgTable(distributed(name), { ...partitionColumns(), ...columns }, (built) => {
    const table = built as unknown as PartitionTable
    return [
      primaryKey({ name: `${name}_pk`, columns: [table.tenantId, table.partitionId, table.uniqueId] }),
      pgPolicy(`${name}_world`, { to: appRole, using: thisPartition }),
      // A partition belongs to one tenant: adding the tenant to the index would make each search a fifth slower.
      index(`${name}_search`).using('gin', table.partitionId, sql`search_text gin_trgm_ops`),
      // Without the id, equal keys are deduplicated: a twentieth of the size.
      index(`${name}_by_creator`).on(table.tenantId, table.partitionId, table.createdBy).where(notDeleted),
      index(`${name}_newest`).on(table.tenantId, table.partitionId, table.dateCreated, table.uniqueId).where(notDeleted),
      index(`${name}_deleted`).on(table.tenantId, table.partitionId, table.deletedAt, table.uniqueId).where(deleted),
      ...extra(built as unknown as TableWith<C, ReturnType<typeof partitionColumns>>),
    ]
  })

/** A table whose rows belong to a partition and are written once: the grants of a table without `updated_at` allow inserts only. */
export const logTable = <N extends string, C extends Columns>(
  name: N,
  columns: C,
  extra: Extra<TableWith<C, ReturnType<typeof logColumns>>> = () => [],
) =>
  pgTable(distributed(name), { ...logColumns(), ...columns }, (built) => {
    const table = built as unknown as PartitionTable
    return [
      primaryKey({ name: `${name}_pk`, columns: [table.tenantId, table.partitionId, table.uniqueId] }),
      pgPolicy(`${name}_world`, { to: appRole, using: thisPartition }),
      index(`${name}_newest`).on(table.tenantId, table.partitionId, table.dateCreated, table.uniqueId),
      ...extra(built as unknown as TableWith<C, ReturnType<typeof logColumns>>),
    ]
  })
const logColumns = () => ({ ...keyColumns(), partitionId: uuid('world_id').notNull().default(currentPartition) })

/** A table whose rows belong to a tenant, to no partition, and are written once, like those of a `logTable`. */
export const tenantLogTable = <N extends string, C extends Columns>(
  name: N,
  columns: C,
  extra: Extra<TableWith<C, ReturnType<typeof keyColumns>>> = () => [],
) =>
  pgTable(distributed(name), { ...keyColumns(), ...columns }, (built) => {
    const table = built as unknown as TableWith<C, ReturnType<typeof keyColumns>>
    return [
      primaryKey({ name: `${name}_pk`, columns: [table.tenantId, table.uniqueId] as [AnyPgColumn, AnyPgColumn] }),
      pgPolicy(`${name}_tenant`, { to: appRole, using: thisTenant }),
      ...extra(table),
    ]
  })

const linkColumns = () => ({
  tenantId: uuid('tenant_id').notNull().default(currentTenant),
  partitionId: uuid('world_id').notNull().default(currentPartition),
  updatedAt: instant('updated_at').notNull().default(now),
})

/** A join table within a partition: its key is the joined columns in this order, and its rows are deleted with either joined row. */
export const linkTable = <N extends string, C extends Columns>(
  name: N,
  columns: C,
  extra: Extra<TableWith<C, ReturnType<typeof linkColumns>>> = () => [],
) =>
  pgTable(distributed(name), { ...linkColumns(), ...columns }, (built) => {
    const table = built as unknown as Record<string, AnyPgColumn>
    const linkedColumns = Object.keys(columns).map((column) => table[column]!)
    return [
      primaryKey({ name: `${name}_pk`, columns: [table['tenantId']!, table['partitionId']!, ...linkedColumns] }),
      pgPolicy(`${name}_world`, { to: appRole, using: thisPartition }),
      ...extra(built as unknown as TableWith<C, ReturnType<typeof linkColumns>>),
    ]
  })

/** The columns of every table whose rows are listed, saved and soft-deleted: of a partition or a tenant. */
export type SoftDeleteTable = PgTable & {
  [Column in keyof ReturnType<typeof softDeleteColumns>]: AnyPgColumn
}
type PartitionTable = SoftDeleteTable & { partitionId: AnyPgColumn }

interface InTenant {
  tenantId: AnyPgColumn
  partitionId?: AnyPgColumn
}

/**
 * Foreign key (tenant, column) → the other table's key, or (tenant, partition, column) where the other table has partitions, so that a row cannot
 * reference a row of another tenant or partition.
 */
export const scopedForeignKey = (
  name: string,
  table: InTenant,
  column: AnyPgColumn,
  other: InTenant & { uniqueId: AnyPgColumn },
) => {
  if (!other.partitionId)
    return foreignKey({ name, columns: [table.tenantId, column], foreignColumns: [other.tenantId, other.uniqueId] })
  if (!table.partitionId) throw new Error(`${name}: rows of a tenant cannot reference rows of a partition`)
  return foreignKey({
    name,
    columns: [table.tenantId, table.partitionId, column],
    foreignColumns: [other.tenantId, other.partitionId, other.uniqueId],
  })
}

/**
 * The instant of an update, always later than the previous one even if the clock goes back; `at`: instead of the statement's time. Only IMMUTABLE
 * functions may be applied to the column, or a cluster would reject it: adding to a time with time zone is not IMMUTABLE.
 */
export const nextUpdatedAt = (updatedAt: AnyPgColumn | SQL, at = statementTime): SQL =>
  sql`greatest(${at}, (${updatedAt} at time zone 'UTC' + interval '1 millisecond') at time zone 'UTC')`

/** The instant of an update by ON CONFLICT DO UPDATE, which may not call time functions: that of the row to be inserted. */
export const excludedUpdatedAt = sql`excluded.updated_at`
