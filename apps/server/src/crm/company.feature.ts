import { type CountryCode, countryName } from '@tradewind/contract/countries'
import { entityUse, type Feature } from '#kit/feature'
import { bulkSheet } from '#kit/upload/bulkSheet'
import { importWorker } from '#kit/upload/upload.job'
import type { AppContext } from '../appContext.ts'
import { askedBy } from './company/company.queries.ts'
import { companyImport, companyRoutes } from './company/company.routes.ts'
import { companyEntity } from './schema/company.table.ts'

export const companyFeature = (context: AppContext): Feature => ({
  routes: () => [companyRoutes(context)],
  workers: [importWorker(companyImport, context)],
  sheets: [() => bulkSheet(companyImport)],
  entities: [
    entityUse(companyEntity, {
      onTimeline: true,
      search: { sort: 'legalName', detail: ({ country }) => countryName(country as CountryCode), filters: askedBy },
    }),
  ],
})
