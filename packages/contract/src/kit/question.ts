import { z } from 'zod'
import { stamped } from './endpoint.ts'
import { yesOrNo } from './fields.ts'
import { say } from './say.ts'

/**
 * What questions of a tenant have in common, around their own words: translations, a place in their group, and whether they are asked.
 * `input` is what a form sends, `record` what is read.
 */
export const questionFields = <W extends z.ZodRawShape>(words: W) => {
  /** In the languages that it was translated to; the others read it as it stands. */
  const Translations = z.partialRecord(z.enum(['es', 'fr', 'de', 'it'], 'This language is not available'), z.strictObject(words))
  return {
    Translations,
    input: {
      translations: Translations.default({}),
      /** Its place in its group, from 1; a new one comes last where none is given. */
      position: z
        .number('This is not a number')
        .int('This is not a whole number')
        .min(1, 'Places are counted from 1')
        .max(1000, say('At most {count}', { count: 1000 }))
        .optional(),
      /** It is not asked, or no longer; `false` asks it again, as the last one where no place is given. */
      retired: yesOrNo.optional(),
    },
    record: {
      ...stamped,
      translations: Translations,
      position: z.number(),
      /** Somebody has answered it: its words stand, and it can be retired, not deleted. */
      answered: z.boolean(),
      /** It is no longer asked. */
      retired: z.boolean(),
    },
  }
}

/** What is said of a question that was to be deleted. */
export const removedQuestion = ({ retired }: { retired: boolean }) =>
  retired ? say('The question has answers, so it was retired, not deleted.') : say('Deleted Successfully!')
