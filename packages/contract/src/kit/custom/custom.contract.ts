import { z } from 'zod'
import { byId, endpoint, id, instant, listQuery, recordFields } from '../endpoint.ts'
import { atMost, text } from '../fields.ts'
import { say } from '../say.ts'
import { customKinds, customTypes, MAX_CUSTOM_CHOICES } from './custom.fields.ts'
import { customFieldPolicy } from './custom.policy.ts'
import { customKey } from './custom.values.ts'

const kind = z.enum(customKinds, say('This kind of record has no fields of your own'))

export const CustomField = z.object({
  ...recordFields,
  kind: z.enum(customKinds),
  /** Derived from the first label; it never changes. */
  key: z.string(),
  label: z.string(),
  type: z.enum(customTypes),
  /** In the order of the form; only for types with choices. */
  choices: z.array(z.object({ key: z.string(), label: z.string(), isRetired: z.boolean() })),
  /** Fields are sorted by this, then by creation time. */
  position: z.number(),
  /** When it was retired: records keep its values, and show them again once it is restored. */
  retiredAt: instant.nullable(),
})
export type CustomField = z.output<typeof CustomField>

const label = text('Name', 80)
const position = z
  .number()
  .int()
  .min(0, 'At least 0')
  .max(10_000, say('At most {count}', { count: 10_000 }))

/** A choice with a key is an existing one; one without is new. */
const choices = atMost(
  z.array(
    z.strictObject({
      key: z.string().regex(customKey, 'This is not one of the choices').optional(),
      label: text('Choice', 80),
      isRetired: z.boolean().optional(),
    }),
  ),
  MAX_CUSTOM_CHOICES,
  say('At most {count} choices', { count: MAX_CUSTOM_CHOICES }),
)

export const customFieldApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/customField/',
    who: customFieldPolicy.see,
    about:
      'The fields that the tenant has added to its records, in their order; of one kind where it is named. With retired=true those that are out of use as well.',
    input: listQuery(['position'], {
      kind: kind.optional(),
      retired: z.literal('true', say('Leave it out, or set it to true')).optional(),
    }).omit({ q: true }),
    reply: z.array(CustomField),
    answers: 'list',
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/customField/',
    who: customFieldPolicy.create,
    about: 'Adds a field to a kind of record, 50 in use at most. Its key is made of the label; key, kind and type never change.',
    input: z.strictObject({
      kind,
      label,
      type: z.enum(customTypes, 'Choose a type'),
      choices: choices.optional(),
      position: position.optional(),
    }),
    reply: CustomField,
    answers: 'created',
    says: 'The field was added.',
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/customField/',
    who: customFieldPolicy.update,
    about:
      'Renames or moves a field. The choices are sent whole, in their order: known ones by their key, new ones without. One that is left out is retired: records keep it.',
    input: z.strictObject({
      uniqueId: id,
      label: label.optional(),
      choices: choices.optional(),
      position: position.optional(),
      updatedAt: instant.optional(),
    }),
    reply: CustomField,
    says: 'The field was saved.',
  }),
  retire: endpoint({
    method: 'POST',
    path: '/api/customField/:uniqueId/retire',
    who: customFieldPolicy.retire,
    about: 'Takes a field out of use. Records keep its values.',
    input: byId,
    reply: CustomField,
    says: 'The field was retired.',
  }),
  bringBack: endpoint({
    method: 'POST',
    path: '/api/customField/:uniqueId/bringBack',
    who: customFieldPolicy.retire,
    about: 'Brings a retired field back, with its values.',
    input: byId,
    reply: CustomField,
    says: 'The field is back in use.',
  }),
}
