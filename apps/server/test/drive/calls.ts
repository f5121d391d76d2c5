import { driveApi, driveShareApi } from '@tradewind/contract/drive/drive.contract'
import type { TestApp, TestUser } from '../app.ts'
import { driveFixture } from './drive.ts'

export const itemNames = (rows: readonly { name: string }[]) => rows.map(({ name }) => name)

/** The calls of a user's drive, with short names. */
export const driveCalls = (app: TestApp, who: TestUser) => {
  const as = app.as(who)
  return {
    who,
    as,
    /** Adds items as uploads would have done. */
    drive: driveFixture(app, who),
    root: () => as.call(driveApi.list, { size: 100 }),
    inside: (uniqueId: string) => as.call(driveApi.contents, { uniqueId, size: 100 }),
    find: async (query: object) => itemNames(await as.call(driveApi.find, query)),
    wayTo: async (uniqueId: string) => itemNames(await as.call(driveApi.folderStructure, { uniqueId })),
    folder: (name: string, parentId?: string) => as.call(driveApi.createFolder, { name, ...(parentId ? { parentId } : {}) }),
    move: (parentId: string | null, ...uniqueIds: string[]) => as.call(driveApi.move, { uniqueIds, parentId }),
    remove: (uniqueId: string) => as.call(driveApi.remove, { uniqueId }),
    restore: (...uniqueIds: string[]) => as.call(driveApi.restore, { uniqueIds }),
    trash: () => as.call(driveApi.trash, {}),
    actions: async () =>
      (await as.call(driveShareApi.activity, { size: 100 })).map(
        ({ action, name, detail }) => `${action} ${name}${detail ? ` (${detail})` : ''}`,
      ),
  }
}
