import { readFile } from 'node:fs/promises'
import type { Uploaded } from '@tradewind/contract/kit/endpoint'
import type { massUpload } from '@tradewind/contract/massUpload/massUpload.contract'
import { and, eq } from 'drizzle-orm'
import type { WorldTable } from '../database/table.ts'
import { invalid, notFound } from '../errors.ts'
import type { Handlers, Reading, Writing } from '../http/context.ts'
import type { Jobs } from '../jobs.ts'
import { markedWorkbook } from '../sheet/marked.ts'
import { Faults } from '../sheet/sheet.ts'
import { template } from '../sheet/template.ts'
import { TooManyRows } from '../sheet/xlsx/unreadable.ts'
import { type Arrival, arrive } from './arrival.ts'
import { importJob } from './upload.job.ts'
import { imports } from './upload.table.ts'

/** Rows that one request takes in. More run as a job. */
export const AT_ONCE = 5_000
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

interface Given {
  file: Uploaded
  dryRun?: boolean | undefined
}

/** The handlers of a mass upload. */
export const uploading = <T extends WorldTable>(typed: Arrival<T>, jobs: Jobs): Handlers<ReturnType<typeof massUpload>> => {
  const arrival = typed as unknown as Arrival
  const { of, sheet } = arrival

  const laterOn = async ({ file, dryRun = false }: Given, { tx, actor, scope }: Writing) => {
    const row = { kind: of.name, fileName: file.filename, file: await readFile(file.path), dryRun, createdBy: actor.uniqueId }
    const [made] = await tx.insert(imports).values(row).returning({ uniqueId: imports.uniqueId })
    await jobs.send(tx, importJob(of.name), { ...scope, userId: actor.uniqueId, importId: made!.uniqueId })
    return { read: 0, created: 0, skipped: 0, faults: [], importId: made!.uniqueId }
  }

  return {
    massUpload: async (given: Given, context: Writing) => {
      const dryRun = given.dryRun ?? false
      const arrived = await arrive(arrival, given.file.path, context, { dryRun, most: AT_ONCE }).catch(tooMany)
      if (!arrived) return laterOn(given, context)
      const { read, created, faults } = arrived
      if (faults.total > 0) throw refused(faults)
      return { read, created, skipped: read - created, faults: [], importId: null }
    },

    template: async () => ({ name: `${of.name}Template.xlsx`, type: XLSX, body: template(sheet) }),

    markedWorkbook: async ({ file }: { file: Uploaded }, context: Writing) => {
      const { faults } = await arrive(arrival, file.path, context, { dryRun: true, most: 200_000 })
      return {
        name: file.filename.replace(/(\.xlsx)?$/i, ' (marked).xlsx'),
        type: XLSX,
        body: await markedWorkbook(file.path, sheet, faults.listed),
      }
    },

    importState: async ({ uniqueId }: { uniqueId: string }, { db, actor }: Reading) => {
      const { file: _, ...columns } = shownColumns
      const [row] = await db
        .select(columns)
        .from(imports)
        .where(and(eq(imports.uniqueId, uniqueId), eq(imports.kind, of.name), eq(imports.createdBy, actor.uniqueId)))
      if (!row) throw notFound('Upload')
      return row
    },
  }
}

const shownColumns = {
  file: imports.file,
  uniqueId: imports.uniqueId,
  dateCreated: imports.dateCreated,
  fileName: imports.fileName,
  processingStatus: imports.processingStatus,
  read: imports.read,
  created: imports.created,
  skipped: imports.skipped,
  faults: imports.faults,
  total: imports.total,
  problem: imports.problem,
}

/** The refusal of a workbook with faults: the first 500 of them, and how many there are. */
const refused = (faults: Faults) =>
  invalid(
    { faults: faults.listed, total: faults.total } as never,
    `The workbook has ${count(faults.total, 'fault')} and was not taken in`,
  )
const count = (total: number, what: string) => `${total.toLocaleString('en')} ${what}${total === 1 ? '' : 's'}`

const tooMany = (error: unknown) => {
  if (error instanceof TooManyRows) return undefined
  throw error
}
