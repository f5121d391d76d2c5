import { z } from 'zod'
import { language } from '../kit/language.ts'
import { badgeSizes, badgeThemes } from './badge.words.ts'

/** How a badge is asked for, in its address. */
export const badgeQuery = z.strictObject({
  size: z.enum(badgeSizes).default('medium'),
  theme: z.enum(badgeThemes).default('light'),
  /** The tenant's own where none is given. */
  lang: language.optional(),
})
export type BadgeQuery = z.output<typeof badgeQuery>
