import type { Fault } from '@tradewind/contract/kit/massUpload'
import { importStates } from '@tradewind/contract/kit/massUpload'
import { type Said } from '@tradewind/contract/kit/say'
import { boolean, customType, integer, jsonb, pgEnum, text } from 'drizzle-orm/pg-core'
import { partitionTable } from '../database/table.ts'

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
export const importState = pgEnum('import_state', importStates)

/** A workbook that is taken in by a job, and what became of it. */
export const imports = partitionTable('import', {
  kind: text().notNull(),
  fileName: text().notNull(),
  /** The workbook, until the job has ended. */
  file: bytea(),
  dryRun: boolean().notNull(),
  /** Its good rows are taken, and the bad ones given back. */
  partial: boolean().notNull().default(false),
  processingStatus: importState().notNull().default('PENDING'),
  read: integer().notNull().default(0),
  created: integer().notNull().default(0),
  skipped: integer().notNull().default(0),
  faults: jsonb().$type<Fault[]>().notNull().default([]),
  /** How many faults there are; the first 500 are listed. */
  total: integer().notNull().default(0),
  /** How many rows were left out, and the workbook of them. */
  faulty: integer(),
  faultyRows: bytea(),
  /** Why it failed as a whole. */
  problem: text(),
  /** What that is made of, where it is filled in. */
  said: jsonb().$type<Said>(),
})
