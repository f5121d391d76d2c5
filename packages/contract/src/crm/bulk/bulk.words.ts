/** Records that are named one by one, at most; so many are changed at once, more by a job. */
export const MOST_AT_ONCE = 500
/** Days for which a change of many records can be undone. */
export const UNDO_DAYS = 30

/** The fields that can be set in many records, by kind; those that tenants add besides. */
export const bulkFields = {
  company: ['country', 'website', 'companyTypeList', 'address'],
  contact: ['companyId', 'title', 'contactRole', 'number', 'language'],
  meetingReport: ['date', 'eventType'],
  nextSteps: ['assignedUser', 'byWhen'],
  project: [],
  lead: [],
} as const
export const bulkKinds = Object.keys(bulkFields) as [BulkKind, ...BulkKind[]]
export type BulkKind = keyof typeof bulkFields

export const bulkActions = ['SET', 'SHARE', 'ADD_TO_PROJECT', 'DELETE'] as const
export type BulkAction = (typeof bulkActions)[number]
export const bulkStates = ['PENDING', 'RUNNING', 'DONE', 'FAILED', 'UNDOING', 'UNDONE'] as const
