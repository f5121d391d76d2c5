import type { FieldSpecs } from '../kit/entityFields.ts'
import type { AuditAction } from '../kit/history.ts'
import { phrase } from '../kit/phrase.ts'

/** The display names of the actions. */
export const actionNames = {
  CREATED: phrase('Created'),
  CHANGED: phrase('Changed'),
  DELETED: phrase('Deleted'),
  RESTORED: phrase('Restored'),
  MERGED: phrase('Merged'),
  UNMERGED: phrase('Unmerged'),
  IMPORTED: phrase('Imported'),
  UNDONE: phrase('Undone'),
  EXPORTED: phrase('Exported'),
  ATTACHED: phrase('File attached'),
  DETACHED: phrase('File detached'),
  SIGNED_IN: phrase('Signed in'),
  SIGNED_OUT: phrase('Signed out'),
  REFUSED: phrase('Refused'),
} as const satisfies Record<AuditAction, string>

/** The kinds of record that entries name, in the order of their names in English. */
export const auditedKinds = [
  'assessment',
  'auditQuestion',
  'reviewAudience',
  'audit',
  'bulkUpload',
  'company',
  'contact',
  'content',
  'customField',
  'event',
  'fileImport',
  'job',
  'lead',
  'legalText',
  'meetingReport',
  'message',
  'permission',
  'project',
  'projectCompany',
  'question',
  'review',
  'reviewCase',
  'reviewOwnQuestion',
  'reviewQuestion',
  'view',
  'summary',
  'nextSteps',
  'tenant',
  'tenantConfiguration',
  'tenantSetting',
  'topic',
  'user',
  'webCall',
] as const

/** The fields of an entry that the audit trail shows and filters by. */
export const auditFields = {
  dateCreated: {
    label: phrase('When'),
    type: 'moment',
    precise: true,
    readOnly: true,
    sortable: true,
    where: true,
    column: { at: 1, width: '15%' },
  },
  byName: { label: phrase('Who'), type: 'text', readOnly: true, where: true, column: { at: 2, width: '13%' } },
  action: {
    label: phrase('Action'),
    type: 'choice',
    choices: actionNames,
    prompt: 'Unknown action',
    readOnly: true,
    where: true,
    column: { at: 3, width: '14.5%' },
  },
  kind: {
    label: phrase('Kind'),
    type: 'choice',
    // Their names are those of the features, which the web knows.
    choices: Object.fromEntries(auditedKinds.map((kind) => [kind, kind])),
    prompt: 'Unknown kind',
    readOnly: true,
    where: true,
    column: { at: 4, width: '15.5%' },
  },
  title: { label: phrase('Record'), type: 'text', readOnly: true, where: true, column: { at: 5, width: '19%' } },
} as const satisfies FieldSpecs
