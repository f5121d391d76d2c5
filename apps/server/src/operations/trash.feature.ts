import { DRIVE_ITEM } from '@tradewind/contract/drive/item.constants'
import { can } from '@tradewind/contract/kit/policy'
import { say } from '@tradewind/contract/kit/say'
import { trashApi } from '@tradewind/contract/operations/trash.contract'
import { and, arrayOverlaps, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { merges } from '#crm/schema/merge.table'
import { hasDriveTrash, trashedBy } from '#drive/drive.queries'
import { driveItems } from '#drive/schema/drive.table'
import { pageOf, searchContains } from '#kit/database/list'
import { listRows } from '#kit/database/rows'
import { violatedUniqueIndex } from '#kit/database/sharded'
import type { SoftDeleteTable } from '#kit/database/table'
import { conflict, invalid, notFound } from '#kit/errors'
import type { AllFeatures, Feature } from '#kit/feature'
import type { ReadContext, RequestContext, WriteContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import { logChanges } from '#kit/record/activity'
import { changesOf } from '#kit/record/audit'
import { writeRecord } from '#kit/record/crud'
import { type Entity, filtersOf, rowCondition } from '#kit/record/entity'
import { assertParentsLive, restoreWith } from '#kit/record/tree'
import { users } from '#platform/schema/user.table'
import type { AppContext } from '../appContext.ts'
import { belongingTo } from './bulk/remove.ts'

interface Needs extends Pick<AppContext, 'settings'> {
  /** The entities whose records go to the trash. (Files go there too, but are restored by the calls of the drive.) */
  entities: readonly Entity[]
}

const isRestorable = (of: Entity, { actor }: Pick<RequestContext, 'actor'>, q?: string) => {
  const allowed = rowCondition(of, of.policy.restore, actor)
  return and(isNotNull(of.table.deletedAt), allowed, ...filtersOf(of, { q }))
}
const titleOf = (of: Entity) => of.table[of.title as keyof SoftDeleteTable] as unknown as SQL

/** The trash of one kind: the columns that all kinds are listed with, and their source. */
interface Part {
  kind: string
  columns: SQL
  from: SQL
}

const recordsOf = (of: Entity, context: RequestContext, q?: string): Part => {
  const { table, name } = of
  return {
    kind: name,
    columns: sql`${table.uniqueId} as id, ${titleOf(of)} as title, ${table.deletedAt} as at, ${table.deletedBy} as by,
      null::boolean as folder, null::bigint as size`,
    from: sql`${table} where ${isRestorable(of, context, q)}`,
  }
}

const filesOf = (context: RequestContext, q?: string): Part => {
  const { uniqueId, name, deletedAt, deletedBy, folder, size } = driveItems
  return {
    kind: DRIVE_ITEM,
    columns: sql`${uniqueId} as id, ${name} as title, ${deletedAt} as at, ${deletedBy} as by, ${folder} as folder,
      case when ${folder} then null else ${size} end as size`,
    from: sql`${driveItems} where ${and(trashedBy(context), searchContains(driveItems, q))}`,
  }
}

interface TrashQuery {
  kind?: string | undefined
  q?: string | undefined
}

/** The actor's trash by kind: the records that they may restore, and the files of their own drive. */
const partsOf = async ({ kind, q }: TrashQuery, context: RequestContext, { settings, entities }: Needs) => {
  const restorable = entities.filter((of) => (!kind || of.name === kind) && can(context.actor, of.policy.restore))
  const records = restorable.map((of) => recordsOf(of, context, q))
  const isFiles = kind === DRIVE_ITEM
  if (kind && !isFiles) return records
  return (await hasDriveTrash(settings, context, isFiles)) ? [...records, filesOf(context, q)] : records
}

const unionAll = (parts: readonly Part[], toSql: (part: Part) => SQL) => sql.join(parts.map(toSql), sql` union all `)

/** A union of the first rows of each part in index order, or of all rows: later rows are not read. */
const firstRows = (parts: readonly Part[], direction: SQL, most: number | undefined) => {
  const first = most && sql`order by at ${direction}, id ${direction} limit ${most}`
  return unionAll(parts, ({ kind, columns, from }) => sql`(select ${kind}::text as kind, ${columns} from ${from} ${first})`)
}

interface Deleted extends Record<string, unknown> {
  uniqueId: string
  kind: string
  title: string
  dateDeleted: string
  deletedByName: string | null
  file: { folder: boolean; size: number | null } | null
}

interface TrashListQuery extends TrashQuery {
  page?: number | undefined
  size?: number | undefined
  sort?: string | undefined
}

const nameOf = sql`concat_ws(' ', ${users.firstName}, nullif(${users.middleName}, ''), ${users.lastName})`

const list =
  (needs: Needs) =>
  async ({ kind, q, sort = '-dateDeleted', ...query }: TrashListQuery, context: ReadContext) => {
    const parts = await partsOf({ kind, q }, context, needs)
    if (parts.length === 0) return { rows: [], total: 0, estimated: false }
    const direction = sort.startsWith('-') ? sql`desc` : sql`asc`
    const file = sql`case when d.folder is not null then json_build_object('folder', d.folder, 'size', d.size) end`
    const all = (
      most: number | undefined,
    ) => sql`select d.id as "uniqueId", d.kind, d.title, to_json(d.at)#>>'{}' as "dateDeleted", ${file} as file,
        (select ${nameOf} from ${users} where ${users.uniqueId} = d.by and ${users.deletedAt} is null) as "deletedByName"
      from (${firstRows(parts, direction, most)}) d order by d.at ${direction}, d.id ${direction}`
    const counted = unionAll(parts, ({ from }) => sql`(select from ${from})`)
    return listRows({ all, counted }, query, context, (rows) => rows as Deleted[])
  }

const kindsHandler = (needs: Needs) => async (_: unknown, context: ReadContext) => {
  const parts = await partsOf({}, context, needs)
  if (parts.length === 0) return pageOf<string>([], {})
  const { rows } = await context.db.execute<{ kind: string }>(firstRows(parts, sql`desc`, 1))
  const found = new Set(rows.map(({ kind }) => kind))
  return pageOf(
    parts.map(({ kind }) => kind).filter((kind) => found.has(kind)),
    {},
  )
}

const entityNamed = ({ entities }: Needs, kind: string) => {
  const of = entities.find(({ name }) => name === kind)
  if (!of) throw notFound()
  return of
}

const belonging =
  (needs: Needs) =>
  async ({ kind, uniqueIds }: { kind: string; uniqueIds: string[] }, context: WriteContext) => {
    const of = entityNamed(needs, kind)
    const { table } = of
    const ids = [...new Set(uniqueIds)]
    const allowed = rowCondition(of, of.policy.remove, context.actor)
    const condition = and(inArray(table.uniqueId, ids), isNull(table.deletedAt), allowed)
    if ((await context.tx.$count(table, condition)) !== ids.length) throw notFound()
    return pageOf(await belongingTo(of, ids, context), {})
  }

interface RestoreInput {
  kind: string
  uniqueIds: string[]
  title?: string | undefined
  skipRestored?: boolean | undefined
}

/** The number of these records that are not in the trash, among those that the actor could restore. */
const countRestored = (of: Entity, ids: readonly string[], { tx, actor }: WriteContext) =>
  tx.$count(
    of.table,
    and(inArray(of.table.uniqueId, [...ids]), isNull(of.table.deletedAt), rowCondition(of, of.policy.restore, actor)),
  )

const restore =
  (needs: Needs) =>
  async ({ kind, uniqueIds, title, skipRestored = false }: RestoreInput, context: WriteContext) => {
    const of = entityNamed(needs, kind)
    if (title && uniqueIds.length > 1) throw invalid({ title: say('Only one record can be given a new name') })
    const ids = [...new Set(uniqueIds)]
    const { table } = of
    const found = await context.tx
      .select()
      .from(table)
      .where(and(inArray(table.uniqueId, ids), isRestorable(of, context)))
      .for('update')
    const skipped = skipRestored ? await countRestored(of, ids, context) : 0
    if (found.length + skipped !== ids.length) throw notFound()
    if (found.length === 0) return { uniqueIds: [], belonging: [] }
    await assertNotMerged(of, found, context)
    if (title && !found.every((row) => hasOwnTitle(of, row)))
      throw invalid({ title: say('Its name follows from other data. Restore it without another one.') })
    for (const row of found) await restoreRecord(of, row, title, context).catch(rethrowTaken(of, row))
    const restored = new Set(found.map((row) => row['uniqueId'] as string))
    const restoredIds = ids.filter((id) => restored.has(id))
    return { uniqueIds: restoredIds, belonging: await belongingTo(of, restoredIds, context) }
  }

/** Throws if a record was merged into another one: it is restored by undoing the merge, and not alone. `merged` in its data is its id. */
const assertNotMerged = async ({ title }: Entity, rows: readonly Record<string, unknown>[], { tx }: WriteContext) => {
  const ids = rows.map(({ uniqueId }) => uniqueId as string)
  const [merge] = await tx
    .select({ fromIds: merges.fromIds })
    .from(merges)
    .where(and(arrayOverlaps(merges.fromIds, ids), isNull(merges.undoneAt)))
    .limit(1)
  const row = rows.find(({ uniqueId }) => merge?.fromIds.includes(uniqueId as string))
  if (!row) return
  const reason = say('“{name}” was merged with another record. Undo the merge there.', { name: String(row[title]) })
  throw conflict(reason, { merged: row['uniqueId'] })
}

/** Whether the title is an input field that may collide: neither computed from other fields, nor copied from another record. */
const hasOwnTitle = (of: Entity, row: Record<string, unknown>) =>
  !of.keepsTitle && !(of.title in of.computedColumns(row)) && !(of.copies ?? []).some(({ fields }) => of.title in fields)

const restoreRecord = async (of: Entity, row: Record<string, unknown>, title: string | undefined, context: WriteContext) => {
  await assertParentsLive(of, row, context)
  const renamed: Record<string, unknown> = title ? { ...row, [of.title]: title } : row
  const changes = changesOf(row, renamed)
  await writeRecord(of, row, { [of.title]: renamed[of.title], deletedAt: null, deletedBy: null }, context)
  await logChanges(context, of, 'RESTORED', [renamed], changes)
  await restoreWith(of, [row['uniqueId'] as string], row['deletedAt'] as string, context)
}

const NAME_TAKEN = say('This name is in use now. Restore the record under another name.')

/** Throws the reason why a record cannot be restored: `title` in its data means that it can be restored under another title. */
const rethrowTaken = (of: Entity, row: Record<string, unknown>) => (error: unknown) => {
  if (!violatedUniqueIndex(error)) throw error
  if (hasOwnTitle(of, row)) throw conflict(NAME_TAKEN, { title: NAME_TAKEN })
  throw conflict(of.restoreConflict ?? say('The same record exists again. This one stays in the trash.'))
}

const trashRoutes = (needs: Needs) =>
  routes(trashApi, { list: list(needs), kinds: kindsHandler(needs), belonging: belonging(needs), restore: restore(needs) })

/** The trash of all features, and restoring from it. */
export const trashFeature = (context: AppContext, all: AllFeatures): Feature => ({
  routes: () => [trashRoutes({ ...context, entities: all().flatMap(({ entities = [] }) => entities) })],
})
