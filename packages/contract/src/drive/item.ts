import { z } from 'zod'
import { id, instant } from '../kit/endpoint.ts'
import { distinctValues, required } from '../kit/fields.ts'
import { say } from '../kit/say.ts'
import { MAX_PREVIEW_PAGES } from './item.constants.ts'

/** A file or a folder of somebody's drive. */
export const DriveItem = z.object({
  uniqueId: id,
  /** The id for downloading; null for a folder. */
  documentId: id.nullable(),
  name: z.string(),
  folder: z.boolean(),
  /** Null at the root of a drive, and where the parent folder is not shared with the actor. */
  parentFolderId: id.nullable(),
  ownerId: id,
  dateCreated: instant,
  updatedAt: instant,
  /** Bytes of a file; null for a folder. */
  size: z.number().nullable(),
  mimeType: z.string().nullable(),
  /** The addresses that the item itself is shared with; returned only to its owner. */
  sharedWith: z.array(z.string()),
  /** The addresses that have access through its ancestor folders; returned only to its owner. */
  sharedAbove: z.array(z.string()),
  /** The last day on which the actor has access to somebody else's item; null: until the owner ends it. */
  lastDay: z.string().nullable(),
  /** The number of items directly in a folder; null for a file. */
  items: z.number().nullable(),
  createdByUser: z.object({ uniqueId: id, fullName: z.string(), userCompanyName: z.string().nullable() }),
})
export type DriveItem = z.output<typeof DriveItem>

/** A user who shares with the actor, and the number of items shared directly. */
export const SharedBy = z.object({
  uniqueId: id,
  fullName: z.string(),
  userCompanyName: z.string().nullable(),
  count: z.number(),
})
export type SharedBy = z.output<typeof SharedBy>

/** A user that the actor shares with. The name is returned once they have opened a shared item, and among staff. */
export const SharedUser = z.object({ fullName: z.string().nullable(), value: z.string(), emailAddress: z.string() })
export type SharedUser = z.output<typeof SharedUser>

/**
 * An address that one item is shared with. `through`: the folder through which it is shared; null: directly. `lastDay`: the last day of the access,
 * null if it has none; `expired`: that day is over.
 */
export const Share = z.object({
  emailAddress: z.string(),
  fullName: z.string().nullable(),
  dateCreated: instant,
  openedAt: instant.nullable(),
  lastDay: z.string().nullable(),
  expired: z.boolean(),
  through: z.object({ uniqueId: id, name: z.string() }).nullable(),
})
export type Share = z.output<typeof Share>

export const driveActions = [
  'UPLOADED',
  'REPLACED',
  'CREATED',
  'RENAMED',
  'MOVED',
  'SHARED',
  'UNSHARED',
  'LAST_DAY',
  'EXPIRED',
  'ATTACHED',
  'DETACHED',
  'OPENED',
  'DOWNLOADED',
  'DELETED',
  'RESTORED',
  'PURGED',
] as const
export type DriveAction = (typeof driveActions)[number]

/** One action on an item: by whom, and to whom or from where, where that applies. */
export const DriveActivity = z.object({
  uniqueId: id,
  dateCreated: instant,
  action: z.enum(driveActions),
  itemId: id,
  name: z.string(),
  byName: z.string(),
  /** The address it was shared with, the record it was attached to, or the item's previous name or folder. */
  detail: z.string().nullable(),
  /** The last day of the share; null where it has none, and for other actions. */
  lastDay: z.string().nullable(),
  /** Where the item is now; null where it is in the trash or deleted. */
  standing: z.object({ folder: z.boolean(), parentFolderId: id.nullable() }).nullable(),
})
export type DriveActivity = z.output<typeof DriveActivity>

/** The outcome for one item of a bulk call, and the item's current name. */
export const ItemOutcome = z.object({ uniqueId: id, outcome: z.enum(['DONE', 'UNCHANGED']), name: z.string() })

export const ids = (sentence: string) => distinctValues(id, sentence, 500).refine((list) => list.length > 0, sentence)

export const optionalFolderId = id.nullish().transform((value) => value ?? null)

/** The pages of a PDF that are previewed: how many the PDF has, and of the first 500 the size in pixels at which they are drawn. */
export const PreviewPages = z.object({
  count: z.number(),
  pages: z.array(z.object({ width: z.number(), height: z.number() })),
})
export type PreviewPages = z.output<typeof PreviewPages>

/** The page of a PDF to preview, counted from 1. */
export const previewPage = z.coerce
  .number('This is not a number')
  .int('This is not a whole number')
  .min(1, 'Pages are counted from 1')
  .max(MAX_PREVIEW_PAGES, 'There is no such page')
  .optional()

/** The maximum number of bytes in a name, and of folder levels above a file. */
export const MAX_NAME_BYTES = 255
export const MAX_FOLDER_DEPTH = 20

/** Characters not allowed in a name: they separate folders, control a terminal or the direction of text, or are invisible, so that two names look the same. */
const forbiddenCharacters = /[/\\\p{Cc}\p{Zl}\p{Zp}\u3164\uFFA0]|(?![\u200C\u200D])\p{Cf}/u
/** Characters that join others, as in emoji, and are invisible on their own. */
const joiners = /\u200C|\u200D|\uFE0F/gu
const isInvisible = (name: string) => name.replace(joiners, '').trim() === ''
const byteLength = (name: string) => new TextEncoder().encode(name).length

/** Returns what is wrong with the name of a file or folder, or undefined. */
const faultOfName = (name: string) => {
  if (name === '') return say('{what} is required', { what: say('Name') })
  if (name === '.' || name === '..') return say('This name is taken by the system')
  if (forbiddenCharacters.test(name) || !name.isWellFormed() || isInvisible(name))
    return say('A name may not hold / or \\ or invisible characters')
  return byteLength(name) > MAX_NAME_BYTES ? say('A name can have {count} bytes at most', { count: MAX_NAME_BYTES }) : undefined
}

/** More characters than any name has that is short enough once it is normalized. */
const MAX_RAW_LENGTH = 4 * MAX_NAME_BYTES

/** Trimmed, in Unicode normalization form C, unless it is too long anyway: normalizing a long run of marks takes time that grows with its square. */
const normalizeName = (given: string) => {
  const name = given.trim()
  return name.length > MAX_RAW_LENGTH ? name : name.normalize('NFC').trim()
}

/** The name of a file or folder: trimmed, in Unicode normalization form C. */
export const itemName = z
  .string('Name is required')
  .transform(normalizeName)
  .superRefine((name, context) => {
    const fault = faultOfName(name)
    if (fault) context.addIssue({ code: 'custom', ...fault.error() })
  })

/** The path of a file or folder relative to the target folder: names separated by `/`. */
export const itemPath = z
  .string(required('Path'))
  .transform((path) => path.split('/', MAX_FOLDER_DEPTH + 1).map(normalizeName))
  .superRefine((names, context) => {
    if (names.length > MAX_FOLDER_DEPTH)
      context.addIssue({
        code: 'custom',
        ...say('Folders can be {count} levels deep at most', { count: MAX_FOLDER_DEPTH }).error(),
      })
    const fault = names.map(faultOfName).find(Boolean)
    if (fault) context.addIssue({ code: 'custom', ...fault.error() })
  })
