import type { BulkKind } from '@tradewind/contract/crm/bulk/bulk.words'

/** What can be done with many records. */
export type Doing = 'set' | 'assign' | 'share' | 'addToProject' | 'remove'

/** What is shared of reports are their summaries. */
export const isOfSummaries = (kind: BulkKind, doing: Doing) => doing === 'share' && kind === 'meetingReport'
