import { type AllFeatures, entityUse, type Feature } from '#kit/feature'
import { bulkSheet } from '#kit/upload/bulkSheet'
import { importWorker } from '#kit/upload/upload.job'
import type { AppContext } from '../appContext.ts'
import { contactRoutes, type Hotlist } from './company/contact.routes.ts'
import { contactImport } from './company/contact.sheet.ts'
import { contactEntity } from './schema/contact.table.ts'

/** `hotlist`: whom the reviews can't ask now. */
export const contactFeature = (context: AppContext & { hotlist: Hotlist }, all: AllFeatures): Feature => ({
  routes: () => [contactRoutes({ ...context, all })],
  workers: [importWorker(contactImport, context)],
  sheets: [() => bulkSheet(contactImport)],
  entities: [
    entityUse(contactEntity, {
      onTimeline: true,
      ofPerson: true,
      search: { sort: 'lastName', detail: ({ title, companyName }) => `${title}, ${companyName}` },
    }),
  ],
})
