import { type CountryCode, countryName } from '@tradewind/contract/countries'
import { sql } from 'drizzle-orm'
import { trashDeadline } from '#kit/database/table'
import { type AllFeatures, entityUse, type Feature } from '#kit/feature'
import type { AppContext } from '../appContext.ts'
import { askedBy } from './company/company.queries.ts'
import { companyImport, companyRoutes } from './company/company.routes.ts'
import { companyEntity } from './schema/company.table.ts'
import { merges } from './schema/merge.table.ts'

export const companyFeature = (context: AppContext, all: AllFeatures): Feature => ({
  routes: () => [companyRoutes({ ...context, all })],
  imports: [companyImport],
  // Merges of contacts are among them.
  expired: [[merges, sql`created_at < ${trashDeadline}`]],
  entities: [
    entityUse(companyEntity, {
      onTimeline: true,
      search: { sort: 'legalName', detail: ({ country }) => countryName(country as CountryCode), filters: askedBy },
    }),
  ],
})
