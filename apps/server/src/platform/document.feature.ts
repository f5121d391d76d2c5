import type { AllFeatures, Feature } from '#kit/feature'
import type { AppContext } from '../appContext.ts'
import { bytesWorker, documentRoutes } from './document.routes.ts'

/** Files that belong to a record: logos, pictures, workbooks. */
export const documentFeature = (context: AppContext, all: AllFeatures): Feature => ({
  routes: () => [documentRoutes({ ...context, owners: () => all().flatMap(({ removeDocument }) => removeDocument ?? []) })],
  workers: [bytesWorker(context)],
})
