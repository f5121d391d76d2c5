import { say } from '@tradewind/contract/kit/say'
import { documentApi } from '@tradewind/contract/platform/document.contract'
import { SUPER_ADMIN } from '@tradewind/contract/roles'
import { eq } from 'drizzle-orm'
import { notFound } from '#kit/errors'
import type { AllFeatures, Feature } from '#kit/feature'
import type { RequestContext, WriteContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import { worker } from '#kit/jobs'
import { bytesJob, removeUnusedBytes } from '#platform/document.queries'
import { documents } from '#platform/schema/document.table'
import type { AppContext } from '../appContext.ts'

/** Removes the bytes of a deleted document, unless another document has the same. */
const bytesWorker = (needs: Pick<AppContext, 'db' | 'files'>) =>
  worker(bytesJob, ({ tenantId, hash }) => removeUnusedBytes(needs, tenantId, hash))

type Document = typeof documents.$inferSelect

/** Anyone may read a logo; the super admin, files that were imported to fill a tenant; files of drives are read through the drive only. */
const mayRead = ({ purpose }: Document, { actor }: RequestContext) =>
  purpose === 'LOGO' || (purpose === 'IMPORT' && actor.roles.includes(SUPER_ADMIN[0]))

interface Needs extends Pick<AppContext, 'files'> {
  /** Features that may own documents: each removes a document of its own, with the reference to it, or returns false. */
  owners: () => readonly ((document: Document, context: WriteContext) => Promise<boolean>)[]
}

const remove = async ({ owners }: Needs, uniqueId: string, context: WriteContext) => {
  const [found] = await context.tx.select().from(documents).where(eq(documents.uniqueId, uniqueId))
  if (!found || !mayRead(found, context)) throw notFound(say('Document not found'))
  for (const removedBy of owners()) if (await removedBy(found, context)) return { uniqueId }
  throw notFound(say('Document not found'))
}

const documentRoutes = (needs: Needs) =>
  routes(documentApi, {
    get: async ({ uniqueId }, context) => {
      const [found] = await context.db.select().from(documents).where(eq(documents.uniqueId, uniqueId))
      const body = found && mayRead(found, context) && (await needs.files.read(context.scope.tenantId, found.hash))
      if (!body) throw notFound(say('Document not found'))
      const { purpose, fileName, originalFileName, mimeType: type } = found
      return purpose === 'LOGO' ? { name: fileName, type, body, isPublic: true } : { name: originalFileName, type, body }
    },
    remove: ({ uniqueId }, context) => remove(needs, uniqueId, context),
  })

/** Files that belong to a record: logos, pictures, workbooks. */
export const documentFeature = (context: AppContext, all: AllFeatures): Feature => ({
  routes: () => [documentRoutes({ ...context, owners: () => all().flatMap(({ removeDocument }) => removeDocument ?? []) })],
  workers: [bytesWorker(context)],
})
