import { z } from 'zod'
import { id } from './endpoint.ts'

/** Records of one kind that go to the trash with others and come back with them, and whose they are: tasks of who is to do them. */
export const Belonging = z.object({
  kind: z.string(),
  count: z.number(),
  people: z.array(z.object({ uniqueId: id.nullable(), fullName: z.string().nullable(), count: z.number() })),
})
export type Belonging = z.infer<typeof Belonging>
