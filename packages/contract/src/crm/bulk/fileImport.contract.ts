import { z } from 'zod'
import { byId, endpoint, fileReply, id, instant, listQuery, upload } from '../../kit/endpoint.ts'
import { valuesOf } from '../../kit/entityFields.ts'
import { yesOrNo } from '../../kit/fields.ts'
import { Fault } from '../../kit/massUpload.ts'
import type { SentenceParts } from '../../kit/say.ts'
import { fileImportPolicy } from '../policies.ts'
import {
  columnFormats,
  defaultFields,
  duplicateActions,
  encodingNames,
  fileImportStates,
  importKinds,
  importSources,
  MAX_COLUMNS,
  notUndoneReasons,
  rowStatuses,
  separatorNames,
  unchangedReasons,
} from './fileImport.constants.ts'

const kind = z.enum(importKinds, 'Choose what the file contains')
const encoding = z.enum(valuesOf(encodingNames), 'Choose an encoding')
const separator = z.enum(valuesOf(separatorNames), 'Choose a separator')
const count = z.number()

const format = z.enum(columnFormats, 'Choose a format')

const defaultField = z.enum([...defaultFields.company, ...defaultFields.contact], 'Unknown field')
const defaults = z.partialRecord(defaultField, z.string('Choose a value').trim().max(300, 'Choose a value'))

const valueText = z.string('Choose a value').max(300, 'Choose a value')
/** What a text of the file means in a field: one of the values that the field may have, or the name of a company. */
const ValueMapping = z.strictObject({
  field: z.string('Unknown field').max(80, 'Unknown field'),
  text: valueText,
  value: valueText,
})
export type ValueMapping = z.output<typeof ValueMapping>

/** The options for reading a file. */
export const ImportOptions = z.object({
  /** For a text file. */
  encoding: encoding.nullable(),
  separator: separator.nullable(),
  /** For a workbook. */
  sheet: z.string().nullable(),
  /** The row with the column names, counted from 1. Rows above it are ignored. */
  headerRow: count,
  /** The field that each column holds, in the file's order; null for columns that are ignored. An address may be in several columns; of those of a website, email address or number the first with a value counts. `fullName` holds the whole names of contacts, which are split. */
  mapping: z.array(z.string().nullable()),
  /** How a row is matched with an existing record; null where all rows are new. */
  key: z.string().nullable(),
  /** What is done with existing records. */
  existing: z.enum(['update', 'skip']),
  /** Whether an empty cell clears the field. */
  erase: z.boolean(),
  /** The value of a new record in a field for which the file has no value, written as a cell would hold it. */
  defaults: defaults.optional(),
  /** What texts mean that fields do not know, in all rows. */
  values: z.array(ValueMapping).optional(),
  /** How each column writes dates or numbers, as its own values show; null where none does: a date or number that can be read in two ways is then an error. */
  formats: z.array(format.nullable()).optional(),
})
export type ImportOptions = z.output<typeof ImportOptions>

const Counts = z.partialRecord(z.enum([...rowStatuses, 'SKIPPED']), count)
export type Counts = z.output<typeof Counts>

/** A record that undoing did not restore, with the fields that were not restored where only some were not. */
const NotUndoneRow = z.object({
  uniqueId: id,
  title: z.string(),
  reason: z.enum(valuesOf(notUndoneReasons)),
  fields: z.array(z.string()),
})
export type NotUndoneRow = z.output<typeof NotUndoneRow>

/** The outcome of undoing: records moved to the trash, records with their values restored, and those left as they are: the first 500 of `keptCount`. */
const UndoOutcome = z.object({ trashed: count, restored: count, keptCount: count, kept: z.array(NotUndoneRow) })
export type UndoOutcome = z.output<typeof UndoOutcome>

/** A text that a field does not know, in how many rows it is, and the value that it probably means, if one is close. */
const UnknownValue = z.object({ field: z.string(), text: z.string(), rows: count, nearest: z.string().nullable() })
export type UnknownValue = z.output<typeof UnknownValue>

/** An error that several rows have, in the same column. `lacksDefault`: a default value of new records would mend it. */
const FrequentFault = Fault.pick({ column: true, problem: true, said: true }).extend({ rows: count, lacksDefault: z.boolean() })
export type FrequentFault = z.output<typeof FrequentFault>

/** How texts were read that are no plain dates or numbers: in how many rows, and the first, the lowest and the highest of them. */
const Readings = z.object({
  field: z.string(),
  /** Dates with two digits for the year: 00 to 49 are years from 2000 on, 50 to 99 those before. */
  hasShortYears: z.boolean(),
  rows: count,
  examples: z.array(z.object({ text: z.string(), value: z.union([z.string(), z.number()]) })),
})
export type Readings = z.output<typeof Readings>

/** A field that columns may hold. `formats`: those of a column with dates or numbers. `choices`: its values with their labels, where texts are mapped to them or wait for it; countries are not listed. */
const ImportField = z.object({
  field: z.string(),
  label: z.string(),
  required: z.boolean(),
  formats: z.array(format).optional(),
  choices: z.array(z.object({ value: z.string(), label: z.string() })).optional(),
})

const ImportColumn = z.object({ name: z.string(), samples: z.array(z.string()) })

export const FileImport = z.object({
  uniqueId: id,
  dateCreated: instant,
  updatedAt: instant,
  createdBy: id.nullable(),
  byName: z.string(),
  kind: z.enum(importKinds),
  /** A mass upload (TEMPLATE) is listed once its records are created. */
  source: z.enum(importSources),
  fileName: z.string(),
  /** Bytes. */
  size: count,
  state: z.enum([...fileImportStates, 'CANCELLED']),
  sheets: z.array(z.string()),
  columns: z.array(ImportColumn),
  options: ImportOptions,
  /** The fields that columns may hold, the tenant's own as `custom.<key>`. `required`: a new record must have it. */
  fields: z.array(ImportField),
  /** The texts that fields did not know when the file was last compared: 200 at most, the most frequent ones first. */
  unknown: z.array(UnknownValue),
  /** How dates and numbers were read when the file was last compared. */
  readings: z.array(Readings),
  /** The errors that rows had when the file was last compared, with the number of rows: the most frequent 20 of those that several rows have. */
  frequentFaults: z.array(FrequentFault),
  /** The number of rows that the running job has processed. */
  read: count,
  /** The number of rows in the file; 0 until a job has counted them. */
  total: count,
  /** The number of rows by status, as last compared or as imported. SKIPPED: those of the likely duplicates that are to be left out. */
  counts: Counts,
  /** Whether `…/faulty` returns rows with errors. */
  hasFaultyRows: z.boolean(),
  takenAt: instant.nullable(),
  /** The time until which it can be undone. */
  undoUntil: instant.nullable(),
  undone: UndoOutcome.nullable(),
  /** Why the whole import failed. */
  problem: z.string().nullable(),
  said: z.custom<SentenceParts>().nullable(),
})
export type FileImport = z.output<typeof FileImport>

const value = z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.null()])

/** What is done with a likely duplicate; `recordId`: the record that is updated; `earlierRow`: the row whose record is, with that row's import. */
const Decision = z.object({ action: z.enum(duplicateActions), recordId: id.optional(), earlierRow: count.optional() })
export type Decision = z.output<typeof Decision>

const FieldChange = z.object({ field: z.string(), before: value, after: value })

/** A record that may be a duplicate of a new one. `mayUpdate`: the user who imports may change it; `changes`: what the row would change in it. */
const LikelyDuplicate = z.object({
  uniqueId: id,
  title: z.string(),
  mayUpdate: z.boolean().optional(),
  changes: z.array(FieldChange).optional(),
})

/** The outcome of one row of the file. */
export const ImportRow = z.object({
  row: count,
  title: z.string(),
  /** The existing record. */
  uniqueId: id.nullable(),
  /** The fields of a new record. */
  values: z.record(z.string(), value),
  changes: z.array(FieldChange),
  faults: z.array(Fault),
  reason: z.enum(unchangedReasons).nullable(),
  like: z.array(LikelyDuplicate),
  /** Earlier rows of the file that the row probably repeats. */
  repeats: z.array(count).optional(),
  /** What was decided on a likely duplicate. Until then it is created. */
  decision: Decision.optional(),
})
export type ImportRow = z.output<typeof ImportRow>

/** All of the mapped values. */
const values = z.array(ValueMapping, 'Choose a value').max(500, 'Choose a value')

const change = z.strictObject({
  uniqueId: id,
  encoding: encoding.optional(),
  separator: separator.optional(),
  sheet: z.string('Choose a sheet').max(200).optional(),
  headerRow: z.coerce.number('This is not a number').int('This is not a whole number').min(1, 'At least 1').max(20).optional(),
  mapping: z.array(z.string().max(80).nullable(), 'Choose the columns').max(MAX_COLUMNS).optional(),
  key: z.string('Choose a key').max(60).nullable().optional(),
  existing: z.enum(['update', 'skip'], 'Choose what happens to existing records').optional(),
  erase: yesOrNo.optional(),
  /** The defaults that change; an empty one is removed. */
  defaults: defaults.optional(),
  values: values.optional(),
  formats: z.array(format.nullable(), 'Choose a format').max(MAX_COLUMNS).optional(),
})
export type ImportChange = z.output<typeof change>

const decision = z.strictObject({
  uniqueId: id,
  /** Without it, the decision is on all likely duplicates. */
  row: z.int('This is not a whole number').min(1, 'At least 1').optional(),
  action: z.enum(duplicateActions, 'Choose what happens to the row'),
  /** For UPDATE of a row: one of the records in its `like`, or one of the rows in its `repeats`. */
  recordId: id.optional(),
  earlierRow: z.int('This is not a whole number').min(1, 'At least 1').optional(),
})
export type DecisionInput = z.output<typeof decision>

const { see, create, undo } = fileImportPolicy
const path = '/api/massUpload'

export const fileImportApi = {
  list: endpoint({
    method: 'GET',
    path: `${path}/`,
    access: see,
    summary:
      'Lists the imports from files and the mass uploads of the last 30 days, latest first: your own; tenant admins see those of all staff.',
    input: listQuery(['dateCreated'], { kind: kind.optional() }).omit({ q: true }),
    reply: z.array(FileImport),
    replyType: 'list',
  }),
  get: endpoint({
    method: 'GET',
    path: `${path}/:uniqueId`,
    access: see,
    summary: 'Returns one import from a file, or a mass upload: how the file is read, its progress and its outcome.',
    input: byId,
    reply: FileImport,
  }),
  create: endpoint({
    method: 'POST',
    path: `${path}/`,
    access: create,
    summary:
      'Uploads a file (.xlsx, or text with separators) and analyses it: encoding, separator, columns and the fields that they contain are guessed. Nothing is imported yet.',
    input: z.strictObject({ file: upload, kind }),
    reply: FileImport,
    replyType: 'created',
    message: 'The file was read.',
  }),
  update: endpoint({
    method: 'PATCH',
    path: `${path}/`,
    access: create,
    summary:
      'Sets how a file is read, which field each column contains, what unknown values mean, the default values of new records, and what is done with existing records. The result of an earlier comparison becomes invalid.',
    input: change,
    reply: FileImport,
  }),
  check: endpoint({
    method: 'POST',
    path: `${path}/:uniqueId/check`,
    access: create,
    summary:
      'Compares the file with the existing records, as a job, and changes none of them. Afterwards the state is CHECKED, `…/rows` returns what each row would do, and `unknown` lists the values that fields do not know. `values` sets first what such values mean.',
    input: byId.extend({ values: values.optional() }),
    reply: FileImport,
  }),
  rows: endpoint({
    method: 'GET',
    path: `${path}/:uniqueId/rows`,
    access: see,
    summary:
      'Lists the rows of a compared file by status: the first 1,000 of the rows that are new, unchanged or left out, and the first 50,000 of the others.',
    input: listQuery(['row'], { uniqueId: id, status: z.enum(rowStatuses, 'Choose a status') }).omit({ q: true }),
    reply: z.array(ImportRow),
    replyType: 'list',
  }),
  decide: endpoint({
    method: 'PATCH',
    path: `${path}/:uniqueId/decide`,
    access: create,
    summary:
      'Decides what the import does with a row of the status DUPLICATE: it is created (as without a decision), skipped, or updates one of the records in its `like`, or what an earlier row in its `repeats` becomes. Without `row`, all of them are decided on; UPDATE then applies to those with one record in `like`, if the user may change it, or with none there and one row in `repeats`, unless another row updates the same, and leaves the decisions on the others. Another comparison keeps the decisions on rows that are still likely duplicates.',
    input: decision,
    reply: FileImport,
  }),
  faulty: endpoint({
    method: 'GET',
    path: `${path}/:uniqueId/faulty`,
    access: see,
    summary:
      'Returns the rows with errors as a text file (CSV), with the errors in an additional last column, in your language. It has the first 50,000 of them; the header of that column says so if there are more. Of a mass upload it returns a workbook, with the errors in the language of the user who uploaded it.',
    input: byId,
    reply: fileReply,
    replyType: 'file',
  }),
  take: endpoint({
    method: 'POST',
    path: `${path}/:uniqueId/take`,
    access: create,
    summary:
      'Imports the file, as a job: creates and updates records, and leaves rows with errors out. The import can be undone for 30 days.',
    input: byId,
    reply: FileImport,
    message: 'The import has started. You can keep working in the meantime.',
  }),
  cancel: endpoint({
    method: 'POST',
    path: `${path}/:uniqueId/cancel`,
    access: create,
    summary:
      'Cancels a comparison or an import that is running. What was imported until then stays and can be undone. Does nothing if it was cancelled before.',
    input: byId,
    reply: FileImport,
  }),
  undo: endpoint({
    method: 'POST',
    path: `${path}/:uniqueId/undo`,
    access: undo,
    summary:
      'Undoes an import, or a mass upload, within 30 days, as a job: created records are moved to the trash, and changed records get their previous values back. What somebody has changed since is left as it is and listed in `undone`.',
    input: byId,
    reply: FileImport,
    message: 'Undoing the import has started.',
  }),
}
