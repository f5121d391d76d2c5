import type { Feature } from '#kit/feature'
import type { AppContext } from '../appContext.ts'
import { isForgotten } from './attachment/attach.ts'
import { attachmentRoutes } from './attachment/attachment.routes.ts'
import { attachments } from './schema/attachment.table.ts'

/** Files of drives, attached to companies, contacts, meeting reports and projects. */
export const attachmentFeature = (context: AppContext): Feature => ({
  needs: 'DRIVE_ENABLED',
  routes: () => [attachmentRoutes(context)],
  references: [
    { to: 'company', table: attachments, column: 'companyId', once: 'itemId' },
    { to: 'contact', table: attachments, column: 'contactId', once: 'itemId' },
  ],
  expired: [[attachments, isForgotten]],
})
