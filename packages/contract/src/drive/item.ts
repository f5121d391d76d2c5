import { z } from 'zod'
import { id, instant } from '../kit/endpoint.ts'
import { several } from '../kit/fields.ts'

/** A file or a folder of somebody's drive. */
export const DriveItem = z.object({
  uniqueId: id,
  /** A file's, for its download. */
  documentId: id.nullable(),
  name: z.string(),
  folder: z.boolean(),
  /** Null at the root of a drive; and where the folder above is not shared with who asks. */
  parentFolderId: id.nullable(),
  ownerId: id,
  dateCreated: instant,
  updatedAt: instant,
  /** Bytes of a file; null for a folder. */
  size: z.number().nullable(),
  mimeType: z.string().nullable(),
  /** The addresses that its owner shares it with, by itself; nobody else is told. */
  sharedWith: z.array(z.string()),
  /** The addresses that have access through the folders above it; nobody but its owner is told. */
  sharedAbove: z.array(z.string()),
  /** How many lie right in a folder; null for a file. */
  items: z.number().nullable(),
  createdByUser: z.object({ uniqueId: id, fullName: z.string(), userCompanyName: z.string().nullable() }),
})
export type DriveItem = z.output<typeof DriveItem>

/** Somebody who shares with the actor, and how many items by themselves. */
export const SharedBy = z.object({
  uniqueId: id,
  fullName: z.string(),
  userCompanyName: z.string().nullable(),
  count: z.number(),
})
export type SharedBy = z.output<typeof SharedBy>

/** Somebody that the actor shares with. The name is told once they have opened something of it, and among staff. */
export const SharedUser = z.object({ fullName: z.string().nullable(), value: z.string(), emailAddress: z.string() })
export type SharedUser = z.output<typeof SharedUser>

/** Somebody that one item is shared with. `through`: the folder by which it is; null: by itself. */
export const Share = z.object({
  emailAddress: z.string(),
  fullName: z.string().nullable(),
  dateCreated: instant,
  openedAt: instant.nullable(),
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
  'ATTACHED',
  'DETACHED',
  'OPENED',
  'DOWNLOADED',
  'DELETED',
  'RESTORED',
  'PURGED',
] as const
export type DriveAction = (typeof driveActions)[number]

/** Something that was done to an item: by whom, and to whom or from where, where that is to be said. */
export const DriveActivity = z.object({
  uniqueId: id,
  dateCreated: instant,
  action: z.enum(driveActions),
  itemId: id,
  name: z.string(),
  byName: z.string(),
  /** The address it was shared with; the record it was attached to; the name or folder that it had before. */
  detail: z.string().nullable(),
  /** Where it stands now; null where it lies in the trash or is gone. */
  standing: z.object({ folder: z.boolean(), parentFolderId: id.nullable() }).nullable(),
})
export type DriveActivity = z.output<typeof DriveActivity>

/** What became of one item of a bulk call, and what it is called now. */
export const Outcome = z.object({ uniqueId: id, outcome: z.enum(['DONE', 'UNCHANGED']), name: z.string() })

export const ids = (sentence: string) => several(id, sentence, 500).refine((list) => list.length > 0, sentence)

export const place = id.nullish().transform((given) => given ?? null)
