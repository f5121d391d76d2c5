import type { Fault, Sheet, SheetRow } from '@tradewind/workbook/sheet'
import type { WriteContext } from '../http/context.ts'
import { type ImportSpec, taker } from './importSpec.ts'

/** The tenant that a workbook bootstraps. */
interface Bootstrapped {
  uniqueId: string
  isMain: boolean
}

/** One sheet of the workbook that bootstraps a tenant. */
interface BulkSheet {
  sheet: Sheet
  /**
   * Takes in a batch of rows that the sheet's description finds nothing wrong with, and says which it left out, and why. Without
   * `spelling` the faults are only counted: they need not say how a name that is taken is spelt.
   */
  take(
    rows: readonly SheetRow[],
    context: WriteContext,
    how: { spelling: boolean },
  ): Promise<{ created: number; faults: Fault[] }>
}

/** Begins with a sheet: what it holds may differ between tenants, and it may remember the rows that it took. */
export type BulkSheetIn = (tenant: Bootstrapped) => BulkSheet

/** A sheet whose rows arrive as they do in a mass upload, but for the bad ones, which are left out. */
export const bulkSheet = (arrival: ImportSpec): BulkSheet => ({ sheet: arrival.sheet, take: taker(arrival) })
