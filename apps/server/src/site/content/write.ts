import type { Files } from '@tradewind/byte-store/files'
import type { Language } from '@tradewind/contract/kit/language'
import { say } from '@tradewind/contract/kit/say'
import { accessOf } from '@tradewind/contract/plan'
import type { ContentInput } from '@tradewind/contract/site/content.contract'
import { contentPolicy } from '@tradewind/contract/site/policies'
import { invalid } from '#kit/errors'
import { type ManualContext, manualTransaction, type WriteContext } from '#kit/http/context'
import type { Jobs } from '#kit/jobs'
import { wordsOf } from '#kit/markup'
import { changesOf } from '#kit/record/audit'
import { crud, findRecord } from '#kit/record/crud'
import { requireCurrent } from '#kit/record/current'
import { allow } from '#kit/record/entity'
import type { Notify } from '#platform/notification/notification.queries'
import { type Content, contentEntity, dress, picturesIn } from '#site/schema/content.table'
import { type Body, bodyOf } from './body.ts'
import { addCopies, addPictures, announce, copiesFor, letGo, namePictures, picturesOf } from './pictures.ts'
import { asStaffContent, type Needs as Reads } from './shown.ts'
import { chooseSlug, keepSlug } from './slugs.ts'
import { firstStatus, followedBy, nextStatus, tellHandedIn } from './status.ts'
import { linkOf, linkOfNew } from './translations.ts'

/** What writing needs of the application. */
export interface Needs extends Reads {
  files: Files
  jobs: Jobs
  notify: Notify
}
type Change = { [Field in keyof ContentInput]?: ContentInput[Field] | undefined } & {
  uniqueId: string
  updatedAt?: string | undefined
}

export const base = crud(contentEntity)

export const shownTo = async (needs: Reads, row: Content, context: WriteContext) =>
  (await asStaffContent(needs, [row], context))[0]!

type Kept = Awaited<ReturnType<typeof picturesOf>>
type Copies = Awaited<ReturnType<typeof copiesFor>>

/** The body with its pictures: those that came with it, those of its own from before, and copies of those of other texts. */
const composed = (body: Body, before: Kept, copies: Copies) => {
  const own = [...before, ...body.added].map((picture) => [picture.uniqueId, picture] as const)
  const all = new Map([...own, ...copies.map((copy) => [copy.of, copy] as const)])
  const content = dress(body.content, (id) => all.get(id))
  if (!wordsOf(content) && picturesIn(content).length === 0) throw invalid({ content: say('Content is required') })
  return { content, seoText: body.seoText }
}
/** A link has no pictures, and is kept as it was given. */
const textsOf = (body: Body, contentType: ContentInput['contentType'], before: Kept, copies: Copies) =>
  contentType === 'TEXT' ? composed(body, before, copies) : { content: body.content, seoText: body.seoText }

const afterwards = async (needs: Needs, row: Content, was: Content['status'] | undefined, context: WriteContext) => {
  if (row.status === 'IN_REVIEW' && was !== 'IN_REVIEW') await tellHandedIn(needs.notify, row, context)
  await announce(needs.jobs, context.tx, context.scope.tenantId, row.uniqueId)
  return shownTo(needs, row, context)
}

const make = async (needs: Needs, given: ContentInput, body: Body, context: WriteContext) => {
  const { tx, actor } = context
  const { title, contentType, category, articleTypes, isPaidContent } = given
  const copies = await copiesFor(tx, body, [])
  const plain = { title, contentType, category, articleTypes, isPaidContent, ...textsOf(body, contentType, [], copies) }
  const followed = await followedBy(tx, firstStatus(actor, given.status))
  const language = given.language ?? ((await needs.settings.of(context.scope.tenantId)).DEFAULT_LANGUAGE as Language)
  const translationOf = await linkOfNew(given.translationOf, language, context)
  const { slug } = await chooseSlug(tx, title)
  const fields = { ...plain, language, translationOf, ...followed, slug, publishAt: given.publishAt ?? null }
  const row = await base.create({ ...fields, access: accessOf(given) }, context)
  await keepSlug(tx, slug, row.uniqueId)
  await addCopies(context, row.uniqueId, copies)
  await addPictures(needs, context, row.uniqueId, body)
  return afterwards(needs, row, undefined, context)
}

/** Writes a piece of content. Apart, so that no transaction waits while its pictures are made again. */
export const create = (needs: Needs) =>
  manualTransaction(async (given: ContentInput, asking: ManualContext) => {
    firstStatus(asking.actor, given.status)
    const body = await bodyOf(given)
    return asking.once((context) => make(needs, given, body, context))
  })

/** What a change names. */
const defined = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Fields>

const changedFields = async (change: Change, body: Body | undefined, before: Content, context: WriteContext) => {
  const { title, contentType, category, articleTypes, isPaidContent, publishAt, language } = change
  const pictures = await picturesOf(context.tx, before.uniqueId)
  const copies = body ? await copiesFor(context.tx, body, pictures) : []
  const texts = body && textsOf(body, contentType ?? before.contentType, pictures, copies)
  const translationOf = await linkOf(change, before, context)
  const plain = { title, contentType, category, articleTypes, isPaidContent, publishAt, language, translationOf }
  const fields = { ...defined(plain), ...texts }
  const isChanged = Object.keys(changesOf(before, fields)).length > 0
  const status = nextStatus(context.actor, before, change.status, isChanged)
  return { pictures, copies, fields: { ...fields, ...(await followedBy(context.tx, status, before)) } }
}

const save = async (needs: Needs, change: Change, body: Body | undefined, before: Content, context: WriteContext) => {
  const { tx } = context
  const { uniqueId } = before
  const { pictures, copies, fields } = await changedFields(change, body, before, context)
  const isRenamed = fields.title !== undefined && fields.title !== before.title
  const { slug, isOwn } = isRenamed ? await chooseSlug(tx, fields.title!, uniqueId) : { slug: before.slug, isOwn: true }
  const row = await base.update({ uniqueId, ...fields, slug }, context)
  if (!isOwn) await keepSlug(tx, slug, uniqueId)
  if (body) {
    await addCopies(context, uniqueId, copies)
    await addPictures(needs, context, uniqueId, body)
    await namePictures(tx, pictures, body)
    await letGo(needs.jobs, tx, context.scope.tenantId, before, row)
  }
  return row.updatedAt === before.updatedAt ? shownTo(needs, row, context) : afterwards(needs, row, before.status, context)
}

/** The body that a change leaves, where it touches one. */
const changedBody = async ({ contentType, content, seoText }: Change, first: Content) => {
  if (contentType === undefined && content === undefined && seoText === undefined) return undefined
  const type = contentType ?? first.contentType
  return bodyOf({
    contentType: type,
    content: content ?? first.content,
    seoText: seoText === undefined ? first.seoText : seoText,
  })
}

/** Changes a piece of content. Apart, as writing one is: who changes it meanwhile was faster. */
export const update = (needs: Needs) =>
  manualTransaction(async (change: Change, asking: ManualContext) => {
    const first = await findRecord(contentEntity, contentPolicy.see, change.uniqueId, asking)
    allow(asking.actor, contentPolicy.update, first)
    nextStatus(asking.actor, first, change.status, false)
    const body = await changedBody(change, first)
    return asking.write(async (context) => {
      const before = await findRecord(contentEntity, contentPolicy.see, change.uniqueId, context, 'update')
      for (const updatedAt of [change.updatedAt, first.updatedAt])
        await requireCurrent({ ...change, updatedAt }, before, context, () => shownTo(needs, before, context))
      return save(needs, change, body, before, context)
    })
  })
