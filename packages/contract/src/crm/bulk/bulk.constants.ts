/** The maximum number of records that a call may name by id. Up to this many are changed within the call, more by a job. */
export const MAX_AT_ONCE = 500
/** The number of days for which a change of many records can be undone. */
export const BULK_UNDO_DAYS = 30

/** The fields that can be set in many records, by kind. Fields that tenants add can be set as well. */
export const bulkFields = {
  company: ['country', 'website', 'companyTypeList', 'address'],
  contact: ['companyId', 'title', 'contactRole', 'number', 'language'],
  meetingReport: ['date', 'eventType'],
  summary: [],
  nextSteps: ['assignedUser', 'byWhen'],
  project: ['endDate'],
  projectCompany: ['priority', 'potential', 'interest', 'nextContact'],
  event: ['location', 'organizer', 'organizerContact'],
  lead: [],
  content: ['category', 'articleTypes', 'isPaidContent', 'status'],
} as const
export const bulkKinds = Object.keys(bulkFields) as [BulkKind, ...BulkKind[]]
export type BulkKind = keyof typeof bulkFields

export const bulkActions = ['SET', 'SHARE', 'ADD_TO_PROJECT', 'DELETE'] as const
export type BulkAction = (typeof bulkActions)[number]
/** The stored states. One that was cancelled is stored as failed. */
export const bulkStates = ['PENDING', 'RUNNING', 'DONE', 'FAILED', 'UNDOING', 'UNDONE'] as const
