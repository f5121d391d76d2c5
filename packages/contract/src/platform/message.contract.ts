import { z } from 'zod'
import { byId, endpoint, id, instant, listQuery, searchTerm } from '../kit/endpoint.ts'
import { required, text } from '../kit/fields.ts'
import { history } from '../kit/history.ts'
import { language, languages } from '../kit/language.ts'
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
    who: 'anyone',
    about: 'The texts of the pages: English text to the text in the language asked for. What is missing reads as its English.',
    input: z.strictObject({ lang: language.optional() }),
    reply: z.record(z.string(), z.string()),
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/message/',
    who: messagePolicy.see,
    about: 'The texts of the product, by key and language, with what the tenant says instead.',
    input: listQuery(['key', 'text', 'updatedAt'], {
      key: searchTerm,
      text: searchTerm,
      /** `all` is the same as leaving it out. */
      language: z.enum(['all', ...languages], 'This language is not available').optional(),
      isOverridden: z.enum(['true', 'false'], 'true or false').optional(),
    }),
    reply: z.array(Message),
    answers: 'list',
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/message/:uniqueId',
    who: messagePolicy.see,
    about: 'Reads one text.',
    input: byId,
    reply: Message,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/message/',
    who: messagePolicy.create,
    about: 'Says a text of the product in other words, at once on every page. It keeps the holes of its key, such as {name}.',
    input: z.strictObject({ key: z.string(required('Key')).min(1, required('Key')).max(2000), language, text: words }),
    reply: Message,
    answers: 'created',
    says: 'The text was saved.',
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/message/',
    who: messagePolicy.update,
    about: 'Changes the words of a text.',
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
    says: 'The text was saved.',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/message/:uniqueId',
    who: messagePolicy.remove,
    about: 'Goes back to the text as it is shipped.',
    input: byId,
    reply: byId,
    says: 'The original text is back.',
  }),
  ...history('/api/message', 'text', messagePolicy.update),
}
