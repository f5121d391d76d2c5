import type { Feature } from '#kit/feature'
import type { AppContext } from '../appContext.ts'
import { driveDownloadRoutes } from './download/download.routes.ts'
import { orphans } from './drive.orphans.ts'
import { driveActivities } from './schema/drive.table.ts'
import { shareTellingWorker } from './sharing/share.job.ts'
import { driveShareRoutes } from './sharing/share.routes.ts'
import { claimShares, endSharesOf } from './sharing/shares.ts'
import { sweepDrives } from './tree/drive.queries.ts'
import { driveRoutes } from './tree/drive.routes.ts'
import { restingUploads } from './upload/arriving.ts'
import { driveUploadRoutes } from './upload/upload.routes.ts'

/** Folders and files of people, and what they share. */
export const driveFeature = (context: AppContext): Feature => ({
  needs: 'DRIVE_ENABLED',
  routes: () => [driveRoutes(context), driveShareRoutes(context), driveUploadRoutes(context), driveDownloadRoutes(context)],
  workers: [shareTellingWorker(context)],
  schedules: [restingUploads(context), orphans(context)],
  ages: [{ table: driveActivities, since: driveActivities.dateCreated, setting: 'KEEP_TIMELINE_DAYS' }],
  onAddressProved: claimShares,
  onUserDeleted: endSharesOf,
  sweep: (tenantId) => sweepDrives(context, tenantId),
})
