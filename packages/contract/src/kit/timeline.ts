import { z } from 'zod'
import { id, instant } from './endpoint.ts'
import { Entry } from './history.ts'

/** Whose page a timeline is on. */
export const timelineOf = ['company', 'contact', 'project'] as const

/** What may happen to a record. */
export const happenings = [
  'CREATED',
  'CHANGED',
  'DELETED',
  'RESTORED',
  'IMPORTED',
  'CLOSED',
  'SHARED',
  'ATTACHED',
  'DETACHED',
] as const

/** What is asked of a timeline: what was talked about and agreed, or what else was done to the records. */
export const timelineParts = ['talk', 'changes'] as const
/** The kinds of record that hold what was talked about. All but their changes is talk. */
export const talkKinds = ['meetingReport', 'summary', 'nextSteps'] as const

/** One thing that happened, with the record that it happened to, as far as who asks may see that one. */
export const Happening = z.object({
  uniqueId: id,
  dateCreated: instant,
  action: z.enum(happenings),
  kind: z.string(),
  recordId: id,
  /** The record's; of what is attached, the file's. */
  title: z.string(),
  /** The first words of a summary or a task. */
  excerpt: z.string().nullable(),
  /** Of a change: field by field what stood before and after. Null for who may not read the history of that record. */
  changes: Entry.shape.changes.nullable(),
  byName: z.string(),
})
export type Happening = z.output<typeof Happening>
