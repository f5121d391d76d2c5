import { z } from 'zod'
import { say, type Sentence } from '../say.ts'
import { type CustomChange, type CustomName, customName, type CustomValues, MAX_CUSTOM_CHOICES } from './custom.fields.ts'

/** The key of a field or of a choice. */
export const customKey = /^[a-z0-9_]{1,60}$/

const one = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])

/** The values of a record's fields in use, by key. Empty fields are left out. */
export const customOut: z.ZodType<CustomValues, CustomValues> = z
  .record(z.string(), one)
  .meta({ description: 'The values of the custom fields in use, by the key of the field. Empty fields are left out.' })

/** For the API's description. The definition of each field decides which values are valid. */
const schemaDescription = {
  description: 'Values of custom fields, by the key of the field: only these are changed, and null clears one.',
  type: 'object',
  additionalProperties: {
    anyOf: [
      { type: 'string' },
      { type: 'number' },
      { type: 'boolean' },
      { type: 'array', items: { type: 'string' }, maxItems: MAX_CUSTOM_CHOICES },
      { type: 'null' },
    ],
  },
} as const

/**
 * The values that a form sends, by key: a new record takes them, an update changes those that it names, and null clears one. The definitions decide
 * which values are valid; the server's handlers check them, and report errors at `custom.<key>`.
 */
export const customIn = z
  .custom<CustomChange>(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    say('This is not an object'),
  )
  .meta(schemaDescription)
  .optional() as unknown as z.ZodOptional<z.ZodType<CustomValues, CustomChange>>

/** A field of the tenant's own, as refusals, files and merges name it. */
export const customFieldName = z.string().regex(/^custom\.[a-z0-9_]{1,60}$/, say('Unknown field')) as unknown as z.ZodType<
  CustomName,
  CustomName
>

type CustomSort = CustomName | `-${CustomName}`
const customSort = (sentence: Sentence) =>
  z.string().regex(new RegExp(`^-?${customName('').replace('.', '\\.')}[a-z0-9_]{1,60}$`), sentence) as unknown as z.ZodType<
    CustomSort,
    CustomSort
  >

/** The sort order of a list, which may also be a field of the tenant's own: `custom.<key>`, or `-custom.<key>` for descending. */
export const sortQuery = <const S extends string>(sorts: readonly S[]) => {
  const sentence = say('You can sort by {fields}', { fields: sorts.join(', ') })
  const standardSort = z.enum([...sorts, ...sorts.map((sort) => `-${sort}` as const)] as [S | `-${S}`], sentence)
  return { sort: z.union([standardSort, customSort(sentence)], sentence).optional() }
}
