import { customName, type CustomValue, type CustomValues, yesNoNames } from '@tradewind/contract/kit/custom/custom.fields'
import { sql } from 'drizzle-orm'
import { type ReadContext, readerOf, type WriteContext } from '../http/context.ts'
import type { Changes } from '../record/audit.ts'
import { customTextOf, ownValue } from './check.ts'
import { type Definition, definitionsOf, type MaybeCustom } from './definitions.ts'

type Context = ReadContext | WriteContext

/** What people are called. Whoever was deleted is a former user. By name: the kit knows no people. */
const namesOf = async (ids: readonly string[], context: Context) => {
  if (ids.length === 0) return new Map<string, string>()
  const { rows } = await readerOf(context).execute<{ id: string; name: string }>(sql`
    select id, concat_ws(' ', first_name, nullif(middle_name, ''), last_name) as name from user_account
    where id = any(${sql.param([...ids])}::uuid[]) and deleted_at is null`)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

type Words = (definition: Definition, value: CustomValue | undefined) => string | number | boolean | null

const wordsWith =
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

/** What changed between two states of a record's fields, in words: a label, and what stood before and after. */
export const customChanges = async (
  of: MaybeCustom,
  before: CustomValues,
  after: CustomValues,
  context: Context,
): Promise<Changes> => {
  const [changes] = await customChangesOfMany(of, [{ before, after }], context)
  return changes!
}

const changedIn = (definitions: readonly Definition[], { before, after }: Change) =>
  definitions
    .map((definition) => ({ definition, was: ownValue(before, definition.key), is: ownValue(after, definition.key) }))
    .filter(({ was, is }) => JSON.stringify(was) !== JSON.stringify(is))

interface Change {
  before: CustomValues
  after: CustomValues
}

/** The same of many records, in as many queries as for one. */
export const customChangesOfMany = async (
  { custom }: MaybeCustom,
  changes: readonly Change[],
  context: Context,
): Promise<Changes[]> => {
  if (!custom) return changes.map(() => ({}))
  const all = await definitionsOf(readerOf(context), custom.kind, 'all')
  const changed = changes.map((change) => changedIn(all, change))
  const people = changed
    .flat()
    .filter(({ definition }) => definition.type === 'PERSON')
    .flatMap(({ was, is }) => [was, is])
    .filter((id) => typeof id === 'string')
  const words = wordsWith(await namesOf([...new Set(people)], context))
  return changed.map((one) =>
    Object.fromEntries(
      one.map(({ definition, was, is }) => [
        customName(definition.key),
        { before: words(definition, was), after: words(definition, is), label: definition.label },
      ]),
    ),
  )
}

/** The changes of a record's columns as a trail has them: those of the tenant's own fields in words. */
export const toldInWords = async (of: MaybeCustom, all: Changes, context: Context): Promise<Changes> => {
  const { custom, customText: _, ...changes } = all
  if (!custom) return changes
  return { ...changes, ...(await customChanges(of, custom.before as CustomValues, custom.after as CustomValues, context)) }
}

const heldIn = (row: object, { key }: Definition) => ownValue((row as { custom?: CustomValues }).custom, key)

/** The columns that an export has for the fields in use, and what stands in them: words, for each batch of rows. */
export const customExport = async ({ custom }: MaybeCustom, context: ReadContext) => {
  const definitions = custom ? await definitionsOf(context.db, custom.kind) : []
  const people = definitions.filter(({ type }) => type === 'PERSON')
  const columns = definitions.map((definition) => ({
    header: definition.label,
    value: (row: object) => (row as { customWords: ReadonlyMap<string, string | number | null> }).customWords.get(definition.key),
    ...(definition.type === 'DATE' && { kind: 'date' as const }),
  }))
  const told = async <R extends object>(rows: R[]): Promise<R[]> => {
    if (definitions.length === 0) return rows
    const ids = rows.flatMap((row) => people.flatMap((definition) => (heldIn(row, definition) as string | undefined) ?? []))
    const words = wordsWith(await namesOf([...new Set(ids)], context))
    const wordOf = (row: object, definition: Definition) => {
      const word = words(definition, heldIn(row, definition))
      return typeof word === 'boolean' ? yesNoNames[`${word}`] : word
    }
    return rows.map((row) => ({ ...row, customWords: new Map(definitions.map((one) => [one.key, wordOf(row, one)])) }))
  }
  return { columns, told }
}

type Row = Readonly<Record<string, unknown>>

/** The columns of a record that others become part of: what it lacks is taken of them, of the first before the others. Nothing where it lacks nothing. */
export const mergedCustom = async ({ custom }: MaybeCustom, winner: Row, losers: readonly Row[], context: WriteContext) => {
  if (!custom) return {}
  const own = winner['custom'] as CustomValues
  const values = Object.fromEntries(
    [...losers.toReversed(), winner].flatMap((row) => Object.entries(row['custom'] as CustomValues)),
  )
  if (Object.keys(values).length === Object.keys(own).length) return {}
  const definitions = await definitionsOf(context.tx, custom.kind)
  return { custom: values, customText: customTextOf(definitions, values) }
}
