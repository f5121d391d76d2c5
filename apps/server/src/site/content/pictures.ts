import type { Files } from '@tradewind/byte-store/files'
import { eq, inArray } from 'drizzle-orm'
import { hash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { type Database, tenantScope, type Tx } from '#kit/database/database'
import { updateMany } from '#kit/database/insert'
import { job, type Jobs, worker } from '#kit/jobs'
import { notifyNodes } from '#kit/notifyNodes'
import { deleteDocument, lockBytes } from '#platform/document.queries'
import { documents } from '#platform/schema/document.table'
import { type Content, contentPictures, contents, pictureIdsIn } from '#site/schema/content.table'
import type { Body, NewPicture } from './body.ts'
import { publishJob } from './status.queries.ts'

/** The transaction, tenant and user for which pictures are saved. */
interface PictureContext {
  tx: Tx
  scope: { tenantId: string }
  actor: { uniqueId: string }
}
type Picture = typeof contentPictures.$inferSelect

export const picturesOf = (tx: Tx, contentId: string) =>
  tx.select().from(contentPictures).where(eq(contentPictures.contentId, contentId))

/** The bytes of new pictures by their hash, without duplicates, sorted so that two writers never deadlock. */
const bytesOf = (pictures: readonly NewPicture[]) => {
  const all = new Map(pictures.flatMap(({ webps }) => webps).map((webp) => [hash('sha256', webp), webp]))
  return [...all].toSorted(([one], [other]) => (one < other ? -1 : 1))
}

const documentFields = {
  purpose: 'CONTENT',
  originalFileName: 'picture.webp',
  fileName: 'picture.webp',
  mimeType: 'image/webp',
} as const

/** Creates the three documents of a picture, or fewer if it has fewer widths. */
const createDocuments = async ({ tx, actor }: PictureContext, { webps }: NewPicture) => {
  const ids = new Map<string, string>()
  for (const webp of webps) {
    const bytes = hash('sha256', webp)
    if (ids.has(bytes)) continue
    const row = { ...documentFields, size: webp.length, hash: bytes, createdBy: actor.uniqueId }
    const [inserted] = await tx.insert(documents).values(row).returning({ id: documents.uniqueId })
    ids.set(bytes, inserted!.id)
  }
  const [smallId, mediumId, largeId] = webps.map((webp) => ids.get(hash('sha256', webp))!)
  return { smallId: smallId!, mediumId: mediumId!, largeId: largeId! }
}

/** Saves the pictures submitted with a body. */
export const addPictures = async (
  { files }: { files: Pick<Files, 'store'> },
  context: PictureContext,
  contentId: string,
  { added }: Pick<Body, 'added'>,
) => {
  const bytes = bytesOf(added)
  for (const [name] of bytes) await lockBytes(context.tx, context.scope.tenantId, name)
  for (const picture of added) {
    const { uniqueId, alt, width, height } = picture
    const row = { uniqueId, contentId, alt, width, height, ...(await createDocuments(context, picture)) }
    await context.tx.insert(contentPictures).values({ ...row, createdBy: context.actor.uniqueId })
  }
  for (const [, webp] of bytes) await files.store(context.scope.tenantId, Readable.from([webp]))
}

/** A picture of another text of the tenant, as it will be in this one. */
export interface Copy extends Picture {
  of: string
}

/** The pictures of a body that belong to other texts, each with a new id. Locks them until the transaction ends. */
export const findCopies = async (tx: Tx, { named: alts }: Pick<Body, 'named'>, stored: readonly Picture[]): Promise<Copy[]> => {
  const isOwn = new Set(stored.map(({ uniqueId }) => uniqueId))
  const ids = [...alts.keys()].filter((id) => !isOwn.has(id))
  if (ids.length === 0) return []
  const others = inArray(contentPictures.uniqueId, ids)
  const found = await tx.select().from(contentPictures).where(others).orderBy(contentPictures.uniqueId).for('share')
  return found.map((one) => ({ ...one, of: one.uniqueId, uniqueId: randomUUID(), alt: alts.get(one.uniqueId)! }))
}

/** Creates a document with the same file; its bytes are stored once. */
const copyDocument = async ({ tx, actor }: PictureContext, uniqueId: string) => {
  const [one] = await tx.select().from(documents).where(eq(documents.uniqueId, uniqueId))
  const { purpose, originalFileName, fileName, mimeType, size, hash: bytes } = one!
  const row = { purpose, originalFileName, fileName, mimeType, size, hash: bytes, createdBy: actor.uniqueId }
  const [inserted] = await tx.insert(documents).values(row).returning({ id: documents.uniqueId })
  return inserted!.id
}

/** Saves copies of pictures for a body, with documents of their own: they stay when the originals are deleted. */
export const addCopies = async (context: PictureContext, contentId: string, copies: readonly Copy[]) => {
  for (const { uniqueId, alt, width, height, smallId, mediumId, largeId } of copies) {
    const ids = new Map<string, string>()
    for (const id of new Set([smallId, mediumId, largeId])) ids.set(id, await copyDocument(context, id))
    const files = { smallId: ids.get(smallId)!, mediumId: ids.get(mediumId)!, largeId: ids.get(largeId)! }
    const row = { uniqueId, contentId, alt, width, height, ...files, createdBy: context.actor.uniqueId }
    await context.tx.insert(contentPictures).values(row)
  }
}

/** Updates the alternative texts of stored pictures to those of the body. */
export const updateAltTexts = async (tx: Tx, stored: readonly Picture[], { named: alts }: Pick<Body, 'named'>) => {
  const renamed = stored.flatMap(({ uniqueId, alt: previousAlt }) => {
    const alt = alts.get(uniqueId)
    return alt !== undefined && alt !== previousAlt ? [{ uniqueId, alt }] : []
  })
  await updateMany(tx, contentPictures, ['alt'], renamed)
}

/** Permanently removes pictures, and soon after their bytes, unless another document has the same. */
export const deletePictures = async (jobs: Jobs, tx: Tx, tenantId: string, pictures: readonly Picture[]) => {
  if (pictures.length === 0) return
  const ids = pictures.map(({ uniqueId }) => uniqueId)
  await tx.delete(contentPictures).where(inArray(contentPictures.uniqueId, ids))
  const files = new Set(pictures.flatMap(({ smallId, mediumId, largeId }) => [smallId, mediumId, largeId]))
  for (const id of files) await deleteDocument(jobs, tx, tenantId, id)
}

/** Removes the pictures that a text no longer shows. */
const unusedJob = job<{ tenantId: string; contentId: string }>({ name: 'content.pictures', retries: 5, expires: 60 })

/** Seconds before removal: a concurrent writer, or a user who undoes the change, still has them. */
const DAY_SECONDS = 24 * 60 * 60

/** Schedules the removal, after a day, of pictures that a change took out of a text, unless they are in it again by then. */
export const scheduleCleanup = async (jobs: Jobs, tx: Tx, tenantId: string, before: Content, { uniqueId, content }: Content) => {
  const usedIds = new Set(pictureIdsIn(content))
  const hasRemoved = pictureIdsIn(before.content).some((id) => !usedIds.has(id))
  if (hasRemoved) await jobs.send(tx, unusedJob, { tenantId, contentId: uniqueId }, { after: DAY_SECONDS })
}

export const unusedWorker = ({ db, jobs }: { db: Database; jobs: Jobs }) =>
  worker(unusedJob, ({ tenantId, contentId }) =>
    db.write(tenantScope(tenantId), async (tx) => {
      const [text] = await tx.select().from(contents).where(eq(contents.uniqueId, contentId)).for('update')
      if (!text) return
      const usedIds = new Set(pictureIdsIn(text.content))
      const unused = (await picturesOf(tx, contentId)).filter(({ uniqueId }) => !usedIds.has(uniqueId))
      await deletePictures(jobs, tx, tenantId, unused)
    }),
  )

export const publishWorker = ({ db }: { db: Database }) =>
  worker(publishJob, ({ tenantId, contentId }) =>
    db.write(tenantScope(tenantId), (tx) => notifyNodes(tx, { topic: 'content', tenantId, id: contentId })),
  )
