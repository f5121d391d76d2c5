import type { Said } from '@tradewind/contract/kit/say'
import type { BulkUpload, SheetOutcome } from '@tradewind/contract/operations/bulkUpload.contract'
import { problemOf } from '#crm/massUpload/uploads'
import { phrase } from '#kit/text'

type BulkState = BulkUpload['processingStatus']

export const stateNames: Readonly<Record<BulkState, { text: string; color: string }>> = {
  PENDING: { text: phrase('Pending'), color: 'gray' },
  PROCESSING: { text: phrase('Processing'), color: 'ink' },
  COMPLETED: { text: phrase('Completed'), color: 'green' },
  COMPLETED_WITH_ERRORS: { text: phrase('Completed with errors'), color: 'signal' },
  FAILED: { text: phrase('Failed'), color: 'red' },
}

export const isRunning = ({ processingStatus }: Pick<BulkUpload, 'processingStatus'>) =>
  processingStatus === 'PENDING' || processingStatus === 'PROCESSING'

export interface Outcome {
  sheets: [name: string, outcome: SheetOutcome][]
  problem: string | null
}

/** What became of each sheet, from the text that the server wrote. Text that is none says nothing. */
export const outcomeOf = (parsingResponse: string): Outcome => {
  try {
    const {
      sheets = {},
      problem = null,
      said,
    } = JSON.parse(parsingResponse) as {
      sheets?: Record<string, SheetOutcome>
      problem?: string
      said?: Said
    }
    return { sheets: Object.entries(sheets), problem: problemOf({ problem, said }) }
  } catch {
    return { sheets: [], problem: null }
  }
}
