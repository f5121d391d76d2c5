import {
  type CustomChange,
  type CustomChoice,
  customName,
  type CustomType,
  type CustomValue,
  type CustomValues,
  MOST_CUSTOM_CHARACTERS,
} from '@tradewind/contract/kit/custom/custom.fields'
import { day, text, webAddress } from '@tradewind/contract/kit/fields'
import { say, type Sentence, sentenceIn } from '@tradewind/contract/kit/say'
import { STAFF } from '@tradewind/contract/roles'
import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import { invalid } from '../errors.ts'
import type { WriteContext } from '../http/context.ts'
import { type CustomUse, type Definition, definitionsOf } from './definitions.ts'

/** What a field takes: its value, or the sentence that refuses it. `before`: what the record holds. */
type Check = (value: unknown, definition: Definition, before: CustomValue | undefined) => { value: CustomValue } | Sentence

const by = (schema: z.ZodType<string>, value: unknown) => {
  const parsed = schema.safeParse(value)
  return parsed.success ? { value: parsed.data } : sentenceIn(parsed.error.issues[0]!)
}
const notChosen = () => say('This is not one of the choices')

/** A retired choice can be kept, and not chosen anew. */
const isOpen = (choices: readonly CustomChoice[], key: unknown, kept: readonly unknown[]) =>
  choices.some((choice) => choice.key === key && (!choice.isRetired || kept.includes(key)))

const checks: Readonly<Record<CustomType, Check>> = {
  TEXT: (value, { label }) => by(text(label, MOST_CUSTOM_CHARACTERS), value),
  LINK: (value, { label }) => {
    const read = by(webAddress(label), value)
    if (!('value' in read) || read.value.length <= MOST_CUSTOM_CHARACTERS) return read
    return say('At most {count} characters', { count: MOST_CUSTOM_CHARACTERS })
  },
  NUMBER: (value) => (typeof value === 'number' && Number.isFinite(value) ? { value } : say('This is not a number')),
  DATE: (value, { label }) => by(day(label), value),
  CHOICE: (value, { choices }, before) => (isOpen(choices, value, [before]) ? { value: value as string } : notChosen()),
  SEVERAL: (value, { choices }, before) => {
    if (!Array.isArray(value)) return say('This is not a list')
    const kept = Array.isArray(before) ? before : []
    const keys = new Set<unknown>(value)
    return [...keys].every((key) => isOpen(choices, key, kept)) ? { value: [...keys] as string[] } : notChosen()
  },
  PERSON: (value) =>
    typeof value === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value)
      ? { value: value.toLowerCase() }
      : say('Choose a person'),
  YES_NO: (value) => (typeof value === 'boolean' ? { value } : say('Yes or no')),
}

/** What a field takes of a value on top of what the record holds, or the sentence that refuses it. */
export const valueChecked = (value: unknown, definition: Definition, before: CustomValue | undefined) =>
  checks[definition.type](value, definition, before)

const isBlank = (value: unknown) =>
  value === null ||
  value === undefined ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0)

/** What an object itself has under a key, whatever its prototype has. */
export const ownValue = (values: CustomValues | undefined, key: string): CustomValue | undefined =>
  values && Object.hasOwn(values, key) ? values[key] : undefined

/** Which of these may be named: staff with an open account, and who asks. By name: the kit knows no people. */
const peopleAmong = async (ids: readonly string[], { tx, actor }: WriteContext) => {
  if (ids.length === 0) return new Set<string>()
  const { rows } = await tx.execute<{ id: string }>(sql`select id from user_account
    where id = any(${sql.param([...ids])}::uuid[]) and deleted_at is null and deactivated_at is null
      and (role::text = any(${sql.param([...STAFF])}::text[]) or id = ${actor.uniqueId}) for key share`)
  return new Set(rows.map(({ id }) => id))
}

/** The words by which a record is found. */
export const customTextOf = (definitions: readonly Definition[], values: CustomValues) =>
  definitions
    .flatMap(({ key, type, choices }) => {
      const value = ownValue(values, key)
      if (value === undefined) return []
      if (type === 'TEXT' || type === 'LINK') return [String(value)]
      if (type !== 'CHOICE' && type !== 'SEVERAL') return []
      return choices.filter((choice) => [value].flat().includes(choice.key)).map(({ label }) => label)
    })
    .join(' | ')

/** The columns of a record that holds these values, with new ones in some of its fields: null in one that is emptied. No value is checked. */
export const customWith = (definitions: readonly Definition[], held: CustomValues, change: CustomChange) => {
  const merged = new Map<string, CustomValue | null>([...Object.entries(held), ...Object.entries(change)])
  const custom = Object.fromEntries([...merged].filter(([, value]) => value !== null)) as CustomValues
  return { custom, customText: customTextOf(definitions, custom) }
}

/** The columns of a record whose values are these, before what it holds in other fields. Refuses each wrong value at `custom.<key>`. */
export const customChecked = async (
  { kind }: CustomUse,
  change: Readonly<Record<string, unknown>>,
  before: CustomValues,
  context: WriteContext,
) => {
  const definitions = await definitionsOf(context.tx, kind)
  const known = new Map(definitions.map((definition) => [definition.key, definition]))
  const faults: Record<string, Sentence> = {}
  const taken = new Map<string, CustomValue | null>()
  for (const [key, given] of Object.entries(change)) {
    const definition = known.get(key)
    if (!definition) {
      faults[customName(key.slice(0, 60))] = say('There is no field “{name}” here', { name: key.slice(0, 60) })
      continue
    }
    const read = isBlank(given) ? { value: null } : valueChecked(given, definition, ownValue(before, key))
    if ('value' in read) taken.set(key, read.value)
    else faults[customName(key)] = read
  }
  const named = [...taken].filter(([key, value]) => known.get(key)!.type === 'PERSON' && value && value !== ownValue(before, key))
  const people = await peopleAmong(
    named.map(([, value]) => String(value)),
    context,
  )
  for (const [key, value] of named) if (!people.has(String(value))) faults[customName(key)] = say('Choose a person')
  if (Object.keys(faults).length > 0) throw invalid(faults)
  return customWith(definitions, before, Object.fromEntries(taken))
}
