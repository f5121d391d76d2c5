import { type Condition, conditionFields, conditionTypeOf } from '@tradewind/contract/kit/conditions'
import type { FieldSpec, FieldSpecs, WhereOf } from '@tradewind/contract/kit/entityFields'
import type { Actor } from '@tradewind/contract/roles'
import {
  and,
  arrayOverlaps,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  not,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { type AnyPgColumn, PgArray, PgText } from 'drizzle-orm/pg-core'
import { liveRows, searchContains, searchLineIs, searchLineIsNot } from '../database/list.ts'
import type { Scope } from '../database/scoped.ts'
import type { SoftDeleteTable } from '../database/table.ts'
import { phoneContains } from './phone.ts'

/** The actor of a query, and the time zone in which their days begin. */
export interface ConditionContext {
  actor: Actor
  timeZone: string
  scope: Scope
}

/** A condition on linked records: `linked` returns a subquery of the ids whose linked ids, or days, match `one` and that the actor may see. */
interface Link {
  linked: (one: (column: SQL) => SQL, context: ConditionContext) => SQL
}

/** A choice, where each value stands for a condition of its own. */
interface ChoiceOfConditions {
  choices: Readonly<Record<string, SQL>>
}

/** A condition that no single column decides. */
interface Match {
  matches: (condition: Condition, context: ConditionContext) => SQL
}
/** What decides a condition: a column, linked records, or a query of its own. */
export type ConditionTarget = AnyPgColumn | Link | ChoiceOfConditions | Match

const choiceCondition = ({ choices }: ChoiceOfConditions, { operator, values }: Condition): SQL => {
  const matching = Object.entries(choices).filter(([value]) => values.includes(value) === (operator === 'is'))
  return or(...matching.map(([, condition]) => condition)) ?? sql`false`
}

interface Part extends ConditionContext {
  table: SoftDeleteTable
  column: AnyPgColumn
  spec: FieldSpec
  values: readonly string[]
}

/** Days are those of the actor's time zone: a timestamp belongs to the day that it is there. */
const dayBoundary = (day: SQL, { spec, timeZone }: Part) =>
  spec.type === 'moment' ? sql`((${day})::timestamp at time zone ${timeZone})` : sql`(${day})`
const toDateSql = (day: string) => sql`${day}::date`
const today = ({ timeZone }: Part, days: number) => sql`(now() at time zone ${timeZone})::date + ${days}::int`

/** A range from the beginning of one day to the end of another; either may be omitted. */
const dayRange = (part: Part, { from, to }: { from?: SQL; to?: SQL }) => {
  const { column, spec } = part
  const begins = from && gte(column, dayBoundary(from, part))
  if (!to) return begins!
  const ends = spec.type === 'moment' ? lt(column, dayBoundary(sql`${to} + 1`, part)) : lte(column, dayBoundary(to, part))
  return begins ? sql`(${begins} and ${ends})` : ends
}

const dateOperators = {
  before: (part: Part) => lt(part.column, dayBoundary(toDateSql(part.values[0]!), part)),
  after: (part: Part) => dayRange(part, { from: sql`${toDateSql(part.values[0]!)} + 1` }),
  between: (part: Part) => dayRange(part, { from: toDateSql(part.values[0]!), to: toDateSql(part.values[1]!) }),
  inLast: (part: Part) => dayRange(part, { from: today(part, 1 - Number(part.values[0])), to: today(part, 0) }),
  notInLast: (part: Part) => or(not(dateOperators.inLast(part)), isNull(part.column))!,
  inNext: (part: Part) => dayRange(part, { from: today(part, 0), to: today(part, Number(part.values[0]) - 1) }),
}

/** The texts that a field shows as this one: a web address is shown without its scheme and without a slash at the end. */
export const spellingsOf = ({ type }: FieldSpec, text: string): readonly string[] => {
  if (type !== 'webAddress') return [text]
  const shown = text
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/\/$/, '')
  return ['https', 'http'].flatMap((scheme) => [`${scheme}://${shown}`, `${scheme}://${shown}/`])
}

const isOneOf = (part: Part): SQL => {
  const { table, column, spec, values } = part
  const shape = conditionTypeOf(spec)
  if (shape === 'day') return dayRange(part, { from: toDateSql(values[0]!), to: toDateSql(values[0]!) })
  if (shape === 'text') return or(...spellingsOf(spec, values[0]!).map((text) => searchLineIs(table, text, spec.searchLine!)))!
  return column instanceof PgArray ? arrayOverlaps(column, [...values]) : inArray(column, [...values])
}

const isNoneOf = (part: Part): SQL => {
  const { table, column, spec, values } = part
  if (conditionTypeOf(spec) === 'text')
    return and(...spellingsOf(spec, values[0]!).map((text) => searchLineIsNot(table, text, spec.searchLine!)))!
  if (column instanceof PgArray) return not(isOneOf(part))
  if (conditionTypeOf(spec) === 'day') return column.notNull ? not(isOneOf(part)) : or(not(isOneOf(part)), isNull(column))!
  // The other choices can use an index.
  if (column.notNull && 'choices' in spec)
    return inArray(
      column,
      Object.keys(spec.choices).filter((one) => !values.includes(one)),
    )
  return or(notInArray(column, [...values]), isNull(column))!
}

const isEmpty = ({ column }: Part): SQL => (column.notNull && column instanceof PgText ? sql`${column} = ''` : isNull(column))
const isNotEmpty = ({ column }: Part): SQL =>
  column.notNull && column instanceof PgText ? sql`${column} <> ''` : isNotNull(column)

const containsText = ({ table, column, values, spec }: Part): SQL =>
  or(searchContains(table, values[0], spec.searchLine), spec.type === 'phone' ? phoneContains(column, values[0]) : undefined) ??
  sql`true`

const operators: Readonly<Record<Condition['operator'], (part: Part) => SQL>> = {
  ...dateOperators,
  is: isOneOf,
  isNot: isNoneOf,
  contains: containsText,
  less: ({ column, values }) => lt(column, Number(values[0])),
  more: ({ column, values }) => gt(column, Number(values[0])),
  mine: ({ column, actor }) => eq(column, actor.uniqueId),
  empty: isEmpty,
  notEmpty: isNotEmpty,
}

/** A condition compiled to SQL. */
export interface CompiledCondition {
  condition: SQL
  /** A query of record ids if the condition is decided by another table: the ids that match, or with `isLeftOut` those that do not. */
  idQuery?: { ids: SQL; isLeftOut: boolean }
}

/** A condition that is decided by ids from another table. */
export const conditionOnIds = (table: SoftDeleteTable, ids: SQL, isLeftOut: boolean): CompiledCondition => {
  const is = sql`${table.uniqueId} in (${ids})`
  return { condition: isLeftOut ? sql`not (${is})` : is, idQuery: { ids, isLeftOut } }
}

/** The opposites of operators: records match that are linked to none for which the other operator holds. */
const opposites: Partial<Record<Condition['operator'], Condition['operator']>> = {
  isNot: 'is',
  notInLast: 'inLast',
  empty: 'notEmpty',
}

/** Matches records that are linked to one of these ids, to one of these days, or to any record. */
const linkCondition = (
  { table, spec, actor, ...part }: Omit<Part, 'column'>,
  { linked }: Link,
  { operator }: Condition,
): CompiledCondition => {
  const matching = opposites[operator] ?? operator
  const one = (column: SQL) => {
    if (matching === 'notEmpty') return sql`true`
    if (conditionTypeOf(spec) === 'day')
      return operators[matching]({ ...part, table, spec, actor, column: column as unknown as AnyPgColumn })
    return sql`${column} = any(${sql.param(operator === 'mine' ? [actor.uniqueId] : [...part.values])}::uuid[])`
  }
  return conditionOnIds(table, linked(one, { ...part, actor }), matching !== operator)
}

/** A list that can be filtered by conditions: its fields, and what decides the condition of each. A field without that does not compile. */
export interface Conditioned<F extends FieldSpecs = FieldSpecs> {
  table: SoftDeleteTable
  fields: F
  conditions: Readonly<Record<WhereOf<F>, ConditionTarget>>
}

const specsByFields = new WeakMap<FieldSpecs, ReadonlyMap<string, FieldSpec>>()
const specOf = (fields: FieldSpecs, name: string) => {
  const specs = specsByFields.get(fields) ?? conditionFields(fields)
  specsByFields.set(fields, specs)
  return specs.get(name)
}

export const compileCondition = (
  { table, fields, conditions }: Conditioned,
  condition: Condition,
  context: ConditionContext,
): CompiledCondition => {
  const { field, operator, values } = condition
  const [spec, column] = [specOf(fields, field), (conditions as Readonly<Record<string, ConditionTarget>>)[field]]
  if (!spec || !column) throw new Error(`A condition names ${field}, which has no column`)
  if ('choices' in column) return { condition: choiceCondition(column, condition) }
  if ('matches' in column) return { condition: column.matches(condition, context) }
  const { actor, timeZone, scope } = context
  const part = { table, spec, values, actor, timeZone, scope }
  if ('linked' in column) return linkCondition(part, column, condition)
  return { condition: operators[operator]({ ...part, column }) }
}

/**
 * At least one of these conditions must match. Conditions on columns use their indexes together. Combined by OR with ids of another table PostgreSQL would
 * test each row of the partition; therefore the ids of all conditions are united, unless a condition matches most rows (`isLeftOut`).
 */
export const compileAlternatives = (
  table: SoftDeleteTable,
  all: readonly CompiledCondition[],
  { scope }: Pick<ConditionContext, 'scope'>,
): SQL | undefined => {
  const found = all.flatMap(({ idQuery }) => (idQuery ? [idQuery] : []))
  if (all.length < 2 || found.length === 0 || found.some(({ isLeftOut }) => isLeftOut))
    return or(...all.map(({ condition }) => condition))
  const direct = or(...all.filter(({ idQuery }) => !idQuery).map(({ condition }) => condition))
  const here = direct ? [sql`select ${table.uniqueId} from ${liveRows(table, scope)} where ${direct}`] : []
  const parts = [...here, ...found.map(({ ids }) => sql`(${ids})`)]
  return sql`${table.uniqueId} in (${sql.join(parts, sql` union all `)})`
}

/** The conditions of a list query as SQL: all of `where` must match, and one of `any`. */
export const compileConditionsOf = <F extends FieldSpecs>(
  of: Conditioned<F>,
  query: Readonly<Record<string, unknown>>,
  context: ConditionContext,
): SQL[] => {
  const { where = [], any = [] } = query as { where?: readonly Condition[]; any?: readonly Condition[] }
  const read = (condition: Condition) => compileCondition(of, condition, context)
  const alternative = compileAlternatives(of.table, any.map(read), context)
  return [...where.map((one) => read(one).condition), ...(alternative ? [alternative] : [])]
}
