import { driveApi } from '@tradewind/contract/drive/drive.contract'
import type { Logger } from 'pino'
import type { Database } from '#kit/database/database'
import { routes } from '#kit/http/routes'
import type { Jobs } from '#kit/jobs'
import type { TenantSettings } from '#platform/tenantSetting/tenantSetting.queries'
import { openingBy } from '#drive/download/taken'
import { softDelete } from './softDelete.ts'
import { createFolder, rename } from './change.ts'
import { contents, find, list } from './lists.ts'
import { details, folderStructure, usage } from './look.ts'
import { move } from './move.ts'
import { purge, restore, trash } from './trash.ts'

interface Needs {
  db: Database
  logger: Logger
  settings: TenantSettings
  jobs: Jobs
}

type Listed = Awaited<ReturnType<typeof contents>>

/** A folder that was looked into, unless what lies in it is known to be the actor's own. */
const openedFolder = (folderId: string | undefined, answer: Listed, me: string) =>
  'rows' in answer && answer.rows[0]?.ownerId === me ? undefined : folderId

/** The folders and files of a drive. */
export const driveRoutes = ({ db, logger, settings, jobs }: Needs) => {
  const opening = openingBy({ db, logger })
  return routes(driveApi, {
    createFolder,
    list: opening(list, ({ parentId }, answer, me) => openedFolder(parentId, answer, me)),
    find,
    trash,
    usage: usage(settings),
    contents: opening(contents, ({ uniqueId }, answer, me) => openedFolder(uniqueId, answer, me)),
    details: opening(details, (_, { folder, ownerId, uniqueId }, me) => (folder || ownerId === me ? undefined : uniqueId)),
    folderStructure,
    rename,
    move,
    bullkDelete: ({ uniqueIds }, context) => softDelete(uniqueIds, context),
    remove: async ({ uniqueId }, context) => {
      await softDelete([uniqueId], context)
      return { uniqueId }
    },
    restore,
    purge: purge(jobs),
  })
}
