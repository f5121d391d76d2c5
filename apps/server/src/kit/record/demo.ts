import type { TimelineEntry } from '@tradewind/contract/kit/history'
import { hash } from 'node:crypto'
import type { Tx } from '../database/database.ts'
import { insertMany } from '../database/insert.ts'
import type { SoftDeleteTable } from '../database/table.ts'
import { DAY_MS } from '../days.ts'
import { activities, activityRowsOf } from './activity.ts'
import { audits, type Changes } from './audit.ts'
import type { Entity, Fields } from './entity.ts'
import { insertTitleWords } from './titleWords.ts'

/** A seeded pseudo-random integer from 0 up to, but not including, `below`; the same words always give the same number. */
export const pseudoRandom = (below: number, ...words: readonly unknown[]) =>
  Number.parseInt(hash('sha256', words.join(' ')).slice(0, 8), 16) % below

/** Parses a table written as text: one line for each row, cells separated by `|`. */
export const parseTable = (text = '') =>
  text
    .trim()
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split('|').map((cell) => cell.trim()))

/** The date so many days from today. A weekend is moved away from today: to the Friday before if it is past, or the Monday after if it is in the future. */
export const dayFromToday = (days: number) => {
  const day = new Date(Date.now() + days * DAY_MS)
  const fromFriday = (day.getUTCDay() + 2) % 7 // 1 and 2 at weekends
  const moved = [0, days < 0 ? -1 : 2, days < 0 ? -2 : 1][fromFriday] ?? 0
  return new Date(day.getTime() + moved * DAY_MS).toISOString().slice(0, 10)
}

/** The timestamp so many minutes after another. */
export const minutesAfter = (moment: string, minutes: number) => new Date(Date.parse(moment) + minutes * 60_000).toISOString()

/** A seeded pseudo-random timestamp in a day's working hours, the same for the same words. */
export const timeAtWork = (day: string, ...words: readonly unknown[]) =>
  minutesAfter(`${day}T08:00:00.000Z`, pseudoRandom(9 * 60, day, ...words))

/** The user who entered a demo record. */
export interface Author {
  uniqueId: string
  firstName: string
  lastName: string
}

/** A demo record with its author and time. */
export interface DemoRecord<T extends SoftDeleteTable> {
  fields: Fields<T>
  by: Author
  at: string
}

interface DemoAction {
  row: object
  by: Author
  at: string
  /** For the audit trail. Without changes the action is on timelines only. */
  changes?: Changes
  /** Subjects of further timelines, in addition to the entity's own. */
  also?: readonly string[]
  /** The subjects instead of the entity's own. */
  on?: readonly string[]
}
const nameOf = ({ firstName, lastName }: Author) => `${firstName} ${lastName}`

/** Logs actions on demo records, with the given authors and times, on their timelines and in the audit trail. */
export const logDemoActions = async (tx: Tx, of: Entity, action: TimelineEntry['action'], actions: readonly DemoAction[]) => {
  const logged = actions.map(({ row, by: author, at, changes, also = [], on = of.subjects?.(row as never) ?? [] }) => {
    const record = row as Record<string, unknown>
    const by = { byName: nameOf(author), createdBy: author.uniqueId, dateCreated: at }
    const target = { kind: of.name, recordId: record['uniqueId'], title: String(record[of.title]) }
    const entry = { ...target, ...by, action: action === 'CREATED' ? action : 'CHANGED', changes }
    return { activityRows: activityRowsOf(of, record, { action, on: [...on, ...also] }, by), entries: changes ? [entry] : [] }
  })
  await insertMany(
    tx,
    activities,
    logged.flatMap(({ activityRows }) => activityRows),
  )
  await insertMany(
    tx,
    audits,
    logged.flatMap(({ entries }) => entries),
  )
}

/** Adds demo records to the transaction's partition, logs their creation, and returns them with their ids in the same order. */
export const addDemoRecords = async <T extends SoftDeleteTable>(tx: Tx, of: Entity<T>, entered: readonly DemoRecord<T>[]) => {
  const rows = entered.map(({ fields, by, at }) => {
    const record = { ...fields, ...of.computedColumns(fields) } as Fields<T> & { [column: string]: unknown }
    return { ...record, createdBy: by.uniqueId, dateCreated: at, updatedAt: at }
  })
  const ids = await insertMany(tx, of.table, rows)
  const records = rows.map((row, at) => ({ ...row, uniqueId: ids[at]! }))
  const actions = records.map((row, index) => ({ row, by: entered[index]!.by, at: entered[index]!.at, changes: {} }))
  await logDemoActions(tx, of, 'CREATED', actions)
  await insertTitleWords(tx, of, records)
  await of.followed?.(tx, records)
  return records
}
