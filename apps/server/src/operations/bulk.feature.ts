import { sql } from 'drizzle-orm'
import type { AllFeatures, Feature } from '#kit/feature'
import type { AppContext } from '../appContext.ts'
import { bulkWorker } from './bulk/bulk.job.ts'
import { bulkRoutes } from './bulk/bulk.routes.ts'
import { bulkOperations } from './schema/bulk.table.ts'

/** Changes of many records at once, and their Undo for 30 days. */
export const bulkFeature = (context: AppContext, all: AllFeatures): Feature => {
  const entityOf = (kind: string) =>
    all()
      .flatMap(({ entities = [] }) => entities)
      .find(({ entity }) => entity.name === kind)!.entity
  const needs = { ...context, entityOf }
  return {
    routes: () => [bulkRoutes(needs)],
    workers: [bulkWorker(needs)],
    expired: [[bulkOperations, sql`created_at < now() - interval '30 days'`]],
  }
}
