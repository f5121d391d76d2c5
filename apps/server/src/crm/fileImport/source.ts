import type { Files } from '@tradewind/byte-store/files'
import { combinationOf, filledBy, type ImportKind, keysOf } from '@tradewind/contract/crm/bulk/fileImport.constants'
import type { ImportOptions, ImportRow } from '@tradewind/contract/crm/bulk/fileImport.contract'
import { isCustomName } from '@tradewind/contract/kit/custom/custom.fields'
import { languages } from '@tradewind/contract/kit/language'
import { phrase } from '@tradewind/contract/kit/phrase'
import { say } from '@tradewind/contract/kit/say'
import { guessEncoding, isText, isWorkbook, readCsv, separatorOf } from '@tradewind/workbook/csv'
import { csvStream } from '@tradewind/workbook/export'
import { readText, sheetsOf } from '@tradewind/workbook/read'
import { ALLOWED_VALUES, type Column, type Fault, type Sheet } from '@tradewind/workbook/sheet'
import { excerpt } from '@tradewind/workbook/text'
import type { TextRow } from '@tradewind/workbook/work'
import { parseReference } from '@tradewind/workbook/xlsx/cell'
import { isOldWorkbook, UnreadableWorkbook } from '@tradewind/workbook/xlsx/limits'
import { and, asc, eq, gte, sql } from 'drizzle-orm'
import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import { shippedTexts } from '#kit/catalogues'
import type { Reader, Tx } from '#kit/database/database'
import { Refusal } from '#kit/errors'
import { withTemporaryFile } from '#kit/http/input'
import { type Translator, translateSentence } from '#platform/message.queries'
import { documents } from '#platform/schema/document.table'
import { fileImportParts, type FileImportRow, type FilePreview } from '../schema/fileImport.table.ts'
import { PLACE_NAMES, plainName, STREET_NAMES } from './combine.ts'
import { guessFormat } from './formats.ts'
import { withoutNeedlessName } from './fullName.ts'

type Reading = Pick<ImportOptions, 'encoding' | 'separator' | 'sheet' | 'headerRow'>

/** Downloads the file of an import to a temporary path until the work is done. */
export const withFile = async <T>(
  files: Files,
  db: Reader | Tx,
  { tenantId, documentId }: Pick<FileImportRow, 'tenantId' | 'documentId'>,
  work: (path: string) => Promise<T>,
) => {
  const [document] = documentId
    ? await db.select({ hash: documents.hash }).from(documents).where(eq(documents.uniqueId, documentId))
    : []
  const bytes = document && (await files.read(tenantId, document.hash))
  if (!bytes) throw new Refusal(404, say('The file of this import is gone. Please upload it again.'))
  return withTemporaryFile(bytes, work)
}

/** All non-empty rows of a file, in batches, and with `merges` the merged cells of a workbook. */
const textRowsOf = (path: string, { encoding, separator, sheet }: Reading, merges = false): AsyncGenerator<TextRow[], void> =>
  encoding && separator ? readCsv(path, { encoding, separator }) : readText(path, { name: sheet ?? '', columns: [] }, { merges })

/** Whether a row is below the header, and has a value. */
const isRecord = ({ row, cells }: TextRow, { headerRow }: Reading) => row > headerRow && cells.some((cell) => cell.trim() !== '')

/** The row with its imported cells, and those beyond the columns. The others are not kept: a file may have hundreds of columns. */
const withImportedCells = (row: TextRow, { mapping }: Pick<ImportOptions, 'mapping'>): TextRow => ({
  ...row,
  cells: row.cells.map((cell, at) => (mapping[at] === null ? '' : cell)),
})

/** Rows that are prepared without a break: about 5 ms. */
const PART = 100

/** The rows below the header with their imported cells, as `prepare` returns them, in batches of this size, a multiple of a hundred. */
export async function* importedRows<T>(
  path: string,
  options: ImportOptions,
  { size, prepare }: { size: number; prepare: (row: TextRow) => T },
): AsyncGenerator<T[], void> {
  let batch: T[] = []
  for await (const rows of recordRows(path, options, PART)) {
    batch.push(...rows.map((row) => prepare(withImportedCells(row, options))))
    if (batch.length === size) {
      yield batch
      batch = []
    }
    await setImmediate() // the statements of the batch before are sent in between
  }
  if (batch.length > 0) yield batch
}

/** The rows below the header, in batches of this size. */
export async function* recordRows(path: string, options: Reading, size: number): AsyncGenerator<TextRow[], void> {
  let batch: TextRow[] = []
  for await (const rows of textRowsOf(path, options))
    for (const row of rows) {
      if (!isRecord(row, options)) continue
      batch.push(row)
      if (batch.length < size) continue
      yield batch
      batch = []
    }
  if (batch.length > 0) yield batch
}

/** Throws if several rows share merged cells of an imported column: only the first of them has their value. */
const assertSeparateRows = (range: string, { headerRow, mapping }: ImportOptions) => {
  const [from, to] = range.split(':').map(parseReference)
  if (!from || !to || from.row === to.row || to.row <= headerRow) return
  if (mapping.slice(from.column, to.column + 1).some((field) => field !== null))
    throw new Refusal(422, say('The cells {range} are merged. Unmerge them.', { range }))
}

/** The number of rows below the header. Throws if rows share merged cells. */
export const countRecords = async (path: string, options: ImportOptions) => {
  let count = 0
  for await (const rows of textRowsOf(path, options, true))
    for (const row of rows) {
      if (row.merged !== undefined) assertSeparateRows(row.merged, options)
      else if (isRecord(row, options)) count++
    }
  return count
}

/** Yields each batch with a function that begins to prepare the next one, to be called once PostgreSQL is busy with this one. */
export async function* readAhead<T>(batches: AsyncGenerator<T, void>) {
  let next: Promise<IteratorResult<T, void>> | undefined
  const prepareNext = () => {
    next ??= batches.next()
    next.catch(() => {}) // the error is thrown when this batch is awaited
  }
  try {
    for (;;) {
      prepareNext()
      const { value, done } = await next!
      next = undefined
      if (done) return
      yield { batch: value, prepareNext }
    }
  } finally {
    await next?.catch(() => {})
    await batches.return()
  }
}

type Faults = ReadonlyMap<number, string>

const problemText = (t: Translator, { column, problem, said }: Fault) => {
  const text = translateSentence(t, said ?? { text: problem })
  return column ? `${t(column)}: ${text}` : text
}

/** The stored faulty rows, part by part, as a map from row number to problem. */
async function* faultsOf(db: Reader, { uniqueId, takenAt }: FileImportRow, t: Translator): AsyncGenerator<Faults, void> {
  const { importId, phase, status, before, count } = fileImportParts
  let from = 0
  for (;;) {
    const [part] = await db
      .select()
      .from(fileImportParts)
      .where(
        and(
          eq(importId, uniqueId),
          eq(phase, takenAt ? 'take' : 'check'),
          eq(status, 'FAULTY'),
          gte(sql`${before} + ${count}`, from + 1),
        ),
      )
      .orderBy(asc(before))
      .limit(1)
    if (!part) return
    from = part.before + part.count
    const rows = part.rows as readonly ImportRow[]
    yield new Map(rows.map(({ row, faults }) => [row, faults.map((fault) => problemText(t, fault)).join(' ')]))
  }
}

/** All stored faulty rows, in the order of the file. */
const allFaults = async (db: Reader, row: FileImportRow, t: Translator) => {
  const all = new Map<number, string>()
  for await (const some of faultsOf(db, row, t)) for (const [at, problem] of some) all.set(at, problem)
  return all
}

interface FaultyLine {
  cells: readonly string[]
  problem: string
}

/** The header of the column with the problems. It says so if the file does not contain all faulty rows. */
const problemsHeader = (t: Translator, listed: number, total: number) =>
  total > listed
    ? t(phrase('Problems: this file has the first {read} of {total} rows with errors'), { read: `${listed}`, total: `${total}` })
    : t(phrase('Problems'))

/** A CSV file of the faulty rows as they are in the file, with the problem in a last column. */
export const faultyFile = async (files: Files, db: Reader, row: FileImportRow, t: Translator) => {
  const faults = await allFaults(db, row, t)
  const lines: FaultyLine[] = []
  await withFile(files, db, row, async (path) => {
    for await (const batch of recordRows(path, row.options, 1000)) {
      for (const { row: at, cells } of batch) {
        const problem = faults.get(at)
        if (problem !== undefined) lines.push({ cells, problem })
      }
      if (lines.length >= faults.size) break
    }
  })
  const width = lines.reduce((widest, { cells }) => Math.max(widest, cells.length), row.preview.columns.length)
  const columns = Array.from({ length: width }, (_, at) => ({
    header: row.preview.columns[at]?.name ?? '',
    value: ({ cells }: FaultyLine) => cells[at] ?? '',
  }))
  const header = problemsHeader(t, lines.length, row.counts.FAULTY ?? 0)
  const body = csvStream([...columns, { header, value: ({ problem }: FaultyLine) => problem }], lines)
  const name = t(phrase('{name} (faulty rows)'), { name: row.fileName.replace(/\.\w{1,5}$/, '') })
  return { name: `${name}.csv`, type: 'text/csv; charset=utf-8', body }
}

/** The number of rows inspected, the rows among which the header is searched, the sample values of a column, and their maximum length. */
const INSPECTED_ROWS = 60
const MAX_HEADER_ROW = 20
const MAX_SAMPLES = 3
const MAX_SAMPLE_LENGTH = 120

type RequestedOptions = { readonly [Option in keyof ImportOptions]?: ImportOptions[Option] | undefined }
type ReadOptions = Pick<ImportOptions, 'encoding' | 'separator' | 'sheet'>

const firstBytes = async (path: string) => {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4096), 0, 4096, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** How to read a file: by the requested options, else by detection. */
const readingOf = async (path: string, requested: RequestedOptions): Promise<ReadOptions & { sheets: string[] }> => {
  const start = await firstBytes(path)
  if (isWorkbook(start) || isOldWorkbook(start)) {
    const sheets = (await sheetsOf(path, [])).filter(({ name, isHidden }) => !isHidden && name !== ALLOWED_VALUES)
    const names = sheets.map(({ name }) => name)
    const sheet = requested.sheet && names.includes(requested.sheet) ? requested.sheet : names[0]
    if (sheet === undefined) throw new UnreadableWorkbook(say('The workbook has no rows'))
    return { encoding: null, separator: null, sheet, sheets: names }
  }
  const encoding = requested.encoding ?? (await guessEncoding(path))
  if (!isText(start, encoding)) throw new UnreadableWorkbook(say('Choose an Excel workbook (.xlsx) or a CSV file.'))
  return { encoding, separator: requested.separator ?? (await separatorOf(path, encoding)), sheet: null, sheets: [] }
}

const firstRows = async (path: string, reading: ReadOptions) => {
  const rows: TextRow[] = []
  for await (const batch of textRowsOf(path, { ...reading, headerRow: 0 })) {
    rows.push(...batch)
    if (rows.length >= INSPECTED_ROWS) break
  }
  return rows.slice(0, INSPECTED_ROWS)
}

/** The number of cells that are known names of fields. */
const countKnown = (cells: readonly string[], names: ReadonlyMap<string, string>) =>
  cells.filter((cell) => names.has(plainName(cell))).length

/** Whether rows have a header with known names. One is too few: a cover may have a word that happens to be one. */
const hasHeader = (rows: readonly TextRow[], names: ReadonlyMap<string, string>) =>
  rows.some(({ row, cells }) => row <= MAX_HEADER_ROW && countKnown(cells, names) >= 2)

/** The number of sheets among which one is chosen. */
const MAX_SEARCHED = 20

/** The first rows of the requested sheet; without one, of the first sheet with a header, or else with any rows: often the first is a cover. */
const readBeginning = async (path: string, requested: RequestedOptions, names: ReadonlyMap<string, string>) => {
  const { sheets, ...reading } = await readingOf(path, requested)
  const candidates = reading.sheet === null || reading.sheet === requested.sheet ? [reading.sheet] : sheets.slice(0, MAX_SEARCHED)
  const filled: { sheet: string | null; rows: TextRow[] }[] = []
  for (const sheet of candidates) {
    const rows = await firstRows(path, { ...reading, sheet })
    if (rows.length > 0) filled.push({ sheet, rows })
    if (hasHeader(rows, names)) break
  }
  const found = filled.find(({ rows }) => hasHeader(rows, names)) ?? filled[0]
  if (!found) throw new UnreadableWorkbook(say('The file has no rows'))
  return { sheets, reading: { ...reading, sheet: found.sheet }, rows: found.rows }
}

/** Usual column names of files from other programs, in addition to the names of the fields. */
const usualNames: Readonly<Record<ImportKind, Readonly<Record<string, string>>>> = {
  company: {
    legalName:
      'Name, Company, Company name, Organisation, Organization, Organization name, Account name, Firma, Firmenname, Unternehmen, Empresa, Razón social, Entreprise, Société, Raison sociale, Azienda, Ragione sociale',
    country:
      'Country name, Country/Region, Organization - Country of address, Billing country, Billing address country, Address / Country, Land, País, Pays, Paese, Stato',
    website:
      'Web, URL, Homepage, Web site, Website URL, Company domain name, Domain, Domains, Domain name / Link URL, Organization - Website, Webseite, Internet, Sitio web, Página web, Site web, Sito web, Sito',
    companyTypeList: 'Company type, Firmenart, Firmentyp, Unternehmenstyp, Unternehmensart',
    taxRefNumber:
      'Tax number, Tax ID, VAT, VAT ID, VAT number, VAT registration number, USt-IdNr, USt-ID, Umsatzsteuer-ID, Umsatzsteuer-Identifikationsnummer, Steuernummer, UID, NIF, CIF, TVA, N° TVA, Numéro de TVA, Partita IVA, P.IVA',
    address: `Organization - Address, ${STREET_NAMES}, ${PLACE_NAMES}`,
  },
  contact: {
    fullName:
      'Name, Contact, Contact name, Person - Name, Ansprechpartner, Ansprechpartnerin, Ansprechperson, Kontakt, Kontaktperson, Persona de contacto, Contacto, Interlocuteur, Contatto, Referente',
    firstName: 'Given name, Forename, Name / First name, Person - First name, Vorname, Nombre, Prénom, Nome',
    lastName:
      'Surname, Family name, Name / Last name, Person - Last name, Nachname, Familienname, Apellido, Apellidos, Nom, Cognome',
    title:
      'Job title, Job, Position, Person - Job title, Organization title, Organization 1 - Title, Funktion, Puesto, Cargo, Fonction, Poste, Posizione',
    contactRole: 'Role',
    company:
      'Company name, Organisation, Organization, Organization name, Organization 1 - Name, Account, Account name, Associated company, Primary associated company, Person - Organization, Firma, Unternehmen, Empresa, Entreprise, Société, Azienda',
    email:
      'E-mail, Mail, Email address, Email addresses, E-mail address, E-mail 1 - Value, E-mail 2 - Value, E-mail 2 address, Emails / Primary email, Person - Email, Person - Email - Work, Person - Email - Home, Person - Email - Other, E-Mail-Adresse, Correo electrónico, Correo, Courriel, Adresse e-mail, Indirizzo e-mail',
    number:
      'Phone, Phone number, Phone numbers, Phone 1 - Value, Phone 2 - Value, Phones / Primary phone number, Person - Phone, Person - Phone - Work, Person - Phone - Mobile, Person - Phone - Home, Person - Phone - Other, Business phone, Work phone, Telephone, Mobile, Mobile phone, Mobile phone number, Telefon, Telefonnummer, Handy, Handynummer, Mobil, Mobiltelefon, Teléfono, Teléfono móvil, Móvil, Téléphone, Téléphone portable, Portable, Telefono, Cellulare',
  },
}

const fieldNames = (columns: readonly Column[]) =>
  columns.flatMap(({ header, field }) => [[field, field] as const, [header, field] as const])

/** Possible column names (normalized by `plainName`) with the field that each stands for. A field's own name takes precedence over usual names. */
const namesOf = (kind: ImportKind, { columns }: Sheet) => {
  const usual = Object.entries(usualNames[kind]).flatMap(([field, names]) =>
    names.split(', ').map((name) => [name, field] as const),
  )
  const [own, product] = [columns.filter(({ field }) => isCustomName(field)), columns.filter(({ field }) => !isCustomName(field))]
  // The tenant's own fields have the same name in all languages; no translation takes precedence over them.
  const translated = product.flatMap(({ header, field }) =>
    languages.map((language) => [shippedTexts(language)[header] ?? header, field] as const),
  )
  return new Map(
    [...usual, ...translated, ...fieldNames(own), ...fieldNames(product)].map(([name, field]) => [plainName(name), field]),
  )
}

/** The number of the row with most cells that are known field names; else of the first row with the most cells. */
const guessHeaderRow = (rows: readonly TextRow[], names: ReadonlyMap<string, string>) => {
  const candidates = rows.filter(({ row }) => row <= MAX_HEADER_ROW)
  const scored = candidates.map(({ row, cells }) => ({
    row,
    known: countKnown(cells, names),
    filled: cells.filter((cell) => cell.trim() !== '').length,
  }))
  return scored.toSorted((one, other) => other.known - one.known || other.filled - one.filled || one.row - other.row)[0]?.row ?? 1
}

/** Maps each field to the first column with a matching name, one that several columns may hold to all of them. */
const guessMapping = (header: readonly string[], names: ReadonlyMap<string, string>) => {
  const assigned = new Set<string>()
  const mapping = header.map((name) => {
    const field = names.get(plainName(name))
    if (!field || (assigned.has(field) && !combinationOf(field))) return null
    assigned.add(field)
    return field
  })
  return withoutNeedlessName(mapping, header)
}

/** The first key whose fields are all in the file. */
export const guessKey = (kind: ImportKind, mapping: readonly (string | null)[]) =>
  keysOf(kind).find(([, { needs }]) => needs.every((field) => filledBy(mapping).includes(field)))?.[0] ?? null

/** A digest of the columns' names, by which a mapping is stored. */
export const headerDigest = ({ columns }: Pick<FilePreview, 'columns'>) =>
  createHash('sha256')
    .update(JSON.stringify(columns.map(({ name }) => plainName(name))))
    .digest('hex')

/** Inspects the beginning of a file: how it is read, its columns with samples, and a guessed mapping. */
export const inspectFile = async (path: string, kind: ImportKind, sheet: Sheet, requested: RequestedOptions = {}) => {
  const names = namesOf(kind, sheet)
  const { sheets, reading, rows } = await readBeginning(path, requested, names)
  const headerRow = requested.headerRow ?? guessHeaderRow(rows, names)
  const dataRows = rows.filter(({ row }) => row > headerRow)
  const header = rows.find(({ row }) => row === headerRow)?.cells ?? []
  const width = Math.max(header.length, ...dataRows.slice(0, MAX_SAMPLES).map(({ cells }) => cells.length))
  const columns = Array.from({ length: width }, (_, at) => ({
    name: excerpt((header[at] ?? '').trim(), MAX_SAMPLE_LENGTH),
    samples: dataRows
      .map(({ cells }) => excerpt((cells[at] ?? '').trim(), MAX_SAMPLE_LENGTH))
      .filter((text) => text !== '')
      .slice(0, MAX_SAMPLES),
  }))
  const mapping = guessMapping(
    columns.map(({ name }) => name),
    names,
  )
  const options: ImportOptions = {
    ...reading,
    headerRow,
    mapping,
    key: guessKey(kind, mapping),
    existing: 'update',
    erase: false,
    formats: columns.map((_, at) => guessFormat(dataRows.map(({ cells }) => (cells[at] ?? '').trim()))),
  }
  return { preview: { sheets, columns } satisfies FilePreview, options }
}
