import type { Files } from '@tradewind/byte-store/files'
import type { Language } from '@tradewind/contract/kit/language'
import { phrase } from '@tradewind/contract/kit/phrase'
import { can } from '@tradewind/contract/kit/policy'
import { say } from '@tradewind/contract/kit/say'
import { accessOf } from '@tradewind/contract/plan'
import type { Actor } from '@tradewind/contract/roles'
import type { ContentStatus } from '@tradewind/contract/site/content.constants'
import type { ContentInput } from '@tradewind/contract/site/content.contract'
import { contentPolicy } from '@tradewind/contract/site/policies'
import { eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '#kit/database/database'
import { invalid } from '#kit/errors'
import { type ManualContext, manualTransaction, type WriteContext } from '#kit/http/context'
import type { Jobs } from '#kit/jobs'
import { toPlainText } from '#kit/markup'
import { assertCurrent, changesOf } from '#kit/record/audit'
import { crud, findRecord } from '#kit/record/crud'
import { assertAllowed } from '#kit/record/entity'
import type { Notify } from '#platform/notification/notification.queries'
import { addImageSizes, type Content, contentEntity, contentSlugs, pictureIdsIn } from '#site/schema/content.table'
import { type Body, cleanBody } from './body.ts'
import { addCopies, addPictures, findCopies, picturesOf, scheduleCleanup, updateAltTexts } from './pictures.ts'
import { type Needs as Reads, toStaffContent } from './read.ts'
import { findApprovers, isAwaited, scheduleAnnouncements, statusColumns } from './status.queries.ts'
import { resolveLink, resolveNewLink } from './translations.ts'

const pathTo = ({ uniqueId }: Content) => `content/show/${uniqueId}`

/** Notifies the users who may approve the content that it awaits review. */
const notifyApprovers = async (notify: Notify, row: Content, context: WriteContext) => {
  const noticeText = {
    subject: phrase('{by} submitted {title} for review'),
    content: phrase('Publish it, or send it back with a note.'),
    values: { by: context.actor.fullName, title: row.title },
    path: pathTo(row),
  }
  const people = await findApprovers(context.tx, context.actor.uniqueId)
  await notify(
    context.tx,
    context.scope.tenantId,
    ...people.map((userId) => ({ userId, by: context.actor.uniqueId, ...noticeText })),
  )
}

/** Notifies the writer of the result of the review. */
export const notifyWriter = async (notify: Notify, row: Content, note: string | null, { tx, actor, scope }: WriteContext) => {
  const { createdBy, status, title } = row
  if (!createdBy || createdBy === actor.uniqueId) return
  const subject = status === 'PUBLISHED' ? phrase('{by} published {title}') : phrase('{by} returned {title} to you')
  const values = { by: actor.fullName, title, note: note ?? '' }
  const published = isAwaited(row) ? phrase('It will be shown from its publish time.') : phrase('It is published.')
  const content = note ? '{note}' : status === 'PUBLISHED' ? published : phrase('It was sent back.')
  const opens = { rules: contentPolicy.see }
  await notify(tx, scope.tenantId, { userId: createdBy, by: actor.uniqueId, subject, content, values, path: pathTo(row), opens })
}

const mayApprove = (actor: Actor) => can(actor, contentPolicy.approve)

const assertMayPublish = (actor: Actor, requested: ContentStatus | undefined) => {
  if (requested === 'PUBLISHED' && !mayApprove(actor))
    throw invalid({ status: say('A tenant admin publishes it. Submit it for review.') })
}

/** The status of new content: if none is requested, published, or in review if the actor may not publish. */
const initialStatus = (actor: Actor, requested: ContentStatus | undefined): ContentStatus => {
  assertMayPublish(actor, requested)
  return requested ?? (mayApprove(actor) ? 'PUBLISHED' : 'IN_REVIEW')
}

/** The status after a change. Published content changed by an actor who may not publish goes to review; requesting the current status has no effect. */
const nextStatus = (actor: Actor, before: Content, status: ContentStatus | undefined, isChanged: boolean): ContentStatus => {
  const requested = status === before.status ? undefined : status
  assertMayPublish(actor, requested)
  if (requested) return requested
  return before.status === 'PUBLISHED' && isChanged && !mayApprove(actor) ? 'IN_REVIEW' : before.status
}

const MAX_SLUG_LENGTH = 80
/** How many numbered slugs one query checks. */
const SLUG_BATCH = 50

const transliterations: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  å: 'a',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  đ: 'd',
  ı: 'i',
  '&': ' and ',
}

/** Converts a title to a part of a URL: lower-case ASCII letters, digits and hyphens. Never empty. */
export const slugOf = (title: string) => {
  const transliterated = title
    .normalize('NFC')
    .toLowerCase()
    .replace(/[äöüßæœøåðþłđı&]/g, (letter) => transliterations[letter]!)
  const words = transliterated.normalize('NFKD').replace(/[\p{M}'’]/gu, '')
  const slug = words.replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '')
  const shortened = slug.length > MAX_SLUG_LENGTH ? slug.slice(0, MAX_SLUG_LENGTH + 1).replace(/-[^-]*$/, '') : slug
  return shortened.slice(0, MAX_SLUG_LENGTH) || 'content'
}

const numberedSlugs = (slug: string, from: number) =>
  Array.from({ length: SLUG_BATCH }, (_, at) => (from + at === 1 ? slug : `${slug}-${from + at}`))

/** The first of 'title', 'title-2', 'title-3' and so on that is unused, or was used by this item before. */
const freeSlug = async (tx: Tx, slug: string, contentId: string | undefined) => {
  for (let from = 1; ; from += SLUG_BATCH) {
    const candidates = numberedSlugs(slug, from)
    const found = await tx.select().from(contentSlugs).where(inArray(contentSlugs.slug, candidates))
    const ofOthers = new Set(found.filter((one) => one.contentId !== contentId).map((one) => one.slug))
    const free = candidates.find((each) => !ofOthers.has(each))
    if (free) return { slug: free, isOwn: found.some((one) => one.slug === free) }
  }
}

/** The slug for a title. Locks the slugs of the tenant until the transaction ends. */
const chooseSlug = async (tx: Tx, title: string, contentId?: string) => {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended('addresses of content of ' || current_setting('app.tenant_id'), 3))`,
  )
  return freeSlug(tx, slugOf(title), contentId)
}

/** Saves a slug of a content item. Slugs are never deleted while the item exists. */
const saveSlug = (tx: Tx, slug: string, contentId: string) => tx.insert(contentSlugs).values({ slug, contentId })

/** The id of the content item with this current or former slug. */
export const contentIdBySlug = (slug: string) =>
  sql`(select ${contentSlugs.contentId} from ${contentSlugs} where ${eq(contentSlugs.slug, slug)})`

/** The services needed to write content. */
export interface Needs extends Reads {
  files: Files
  jobs: Jobs
  notify: Notify
}
type Change = { [Field in keyof ContentInput]?: ContentInput[Field] | undefined } & {
  uniqueId: string
  updatedAt?: string | undefined
}

export const contentCrud = crud(contentEntity)

export const toStaffReply = async (needs: Reads, row: Content, context: WriteContext) =>
  (await toStaffContent(needs, [row], context))[0]!

type StoredPictures = Awaited<ReturnType<typeof picturesOf>>
type Copies = Awaited<ReturnType<typeof findCopies>>

/** The body with its pictures: submitted ones, its own stored ones, and copies of those of other texts. */
const withPictures = (body: Body, before: StoredPictures, copies: Copies) => {
  const ownEntries = [...before, ...body.added].map((picture) => [picture.uniqueId, picture] as const)
  const all = new Map([...ownEntries, ...copies.map((copy) => [copy.of, copy] as const)])
  const content = addImageSizes(body.content, (id) => all.get(id))
  if (!toPlainText(content) && pictureIdsIn(content).length === 0) throw invalid({ content: say('Content is required') })
  return { content, seoText: body.seoText }
}
/** A link has no pictures, and is stored as entered. */
const bodyColumns = (body: Body, contentType: ContentInput['contentType'], before: StoredPictures, copies: Copies) =>
  contentType === 'TEXT' ? withPictures(body, before, copies) : { content: body.content, seoText: body.seoText }

const finishWrite = async (needs: Needs, row: Content, previousStatus: Content['status'] | undefined, context: WriteContext) => {
  if (row.status === 'IN_REVIEW' && previousStatus !== 'IN_REVIEW') await notifyApprovers(needs.notify, row, context)
  await scheduleAnnouncements(needs.jobs, context.tx, context.scope.tenantId, [row.uniqueId])
  return toStaffReply(needs, row, context)
}

const createContent = async (needs: Needs, input: ContentInput, body: Body, context: WriteContext) => {
  const { tx, actor } = context
  const { title, contentType, category, articleTypes, isPaidContent } = input
  const copies = await findCopies(tx, body, [])
  const plain = { title, contentType, category, articleTypes, isPaidContent, ...bodyColumns(body, contentType, [], copies) }
  const statusFields = await statusColumns(tx, { status: initialStatus(actor, input.status) })
  const language = input.language ?? ((await needs.settings.of(context.scope.tenantId)).DEFAULT_LANGUAGE as Language)
  const translationOf = await resolveNewLink(input.translationOf, language, context)
  const { slug } = await chooseSlug(tx, title)
  const fields = { ...plain, language, translationOf, ...statusFields, slug, publishAt: input.publishAt ?? null }
  const row = await contentCrud.create({ ...fields, access: accessOf(input) }, context)
  await saveSlug(tx, slug, row.uniqueId)
  await addCopies(context, row.uniqueId, copies)
  await addPictures(needs, context, row.uniqueId, body)
  return finishWrite(needs, row, undefined, context)
}

/** Creates a content item. A manual transaction, so that none is open while pictures are re-encoded. */
export const create = (needs: Needs) =>
  manualTransaction(async (input: ContentInput, requestContext: ManualContext) => {
    initialStatus(requestContext.actor, input.status)
    const body = await cleanBody(input)
    return requestContext.writeOnce((context) => createContent(needs, input, body, context))
  })

/** The fields that a change contains. */
const omitUndefined = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Fields>

const changedFields = async (change: Change, body: Body | undefined, before: Content, context: WriteContext) => {
  const { title, contentType, category, articleTypes, isPaidContent, publishAt, language } = change
  const pictures = await picturesOf(context.tx, before.uniqueId)
  const copies = body ? await findCopies(context.tx, body, pictures) : []
  const texts = body && bodyColumns(body, contentType ?? before.contentType, pictures, copies)
  const translationOf = await resolveLink(change, before, context)
  const plain = { title, contentType, category, articleTypes, isPaidContent, publishAt, language, translationOf }
  const fields = { ...omitUndefined(plain), ...texts }
  const isChanged = Object.keys(changesOf(before, fields)).length > 0
  const status = nextStatus(context.actor, before, change.status, isChanged)
  return { pictures, copies, fields: { ...fields, ...(await statusColumns(context.tx, { status, publishAt }, before)) } }
}

const saveChange = async (needs: Needs, change: Change, body: Body | undefined, before: Content, context: WriteContext) => {
  const { tx } = context
  const { uniqueId } = before
  const { pictures, copies, fields } = await changedFields(change, body, before, context)
  const isRenamed = fields.title !== undefined && fields.title !== before.title
  const { slug, isOwn } = isRenamed ? await chooseSlug(tx, fields.title!, uniqueId) : { slug: before.slug, isOwn: true }
  const row = await contentCrud.update({ uniqueId, ...fields, slug }, context)
  if (!isOwn) await saveSlug(tx, slug, uniqueId)
  if (body) {
    await addCopies(context, uniqueId, copies)
    await addPictures(needs, context, uniqueId, body)
    await updateAltTexts(tx, pictures, body)
    await scheduleCleanup(needs.jobs, tx, context.scope.tenantId, before, row)
  }
  return row.updatedAt === before.updatedAt ? toStaffReply(needs, row, context) : finishWrite(needs, row, before.status, context)
}

/** The body after a change; undefined if the change does not affect it. */
const changedBody = async ({ contentType, content, seoText }: Change, first: Content) => {
  if (contentType === undefined && content === undefined && seoText === undefined) return undefined
  const type = contentType ?? first.contentType
  return cleanBody({
    contentType: type,
    content: content ?? first.content,
    seoText: seoText === undefined ? first.seoText : seoText,
  })
}

/** Changes a content item. A manual transaction, like `create`: throws if another request changed the item meanwhile. */
export const update = (needs: Needs) =>
  manualTransaction(async (change: Change, requestContext: ManualContext) => {
    const first = await findRecord(contentEntity, contentPolicy.see, change.uniqueId, requestContext)
    assertAllowed(requestContext.actor, contentPolicy.update, first)
    nextStatus(requestContext.actor, first, change.status, false)
    const body = await changedBody(change, first)
    return requestContext.write(async (context) => {
      const before = await findRecord(contentEntity, contentPolicy.see, change.uniqueId, context, 'update')
      for (const updatedAt of [change.updatedAt, first.updatedAt])
        await assertCurrent({ ...change, updatedAt }, before, context, () => toStaffReply(needs, before, context))
      return saveChange(needs, change, body, before, context)
    })
  })
