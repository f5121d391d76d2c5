import { sql } from 'drizzle-orm'
import { companies } from '#crm/schema/company.table'
import { contacts } from '#crm/schema/contact.table'
import type { Tx } from '#kit/database/database'
import { gone } from '#kit/database/table'
import { entityUse, type Feature } from '#kit/feature'
import type { AppContext } from '../appContext.ts'
import { enquiryWorker } from './lead/enquiry.mail.ts'
import { leadRoutes, publicRoutes } from './lead/lead.routes.ts'
import { leadEntity, leads } from './schema/lead.table.ts'

/** A lead whose company or contact is purged was turned into none. */
const leavePurged = async (tx: Tx) => {
  await tx
    .update(leads)
    .set({ contactId: null })
    .where(sql`${leads.contactId} in ${gone(contacts)}`)
  await tx
    .update(leads)
    .set({ companyId: null })
    .where(sql`${leads.companyId} in ${gone(companies)}`)
}

/** What visitors ask for. */
export const leadFeature = (context: AppContext): Feature => ({
  routes: () => [publicRoutes(context), leadRoutes(context)],
  workers: [enquiryWorker(context)],
  entities: [
    entityUse(leadEntity, { confidential: true, ofPerson: true, search: { sort: '-dateCreated', detail: ({ email }) => email } }),
  ],
  references: [
    { to: 'company', table: leads, column: 'companyId' },
    { to: 'contact', table: leads, column: 'contactId' },
  ],
  beforeSweep: leavePurged,
})
