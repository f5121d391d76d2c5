import { fileImportPolicy } from '@tradewind/contract/crm/policies'
import { and, eq, sql } from 'drizzle-orm'
import { tenantScope } from '#kit/database/database'
import { trashDeadline } from '#kit/database/table'
import type { AllFeatures, Feature } from '#kit/feature'
import { deleteDocument } from '#platform/document.queries'
import { documents } from '#platform/schema/document.table'
import type { AppContext } from '../appContext.ts'
import { checkWorker } from './fileImport/check.job.ts'
import { fileImportRoutes } from './fileImport/fileImport.routes.ts'
import { importWorker } from './fileImport/take.job.ts'
import { undoWorker } from './fileImport/undo.job.ts'
import { importNews } from './massUpload.ts'
import { fileImportMemories, fileImports } from './schema/fileImport.table.ts'

/** Removes the files of imports that no longer exist. */
const sweepFiles = async ({ db, maintenance, jobs }: AppContext, tenantId: string) => {
  const isOrphan = sql`not exists (select from ${fileImports} where ${fileImports.documentId} = ${documents.uniqueId})`
  const orphans = await maintenance.write(tenantScope(tenantId), (tx) =>
    tx
      .select({ id: documents.uniqueId })
      .from(documents)
      .where(and(eq(documents.purpose, 'FILE_IMPORT'), isOrphan)),
  )
  for (const { id } of orphans) await db.write(tenantScope(tenantId), (tx) => deleteDocument(jobs, tx, tenantId, id))
}

/** Imports of companies and contacts from files: compared first, imported by a job, and reversible for 30 days, as mass uploads are. */
export const fileImportFeature = (context: AppContext, all: AllFeatures): Feature => ({
  routes: () => [fileImportRoutes(context)],
  announced: [{ name: importNews.name, policy: { see: fileImportPolicy.see } }],
  workers: [checkWorker(context), importWorker(context), undoWorker({ ...context, all })],
  // Column mappings are stored for a year.
  expired: [
    [fileImports, sql`coalesce(taken_at, created_at) < ${trashDeadline}`],
    [fileImportMemories, sql`updated_at < now() - interval '1 year'`],
  ],
  sweep: (tenantId) => sweepFiles(context, tenantId),
})
