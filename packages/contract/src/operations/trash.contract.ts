import { z } from 'zod'
import { emptyInput, endpoint, id, instant, listQuery } from '../kit/endpoint.ts'
import { Belonging } from '../kit/entitySchemas.ts'
import { atMost, text } from '../kit/fields.ts'
import { trashPolicy } from './policies.ts'

/** A record, or a file or folder of the user's own drive, in the trash for up to 30 days. */
export const TrashItem = z.object({
  uniqueId: id,
  kind: z.string(),
  title: z.string(),
  dateDeleted: instant,
  deletedByName: z.string().nullable(),
  /** Only for a file or folder; a folder represents everything deleted with it. Bytes; null for a folder. */
  file: z.object({ folder: z.boolean(), size: z.number().nullable() }).nullable(),
})
export type TrashItem = z.infer<typeof TrashItem>

const recordSelection = { kind: z.string().max(40), uniqueIds: atMost(z.array(id).min(1, 'Name a record'), 500) }

export const trashApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/trash/',
    access: trashPolicy.see,
    summary:
      'Lists the deleted records that you may restore, and what you deleted from your drive, latest first. Drive items have the kind `driveItem` and are restored by /api/files/restore.',
    input: listQuery(['dateDeleted'], { kind: z.string().max(40).optional() }),
    reply: z.array(TrashItem),
    replyType: 'list',
  }),
  kinds: endpoint({
    method: 'GET',
    path: '/api/trash/kinds',
    access: trashPolicy.see,
    summary: 'Lists the kinds of which something is in your trash: each after those that its records may belong to.',
    input: emptyInput,
    reply: z.array(z.string()),
    replyType: 'list',
  }),
  belonging: endpoint({
    method: 'POST',
    path: '/api/trash/belonging',
    access: trashPolicy.restore,
    summary:
      'Returns what would be moved to the trash with these records, which you must be allowed to delete: how many records of each kind, and whose.',
    input: z.strictObject(recordSelection),
    reply: z.array(Belonging),
    replyType: 'list',
  }),
  restore: endpoint({
    method: 'POST',
    path: '/api/trash/restore',
    access: trashPolicy.restore,
    summary:
      'Restores records from the trash: all that are named, or none. A single company, project, task or event can be given another title if its own has been taken in the meantime (409 with `title` reports that). A record that is named after other data cannot be given another title.',
    input: z.strictObject({
      ...recordSelection,
      title: text('Name').optional(),
      /** Skips records that are not in the trash any more, since they were restored together with others, instead of rejecting the call. */
      skipRestored: z.boolean().optional(),
    }),
    /** `uniqueIds`: the restored ones. `belonging`: the records that were restored with them. */
    reply: z.object({ uniqueIds: z.array(id), belonging: z.array(Belonging) }),
  }),
}
