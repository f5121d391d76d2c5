import { z } from 'zod'
import { byId, emptyInput, endpoint, fileReply, id, instant, upload } from './endpoint.ts'
import { yesOrNo } from './fields.ts'
import type { Rules } from './policy.ts'
import { grouped, say, type SentenceParts } from './say.ts'

/** The parts of a sentence. */
const sentenceParts = z
  .custom<SentenceParts>((value) => typeof value === 'object' && value !== null && 'text' in value)
  .meta({ type: 'object' })
  .optional()

/** One invalid cell of a workbook. `row` is the sheet's own number, the first of `rows` where several have the same fault. */
export const Fault = z.object({
  row: z.number(),
  column: z.string(),
  value: z.string(),
  problem: z.string(),
  /** The parts of the problem's sentence, where it has values. */
  said: sentenceParts,
  rows: z.number().optional(),
})
export type Fault = z.infer<typeof Fault>

/** The stored states of an upload that runs as a job. One that was cancelled is stored as failed. */
export const importStates = ['PENDING', 'PROCESSING', 'COMPLETED', 'FAILED'] as const

/**
 * The outcome of a workbook upload: `created + skipped + faulty rows = read`. More than 5,000 rows run as a job, whose id is `importId`. A workbook
 * with faults is rejected whole (422) with `{ faults, total }`: the first 500, each once however many rows it is in, and their total. With `partial`,
 * its valid rows are imported, existing ones skipped, and `faulty` rows left out. `undoId`: the import by which the created records can be undone
 * (`/api/massUpload/`); that of a job has the id of the job.
 */
const UploadResult = z.object({
  read: z.number(),
  created: z.number(),
  skipped: z.number(),
  faults: z.array(Fault),
  /** With `partial`: the number of faults, and of rows that have one. */
  total: z.number().optional(),
  faulty: z.number().optional(),
  importId: id.nullable(),
  undoId: id.optional(),
})
type UploadResult = z.infer<typeof UploadResult>

export const Import = z.object({
  uniqueId: id,
  dateCreated: instant,
  fileName: z.string(),
  processingStatus: z.enum([...importStates, 'CANCELLED']),
  /** The number of rows, once they are counted. While it runs, `created + skipped` of them are processed; none is saved before the end. */
  read: z.number(),
  created: z.number(),
  skipped: z.number(),
  faults: z.array(Fault),
  total: z.number(),
  /** With `partial`: the number of rows that were left out. `…/faulty` returns them. */
  faulty: z.number().optional(),
  /** One sentence on why the whole upload failed. */
  problem: z.string().nullable(),
  said: sentenceParts.nullable(),
})
export type Import = z.infer<typeof Import>

const figure = (count: number) => count.toLocaleString('en')

const outcome = ({ importId, read, created, faulty }: UploadResult) => {
  if (importId) return say('The workbook is being imported. You can keep working in the meantime.')
  if (faulty) {
    const [all, bad] = [figure(read), figure(faulty)]
    return say('{created} of {read} rows were imported, {total} have errors.', {
      created: figure(created),
      read: all,
      total: bad,
    })
  }
  if (created > 0) return say('{count} row was imported.|{count} rows were imported.', { count: grouped(created) })
  return say('{count} row was checked and can be imported.|{count} rows were checked and can all be imported.', {
    count: grouped(read),
  })
}

/** The calls that import records of a kind from a workbook. */
export const massUpload = <const P extends string>(path: P, name: string, access: Rules) => ({
  massUpload: endpoint({
    method: 'POST',
    path: `${path}/massUpload`,
    access,
    summary: `Imports a workbook of ${name}: all of its rows or none; with \`partial\`, its valid rows. With \`dryRun\`, checks the workbook and saves nothing.`,
    input: z.strictObject({ file: upload, dryRun: yesOrNo.optional(), partial: yesOrNo.optional() }),
    reply: UploadResult,
    message: outcome,
  }),
  template: endpoint({
    method: 'GET',
    path: `${path}/template`,
    access,
    summary: `Returns the empty workbook for ${name}, with its mandatory columns in red.`,
    input: emptyInput,
    reply: fileReply,
    replyType: 'file',
  }),
  markedWorkbook: endpoint({
    method: 'POST',
    path: `${path}/massUpload/marked`,
    access,
    summary: 'Returns the workbook with its invalid cells marked and explained; with `partial`, only its invalid rows.',
    input: z.strictObject({ file: upload, partial: yesOrNo.optional() }),
    reply: fileReply,
    replyType: 'file',
  }),
  importState: endpoint({
    method: 'GET',
    path: `${path}/massUpload/:uniqueId`,
    access,
    summary: 'Returns the progress of an upload that runs as a job.',
    input: byId,
    reply: Import,
  }),
  cancelImport: endpoint({
    method: 'POST',
    path: `${path}/massUpload/:uniqueId/cancel`,
    access,
    summary:
      'Cancels an upload that waits or runs as a job: none of its rows is imported. Does nothing if it was cancelled before.',
    input: byId,
    reply: Import,
  }),
  faultyRows: endpoint({
    method: 'GET',
    path: `${path}/massUpload/:uniqueId/faulty`,
    access,
    summary: 'Returns the invalid rows that a job with `partial` left out, as a workbook with the errors marked and explained.',
    input: byId,
    reply: fileReply,
    replyType: 'file',
  }),
})
