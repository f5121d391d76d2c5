import { phrase } from '../../kit/say.ts'
import { companyPolicy, contactPolicy } from '../policies.ts'

/** The kinds of record that are imported from a file. */
export const importKinds = ['company', 'contact'] as const
export type ImportKind = (typeof importKinds)[number]

/** Who may import records of a kind. */
export const importRules = { company: companyPolicy.create, contact: contactPolicy.upload } as const satisfies Record<
  ImportKind,
  unknown
>

/** Where an import is: looked at, being compared, compared, being taken in, taken in, being undone, undone, or failed. */
export const fileImportStates = ['DRAFT', 'CHECKING', 'CHECKED', 'TAKING', 'TAKEN', 'UNDOING', 'UNDONE', 'FAILED'] as const
export type FileImportState = (typeof fileImportStates)[number]

/** States in which a job is at work. */
export const isRunning = (state: FileImportState) => state === 'CHECKING' || state === 'TAKING' || state === 'UNDOING'

/** What becomes of a row: a new record, a changed one, one that is the same, a row with faults, and a record that is left as it is. */
export const rowStatuses = ['NEW', 'CHANGED', 'SAME', 'FAULTY', 'LEFT'] as const
export type RowStatus = (typeof rowStatuses)[number]

/** Why a row's record is left as it is: existing ones are to be left, or who imports may not change it. */
export const leftReasons = ['EXISTS', 'NOT_YOURS'] as const

/** Why undoing leaves a record: somebody changed it since, other records belong to it, it is gone, who undoes may not change it, or its name is taken by now. */
export const keptReasons = {
  CHANGED: phrase('It was changed after the import'),
  HAS_RECORDS: phrase('Other records belong to it'),
  GONE: phrase('It was deleted'),
  NOT_YOURS: phrase('You do not have permission to change it'),
  NAME_TAKEN: phrase('Another record now has its earlier name'),
} as const
export type KeptReason = keyof typeof keptReasons

/** How a text file is written. */
export const encodingNames = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
  'windows-1252': phrase('Western European (Windows-1252)'),
} as const
export type EncodingName = keyof typeof encodingNames

export const separatorNames = {
  ';': phrase('Semicolon'),
  ',': phrase('Comma'),
  '\t': phrase('Tab'),
  '|': phrase('Vertical bar'),
} as const
export type SeparatorName = keyof typeof separatorNames

/** By what a row is told to be a record that is there already, by kind. `needs`: the fields that must be in the file. */
export const importKeys = {
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

/** The keys of a kind, the usual one first. */
export const keysOf = (kind: ImportKind) =>
  Object.entries(importKeys[kind]) as [string, { label: string; needs: readonly string[] }][]

/** The fields for which an import takes a default value, by kind: that of new records where the file says nothing. */
export const defaultFields = {
  company: ['country', 'companyTypeList'],
  contact: ['company', 'title', 'contactRole', 'language'],
} as const satisfies Record<ImportKind, readonly string[]>

/** Days in which an import can be undone. */
export const UNDO_DAYS = 30
