import { z } from 'zod'
import { asking, endpoint, id, instant } from './endpoint.ts'
import type { Rules } from './policy.ts'

export const auditActions = [
  'CREATED',
  'CHANGED',
  'DELETED',
  'RESTORED',
  'MERGED',
  'UNMERGED',
  'IMPORTED',
  'UNDONE',
  'EXPORTED',
  'ATTACHED',
  'DETACHED',
  'SIGNED_IN',
  'SIGNED_OUT',
  'REFUSED',
] as const
export type AuditAction = (typeof auditActions)[number]

/** One thing that was done: by whom, and what stood before and after in each field that changed. */
export const Entry = z.object({
  uniqueId: id,
  dateCreated: instant,
  action: z.enum(auditActions),
  byName: z.string(),
  /** By field; one of the tenant's own, `custom.<key>`, with the label that it had then, and its values in words. */
  changes: z.record(z.string(), z.object({ before: z.unknown(), after: z.unknown(), label: z.string().optional() })),
})
export type Entry = z.infer<typeof Entry>

/** The call that tells what was done to one record, the latest first. */
export const history = <const P extends string>(path: P, name: string, who: Rules) => ({
  history: endpoint({
    method: 'GET',
    path: `${path}/history/:uniqueId`,
    who,
    about: `What was done to one ${name}, by whom, the latest first.`,
    input: asking(['dateCreated'], { uniqueId: id }).omit({ q: true }),
    reply: z.array(Entry),
    answers: 'list',
  }),
})
