import { and, inArray, isNull } from 'drizzle-orm'
import type { WriteContext } from '#kit/http/context'
import type { Entity } from '#kit/record/entity'
import { columnsToRestore, definitionsForRestore, isSameValue, valueIn } from './customStates.ts'

type Values = Readonly<Record<string, unknown>>

/** The changed fields of a record before and after, as they are stored for Undo. */
interface StoredChange {
  before: Values
  after: Values
}

/** Returns the columns that a record copies of the record that it references, with their current values. Undefined if that one is deleted. Locks those (FOR SHARE). */
const currentCopies = async ({ copies = [] }: Entity, changes: readonly StoredChange[], { tx }: WriteContext) => {
  const found = new Map<string, Values>()
  for (const { of, column, fields } of copies) {
    const { table } = of
    const ids = changes.map(({ before }) => before[column]).filter((id) => typeof id === 'string')
    const condition = and(inArray(table.uniqueId, [...new Set(ids)]), isNull(table.deletedAt))
    const rows = ids.length === 0 ? [] : await tx.select().from(table).where(condition).orderBy(table.uniqueId).for('share')
    for (const row of rows as Values[])
      found.set(
        `${column} ${String(row['uniqueId'])}`,
        Object.fromEntries(Object.entries(fields).map(([name, from]) => [name, row[from]])),
      )
  }
  return (column: string, id: unknown) => found.get(`${column} ${String(id)}`)
}

/**
 * Returns a function that computes the columns with which a record gets back its previous values, and the fields that stay: those that somebody has
 * changed since, and references to records that are deleted by now.
 */
export const stateRestorer = async (of: Entity, changes: readonly StoredChange[], context: WriteContext) => {
  const copied = await currentCopies(of, changes, context)
  const names = changes.flatMap(({ before }) => Object.keys(before))
  const definitions = await definitionsForRestore(of, names, context)
  const { copies = [] } = of
  const copyNames = new Set(copies.flatMap(({ fields }) => Object.keys(fields)))
  return (record: Values, { before, after }: StoredChange) => {
    const ownFields = Object.keys(before).filter((field) => !copyNames.has(field))
    const references = new Map(copies.map(({ column }) => [column, copied(column, before[column])]))
    const isStaying = (field: string) =>
      !isSameValue(valueIn(record, field), after[field]) || (references.has(field) && references.get(field) === undefined)
    const staying = ownFields.filter(isStaying)
    const restorable = ownFields.filter((field) => !staying.includes(field))
    const fields = { ...columnsToRestore(record, before, restorable, definitions) }
    for (const field of restorable) Object.assign(fields, references.get(field))
    return { fields, staying }
  }
}
