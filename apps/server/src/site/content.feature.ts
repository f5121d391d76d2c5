import type { Files } from '@tradewind/byte-store/files'
import type { Language } from '@tradewind/contract/kit/language'
import { languageNames } from '@tradewind/contract/kit/locale'
import { phrase } from '@tradewind/contract/kit/phrase'
import { say } from '@tradewind/contract/kit/say'
import {
  articleTypeNames,
  categoryNames,
  contentStatusNames,
  contentTypeNames,
  subscriptionNames,
} from '@tradewind/contract/site/content.constants'
import { contentApi } from '@tradewind/contract/site/content.contract'
import { contentPolicy } from '@tradewind/contract/site/policies'
import type { ExportColumn } from '@tradewind/workbook/export'
import { and, desc, eq, inArray, isNull, lt, ne, type SQL, sql } from 'drizzle-orm'
import { tenantScope, type Tx } from '#kit/database/database'
import { trashDeadline } from '#kit/database/table'
import { conflict, notFound } from '#kit/errors'
import type { Feature } from '#kit/feature'
import type { ReadContext, WriteContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import type { Jobs } from '#kit/jobs'
import { assertCurrent } from '#kit/record/audit'
import { findRecord } from '#kit/record/crud'
import { exportHandlers } from '#kit/record/sheets'
import { documents } from '#platform/schema/document.table'
import { fullNamesOf } from '#platform/user/user.queries'
import type { AppContext } from '../appContext.ts'
import { mountFeeds } from './content/feeds.ts'
import { deletePictures, publishWorker, unusedWorker } from './content/pictures.ts'
import { isShown, isWriter, list, type Needs as Reading, toContent, toStaffContent } from './content/read.ts'
import { scheduleAnnouncements, statusColumns } from './content/status.queries.ts'
import { onePerArticle, originalIdColumn, originalIdOf, promoteTranslation, versionsOf } from './content/translations.ts'
import { contentCrud, contentIdBySlug, create, type Needs, notifyWriter, toStaffReply, update } from './content/write.ts'
import { type Content, contentEntity, contentPictures, contents } from './schema/content.table.ts'

/** The number of content items that one transaction removes. */
const BATCH = 100

const removeBatch = async (jobs: Jobs, tx: Tx, tenantId: string) => {
  const found = await tx
    .select({ id: contents.uniqueId })
    .from(contents)
    .where(lt(contents.deletedAt, trashDeadline))
    .limit(BATCH)
    .for('update')
  const ids = found.map(({ id }) => id)
  if (ids.length === 0) return 0
  const pictures = await tx.select().from(contentPictures).where(inArray(contentPictures.contentId, ids))
  await deletePictures(jobs, tx, tenantId, pictures)
  await tx.delete(contents).where(inArray(contents.uniqueId, ids))
  return ids.length
}

/** Permanently removes content deleted 30 days ago, with its pictures and its addresses, which become free again. */
const sweepContent = async ({ db, jobs }: Pick<AppContext, 'db' | 'jobs'>, tenantId: string) => {
  const removeNext = () => db.write(tenantScope(tenantId), (tx) => removeBatch(jobs, tx, tenantId))
  while ((await removeNext()) === BATCH);
}

interface ReviewQuery {
  uniqueId: string
  approved: boolean
  note?: string | null | undefined
  publishAt?: string | null | undefined
  updatedAt?: string | undefined
}

/** Publishes content that is in review, or returns it to draft, with a note. */
const approve =
  (needs: Needs) =>
  async ({ uniqueId, approved, note, publishAt, updatedAt }: ReviewQuery, context: WriteContext) => {
    const before = await findRecord(contentEntity, contentPolicy.see, uniqueId, context, 'update')
    await assertCurrent({ status: approved, updatedAt }, before, context, () => toStaffReply(needs, before, context))
    if (before.status !== 'IN_REVIEW') throw conflict(say('This is no longer in review'))
    const statusFields = await statusColumns(context.tx, { status: approved ? 'PUBLISHED' : 'DRAFT' }, before)
    const reviewNote = approved ? null : note || null
    const schedule = approved && publishAt !== undefined ? { publishAt } : {}
    const row = await contentCrud.update({ uniqueId, ...statusFields, ...schedule, reviewNote }, context)
    await notifyWriter(needs.notify, row, note || null, context)
    await scheduleAnnouncements(needs.jobs, context.tx, context.scope.tenantId, [uniqueId])
    return toStaffReply(needs, row, context)
  }

/** The item, not deleted, that matches the condition. Only writers see items that are not yet published. */
const findVisible = async (which: SQL, { db, actor }: ReadContext): Promise<Content> => {
  const [row] = await db
    .select()
    .from(contents)
    .where(and(which, isNull(contents.deletedAt), isWriter(actor) ? undefined : isShown()))
  if (!row) throw notFound()
  return row
}

const RELATED_COUNT = 3

/** Three other published items: those of the same category first, newest first. None is a translation of this one. */
const relatedTo = async (row: Content, reader: Language | undefined, { db, scope }: ReadContext) => {
  const { category } = row
  const findNewest = (which: SQL) => {
    const conditions = [isShown(), ne(originalIdColumn, originalIdOf(row)), which]
    return db
      .select()
      .from(contents)
      .where(and(isNull(contents.deletedAt), ...(reader ? [onePerArticle(reader, scope, ...conditions)] : conditions)))
      .orderBy(desc(contents.shownFrom), desc(contents.uniqueId))
      .limit(RELATED_COUNT)
  }
  const sameCategory = await findNewest(eq(contents.category, category))
  const others = sameCategory.length < RELATED_COUNT ? await findNewest(ne(contents.category, category)) : []
  return [...sameCategory, ...others].slice(0, RELATED_COUNT)
}

const get = (needs: Reading) => async (which: { uniqueId: string }, context: ReadContext) => {
  const row = await findVisible(eq(contents.uniqueId, which.uniqueId), context)
  const [reply] = isWriter(context.actor) ? await toStaffContent(needs, [row], context) : await toContent(needs, [row], context)
  return reply!
}

const getBySlug =
  (needs: Reading) =>
  async ({ slug, reader }: { slug: string; reader?: Language | undefined }, context: ReadContext) => {
    const row = await findVisible(eq(contents.uniqueId, contentIdBySlug(slug)), context)
    const [others, versions] = await Promise.all([relatedTo(row, reader, context), versionsOf([row], context, isShown())])
    const [[reply], related] = await Promise.all([toContent(needs, [row], context), toContent(needs, others, context, false)])
    const translations = (versions.get(originalIdOf(row)) ?? []).filter(({ uniqueId }) => uniqueId !== row.uniqueId)
    return { ...reply!, related, translations }
  }

const documentColumns = { 480: contentPictures.smallId, 960: contentPictures.mediumId, 1600: contentPictures.largeId }

interface PictureQuery {
  uniqueId: string
  width: keyof typeof documentColumns | `${keyof typeof documentColumns}`
}

/**
 * A picture of a body that is not deleted, for anyone who knows its id; ids are only in bodies that the reader could open. Proxies and CDNs
 * do not cache a picture that is not public.
 */
const picture =
  (files: Files) =>
  async ({ uniqueId, width }: PictureQuery, { db, scope }: ReadContext) => {
    const isPublic = sql<boolean>`(${contents.access} = 'FREE' and ${isShown()})`
    const [found] = await db
      .select({ isPublic, hash: documents.hash, name: documents.fileName, type: documents.mimeType })
      .from(contentPictures)
      .innerJoin(contents, and(eq(contents.uniqueId, contentPictures.contentId), isNull(contents.deletedAt)))
      .innerJoin(documents, eq(documents.uniqueId, documentColumns[width]))
      .where(eq(contentPictures.uniqueId, uniqueId))
    const body = found && (await files.read(scope.tenantId, found.hash))
    if (!body) throw notFound(say('Picture not found'))
    return { name: found.name, type: found.type, body, isPublic: found.isPublic, isInline: true }
  }

type ExportedContent = Content & { writer: string | undefined }

const exportColumns: readonly ExportColumn<ExportedContent>[] = [
  { header: 'Date Created', value: ({ dateCreated }) => dateCreated, kind: 'date' },
  { header: phrase('Title@@heading'), value: ({ title }) => title, width: 60 },
  { header: 'Type', value: ({ contentType }) => contentTypeNames[contentType], isTranslated: true },
  { header: 'Category', value: ({ category }) => categoryNames[category], isTranslated: true, width: 26 },
  {
    header: 'Sub-categories',
    value: ({ articleTypes }) => articleTypes.map((type) => articleTypeNames[type]),
    isTranslated: true,
    width: 36,
  },
  { header: 'Monetization', value: ({ access }) => subscriptionNames[access], isTranslated: true },
  { header: 'Status', value: ({ status }) => contentStatusNames[status], isTranslated: true },
  { header: 'Shown from', value: ({ shownFrom }) => shownFrom, kind: 'date' },
  { header: 'Writer', value: ({ writer }) => writer, width: 24 },
  { header: 'Language', value: ({ language }) => languageNames[language] },
]

/** Rows with the names of their writers. */
const withWriters = async (rows: Content[], { db }: ReadContext): Promise<ExportedContent[]> => {
  const names = await fullNamesOf(
    db,
    rows.map(({ createdBy }) => createdBy),
  )
  return rows.map((row) => ({ ...row, writer: names.get(row.createdBy ?? '') }))
}

const exportSpec = {
  of: contentEntity,
  rules: contentPolicy.export,
  title: 'Content',
  columns: exportColumns,
  related: withWriters,
}

/** The knowledge centre. Only `content/read` sends bodies to clients. */
const contentRoutes = (needs: Needs & Pick<AppContext, 'tickets'>) =>
  routes(contentApi, {
    ...exportHandlers(exportSpec, needs),
    list: list(needs),
    get: get(needs),
    slug: getBySlug(needs),
    picture: picture(needs.files),
    create: create(needs),
    update: update(needs),
    remove: contentCrud.remove,
    history: contentCrud.history,
    approve: approve(needs),
  })

/** The knowledge centre. */
export const contentFeature = (context: AppContext): Feature => ({
  tenantSwitch: 'CONTENT_ENABLED',
  routes: () => [contentRoutes(context)],
  mount: (app) => mountFeeds(app, context),
  workers: [publishWorker(context), unusedWorker(context)],
  entities: [contentEntity],
  beforeSweep: promoteTranslation,
  sweep: (tenantId) => sweepContent(context, tenantId),
})
