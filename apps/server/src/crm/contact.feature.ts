import { type AllFeatures, entityUse, type Feature } from '#kit/feature'
import type { AppContext } from '../appContext.ts'
import { contactImport, contactRoutes, type Hotlist } from './company/contact.routes.ts'
import { contactEntity } from './schema/contact.table.ts'

/** `hotlist`: whom the reviews can't ask now. */
export const contactFeature = (context: AppContext & { hotlist: Hotlist }, all: AllFeatures): Feature => ({
  routes: () => [contactRoutes({ ...context, all })],
  imports: [contactImport],
  entities: [
    entityUse(contactEntity, {
      onTimeline: true,
      ofPerson: true,
      search: { sort: 'lastName', detail: ({ title, companyName }) => `${title}, ${companyName}` },
    }),
  ],
})
