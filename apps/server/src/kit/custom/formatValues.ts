import { customName, type CustomValue, type CustomValues, yesNoNames } from '@tradewind/contract/kit/custom/custom.fields'
import { sql } from 'drizzle-orm'
import { type ReadContext, readerOf, type WriteContext } from '../http/context.ts'
import type { Changes } from '../record/audit.ts'
import { ownValue } from './check.ts'
import { type CustomUse, type Definition, definitionsOf, type MaybeCustom } from './definitions.ts'
import { customHeaders } from './import.ts'

type Context = ReadContext | WriteContext

/** The names of people by id, without deleted users. The table is named in SQL since the kit does not import features. */
const namesOf = async (ids: readonly string[], context: Context) => {
  if (ids.length === 0) return new Map<string, string>()
  const { rows } = await readerOf(context).execute<{ id: string; name: string }>(sql`
    select id, concat_ws(' ', first_name, nullif(middle_name, ''), last_name) as name from user_account
    where id = any(${sql.param([...ids])}::uuid[]) and deleted_at is null`)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

type Words = (definition: Definition, value: CustomValue | undefined) => string | number | boolean | null

const createFormatter =
  (names: ReadonlyMap<string, string>): Words =>
  ({ type, choices }, value) => {
    if (value === undefined) return null
    switch (type) {
      case 'NUMBER':
        return value as number
      case 'YES_NO':
        return value as boolean
      case 'PERSON':
        return names.get(String(value)) ?? null
      case 'CHOICE':
      case 'SEVERAL':
        return [value]
          .flat()
          .map((key) => choices.find((choice) => choice.key === key)?.label ?? String(key))
          .join(', ')
      default:
        return String(value)
    }
  }

const personIdsIn = (definitions: readonly Definition[], all: readonly CustomValues[]) => {
  const people = definitions.filter(({ type }) => type === 'PERSON')
  return [...new Set(all.flatMap((values) => people.flatMap(({ key }) => ownValue(values, key) ?? [])))].map(String)
}

/** The custom fields of a kind, including retired ones, and a formatter for their values; people are looked up once for all values. */
const loadFormatter = async ({ kind }: CustomUse, all: readonly CustomValues[], context: Context) => {
  const definitions = await definitionsOf(readerOf(context), kind, 'all')
  return { definitions, words: createFormatter(await namesOf(personIdsIn(definitions, all), context)) }
}

/** Returns a function that formats a record's custom values as texts, by field name; people are looked up once for all of these values. */
export const formatCustomValues = async ({ custom }: MaybeCustom, all: readonly CustomValues[], context: Context) => {
  if (!custom || all.every((values) => Object.keys(values).length === 0)) return () => ({})
  const { definitions, words } = await loadFormatter(custom, all, context)
  return (values: CustomValues): Readonly<Record<string, string | number | boolean | null>> =>
    Object.fromEntries(
      definitions
        .filter(({ key }) => ownValue(values, key) !== undefined)
        .map((definition) => [customName(definition.key), words(definition, ownValue(values, definition.key))]),
    )
}

/** The changes of built-in columns only. */
const withoutCustom = (changes: Changes): Changes =>
  Object.fromEntries(Object.entries(changes).filter(([field]) => field !== 'custom' && field !== 'customText'))

/** Converts changes of columns for the audit trail: changes of custom fields become formatted texts with a label. */
export const formatAllChanges = async (
  { custom: use }: MaybeCustom,
  all: readonly Changes[],
  context: Context,
): Promise<Changes[]> => {
  const states = all.flatMap(({ custom }) => (custom ? [custom.before as CustomValues, custom.after as CustomValues] : []))
  const formatter = use && states.length > 0 ? await loadFormatter(use, states, context) : undefined
  return all.map((one) => {
    const { custom } = one
    const changes = withoutCustom(one)
    if (!custom || !formatter) return changes
    const entries = formatter.definitions.flatMap((definition) => {
      const [was, is] = [custom.before, custom.after].map((state) => ownValue(state as CustomValues, definition.key))
      if (JSON.stringify(was) === JSON.stringify(is)) return []
      const change = { before: formatter.words(definition, was), after: formatter.words(definition, is), label: definition.label }
      return [[customName(definition.key), change] as const]
    })
    return { ...changes, ...Object.fromEntries(entries) }
  })
}

/** Same as `formatAllChanges`, for one record. */
export const formatChanges = async (of: MaybeCustom, changes: Changes, context: Context): Promise<Changes> =>
  (await formatAllChanges(of, [changes], context))[0]!

const customValueIn = (row: object, { key }: Definition) => ownValue((row as { custom?: CustomValues }).custom, key)

/** The export columns of the custom fields in use, and a function that adds their formatted values to each batch of rows. */
export const customExport = async ({ custom }: MaybeCustom, context: ReadContext) => {
  const definitions = custom ? await definitionsOf(context.db, custom.kind) : []
  const people = definitions.filter(({ type }) => type === 'PERSON')
  const headers = custom ? customHeaders(custom, definitions) : []
  const columns = definitions.map((definition, at) => ({
    header: headers[at]!,
    isHeaderOfTenant: true as const,
    value: (row: object) => (row as { customWords: ReadonlyMap<string, string | number | null> }).customWords.get(definition.key),
    ...(definition.type === 'DATE' && { kind: 'date' as const }),
    ...(definition.type === 'YES_NO' && { isTranslated: true as const }),
  }))
  const addWords = async <R extends object>(rows: R[]): Promise<R[]> => {
    if (definitions.length === 0) return rows
    const ids = rows.flatMap((row) =>
      people.flatMap((definition) => (customValueIn(row, definition) as string | undefined) ?? []),
    )
    const words = createFormatter(await namesOf([...new Set(ids)], context))
    const wordOf = (row: object, definition: Definition) => {
      const word = words(definition, customValueIn(row, definition))
      return typeof word === 'boolean' ? yesNoNames[`${word}`] : word
    }
    return rows.map((row) => ({ ...row, customWords: new Map(definitions.map((one) => [one.key, wordOf(row, one)])) }))
  }
  return { columns, addWords }
}
