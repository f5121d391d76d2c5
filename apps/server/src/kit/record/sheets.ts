import { countries, type CountryCode, countryName } from '@tradewind/contract/countries'
import {
  type FieldSpec,
  type FieldSpecs,
  type FormField,
  formSpecs,
  listName,
  specsOf,
} from '@tradewind/contract/kit/entityFields'
import type { exportCalls, Ticket } from '@tradewind/contract/kit/export'
import { languages } from '@tradewind/contract/kit/language'
import { phrase } from '@tradewind/contract/kit/phrase'
import { can, type Rules } from '@tradewind/contract/kit/policy'
import { say, type SentenceParts } from '@tradewind/contract/kit/say'
import type { Actor } from '@tradewind/contract/roles'
import { csvStream, type ExportColumn, xlsxStream } from '@tradewind/workbook/export'
import { markedWorkbook } from '@tradewind/workbook/marked'
import { type Column, type Fault, type Faults, type Sheet, type SheetRow, wordKey } from '@tradewind/workbook/sheet'
import type { SQL } from 'drizzle-orm'
import { buffer } from 'node:stream/consumers'
import type { z } from 'zod'
import type { Reader, Tx } from '#kit/database/database'
import { shippedTexts } from '../catalogues.ts'
import { customExport } from '../custom/formatValues.ts'
import { mapBatches } from '../database/list.ts'
import type { SoftDeleteTable } from '../database/table.ts'
import { formatterIn } from '../days.ts'
import { notFound } from '../errors.ts'
import {
  type FileAnswer,
  type Handlers,
  manualTransaction,
  type ReadContext,
  type RequestContext,
  type WriteContext,
} from '../http/context.ts'
import { audit } from './audit.ts'
import { allRows, resolveListQuery } from './crud.ts'
import type { Entity, Row } from './entity.ts'
import { createBatchImporter, type ImportSpec } from './importSpec.ts'
import { findFaultyRows } from './uploadState.ts'

/** Constants by themselves and by their labels in any language, keyed by `wordKey`, so that a sheet's column accepts them in any case. */
const constantsByWord = (names: Readonly<Record<string, string>>, constants: readonly string[]) =>
  Object.fromEntries(
    constants.flatMap((constant) => [
      [wordKey(constant), constant] as const,
      ...languages.map((language) => [wordKey(shippedTexts(language)[names[constant]!] ?? names[constant]!), constant] as const),
    ]),
  )

const countryNames = countries.map(({ name }) => name)

const valuesIn = (spec: FieldSpec): Partial<Column> => {
  if (spec.type === 'country') return { suggestions: countryNames }
  if (spec.type !== 'choice' && spec.type !== 'choices') return {}
  const values = (spec.sheet && spec.sheet.values) || Object.keys(spec.choices)
  const { choices } = spec
  const labels = values.map((value) => choices[value]!)
  return { values, labels, words: constantsByWord(choices, values), ...(spec.type === 'choices' && { many: true }) }
}

const widthOf = ({ sheet }: FieldSpec) => (sheet && sheet.width ? { width: sheet.width } : {})

/** The name of a field in a sheet: a reference has the name of the property that contains the other record's name. */
type SheetField<F extends FieldSpecs> = {
  [K in FormField<F>]: F[K] extends { named: infer Named extends string } ? Named : K
}[FormField<F>]

/** The columns of the upload workbook: one for each field, in the order of the form, with its label as the header. */
export const importSheet = <F extends FieldSpecs>(name: string, fields: F) => {
  const columns = formSpecs(fields)
    .filter(([, { sheet }]) => sheet !== false)
    .map(([field, spec]): Column => ({
      header: spec.label,
      field: listName(field, spec),
      ...(spec.required && { required: true as const }),
      ...(spec.sheet && spec.sheet.mayLack && { optional: true as const }),
      ...valuesIn(spec),
      ...widthOf(spec),
    }))
  return { name, columns } as unknown as Sheet<readonly Column<SheetField<F>>[]>
}

type Value<Given> = ExportColumn<Given>['value']
type Read = (row: object) => ReturnType<Value<object>>

const valueOf = (field: string, { type }: FieldSpec): Read => {
  const read: Read = (row) => (row as Record<string, ReturnType<Read>>)[field]
  return type === 'country' ? (row) => countryName(read(row) as CountryCode) : read
}
const kinds: Partial<Record<FieldSpec['type'], 'date' | 'phone'>> = { day: 'date', moment: 'date' }

/**
 * The columns of an export: form fields, then read-only fields, with their labels as headers, which are translated for the reader. `values` reads
 * fields that a row has under another name.
 */
export const exportColumns = <Given extends object, F extends FieldSpecs>(
  fields: F,
  values: { readonly [Field in keyof F & string]?: Value<Given> } = {},
): readonly ExportColumn<Given>[] =>
  specsOf(fields)
    .filter(([, { sheet }]) => sheet !== false)
    .toSorted(([, one], [, other]) => Number(one.readOnly ?? false) - Number(other.readOnly ?? false))
    .map(([field, spec]) => {
      const kind = kinds[spec.type]
      return {
        header: spec.label,
        value: values[field] ?? valueOf(field, spec),
        ...widthOf(spec),
        ...(kind && { kind }),
      }
    })

const instantIn = (value: unknown) => {
  if (value instanceof Date) return value
  return typeof value === 'string' && value.includes('T') ? new Date(value) : undefined
}

/** The columns with the days of instants in the reader's time zone, as lists show them. */
const columnsInZone = <Given>(columns: readonly ExportColumn<Given>[], timeZone: string): readonly ExportColumn<Given>[] => {
  const dayOf = formatterIn(timeZone, 'date')
  return columns.map((column) => {
    if (column.kind !== 'date') return column
    const value: Value<Given> = (row) => {
      const given = column.value(row)
      const instant = instantIn(given)
      return instant && !Number.isNaN(instant.getTime()) ? dayOf(instant) : given
    }
    return { ...column, value }
  })
}

/** Tickets let a browser fetch one resource for one user without our authentication header. */
interface Tickets {
  /** Creates a token that is valid for 60 seconds. */
  create: (context: WriteContext, subject: string) => Promise<string>
  /**
   * The actor that the token was created for, with their current rights, its subject, and a translator to the actor's language; `acceptedLanguages` are
   * those of the browser. Undefined if it is not valid.
   */
  read: (
    token: string,
    acceptedLanguages?: string,
  ) => Promise<{ actor: Actor; subject: string; translate: (english: string) => string } | undefined>
  /** Extends a valid token by an hour, at most until a day after its creation: an interrupted download can be resumed. */
  lengthen: (token: string) => Promise<void>
}

/** A table that can be downloaded. */
interface Download<Query, One> {
  /** The base path of its calls: '/api/company/export'. */
  path: string
  rules: Rules
  /** The kind for the audit trail. */
  kind: string
  /** The title of the download, and of a workbook's sheet. */
  title: string
  columns: (query: Query, context: ReadContext) => readonly ExportColumn<One>[] | Promise<readonly ExportColumn<One>[]>
  rows: (query: Query, context: ReadContext) => AsyncIterable<One[]>
  /** Throws a Refusal for an invalid query, before a ticket is created. */
  check?: (query: Query, context: WriteContext) => Promise<unknown>
}

interface Needs {
  tickets: Tickets
}

type Translate = (english: string) => string

const translatedValue = (value: ReturnType<Read>, translate: Translate) => {
  if (typeof value === 'string') return translate(value)
  return Array.isArray(value) ? value.map((text: string) => translate(text)) : value
}

/**
 * The columns with their headers, and their values that are texts of the app, in the reader's language.
 */
const translatedColumns = <Given>(columns: readonly ExportColumn<Given>[], translate: Translate) =>
  columns.map((column): ExportColumn<Given> => ({
    ...column,
    ...(!column.isHeaderOfTenant && { header: translate(column.header) }),
    ...(column.isTranslated && { value: (row) => translatedValue(column.value(row), translate) }),
  }))

const types = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
}
type Format = keyof typeof types

async function* flattened<One>(pages: AsyncIterable<One[]>) {
  for await (const rows of pages) yield* rows
}

/** The subject of a ticket: the download and its query. */
interface TicketSubject<Query> {
  path: string
  format: Format
  timeZone: string
  asked: Query
}

/** The handlers of a download. Rights are checked when the ticket is created, and again when it is used. */
export const downloadHandlers = <Query extends object, One>(download: Download<Query, One>, { tickets }: Needs) => {
  const { path, rules, kind, title, columns, rows } = download

  return {
    // A manual transaction, so that no first reply is stored: a ticket exists only in its reply.
    export: manualTransaction((given: object, { write }): Promise<z.input<typeof Ticket>> =>
      write(async (context) => {
        const { format, ...asked } = given as { format: Format }
        await download.check?.(asked as unknown as Query, context)
        await audit(context, { action: 'EXPORTED', kind, title })
        const subject = { path, format, timeZone: context.timeZone, asked } satisfies TicketSubject<object>
        return { url: `${path}/${await tickets.create(context, JSON.stringify(subject))}` }
      }),
    ),

    exportFile: manualTransaction(async ({ ticket }: { ticket: string }, context): Promise<FileAnswer> => {
      const ticketData = await tickets.read(ticket, context.acceptedLanguages)
      const subject = ticketData && (JSON.parse(ticketData.subject) as TicketSubject<Query>)
      if (!ticketData || subject?.path !== path || !can(ticketData.actor, rules)) throw notFound(say('Download not found'))
      const { format, timeZone, asked } = subject
      const reading = { ...(await context.readAs(ticketData.actor, true)), timeZone }
      const { translate } = ticketData
      const columnList = translatedColumns(columnsInZone(await columns(asked, reading), timeZone), translate)
      const name = translate(title)
      const found = flattened(rows(asked, reading))
      const body = format === 'csv' ? csvStream(columnList, found) : xlsxStream(name, columnList, found)
      return { name: `${name}.${format}`, type: types[format], body }
    }),
  }
}

interface ExportOptions<T extends SoftDeleteTable, F extends FieldSpecs, One extends Row<T>> {
  of: Entity<T>
  rules: Rules
  title: string
  /** Field descriptions to derive the columns from, or the columns themselves. */
  columns: F | readonly ExportColumn<One>[]
  /** Reads fields that a row has under another name. */
  values?: { readonly [Field in keyof F & string]?: ExportColumn<One>['value'] }
  /** Adds data that columns show in addition to the row; called with up to 1000 rows at a time. */
  related?: (rows: Row<T>[], context: ReadContext) => Promise<One[]>
}

/** The handlers of a list's export. */
export const exportHandlers = <T extends SoftDeleteTable, F extends FieldSpecs, One extends Row<T> = Row<T>>(
  { of, rules, title, columns: specs, values = {}, related = async (rows) => rows as One[] }: ExportOptions<T, F, One>,
  appContext: Needs,
): Pick<Handlers<ReturnType<typeof exportCalls>>, 'export' | 'exportFile'> => {
  const columns = Array.isArray(specs) ? (specs as readonly ExportColumn<One>[]) : exportColumns<One, F>(specs as F, values)
  return downloadHandlers(
    {
      path: `/api/${of.name}/export`,
      rules,
      kind: of.name,
      title,
      columns: async (_, context) => [...columns, ...(await customExport(of, context)).columns],
      check: (query: object, context) => resolveListQuery(of, query, context),
      rows: async function* (query: object, context) {
        const { addWords } = await customExport(of, context)
        const found = allRows(of, rules, await resolveListQuery(of, query, context), context)
        yield* mapBatches(found, async (rows) => addWords(await related(rows, context)))
      },
    },
    appContext,
  )
}

/** The tenant that a workbook sets up. */
interface NewTenant {
  uniqueId: string
  isMain: boolean
}

/** One sheet of the workbook that sets up a tenant. */
interface BulkSheet {
  sheet: Sheet
  /**
   * Imports a batch of rows that are valid by the sheet's description, and returns a fault for each row that it left out. Without
   * `spelling` the faults are only counted: they need not contain the existing spelling of a name that is taken.
   */
  importRows(
    rows: readonly SheetRow[],
    context: WriteContext,
    how: { withSpelling: boolean },
  ): Promise<{ created: number; faults: Fault[] }>
}

/** Creates a sheet for a tenant: its columns may differ between tenants, and it may remember the rows that it imported. */
export type CreateBulkSheet = (tenant: NewTenant) => BulkSheet

/** A sheet whose rows are imported as in a mass upload, except that faulty rows are left out. */
export const bulkSheet = (spec: ImportSpec): BulkSheet => ({ sheet: spec.sheet, importRows: createBatchImporter(spec) })

/** Maximum number of faults that are marked in a workbook. */
export const MAX_MARKED_FAULTS = 250_000

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

type TranslateSentence = (sentence: SentenceParts) => string

/** Creates the function that translates to the language of the person who reads it. */
export type TranslatorFor = (
  db: Reader | Tx,
  reader: Pick<RequestContext, 'actor' | 'acceptedLanguages'>,
) => Promise<TranslateSentence>

/** Describes a fault in a language. */
export const describeIn =
  (translate: TranslateSentence) =>
  ({ problem, said }: Fault) =>
    translate(said ?? { text: problem })

/** The number of rows that were left out, and a workbook of them. */
export const faultyRowsWorkbook = async ({ sheet }: ImportSpec, file: Buffer, faults: Faults, translate: TranslateSentence) => {
  if (faults.rows === 0) return { faulty: 0, faultyRows: null }
  const only = (row: number) => faults.hasRow(row)
  const body = await markedWorkbook(file, sheet, faults.single, { only, describe: describeIn(translate) })
  return { faulty: faults.rows, faultyRows: await buffer(body) }
}

/** The name of the marked workbook of a file. */
export const markedName = (filename: string, partial: boolean, translate: TranslateSentence) => {
  const text = partial ? phrase('{name} (faulty rows)') : phrase('{name} (marked)')
  return `${translate({ text, values: { name: filename.replace(/\.xlsx$/i, '') } })}.xlsx`
}

/** The workbook of the rows that an upload has left out, as a file. Throws a 404 if there is none. `condition`: for that upload. */
export const faultyRowsFile = async (
  { uniqueId, condition }: { uniqueId: string; condition?: SQL | undefined },
  { translatorFor }: { translatorFor: TranslatorFor },
  context: ReadContext,
) => {
  const { fileName, faultyRows } = await findFaultyRows(context.db, uniqueId, condition)
  return { name: markedName(fileName, true, await translatorFor(context.db, context)), type: XLSX, body: faultyRows }
}
