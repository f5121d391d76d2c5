import { z } from 'zod'

/** What a plan includes in a calendar month of the tenant's time zone. What is not used lapses. */
export const Quota = z.object({
  /** `YYYY-MM`. */
  month: z.string(),
  /** Null: no limit. */
  most: z.number().nullable(),
  used: z.number(),
  /** Null: no limit. */
  left: z.number().nullable(),
  /** The day on which the next month begins. */
  renews: z.string(),
})
export type Quota = z.output<typeof Quota>
