import type { Files } from '@tradewind/byte-store/files'
import { xlsxStream } from '@tradewind/workbook/export'
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import sharp from 'sharp'
import { driveActivities, driveItems, driveShares, nameColumns } from '#drive/schema/drive.table'
import type { Tx } from '#kit/database/database'
import { insertMany } from '#kit/database/insert'
import { dayFromToday, minutesAfter, parseTable, timeAtWork } from '#kit/record/demo'
import { documents } from '#platform/schema/document.table'
import { mediaTypeOf } from './upload/addToDrive.ts'

/** Wraps a text into lines of at most this many characters. */
const wrapText = (text: string, width: number) => {
  const lines: string[] = []
  for (const word of text.split(/\s+/)) {
    const line = lines.at(-1)
    if (line !== undefined && line.length + word.length < width) lines[lines.length - 1] = `${line} ${word}`
    else lines.push(word)
  }
  return lines
}

/** A string literal of a PDF, in Latin-1. */
const pdfText = (text: string) => `(${text.replace(/[\\()]/g, '\\$&')})`

/** The content stream of the page: a title, and paragraphs separated by empty lines. */
const pdfPage = (title: string, paragraphs: readonly string[]) => {
  const lines = paragraphs.flatMap((paragraph) => [...wrapText(paragraph, 86), ''])
  const content = lines.map((line) => [pdfText(line), 'Tj', 'T*'].join(' ')).join('\n')
  return `BT\n/F2 18 Tf\n64 760 Td\n${pdfText(title)} Tj\n/F1 11 Tf\n0 -36 Td\n16 TL\n${content}\nET`
}

const font = (name: string) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`

/** A PDF of one page (A4). */
const createPdf = (title: string, paragraphs: readonly string[]) => {
  const page = pdfPage(title, paragraphs)
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>',
    `<< /Length ${page.length} >>\nstream\n${page}\nendstream`,
    font('Helvetica'),
    font('Helvetica-Bold'),
  ]
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object, at) => {
    const offset = text.length
    text += `${at + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`
  return Buffer.from(text + end, 'latin1')
}

const valueOf = (cell = '') => (/^-?\d+(\.\d+)?$/.test(cell) ? Number(cell) : cell)

/** A workbook: the first line is its header, cells are between `;`. */
const workbook = async (name: string, lines: readonly string[]) => {
  const [header = [], ...rows] = lines.map((line) => line.split(';').map((cell) => cell.trim()))
  const columns = header.map((title, at) => ({ header: title, value: (row: string[]) => valueOf(row[at]) }))
  return Buffer.concat(await xlsxStream(name.slice(0, 31), columns, rows).toArray())
}

const box = (left: number, top: number, width: number, height: number, background: string) => ({
  input: { create: { width, height, channels: 3 as const, background } },
  left,
  top,
})

/** A plan of a hall with its aisles: one stand for each number from 0 to 5, which selects its colour. */
const drawHall = (stands: readonly number[]) => {
  const colours = ['#d9e1f2', '#f6c177', '#9ccfd8', '#c4a7e7', '#eb6f92', '#a3be8c']
  const aisles = [176, 326, 476].map((top) => box(20, top, 1160, 8, '#b8c0cc'))
  const boxes = stands.flatMap((colour, at) => {
    const [left, top] = [40 + (at % 8) * 142, 40 + Math.floor(at / 8) * 150]
    return [box(left, top, 126, 110, '#3b4252'), box(left + 2, top + 2, 122, 106, colours[colour % colours.length]!)]
  })
  return sharp({ create: { width: 1200, height: 640, channels: 3, background: '#fbfbf8' } }).composite([...aisles, ...boxes])
}

/** A picture of a hall with these stands, in the format of the file extension. */
const renderPicture = (name: string, stands: readonly number[]) => {
  const image = drawHall(stands)
  return (name.endsWith('.png') ? image.png({ palette: true }) : image.jpeg({ quality: 82 })).toBuffer()
}

/** A file's bytes, made from the line that describes it. Its parts are separated by `//`. */
const bytesOf = async (name: string, content: string): Promise<Buffer> => {
  const parts = content.split('//').map((part) => part.trim())
  const [stem, end] = [name.replace(/\.\w+$/, ''), name.replace(/^.*\./, '')]
  if (end === 'pdf') return createPdf(stem, parts)
  if (end === 'xlsx') return workbook(stem, parts)
  if (end === 'png' || end === 'jpg') return renderPicture(name, parts[0]!.split(' ').map(Number))
  return Buffer.from(`${parts.join('\n')}\n`)
}

const streamOf = (bytes: Buffer) => Readable.from([bytes])

/**
 * What is in the demo drives, by owner. A line for each file or empty folder: its path, how many days ago it was added, with whom it
 * (or the folder at its end) is shared, and its content. `!` before a path: it is in the trash.
 */
const drives: Readonly<Record<string, string>> = {
  'tenant-admin@tradewind.test': `
    Board/Plan 2027.pdf | 12 | admin | Three markets carry the plan for 2027: Germany, Italy and Poland. // Growth comes from members who move up a plan, and from two fairs fewer but better prepared.
    Board/Figures by quarter.xlsx | 9 | admin | Quarter; Members; Companies; Meetings // Q1; 212; 1480; 164 // Q2; 238; 1602; 188 // Q3; 251; 1711; 143 // Q4; 279; 1893; 201
    Contracts/Office lease Rotterdam.pdf | 310 | | Lease of 340 square metres on the third floor, from 1 January, for five years. // Notice is six months to the end of a year.
    Contracts/Insurance.pdf | 290 | | Liability up to five million euros for each case. // The period is one year and runs on by itself.
    Welcome/House rules for staff.pdf | 200 | admin level1 level2 level3 | Who meets a company writes the report within a day. // A summary goes to everyone in the project before the week ends.
    Welcome/Expenses.xlsx | 199 | admin level1 level2 level3 | Item; Limit in euros; Receipt // Hotel, a night; 140; yes // Meal; 32; yes // Train; 400; yes // Taxi; 45; yes`,
  'admin@tradewind.test': `
    Hannover Messe/Stand contract.pdf | 74 | | Stand B14 in hall 6, 48 square metres, four open sides. // Build-up begins two days before the fair.
    Hannover Messe/Hall 6.png | 70 | level1 level3 | 0 1 2 0 3 0 4 5 0 0 1 1 2 0 0 3 4 0 5 0 1 0 2 2 0 3 0 0 4 5 1 0
    Hannover Messe/Exhibitors to meet.xlsx | 66 | level1 level3 | Company; Hall; Stand; Who // Weidner Antriebe; 6; B22; Leonie // Koller Prüftechnik; 6; C03; Leonie // Fonderie Carrara; 4; A11; Lars
    Hannover Messe/Photos/Stand on day one.jpg | 31 | | 5 5 0 1 0 1 2 2 3 0 4 0 1 5 0 0 2 1 0 3 3 0 4 1
    Letters/Invitation to partners.txt | 80 | | Dear partner, // we are at Hannover Messe again, hall 6, stand B14. // Tell us when you come: we keep half an hour for you.
    Templates/Meeting report.pdf | 150 | level1 level2 level3 | Company, date, who was there. // What they need, what we said, what comes next, by when.`,
  'level1@tradewind.test': `
    Nordics/Distributors Sweden.xlsx | 44 | level2 | Company; City; Answer // Bergslagen Maskin; Västerås; interested // Kust Pumpar; Göteborg; call in May // Norrskog; Umeå; no
    Nordics/Notes from Malmö.txt | 41 | | Two of five know us. // All five ask for spare parts within two days.
    Nordics/Price list 2026.pdf | 38 | level2 | Prices are net, ex works Rotterdam, and hold until the end of the year. // From twenty pieces: four per cent. From a hundred: nine.
    !Old drafts/Letter.txt | 20 | | Dear Sir or Madam,`,
  'level2@tradewind.test': `
    Iberia/Valencia programme.pdf | 27 | level1 | Monday: two foundries in Sagunto. // Tuesday: the chamber of commerce, then the port. // Wednesday: Castellón.
    Iberia/Ceramics makers.xlsx | 25 | | Company; Town; Employees // Azulejos Mijares; Onda; 140 // Porcelánicos Ribera; Vila-real; 320 // Esmaltes del Sur; L'Alcora; 75
    Travel receipts | 18 | |`,
  'level3@tradewind.test': `
    Germany/Koller Prüftechnik/Test report.pdf | 52 | admin | 48 hours at 6 bar without a leak. // The seal of sample 3 shows wear and should be looked at again.
    Germany/Koller Prüftechnik/Rig.jpg | 52 | | 3 0 3 0 3 0 3 0 1 1 1 1 4 4 4 4
    Germany/Weidner offer.pdf | 33 | admin | Forty drives of size 3, delivery in eleven weeks. // The offer holds for thirty days.
    Italy/Foundries Lombardy.xlsx | 30 | | Company; Province; Tons a year // Fonderie Carrara; Brescia; 12000 // Getti Adda; Lecco; 4500 // Acciai Serio; Bergamo; 9800`,
  'starter@tradewind.test': `
    Katalog/Novák Strojírny 2026.pdf | 60 | free | Lathes and milling machines from Brno, since 1991. // Every machine leaves with a protocol of its measurements.
    Katalog/Machines.xlsx | 60 | free | Model; Power in kW; Price in euros // NS 220; 7.5; 28400 // NS 310; 11; 41900 // NS 500; 22; 78500
    Hall plan Brno.png | 21 | | 0 0 2 2 0 0 5 5 1 1 0 0 3 3 0 0 4 4 0 0 2 2 0 0`,
  'pro@tradewind.test': `
    Clienti/Offerta valvole DN80.pdf | 36 | free business | 120 ball valves DN80 in stainless steel, with certificate 3.1. // Delivery in six weeks, free to Rotterdam.
    Clienti/Ordini aperti.xlsx | 15 | | Cliente; Pezzi; Consegna // De Wit Advies; 120; settimana 14 // Söderholm Timber; 36; settimana 16 // Porto Ravenna; 400; settimana 20
    Certificati/ISO 9001.pdf | 240 | free | The management system of Marchetti Valvole meets ISO 9001. // Valid for three years from the day of issue.
    Certificati/Materiale 3.1.pdf | 35 | free | Heat 48117, 1.4408. Tensile strength 512 MPa, elongation 41 per cent.
    Foto/Reparto collaudo.jpg | 14 | | 2 2 2 2 0 0 0 0 5 5 5 5 0 0 0 0 1 3 1 3 1 3 1 3
    !Bozze/Listino vecchio.pdf | 8 | | Prices of last year. Do not send any more.`,
  'business@tradewind.test': `
    Sågverk/Capacity by mill.xlsx | 48 | pro | Mill; Cubic metres a month; Species // Långsele; 5200; spruce // Ånge; 3900; pine // Bispgården; 2700; spruce
    Sågverk/Grading rules.pdf | 47 | | Grade A: no loose knots, wane up to ten per cent of the length. // Grade B: sound knots without limit.
    Baltic exports/Loading plan Riga.png | 22 | free | 1 1 1 1 1 1 1 1 0 0 0 0 0 0 0 0 4 4 4 4 2 2 2 2
    Baltic exports/Contract of carriage.pdf | 22 | free | 1,800 cubic metres of sawn spruce, Riga to Rotterdam. // Laytime is seventy-two hours.`,
  'tenant-admin@nordhaven.test': `
    Styre/Budsjett 2027.xlsx | 16 | admin | Post; Kroner // Lønn; 4100000 // Messer; 650000 // Reiser; 380000 // Kontor; 540000
    Styre/Minutes of the board.pdf | 11 | admin | Present: all five members. // The office in Trondheim stays. A second one in Ålesund is looked into.`,
  'admin@nordhaven.test': `
    Nor-Shipping/Stand.png | 58 | tenant-admin | 5 0 0 5 1 1 0 0 2 0 0 2 3 3 0 0
    Nor-Shipping/Who comes.xlsx | 55 | tenant-admin | Name; Day // Pernille Krag; Tuesday // Anders Holm; all days // Nora Lindqvist; Wednesday`,
  'pro@nordhaven.test': `
    Møbler/Kolleksjon.pdf | 40 | admin | Seven chairs and two tables of oiled oak. // Made to order, in five weeks.
    Møbler/Prisliste.xlsx | 39 | admin | Modell; Pris // Stol Fjord; 4900 // Stol Vik; 5600 // Bord Nes; 14800`,
}

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
interface DemoItem {
  uniqueId: string
  at: string
  path: string
  parent: DemoItem | null
  line: Line | undefined
}

const linesOf = (owner: Person): Line[] =>
  parseTable(drives[owner.emailAddress]).map(([path = '', days, shared = '', written = '']) => ({
    path: path.replace(/^!/, '').split('/'),
    at: timeAtWork(dayFromToday(-Number(days)), path, owner.emailAddress),
    shareWith: shared.split(' ').filter(Boolean),
    written,
    isTrash: path.startsWith('!'),
  }))

/** Every folder and file that the lines name, folders before their contents. A folder is as old as the first item in it. */
const expandLines = (lines: readonly Line[]) => {
  const items = new Map<string, DemoItem>()
  for (const line of lines)
    line.path.forEach((_, depth) => {
      const path = line.path.slice(0, depth + 1).join('/')
      const isEnd = depth === line.path.length - 1
      const parent = items.get(line.path.slice(0, depth).join('/')) ?? null
      if (!items.has(path)) items.set(path, { uniqueId: randomUUID(), at: line.at, path, parent, line: isEnd ? line : undefined })
    })
  const earliest = ({ path, at }: DemoItem) =>
    [...items.values()]
      .filter((other) => other.path.startsWith(`${path}/`))
      .reduce((first, other) => (other.at < first ? other.at : first), at)
  return [...items.values()].map((one) => ({ one, at: one.line?.written ? one.at : minutesAfter(earliest(one), -2) }))
}

const ancestorsOf = (parent: DemoItem | null): string[] => (parent ? [...ancestorsOf(parent.parent), parent.uniqueId] : [])
const topOf = (one: DemoItem): DemoItem => (one.parent ? topOf(one.parent) : one)

/** Stores the bytes of the files and returns the ids of their documents. */
const storeFiles = async (tx: Tx, files: Pick<Files, 'store'>, tenantId: string, owner: Person, all: readonly DemoItem[]) => {
  const fileItems = all.filter(({ line }) => line?.written)
  const rows = await Promise.all(
    fileItems.map(async ({ line, at }) => {
      const name = line!.path.at(-1)!
      const { hash, size } = await files.store(tenantId, streamOf(await bytesOf(name, line!.written)))
      const called = { originalFileName: name, fileName: name, mimeType: mediaTypeOf(name) }
      return { ...called, purpose: 'DRIVE', hash, size, createdBy: owner.uniqueId, dateCreated: at, updatedAt: at }
    }),
  )
  const ids = await insertMany(tx, documents, rows)
  return new Map(fileItems.map((one, at) => [one, { documentId: ids[at]!, size: rows[at]!.size, mimeType: rows[at]!.mimeType }]))
}

interface Drive {
  owner: Person
  tenantId: string
  files: Pick<Files, 'store'>
}

const addItems = async (tx: Tx, { owner, tenantId, files }: Drive, items: ReturnType<typeof expandLines>) => {
  const storedFiles = await storeFiles(
    tx,
    files,
    tenantId,
    owner,
    items.map(({ one }) => one),
  )
  const rows = items.map(({ one, at }) => {
    const file = storedFiles.get(one) ?? { documentId: null, size: 0, mimeType: null }
    const top = topOf(one)
    const isTrash = items.some(({ one: { line, ...other } }) => line?.isTrash && topOf({ line, ...other }) === top)
    const trashedAt = isTrash ? minutesAfter(one.at, 60) : null
    return {
      ...nameColumns(one.path.split('/').at(-1)!, !storedFiles.has(one)),
      ...file,
      uniqueId: one.uniqueId,
      ownerId: owner.uniqueId,
      createdBy: owner.uniqueId,
      parentId: one.parent?.uniqueId ?? null,
      ancestors: ancestorsOf(one.parent),
      folder: !storedFiles.has(one),
      dateCreated: at,
      updatedAt: at,
      deletedAt: trashedAt,
      deletedBy: trashedAt && owner.uniqueId,
      deletedWith: trashedAt && top.uniqueId,
    }
  })
  await insertMany(tx, driveItems, rows)
  return rows
}
type Row = Awaited<ReturnType<typeof addItems>>[number]

/** The shares that the lines describe, each announced an hour after the item was added; the first recipient has opened it. */
const shareRows = ({ owner }: Drive, rows: readonly Row[], lines: ReadonlyMap<string, Line>, people: readonly Person[]) =>
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

const activityRow = (
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
  const items = expandLines(linesOf(drive.owner))
  if (items.length === 0) return
  const rows = await addItems(tx, drive, items)
  const lines = new Map(items.flatMap(({ one }) => (one.line ? [[one.uniqueId, one.line] as const] : [])))
  const shares = shareRows(drive, rows, lines, people)
  await insertMany(
    tx,
    driveShares,
    shares.map(({ share }) => share),
  )
  const me = drive.owner.uniqueId
  const created = rows.map((row) =>
    activityRow(row.folder ? 'CREATED' : 'UPLOADED', { ...row, itemId: row.uniqueId }, row.dateCreated, me),
  )
  const trashed = rows.filter((row) => row.deletedWith === row.uniqueId)
  const deleted = trashed.map((row) => activityRow('DELETED', { ...row, itemId: row.uniqueId }, row.deletedAt!, me))
  const shared = shares.map(({ share, name }) =>
    activityRow('SHARED', { ...share, name }, share.dateCreated, me, share.emailAddress),
  )
  const opened = shares.flatMap(({ share, name }) =>
    share.openedAt ? [activityRow('OPENED', { ...share, name }, share.openedAt, share.userId)] : [],
  )
  await insertMany(tx, driveActivities, [...created, ...deleted, ...shared, ...opened])
}

/** Adds drives of these people to the tenant of the transaction: folders, real files, and shares between them. */
export const addDrives = async (tx: Tx, files: Pick<Files, 'store'>, tenantId: string, people: readonly Person[]) => {
  for (const owner of people) await addDrive(tx, { owner, tenantId, files }, people)
}
