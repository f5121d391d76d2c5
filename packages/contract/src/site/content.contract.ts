import { z } from 'zod'
import { asking, byId, bytes, callsNeeding, crud, endpoint, id, instant, stamped, type Missing } from '../kit/endpoint.ts'
import { isRichText, moment, several, text, yesOrNo } from '../kit/fields.ts'
import { history } from '../kit/history.ts'
import { language } from '../kit/language.ts'
import { say } from '../kit/say.ts'
import { historyOf } from '../platform/policies.ts'
import { articleTypes, contentCategories, contentSorts, contentStatuses, contentTypes, subscriptions } from './content.words.ts'
import { contentPolicy } from './policies.ts'

const contentType = z.enum(contentTypes, 'Choose a type')
const category = z.enum(contentCategories, 'Choose a category')
const articleType = z.enum(articleTypes, 'This is not a sub-category')

const publishTime = moment('Enter both day and time').nullish()

/** A rich text whose pictures are still in it as data, or a link. What stays when the pictures are taken out is bounded on the server. */
const body = z
  .string()
  .trim()
  .max(4_000_000, 'Content can have 200 KB of text and 2 MB of pictures at most')
  .refine((given) => given.isWellFormed() && !given.includes('\0'), 'This has a character that cannot be saved')

export const ContentInput = z.object({
  title: text('Title', 300),
  /** What it speaks; else what the tenant does. */
  language: language.optional(),
  contentType: contentType.default('TEXT'),
  category,
  articleTypes: several(articleType, 'Choose at least one sub-category', 100).refine(
    (given) => given.length > 0,
    'Choose at least one sub-category',
  ),
  /** TEXT: markup. AUDIO and VIDEO: the link to YouTube or Spotify. */
  content: body.optional(),
  /** AUDIO and VIDEO: what is to be heard or seen, as markup. TEXT has none: what is sent is passed over. */
  seoText: z.string().trim().refine(isRichText, 'The description can be 200 KB at most').nullish(),
  isPaidContent: yesOrNo.default(true),
  /** Without one it is published, or handed in for review by who may not publish. */
  status: z.enum(contentStatuses, 'Unknown status').optional(),
  /** What is published is shown from then on; without it at once. */
  publishAt: publishTime,
  /** The article that it says in another language, or any language of that; null: it is linked to none. Each has one of a language. */
  translationOf: id.nullish(),
})
export type ContentInput = z.output<typeof ContentInput>

/** A picture of a body: `/api/content/picture/<uniqueId>/<width>`. */
export const Picture = z.object({ uniqueId: id, alt: z.string(), width: z.number(), height: z.number() })
export type Picture = z.output<typeof Picture>

const shared = {
  uniqueId: id,
  title: z.string(),
  language,
  contentType: z.enum(contentTypes),
  category: z.enum(contentCategories),
  articleTypes: z.array(z.enum(articleTypes)),
  isPaidContent: z.boolean(),
  slug: z.string(),
  /**
   * The first words of it, 300 characters at most: what cards and search engines show. Of a body that is not free a teaser of at most 160,
   * and no more than a fifth of it: what is short has none.
   */
  excerpt: z.string(),
  /** The first picture of a free body. */
  picture: Picture.nullable(),
  /** Whose name is below it: the writer's brand, else the tenant's name. */
  userCompanyName: z.string(),
  dateCreated: instant,
  /** The day of `shownFrom` in the tenant's time zone. */
  dateCreatedLocal: z.string(),
  updatedAt: instant,
  /** From when it is shown: its publish time, else when it was published. Null while it never was. */
  shownFrom: instant.nullable(),
  /** Minutes that reading it takes; null for what is heard or seen. */
  minutes: z.number().nullable(),
}

/** As everybody has it. `content` and `seoText` are null where who asks may not open them, and in lists that want none. */
export const Content = z.object({
  ...shared,
  content: z.string().nullable(),
  seoText: z.string().nullable(),
  /** For AUDIO and VIDEO that may be opened: the address of the player, on one of its two hosts. */
  embed: z.object({ host: z.enum(['YOUTUBE', 'SPOTIFY']), url: z.string() }).nullable(),
  /** Whether who asks may open it. */
  isOpen: z.boolean(),
  status: z.enum(contentStatuses),
})
export type Content = z.output<typeof Content>

/** An article in one of its languages. */
const Version = z.object({ uniqueId: id, title: z.string(), slug: z.string(), language })
export type Version = z.output<typeof Version>

/** As its writers have it. */
export const StaffContent = Content.extend({
  createdBy: stamped.createdBy,
  /** Null: whoever wrote it is no longer here. */
  createdByName: z.string().nullable(),
  publishAt: instant.nullable(),
  /** What whoever sent it back wrote. */
  reviewNote: z.string().nullable(),
  /** What it is a translation of: the first of its languages, or where that is in the trash another. */
  translationOf: Version.nullable(),
  /** Its other languages, published or not. */
  translations: z.array(Version),
})
export type StaffContent = z.output<typeof StaffContent>

const Read = Content.extend({
  /** Three others that who reads it may like: of its category first, the newest first. */
  related: z.array(Content),
  /** Its other languages that are out. */
  translations: z.array(Version),
})

/** The language of whoever reads: of an article in several languages one is listed, in this language or else the first that there is. */
const reader = language.optional()

const filters = {
  reader,
  contentType: contentType.optional(),
  category: category.optional(),
  articleType: articleType.optional(),
  subscription: z.enum(subscriptions, 'Unknown subscription').optional(),
  /** Whose writers ask: any status. Everybody else sees what is published. */
  status: z.enum([...contentStatuses, 'ALL'], 'Unknown status').optional(),
  /** Neither AUDIO nor VIDEO, or those alone. */
  media: yesOrNo.optional(),
  /** Without the bodies, which make a list long. */
  bodies: yesOrNo.optional(),
}

const isEmpty = (markup: unknown) =>
  typeof markup !== 'string' || (!/<img\b/i.test(markup) && !/[^\s]/.test(markup.replace(/<\/?[a-z][^>]*>|&nbsp;/gi, '')))
const isBlank = (value: unknown) => typeof value !== 'string' || value.trim() === ''

/** Every piece needs its body: a text its markup, what is heard or seen a link and what is said of it. */
const missingBody: Missing = ({ contentType: type = 'TEXT', content, seoText }) => {
  if (type === 'TEXT') return isEmpty(content) ? { content: say('Content is required') } : {}
  if (type !== 'AUDIO' && type !== 'VIDEO') return {}
  return {
    ...(isBlank(content) && { content: say('Link is required') }),
    ...(isEmpty(seoText) && { seoText: say('Description is required') }),
  }
}

const calls = crud('/api/content', {
  name: 'piece of content',
  record: StaffContent,
  input: ContentInput,
  missing: missingBody,
  policy: contentPolicy,
  sorts: contentSorts,
  filters: {},
})
/** 2 MB of pictures as data, and the text around them. */
const bodyLimit = 3_500_000

export const contentApi = callsNeeding('CONTENT_ENABLED', {
  ...calls,
  list: endpoint({
    method: 'GET',
    path: '/api/content/',
    who: 'anyone',
    about: 'What is published, without the bodies that you may not open; with `status`, for its writers, all that they keep.',
    input: asking(contentSorts, filters),
    reply: z.array(z.union([StaffContent, Content])),
    answers: 'list',
  }),
  get: endpoint({
    ...calls.get,
    who: 'anyone',
    about: 'Reads one piece of content, without a body that you may not open.',
    reply: z.union([StaffContent, Content]),
    mayLag: true,
  }),
  create: { ...calls.create, bodyLimit },
  update: { ...calls.update, bodyLimit },
  ...history('/api/content', 'piece of content', historyOf(contentPolicy)),
  slug: endpoint({
    method: 'GET',
    path: '/api/content/slug/:slug',
    who: 'anyone',
    about:
      'Reads what is published at this address, with what is related to it. An old address of it finds it too: its `slug` is the new one.',
    input: z.strictObject({ slug: z.string().max(400), reader }),
    reply: Read,
    mayLag: true,
  }),
  approve: endpoint({
    method: 'POST',
    path: '/api/content/approve',
    who: contentPolicy.approve,
    about: 'Publishes what is in review, or sends it back to its writer with a note.',
    input: z.strictObject({
      uniqueId: id,
      approved: yesOrNo,
      note: z
        .string()
        .trim()
        .max(2000, say('At most {count} characters', { count: 2000 }))
        .nullish(),
      /** From when what is published is shown; left out, as its writer wished. */
      publishAt: publishTime,
      updatedAt: instant.optional(),
    }),
    reply: StaffContent,
    says: ({ status }: { status: string }) => (status === 'PUBLISHED' ? say('It is published.') : say('It was sent back.')),
  }),
  picture: endpoint({
    method: 'GET',
    path: '/api/content/picture/:uniqueId/:width',
    who: 'anyone',
    about:
      'A picture of a body, as WebP, no wider than asked for: 480, 960 or 1600 pixels. Its id cannot be guessed, and stands in bodies alone. No cache keeps one that not everybody may read.',
    input: byId.extend({ width: z.enum(['480', '960', '1600'], '480, 960 or 1600') }),
    reply: bytes,
    answers: 'file',
  }),
})
