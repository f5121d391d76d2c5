import { z } from 'zod'
import { byId, endpoint, id, instant, listQuery } from '../kit/endpoint.ts'
import { isRichText, isStorable, notStorableMessage } from '../kit/fields.ts'
import { language, languages } from '../kit/language.ts'
import { say } from '../kit/say.ts'
import { legalKinds } from './legalText.fields.ts'
import { legalTextPolicy } from './policies.ts'

const kind = z.enum(legalKinds, 'Unknown text')

/** A text of one kind in one language, as its editors see it. */
export const LegalText = z.object({
  uniqueId: id,
  kind: z.enum(legalKinds),
  language: z.enum(languages),
  /** The draft, as markup. Only editors see it until it is published. */
  content: z.string(),
  /** The number of the newest published version; 0 if it was never published. */
  version: z.number(),
  publishedAt: instant.nullable(),
  /** The newest version has text, so visitors read it. A version without text is published to remove the page. */
  isShown: z.boolean(),
  /** The draft differs from the newest version. */
  isChanged: z.boolean(),
  /** When the draft was last saved. */
  updatedAt: instant.nullable(),
})
export type LegalText = z.output<typeof LegalText>

/** A published version. It never changes. */
export const LegalTextVersion = z.object({
  uniqueId: id,
  kind: z.enum(legalKinds),
  language: z.enum(languages),
  version: z.number(),
  content: z.string(),
  dateCreated: instant,
  /** Who published it. Null where the user no longer exists. */
  createdByName: z.string().nullable(),
})
export type LegalTextVersion = z.output<typeof LegalTextVersion>

/** As visitors see it: in the requested language, or in another one where it is not written in that. */
export const ShownLegalText = LegalTextVersion.omit({ createdByName: true })
export type ShownLegalText = z.output<typeof ShownLegalText>

/** The version of the privacy policy that the visitor agrees to, where the form asks for consent. */
export const consent = id.optional()

const content = z
  .string()
  .trim()
  .refine(isRichText, say('{what} can be {count} KB at most', { what: say('Text'), count: 200 }))
  .refine(isStorable, notStorableMessage)

export const legalTextApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/legalText/',
    access: legalTextPolicy.see,
    summary: 'Lists the legal texts of the tenant, one for each kind and language, published or not.',
    input: listQuery(['kind'], { kind: kind.optional(), language: language.optional() }).omit({ q: true }),
    reply: z.array(LegalText),
    replyType: 'list',
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/legalText/:uniqueId',
    access: legalTextPolicy.see,
    summary: 'Returns one legal text with its draft.',
    input: byId,
    reply: LegalText,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/legalText/',
    access: legalTextPolicy.update,
    summary: 'Saves the draft of a legal text. Visitors continue to see the published version.',
    input: z.strictObject({ uniqueId: id, content: content.optional(), updatedAt: instant.nullish() }),
    reply: LegalText,
    message: 'The draft was saved.',
    bodyLimit: 300 * 1024,
  }),
  publish: endpoint({
    method: 'POST',
    path: '/api/legalText/publish',
    access: legalTextPolicy.update,
    summary:
      'Publishes the draft as the next version, immediately on every page. A draft without text unpublishes the page; earlier ' +
      'versions are kept. Returns 409 if the draft was saved again since `updatedAt`, or does not differ from the published ' +
      'version.',
    input: z.strictObject({ uniqueId: id, updatedAt: instant.nullish() }),
    reply: LegalText,
    message: ({ isShown }: { isShown: boolean }) => (isShown ? say('The text is published.') : say('The page was unpublished.')),
  }),
  versions: endpoint({
    method: 'GET',
    path: '/api/legalText/versions',
    access: legalTextPolicy.see,
    summary: 'Lists the published versions of a legal text, newest first.',
    input: listQuery(['version'], { uniqueId: id }).omit({ q: true }),
    reply: z.array(LegalTextVersion),
    replyType: 'list',
  }),
  shown: endpoint({
    method: 'GET',
    path: '/api/legalText/shown/:kind',
    access: 'anyone',
    summary:
      'Returns the published text of a kind: in `lang`, else in the language of the tenant, else in any language that it is ' +
      'available in. Returns 404 if there is none.',
    input: z.strictObject({ kind, lang: language.optional() }),
    reply: ShownLegalText,
  }),
}
