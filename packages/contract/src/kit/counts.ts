import { z } from 'zod'
import { byId, endpoint } from './endpoint.ts'
import type { Rules } from './policy.ts'

/** As many as the list would have; null for who may not open that list. */
const Count = z.object({ total: z.number(), estimated: z.boolean() }).nullable()
export type Count = z.output<typeof Count>

/** The call that tells how much belongs to a record, kind by kind. */
export const counts = <const P extends string, const K extends string>(
  path: P,
  name: string,
  who: Rules,
  kinds: readonly K[],
) => ({
  counts: endpoint({
    method: 'GET',
    path: `${path}/:uniqueId/counts`,
    who,
    about: `How much belongs to one ${name}, as far as who asks may see it. Null stands for a list that they may not open.`,
    input: byId,
    reply: z.object(Object.fromEntries(kinds.map((kind) => [kind, Count])) as Record<K, typeof Count>),
  }),
})
