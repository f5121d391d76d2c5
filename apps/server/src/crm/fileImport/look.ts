import type { ImportOptions } from '@tradewind/contract/crm/bulk/fileImport.contract'
import { type ImportKind, keysOf } from '@tradewind/contract/crm/bulk/fileImport.words'
import { isCustomName } from '@tradewind/contract/kit/custom/custom.fields'
import { languages } from '@tradewind/contract/kit/language'
import { say } from '@tradewind/contract/kit/say'
import { guessEncoding, isText, isWorkbook, separatorOf } from '@tradewind/workbook/csv'
import { sheetsOf } from '@tradewind/workbook/read'
import { ALLOWED_VALUES, type Column, type Sheet, wordKey } from '@tradewind/workbook/sheet'
import type { TextRow } from '@tradewind/workbook/work'
import { UnreadableWorkbook } from '@tradewind/workbook/xlsx/limits'
import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { shippedTexts } from '#kit/catalogues'
import type { Look } from '../schema/fileImport.table.ts'
import { textRowsOf } from './source.ts'

/** Rows of a file that are looked at, rows among which its header is, and examples that are shown of a column. */
const LOOKED_AT = 60
const HEADER_WITHIN = 20
const SAMPLES = 3
const SHOWN = 120

type Asked = { readonly [Option in keyof ImportOptions]?: ImportOptions[Option] | undefined }
type Reading = Pick<ImportOptions, 'encoding' | 'separator' | 'sheet'>

const startOf = async (path: string) => {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4096), 0, 4096, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** How a file is read: by what is asked, else by what it looks like. */
const readingOf = async (path: string, asked: Asked): Promise<Reading & { sheets: string[] }> => {
  const start = await startOf(path)
  if (isWorkbook(start)) {
    const sheets = (await sheetsOf(path, [])).filter(({ name, isHidden }) => !isHidden && name !== ALLOWED_VALUES)
    const names = sheets.map(({ name }) => name)
    const sheet = asked.sheet && names.includes(asked.sheet) ? asked.sheet : names[0]
    if (sheet === undefined) throw new UnreadableWorkbook(say('The workbook has no rows'))
    return { encoding: null, separator: null, sheet, sheets: names }
  }
  const encoding = asked.encoding ?? (await guessEncoding(path))
  if (!isText(start, encoding)) throw new UnreadableWorkbook(say('Choose an Excel workbook (.xlsx) or a CSV file.'))
  return { encoding, separator: asked.separator ?? (await separatorOf(path, encoding)), sheet: null, sheets: [] }
}

const firstRows = async (path: string, reading: Reading) => {
  const rows: TextRow[] = []
  for await (const batch of textRowsOf(path, { ...reading, headerRow: 0 })) {
    rows.push(...batch)
    if (rows.length >= LOOKED_AT) break
  }
  return rows.slice(0, LOOKED_AT)
}

/** What files from elsewhere call their columns, beside the names of the fields. */
const usualNames: Readonly<Record<ImportKind, Readonly<Record<string, string>>>> = {
  company: {
    legalName:
      'Name, Company, Company name, Organisation, Organization, Account name, Firma, Firmenname, Unternehmen, Empresa, Razón social, Entreprise, Société, Raison sociale, Azienda, Ragione sociale',
    country: 'Country name, Land, País, Pays, Paese',
    website: 'Web, URL, Homepage, Web site, Webseite, Sitio web, Site web, Sito web',
    companyTypeList: 'Company type',
    taxRefNumber: 'Tax number, Tax ID, VAT, VAT ID, VAT number, USt-IdNr, NIF, CIF, TVA, Partita IVA',
  },
  contact: {
    firstName: 'Given name, Forename, Vorname, Nombre, Prénom, Nome',
    lastName: 'Surname, Family name, Nachname, Apellido, Apellidos, Nom, Cognome',
    title: 'Job title, Job, Position',
    contactRole: 'Role',
    company: 'Company name, Organisation, Organization, Account name, Firma, Unternehmen, Empresa, Entreprise, Société, Azienda',
    email: 'E-mail, Mail, Email address, E-mail address',
    number: 'Phone, Phone number, Telephone, Mobile, Telefon, Teléfono, Téléphone, Telefono',
  },
}

const named = (columns: readonly Column[]) =>
  columns.flatMap(({ header, field }) => [[field, field] as const, [header, field] as const])

/** What columns may be called, with the field that they hold: by `plainName`. A field's own name goes before what is usual. */
const namesOf = (kind: ImportKind, { columns }: Sheet) => {
  const usual = Object.entries(usualNames[kind]).flatMap(([field, names]) =>
    names.split(', ').map((name) => [name, field] as const),
  )
  const [own, product] = [columns.filter(({ field }) => isCustomName(field)), columns.filter(({ field }) => !isCustomName(field))]
  // The tenant's own fields are called as they were typed, in all languages; so no translation comes before them.
  const translated = product.flatMap(({ header, field }) =>
    languages.map((language) => [shippedTexts(language)[header] ?? header, field] as const),
  )
  return new Map([...usual, ...translated, ...named(own), ...named(product)].map(([name, field]) => [plainName(name), field]))
}
const plainName = (name: string) => wordKey(name).replace(/[^\p{L}\p{N}]+/gu, '')

/** The row whose cells are called like fields most often; else the first one with the most cells. */
const headerOf = (rows: readonly TextRow[], names: ReadonlyMap<string, string>) => {
  const near = rows.filter(({ row }) => row <= HEADER_WITHIN)
  const scored = near.map(({ row, cells }) => ({
    row,
    known: cells.filter((cell) => names.has(plainName(cell))).length,
    filled: cells.filter((cell) => cell.trim() !== '').length,
  }))
  return scored.toSorted((one, other) => other.known - one.known || other.filled - one.filled || one.row - other.row)[0]?.row ?? 1
}

/** Each field goes to the first column that is called like it. */
const guessMapping = (header: readonly string[], names: ReadonlyMap<string, string>) => {
  const given = new Set<string>()
  return header.map((name) => {
    const field = names.get(plainName(name))
    if (!field || given.has(field)) return null
    given.add(field)
    return field
  })
}

/** The first key all of whose fields are in the file. */
export const keyFor = (kind: ImportKind, mapping: readonly (string | null)[]) =>
  keysOf(kind).find(([, { needs }]) => needs.every((field) => mapping.includes(field)))?.[0] ?? null

/** A digest of the columns' names, by which a mapping is remembered. */
export const headerDigest = ({ columns }: Pick<Look, 'columns'>) =>
  createHash('sha256')
    .update(JSON.stringify(columns.map(({ name }) => plainName(name))))
    .digest('hex')

/** Looks at the beginning of a file: how it is read, its columns with examples, and which fields these seem to hold. */
export const lookAt = async (path: string, kind: ImportKind, sheet: Sheet, asked: Asked = {}) => {
  const { sheets, ...reading } = await readingOf(path, asked)
  const rows = await firstRows(path, reading)
  if (rows.length === 0) throw new UnreadableWorkbook(say('The file has no rows'))
  const names = namesOf(kind, sheet)
  const headerRow = asked.headerRow ?? headerOf(rows, names)
  const below = rows.filter(({ row }) => row > headerRow)
  const header = rows.find(({ row }) => row === headerRow)?.cells ?? []
  const width = Math.max(header.length, ...below.slice(0, SAMPLES).map(({ cells }) => cells.length))
  const columns = Array.from({ length: width }, (_, at) => ({
    name: (header[at] ?? '').trim().slice(0, SHOWN),
    samples: below
      .map(({ cells }) => (cells[at] ?? '').trim().slice(0, SHOWN))
      .filter((text) => text !== '')
      .slice(0, SAMPLES),
  }))
  const mapping = guessMapping(
    columns.map(({ name }) => name),
    names,
  )
  const options: ImportOptions = {
    ...reading,
    headerRow,
    mapping,
    key: keyFor(kind, mapping),
    existing: 'update',
    erase: false,
  }
  return { look: { sheets, columns } satisfies Look, options }
}
