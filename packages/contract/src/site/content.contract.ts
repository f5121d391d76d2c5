import { z } from 'zod'
import {
  byId,
  callsBehindSwitch,
  crud,
  endpoint,
  fileReply,
  id,
  instant,
  listQuery,
  type Missing,
  recordFields,
} from '../kit/endpoint.ts'
import { sortsOf } from '../kit/entityFields.ts'
import { whereOf } from '../kit/entitySchemas.ts'
import { exportCalls } from '../kit/export.ts'
import { distinctValues, isRichText, moment, text, yesOrNo } from '../kit/fields.ts'
import { history } from '../kit/history.ts'
import { language } from '../kit/language.ts'
import { say } from '../kit/say.ts'
import { historyOf } from '../platform/policies.ts'
import { articleTypes, contentCategories, contentStatuses, contentTypes, subscriptions } from './content.constants.ts'
import { contentFields } from './content.fields.ts'
import { contentPolicy } from './policies.ts'

const contentType = z.enum(contentTypes, 'Choose a type')
const category = z.enum(contentCategories, 'Choose a category')
const articleType = z.enum(articleTypes, 'This is not a sub-category')

const publishTime = moment('Enter both day and time').nullish()

/** A rich text that still contains its pictures as data, or a link. The server limits what remains after the pictures are extracted. */
const body = z
  .string()
  .trim()
  .max(4_000_000, 'Content can have 200 KB of text and 2 MB of pictures at most')
  .refine((value) => value.isWellFormed() && !value.includes('\0'), 'This has a character that cannot be saved')

export const ContentInput = z.object({
  title: text('Title@@heading', 300),
  /** The language of the content; by default the tenant's. */
  language: language.optional(),
  contentType: contentType.default('TEXT'),
  category,
  articleTypes: distinctValues(articleType, 'Choose at least one sub-category', 100).refine(
    (types) => types.length > 0,
    'Choose at least one sub-category',
  ),
  /** TEXT: markup. AUDIO and VIDEO: the link to YouTube or Spotify. */
  content: body.optional(),
  /** AUDIO and VIDEO: a description, as markup. Ignored for TEXT. */
  seoText: z.string().trim().refine(isRichText, 'The description can be 200 KB at most').nullish(),
  isPaidContent: yesOrNo.default(true),
  /** By default it is published, or handed in for review by users who may not publish. */
  status: z.enum(contentStatuses, 'Unknown status').optional(),
  /** Published content is shown from then on; by default immediately. */
  publishAt: publishTime,
  /** The article that this one translates, or any other language version of it; null: no translation. Each article has at most one version per language. */
  translationOf: id.nullish(),
})
export type ContentInput = z.output<typeof ContentInput>

/** A picture of a body: `/api/content/picture/<uniqueId>/<width>`. */
export const Picture = z.object({ uniqueId: id, alt: z.string(), width: z.number(), height: z.number() })
export type Picture = z.output<typeof Picture>

const contentShape = {
  uniqueId: id,
  title: z.string(),
  language,
  contentType: z.enum(contentTypes),
  category: z.enum(contentCategories),
  articleTypes: z.array(z.enum(articleTypes)),
  isPaidContent: z.boolean(),
  slug: z.string(),
  /**
   * The first words of the body, 300 characters at most: shown on cards and in search engines. For a body that is not free, a teaser of at most 160
   * characters and a fifth of the body: a short body has none.
   */
  excerpt: z.string(),
  /** The first picture of a free body. */
  picture: Picture.nullable(),
  /** The name below it: the writer's brand, else the tenant's name. */
  userCompanyName: z.string(),
  dateCreated: instant,
  /** The day of `shownFrom` in the tenant's time zone. */
  dateCreatedLocal: z.string(),
  updatedAt: instant,
  /** From when it is shown: its publish time, else when it was published. Null if it was never published. */
  shownFrom: instant.nullable(),
  /** The reading time in minutes; null for AUDIO and VIDEO. */
  minutes: z.number().nullable(),
}

/** Content as everyone gets it. `content` and `seoText` are null where the actor may not open them, and in lists without bodies. */
export const Content = z.object({
  ...contentShape,
  content: z.string().nullable(),
  seoText: z.string().nullable(),
  /** For AUDIO and VIDEO that the actor may open: the address of the player, on one of its two hosts. */
  embed: z.object({ host: z.enum(['YOUTUBE', 'SPOTIFY']), url: z.string() }).nullable(),
  /** Whether the actor may open it. */
  isOpen: z.boolean(),
  status: z.enum(contentStatuses),
})
export type Content = z.output<typeof Content>

/** An article in one of its languages. */
const Version = z.object({ uniqueId: id, title: z.string(), slug: z.string(), language })
export type Version = z.output<typeof Version>

/** Content as its writers see it. */
export const StaffContent = Content.extend({
  createdBy: recordFields.createdBy,
  /** Null where the writer no longer exists. */
  createdByName: z.string().nullable(),
  publishAt: instant.nullable(),
  /** The note of the reviewer who sent it back. */
  reviewNote: z.string().nullable(),
  /** The article that it translates: the original, or where that is in the trash another language version. */
  translationOf: Version.nullable(),
  /** Its other language versions, published or not. */
  translations: z.array(Version),
})
export type StaffContent = z.output<typeof StaffContent>

const Read = Content.extend({
  /** Three related articles: those of its category first, the newest first. */
  related: z.array(Content),
  /** Its other language versions that are shown. */
  translations: z.array(Version),
})

/** The reader's language: of an article in several languages one is listed, in this language or else the first one available. */
const readerLanguage = language.optional()

const sorts = sortsOf(contentFields)

/** The filters of the list of the writers. */
export const writerFilters = {
  contentType: contentType.optional(),
  category: category.optional(),
  subscription: z.enum(subscriptions, 'Unknown subscription').optional(),
  /** Only for writers: any status. Everyone else sees published content. */
  status: z.enum([...contentStatuses, 'ALL'], 'Unknown status').optional(),
  /** `false` leaves out the bodies, which make a list large. */
  bodies: yesOrNo.optional(),
  /** Only for writers. */
  ...whereOf(contentFields),
}

const filters = {
  ...writerFilters,
  reader: readerLanguage,
  articleType: articleType.optional(),
  /** `true`: only AUDIO and VIDEO; `false`: neither. */
  media: yesOrNo.optional(),
}

const isEmpty = (markup: unknown) =>
  typeof markup !== 'string' || (!/<img\b/i.test(markup) && !/[^\s]/.test(markup.replace(/<\/?[a-z][^<>]*>|&nbsp;/gi, '')))
const isBlank = (value: unknown) => typeof value !== 'string' || value.trim() === ''

/** Every article needs its body: a text its markup, AUDIO and VIDEO a link and a description. */
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
  sorts,
  filters: {},
})
const isAhead = (instantText: string | null) => instantText !== null && Date.parse(instantText) > Date.now()

/** 2 MB of pictures as data, and the text around them. */
const bodyLimit = 3_500_000

export const contentApi = callsBehindSwitch('CONTENT_ENABLED', {
  ...calls,
  list: endpoint({
    method: 'GET',
    path: '/api/content/',
    access: 'anyone',
    summary:
      'Lists the published content, without the bodies that you may not open. With `status`, writers get content in any status, and they alone may add conditions.',
    input: listQuery(sorts, filters),
    reply: z.array(z.union([StaffContent, Content])),
    replyType: 'list',
  }),
  get: endpoint({
    ...calls.get,
    access: 'anyone',
    summary: 'Returns one piece of content, without its body if you may not open it.',
    reply: z.union([StaffContent, Content]),
    mayLag: true,
  }),
  create: { ...calls.create, bodyLimit },
  update: { ...calls.update, bodyLimit },
  ...history('/api/content', 'piece of content', historyOf(contentPolicy)),
  ...exportCalls('/api/content', 'pieces of content', { access: contentPolicy.export, sorts, filters: writerFilters }),
  slug: endpoint({
    method: 'GET',
    path: '/api/content/slug/:slug',
    access: 'anyone',
    summary:
      'Returns the published content with this slug, and related content. A former slug works, too; `slug` in the response is ' +
      'the current one.',
    input: z.strictObject({ slug: z.string().max(400), reader: readerLanguage }),
    reply: Read,
    mayLag: true,
  }),
  approve: endpoint({
    method: 'POST',
    path: '/api/content/approve',
    access: contentPolicy.approve,
    summary: 'Publishes content that is in review, or sends it back to its writer with a note.',
    input: z.strictObject({
      uniqueId: id,
      approved: yesOrNo,
      note: z
        .string()
        .trim()
        .max(2000, say('At most {count} characters', { count: 2000 }))
        .nullish(),
      /** From when it is shown; by default the writer's choice. */
      publishAt: publishTime,
      updatedAt: instant.optional(),
    }),
    reply: StaffContent,
    message: ({ status, shownFrom }: Pick<StaffContent, 'status' | 'shownFrom'>) => {
      if (status !== 'PUBLISHED') return say('It was sent back.')
      return isAhead(shownFrom) ? say('It will be shown from its publish time.') : say('It is published.')
    },
  }),
  picture: endpoint({
    method: 'GET',
    path: '/api/content/picture/:uniqueId/:width',
    access: 'anyone',
    summary:
      'Returns a picture of a body as WebP, no wider than requested: 480, 960 or 1600 pixels. Its id cannot be guessed and is ' +
      'contained only in bodies. Shared caches do not store pictures that are not public.',
    input: byId.extend({ width: z.enum(['480', '960', '1600'], '480, 960 or 1600') }),
    reply: fileReply,
    replyType: 'file',
  }),
})
