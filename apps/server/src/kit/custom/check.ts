import {
  type CustomChange,
  type CustomChoice,
  customName,
  type CustomType,
  type CustomValue,
  type CustomValues,
  MAX_CUSTOM_TEXT_LENGTH,
} from '@tradewind/contract/kit/custom/custom.fields'
import { day, text, webAddress } from '@tradewind/contract/kit/fields'
import { say, type Sentence, sentenceIn } from '@tradewind/contract/kit/say'
import { isStaff, STAFF } from '@tradewind/contract/roles'
import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import { anyOf } from '../database/scoped.ts'
import { invalid } from '../errors.ts'
import type { WriteContext } from '../http/context.ts'
import { type CustomUse, type Definition, definitionsOf } from './definitions.ts'

/** Validates a value: returns the accepted value, or the sentence that says why it is rejected. `before`: the value that the record has now. */
type Check = (value: unknown, definition: Definition, before: CustomValue | undefined) => { value: CustomValue } | Sentence

const by = (schema: z.ZodType<string>, value: unknown) => {
  const parsed = schema.safeParse(value)
  return parsed.success ? { value: parsed.data } : sentenceIn(parsed.error.issues[0]!)
}
const invalidChoice = () => say('This is not one of the choices')

/** A retired choice can stay selected, but cannot be newly selected. */
const isSelectable = (choices: readonly CustomChoice[], key: unknown, selected: readonly unknown[]) =>
  choices.some((choice) => choice.key === key && (!choice.isRetired || selected.includes(key)))

const checks: Readonly<Record<CustomType, Check>> = {
  TEXT: (value, { label }) => by(text(label, MAX_CUSTOM_TEXT_LENGTH), value),
  LINK: (value, { label }) => {
    const read = by(webAddress(label), value)
    if (!('value' in read) || read.value.length <= MAX_CUSTOM_TEXT_LENGTH) return read
    return say('At most {count} characters', { count: MAX_CUSTOM_TEXT_LENGTH })
  },
  NUMBER: (value) => {
    // Of longer ones some digits would be others: forms send them as they are typed.
    if (Math.abs(Number(value)) > Number.MAX_SAFE_INTEGER) return say('This is too large')
    return typeof value === 'number' && Number.isFinite(value) ? { value } : say('This is not a number')
  },
  DATE: (value, { label }) => by(day(label), value),
  CHOICE: (value, { choices }, before) => (isSelectable(choices, value, [before]) ? { value: value as string } : invalidChoice()),
  SEVERAL: (value, { choices }, before) => {
    if (!Array.isArray(value)) return say('This is not a list')
    const selected = Array.isArray(before) ? before : []
    const keys = new Set<unknown>(value)
    return [...keys].every((key) => isSelectable(choices, key, selected)) ? { value: [...keys] as string[] } : invalidChoice()
  },
  PERSON: (value) =>
    typeof value === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value)
      ? { value: value.toLowerCase() }
      : say('Choose a person'),
  YES_NO: (value) => (typeof value === 'boolean' ? { value } : say('Yes or no')),
}

/** Validates a value against the field's definition and the record's current value: returns the accepted value, or the sentence that says why it is rejected. */
export const checkValue = (value: unknown, definition: Definition, before: CustomValue | undefined) =>
  checks[definition.type](value, definition, before)

const isBlank = (value: unknown) =>
  value === null ||
  value === undefined ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0)

/** The object's own value of a key; ignores the prototype. */
export const ownValue = (values: CustomValues | undefined, key: string): CustomValue | undefined =>
  values && Object.hasOwn(values, key) ? values[key] : undefined

/** The users among these ids that the actor may choose: staff choose staff with an active account, members only themselves. The table is named in SQL since the kit does not import features. */
const findSelectablePeople = async (ids: readonly string[], { tx, actor }: WriteContext) => {
  if (ids.length === 0) return new Set<string>()
  const roles = isStaff(actor) ? [...STAFF] : []
  const { rows } = await tx.execute<{ id: string }>(sql`select id from user_account
    where id = ${anyOf(ids)} and deleted_at is null and deactivated_at is null
      and (role::text = any(${sql.param(roles)}::text[]) or id = ${actor.uniqueId}) for key share`)
  return new Set(rows.map(({ id }) => id))
}

/**
 * The text of the custom fields that is searched. `definitions`: of all fields of the kind. Words of retired fields stay in it, since conditions
 * (`contains`) find candidates by the search text, also after a field is restored.
 */
export const customTextOf = (definitions: readonly Definition[], values: CustomValues) =>
  definitions
    .flatMap(({ key, type, choices }) => {
      const value = ownValue(values, key)
      if (value === undefined) return []
      if (type === 'TEXT' || type === 'LINK' || type === 'NUMBER') return [String(value)]
      if (type !== 'CHOICE' && type !== 'SEVERAL') return []
      return choices.filter((choice) => [value].flat().includes(choice.key)).map(({ label }) => label)
    })
    .join(' | ')

/** The custom columns of a record after a change is merged into its values; null clears a field. Does not validate values. `definitions`: of all fields. */
export const mergeCustomValues = (definitions: readonly Definition[], current: CustomValues, change: CustomChange) => {
  const merged = new Map<string, CustomValue | null>([...Object.entries(current), ...Object.entries(change)])
  const custom = Object.fromEntries([...merged].filter(([, value]) => value !== null)) as CustomValues
  return { custom, customText: customTextOf(definitions, custom) }
}

/** The maximum number of faults that a refusal names, as for other fields. */
const MAX_FAULTS = 50

/** The custom columns of a record after a validated change is merged into its values. Throws a Refusal that names each wrong value at `custom.<key>`. */
export const checkCustomChange = async (
  { kind }: CustomUse,
  change: Readonly<Record<string, unknown>>,
  before: CustomValues,
  context: WriteContext,
) => {
  const definitions = await definitionsOf(context.tx, kind, 'all')
  const inUse = definitions.filter(({ retiredAt }) => !retiredAt)
  const byKey = new Map(inUse.map((definition) => [definition.key, definition]))
  const faults: Record<string, Sentence> = {}
  const accepted = new Map<string, CustomValue | null>()
  for (const [key, given] of Object.entries(change)) {
    if (Object.keys(faults).length >= MAX_FAULTS) break
    const definition = byKey.get(key)
    if (!definition) {
      faults[customName(key.slice(0, 60))] = say('There is no field “{name}” here', { name: key.slice(0, 60) })
      continue
    }
    const read = isBlank(given) ? { value: null } : checkValue(given, definition, ownValue(before, key))
    if ('value' in read) accepted.set(key, read.value)
    else faults[customName(key)] = read
  }
  const newlySelected = [...accepted].filter(
    ([key, value]) => byKey.get(key)!.type === 'PERSON' && value && value !== ownValue(before, key),
  )
  const people = await findSelectablePeople(
    newlySelected.map(([, value]) => String(value)),
    context,
  )
  for (const [key, value] of newlySelected) if (!people.has(String(value))) faults[customName(key)] = say('Choose a person')
  if (Object.keys(faults).length > 0) throw invalid(faults)
  return mergeCustomValues(definitions, before, Object.fromEntries(accepted))
}
