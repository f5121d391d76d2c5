import { z } from 'zod'
import { endpoint, id, instant, listQuery } from './endpoint.ts'
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

/** One action: by whom, and the values before and after in each field that changed. */
export const HistoryEntry = z.object({
  uniqueId: id,
  dateCreated: instant,
  action: z.enum(auditActions),
  byName: z.string(),
  /** By field; a field of the tenant's own, `custom.<key>`, with the label that it had then, and its values in words. */
  changes: z.record(z.string(), z.object({ before: z.unknown(), after: z.unknown(), label: z.string().optional() })),
})
export type HistoryEntry = z.infer<typeof HistoryEntry>

/** The call that returns the actions on one record, the latest first. */
export const history = <const P extends string>(path: P, name: string, access: Rules) => ({
  history: endpoint({
    method: 'GET',
    path: `${path}/history/:uniqueId`,
    access,
    summary: `Lists what was done to one ${name} and by whom, latest first.`,
    input: listQuery(['dateCreated'], { uniqueId: id }).omit({ q: true }),
    reply: z.array(HistoryEntry),
    replyType: 'list',
  }),
})

/** The kinds of record whose page has a timeline. */
export const timelineKinds = ['company', 'contact', 'project'] as const

/** The kinds of the administration that are no entities: their audit entries announce that there are changes. */
export const administrativeKinds = [
  'bulkUpload',
  'customField',
  'legalText',
  'message',
  'permission',
  'reviewCase',
  'tenant',
  'tenantConfiguration',
  'tenantSetting',
  'user',
] as const

/** The kinds of record whose writes the server announces to open pages. */
export const announcedKinds = [
  ...administrativeKinds,
  'assessment',
  'auditQuestion',
  'bulk',
  'company',
  'contact',
  'content',
  'event',
  'lead',
  'massUpload',
  'meetingReport',
  'nextSteps',
  'project',
  'projectCompany',
  'question',
  'review',
  'reviewQuestion',
  'summary',
  'topic',
  'view',
  'webCall',
] as const
export type AnnouncedKind = (typeof announcedKinds)[number]

/** What may happen to a record. */
export const timelineActions = [
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

/** The parts of a timeline: what was discussed and agreed, or what else was done to the records. */
export const timelineParts = ['talk', 'changes'] as const
/** The kinds of record that hold discussions. Everything except their changes belongs to the part `talk`. */
export const talkKinds = ['meetingReport', 'summary', 'nextSteps'] as const

/** One thing that happened, with the record that it happened to, as far as the actor may see that record. */
export const TimelineEntry = z.object({
  uniqueId: id,
  dateCreated: instant,
  action: z.enum(timelineActions),
  kind: z.string(),
  recordId: id,
  /** The record's title; for an attachment, the file's name. */
  title: z.string(),
  /** The first words of a summary or a task. */
  excerpt: z.string().nullable(),
  /** Of a report or summary: the meeting, with the constant of its type; a summary's without attendees. */
  meeting: z.object({ date: z.string(), eventType: z.string(), attendees: z.array(z.string()) }).nullable(),
  /** Of a company in a project: the project's name. */
  project: z.string().nullable(),
  /** For a change: the values before and after, by field. Null where the actor may not read the record's history. */
  changes: HistoryEntry.shape.changes.nullable(),
  byName: z.string(),
})
export type TimelineEntry = z.output<typeof TimelineEntry>
