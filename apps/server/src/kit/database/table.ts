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

/** `2026-11-20 08:04:17.5+00`, as PostgreSQL writes in UTC, needs no Date to become ISO: a list has forty of them. */
const isoOf = (utc: string) => `${utc.slice(0, 10)}T${utc.slice(11, 19)}.${utc.slice(20, -3).padEnd(3, '0')}Z`
const isInUtc = (value: Date | string): value is string => typeof value === 'string' && value[10] === ' ' && value.endsWith('+00')

/** A point in time as the contract spells it: an ISO string, on both sides of the wire, in whole milliseconds. */
export const instant = customType<{ data: string; driverData: Date | string }>({
  dataType: () => 'timestamp (3) with time zone',
  fromDriver: (value) => (isInUtc(value) ? isoOf(value) : new Date(value).toISOString()),
})

const appRole = pgRole('tradewind_app').existing()
const currentTenant = sql`current_setting('app.tenant_id')::uuid`
const currentPartition = sql`current_setting('app.world_id')::uuid`
const thisTenant = sql`tenant_id = ${currentTenant}`
const thisPartition = sql`tenant_id = ${currentTenant} and world_id = ${currentPartition}`
/** Milliseconds, as the wire carries them. */
const now = sql`date_trunc('milliseconds', clock_timestamp())`
/** The same in a change of rows, where a cluster takes nothing VOLATILE. */
export const statementTime = sql`date_trunc('milliseconds', statement_timestamp())`

const key = () => ({
  uniqueId: uuid('id')
    .notNull()
    .default(sql`uuidv7()`),
  tenantId: uuid('tenant_id').notNull().default(currentTenant),
  dateCreated: instant('created_at').notNull().default(now),
  createdBy: uuid('created_by'),
})
const stamps = () => ({ ...key(), updatedAt: instant('updated_at').notNull().default(now) })
const livingStamps = () => ({
  ...stamps(),
  deletedAt: instant('deleted_at'),
  deletedBy: uuid('deleted_by'),
  /** The searched columns, folded, a line each. */
  searchText: text('search_text').notNull().default(''),
})
const partitionStamps = () => ({ ...livingStamps(), partitionId: uuid('world_id').notNull().default(currentPartition) })

/** How a table lies in a cluster: its rows with those of their tenant, or whole on every node. */
export type TableKind = 'distributed' | 'reference'
const kinds = new Map<string, TableKind>()
/** Every table of the features that are loaded, by its name. What is no table of ours stays with the coordinator. */
export const tableKinds: ReadonlyMap<string, TableKind> = kinds
const noting =
  (kind: TableKind) =>
  <N extends string>(name: N) => {
    kinds.set(name, kind)
    return name
  }
const distributed = noting('distributed')
const reference = noting('reference')

type Columns = Record<string, PgColumnBuilderBase>
type Extra<T> = (table: T) => PgTableExtraConfigValue[]
type Built<N extends string, C extends Columns> = ReturnType<typeof pgTable<N, C>>
// pgTable hands its callback the columns under the table's own names; these three add the stamps to them.
type Of<C extends Columns, S extends Columns> = Built<string, S & C>

/** Rows of nobody: few, and open to every tenant. */
export const globalTable = <N extends string, C extends Columns>(
  name: N,
  columns: C,
  extra: Extra<Built<string, C>> = () => [],
) =>
  pgTable(reference(name), columns, (table) => [
    pgPolicy(`${name}_open`, { to: appRole, using: sql`true` }),
    ...extra(table as unknown as Built<string, C>),
  ])

/** Rows of one tenant. */
export const tenantTable = <N extends string, C extends Columns>(
  name: N,
  columns: C,
  extra: Extra<Of<C, ReturnType<typeof stamps>>> = () => [],
) =>
  pgTable(distributed(name), { ...stamps(), ...columns }, (built) => {
    const table = built as unknown as Of<C, ReturnType<typeof stamps>>
    return [
      primaryKey({ name: `${name}_pk`, columns: [table.tenantId, table.uniqueId] as [AnyPgColumn, AnyPgColumn] }),
      pgPolicy(`${name}_tenant`, { to: appRole, using: thisTenant }),
      ...extra(table),
    ]
  })

/** What was deleted before this instant has been in the trash for 30 days: it is gone for good. */
export const trashDeadline = sql`now() - interval '30 days'`

/** The ids of what has been in the trash for 30 days, as a query. */
export const gone = (table: SoftDeleteTable) =>
  sql`(select ${table.uniqueId} from ${table} where ${table.deletedAt} < ${trashDeadline})`

/** What is not in the trash, for the indexes of what lists show. */
export const notDeleted = sql`deleted_at is null`
const deleted = sql`deleted_at is not null`

/** Rows of one tenant that are deleted softly, and found by their `searchText`. */
export const softDeleteTable = <N extends string, C extends Columns>(
  name: N,
  columns: C,
  extra: Extra<Of<C, ReturnType<typeof livingStamps>>> = () => [],
) =>
  pgTable(distributed(name), { ...livingStamps(), ...columns }, (built) => {
    const table = built as unknown as SoftDeleteTable
    return [
      primaryKey({ name: `${name}_pk`, columns: [table.tenantId, table.uniqueId] }),
      pgPolicy(`${name}_tenant`, { to: appRole, using: thisTenant }),
      index(`${name}_search`).using('gin', table.tenantId, sql`search_text gin_trgm_ops`),
      index(`${name}_newest`).on(table.tenantId, table.dateCreated, table.uniqueId).where(notDeleted),
      index(`${name}_deleted`).on(table.tenantId, table.deletedAt, table.uniqueId).where(deleted),
      ...extra(built as unknown as Of<C, ReturnType<typeof livingStamps>>),
    ]
  })

/** Rows of one partition of a tenant. They are deleted softly, and found by their `searchText`. */
export const partitionTable = <N extends string, C extends Columns>(
  name: N,
  columns: C,
  extra: Extra<Of<C, ReturnType<typeof partitionStamps>>> = () => [],
) =>
  pgTable(distributed(name), { ...partitionStamps(), ...columns }, (built) => {
    const table = built as unknown as PartitionTable
    return [
      primaryKey({ name: `${name}_pk`, columns: [table.tenantId, table.partitionId, table.uniqueId] }),
      pgPolicy(`${name}_world`, { to: appRole, using: thisPartition }),
      // A partition is of one tenant: naming that one, too, would cost each search a fifth more.
      index(`${name}_search`).using('gin', table.partitionId, sql`search_text gin_trgm_ops`),
      // Without the id equal keys are kept once: a twentieth of the size.
      index(`${name}_by_creator`).on(table.tenantId, table.partitionId, table.createdBy).where(notDeleted),
      index(`${name}_newest`).on(table.tenantId, table.partitionId, table.dateCreated, table.uniqueId).where(notDeleted),
      index(`${name}_deleted`).on(table.tenantId, table.partitionId, table.deletedAt, table.uniqueId).where(deleted),
      ...extra(built as unknown as Of<C, ReturnType<typeof partitionStamps>>),
    ]
  })

/** Rows of one partition that are written once: without `updated_at` a table takes inserts alone, by its grants. */
export const logTable = <N extends string, C extends Columns>(
  name: N,
  columns: C,
  extra: Extra<Of<C, ReturnType<typeof logStamps>>> = () => [],
) =>
  pgTable(distributed(name), { ...logStamps(), ...columns }, (built) => {
    const table = built as unknown as PartitionTable
    return [
      primaryKey({ name: `${name}_pk`, columns: [table.tenantId, table.partitionId, table.uniqueId] }),
      pgPolicy(`${name}_world`, { to: appRole, using: thisPartition }),
      index(`${name}_newest`).on(table.tenantId, table.partitionId, table.dateCreated, table.uniqueId),
      ...extra(built as unknown as Of<C, ReturnType<typeof logStamps>>),
    ]
  })
const logStamps = () => ({ ...key(), partitionId: uuid('world_id').notNull().default(currentPartition) })

/** Rows of one tenant, in no partition of it, that are written once, as those of a `logTable` are. */
export const tenantLogTable = <N extends string, C extends Columns>(
  name: N,
  columns: C,
  extra: Extra<Of<C, ReturnType<typeof key>>> = () => [],
) =>
  pgTable(distributed(name), { ...key(), ...columns }, (built) => {
    const table = built as unknown as Of<C, ReturnType<typeof key>>
    return [
      primaryKey({ name: `${name}_pk`, columns: [table.tenantId, table.uniqueId] as [AnyPgColumn, AnyPgColumn] }),
      pgPolicy(`${name}_tenant`, { to: appRole, using: thisTenant }),
      ...extra(table),
    ]
  })

const linkStamps = () => ({
  tenantId: uuid('tenant_id').notNull().default(currentTenant),
  partitionId: uuid('world_id').notNull().default(currentPartition),
  updatedAt: instant('updated_at').notNull().default(now),
})

/** Which rows of a partition belong together: keyed by what they join, in this order, and gone with either of them. */
export const linkTable = <N extends string, C extends Columns>(
  name: N,
  columns: C,
  extra: Extra<Of<C, ReturnType<typeof linkStamps>>> = () => [],
) =>
  pgTable(distributed(name), { ...linkStamps(), ...columns }, (built) => {
    const table = built as unknown as Record<string, AnyPgColumn>
    const joined = Object.keys(columns).map((column) => table[column]!)
    return [
      primaryKey({ name: `${name}_pk`, columns: [table['tenantId']!, table['partitionId']!, ...joined] }),
      pgPolicy(`${name}_world`, { to: appRole, using: thisPartition }),
      ...extra(built as unknown as Of<C, ReturnType<typeof linkStamps>>),
    ]
  })

/** What the kit knows of every table whose rows are listed, kept and deleted softly: those of a partition, and those of a tenant. */
export type SoftDeleteTable = PgTable & {
  [Column in keyof ReturnType<typeof livingStamps>]: AnyPgColumn
}
type PartitionTable = SoftDeleteTable & { partitionId: AnyPgColumn }

/** (tenant, column) → the other table's key, so that a row cannot point out of its tenant. */
export const inTenant = (
  name: string,
  table: { tenantId: AnyPgColumn },
  column: AnyPgColumn,
  other: { tenantId: AnyPgColumn; uniqueId: AnyPgColumn },
) => foreignKey({ name, columns: [table.tenantId, column], foreignColumns: [other.tenantId, other.uniqueId] })

interface InPartition {
  tenantId: AnyPgColumn
  partitionId: AnyPgColumn
}

/** (tenant, partition, column) → the other table's key, so that a row cannot point out of its partition. */
export const inPartition = (
  name: string,
  table: InPartition,
  column: AnyPgColumn,
  other: InPartition & { uniqueId: AnyPgColumn },
) =>
  foreignKey({
    name,
    columns: [table.tenantId, table.partitionId, column],
    foreignColumns: [other.tenantId, other.partitionId, other.uniqueId],
  })

/**
 * The instant of a change, later than the last one whatever the clock does; `at`: in place of the statement's. A column meets IMMUTABLE functions
 * alone, or a cluster would refuse it: what adds to a time with its zone is none.
 */
export const nextUpdatedAt = (updatedAt: AnyPgColumn | SQL, at = statementTime): SQL =>
  sql`greatest(${at}, (${updatedAt} at time zone 'UTC' + interval '1 millisecond') at time zone 'UTC')`

/** The instant of a change by ON CONFLICT DO UPDATE, which may not ask for the time: that of the row that was to be inserted. */
export const excludedUpdatedAt = sql`excluded.updated_at`
