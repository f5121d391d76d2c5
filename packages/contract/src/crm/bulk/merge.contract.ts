import { z } from 'zod'
import { customFieldName } from '../../kit/custom/custom.values.ts'
import { endpoint, id, instant, listQuery } from '../../kit/endpoint.ts'
import { type FieldSpecs, type FormField, formSpecs } from '../../kit/entityFields.ts'
import { distinctValues } from '../../kit/fields.ts'
import { phrase } from '../../kit/phrase.ts'
import type { Rules } from '../../kit/policy.ts'
import { say } from '../../kit/say.ts'
import { matchReasons, MAX_MERGED } from './merge.constants.ts'

const matchReasonList = z.array(z.enum(matchReasons))

const chooseRecords = phrase('Choose the records')
const ids = distinctValues(
  id,
  chooseRecords,
  MAX_MERGED,
  say('At most {count} records become one', { count: MAX_MERGED }),
).refine((list) => list.length > 0, chooseRecords)

/** The number of records of a kind that move with a merge. */
const MovedCount = z.object({ kind: z.string(), count: z.number() })

/** A merge that can still be undone. */
export const UndoableMerge = z.object({
  uniqueId: id,
  dateCreated: instant,
  byName: z.string(),
  /** The former names of the records that were merged into it. */
  names: z.array(z.string()),
})
export type UndoableMerge = z.output<typeof UndoableMerge>

/** A record that somebody has changed since the merge: it stays with the record that it was moved to. */
export const NotUndoneRecord = z.object({ kind: z.string(), uniqueId: id, title: z.string() })
export type NotUndoneRecord = z.output<typeof NotUndoneRecord>

interface MergeSpec<R extends z.ZodType, F extends FieldSpecs> {
  /** The plural in a sentence: 'companies'. */
  names: string
  record: R
  fields: F
  /** Who may see likely duplicates, and who may merge. */
  policy: { compare: Rules; merge: Rules }
}

const duplicateCalls = <const P extends string, R extends z.ZodType>(
  path: P,
  { names, record, policy }: Omit<MergeSpec<R, FieldSpecs>, 'fields'>,
) => ({
  duplicates: endpoint({
    method: 'GET',
    path: `${path}/duplicates`,
    access: policy.compare,
    summary: `Lists groups of ${names} that may be duplicates, best evidence first: the reasons, the number of records, and the first ten of them.`,
    input: listQuery(['evidence'], {}).omit({ q: true }),
    reply: z.array(z.object({ reasons: matchReasonList, count: z.number(), records: z.array(record) })),
    replyType: 'list',
  }),
  notDuplicates: endpoint({
    method: 'POST',
    path: `${path}/notDuplicates`,
    access: policy.merge,
    summary: `Marks ${names} as different from each other. They are no longer listed as duplicates of each other.`,
    input: z.strictObject({ uniqueIds: ids }),
    reply: z.object({ uniqueIds: z.array(id) }),
    message: 'They are no longer shown as duplicates.',
  }),
})

const fieldOf = <F extends FieldSpecs>(fields: F) =>
  z.enum(formSpecs(fields).map(([field]) => field) as [FormField<F>, ...FormField<F>[]])

const mergingCalls = <const P extends string, R extends z.ZodType, F extends FieldSpecs>(
  path: P,
  { names, record, fields, policy }: MergeSpec<R, F>,
) => ({
  merging: endpoint({
    method: 'POST',
    path: `${path}/merging`,
    access: policy.merge,
    summary: `Returns the ${names} that are about to be merged, oldest first, each with the number of records that would move with it. Changes nothing.`,
    input: z.strictObject({ uniqueIds: ids }),
    reply: z.array(z.object({ record, moving: z.array(MovedCount) })),
    replyType: 'list',
  }),
  merge: endpoint({
    method: 'POST',
    path: `${path}/merge`,
    access: policy.merge,
    summary: `Merges several ${names} into one. All that belongs to the others moves to the one that remains; the others are moved to the trash. The merge can be undone for 30 days. Returns 409 if one of them has a different updatedAt by now.`,
    input: z.strictObject({
      /** The record that remains. */
      into: id,
      from: ids,
      /**
       * By field, the record whose value is used; by default the remaining record's. Fields of the tenant's own are `custom.<key>`: by default, what
       * the remaining record lacks of them is filled from the others.
       */
      fields: z.partialRecord(z.union([fieldOf(fields), customFieldName]), id).optional(),
      /** By record, the `updatedAt` that the client has seen. */
      updatedAt: z.record(id, instant).optional(),
    }),
    reply: z.object({ merge: id, into: id, record }),
    message: 'The records were merged.',
  }),
  unmerge: endpoint({
    method: 'POST',
    path: `${path}/unmerge`,
    access: policy.merge,
    summary: `Undoes a merge of ${names} within 30 days. What somebody has changed since stays where it is and is listed in the response.`,
    input: z.strictObject({ uniqueId: id }),
    reply: z.object({
      into: id,
      from: z.array(id),
      /** Fields of the remaining record that somebody has changed since. */
      fields: z.array(z.string()),
      /** The first hundred of the records that stay, and their number. */
      kept: z.array(NotUndoneRecord),
      keptCount: z.number(),
    }),
    message: 'The merge was undone.',
  }),
  merged: endpoint({
    method: 'GET',
    path: `${path}/merged/:uniqueId`,
    access: policy.compare,
    summary: `Lists the merges of the last 30 days into one of the ${names}, latest first.`,
    input: z.strictObject({ uniqueId: id }),
    reply: z.array(UndoableMerge),
    replyType: 'list',
  }),
})

/** The calls that find duplicates among the records of a kind, merge them, and undo the merge. */
export const mergeCalls = <const P extends string, R extends z.ZodType, F extends FieldSpecs>(
  path: P,
  spec: MergeSpec<R, F>,
) => ({
  ...duplicateCalls(path, spec),
  ...mergingCalls(path, spec),
})
