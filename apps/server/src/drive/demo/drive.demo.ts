import { randomUUID } from 'node:crypto'
import type { Tx } from '#kit/database/database'
import { insertMany } from '#kit/database/insert'
import { atWork, dayFromToday, minutesAfter, rowsOf } from '#kit/record/demo'
import type { Files } from '@tradewind/byte-store/files'
import { documents } from '#platform/schema/document.table'
import { driveActivities, driveItems, driveShares, named } from '#drive/schema/drive.table'
import { mediaTypeOf } from '../mime.ts'
import { drives } from './drives.ts'
import { bytesOf, streamOf } from './papers.ts'

interface Person {
  uniqueId: string
  emailAddress: string
}
interface Line {
  path: string[]
  at: string
  shareWith: string[]
  written: string
  isTrash: boolean
}
interface Made {
  uniqueId: string
  at: string
  path: string
  parent: Made | null
  line: Line | undefined
}

const linesOf = (owner: Person): Line[] =>
  rowsOf(drives[owner.emailAddress]).map(([place = '', days, shared = '', written = '']) => ({
    path: place.replace(/^!/, '').split('/'),
    at: atWork(dayFromToday(-Number(days)), place, owner.emailAddress),
    shareWith: shared.split(' ').filter(Boolean),
    written,
    isTrash: place.startsWith('!'),
  }))

/** Every folder and file that the lines name, folders before what is in them. A folder came with the first thing in it. */
const everyPlace = (lines: readonly Line[]) => {
  const made = new Map<string, Made>()
  for (const line of lines)
    line.path.forEach((_, depth) => {
      const path = line.path.slice(0, depth + 1).join('/')
      const isEnd = depth === line.path.length - 1
      const parent = made.get(line.path.slice(0, depth).join('/')) ?? null
      if (!made.has(path)) made.set(path, { uniqueId: randomUUID(), at: line.at, path, parent, line: isEnd ? line : undefined })
    })
  const earliest = ({ path, at }: Made) =>
    [...made.values()]
      .filter((other) => other.path.startsWith(`${path}/`))
      .reduce((first, other) => (other.at < first ? other.at : first), at)
  return [...made.values()].map((one) => ({ one, at: one.line?.written ? one.at : minutesAfter(earliest(one), -2) }))
}

const above = (parent: Made | null): string[] => (parent ? [...above(parent.parent), parent.uniqueId] : [])
const topOf = (one: Made): Made => (one.parent ? topOf(one.parent) : one)

/** Keeps the bytes of the files that are written, and gives their documents' ids. */
const keepFiles = async (tx: Tx, files: Pick<Files, 'keep'>, tenantId: string, owner: Person, all: readonly Made[]) => {
  const written = all.filter(({ line }) => line?.written)
  const rows = await Promise.all(
    written.map(async ({ line, at }) => {
      const name = line!.path.at(-1)!
      const { hash, size } = await files.keep(tenantId, streamOf(await bytesOf(name, line!.written)))
      const called = { originalFileName: name, fileName: name, mimeType: mediaTypeOf(name) }
      return { ...called, purpose: 'DRIVE', hash, size, createdBy: owner.uniqueId, dateCreated: at, updatedAt: at }
    }),
  )
  const ids = await insertMany(tx, documents, rows)
  return new Map(written.map((one, at) => [one, { documentId: ids[at]!, size: rows[at]!.size, mimeType: rows[at]!.mimeType }]))
}

interface Drive {
  owner: Person
  tenantId: string
  files: Pick<Files, 'keep'>
}

const addItems = async (tx: Tx, { owner, tenantId, files }: Drive, places: ReturnType<typeof everyPlace>) => {
  const kept = await keepFiles(
    tx,
    files,
    tenantId,
    owner,
    places.map(({ one }) => one),
  )
  const rows = places.map(({ one, at }) => {
    const file = kept.get(one) ?? { documentId: null, size: 0, mimeType: null }
    const top = topOf(one)
    const isTrash = places.some(({ one: { line, ...other } }) => line?.isTrash && topOf({ line, ...other }) === top)
    const gone = isTrash ? minutesAfter(one.at, 60) : null
    return {
      ...named(one.path.split('/').at(-1)!, !kept.has(one)),
      ...file,
      uniqueId: one.uniqueId,
      ownerId: owner.uniqueId,
      createdBy: owner.uniqueId,
      parentId: one.parent?.uniqueId ?? null,
      ancestors: above(one.parent),
      folder: !kept.has(one),
      dateCreated: at,
      updatedAt: at,
      deletedAt: gone,
      deletedBy: gone && owner.uniqueId,
      deletedWith: gone && top.uniqueId,
    }
  })
  await insertMany(tx, driveItems, rows)
  return rows
}
type Row = Awaited<ReturnType<typeof addItems>>[number]

/** Shares of what is written, each told an hour after it came; and whoever stands first has opened it. */
const sharesIn = ({ owner }: Drive, rows: readonly Row[], lines: ReadonlyMap<string, Line>, people: readonly Person[]) =>
  rows.flatMap(({ uniqueId: itemId, name, dateCreated }) =>
    (lines.get(itemId)?.shareWith ?? []).flatMap((short, index) => {
      const person = people.find(({ emailAddress }) => emailAddress.startsWith(`${short}@`))
      if (!person) throw new Error(`The demo shares with ${short}, whom there is not`)
      const at = minutesAfter(dateCreated, 60)
      const openedAt = index === 0 ? minutesAfter(at, 95) : null
      const share = { itemId, ownerId: owner.uniqueId, emailAddress: person.emailAddress, userId: person.uniqueId }
      return [{ share: { ...share, createdBy: owner.uniqueId, dateCreated: at, toldAt: at, openedAt }, name }]
    }),
  )

const deed = (
  action: string,
  row: { itemId: string; ownerId: string; name: string },
  dateCreated: string,
  by: string,
  detail?: string,
) => ({
  itemId: row.itemId,
  ownerId: row.ownerId,
  name: row.name,
  action,
  detail: detail ?? null,
  dateCreated,
  createdBy: by,
})

const addDrive = async (tx: Tx, drive: Drive, people: readonly Person[]) => {
  const places = everyPlace(linesOf(drive.owner))
  if (places.length === 0) return
  const rows = await addItems(tx, drive, places)
  const lines = new Map(places.flatMap(({ one }) => (one.line ? [[one.uniqueId, one.line] as const] : [])))
  const shares = sharesIn(drive, rows, lines, people)
  await insertMany(
    tx,
    driveShares,
    shares.map(({ share }) => share),
  )
  const me = drive.owner.uniqueId
  const made = rows.map((row) => deed(row.folder ? 'CREATED' : 'UPLOADED', { ...row, itemId: row.uniqueId }, row.dateCreated, me))
  const gone = rows.filter((row) => row.deletedWith === row.uniqueId)
  const deleted = gone.map((row) => deed('DELETED', { ...row, itemId: row.uniqueId }, row.deletedAt!, me))
  const shared = shares.map(({ share, name }) => deed('SHARED', { ...share, name }, share.dateCreated, me, share.emailAddress))
  const opened = shares.flatMap(({ share, name }) =>
    share.openedAt ? [deed('OPENED', { ...share, name }, share.openedAt, share.userId)] : [],
  )
  await insertMany(tx, driveActivities, [...made, ...deleted, ...shared, ...opened])
}

/** Drives of these people, in the tenant that the transaction is in: folders, real files, and shares between them. */
export const addDrives = async (tx: Tx, files: Pick<Files, 'keep'>, tenantId: string, people: readonly Person[]) => {
  for (const owner of people) await addDrive(tx, { owner, tenantId, files }, people)
}
