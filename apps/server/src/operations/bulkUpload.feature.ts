import type { AllFeatures, Feature } from '#kit/feature'
import type { AppContext } from '../appContext.ts'
import { bulkUploadWorker } from './bulkUpload.job.ts'
import { removeDocument } from './bulkUpload.queries.ts'
import { bulkUploadRoutes } from './bulkUpload.routes.ts'

/** The workbook that bootstraps a tenant, with the sheets of all features. */
export const bulkUploadFeature = (context: AppContext, all: AllFeatures): Feature => {
  const sheets = () => all().flatMap((feature) => feature.sheets ?? [])
  return {
    routes: () => [bulkUploadRoutes(context, sheets)],
    workers: [bulkUploadWorker(context, sheets)],
    removeDocument: (document, writing) => removeDocument(context.jobs, document, writing),
  }
}
