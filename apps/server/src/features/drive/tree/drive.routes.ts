import { driveApi } from '@tradewind/contract/drive/drive.contract'
import type { Jobs } from '#kit/jobs'
import type { Decisions } from '../../tenantSetting/tenantSetting.queries.ts'
import { driveRoutesOf } from '../enabled.ts'
import { bury } from './bury.ts'
import { createFolder, rename } from './change.ts'
import { contents, find, list } from './lists.ts'
import { details, folderStructure, usage } from './look.ts'
import { move } from './move.ts'
import { purge, restore, trash } from './trash.ts'

interface Needs {
  decisions: Decisions
  jobs: Jobs
}

/** The folders and files of a drive. */
export const driveRoutes = ({ decisions, jobs }: Needs) =>
  driveRoutesOf(driveApi, decisions, {
    createFolder,
    list,
    find,
    trash,
    usage: usage(decisions),
    contents,
    details,
    folderStructure,
    rename,
    move,
    bullkDelete: ({ uniqueIds }, context) => bury(uniqueIds, context),
    remove: async ({ uniqueId }, context) => {
      await bury([uniqueId], context)
      return { uniqueId }
    },
    restore,
    purge: purge(jobs),
  })
