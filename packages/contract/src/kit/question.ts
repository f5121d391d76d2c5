import { z } from 'zod'
import { recordFields } from './endpoint.ts'
import { yesOrNo } from './fields.ts'
import { say } from './say.ts'

/**
 * The common fields of a tenant's questions, next to their own texts: translations, a position in their group, and whether they are asked. `input` is
 * what a form sends, `record` what is returned.
 */
export const questionFields = <W extends z.ZodRawShape>(words: W) => {
  /** By language of translation; in other languages the original text is shown. */
  const Translations = z.partialRecord(z.enum(['es', 'fr', 'de', 'it'], 'This language is not available'), z.strictObject(words))
  return {
    Translations,
    input: {
      translations: Translations.default({}),
      /** Its position in its group, from 1; by default a new one is last. */
      position: z
        .number('This is not a number')
        .int('This is not a whole number')
        .min(1, 'Places are counted from 1')
        .max(1000, say('At most {count}', { count: 1000 }))
        .optional(),
      /** Whether it is retired, and not asked; `false` asks it again, as the last one unless a position is given. */
      retired: yesOrNo.optional(),
    },
    record: {
      ...recordFields,
      translations: Translations,
      position: z.number(),
      /** Somebody has answered it: its text cannot change, and it can be retired, not deleted. */
      answered: z.boolean(),
      /** It is no longer asked. */
      retired: z.boolean(),
    },
  }
}

/** The message after deleting a question. */
export const removedQuestion = ({ retired }: { retired: boolean }) =>
  retired ? say('The question has answers, so it was retired, not deleted.') : say('Deleted Successfully!')
