import { z } from 'zod'
import { endpoint, id } from '../kit/endpoint.ts'
import { say } from '../kit/say.ts'

const Hit = z.object({
  uniqueId: id,
  title: z.string(),
  detail: z.string(),
  /** The end of the screen's address, after the area, where it differs from the one of its kind. */
  path: z.string().optional(),
})
/** The hits of one kind of record: the first few, and their total. */
export const HitGroup = z.object({
  kind: z.string(),
  total: z.number(),
  totalEstimated: z.boolean(),
  hits: z.array(Hit),
  /** The corrected search term that was used instead: nothing was found for the one typed. */
  correctedTo: z.string().optional(),
})
export type HitGroup = z.infer<typeof HitGroup>

export const searchApi = {
  search: endpoint({
    method: 'GET',
    path: '/api/search/',
    access: 'signedIn',
    summary:
      'Searches the records of each kind that you may see, by any part of a word. If nothing is found, searches titles for similar words.',
    input: z.strictObject({
      q: z
        .string('Enter what to look for')
        .trim()
        .min(1, 'Enter what to look for')
        .max(200, say('At most {count} characters', { count: 200 })),
    }),
    reply: z.array(HitGroup),
    replyType: 'list',
  }),
}
