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
    access: customFieldPolicy.see,
    summary:
      'Lists the fields that the tenant has added to its records, in their order; those of one kind if `kind` is given. With `retired=true`, retired fields are included.',
    input: listQuery(['position'], {
      kind: kind.optional(),
      retired: z.literal('true', say('Leave it out, or set it to true')).optional(),
    }).omit({ q: true }),
    reply: z.array(CustomField),
    replyType: 'list',
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/customField/',
    access: customFieldPolicy.create,
    summary:
      'Adds a field to a kind of record, which can have at most 50 in use. Its key is derived from the label. Key, kind and type cannot be changed.',
    input: z.strictObject({
      kind,
      label,
      type: z.enum(customTypes, 'Choose a type'),
      choices: choices.optional(),
      position: position.optional(),
    }),
    reply: CustomField,
    replyType: 'created',
    message: 'The field was added.',
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/customField/',
    access: customFieldPolicy.update,
    summary:
      'Renames or moves a field. The choices are sent as a complete list, in their order: existing ones with their key, new ones without. A choice that is left out is retired; records keep it.',
    input: z.strictObject({
      uniqueId: id,
      label: label.optional(),
      choices: choices.optional(),
      position: position.optional(),
      updatedAt: instant.optional(),
    }),
    reply: CustomField,
    message: 'The field was saved.',
  }),
  retire: endpoint({
    method: 'POST',
    path: '/api/customField/:uniqueId/retire',
    access: customFieldPolicy.retire,
    summary: 'Retires a field. Records keep its values.',
    input: byId,
    reply: CustomField,
    message: 'The field was retired.',
  }),
  bringBack: endpoint({
    method: 'POST',
    path: '/api/customField/:uniqueId/bringBack',
    access: customFieldPolicy.retire,
    summary: 'Brings a retired field back into use, with its values.',
    input: byId,
    reply: CustomField,
    message: 'The field is back in use.',
  }),
}
