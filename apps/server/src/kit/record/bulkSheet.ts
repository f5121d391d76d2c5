import type { Fault, Sheet, SheetRow } from '@tradewind/workbook/sheet'
import type { WriteContext } from '../http/context.ts'
import { createBatchImporter, type ImportSpec } from './importSpec.ts'

/** The tenant that a workbook sets up. */
interface NewTenant {
  uniqueId: string
  isMain: boolean
}

/** One sheet of the workbook that sets up a tenant. */
interface BulkSheet {
  sheet: Sheet
  /**
   * Imports a batch of rows that are valid by the sheet's description, and returns a fault for each row that it left out. Without
   * `spelling` the faults are only counted: they need not contain the existing spelling of a name that is taken.
   */
  importRows(
    rows: readonly SheetRow[],
    context: WriteContext,
    how: { withSpelling: boolean },
  ): Promise<{ created: number; faults: Fault[] }>
}

/** Creates a sheet for a tenant: its columns may differ between tenants, and it may remember the rows that it imported. */
export type CreateBulkSheet = (tenant: NewTenant) => BulkSheet

/** A sheet whose rows are imported as in a mass upload, except that faulty rows are left out. */
export const bulkSheet = (spec: ImportSpec): BulkSheet => ({ sheet: spec.sheet, importRows: createBatchImporter(spec) })
