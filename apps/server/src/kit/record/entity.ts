import { type CountryCode, countryName } from '@tradewind/contract/countries'
import type { Endpoint } from '@tradewind/contract/kit/endpoint'
import {
  type FieldSpec,
  type FieldSpecs,
  type FilterOf,
  listName,
  specsOf,
  type WhereOf,
} from '@tradewind/contract/kit/entityFields'
import { can, type Policy, matchesFor, type Rules } from '@tradewind/contract/kit/policy'
import type { Sentence } from '@tradewind/contract/kit/say'
import type { Actor } from '@tradewind/contract/roles'
import { and, arrayOverlaps, eq, getTableColumns, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, PgArray, type PgTable } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import { isCountryNamed, isCountryNamedAbroad } from '../countryNames.ts'
import type { CustomUse } from '../custom/definitions.ts'
import type { Tx } from '../database/database.ts'
import { type RowFilter, searchContains, type Sorts, toSearchText } from '../database/list.ts'
import type { SoftDeleteTable } from '../database/table.ts'
import { idInQueries } from '../database/total.ts'
import { forbidden } from '../errors.ts'
import type { ConditionTarget } from './conditions.ts'
import { phoneContains } from './phone.ts'
import { searchContainsWords } from './ranked.ts'

/** `query`: the whole list query, for filters that depend on others. */
type Filter = (needle: string, query: Readonly<Record<string, unknown>>) => SQL | undefined

/** How the search of everything shows an entity. */
interface SearchView<T extends SoftDeleteTable> {
  /** The order among hits that match equally well. */
  sort: string
  /** The sorts whose keys begin as titles do, or as words of them; by default the title's own. */
  titleSorts?: readonly string[]
  /** The text next to the title. */
  detail(row: Row<T>): string
  /** The detail is a long text, of which only the words around the matches are shown. */
  isText?: true
  /** The filters of the link to its list, where that is not `q`. */
  filters?(actor: Actor, query: { q: string }): object
}

/** What the kit must know of a kind of record to list, save, delete, restore, export and find it. All can be soft-deleted and are swept from the trash. */
export interface Entity<out T extends SoftDeleteTable = SoftDeleteTable> {
  /** The name of the kind as in API paths: 'company'. */
  name: string
  table: T
  /** The fields of its descriptor; none where it has no descriptor. */
  fields: FieldSpecs
  policy: Policy & { restore: Rules }
  /** The column that contains a record's title. */
  title: string
  /** For records of a partition: the line of the search text that contains the title, counted from 1. Search in it tolerates small typing errors. */
  titleLine?: number
  /** The column that contains a record's phone number: search finds it however it is written. It needs an index of its `phoneDigits`. */
  phone?: AnyPgColumn
  /** A column that contains further words, folded, which its lists search for everyone whom the policy lets see the records. The search of everything does not. */
  furtherText?: AnyPgColumn | undefined
  /** Its title never conflicts with another: it is not renamed when it is restored from the trash. */
  keepsTitle?: true
  /** Why a record cannot be restored from the trash if a unique constraint of the database is violated. */
  restoreConflict?: Sentence
  /** The columns that are computed from others: the search text, and keys to sort by. Recomputed at each write. */
  computedColumns(row: Fields<T>): object
  /** What lists can be sorted by. `-dateCreated` is the default order. */
  sorts: Sorts & { dateCreated: Sorts[string] }
  /** The sort by which records without a value are the latest: they have yet to get one. */
  emptyIsLatest?: string
  filters: Readonly<Record<string, Filter>>
  /** Set if tenants can add custom fields. */
  custom?: CustomUse
  /** What decides each condition that its lists may name: a column, or linked records. */
  conditions: Readonly<Record<string, ConditionTarget>>
  policyFields?: PolicyFields
  /** The column that contains a record's owner, if that is not its creator. */
  whose?: string
  /** The companies, contacts and projects whose timelines show the record's activities. */
  subjects?(this: void, row: Row<T>): readonly (string | null)[]
  /** Its events are on the timelines of companies, contacts and projects. */
  onTimeline?: true
  /** Set if the search of everything finds it. */
  search?: SearchView<T>
  /** The audit trail shows the titles of its records, and what changed in them, only to those who may see the records. */
  confidential?: true
  /** Each of its records is a person: after a purge, the audit trail and the timelines show that something was done, but not to whom. */
  isPerson?: true
  /** A query of the ids of further records whose pages show these ones: open pages of them are notified, too. */
  shownOn?(this: void, ids: readonly string[]): SQL
  /** The kind of which its records make others visible, to users whose rules name this policy field: their open pages read that kind again. */
  opens?: { of: Entity; field: string }
  /** Hook that runs whenever its records are written, deleted or restored, in the same transaction. */
  followed?(tx: Tx, rows: readonly Row<T>[]): Promise<void>
  /** The records that it belongs to: it is moved to the trash with them, and is restored with them, never without. */
  parents?: readonly Parent[]
  /** Fields copied from other records, so that lists can show, sort and search by them. Copies are updated with the originals. */
  copies?: readonly Copy[]
}

interface Copy {
  of: Entity
  /** The column that references the other record. */
  column: string
  /** Own column → the column of the other record. */
  fields: Readonly<Record<string, string>>
}
/** A kind that copies fields of another kind's records. */
export interface Copier extends Omit<Copy, 'of'> {
  into: Entity
}
const copiers = new Map<string, Copier[]>()

/** The kinds that copy fields of this kind's records. */
export const copiersOf = ({ name }: Pick<Entity, 'name'>): readonly Copier[] => copiers.get(name) ?? []

interface Parent {
  of: Entity
  /** The column that references the parent. */
  column: string
  /** What the parent is called in a sentence. */
  called: string
}

/** The columns that a form fills. */
export type Fields<T extends SoftDeleteTable> = Omit<T['$inferInsert'], keyof SoftDeleteTable['$inferInsert']>
export type Row<T extends SoftDeleteTable> = T['$inferSelect']

interface Child {
  of: Entity
  column: string
}
const children = new Map<string, Child[]>()

/** The kinds whose records belong to records of this kind, and the columns that reference these. */
export const childrenOf = ({ name }: Pick<Entity, 'name'>): readonly Child[] => children.get(name) ?? []

type Calls = Readonly<Record<string, Endpoint>>
type Given<E> = E extends { input: z.ZodType } ? z.input<E['input']> : never
type Keys<Union> = Union extends unknown ? keyof Union & string : never
type FilterIn<Query> = Exclude<Keys<Query>, 'page' | 'size' | 'sort' | 'total' | 'with' | 'q' | 'where' | 'any'>
type SortIn<Query> = Query extends { sort?: infer Sort }
  ? Exclude<Sort, `-${string}` | `custom.${string}` | undefined> & string
  : never
type OtherLists<Api extends Calls> = Given<
  { [Call in keyof Api]: Api[Call] extends { replyType: 'list' } ? Api[Call] : never }[keyof Api]
>

type Column<T extends SoftDeleteTable> = keyof T['$inferSelect'] & string

/** A property that has a value for each required name, and may have one for each optional name. It may be missing if no name is required. */
type Named<Property extends string, Required extends string, Optional extends string, Value> = [Required] extends [never]
  ? { [Name in Property]?: { [One in Optional]?: Value } }
  : { [Name in Property]: { [One in Required]: Value } & { [One in Optional]?: Value } }

/** Requires each sort of the `list` call, and rejects those that it does not have. `dateCreated` is derived. */
type DeclaredSorts<Api extends Calls> = Calls extends Api
  ? Named<'sorts', never, string, Sorts[string]>
  : Named<'sorts', Exclude<SortIn<Given<Api['list']>>, 'dateCreated'>, never, Sorts[string]>

/** Requires each filter of the `list` call that is not derived, and rejects those that no list call of the API has. */
type DeclaredFilters<Api extends Calls, F extends FieldSpecs> = Calls extends Api
  ? Named<'filters', never, string, Filter>
  : Named<
      'filters',
      Exclude<FilterIn<Given<Api['list']>>, FilterOf<F>>,
      Exclude<FilterIn<OtherLists<Api>>, FilterIn<Given<Api['list']>>> | FilterOf<F>,
      Filter
    >

/** Requires what decides each condition that the column of the field's name does not decide. */
type DeclaredConditions<T extends SoftDeleteTable, F extends FieldSpecs> = Named<
  'conditions',
  Exclude<WhereOf<F>, Column<T>>,
  Extract<WhereOf<F>, Column<T>>,
  ConditionTarget
>

/**
 * What a feature declares of an entity. The rest is derived from the fields of its descriptor: the search text, the filters by any part of a text or by
 * a country's name, and the columns of conditions.
 */
type Declaration<T extends SoftDeleteTable, Api extends Calls, F extends FieldSpecs> = Omit<
  Entity<T>,
  'fields' | 'title' | 'whose' | 'computedColumns' | 'sorts' | 'filters' | 'conditions' | 'custom'
> &
  DeclaredSorts<Api> &
  DeclaredFilters<Api, F> &
  DeclaredConditions<T, F> & {
    fields?: F
    title: Column<T>
    whose?: Column<T>
    /**
     * The texts of search lines that are not in the column of the field's name, by field; those of lines without a field by their number. The column of
     * a reference contains an id.
     */
    searchLines?: (row: Fields<T>) => { readonly [Line in (keyof F & string) | number]?: Text }
    /** Columns that are computed from others, in addition to the search text: keys to sort by. */
    computedColumns?: (row: Fields<T>) => object
    /** Filters that handlers of the API's calls add themselves. */
    ownFilters?: Entity['filters']
    /** The table of their values, if tenants can add custom fields. */
    custom?: CustomUse['values']
  }

/** The line of the search text that contains custom fields. */
export const CUSTOM_LINE = 12

type Text = string | null | undefined
type Values = Readonly<Record<string, unknown>>

/** The text of a field that is searched, as its column has it. */
const searchedText = (field: string, { type }: FieldSpec, row: Values): Text => {
  if (type === 'reference') throw new Error(`searchLines has no text for ${field}, whose column contains an id`)
  const value = row[field] as Text
  return type === 'country' && value ? countryName(value as CountryCode) : value
}

/** Returns the function that makes the search text of a record: the searchable fields, each in its line. */
const searchTextOf = (fields: FieldSpecs) => {
  const searched = specsOf(fields).flatMap(([field, spec]) => (spec.searchLine ? [{ field, spec, line: spec.searchLine }] : []))
  return (row: Values, texts: Readonly<Record<string | number, Text>>) => {
    const byLine = new Map<number, Text>()
    for (const { field, spec, line } of searched) if (!(field in texts)) byLine.set(line, searchedText(field, spec, row))
    for (const [line, text] of Object.entries(texts)) byLine.set(fields[line]?.searchLine ?? Number(line), text)
    if (row['customText']) byLine.set(CUSTOM_LINE, row['customText'] as string)
    if (byLine.has(Number.NaN))
      throw new Error(`searchLines names a field without a search line: ${Object.keys(texts).join(', ')}`)
    return toSearchText(...Array.from({ length: Math.max(0, ...byLine.keys()) }, (_, at) => byLine.get(at + 1)))
  }
}

/** The filters by any part of a field, or by the name of a country. */
const fieldFilters = (table: SoftDeleteTable, fields: FieldSpecs): Entity['filters'] =>
  Object.fromEntries(
    specsOf(fields)
      .filter(([, { filter }]) => filter)
      .map(([field, spec]) => {
        const filter: Filter =
          spec.type === 'country'
            ? (needle) => isCountryNamed(getTableColumns(table)[field]!, needle)
            : (needle) => searchContains(table, needle, spec.searchLine)
        return [listName(field, spec), filter]
      }),
  )

/** The columns of the fields that conditions can name. */
const conditionColumns = (table: SoftDeleteTable, fields: FieldSpecs): Entity['conditions'] => {
  const columns: Readonly<Record<string, AnyPgColumn>> = getTableColumns(table)
  const names = specsOf(fields).flatMap(([field, spec]) => (spec.where ? [listName(field, spec)] : []))
  return Object.fromEntries(names.flatMap((name) => (columns[name] ? [[name, columns[name]]] : [])))
}

/**
 * Declares an entity, derives from its fields what it does not declare itself, and registers it with the kinds that it belongs to or copies from. With
 * the types of its API and its fields a misspelt or missing sort, filter or condition does not compile.
 */
export const entity = <T extends SoftDeleteTable, Api extends Calls = Calls, F extends FieldSpecs = FieldSpecs>(
  declared: Declaration<T, Api, F>,
): Entity<T> => {
  const { table, name, searchLines, computedColumns, ownFilters, custom, ...rest } = declared as unknown as Declaration<
    T,
    Calls,
    FieldSpecs
  >
  const fields: FieldSpecs = rest.fields ?? {}
  const searchText = searchTextOf(fields)
  const spec: Entity<T> = {
    ...rest,
    name,
    table,
    fields,
    computedColumns: (row) => ({ searchText: searchText(row, searchLines?.(row) ?? {}), ...computedColumns?.(row) }),
    sorts: { dateCreated: table.dateCreated, ...rest.sorts },
    filters: { ...fieldFilters(table, fields), ...(rest.filters as Entity['filters']), ...ownFilters },
    conditions: { ...conditionColumns(table, fields), ...rest.conditions },
    ...(custom && { custom: { kind: name as CustomUse['kind'], values: custom, fields } }),
  }
  for (const { of, ...copy } of spec.copies ?? []) copiers.set(of.name, [...copiersOf(of), { ...copy, into: spec }])
  for (const { of, column } of spec.parents ?? []) children.set(of.name, [...childrenOf(of), { of: spec, column }])
  return spec
}

/** The column with the country that search texts contain by its English name. */
const searchedCountry = ({ table, fields }: Pick<Entity, 'table' | 'fields'>): AnyPgColumn | undefined => {
  const [field] = specsOf(fields).find(([, { type, searchLine }]) => type === 'country' && searchLine) ?? []
  return field === undefined ? undefined : getTableColumns(table)[field]
}

/** The words of the text occur in a record's search text, or its digits in the record's phone number, or it is the name of the record's country in another language. */
export const searchMatches = (of: Pick<Entity, 'table' | 'fields' | 'phone' | 'furtherText'>, text?: string): SQL | undefined => {
  if (!text?.trim()) return undefined
  const { table, phone, furtherText } = of
  const country = searchedCountry(of)
  return or(
    searchContainsWords(table, text),
    phone && phoneContains(phone, text),
    furtherText && searchContainsWords({ searchText: furtherText }, text),
    country && isCountryNamedAbroad(country, text),
  )
}

/** The conditions of a list's filters and of `q`. */
export const filtersOf = (of: Entity, query: Readonly<Record<string, unknown>>) => [
  searchMatches(of, query['q'] as string | undefined),
  ...Object.entries(of.filters).map(([name, filter]) => {
    const needle = query[name]
    return typeof needle === 'string' && needle.trim() ? filter(needle, query) : undefined
  }),
]

type FieldMatch = Exclude<ReturnType<typeof matchesFor>[number], 'all'>

type Wanted = string | readonly string[]

type Found = PgTable & { uniqueId: AnyPgColumn; deletedAt?: AnyPgColumn }

/** A condition, or queries whose united ids are those of the matching rows. */
type RowMatch = SQL | { ids: readonly SQL[] }

/** Fields that policies name and that are not columns of the table, for example because shares are in another table. */
export type PolicyFields = Readonly<Record<string, (value: Wanted) => RowMatch>>

/** What policies apply to: an entity, or a table alone. */
interface PolicyTarget {
  table: Found
  policyFields?: PolicyFields
}

const isIdMatch = (match: RowMatch) => 'ids' in match

const selectIdsWhere = (table: Found, condition: SQL) => sql`select ${table.uniqueId} from ${table} where ${condition}`

/** Rows in the trash and other rows have separate indexes, hence two queries. */
const idQueriesOf = (table: Found, match: RowMatch): readonly SQL[] => {
  if (isIdMatch(match)) return match.ids
  const { deletedAt } = table
  if (!deletedAt) return [selectIdsWhere(table, match)]
  return [selectIdsWhere(table, and(match, isNull(deletedAt))!), selectIdsWhere(table, and(match, isNotNull(deletedAt))!)]
}

const conditionOf = (table: Found, match: RowMatch) => (isIdMatch(match) ? idInQueries(table, match.ids) : match)

/** The same as conditions that are checked row by row. `offset 0` keeps PostgreSQL from finding all ids first. */
const rowwiseConditions = (table: Found, match: RowMatch): readonly SQL[] => {
  if (!isIdMatch(match)) return [match]
  return match.ids.map((ids) => sql`exists (select from (${ids}) reached (id) where reached.id = ${table.uniqueId} offset 0)`)
}

const matchField = (table: Found, policyFields: PolicyFields, name: string, value: Wanted): RowMatch => {
  const column = getTableColumns(table)[name]
  if (!column) {
    const matchPolicyField = policyFields[name]
    if (!matchPolicyField) throw new Error(`A policy names ${name}, which is not a column`)
    return matchPolicyField(value)
  }
  if (column instanceof PgArray) return arrayOverlaps(column, [value].flat())
  return typeof value === 'string' ? eq(column, value) : inArray(column, [...value])
}

const matchFields = (table: Found, policyFields: PolicyFields, fieldMatch: FieldMatch): RowMatch => {
  const matches = Object.entries(fieldMatch).map(([name, value]) => matchField(table, policyFields, name, value))
  return matches.length === 1 ? matches[0]! : and(...matches.map((match) => conditionOf(table, match)))!
}

/**
 * The rows that an actor's rules reach, as a WHERE clause. Without a rule there are no rows. `few`: another condition selects few rows, which are then
 * checked one by one, instead of finding all rows that are reached.
 */
export const rowFilter = (
  { table, policyFields = {} }: PolicyTarget,
  rules: Rules,
  actor: Actor,
  rows: 'any' | 'few' = 'any',
): RowFilter => {
  const fieldMatches = matchesFor(rules, actor).filter((fieldMatch) => fieldMatch !== 'all')
  if (fieldMatches.length < matchesFor(rules, actor).length) return 'all'
  const matches = fieldMatches.map((fieldMatch) => matchFields(table, policyFields, fieldMatch))
  if (rows === 'few') return or(...matches.flatMap((match) => rowwiseConditions(table, match))) ?? sql`false`
  // One set of ids: for `in (select …) or …` PostgreSQL would test every row, and for `union all` it would estimate 200 ids.
  if (matches.length > 1 && matches.some(isIdMatch))
    return conditionOf(table, { ids: matches.flatMap((match) => idQueriesOf(table, match)) })
  return matches.length === 1
    ? conditionOf(table, matches[0]!)
    : (or(...matches.map((match) => conditionOf(table, match))) ?? sql`false`)
}

/** The same as a condition: undefined for all rows. */
export const rowCondition = (...of: Parameters<typeof rowFilter>): SQL | undefined => {
  const fieldMatch = rowFilter(...of)
  return fieldMatch === 'all' ? undefined : fieldMatch
}

/** Throws a Refusal unless the rules allow the action. */
export const assertAllowed = (actor: Actor, rules: Rules, record?: object) => {
  if (!can(actor, rules, record)) throw forbidden()
}
