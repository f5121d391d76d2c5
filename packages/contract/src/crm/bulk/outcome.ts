import { z } from 'zod'
import { id, instant } from '../../kit/endpoint.ts'
import { Belonging } from '../../kit/entitySchemas.ts'
import { bulkActions, bulkKinds, bulkStates } from './bulk.constants.ts'

/** A change of many records, its outcome, and the outcome of its undo. */
export const BulkOperation = z.object({
  uniqueId: id,
  dateCreated: instant,
  createdBy: id.nullable(),
  byName: z.string(),
  kind: z.enum(bulkKinds),
  action: z.enum(bulkActions),
  /** The fields that it sets. */
  fields: z.array(z.string()),
  state: z.enum([...bulkStates, 'CANCELLED']),
  total: z.number(),
  /** The number of records processed so far. */
  looked: z.number(),
  changed: z.number(),
  same: z.number(),
  refused: z.number(),
  /** Titles of some of the refused records. */
  refusedExamples: z.array(z.string()),
  /** The number of records that the undo restored, and the number that it left because somebody has changed them since. */
  restored: z.number(),
  left: z.number(),
  leftExamples: z.array(z.string()),
  /** Why it stopped. */
  problem: z.string().nullable(),
  /** Whether it was its undo that stopped, not the change itself. */
  isUndoStopped: z.boolean(),
})
export type BulkOperation = z.output<typeof BulkOperation>

/** What will change, or has changed. `operation`: null for a dry run. */
export const BulkOutcome = z.object({
  total: z.number(),
  changes: z.number(),
  same: z.number(),
  refused: z.number(),
  refusedExamples: z.array(z.string()),
  /** Records that go to the trash with the selected ones. */
  belonging: z.array(Belonging),
  operation: BulkOperation.nullable(),
})
export type BulkOutcome = z.output<typeof BulkOutcome>
