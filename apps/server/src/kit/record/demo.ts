import type { Happening } from '@tradewind/contract/kit/history'
import { hash } from 'node:crypto'
import type { Tx } from '../database/database.ts'
import { insertMany } from '../database/insert.ts'
import type { SoftDeleteTable } from '../database/table.ts'
import { activities, happeningsOf } from './activity.ts'
import { audits, type Changes } from './audit.ts'
import type { Entity, Fields } from './entity.ts'
import { learnNow } from './words.ts'

const DAY = 86_400_000

/** A seeded pseudo-random integer from 0 up to, but not including, `below`; the same words always give the same number. */
export const drawn = (below: number, ...words: readonly unknown[]) =>
  Number.parseInt(hash('sha256', words.join(' ')).slice(0, 8), 16) % below

/** Parses a table written as text: one line for each row, cells separated by `|`. */
export const rowsOf = (text = '') =>
  text
    .trim()
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split('|').map((cell) => cell.trim()))

/** The date so many days from today. A weekend is moved away from today: to the Friday before if it is past, or the Monday after if it is in the future. */
export const dayFromToday = (days: number) => {
  const day = new Date(Date.now() + days * DAY)
  const fromFriday = (day.getUTCDay() + 2) % 7 // 1 and 2 at weekends
  const moved = [0, days < 0 ? -1 : 2, days < 0 ? -2 : 1][fromFriday] ?? 0
  return new Date(day.getTime() + moved * DAY).toISOString().slice(0, 10)
}

/** The timestamp so many minutes after another. */
export const minutesAfter = (moment: string, minutes: number) => new Date(Date.parse(moment) + minutes * 60_000).toISOString()

/** A seeded pseudo-random timestamp in a day's working hours, the same for the same words. */
export const atWork = (day: string, ...words: readonly unknown[]) =>
  minutesAfter(`${day}T08:00:00.000Z`, drawn(9 * 60, day, ...words))

/** The user who entered a demo record. */
export interface Author {
  uniqueId: string
  firstName: string
  lastName: string
}

/** A demo record with its author and time. */
export interface Entered<T extends SoftDeleteTable> {
  fields: Fields<T>
  by: Author
  at: string
}

interface Doing {
  row: object
  by: Author
  at: string
  /** For the audit trail. Without changes the action is on timelines only. */
  changes?: Changes
  /** Subjects of further timelines, in addition to the entity's own. */
  also?: readonly string[]
}
const nameOf = ({ firstName, lastName }: Author) => `${firstName} ${lastName}`

/** Logs actions on demo records, with the given authors and times, on their timelines and in the audit trail. */
export const noteDemo = async (tx: Tx, of: Entity, action: Happening['action'], doings: readonly Doing[]) => {
  const noted = doings.map(({ row, by: author, at, changes, also = [] }) => {
    const record = row as Record<string, unknown>
    const by = { byName: nameOf(author), createdBy: author.uniqueId, dateCreated: at }
    const named = { kind: of.name, recordId: record['uniqueId'], title: String(record[of.title]) }
    const entry = { ...named, ...by, action: action === 'CREATED' ? action : 'CHANGED', changes }
    const on = [...(of.subjects?.(row as never) ?? []), ...also]
    return { happened: happeningsOf(of, record, { action, on }, by), entries: changes ? [entry] : [] }
  })
  await insertMany(
    tx,
    activities,
    noted.flatMap(({ happened }) => happened),
  )
  await insertMany(
    tx,
    audits,
    noted.flatMap(({ entries }) => entries),
  )
}

/** Adds demo records to the transaction's partition, logs their creation, and returns them with their ids in the same order. */
export const addDemo = async <T extends SoftDeleteTable>(tx: Tx, of: Entity<T>, entered: readonly Entered<T>[]) => {
  const rows = entered.map(({ fields, by, at }) => {
    const record = { ...fields, ...of.computedColumns(fields) } as Fields<T> & { [column: string]: unknown }
    return { ...record, createdBy: by.uniqueId, dateCreated: at, updatedAt: at }
  })
  const ids = await insertMany(tx, of.table, rows)
  const made = rows.map((row, at) => ({ ...row, uniqueId: ids[at]! }))
  const doings = made.map((row, index) => ({ row, by: entered[index]!.by, at: entered[index]!.at, changes: {} }))
  await noteDemo(tx, of, 'CREATED', doings)
  await learnNow(tx, of, made)
  await of.followed?.(tx, made)
  return made
}
