import type { BulkAction } from '@tradewind/contract/crm/bulk/bulk.words'
import type { WriteContext } from '#kit/http/context'
import type { Entity } from '#kit/record/entity'
import type { Notify } from '#platform/notification/notification.queries'
import type { BulkRow } from '../schema/bulk.table.ts'
import { addingToProject, takingOut } from './addToProject.ts'
import type { Doing, Undo } from './doing.ts'
import { removing, unremoving } from './remove.ts'
import { setting, unsetting } from './set.ts'
import { sharing, unsharing } from './share.ts'
import { sharingSummaries, unsharingSummaries } from './shareSummaries.ts'

type Change = BulkRow['change']

/** What a change of a call is. */
export const actionOf = (change: Change | undefined): BulkAction => {
  if (!change) return 'DELETE'
  if ('share' in change) return 'SHARE'
  return 'addToProject' in change ? 'ADD_TO_PROJECT' : 'SET'
}

/** Of reports the summaries are shared. */
const isOfSummaries = ({ name }: Entity) => name === 'meetingReport'

/** What is done to each record. Refuses what who asks may not do at all. */
export const doingOf = async (of: Entity, change: Change | undefined, context: WriteContext, notify: Notify): Promise<Doing> => {
  switch (actionOf(change)) {
    case 'DELETE':
      return removing(of, context)
    case 'SHARE':
      return (isOfSummaries(of) ? sharingSummaries : sharing)(change!['share'] as string[], context, notify)
    case 'ADD_TO_PROJECT':
      return addingToProject(of, change!['addToProject'] as string, context)
    case 'SET':
      return setting(of, change!, context, notify)
  }
}

/** How an operation is taken back, batch by batch. */
export const undoOf = (of: Entity, { action, change }: BulkRow): Undo => {
  switch (action) {
    case 'DELETE':
      return unremoving(of)
    case 'SHARE':
      return isOfSummaries(of) ? unsharingSummaries : unsharing
    case 'ADD_TO_PROJECT':
      return takingOut(of)
    case 'SET':
      return unsetting(of, change)
  }
}
