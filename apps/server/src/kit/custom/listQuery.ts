import { type Condition, conditionTypeOf, parseCondition } from '@tradewind/contract/kit/conditions'
import {
  customKeyOf,
  customName,
  isCustomName,
  isCustomSortable,
  specsOfCustom,
} from '@tradewind/contract/kit/custom/custom.fields'
import type { FieldSpec, FieldSpecs } from '@tradewind/contract/kit/entityFields'
import { MAX_COUNTED } from '@tradewind/contract/kit/page'
import { say, Sentence } from '@tradewind/contract/kit/say'
import { type SQL, sql } from 'drizzle-orm'
import type { Reader } from '../database/database.ts'
import { countMatching, fieldsOf, liveRows, type Page, searchContains } from '../database/list.ts'
import type { SoftDeleteTable } from '../database/table.ts'
import { invalid } from '../errors.ts'
import { type ReadContext, readerOf, type WriteContext } from '../http/context.ts'
import {
  compileAlternatives,
  compileCondition as productCondition,
  type CompiledCondition,
  type Conditioned,
  conditionOnIds,
  spellingsOf,
} from '../record/conditions.ts'
import { type CustomUse, type Definition, definitionsOf, foldedValue, type MaybeCustom } from './definitions.ts'

type Context = ReadContext | WriteContext
interface Part {
  of: MaybeCustom & { custom: CustomUse }
  key: string
  spec: FieldSpec
  condition: Condition
  context: Context
}

/** The records whose value in the field matches `match`; found by the index of values. */
const recordsWithValue = (
  { of: { table, custom }, key, context: { scope } }: Part,
  match: SQL = sql`true`,
  isLeftOut = false,
) => {
  const ids = sql`select held.record_id from ${custom.values} held
    where held.tenant_id = ${scope.tenantId} and held.world_id = ${scope.partitionId} and held.field = ${key} and ${match}`
  return conditionOnIds(table, ids, isLeftOut)
}

const day = (days: number, { timeZone }: Context) =>
  sql`to_char((now() at time zone ${timeZone})::date + ${days}::int, 'YYYY-MM-DD')`

/** Numbers are stored with an empty text; the fixed text lets the index be scanned by number. */
const numberMatch = (match: SQL) => sql`held.value = '' and ${match}`

const numberCondition = ({ condition: { operator, values } }: Part): SQL => {
  const [one, other] = values.map(Number)
  if (operator === 'less') return numberMatch(sql`held.number < ${one}::float8`)
  if (operator === 'more') return numberMatch(sql`held.number > ${one}::float8`)
  if (operator === 'between') return numberMatch(sql`held.number between ${one}::float8 and ${other}::float8`)
  return numberMatch(sql`held.number = ${one}::float8`)
}

const dateCondition = ({ condition: { operator, values }, context }: Part): SQL => {
  const [one = '', other = ''] = values
  if (operator === 'before') return sql`held.value < ${one}`
  if (operator === 'after') return sql`held.value > ${one}`
  if (operator === 'between') return sql`held.value between ${one} and ${other}`
  if (operator === 'inLast' || operator === 'notInLast')
    return sql`held.value between ${day(1 - Number(one), context)} and ${day(0, context)}`
  if (operator === 'inNext') return sql`held.value between ${day(0, context)} and ${day(Number(one) - 1, context)}`
  return sql`held.value = ${one}`
}

const textArray = (values: readonly string[]) => sql`${sql.param([...values])}::text[]`
const isAnyOf = (values: readonly string[]) => sql`held.value = any(${textArray(values)})`

const textCondition = ({ spec, condition: { operator, values } }: Part): SQL => {
  const [needle = ''] = values
  if (operator !== 'contains') return isAnyOf(spellingsOf(spec, needle).map(foldedValue))
  return sql`held.value like ${`%${foldedValue(needle).replace(/[\\%_]/g, '\\$&')}%`}`
}

/** The words of texts are part of the search text, whose index finds candidates; each candidate is then checked individually. */
const containsCondition = (part: Part): SQL => {
  const { of, key, condition, context } = part
  const { tenantId, partitionId } = context.scope
  return sql`(${searchContains(of.table, condition.values[0]) ?? sql`true`} and exists (select from ${of.custom.values} held
    where held.tenant_id = ${tenantId} and held.world_id = ${partitionId} and held.record_id = ${of.table.uniqueId}
      and held.field = ${key} and ${textCondition(part)} offset 0))`
}

const valueCondition = (part: Part): SQL => {
  const shape = conditionTypeOf(part.spec)
  if (shape === 'number') return numberCondition(part)
  if (shape === 'day') return dateCondition(part)
  if (shape === 'text') return textCondition(part)
  return isAnyOf(part.condition.operator === 'mine' ? [part.context.actor.uniqueId] : part.condition.values)
}

const compileCustomCondition = (part: Part): CompiledCondition => {
  const { operator } = part.condition
  if (operator === 'empty') return recordsWithValue(part, undefined, true)
  if (operator === 'notEmpty') return recordsWithValue(part)
  if (operator === 'isNot' || operator === 'notInLast') return recordsWithValue(part, valueCondition(part), true)
  if (operator === 'contains') return { condition: containsCondition(part) }
  return recordsWithValue(part, valueCondition(part))
}

/** The sort order of a list that is sorted by a custom field of the tenant. */
export interface CustomOrder {
  use: CustomUse
  key: string
  /** The value of a record, as an SQL expression to sort by. */
  value: SQL
  /** The keys of its choices, in their order. */
  choices?: readonly string[]
}

interface ListQuery {
  where?: readonly Condition[] | undefined
  any?: readonly Condition[] | undefined
  sort?: string | undefined
}

type Listed = MaybeCustom & Conditioned
const isCustomCondition = ({ written }: Condition) => written !== undefined

const queryRefusal = (field: string, sentence: Sentence) => invalid({ [field]: sentence })

interface Reading {
  of: Listed & { custom: CustomUse }
  specs: FieldSpecs
  context: Context
}

/** The conditions on custom fields as SQL, and the alternatives (`any`) if at least one of them is on a custom field. */
const compileConditions = ({ of, specs, context }: Reading, where: readonly Condition[], alternatives: readonly Condition[]) => {
  const compileOwn = ({ written }: Condition, at: 'where' | 'any') => {
    const read = parseCondition(specs, written!)
    if (read instanceof Sentence) throw queryRefusal(at, read)
    const name = read.field as `custom.${string}`
    return compileCustomCondition({ of, key: customKeyOf(name), spec: specs[name]!, condition: read, context })
  }
  const either = alternatives.map((one) => (isCustomCondition(one) ? compileOwn(one, 'any') : productCondition(of, one, context)))
  const alternative = compileAlternatives(of.table, either, context)
  return [...where.map((one) => compileOwn(one, 'where').condition), ...(alternative ? [alternative] : [])]
}

/** The list query without its conditions on custom fields, and without its alternatives (`any`) if one of them is on a custom field. */
const withoutCustomConditions = <A extends object>(query: A) => {
  const { where = [], any = [] }: ListQuery = query
  return {
    ...query,
    ...('where' in query && { where: where.filter((one) => !isCustomCondition(one)) }),
    ...('any' in query && { any: any.some(isCustomCondition) ? [] : any }),
  }
}

/**
 * Resolves a list query by the definitions of the tenant's custom fields: returns their conditions as SQL, and the order if it is by one of them.
 * Throws a Refusal for a field that is not in use or does not support the condition or sorting.
 */
export const resolveCustomQuery = async <A extends object>(of: Listed, query: A, context: Context) => {
  const { where = [], any = [], sort = '' }: ListQuery = query
  const customWhere = where.filter(isCustomCondition)
  // If one alternative is on a custom field, all of them are resolved here.
  const alternatives = any.some(isCustomCondition) ? any : []
  const field = sort.replace('-', '')
  if (!of.custom || (customWhere.length + alternatives.length === 0 && !isCustomName(field))) return { query, conditions: [] }
  const use = of.custom
  const definitions = await definitionsOf(readerOf(context), use.kind)
  const specs = specsOfCustom(definitions)
  const conditions = compileConditions({ of: { ...of, custom: use }, specs, context }, customWhere, alternatives)
  const read = withoutCustomConditions(query)
  if (!isCustomName(field)) return { query: read, conditions }
  const definition = definitions.find(({ key }) => customName(key) === field)
  if (!definition || !isCustomSortable(definition))
    throw queryRefusal('sort', say('You cannot sort by “{name}”', { name: field }))
  return { query: read, conditions, order: orderBy(definition, { ...of, custom: use }, context) }
}

/** What records are sorted by: a number, the place of their choice, or a text. */
const sortKeyOf = ({ type, choices }: Definition) => {
  if (type === 'NUMBER') return sql`held.number`
  return type === 'CHOICE' ? sql`array_position(${textArray(choices.map(({ key }) => key))}, held.value)` : sql`held.value`
}

const orderBy = (definition: Definition, { table, custom: use }: Reading['of'], { scope }: Context): CustomOrder => {
  const { key, type, choices } = definition
  const value = sql`(select ${sortKeyOf(definition)} from ${use.values} held where held.tenant_id = ${scope.tenantId}
    and held.world_id = ${scope.partitionId} and held.record_id = ${table.uniqueId} and held.field = ${key})`
  return { use, key, value, ...(type === 'CHOICE' && { choices: choices.map((choice) => choice.key) }) }
}

interface PageQuery {
  page: number
  size: number
  sort: string
}
interface SortedTable {
  table: SoftDeleteTable
  order: CustomOrder
  condition: SQL | undefined
}
type Ids = { id: string }[]

const selectIds = async (db: Reader, query: SQL) => (await db.execute<{ id: string }>(query)).rows
const directionOf = (sort: string) => (sort.startsWith('-') ? sql`desc` : sql`asc`)

/** For few matches: finds all of them first, then sorts. */
const findAndSortIds = (db: Reader, { table, order, condition }: SortedTable, { page, size, sort }: PageQuery): Promise<Ids> => {
  const direction = directionOf(sort)
  return selectIds(
    db,
    sql`with hit as materialized (select ${table.uniqueId} as id, ${order.value} as key from ${liveRows(table, db.scope)} where ${condition ?? sql`true`})
      select id from hit order by key ${direction} nulls last, id ${direction} limit ${size} offset ${page * size}`,
  )
}

/** The ids of a page in the order of the choices: for each choice, the index of values is scanned as far as the page reaches. */
const choiceByChoice = (valued: SQL, choices: readonly string[], { page, size, sort }: PageQuery) => {
  const direction = directionOf(sort)
  return sql`select one.id from unnest(${textArray(choices)}) with ordinality as choice (value, place)
    cross join lateral (select held.record_id as id ${valued} and held.value = choice.value
      order by held.number ${direction}, held.record_id ${direction} limit ${(page + 1) * size}) one
    order by choice.place ${direction}, one.id ${direction} limit ${size} offset ${page * size}`
}

/** For many matches: scans the index of values in order. Records without a value follow, ordered by id. */
const scanIndexIds = async (
  db: Reader,
  { table, order, condition }: SortedTable,
  { page, size, sort }: PageQuery,
): Promise<Ids> => {
  const direction = directionOf(sort)
  const { tenantId, partitionId } = db.scope
  const live = liveRows(table, db.scope)
  const lets = condition ? sql`and ${condition}` : sql``
  const isOfField = sql`held.tenant_id = ${tenantId} and held.world_id = ${partitionId} and held.field = ${order.key}`
  const valued = sql`from ${order.use.values} held join ${live} on ${table.uniqueId} = held.record_id where ${isOfField} ${lets}`
  const from = page * size
  const first = await selectIds(
    db,
    order.choices
      ? choiceByChoice(valued, order.choices, { page, size, sort })
      : sql`select held.record_id as id ${valued} order by held.value ${direction}, held.number ${direction}, held.record_id ${direction} limit ${size} offset ${from}`,
  )
  if (first.length === size) return first
  const [counted] =
    first.length > 0 || from === 0
      ? [undefined]
      : (await db.execute<{ many: number }>(sql`select count(*)::int as many ${valued}`)).rows
  const passed = counted ? from - counted.many : 0
  const none = sql`not exists (select from ${order.use.values} held where ${isOfField} and held.record_id = ${table.uniqueId})`
  const rest = await selectIds(
    db,
    sql`select ${table.uniqueId} as id from ${live} where ${none} ${lets} order by ${table.uniqueId} ${direction} limit ${size - first.length} offset ${passed}`,
  )
  return [...first, ...rest]
}

/** A page of a list sorted by a custom field of the tenant; records without a value come last in both directions. */
export const customSortedPage = async <T extends SoftDeleteTable>(
  db: Reader,
  source: SortedTable & { table: T },
  query: PageQuery,
): Promise<Page<T['$inferSelect']>> => {
  const { table, condition } = source
  const { total, estimated } = await countMatching(db, table, condition)
  const isFew = !estimated && total <= MAX_COUNTED && condition !== undefined
  const ids = isFew ? await findAndSortIds(db, source, query) : await scanIndexIds(db, source, query)
  const { columns, read } = fieldsOf(table)
  const pageIds = ids.map(({ id }) => id)
  const { rows } = await db.execute(
    sql`select ${columns} from ${table} where ${table.uniqueId} = any(${sql.param(pageIds)}::uuid[])`,
  )
  const byId = new Map(rows.map((raw) => [raw['uniqueId'] as string, read(raw)]))
  return { rows: pageIds.flatMap((id) => byId.get(id) ?? []) as T['$inferSelect'][], total, estimated }
}
