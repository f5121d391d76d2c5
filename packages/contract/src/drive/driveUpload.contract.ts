import { z } from 'zod'
import { byteStream, callsBehindSwitch, endpoint, id, listQuery, upload } from '../kit/endpoint.ts'
import { atMost, required } from '../kit/fields.ts'
import { say } from '../kit/say.ts'
import { drivePolicy } from './drive.policy.ts'
import { DriveItem, itemPath, optionalFolderId } from './item.ts'

/** What happens to a file whose name is taken: it gets a number, replaces the other one, or is skipped. */
export const nameConflictActions = ['KEEP', 'REPLACE', 'SKIP'] as const
export type NameConflictAction = (typeof nameConflictActions)[number]

export const uploadStates = ['WAITING', 'DONE', 'SKIPPED', 'FAILED', 'CANCELLED'] as const

/** The maximum number of files in one upload. */
const MAX_UPLOAD_FILES = 5_000

/** One file of an upload. Its bytes go to /api/files/arriving/{uniqueId} by tus 1.0. */
export const UploadingFile = z.object({
  uniqueId: id,
  /** The path as declared. */
  path: z.string(),
  size: z.number(),
  /** Bytes received and stored durably: they survive a crash. */
  received: z.number(),
  state: z.enum(uploadStates),
  /** The drive item that it has become, and its name. */
  itemId: id.nullable(),
  name: z.string(),
  /** Why it failed, or was put in another folder. */
  problem: z.string().nullable(),
})
export type UploadingFile = z.output<typeof UploadingFile>

const uploadPath = itemPath.transform((names) => names.join('/'))
const size = z.number(required('Size')).int(required('Size')).min(0, required('Size')).max(Number.MAX_SAFE_INTEGER)

/** Bytes of JSON, enough to declare 5,000 files. */
const MAX_DECLARATION_BYTES = 4 * 1024 * 1024

const counted = (sentence: string) =>
  z
    .string(sentence)
    .regex(/^\d{1,15}$/, sentence)
    .transform(Number)
/** The fields that tus 1.0 sends in headers. */
const tus = { version: z.string().optional(), uniqueId: id }
const asTus = { version: 'tus-resumable' } as const
const version = { 'tus-resumable': z.string() }
/** The number of bytes received, and the total. */
const state = z.object({ ...version, 'upload-offset': z.string(), 'upload-length': z.string() })

export const driveUploadApi = callsBehindSwitch('DRIVE_ENABLED', {
  clashes: endpoint({
    method: 'POST',
    path: '/api/files/clashes',
    access: drivePolicy.keep,
    summary: 'Returns which of the given paths in a folder of your drive are already taken, and whether by a folder.',
    bodyLimit: MAX_DECLARATION_BYTES,
    input: z.strictObject({
      parentId: optionalFolderId,
      paths: atMost(
        z.array(uploadPath).min(1, 'Name a file'),
        MAX_UPLOAD_FILES,
        say('At most {count} files', { count: MAX_UPLOAD_FILES }),
      ),
    }),
    reply: z.array(z.object({ path: z.string(), folder: z.boolean(), size: z.number().nullable(), updatedAt: z.string() })),
    replyType: 'list',
  }),
  batch: endpoint({
    method: 'POST',
    path: '/api/files/batch',
    access: drivePolicy.keep,
    bodyLimit: MAX_DECLARATION_BYTES,
    summary:
      'Declares an upload: its files with their sizes, and its folders. Creates the folders, reserves the space, and returns where each ' +
      'file is to be sent. Returns 413 if the upload exceeds the limit of one upload or of the drive. An upload without activity for a ' +
      'day is given up.',
    input: z.strictObject({
      parentId: optionalFolderId,
      files: atMost(
        z.array(
          z.strictObject({
            path: uploadPath,
            size,
            mimeType: z.string().max(200).optional(),
            clash: z.enum(nameConflictActions, 'KEEP, REPLACE or SKIP').default('KEEP'),
          }),
        ),
        MAX_UPLOAD_FILES,
        say('At most {count} files', { count: MAX_UPLOAD_FILES }),
      ).default([]),
      folders: atMost(z.array(uploadPath), MAX_UPLOAD_FILES, say('At most {count} folders', { count: MAX_UPLOAD_FILES })).default(
        [],
      ),
    }),
    reply: z.object({ uniqueId: id, files: z.array(UploadingFile) }),
    replyType: 'created',
  }),
  state: endpoint({
    method: 'GET',
    path: '/api/files/batch/:uniqueId',
    access: drivePolicy.keep,
    summary: 'Lists the files of an upload with the current state of each.',
    input: listQuery(['path'], { uniqueId: id }).omit({ q: true }),
    reply: z.array(UploadingFile),
    replyType: 'list',
  }),
  received: endpoint({
    method: 'GET',
    path: '/api/files/arriving/:uniqueId',
    access: drivePolicy.keep,
    waits: true,
    summary:
      'tus 1.0 (HEAD): returns how many bytes of a file have been received. Ends a request that is sending bytes of the file.',
    input: z.strictObject(tus),
    headers: asTus,
    reply: state,
    replyType: 'headers',
  }),
  send: endpoint({
    method: 'PATCH',
    path: '/api/files/arriving/:uniqueId',
    access: drivePolicy.keep,
    summary:
      'tus 1.0: receives bytes of a file, starting at Upload-Offset. Bytes that were received before a connection breaks are kept. With ' +
      'the last byte, the file is added to the drive. Ends another request that is sending bytes of the file.',
    bodyType: 'bytes',
    input: z.strictObject({
      ...tus,
      offset: counted('Say from which byte on'),
      length: counted('Content-Length must be a number').optional(),
      bytes: byteStream,
    }),
    headers: { ...asTus, offset: 'upload-offset', length: 'content-length' },
    reply: state,
    replyType: 'headers',
  }),
  cancel: endpoint({
    method: 'DELETE',
    path: '/api/files/arriving/:uniqueId',
    access: drivePolicy.keep,
    waits: true,
    summary: 'tus 1.0: cancels one file of an upload. What is already in the drive stays.',
    input: z.strictObject(tus),
    headers: asTus,
    reply: z.object(version),
    replyType: 'headers',
  }),
  upload: endpoint({
    method: 'POST',
    path: '/api/files/upload',
    access: drivePolicy.keep,
    summary: 'Uploads up to 20 files at once to a folder of your drive, or to its root. If a name is taken, a number is added.',
    input: z.strictObject({
      file: z.union([upload, z.array(upload)]).optional(),
      files: z.union([upload, z.array(upload)]).optional(),
      parentId: optionalFolderId,
    }),
    reply: z.array(DriveItem),
    replyType: 'created',
    message: 'File uploaded successfully.',
  }),
})
