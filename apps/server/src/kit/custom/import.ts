import {
  type CustomChange,
  type CustomChoice,
  customKeyOf,
  type CustomName,
  customName,
  type CustomType,
  type CustomValue,
  type CustomValues,
  isCustomName,
  yesNoNames,
} from '@tradewind/contract/kit/custom/custom.fields'
import { specsOf } from '@tradewind/contract/kit/entityFields'
import { languages } from '@tradewind/contract/kit/language'
import { problemFields, say, Sentence } from '@tradewind/contract/kit/say'
import { isStaff, STAFF } from '@tradewind/contract/roles'
import { type Column, type Fault, PROBLEMS, type Sheet, wordKey } from '@tradewind/workbook/sheet'
import { excerpt } from '@tradewind/workbook/text'
import { sql } from 'drizzle-orm'
import { shippedTexts } from '../catalogues.ts'
import { type ReadContext, readerOf, type WriteContext } from '../http/context.ts'
import { checkValue, customTextOf, ownValue } from './check.ts'
import { type CellNotation, dateFormatOf, hasShortYear, type Notation, parseDay, readNumber } from './dayText.ts'
import { type CustomUse, type Definition, definitionsOf, type MaybeCustom } from './definitions.ts'

/** A parsed cell: a value (for a person the name or email address), or the sentence that says why it is rejected. */
type ParsedCell = CustomValue | Sentence

/** Yes and no as people write them, in any language. */
const yesAndNo: ReadonlyMap<string, boolean> = new Map(
  ([true, false] as const).flatMap((value) => [
    [String(value), value] as const,
    [value ? '1' : '0', value] as const,
    ...languages.map((language) => {
      const name = yesNoNames[`${value}`]
      return [wordKey(shippedTexts(language)[name] ?? name), value] as const
    }),
  ]),
)

/** The form in which labels of choices are compared; also ignores spaces around commas. */
const choiceKey = (text: string) => wordKey(trimmedParts(text, ',').join(','))

const trimmedParts = (text: string, sign: string) => text.split(sign).map((part) => part.trim())

/** The choices by their labels and keys. */
interface ChoiceIndex {
  /** The key of the choice with this label, else with this key; choices that are not retired come first. */
  find: (text: string) => string | undefined
  /** The maximum number of comma-separated parts of a label or key. */
  mostParts: number
}

const indexOfChoices = (choices: readonly CustomChoice[]): ChoiceIndex => {
  const sorted = choices.toSorted((one, other) => Number(one.isRetired) - Number(other.isRetired))
  const spellings = [...sorted.map(({ label, key }) => [label, key] as const), ...sorted.map(({ key }) => [key, key] as const)]
  const keys = new Map(spellings.toReversed().map(([spelling, key]) => [choiceKey(spelling), key]))
  return {
    find: (text) => keys.get(choiceKey(text)),
    mostParts: Math.max(1, ...spellings.map(([spelling]) => spelling.split(',').length)),
  }
}

const indexes = new WeakMap<readonly CustomChoice[], ChoiceIndex>()

/** The choices of a definition by their labels and keys, indexed once for all cells of a file. */
const choicesOf = ({ choices }: Definition): ChoiceIndex => {
  const index = indexes.get(choices) ?? indexOfChoices(choices)
  indexes.set(choices, index)
  return index
}

const findChoice = (definition: Definition, text: string) => choicesOf(definition).find(text)

const openLabels = ({ choices }: Definition) => choices.filter(({ isRetired }) => !isRetired).map(({ label }) => label)

const rejectChoice = (definition: Definition) => {
  const labels = openLabels(definition)
  return labels.length > 10 ? say('This is not one of the choices') : say('Choose from {values}.', { values: labels.join(', ') })
}

/** The maximum number of comma-separated parts of a cell: a file is read between the requests of others. */
const MAX_PARTS = 1000

/** Finds several choices in one text. A label may contain commas: the longest match is taken. */
const findChoices = (definition: Definition, parts: readonly string[]): string[] | undefined => {
  if (parts.length > MAX_PARTS) return undefined
  const { find, mostParts } = choicesOf(definition)
  const keys = new Set<string>()
  for (let at = 0; at < parts.length;) {
    const longest = parts.slice(at, at + mostParts)
    const matches = longest.map((_, last) => find(longest.slice(0, last + 1).join(',')))
    const last = matches.findLastIndex((key) => key !== undefined)
    if (last < 0) return undefined
    keys.add(matches[last]!)
    at += last + 1
  }
  return [...keys]
}

const parseChoices = (definition: Definition, text: string): ParsedCell => {
  const split = (sign: string) => trimmedParts(text, sign).filter((part) => part !== '')
  return findChoices(definition, split(',')) ?? findChoices(definition, split(';')) ?? rejectChoice(definition)
}

const parseText = (definition: Definition, text: string, notation: CellNotation): ParsedCell => {
  switch (definition.type) {
    case 'NUMBER':
      return readNumber(text, notation)
    case 'DATE':
      return parseDay(text, { format: dateFormatOf(notation) })
    case 'CHOICE':
      return findChoice(definition, text) ?? rejectChoice(definition)
    case 'SEVERAL':
      return parseChoices(definition, text)
    case 'YES_NO':
      return yesAndNo.get(wordKey(text)) ?? say('Yes or no')
    default:
      return text
  }
}

/**
 * Parses a cell of a file for a field. A person stays a text, because people are looked up later for all rows together. Whether a retired choice may
 * stay selected is also checked later.
 */
const parseCell = (definition: Definition, text: string, notation: CellNotation): ParsedCell => {
  const read = parseText(definition, text.trim(), notation)
  if (read instanceof Sentence || definition.type === 'PERSON') return read
  const isChoice = definition.type === 'CHOICE' || definition.type === 'SEVERAL'
  const checked = checkValue(read, definition, isChoice ? read : undefined)
  return checked instanceof Sentence ? checked : checked.value
}

/** The texts that a template suggests for a cell. */
const suggestedTexts = (definition: Definition): readonly string[] => {
  if (definition.type === 'YES_NO') return Object.values(yesNoNames)
  return definition.type === 'CHOICE' || definition.type === 'SEVERAL' ? openLabels(definition) : []
}

/** A user that a cell may name. `isOpen`: can be newly selected; others can only stay where they are selected already. */
interface Person {
  id: string
  email: string
  name: string
  isOpen: boolean
}

const folded = (text: string) => text.trim().replace(/\s+/g, ' ').toLowerCase()

/** Looks up the people that these texts name, by email address or full name. Members can only name themselves. The table is named in SQL since the kit does not import features. */
const findPeopleByName = async (texts: readonly string[], { tx, actor }: WriteContext) => {
  const needles = [...new Set(texts.map(folded))]
  if (needles.length === 0) return () => []
  const name = sql`lower(concat_ws(' ', first_name, nullif(middle_name, ''), last_name))`
  const anyNeedle = sql`any(${sql.param(needles)}::text[])`
  const roles = isStaff(actor) ? [...STAFF] : []
  const { rows } = await tx.execute<
    Person & Record<string, unknown>
  >(sql`select id, lower(email_address) as email, ${name} as name,
      (deactivated_at is null and (role::text = any(${sql.param(roles)}::text[]) or id = ${actor.uniqueId})) as "isOpen"
    from user_account where deleted_at is null and (lower(email_address) = ${anyNeedle} or ${name} = ${anyNeedle}) order by id`)
  return (text: string): readonly Person[] => {
    const one = folded(text)
    const byEmail = rows.filter(({ email }) => email === one)
    return byEmail.length > 0 ? byEmail : rows.filter((person) => folded(person.name) === one)
  }
}
type PeopleNamed = Awaited<ReturnType<typeof findPeopleByName>>

type Values = Readonly<Record<string, unknown>>
/** Problems with fields, by field name. */
type Issues = readonly (readonly [CustomName, Sentence])[]
/** The resulting custom columns of a record. */
interface CustomColumns {
  custom: CustomValues
  customText: string
}

/** The headers of custom fields in uploads and exports: their labels, with a number appended if another column has that label. */
export const customHeaders = ({ fields }: CustomUse, definitions: readonly Definition[]) => {
  const takenKeys = new Set([PROBLEMS, ...specsOf(fields).map(([, { label }]) => label)].map(wordKey))
  return definitions.map(({ label }) => {
    let header = label
    for (let number = 2; takenKeys.has(wordKey(header)); number++) header = `${label} (${number})`
    takenKeys.add(wordKey(header))
    return header
  })
}

const columnOf = (definition: Definition, header: string): Column => {
  const suggestions = suggestedTexts(definition)
  return {
    header,
    field: customName(definition.key),
    optional: true,
    ...(suggestions.length > 0 && { suggestions }),
    ...(definition.type === 'SEVERAL' && { many: true as const }),
  }
}

/** Excel stores at most 15 digits of a number. */
const isSameNumber = (one: CustomValue | undefined, other: CustomValue) =>
  typeof one === 'number' && typeof other === 'number' && Number(one.toPrecision(15)) === Number(other.toPrecision(15))

const resolvePerson = (text: string, before: CustomValue | undefined, findPeople: PeopleNamed): string | Sentence => {
  const found = findPeople(text)
  const current = found.find(({ id }) => id === before)
  if (current) return current.id
  const [one, another] = found.filter(({ isOpen }) => isOpen)
  if (another) return say('Several people are called “{name}”. Write the email address.', { name: excerpt(text, 100) })
  return (
    one?.id ??
    say('There is no “{name}” among your colleagues. Write the name or the email address.', { name: excerpt(text, 100) })
  )
}

/** Whether both are the same choices, in any order. */
export const isSameSet = (one: unknown, other: unknown) =>
  Array.isArray(one) && Array.isArray(other) && one.length === other.length && other.every((choice) => one.includes(choice))

const resolveValue = (definition: Definition, value: CustomValue, before: CustomValue | undefined, findPeople: PeopleNamed) => {
  if (definition.type === 'PERSON') return resolvePerson(String(value), before, findPeople)
  if (isSameNumber(before, value) || isSameSet(before, value)) return before!
  const checked = checkValue(value, definition, before)
  return checked instanceof Sentence ? checked : checked.value
}

/** How a text was read that is no plain date or number. */
interface Reading {
  field: string
  text: string
  value: string | number
  hasShortYear: boolean
}

const readingOf = (field: string, { type }: Definition, cell: string, value: CustomValue): Reading[] => {
  const text = excerpt(cell.trim(), 100)
  if (type === 'DATE' && value !== text) return [{ field, text, value: String(value), hasShortYear: hasShortYear(text) }]
  return type === 'NUMBER' && value !== Number(text) ? [{ field, text, value: Number(value), hasShortYear: false }] : []
}

/** Reads the custom fields of a kind from rows of a file. */
export interface CustomImport {
  columns: readonly Column[]
  /** The choices of each field that has some, the retired ones included. */
  choices: ReadonlyMap<string, readonly CustomChoice[]>
  /** The types of the fields. */
  types: ReadonlyMap<string, CustomType>
  /** Splits a row's cells into those of built-in fields and the change of custom fields. An empty cell clears its field. */
  read: (
    cells: Values,
    notation?: Notation,
  ) => { product: Values; change: CustomChange; issues: Issues; readings: readonly Reading[] }
  /** Looks up the people that these rows name; returns a function that computes each row's custom columns from its record's current values. */
  settle: (
    changes: readonly (CustomChange | undefined)[],
    context: WriteContext,
  ) => Promise<(change: CustomChange | undefined, before: CustomValues) => CustomColumns | { issues: Issues }>
}

const isEmpty = (cell: unknown) =>
  cell === null || cell === undefined || cell === '' || (Array.isArray(cell) && cell.length === 0)

const reader =
  (byKey: ReadonlyMap<string, Definition>): CustomImport['read'] =>
  (cells, { hasDecimalCommas = false, formats } = {}) => {
    const readings: Reading[] = []
    const product: Record<string, unknown> = {}
    const change: CustomChange = {}
    const issues: [CustomName, Sentence][] = []
    for (const [field, cell] of Object.entries(cells)) {
      const definition = isCustomName(field) ? byKey.get(customKeyOf(field)) : undefined
      if (!definition) product[field] = cell
      else if (isEmpty(cell)) change[definition.key] = null
      else {
        const text = [cell].flat().join(', ')
        const read = parseCell(definition, text, { hasDecimalCommas, format: formats && (formats.get(field) ?? null) })
        if (read instanceof Sentence) issues.push([customName(definition.key), read])
        else {
          change[definition.key] = read
          readings.push(...readingOf(field, definition, text, read))
        }
      }
    }
    return { product, change, issues, readings }
  }

/** `definitions`: of the fields in use; `all`: of the retired ones as well. */
const createChangeResolver =
  (definitions: readonly Definition[], all: readonly Definition[]): CustomImport['settle'] =>
  async (changes, context) => {
    const people = definitions.filter(({ type }) => type === 'PERSON')
    const texts = changes.flatMap((change = {}) => people.flatMap(({ key }) => (change[key] ? String(change[key]) : [])))
    const findPeople = await findPeopleByName(texts, context)
    return (change = {}, before) => {
      const issues: [CustomName, Sentence][] = []
      const custom = new Map(Object.entries(before))
      for (const definition of definitions) {
        const { key } = definition
        const input = Object.hasOwn(change, key) ? change[key] : undefined
        if (input === null) custom.delete(key)
        if (input === null || input === undefined) continue
        const value = resolveValue(definition, input, ownValue(before, key), findPeople)
        if (value instanceof Sentence) issues.push([customName(key), value])
        else custom.set(key, value)
      }
      const values = Object.fromEntries(custom)
      return issues.length > 0 ? { issues } : { custom: values, customText: customTextOf(all, values) }
    }
  }

/** The import of a kind's custom fields from files; undefined if the kind has none. */
export const customImport = async (
  { custom: use }: MaybeCustom,
  context: Pick<ReadContext, 'db'> | Pick<WriteContext, 'tx'>,
): Promise<CustomImport | undefined> => {
  const all = use ? await definitionsOf(readerOf(context), use.kind, 'all') : []
  const definitions = all.filter(({ retiredAt }) => !retiredAt)
  if (!use || definitions.length === 0) return undefined
  const headers = customHeaders(use, definitions)
  return {
    columns: definitions.map((definition, at) => columnOf(definition, headers[at]!)),
    choices: new Map(
      definitions.flatMap(({ key, choices }) => (choices.length > 0 ? [[customName(key), choices] as const] : [])),
    ),
    types: new Map(definitions.map(({ key, type }) => [customName(key), type])),
    read: reader(new Map(definitions.map((definition) => [definition.key, definition]))),
    settle: createChangeResolver(definitions, all),
  }
}

interface Row {
  row: number
  fields: Record<string, unknown>
  isValid: boolean
}

interface Arriving {
  sheet: Sheet
  custom?: CustomImport
}

/** Adds the custom columns to new rows; returns a fault for each field value that a new record cannot have. */
export const resolveCustomRows = async <R extends Row>(
  { custom, sheet }: Arriving,
  context: WriteContext,
  rows: readonly R[],
) => {
  if (!custom || rows.length === 0) return { rows, faults: [] }
  const changeIn = ({ fields }: Row) => fields['custom'] as CustomChange | undefined
  const resolveChange = await custom.settle(rows.map(changeIn), context)
  const faults: Fault[] = []
  const resolved = rows.map((one): R => {
    const columns = resolveChange(changeIn(one), {})
    if (!('issues' in columns)) return { ...one, fields: { ...one.fields, ...columns } }
    for (const [field, problem] of columns.issues) {
      const column = sheet.columns.find((each) => each.field === field)!.header
      const value = excerpt(String(changeIn(one)?.[customKeyOf(field)] ?? ''), 200)
      faults.push({ row: one.row, column, value, ...problemFields(problem) })
    }
    return { ...one, isValid: false }
  })
  return { rows: resolved, faults }
}
