import { documentApi } from '@tradewind/contract/platform/document.contract'
import { SUPER_ADMIN } from '@tradewind/contract/roles'
import { userPolicy } from '@tradewind/contract/platform/user.policy'
import { and, eq, isNull } from 'drizzle-orm'
import { allow } from '#kit/rowFilter'
import type { Tx } from '#kit/database/database'
import { nextUpdatedAt } from '#kit/database/table'
import { notFound } from '#kit/errors'
import type { RequestContext, WriteContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import type { Jobs } from '#kit/jobs'
import { audit } from '#kit/record/trail/audit'
import type { Files } from '#services/files/files'
import { lockUploadOf, removeUpload } from '#operations/bulkUpload.queries'
import { findUser } from '#platform/user/user.queries'
import { fullNameOf, users } from '#platform/schema/user.table'
import { endDocument, nameOfDocument } from './document.queries.ts'
import { documents } from '#platform/schema/document.table'

type Document = typeof documents.$inferSelect

/** A logo is for anyone; what was uploaded to fill a tenant, for the super admin; what lies in a drive is read there alone. */
const mayRead = ({ purpose }: Document, { actor }: RequestContext) =>
  purpose === 'LOGO' || (purpose === 'IMPORT' && actor.roles.includes(SUPER_ADMIN[0]))

const ownerOf = async (tx: Tx, uniqueId: string) => {
  const owning = and(eq(users.brandLogoUID, uniqueId), isNull(users.deletedAt))
  const [owner] = await tx.select({ uniqueId: users.uniqueId }).from(users).where(owning)
  if (!owner) throw notFound('Document')
  return owner.uniqueId
}

const removeLogo = async (jobs: Jobs, uniqueId: string, context: WriteContext) => {
  const { tx, scope } = context
  const owner = await findUser(await ownerOf(tx, uniqueId), context, true)
  allow(context.actor, userPolicy.update, owner)
  if (owner.brandLogoUID !== uniqueId) throw notFound('Document')
  await tx
    .update(users)
    .set({ brandLogoUID: null, updatedAt: nextUpdatedAt(users.updatedAt) })
    .where(eq(users.uniqueId, owner.uniqueId))
  const changes = { brandLogoUID: { before: await nameOfDocument(tx, uniqueId), after: null } }
  await endDocument(jobs, tx, scope.tenantId, uniqueId)
  await audit(context, { action: 'CHANGED', kind: 'user', recordId: owner.uniqueId, title: fullNameOf(owner), changes })
  return { uniqueId }
}

const remove = async (jobs: Jobs, uniqueId: string, context: WriteContext) => {
  const { tx } = context
  const [found] = await tx.select().from(documents).where(eq(documents.uniqueId, uniqueId))
  if (!found || !mayRead(found, context)) throw notFound('Document')
  if (found.purpose === 'LOGO') return removeLogo(jobs, uniqueId, context)
  const upload = await lockUploadOf(tx, uniqueId)
  if (!upload) throw notFound('Document')
  await removeUpload(jobs, upload, context)
  return { uniqueId }
}

export const documentRoutes = ({ files, jobs }: { files: Files; jobs: Jobs }) =>
  routes(documentApi, {
    get: async ({ uniqueId }, context) => {
      const [found] = await context.db.select().from(documents).where(eq(documents.uniqueId, uniqueId))
      const body = found && mayRead(found, context) && (await files.read(context.scope.tenantId, found.hash))
      if (!body) throw notFound('Document')
      const { purpose, fileName, originalFileName, mimeType: type } = found
      return purpose === 'LOGO' ? { name: fileName, type, body, isPublic: true } : { name: originalFileName, type, body }
    },
    remove: ({ uniqueId }, context) => remove(jobs, uniqueId, context),
  })
