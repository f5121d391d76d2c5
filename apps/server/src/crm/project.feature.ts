import { sql } from 'drizzle-orm'
import { gone } from '#kit/database/table'
import { entityUse, type Feature } from '#kit/feature'
import type { AppContext } from '../appContext.ts'
import { projectRoutes } from './project/project.routes.ts'
import { projectCompanyRoutes } from './project/projectCompany.routes.ts'
import { contacts } from './schema/contact.table.ts'
import { projectCompanies, projectCompanyEntity, projectEntity } from './schema/project.table.ts'

export const projectFeature = (context: AppContext): Feature => ({
  routes: () => [projectRoutes(context), projectCompanyRoutes],
  entities: [
    entityUse(projectEntity, { onTimeline: true, search: { sort: 'name', detail: () => '' } }),
    entityUse(projectCompanyEntity, { onTimeline: true }),
  ],
  references: [{ to: 'contact', table: projectCompanies, column: 'mainContactId', kind: projectCompanyEntity.name }],
  // A main contact that is purged is none.
  beforeSweep: (tx) =>
    tx
      .update(projectCompanies)
      .set({ mainContactId: null })
      .where(sql`${projectCompanies.mainContactId} in ${gone(contacts)}`),
})
