import { phrase } from '../../kit/phrase.ts'
import { companyPolicy, contactPolicy } from '../policies.ts'

/** The kinds of record that can be imported from a file. */
export const importKinds = ['company', 'contact'] as const
export type ImportKind = (typeof importKinds)[number]

/** Who may import records of a kind. */
export const importRules = { company: companyPolicy.create, contact: contactPolicy.upload } as const satisfies Record<
  ImportKind,
  unknown
>

/** The stored states of an import: draft, being compared, compared, being imported, imported, being undone, undone, or failed. */
export const fileImportStates = ['DRAFT', 'CHECKING', 'CHECKED', 'TAKING', 'TAKEN', 'UNDOING', 'UNDONE', 'FAILED'] as const
/** CANCELLED: somebody stopped the comparison, or the import midway (then it has a time at which it was imported, and can be undone). */
export type FileImportState = (typeof fileImportStates)[number] | 'CANCELLED'

/** Where the rows came from: a file with columns of its own, or a mass upload of a workbook that was made from the template. */
export const importSources = ['FILE', 'TEMPLATE'] as const

/** Whether a job is working on the import. */
export const isRunning = (state: FileImportState) => state === 'CHECKING' || state === 'TAKING' || state === 'UNDOING'

/**
 * The status of a row: a new record, a new one that is a likely duplicate, a changed one, an identical one, a row with faults, or a record that is
 * left as it is.
 */
export const rowStatuses = ['NEW', 'DUPLICATE', 'CHANGED', 'SAME', 'FAULTY', 'LEFT'] as const
export type RowStatus = (typeof rowStatuses)[number]

/** What is done with a likely duplicate: it is created nevertheless, left out, or its values are written to the existing record. */
export const duplicateActions = ['CREATE', 'SKIP', 'UPDATE'] as const

/** Why a row's record is left as it is: existing records are skipped, or the user who imports may not change it. */
export const unchangedReasons = ['EXISTS', 'NOT_YOURS', 'DUPLICATE'] as const

/**
 * Why undoing leaves a record: somebody has changed it meanwhile, other records belong to it, it is deleted or merged into another, the user who undoes may not change it,
 * or its name has been taken.
 */
export const notUndoneReasons = {
  CHANGED: phrase('It was changed after the import'),
  HAS_RECORDS: phrase('Other records belong to it'),
  GONE: phrase('It was deleted'),
  MERGED: phrase('It was merged into another record'),
  NOT_YOURS: phrase('You do not have permission to change it'),
  NAME_TAKEN: phrase('Another record now has its earlier name'),
} as const
export type NotUndoneReason = keyof typeof notUndoneReasons

/** The text encodings of a file. */
export const encodingNames = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
  'windows-1252': phrase('Western European (Windows-1252)'),
  macintosh: phrase('Western European (Mac Roman)'),
} as const
export type EncodingName = keyof typeof encodingNames

export const separatorNames = {
  ';': phrase('Semicolon'),
  ',': phrase('Comma'),
  '\t': phrase('Tab'),
  '|': phrase('Vertical bar'),
} as const
export type SeparatorName = keyof typeof separatorNames

/** The maximum number of columns of a file. */
export const MAX_COLUMNS = 500

/** How a column writes dates: what they begin with, or the numbers of days that Excel counts. */
const dateFormats = ['day', 'month', 'year', 'serial'] as const
/** How a column writes numbers: what is before decimals. */
const numberFormats = ['point', 'comma'] as const
export const columnFormats = [...dateFormats, ...numberFormats] as const
export type ColumnFormat = (typeof columnFormats)[number]

/** The formats among which a column has one, by the type of its field. */
export const formatsOfType: Readonly<Record<string, readonly ColumnFormat[]>> = { DATE: dateFormats, NUMBER: numberFormats }

/** How a row is matched with an existing record, by kind. `needs`: the fields that must be in the file. */
const importKeys = {
  company: {
    legalName: { label: phrase('Legal Name'), needs: ['legalName'] },
    taxRefNumber: { label: phrase('Tax Ref Number'), needs: ['taxRefNumber'] },
    website: { label: phrase('Website'), needs: ['website'] },
  },
  contact: {
    email: { label: phrase('Email'), needs: ['email'] },
    name: { label: phrase('Name and company'), needs: ['firstName', 'lastName', 'company'] },
  },
} as const satisfies Record<ImportKind, Record<string, { label: string; needs: readonly string[] }>>

/** The keys of a kind, the default one first. */
export const keysOf = (kind: ImportKind) =>
  Object.entries(importKeys[kind]) as [string, { label: string; needs: readonly string[] }][]

/** The fields for which an import accepts a default value, by kind. It applies to new records where the file has no value. */
export const defaultFields = {
  company: ['country', 'companyTypeList'],
  contact: ['company', 'title', 'contactRole', 'language'],
} as const satisfies Record<ImportKind, readonly string[]>

/**
 * The fields that several columns of a file may hold. Their cells are joined, as street, postal code and city are to an address, or the first one
 * with a value is taken, as of the numbers of an office and of a mobile phone.
 */
const combinations: Readonly<Record<string, 'joined' | 'first'>> = {
  address: 'joined',
  website: 'first',
  email: 'first',
  number: 'first',
}

/** How the columns of a field are combined; undefined if it has one column at most. */
export const combinationOf = (field: string | null) => (field === null ? undefined : combinations[field])

/** Stands for a column with the whole names of contacts: they are split into first name and surname. */
export const FULL_NAME = 'fullName'

/** The fields for which the columns of a file have values. */
export const filledBy = (mapping: readonly (string | null)[]) =>
  mapping.flatMap((field) => (field === FULL_NAME ? ['firstName', 'lastName'] : (field ?? [])))

/** The number of rows with errors that an import lists and returns as a file: the first ones. */
export const MAX_LISTED_FAULTS = 50_000

/** The number of days for which an import can be undone. */
export const IMPORT_UNDO_DAYS = 30
