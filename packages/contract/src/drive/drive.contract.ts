import { z } from 'zod'
import { byId, callsNeeding, emptyInput, endpoint, fileReply, id, instant, listQuery, searchTerm } from '../kit/endpoint.ts'
import { Ticket } from '../kit/export.ts'
import { distinctValues, emailAddress as address } from '../kit/fields.ts'
import { say } from '../kit/say.ts'
import { drivePolicy } from './drive.policy.ts'
import { DriveActivity, DriveItem, ids, ItemOutcome, optionalFolderId, Share, SharedBy, SharedUser } from './item.ts'
import { itemName } from './name.ts'

const driveSorts = ['name', 'dateCreated', 'size', 'updatedAt'] as const
const filters = { name: searchTerm, sharedWith: searchTerm }

/** The folders and files of a drive. */
export const driveApi = callsNeeding('DRIVE_ENABLED', {
  createFolder: endpoint({
    method: 'POST',
    path: '/api/files/folder',
    who: drivePolicy.keep,
    about: 'Makes a folder in the own drive: in another folder of it, or at its root.',
    input: z.strictObject({ name: itemName, ownerId: id.optional(), parentId: optionalFolderId }),
    reply: DriveItem,
    answers: 'created',
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/files/',
    who: drivePolicy.see,
    about:
      'What lies in a folder, or at the root of the own drive; with the `ownerId` of somebody else, what they share with you. ' +
      'Pages by 0 and 10 where nothing else is asked.',
    input: listQuery(driveSorts, { ...filters, ownerId: id.optional(), parentId: id.optional() }),
    reply: z.array(DriveItem),
    answers: 'list',
  }),
  find: endpoint({
    method: 'GET',
    path: '/api/files/find',
    who: drivePolicy.see,
    about:
      'Files and folders by name, in all folders of the own drive and in what is shared with you. Without `q`: the latest changed.',
    input: listQuery(driveSorts, {}),
    reply: z.array(DriveItem),
    answers: 'list',
  }),
  trash: endpoint({
    method: 'GET',
    path: '/api/files/trash',
    who: drivePolicy.keep,
    about: 'What you deleted in the last 30 days, the latest first. A folder stands for all that went with it.',
    input: listQuery(['deletedAt'], {}),
    reply: z.array(DriveItem.extend({ deletedAt: instant })),
    answers: 'list',
  }),
  usage: endpoint({
    method: 'GET',
    path: '/api/files/usage',
    who: drivePolicy.keep,
    about:
      'Bytes: what your drive keeps, what of it lies in the trash, what uploads have reserved, and what it and one upload may be.',
    input: emptyInput,
    reply: z.object({
      used: z.number(),
      trashed: z.number(),
      reserved: z.number(),
      quota: z.number(),
      uploadLimit: z.number(),
    }),
  }),
  contents: endpoint({
    method: 'GET',
    path: '/api/files/:uniqueId',
    who: drivePolicy.see,
    about: 'What lies in a folder.',
    input: listQuery(driveSorts, { ...filters, uniqueId: id }),
    reply: z.array(DriveItem),
    answers: 'list',
  }),
  details: endpoint({
    method: 'GET',
    path: '/api/files/details/:uniqueId',
    who: drivePolicy.see,
    about: 'One file or folder; its owner is told who has access to it.',
    input: byId,
    reply: DriveItem.extend({ shares: z.array(Share) }),
  }),
  folderStructure: endpoint({
    method: 'GET',
    path: '/api/files/folderStructure/:uniqueId',
    who: drivePolicy.see,
    about: 'The folders from the root, or from the one that is shared with you, down to this one.',
    input: byId,
    reply: z.array(z.object({ uniqueId: id, name: z.string(), folder: z.boolean() })),
  }),
  rename: endpoint({
    method: 'PUT',
    path: '/api/files/rename',
    who: drivePolicy.keep,
    about: 'Gives a file or folder another name.',
    input: z.strictObject({ uniqueId: id, newName: itemName }),
    reply: DriveItem,
    says: 'Renamed successfully!',
  }),
  move: endpoint({
    method: 'POST',
    path: '/api/files/move',
    who: drivePolicy.keep,
    about:
      'Puts files and folders into another folder of the own drive, or at its root. All of them, or none. A taken name gets a number.',
    input: z.strictObject({ uniqueIds: ids('Select at least 1 file to move!'), parentId: optionalFolderId }),
    reply: z.array(ItemOutcome),
  }),
  bullkDelete: endpoint({
    method: 'POST',
    path: '/api/files/bullkDelete',
    who: drivePolicy.keep,
    about: 'Moves files and folders to the trash, for 30 days. All of them, or none.',
    input: z.strictObject({ uniqueIds: ids('Select at least 1 file to delete!') }),
    reply: z.array(ItemOutcome),
    says: (done: readonly unknown[]) => say('Successfully deleted {count} files!', { count: done.length }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/files/:uniqueId',
    who: drivePolicy.keep,
    about: 'Moves a file, or a folder with all that is in it, to the trash, for 30 days.',
    input: byId,
    reply: byId,
    says: 'Deleted Successfully',
  }),
  restore: endpoint({
    method: 'POST',
    path: '/api/files/restore',
    who: drivePolicy.keep,
    about:
      'Brings things back from the trash to where they were; to the root where that folder is gone. A taken name gets a number.',
    input: z.strictObject({ uniqueIds: ids('Select at least 1 file to restore!') }),
    reply: z.array(DriveItem.extend({ toRoot: z.boolean() })),
  }),
  purge: endpoint({
    method: 'POST',
    path: '/api/files/purge',
    who: drivePolicy.keep,
    about: 'Deletes what lies in the trash for good: what is named, or all of it.',
    input: z.strictObject({ uniqueIds: ids('Select at least 1 file to delete!').optional() }),
    reply: z.object({ count: z.number() }),
  }),
})

/** Downloads of files, for users who may open them. */
export const driveDownloadApi = {
  download: endpoint({
    method: 'GET',
    path: '/api/files/download/:uniqueId',
    who: drivePolicy.see,
    needs: 'DRIVE_ENABLED',
    about:
      "A file's bytes, by its id or its document's. Takes Range, If-Range and If-None-Match; ends when the right to it ends.",
    input: byId,
    reply: fileReply,
    answers: 'file',
  }),
  ticket: endpoint({
    method: 'POST',
    path: '/api/files/ticket',
    who: drivePolicy.see,
    needs: 'DRIVE_ENABLED',
    about: 'An address from which the browser may fetch a file without our header: to keep it, or to show a preview of it.',
    input: z.strictObject({ uniqueId: id, preview: z.boolean().optional() }),
    reply: Ticket,
    tellsSecret: true,
  }),
  fetch: endpoint({
    method: 'GET',
    path: '/api/files/ticket/:ticket',
    who: 'anyone',
    about:
      'The file, or the picture made from it, that a ticket was given for. The rights are checked again, as long as it lasts.',
    input: z.strictObject({ ticket: z.string().max(200) }),
    reply: fileReply,
    answers: 'file',
  }),
}

const addresses = (sentence: string) =>
  distinctValues(address('Email'), sentence, 50, say('At most 50 addresses')).refine((list) => list.length > 0, sentence)

/** The outcome of sharing one item with one address. */
const ShareOutcome = z.object({ uniqueId: id, emailAddress: z.string(), outcome: z.enum(['DONE', 'UNCHANGED']) })
type Done = readonly z.output<typeof ShareOutcome>[]
const emails = (done: Done) => new Set(done.map(({ emailAddress }) => emailAddress)).size
const onlyDone = (done: Done) => done.filter(({ outcome }) => outcome === 'DONE')

/** Sharing of items, and their activity. */
export const driveShareApi = callsNeeding('DRIVE_ENABLED', {
  shared: endpoint({
    method: 'GET',
    path: '/api/files/shared',
    who: drivePolicy.shared,
    about:
      'Who shares with you. Where what others share may have changed, that is told live: by STOMP 1.2 at /ws, destination ' +
      '/user/topic/drive, without a word of what it is.',
    input: listQuery(['fullName'], {}),
    reply: z.array(SharedBy),
    answers: 'list',
  }),
  sharedUsers: endpoint({
    method: 'GET',
    path: '/api/files/sharedUsers',
    who: drivePolicy.keep,
    about: 'Whom you share with.',
    input: listQuery(['emailAddress'], {}),
    reply: z.array(SharedUser),
    answers: 'list',
  }),
  activity: endpoint({
    method: 'GET',
    path: '/api/files/activity',
    who: drivePolicy.keep,
    about: 'What was done to your files, or to one of them: by whom and when, the latest first.',
    input: listQuery(['dateCreated'], { uniqueId: id.optional() }).omit({ q: true }),
    reply: z.array(DriveActivity),
    answers: 'list',
  }),
  share: endpoint({
    method: 'POST',
    path: '/api/files/share',
    who: drivePolicy.keep,
    about:
      'Shares files and folders, with all that is and will be in them, with e-mail addresses. Whoever has no account gets a mail ' +
      'that invites them. The answer is the same.',
    input: z.strictObject({
      shareWith: addresses('Share with at least 1 email address!'),
      uniqueIds: ids('Select at least 1 file to share!'),
    }),
    reply: z.array(ShareOutcome),
    says: (done: Done) => say('Shared successfully with {count} emails!', { count: emails(done) }),
  }),
  unshare: endpoint({
    method: 'POST',
    path: '/api/files/unshare',
    who: drivePolicy.keep,
    about: 'Ends the sharing of one item with one address, a running download included.',
    input: z.strictObject({ uniqueId: id, email: address('Email') }),
    reply: z.array(ShareOutcome),
    says: (done: Done) =>
      onlyDone(done).length > 0 ? say('Successfully unshared file!') : say('It was not shared with this address directly.'),
  }),
  bulkUnShare: endpoint({
    method: 'POST',
    path: '/api/files/bulkUnShare',
    who: drivePolicy.keep,
    about: 'Ends the sharing of items with addresses.',
    input: z.strictObject({
      unShareWith: addresses('Un Share with at least 1 email address!'),
      uniqueIds: ids('Select at least 1 file to unshare!'),
    }),
    reply: z.array(ShareOutcome),
    says: (done: Done) =>
      onlyDone(done).length > 0
        ? say('Un Shared successfully with {count} emails!', { count: emails(onlyDone(done)) })
        : say('Nothing was shared with these addresses directly.'),
  }),
})
