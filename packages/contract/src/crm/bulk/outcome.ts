import { z } from 'zod'
import { id, instant } from '../../kit/endpoint.ts'
import { Belonging } from '../../kit/entitySchemas.ts'
import { bulkActions, bulkKinds, bulkStates } from './bulk.words.ts'

/** A change of many records, what became of them, and of its Undo. */
export const BulkOperation = z.object({
  uniqueId: id,
  dateCreated: instant,
  createdBy: id.nullable(),
  byName: z.string(),
  kind: z.enum(bulkKinds),
  action: z.enum(bulkActions),
  /** The fields that it set. */
  fields: z.array(z.string()),
  state: z.enum(bulkStates),
  total: z.number(),
  /** How many were looked at so far. */
  looked: z.number(),
  changed: z.number(),
  same: z.number(),
  refused: z.number(),
  /** Titles of some that were refused. */
  refusedExamples: z.array(z.string()),
  /** How many the Undo put back, and how many it left because somebody has changed them since. */
  restored: z.number(),
  left: z.number(),
  leftExamples: z.array(z.string()),
  /** Why it could not go on. */
  problem: z.string().nullable(),
})
export type BulkOperation = z.output<typeof BulkOperation>

/** What will change, or was changed. `operation`: null for a dry run. */
export const BulkOutcome = z.object({
  total: z.number(),
  changes: z.number(),
  same: z.number(),
  refused: z.number(),
  refusedExamples: z.array(z.string()),
  /** What goes to the trash with the records. */
  belonging: z.array(Belonging),
  operation: BulkOperation.nullable(),
})
export type BulkOutcome = z.output<typeof BulkOutcome>
