import { z } from 'zod'
import { byId, callsBehindSwitch, emptyInput, endpoint, fileReply, id, instant, listQuery, searchTerm } from '../kit/endpoint.ts'
import { Ticket } from '../kit/export.ts'
import { day, distinctValues, emailAddress as address } from '../kit/fields.ts'
import { say } from '../kit/say.ts'
import { drivePolicy } from './drive.policy.ts'
import {
  DriveActivity,
  DriveItem,
  ids,
  itemName,
  ItemOutcome,
  optionalFolderId,
  previewPage,
  PreviewPages,
  Share,
  SharedBy,
  SharedUser,
} from './item.ts'

const driveSorts = ['name', 'dateCreated', 'size', 'updatedAt'] as const
const filters = { name: searchTerm, sharedWith: searchTerm }

/** The folders and files of a drive. */
export const driveApi = callsBehindSwitch('DRIVE_ENABLED', {
  createFolder: endpoint({
    method: 'POST',
    path: '/api/files/folder',
    access: drivePolicy.keep,
    summary: 'Creates a folder in your drive: in another folder, or at its root.',
    input: z.strictObject({ name: itemName, ownerId: id.optional(), parentId: optionalFolderId }),
    reply: DriveItem,
    replyType: 'created',
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/files/',
    access: drivePolicy.see,
    summary:
      'Lists the contents of a folder, or of the root of your drive; with the `ownerId` of another user, what they share with you. The ' +
      'default is page 0 with a size of 10.',
    input: listQuery(driveSorts, { ...filters, ownerId: id.optional(), parentId: id.optional() }),
    reply: z.array(DriveItem),
    replyType: 'list',
  }),
  find: endpoint({
    method: 'GET',
    path: '/api/files/find',
    access: drivePolicy.see,
    summary:
      'Searches files and folders by name, in all folders of your drive and in what is shared with you. Without `q`, lists those that were changed last.',
    input: listQuery(driveSorts, {}),
    reply: z.array(DriveItem),
    replyType: 'list',
  }),
  trash: endpoint({
    method: 'GET',
    path: '/api/files/trash',
    access: drivePolicy.keep,
    summary: 'Lists what you deleted in the last 30 days, latest first. A folder stands for everything that was deleted with it.',
    input: listQuery(['deletedAt'], {}),
    reply: z.array(DriveItem.extend({ deletedAt: instant })),
    replyType: 'list',
  }),
  usage: endpoint({
    method: 'GET',
    path: '/api/files/usage',
    access: drivePolicy.keep,
    summary:
      'Returns, in bytes, the size of your drive, how much of that is in the trash, how much uploads have reserved, and the limits of the drive and of one upload.',
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
    access: drivePolicy.see,
    summary: 'Lists the contents of a folder.',
    input: listQuery(driveSorts, { ...filters, uniqueId: id }),
    reply: z.array(DriveItem),
    replyType: 'list',
  }),
  details: endpoint({
    method: 'GET',
    path: '/api/files/details/:uniqueId',
    access: drivePolicy.see,
    summary: 'Returns one file or folder. Only its owner sees who has access to it.',
    input: byId,
    reply: DriveItem.extend({ shares: z.array(Share) }),
  }),
  folderStructure: endpoint({
    method: 'GET',
    path: '/api/files/folderStructure/:uniqueId',
    access: drivePolicy.see,
    summary: 'Lists the folders from the root, or from the one that is shared with you, down to this one.',
    input: byId,
    reply: z.array(z.object({ uniqueId: id, name: z.string(), folder: z.boolean() })),
    replyType: 'list',
  }),
  rename: endpoint({
    method: 'PUT',
    path: '/api/files/rename',
    access: drivePolicy.keep,
    summary: 'Renames a file or folder.',
    input: z.strictObject({ uniqueId: id, newName: itemName }),
    reply: DriveItem,
    message: 'Renamed successfully!',
  }),
  move: endpoint({
    method: 'POST',
    path: '/api/files/move',
    access: drivePolicy.keep,
    summary:
      'Moves files and folders to another folder of your drive, or to its root: all of them or none. If a name is taken, a number is added.',
    input: z.strictObject({ uniqueIds: ids('Select at least 1 file to move!'), parentId: optionalFolderId }),
    reply: z.array(ItemOutcome),
  }),
  bullkDelete: endpoint({
    method: 'POST',
    path: '/api/files/bullkDelete',
    access: drivePolicy.keep,
    summary: 'Moves files and folders to the trash for 30 days: all of them or none.',
    input: z.strictObject({ uniqueIds: ids('Select at least 1 file to delete!') }),
    reply: z.array(ItemOutcome),
    message: (done: readonly unknown[]) => say('Successfully deleted {count} files!', { count: done.length }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/files/:uniqueId',
    access: drivePolicy.keep,
    summary: 'Moves a file, or a folder with all its contents, to the trash for 30 days.',
    input: byId,
    reply: byId,
    message: 'Deleted Successfully',
  }),
  restore: endpoint({
    method: 'POST',
    path: '/api/files/restore',
    access: drivePolicy.keep,
    summary:
      'Restores items from the trash to the folder where they were, or to the root if that folder no longer exists. If a name is taken, a number is added.',
    input: z.strictObject({ uniqueIds: ids('Select at least 1 file to restore!') }),
    reply: z.array(DriveItem.extend({ toRoot: z.boolean() })),
  }),
  purge: endpoint({
    method: 'POST',
    path: '/api/files/purge',
    access: drivePolicy.keep,
    summary: 'Permanently deletes items that are in the trash: the given ones, or all of them.',
    input: z.strictObject({ uniqueIds: ids('Select at least 1 file to delete!').optional() }),
    reply: z.object({ count: z.number() }),
  }),
})

/** Downloads of files, for users who may open them. */
export const driveDownloadApi = {
  download: endpoint({
    method: 'GET',
    path: '/api/files/download/:uniqueId',
    access: drivePolicy.see,
    tenantSwitch: 'DRIVE_ENABLED',
    summary:
      'Returns the bytes of a file, by its id or the id of its document. Supports Range, If-Range and If-None-Match. The download is ended when the right to it ends.',
    input: byId,
    reply: fileReply,
    replyType: 'file',
  }),
  pages: endpoint({
    method: 'GET',
    path: '/api/files/pages/:uniqueId',
    access: drivePolicy.see,
    tenantSwitch: 'DRIVE_ENABLED',
    summary:
      'Returns the number of pages of a PDF and their sizes, at most those of the first 500, which have previews. Returns 404 with the reason where it has none.',
    input: byId,
    reply: PreviewPages,
  }),
  ticket: endpoint({
    method: 'POST',
    path: '/api/files/ticket',
    access: drivePolicy.see,
    tenantSwitch: 'DRIVE_ENABLED',
    summary:
      'Returns an address from which the browser can fetch a file without an authorization header: to save it, with `preview` to show a preview ' +
      'of it, with `play` to play a recording, which counts as opened and not as downloaded.',
    input: z.strictObject({ uniqueId: id, preview: z.boolean().optional(), play: z.boolean().optional() }),
    reply: Ticket,
    returnsSecret: true,
  }),
  fetch: endpoint({
    method: 'GET',
    path: '/api/files/ticket/:ticket',
    access: 'anyone',
    summary:
      'Returns the file that a ticket was issued for, or its preview: of a PDF the first page, or the one named by `page`. The rights are checked again, also while the download runs.',
    input: z.strictObject({ ticket: z.string().max(200), page: previewPage }),
    reply: fileReply,
    replyType: 'file',
  }),
}

const addresses = (sentence: string) =>
  distinctValues(address('Email'), sentence, 50, say('At most 50 addresses')).refine((list) => list.length > 0, sentence)

/** The last day of a share. Its owner has it in their time zone. */
const lastDay = day('Last day').refine((value) => value < '3000', say('{what} is not a day', { what: say('Last day') }))

/** The outcome of sharing one item with one address. */
const ShareOutcome = z.object({ uniqueId: id, emailAddress: z.string(), outcome: z.enum(['DONE', 'UNCHANGED']) })
type Done = readonly z.output<typeof ShareOutcome>[]
const emails = (done: Done) => new Set(done.map(({ emailAddress }) => emailAddress)).size
const onlyDone = (done: Done) => done.filter(({ outcome }) => outcome === 'DONE')

/** Sharing of items, and their activity. */
export const driveShareApi = callsBehindSwitch('DRIVE_ENABLED', {
  shared: endpoint({
    method: 'GET',
    path: '/api/files/shared',
    access: drivePolicy.shared,
    summary:
      'Lists the users who share with you. When what others share may have changed, a live message is sent by STOMP 1.2 at /ws, ' +
      'destination /user/topic/drive. It does not contain what changed.',
    input: listQuery(['fullName'], {}),
    reply: z.array(SharedBy),
    replyType: 'list',
  }),
  sharedUsers: endpoint({
    method: 'GET',
    path: '/api/files/sharedUsers',
    access: drivePolicy.keep,
    summary: 'Lists the people with whom you share.',
    input: listQuery(['emailAddress'], {}),
    reply: z.array(SharedUser),
    replyType: 'list',
  }),
  activity: endpoint({
    method: 'GET',
    path: '/api/files/activity',
    access: drivePolicy.keep,
    summary: 'Lists what was done to your files, or to one of them, by whom and when, latest first.',
    input: listQuery(['dateCreated'], { uniqueId: id.optional() }).omit({ q: true }),
    reply: z.array(DriveActivity),
    replyType: 'list',
  }),
  share: endpoint({
    method: 'POST',
    path: '/api/files/share',
    access: drivePolicy.keep,
    summary:
      'Shares files and folders, including all current and future contents of a folder, with email addresses. An address without an ' +
      'account gets a mail with an invitation. The response is the same in both cases. `lastDay` is the last day of the access, in your time ' +
      'zone; without it, new shares have none and existing ones keep theirs.',
    input: z.strictObject({
      shareWith: addresses('Share with at least 1 email address!'),
      uniqueIds: ids('Select at least 1 file to share!'),
      lastDay: lastDay.optional(),
    }),
    reply: z.array(ShareOutcome),
    message: (done: Done) => say('Shared successfully with {count} emails!', { count: emails(done) }),
  }),
  changeLastDay: endpoint({
    method: 'PATCH',
    path: '/api/files/share',
    access: drivePolicy.keep,
    summary:
      'Sets or removes (null) the last day of the sharing of one item with one email address. A share that has expired begins anew, and its ' +
      'recipient is notified.',
    input: z.strictObject({ uniqueId: id, email: address('Email'), lastDay: lastDay.nullable() }),
    reply: z.array(ShareOutcome),
    message: 'Last day saved!',
  }),
  unshare: endpoint({
    method: 'POST',
    path: '/api/files/unshare',
    access: drivePolicy.keep,
    summary: 'Stops sharing one item with one email address. A running download is ended.',
    input: z.strictObject({ uniqueId: id, email: address('Email') }),
    reply: z.array(ShareOutcome),
    message: (done: Done) =>
      onlyDone(done).length > 0 ? say('Successfully unshared file!') : say('It was not shared with this address directly.'),
  }),
  bulkUnShare: endpoint({
    method: 'POST',
    path: '/api/files/bulkUnShare',
    access: drivePolicy.keep,
    summary: 'Stops sharing items with email addresses.',
    input: z.strictObject({
      unShareWith: addresses('Un Share with at least 1 email address!'),
      uniqueIds: ids('Select at least 1 file to unshare!'),
    }),
    reply: z.array(ShareOutcome),
    message: (done: Done) =>
      onlyDone(done).length > 0
        ? say('Un Shared successfully with {count} emails!', { count: emails(onlyDone(done)) })
        : say('Nothing was shared with these addresses directly.'),
  }),
})
