import { z } from 'zod'
import { byId, bytes, endpoint, id, instant, nothing, upload } from './endpoint.ts'
import { yesOrNo } from './fields.ts'
import type { Rules } from './policy.ts'
import { grouped, type Said, say } from './say.ts'

/** What a sentence is made of. */
const said = z
  .custom<Said>((value) => typeof value === 'object' && value !== null && 'text' in value)
  .meta({ type: 'object' })
  .optional()

/** One bad cell of a workbook. `row` is the sheet's own number, the first of `rows` where the same is in several. */
export const Fault = z.object({
  row: z.number(),
  column: z.string(),
  value: z.string(),
  problem: z.string(),
  /** What the problem is made of, where it is filled in. */
  said,
  rows: z.number().optional(),
})
export type Fault = z.infer<typeof Fault>

/** The states of an upload that runs as a job. */
export const importStates = ['PENDING', 'PROCESSING', 'COMPLETED', 'FAILED'] as const

/**
 * What became of a workbook: `created + skipped + faulty rows = read`. More than 5,000 rows run as a job, whose id is `importId`.
 * A workbook with faults is refused whole (422) with `{ faults, total }`: the first 500, each once however many rows it is in, and
 * how many there are. With `partial` its good rows are taken, those that are there already skipped, and `faulty` rows left out.
 */
const UploadResult = z.object({
  read: z.number(),
  created: z.number(),
  skipped: z.number(),
  faults: z.array(Fault),
  /** With `partial`: how many faults there are, and in how many rows. */
  total: z.number().optional(),
  faulty: z.number().optional(),
  importId: id.nullable(),
})
type UploadResult = z.infer<typeof UploadResult>

export const Import = z.object({
  uniqueId: id,
  dateCreated: instant,
  fileName: z.string(),
  processingStatus: z.enum(importStates),
  read: z.number(),
  created: z.number(),
  skipped: z.number(),
  faults: z.array(Fault),
  total: z.number(),
  /** With `partial`: the rows that were left out. `…/faulty` gives them back. */
  faulty: z.number().optional(),
  /** One sentence on why it failed as a whole. */
  problem: z.string().nullable(),
  said: said.nullable(),
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

/** The calls by which records of a kind arrive in a workbook. */
export const massUpload = <const P extends string>(path: P, name: string, who: Rules) => ({
  massUpload: endpoint({
    method: 'POST',
    path: `${path}/massUpload`,
    who,
    about: `Takes in a workbook of ${name}: all of its rows, or none; with partial its good rows. With dryRun it checks and writes nothing.`,
    input: z.strictObject({ file: upload, dryRun: yesOrNo.optional(), partial: yesOrNo.optional() }),
    reply: UploadResult,
    says: outcome,
  }),
  template: endpoint({
    method: 'GET',
    path: `${path}/template`,
    who,
    about: `The empty workbook for ${name}, its mandatory columns red.`,
    input: nothing,
    reply: bytes,
    answers: 'file',
  }),
  markedWorkbook: endpoint({
    method: 'POST',
    path: `${path}/massUpload/marked`,
    who,
    about: 'Gives the workbook back with its faulty cells marked and explained; with partial its bad rows alone.',
    input: z.strictObject({ file: upload, partial: yesOrNo.optional() }),
    reply: bytes,
    answers: 'file',
  }),
  importState: endpoint({
    method: 'GET',
    path: `${path}/massUpload/:uniqueId`,
    who,
    about: 'How far an upload that runs as a job has come.',
    input: byId,
    reply: Import,
  }),
  faultyRows: endpoint({
    method: 'GET',
    path: `${path}/massUpload/:uniqueId/faulty`,
    who,
    about: 'The bad rows that a job with partial left out, as a workbook with their faults marked and explained.',
    input: byId,
    reply: bytes,
    answers: 'file',
  }),
})
