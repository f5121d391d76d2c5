import { z } from 'zod'
import { byId, endpoint, id, instant, listQuery, searchTerm } from '../kit/endpoint.ts'
import { sortsOf } from '../kit/entityFields.ts'
import { whereOf } from '../kit/entitySchemas.ts'
import { text } from '../kit/fields.ts'
import { history } from '../kit/history.ts'
import { language, languages } from '../kit/language.ts'
import { messageFields } from './message.fields.ts'
import { messagePolicy } from './policies.ts'

/** A text of the product in one language: the default, and the tenant's own wording. */
export const Message = z.object({
  /** Derived from tenant, key and language. */
  uniqueId: id,
  /** The product's English text. */
  key: z.string(),
  language: z.enum(languages),
  /** The text in use. */
  text: z.string(),
  shipped: z.string(),
  isOverridden: z.boolean(),
  /** When the tenant last changed it. */
  updatedAt: instant.nullable(),
})
export type Message = z.output<typeof Message>

const words = text('Text', 2000)

export const messageApi = {
  translations: endpoint({
    method: 'GET',
    path: '/api/message/translations/',
    access: 'anyone',
    summary:
      'Returns the texts of the pages, as a map of the English texts to those in the requested language. A missing text is ' +
      'shown in English.',
    input: z.strictObject({ lang: language.optional() }),
    reply: z.record(z.string(), z.string()),
    revalidated: true,
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/message/',
    access: messagePolicy.see,
    summary: 'Lists the texts of the product by key and language, with the tenant’s own wording.',
    input: listQuery(sortsOf(messageFields), {
      ...whereOf(messageFields),
      key: searchTerm,
      text: searchTerm,
      /** `all` is the same as leaving it out. */
      language: z.enum(['all', ...languages], 'This language is not available').optional(),
      isOverridden: z.enum(['true', 'false'], 'true or false').optional(),
    }),
    reply: z.array(Message),
    replyType: 'list',
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/message/:uniqueId',
    access: messagePolicy.see,
    summary: 'Returns one text.',
    input: byId,
    reply: Message,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/message/',
    access: messagePolicy.create,
    summary:
      'Replaces a text of the product with the tenant’s own wording, immediately on every page. It must keep the placeholders ' +
      'of its key, such as {name}.',
    input: z.strictObject({ key: z.string('Choose a text').min(1, 'Choose a text').max(2000), language, text: words }),
    reply: Message,
    replyType: 'created',
    message: 'The text was saved.',
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/message/',
    access: messagePolicy.update,
    summary: 'Updates the wording of a text.',
    input: z.strictObject({
      uniqueId: id,
      text: words.optional(),
      key: z.unknown().optional(),
      language: z.unknown().optional(),
      shipped: z.unknown().optional(),
      isOverridden: z.unknown().optional(),
      updatedAt: instant.nullish(),
    }),
    reply: Message,
    message: 'The text was saved.',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/message/:uniqueId',
    access: messagePolicy.remove,
    summary: 'Resets a text to the original wording of the product.',
    input: byId,
    reply: byId,
    message: 'The original text is back.',
  }),
  ...history('/api/message', 'text', messagePolicy.update),
}
