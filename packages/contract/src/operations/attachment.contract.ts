import { z } from 'zod'
import { ids, previewPage, PreviewPages } from '../drive/item.ts'
import { byId, callsBehindSwitch, endpoint, fileReply, id, instant, listQuery } from '../kit/endpoint.ts'
import { Ticket } from '../kit/export.ts'
import { say } from '../kit/say.ts'
import { attachmentPolicy } from './policies.ts'

/** The kinds of record that files can be attached to. */
const attachableKinds = ['company', 'contact', 'meetingReport', 'project'] as const
export type AttachableKind = (typeof attachableKinds)[number]

const kind = z.enum(attachableKinds, 'No files are attached to that')

/** A file of a record. It belongs to its owner and stays in their drive: it is renamed, moved and deleted there. */
const Attachment = z.object({
  uniqueId: id,
  /** Its current name in its owner's drive. */
  name: z.string(),
  /** Bytes. */
  size: z.number(),
  mimeType: z.string().nullable(),
  /** The owner. */
  attachedBy: z.object({ uniqueId: id, fullName: z.string() }),
  dateCreated: instant,
  mayDetach: z.boolean(),
  /** Its id in the drive; returned only to its owner. */
  fileId: id.nullable(),
})
export type Attachment = z.output<typeof Attachment>

/** A record that a file is attached to. The title is null where the file's owner may no longer see the record. */
const AttachedRecord = z.object({ uniqueId: id, kind, record: id, title: z.string().nullable(), dateCreated: instant })
export type AttachedRecord = z.output<typeof AttachedRecord>

type Done = readonly z.output<typeof Attachment>[]

const calls = callsBehindSwitch('DRIVE_ENABLED', {
  list: endpoint({
    method: 'GET',
    path: '/api/attachment/',
    access: attachmentPolicy.see,
    summary: 'Lists the files of a record that you may see. X-Total-Count contains their number.',
    input: listQuery(['dateCreated', 'name', 'size'], { kind, record: id }).omit({ q: true }),
    reply: z.array(Attachment),
    replyType: 'list',
  }),
  attach: endpoint({
    method: 'POST',
    path: '/api/attachment/',
    access: attachmentPolicy.attach,
    summary:
      'Attaches files of your drive to a record that you may update: all of them or none. Whoever may see the record can read them from ' +
      'then on. They are not copied. Returns 422 for a folder, and for a file that is already attached to the record.',
    input: z.strictObject({ kind, record: id, files: ids('Select at least 1 file to attach!') }),
    reply: z.array(Attachment),
    message: (done: Done) => say('{count} file is attached.|{count} files are attached.', { count: done.length }),
  }),
  detach: endpoint({
    method: 'DELETE',
    path: '/api/attachment/:uniqueId',
    access: attachmentPolicy.detach,
    summary:
      'Removes a file from a record. Only the owner of the file and users who may update the record can do so. The file stays in the ' +
      'drive of its owner. A running download through the record is ended.',
    input: byId,
    reply: byId,
    message: 'The file is detached.',
  }),
  restore: endpoint({
    method: 'POST',
    path: '/api/attachment/restore',
    access: attachmentPolicy.detach,
    summary: 'Attaches a file again that you detached within the last day.',
    input: byId,
    reply: byId,
    message: 'The file is attached again.',
  }),
  ofFile: endpoint({
    method: 'GET',
    path: '/api/attachment/file/:uniqueId',
    access: attachmentPolicy.detach,
    summary: 'Lists the records to which one of your files is attached. Whoever may see one of them may read the file.',
    input: listQuery(['dateCreated'], { uniqueId: id }).omit({ q: true }),
    reply: z.array(AttachedRecord),
    replyType: 'list',
  }),
  download: endpoint({
    method: 'GET',
    path: '/api/attachment/download/:uniqueId',
    access: attachmentPolicy.see,
    summary:
      'Returns the bytes of an attached file. Supports Range, If-Range and If-None-Match. The download is ended when the right to it ends.',
    input: byId,
    reply: fileReply,
    replyType: 'file',
  }),
  pages: endpoint({
    method: 'GET',
    path: '/api/attachment/pages/:uniqueId',
    access: attachmentPolicy.see,
    summary:
      'Returns the number of pages of an attached PDF and their sizes, at most those of the first 500, which have previews. Returns 404 with the reason where it has none.',
    input: byId,
    reply: PreviewPages,
  }),
  ticket: endpoint({
    method: 'POST',
    path: '/api/attachment/ticket',
    access: attachmentPolicy.see,
    summary:
      'Returns an address from which the browser can fetch an attached file without an authorization header: to save it, with `preview` to show a ' +
      'preview of it, with `play` to play a recording, which counts as opened and not as downloaded.',
    input: z.strictObject({ uniqueId: id, preview: z.boolean().optional(), play: z.boolean().optional() }),
    reply: Ticket,
    returnsSecret: true,
  }),
})

/**
 * Files of drives that are attached to companies, contacts, meeting reports and projects.
 *
 * A file is attached by its owner and stored once. It remains the owner's: a new name applies here, a file in the owner's trash is hidden here until
 * it is restored, and a permanently deleted one is gone here, too. Everyone who sees the record can read the file, and nobody else; while the record
 * is in the trash, nobody can read the file through it. When its owner's account is deleted, the file stays readable for another 30 days, as long as
 * their drive is kept, and is deleted with the drive.
 */
export const attachmentApi = {
  ...calls,
  /** A request with a ticket has no session. The tenant is the ticket's; the handler checks whether that tenant has drives switched off. */
  fetch: endpoint({
    method: 'GET',
    path: '/api/attachment/ticket/:ticket',
    access: 'anyone',
    summary:
      'Returns the attached file that a ticket was issued for, or its preview: of a PDF the first page, or the one named by `page`. The rights are checked again, also while the download runs.',
    input: z.strictObject({ ticket: z.string().max(200), page: previewPage }),
    reply: fileReply,
    replyType: 'file',
  }),
}
