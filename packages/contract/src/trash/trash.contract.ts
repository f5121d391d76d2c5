import { z } from 'zod'
import { asking, endpoint, id, instant } from '../kit/endpoint.ts'
import { text } from '../kit/fields.ts'
import { trashPolicy } from './trash.policy.ts'

/** A record in the trash, until it is 30 days old. */
export const Trashed = z.object({
  uniqueId: id,
  kind: z.string(),
  title: z.string(),
  dateDeleted: instant,
  deletedByName: z.string().nullable(),
})
export type Trashed = z.infer<typeof Trashed>

export const trashApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/trash/',
    who: trashPolicy.see,
    about: 'The deleted records that you may restore, the latest first.',
    input: asking(['dateDeleted'], { kind: z.string().max(40).optional() }),
    reply: z.array(Trashed),
    answers: 'list',
  }),
  restore: endpoint({
    method: 'POST',
    path: '/api/trash/restore',
    who: trashPolicy.see,
    about:
      'Takes records out of the trash: all that are named, or none. A single company, project, task or event may be given another title, where its own was taken meanwhile (409 with `title` says so); what is called after other data may not.',
    input: z.strictObject({
      kind: z.string().max(40),
      uniqueIds: z.array(id).min(1, 'Name a record').max(500, 'At most 500'),
      title: text('Name').optional(),
    }),
    reply: z.object({ uniqueIds: z.array(id) }),
  }),
}
