import { hash } from 'node:crypto'
import type { Tx } from '../database/database.ts'
import { insertMany } from '../database/insert.ts'
import type { WorldTable } from '../database/table.ts'
import { audits } from './audit.ts'
import type { Fields, Kind } from './kind.ts'

const DAY = 86_400_000

/** The same number from 0 to `below` for the same words, every time. */
export const drawn = (below: number, ...words: readonly unknown[]) =>
  Number.parseInt(hash('sha256', words.join(' ')).slice(0, 8), 16) % below

/** Who entered demo records. */
export interface Author {
  uniqueId: string
  firstName: string
  lastName: string
}

/** Adds records to the world that the transaction is in, as these people would have entered them over a year. */
export const addDemo = async <T extends WorldTable>(tx: Tx, of: Kind<T>, list: readonly Fields<T>[], by: readonly Author[]) => {
  const titled = list.map((fields) => ({ fields, title: String(fields[of.title as keyof Fields<T>]) }))
  const mixed = titled.toSorted((one, other) => drawn(1e9, one.title) - drawn(1e9, other.title))
  const rows = mixed.map(({ fields, title }, at) => {
    const daysAgo = Math.round(((list.length - at) / list.length) * 350) + drawn(8, title)
    const minutes = 8 * 60 + drawn(9 * 60, title, 'minute')
    const dateCreated = new Date(Math.floor((Date.now() - daysAgo * DAY) / DAY) * DAY + minutes * 60_000).toISOString()
    const author = by[drawn(by.length, title, 'author')]!
    return {
      row: { ...fields, ...of.kept(fields), createdBy: author.uniqueId, dateCreated, updatedAt: dateCreated },
      title,
      author,
    }
  })
  const ids = await insertMany(
    tx,
    of.table,
    rows.map(({ row }) => row),
  )
  const notes = rows.map(({ row: { createdBy, dateCreated }, title, author }, at) => {
    const byName = `${author.firstName} ${author.lastName}`
    return { action: 'CREATED', kind: of.name, recordId: ids[at], title, byName, createdBy, dateCreated, changes: {} }
  })
  await insertMany(tx, audits, notes)
}
