import type { Uploaded } from '@tradewind/contract/kit/endpoint'
import { userPolicy } from '@tradewind/contract/platform/policies'
import { and, eq, isNull } from 'drizzle-orm'
import type { Tx } from '#kit/database/database'
import { nextUpdatedAt } from '#kit/database/table'
import { type ManualContext, manualTransaction, type WriteContext } from '#kit/http/context'
import type { Jobs } from '#kit/jobs'
import { notifyNodes } from '#kit/notifyNodes'
import { reencodeLogo } from '#kit/picture'
import { notifyOfOwn } from '#kit/record/activity'
import { audit, type Changes, changesOf } from '#kit/record/audit'
import { assertAllowed } from '#kit/record/entity'
import { deleteDocument, nameOfDocument, storeLogo } from '#platform/document.queries'
import { fullNameOf, userEntity, users } from '#platform/schema/user.table'
import { findUser, type User, type UserContext } from './user.queries.ts'
import { toUser, type UserNeeds } from './user.read.ts'

const findBrandUser = async (uniqueId: string, context: UserContext, lock = false) => {
  const user = await findUser(uniqueId, context, lock)
  assertAllowed(context.actor, userPolicy.brand, user)
  return user
}

/** Changes of a logo, described by file names. */
const describeLogoChange = async (changes: Changes, { tx }: WriteContext): Promise<Changes> => {
  const { brandLogoUID: logo, ...others } = changes
  if (!logo) return others
  const nameOf = (uniqueId: unknown) => nameOfDocument(tx, uniqueId as string | null)
  return { ...others, brandLogoUID: { before: await nameOf(logo.before), after: await nameOf(logo.after) } }
}

/** An absent field is not changed. */
type Brand = { [Field in 'brandLogoUID' | 'userCompanyName' | 'userCompanyCountry']?: User[Field] | undefined }

/** Has the user's own open pages read their account and profile again. */
const notifyOfOwnAccount = (tx: Tx, { tenantId, uniqueId }: User) => {
  for (const kind of ['auth', userEntity.name]) notifyOfOwn(tx, tenantId, uniqueId, kind)
}

const save = async (user: User, brand: Brand, context: WriteContext) => {
  const changes = await describeLogoChange(changesOf(user, brand), context)
  if (Object.keys(changes).length === 0) return user
  const values = { ...brand, ...userEntity.computedColumns({ ...user, ...brand }), updatedAt: nextUpdatedAt(users.updatedAt) }
  const [saved] = await context.tx.update(users).set(values).where(eq(users.uniqueId, user.uniqueId)).returning()
  await audit(context, { action: 'CHANGED', kind: 'user', recordId: user.uniqueId, title: fullNameOf(user), changes })
  notifyOfOwnAccount(context.tx, user)
  await notifyNodes(context.tx, { topic: 'trust', tenantId: context.scope.tenantId, id: user.uniqueId })
  return saved!
}

const uploadLogo = (needs: UserNeeds) =>
  // A manual transaction, so that no connection waits while the picture is re-encoded.
  manualTransaction(async ({ uniqueId, file }: { uniqueId: string; file: Uploaded }, context: ManualContext) => {
    await findBrandUser(uniqueId, context)
    const { png } = await reencodeLogo(file.path)
    return context.write(async (writing) => {
      const user = await findBrandUser(uniqueId, writing, true)
      const saved = await save(user, { brandLogoUID: await storeLogo(needs.files, writing, file.filename, png) }, writing)
      if (user.brandLogoUID) await deleteDocument(needs.jobs, writing.tx, writing.scope.tenantId, user.brandLogoUID)
      return toUser(needs, writing, saved)
    })
  })

/** Removes a logo, if the actor may change its user. False for a document that is not a user's logo. */
export const removeLogo = async (jobs: Jobs, document: { uniqueId: string; purpose: string }, context: WriteContext) => {
  if (document.purpose !== 'LOGO') return false
  const { uniqueId } = document
  const { tx, scope } = context
  const owning = and(eq(users.brandLogoUID, uniqueId), isNull(users.deletedAt))
  const [found] = await tx.select({ uniqueId: users.uniqueId }).from(users).where(owning)
  if (!found) return false
  const owner = await findUser(found.uniqueId, context, true)
  assertAllowed(context.actor, userPolicy.update, owner)
  if (owner.brandLogoUID !== uniqueId) return false
  await tx
    .update(users)
    .set({ brandLogoUID: null, updatedAt: nextUpdatedAt(users.updatedAt) })
    .where(eq(users.uniqueId, owner.uniqueId))
  const changes = { brandLogoUID: { before: await nameOfDocument(tx, uniqueId), after: null } }
  await deleteDocument(jobs, tx, scope.tenantId, uniqueId)
  await audit(context, { action: 'CHANGED', kind: 'user', recordId: owner.uniqueId, title: fullNameOf(owner), changes })
  notifyOfOwnAccount(tx, owner)
  await notifyNodes(tx, { topic: 'trust', tenantId: scope.tenantId, id: owner.uniqueId })
  return true
}

/** The name, the country and the picture that members show. */
export const brandHandlers = (needs: UserNeeds) => ({
  uploadLogo: uploadLogo(needs),

  updateBrandName: async ({ uniqueId, ...brand }: Brand & { uniqueId: string }, context: WriteContext) =>
    toUser(needs, context, await save(await findBrandUser(uniqueId, context, true), brand, context)),
})
