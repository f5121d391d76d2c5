import { z } from 'zod'
import { id, instant } from './endpoint.ts'

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
  byName: z.string(),
})
export type Happening = z.output<typeof Happening>
