import {
  type CustomChange,
  customName,
  type CustomName,
  type CustomValue,
  type CustomValues,
  isCustomName,
  keyIn,
} from '@tradewind/contract/kit/custom/custom.fields'
import { specsOf } from '@tradewind/contract/kit/entityFields'
import { say, Sentence } from '@tradewind/contract/kit/say'
import { isStaff, STAFF } from '@tradewind/contract/roles'
import { type Column, PROBLEMS, wordKey } from '@tradewind/workbook/sheet'
import { sql } from 'drizzle-orm'
import { type ReadContext, readerOf, type WriteContext } from '../http/context.ts'
import { cellRead, wordsOffered } from './cells.ts'
import { customTextOf, ownValue, valueChecked } from './check.ts'
import { type CustomUse, type Definition, definitionsOf, type MaybeCustom } from './definitions.ts'

/** Somebody whom a file may mean. `isOpen`: they can be named anew; others are kept where they are. */
interface Person {
  id: string
  email: string
  name: string
  isOpen: boolean
}

const folded = (text: string) => text.trim().replace(/\s+/g, ' ').toLowerCase()

/** The people whom these texts name, by address or full name. Members can name themselves alone. By name: the kit knows no people. */
const peopleNamed = async (texts: readonly string[], { tx, actor }: WriteContext) => {
  const sought = [...new Set(texts.map(folded))]
  if (sought.length === 0) return () => []
  const name = sql`lower(concat_ws(' ', first_name, nullif(middle_name, ''), last_name))`
  const among = sql`any(${sql.param(sought)}::text[])`
  const roles = isStaff(actor) ? [...STAFF] : []
  const { rows } = await tx.execute<
    Person & Record<string, unknown>
  >(sql`select id, lower(email_address) as email, ${name} as name,
      (deactivated_at is null and (role::text = any(${sql.param(roles)}::text[]) or id = ${actor.uniqueId})) as "isOpen"
    from user_account where deleted_at is null and (lower(email_address) = ${among} or ${name} = ${among}) order by id`)
  return (text: string): readonly Person[] => {
    const one = folded(text)
    const byEmail = rows.filter(({ email }) => email === one)
    return byEmail.length > 0 ? byEmail : rows.filter((person) => folded(person.name) === one)
  }
}
type PeopleNamed = Awaited<ReturnType<typeof peopleNamed>>

type Values = Readonly<Record<string, unknown>>
/** What is wrong with fields, by the names that columns have for them. */
type Issues = readonly (readonly [CustomName, Sentence])[]
/** The columns of a record that its fields come to. */
export interface CustomColumns {
  custom: CustomValues
  customText: string
}

/** The headers of the fields in files, uploads and exports alike: their labels, with a number where a column of the product is called so. */
export const customHeaders = ({ fields }: CustomUse, definitions: readonly Definition[]) => {
  const taken = new Set([PROBLEMS, ...specsOf(fields).map(([, { label }]) => label)].map(wordKey))
  return definitions.map(({ label }) => {
    let header = label
    for (let number = 2; taken.has(wordKey(header)); number++) header = `${label} (${number})`
    taken.add(wordKey(header))
    return header
  })
}

const columnOf = (definition: Definition, header: string): Column => {
  const suggestions = wordsOffered(definition)
  return {
    header,
    field: customName(definition.key),
    optional: true,
    ...(suggestions.length > 0 && { suggestions }),
    ...(definition.type === 'SEVERAL' && { many: true as const }),
  }
}

/** Excel has no more than 15 digits of a number. */
const isSameNumber = (one: CustomValue | undefined, other: CustomValue) =>
  typeof one === 'number' && typeof other === 'number' && Number(one.toPrecision(15)) === Number(other.toPrecision(15))

const personIn = (text: string, before: CustomValue | undefined, named: PeopleNamed): string | Sentence => {
  const found = named(text)
  const kept = found.find(({ id }) => id === before)
  if (kept) return kept.id
  const [one, another] = found.filter(({ isOpen }) => isOpen)
  if (another) return say('Several people are called “{name}”. Write the email address.', { name: text.slice(0, 100) })
  return (
    one?.id ??
    say('There is no “{name}” among your colleagues. Write the name or the email address.', { name: text.slice(0, 100) })
  )
}

const settledValue = (definition: Definition, given: CustomValue, before: CustomValue | undefined, named: PeopleNamed) => {
  if (definition.type === 'PERSON') return personIn(String(given), before, named)
  if (isSameNumber(before, given)) return before!
  const checked = valueChecked(given, definition, before)
  return checked instanceof Sentence ? checked : checked.value
}

/** What rows of a file say of the fields that a tenant has added to a kind. */
export interface CustomImport {
  columns: readonly Column[]
  /** Sorts a row's cells: those of the product's fields, and what the others say. An empty cell clears its field. */
  read: (cells: Values) => { product: Values; change: CustomChange; issues: Issues }
  /** Looks up the people whom these rows name; gives what each row comes to on top of what its record holds. */
  settle: (
    changes: readonly (CustomChange | undefined)[],
    context: WriteContext,
  ) => Promise<(change: CustomChange | undefined, before: CustomValues) => CustomColumns | { issues: Issues }>
}

const isEmpty = (cell: unknown) =>
  cell === null || cell === undefined || cell === '' || (Array.isArray(cell) && cell.length === 0)

const reader =
  (known: ReadonlyMap<string, Definition>): CustomImport['read'] =>
  (cells) => {
    const product: Record<string, unknown> = {}
    const change: CustomChange = {}
    const issues: [CustomName, Sentence][] = []
    for (const [field, cell] of Object.entries(cells)) {
      const definition = isCustomName(field) ? known.get(keyIn(field)) : undefined
      if (!definition) product[field] = cell
      else if (isEmpty(cell)) change[definition.key] = null
      else {
        const read = cellRead(definition, [cell].flat().join(', '))
        if (read instanceof Sentence) issues.push([customName(definition.key), read])
        else change[definition.key] = read
      }
    }
    return { product, change, issues }
  }

const settler =
  (definitions: readonly Definition[]): CustomImport['settle'] =>
  async (changes, context) => {
    const people = definitions.filter(({ type }) => type === 'PERSON')
    const texts = changes.flatMap((change = {}) => people.flatMap(({ key }) => (change[key] ? String(change[key]) : [])))
    const named = await peopleNamed(texts, context)
    return (change = {}, before) => {
      const issues: [CustomName, Sentence][] = []
      const custom = new Map(Object.entries(before))
      for (const definition of definitions) {
        const { key } = definition
        const given = Object.hasOwn(change, key) ? change[key] : undefined
        if (given === null) custom.delete(key)
        if (given === null || given === undefined) continue
        const value = settledValue(definition, given, ownValue(before, key), named)
        if (value instanceof Sentence) issues.push([customName(key), value])
        else custom.set(key, value)
      }
      const values = Object.fromEntries(custom)
      return issues.length > 0 ? { issues } : { custom: values, customText: customTextOf(definitions, values) }
    }
  }

/** How the fields that the tenant has added to a kind arrive in files. Nothing where there are none. */
export const customImport = async (
  { custom: use }: MaybeCustom,
  context: Pick<ReadContext, 'db'> | Pick<WriteContext, 'tx'>,
): Promise<CustomImport | undefined> => {
  const definitions = use ? await definitionsOf(readerOf(context), use.kind) : []
  if (!use || definitions.length === 0) return undefined
  const headers = customHeaders(use, definitions)
  return {
    columns: definitions.map((definition, at) => columnOf(definition, headers[at]!)),
    read: reader(new Map(definitions.map((definition) => [definition.key, definition]))),
    settle: settler(definitions),
  }
}
