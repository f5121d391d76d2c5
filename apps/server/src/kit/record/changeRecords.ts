import { writeValues } from '../custom/definitions.ts'
import { allToldInWords } from '../custom/words.ts'
import { updateMany } from '../database/insert.ts'
import type { WriteContext } from '../http/context.ts'
import { changesOf } from './audit.ts'
import { followChange } from './copies.ts'
import type { Entity } from './entity.ts'
import { note } from './note.ts'

type Values = Readonly<Record<string, unknown>>

/** A record as it is, and the fields of it that get new values. Nothing is checked. */
interface Changing {
  record: Values & { uniqueId: string }
  fields: Values
}

/** Later than the last change, whatever the clock does. */
const after = (updatedAt: unknown) => new Date(Math.max(Date.now(), Date.parse(String(updatedAt)) + 1)).toISOString()

/** Changes fields of many records, each its own, with all that follows a change of one: what copies of them, the trail, the timelines. */
export const changeRecords = async (of: Entity, changing: readonly Changing[], context: WriteContext) => {
  if (changing.length === 0) return
  const rows = changing.map(({ record, fields }): Values & { uniqueId: string } => {
    const whole = { ...record, ...fields, updatedAt: after(record['updatedAt']) }
    return { ...whole, ...of.computedColumns(whole) }
  })
  const changed = [...new Set(changing.flatMap(({ fields }) => Object.keys(fields)))]
  const computed = Object.keys(of.computedColumns(rows[0]!))
  await updateMany(context.tx, of.table, [...new Set([...changed, ...computed, 'updatedAt'])], rows)
  writeValues(
    context.tx,
    of,
    rows.filter((_, at) => 'custom' in changing[at]!.fields),
  )
  await followChange(context.tx, of, changed, rows)
  const changes = changing.map(({ record, fields }) => changesOf(record, fields))
  const told = await allToldInWords(of, changes, context)
  const byId = new Map(rows.map(({ uniqueId }, at) => [uniqueId, told[at]!]))
  await note(context, of, 'CHANGED', rows, ({ uniqueId }) => byId.get(uniqueId as string)!)
}
