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
const currentWorld = sql`current_setting('app.world_id')::uuid`
const thisTenant = sql`tenant_id = ${currentTenant}`
const thisWorld = sql`tenant_id = ${currentTenant} and world_id = ${currentWorld}`
/** Milliseconds, as the wire carries them. */
const now = sql`date_trunc('milliseconds', clock_timestamp())`

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
const worldStamps = () => ({ ...livingStamps(), worldId: uuid('world_id').notNull().default(currentWorld) })

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
  pgTable(name, columns, (table) => [
    pgPolicy(`${name}_open`, { to: appRole, using: sql`true` }),
    ...extra(table as unknown as Built<string, C>),
  ])

/** Rows of one tenant. */
export const tenantTable = <N extends string, C extends Columns>(
  name: N,
  columns: C,
  extra: Extra<Of<C, ReturnType<typeof stamps>>> = () => [],
) =>
  pgTable(name, { ...stamps(), ...columns }, (built) => {
    const table = built as unknown as Of<C, ReturnType<typeof stamps>>
    return [
      primaryKey({ name: `${name}_pk`, columns: [table.tenantId, table.uniqueId] as [AnyPgColumn, AnyPgColumn] }),
      pgPolicy(`${name}_tenant`, { to: appRole, using: thisTenant }),
      ...extra(table),
    ]
  })

/** What was deleted before this instant has been in the trash for 30 days: it is gone for good. */
export const trashDeadline = sql`now() - interval '30 days'`

/** What is not in the trash, for the indexes of what lists show. */
export const notDeleted = sql`deleted_at is null`
const deleted = sql`deleted_at is not null`

/** Rows of one tenant that are deleted softly, and found by their `searchText`. */
export const softDeleteTable = <N extends string, C extends Columns>(
  name: N,
  columns: C,
  extra: Extra<Of<C, ReturnType<typeof livingStamps>>> = () => [],
) =>
  pgTable(name, { ...livingStamps(), ...columns }, (built) => {
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

/** Rows of one world of a tenant. They are deleted softly, and found by their `searchText`. */
export const partitionTable = <N extends string, C extends Columns>(
  name: N,
  columns: C,
  extra: Extra<Of<C, ReturnType<typeof worldStamps>>> = () => [],
) =>
  pgTable(name, { ...worldStamps(), ...columns }, (built) => {
    const table = built as unknown as WorldTable
    return [
      primaryKey({ name: `${name}_pk`, columns: [table.tenantId, table.worldId, table.uniqueId] }),
      pgPolicy(`${name}_world`, { to: appRole, using: thisWorld }),
      // A world is of one tenant: naming that one, too, would cost each search a fifth more.
      index(`${name}_search`).using('gin', table.worldId, sql`search_text gin_trgm_ops`),
      index(`${name}_by_creator`).on(table.tenantId, table.worldId, table.createdBy, table.uniqueId).where(notDeleted),
      index(`${name}_newest`).on(table.tenantId, table.worldId, table.dateCreated, table.uniqueId).where(notDeleted),
      index(`${name}_deleted`).on(table.tenantId, table.worldId, table.deletedAt, table.uniqueId).where(deleted),
      ...extra(built as unknown as Of<C, ReturnType<typeof worldStamps>>),
    ]
  })

/** Rows of one world that are written once: without `updated_at` a table takes inserts alone, by its grants. */
export const logTable = <N extends string, C extends Columns>(
  name: N,
  columns: C,
  extra: Extra<Of<C, ReturnType<typeof logStamps>>> = () => [],
) =>
  pgTable(name, { ...logStamps(), ...columns }, (built) => {
    const table = built as unknown as WorldTable
    return [
      primaryKey({ name: `${name}_pk`, columns: [table.tenantId, table.worldId, table.uniqueId] }),
      pgPolicy(`${name}_world`, { to: appRole, using: thisWorld }),
      index(`${name}_newest`).on(table.tenantId, table.worldId, table.dateCreated, table.uniqueId),
      ...extra(built as unknown as Of<C, ReturnType<typeof logStamps>>),
    ]
  })
const logStamps = () => ({ ...key(), worldId: uuid('world_id').notNull().default(currentWorld) })

const linkStamps = () => ({
  tenantId: uuid('tenant_id').notNull().default(currentTenant),
  worldId: uuid('world_id').notNull().default(currentWorld),
  updatedAt: instant('updated_at').notNull().default(now),
})

/** Which rows of a world belong together: keyed by what they join, in this order, and gone with either of them. */
export const linkTable = <N extends string, C extends Columns>(
  name: N,
  columns: C,
  extra: Extra<Of<C, ReturnType<typeof linkStamps>>> = () => [],
) =>
  pgTable(name, { ...linkStamps(), ...columns }, (built) => {
    const table = built as unknown as Record<string, AnyPgColumn>
    const joined = Object.keys(columns).map((column) => table[column]!)
    return [
      primaryKey({ name: `${name}_pk`, columns: [table['tenantId']!, table['worldId']!, ...joined] }),
      pgPolicy(`${name}_world`, { to: appRole, using: thisWorld }),
      ...extra(built as unknown as Of<C, ReturnType<typeof linkStamps>>),
    ]
  })

/** What the kit knows of every table whose rows are listed, kept and deleted softly: those of a world, and those of a tenant. */
export type SoftDeleteTable = PgTable & {
  [Column in keyof ReturnType<typeof livingStamps>]: AnyPgColumn
}
type WorldTable = SoftDeleteTable & { worldId: AnyPgColumn }

/** (tenant, column) → the other table's key, so that a row cannot point out of its tenant. */
export const inTenant = (
  name: string,
  table: { tenantId: AnyPgColumn },
  column: AnyPgColumn,
  other: { tenantId: AnyPgColumn; uniqueId: AnyPgColumn },
) => foreignKey({ name, columns: [table.tenantId, column], foreignColumns: [other.tenantId, other.uniqueId] })

interface InWorld {
  tenantId: AnyPgColumn
  worldId: AnyPgColumn
}

/** (tenant, world, column) → the other table's key, so that a row cannot point out of its world. */
export const inPartition = (name: string, table: InWorld, column: AnyPgColumn, other: InWorld & { uniqueId: AnyPgColumn }) =>
  foreignKey({
    name,
    columns: [table.tenantId, table.worldId, column],
    foreignColumns: [other.tenantId, other.worldId, other.uniqueId],
  })

/** The instant of a change, later than the last one whatever the clock does. */
export const nextUpdatedAt = (updatedAt: AnyPgColumn): SQL => sql`greatest(${now}, ${updatedAt} + interval '1 millisecond')`
