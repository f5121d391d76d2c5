import { z } from 'zod'
import { asking, byId, bytes, endpoint, id, instant, upload } from '../../kit/endpoint.ts'
import { valuesOf } from '../../kit/entityFields.ts'
import { yesOrNo } from '../../kit/fields.ts'
import { Fault } from '../../kit/massUpload.ts'
import type { Said } from '../../kit/say.ts'
import { fileImportPolicy } from '../policies.ts'
import {
  defaultFields,
  encodingNames,
  fileImportStates,
  importKinds,
  keptReasons,
  leftReasons,
  rowStatuses,
  separatorNames,
} from './fileImport.words.ts'

const kind = z.enum(importKinds, 'Choose what the file contains')
const encoding = z.enum(valuesOf(encodingNames), 'Choose an encoding')
const separator = z.enum(valuesOf(separatorNames), 'Choose a separator')
const count = z.number()

const defaultField = z.enum([...defaultFields.company, ...defaultFields.contact], 'Unknown field')
const defaults = z.partialRecord(defaultField, z.string('Choose a value').trim().max(300, 'Choose a value'))

/** How a file is read. */
export const ImportOptions = z.object({
  /** Of a text file. */
  encoding: encoding.nullable(),
  separator: separator.nullable(),
  /** Of a workbook. */
  sheet: z.string().nullable(),
  /** The row with the columns' names, counted from 1. What is above it is passed over. */
  headerRow: count,
  /** The field that each column holds, in the file's order; null for columns that are passed over. */
  mapping: z.array(z.string().nullable()),
  /** By what a row is told to be a record that is there already; null where all rows are new. */
  key: z.string().nullable(),
  /** What is done with records that are there already. */
  existing: z.enum(['update', 'skip']),
  /** Empty cells empty the field. */
  erase: z.boolean(),
  /** The value of a new record in a field where the file says nothing, as a cell would say it. */
  defaults: defaults.optional(),
})
export type ImportOptions = z.output<typeof ImportOptions>

const Counts = z.record(z.enum(rowStatuses), count)
export type Counts = z.output<typeof Counts>

/** A record that undoing left, with the fields that stay where only some do. */
const KeptRow = z.object({
  uniqueId: id,
  title: z.string(),
  reason: z.enum(valuesOf(keptReasons)),
  fields: z.array(z.string()),
})
export type KeptRow = z.output<typeof KeptRow>

/** What undoing has done: records that went to the trash, records that have their values again, and those that were left: the first 500 of `keptCount`. */
const Undone = z.object({ trashed: count, restored: count, keptCount: count, kept: z.array(KeptRow) })
export type Undone = z.output<typeof Undone>

const ImportColumn = z.object({ name: z.string(), samples: z.array(z.string()) })

export const FileImport = z.object({
  uniqueId: id,
  dateCreated: instant,
  updatedAt: instant,
  createdBy: id.nullable(),
  byName: z.string(),
  kind: z.enum(importKinds),
  fileName: z.string(),
  /** Bytes. */
  size: count,
  state: z.enum(fileImportStates),
  sheets: z.array(z.string()),
  columns: z.array(ImportColumn),
  options: ImportOptions,
  /** The fields that columns may hold, those of the tenant's own as `custom.<key>`. `required`: a new record must have it. */
  fields: z.array(z.object({ field: z.string(), label: z.string(), required: z.boolean() })),
  /** Rows that the running job has come past. */
  read: count,
  /** What the rows come to: as compared last, or as taken in. */
  counts: Counts,
  takenAt: instant.nullable(),
  /** Until then it can be undone. */
  undoUntil: instant.nullable(),
  undone: Undone.nullable(),
  /** Why it failed as a whole. */
  problem: z.string().nullable(),
  said: z.custom<Said>().nullable(),
})
export type FileImport = z.output<typeof FileImport>

const value = z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.null()])

/** What becomes of one row of the file. */
export const ImportRow = z.object({
  row: count,
  title: z.string(),
  /** The record that is there already. */
  uniqueId: id.nullable(),
  /** Of a new record its fields. */
  values: z.record(z.string(), value),
  changes: z.array(z.object({ field: z.string(), before: value, after: value })),
  faults: z.array(Fault),
  reason: z.enum(leftReasons).nullable(),
  /** Records that may be the same as a new one. */
  like: z.array(z.object({ uniqueId: id, title: z.string() })),
})
export type ImportRow = z.output<typeof ImportRow>

const change = z.strictObject({
  uniqueId: id,
  encoding: encoding.optional(),
  separator: separator.optional(),
  sheet: z.string('Choose a sheet').max(200).optional(),
  headerRow: z.coerce.number('This is not a number').int('This is not a whole number').min(1, 'At least 1').max(20).optional(),
  mapping: z.array(z.string().max(80).nullable(), 'Choose the columns').max(100).optional(),
  key: z.string('Choose a key').max(60).nullable().optional(),
  existing: z.enum(['update', 'skip'], 'Choose what happens to existing records').optional(),
  erase: yesOrNo.optional(),
  /** Those that change; an empty one is taken away. */
  defaults: defaults.optional(),
})
export type ImportChange = z.output<typeof change>

const { see, create, undo } = fileImportPolicy
const path = '/api/massUpload'

export const fileImportApi = {
  list: endpoint({
    method: 'GET',
    path: `${path}/`,
    who: see,
    about:
      'The imports from files of the last 30 days, the latest first: the own ones; to admins of the tenant those of all staff.',
    input: asking(['dateCreated'], { kind: kind.optional() }).omit({ q: true }),
    reply: z.array(FileImport),
    answers: 'list',
  }),
  get: endpoint({
    method: 'GET',
    path: `${path}/:uniqueId`,
    who: see,
    about: 'One import from a file: how it is read, how far it is, and what it came to.',
    input: byId,
    reply: FileImport,
  }),
  create: endpoint({
    method: 'POST',
    path: `${path}/`,
    who: create,
    about:
      'Keeps a file (.xlsx, or text with separators) and looks at it: encoding, separator, columns and the fields that they hold are guessed. Nothing is taken in yet.',
    input: z.strictObject({ file: upload, kind }),
    reply: FileImport,
    answers: 'created',
    says: 'The file was read.',
  }),
  update: endpoint({
    method: 'PATCH',
    path: `${path}/`,
    who: create,
    about:
      'Sets how a file is read, which field each column holds, the default values of new records, and what is done with records that are there already. What was compared before no longer holds.',
    input: change,
    reply: FileImport,
  }),
  check: endpoint({
    method: 'POST',
    path: `${path}/:uniqueId/check`,
    who: create,
    about:
      'Compares the file with the records, as a job, and writes none: its state is CHECKED then, and `…/rows` shows what each row would do.',
    input: byId,
    reply: FileImport,
  }),
  rows: endpoint({
    method: 'GET',
    path: `${path}/:uniqueId/rows`,
    who: see,
    about:
      'The rows of a file that was compared, by what becomes of them: the first 1,000 of those that are new, the same or left, and the first 50,000 of others.',
    input: asking(['row'], { uniqueId: id, status: z.enum(rowStatuses, 'Choose a status') }).omit({ q: true }),
    reply: z.array(ImportRow),
    answers: 'list',
  }),
  faulty: endpoint({
    method: 'GET',
    path: `${path}/:uniqueId/faulty`,
    who: see,
    about: 'The rows with faults as a text file (CSV), with what is wrong in a last column.',
    input: byId,
    reply: bytes,
    answers: 'file',
  }),
  take: endpoint({
    method: 'POST',
    path: `${path}/:uniqueId/take`,
    who: create,
    about:
      'Takes the file in, as a job: creates and changes records, and leaves rows with faults out. For 30 days it can be undone.',
    input: byId,
    reply: FileImport,
    says: 'The import has started. You can keep working in the meantime.',
  }),
  undo: endpoint({
    method: 'POST',
    path: `${path}/:uniqueId/undo`,
    who: undo,
    about:
      'Undoes an import, as a job, within 30 days: what it created goes to the trash, what it changed gets its values back. What somebody has changed since is left, and named in `undone`.',
    input: byId,
    reply: FileImport,
    says: 'Undoing the import has started.',
  }),
}
