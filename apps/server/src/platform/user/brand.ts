import type { Uploaded } from '@tradewind/contract/kit/endpoint'
import { userPolicy } from '@tradewind/contract/platform/user.policy'
import { eq } from 'drizzle-orm'
import { allow } from '#kit/rowFilter'
import { nextUpdatedAt } from '#kit/database/table'
import { type ManualContext, manualTransaction, type WriteContext } from '#kit/http/context'
import { remakeLogo } from '#kit/picture/picture'
import { audit, type Changes, changesOf } from '#kit/record/trail/audit'
import { notifyNodes } from '#kit/notifyNodes'
import { endDocument, keepLogo, nameOfDocument } from '#platform/document/document.queries'
import type { Needs } from './create.ts'
import { findUser, type Known, type User } from './user.queries.ts'
import { shownUser } from './user.reading.ts'
import { fullNameOf, userEntity, users } from '#platform/schema/user.table'

const branded = async (uniqueId: string, context: Known, lock = false) => {
  const user = await findUser(uniqueId, context, lock)
  allow(context.actor, userPolicy.brand, user)
  return user
}

/** A logo is told of by the names of the files. */
const told = async (changes: Changes, { tx }: WriteContext): Promise<Changes> => {
  const { brandLogoUID: logo, ...others } = changes
  if (!logo) return others
  const nameOf = (uniqueId: unknown) => nameOfDocument(tx, uniqueId as string | null)
  return { ...others, brandLogoUID: { before: await nameOf(logo.before), after: await nameOf(logo.after) } }
}

/** What is not there stays. */
type Brand = { [Field in 'brandLogoUID' | 'userCompanyName' | 'userCompanyCountry']?: User[Field] | undefined }

const save = async (user: User, brand: Brand, context: WriteContext) => {
  const changes = await told(changesOf(user, brand), context)
  if (Object.keys(changes).length === 0) return user
  const values = { ...brand, ...userEntity.computedColumns({ ...user, ...brand }), updatedAt: nextUpdatedAt(users.updatedAt) }
  const [saved] = await context.tx.update(users).set(values).where(eq(users.uniqueId, user.uniqueId)).returning()
  await audit(context, { action: 'CHANGED', kind: 'user', recordId: user.uniqueId, title: fullNameOf(user), changes })
  await notifyNodes(context.tx, { topic: 'trust', tenantId: context.scope.tenantId, id: user.uniqueId })
  return saved!
}

const uploadLogo = (needs: Needs) =>
  // Apart, so that no connection waits while the picture is made again.
  manualTransaction(async ({ uniqueId, file }: { uniqueId: string; file: Uploaded }, context: ManualContext) => {
    await branded(uniqueId, context)
    const { png } = await remakeLogo(file.path)
    return context.write(async (writing) => {
      const user = await branded(uniqueId, writing, true)
      const saved = await save(user, { brandLogoUID: await keepLogo(needs.files, writing, file.filename, png) }, writing)
      if (user.brandLogoUID) await endDocument(needs.jobs, writing.tx, writing.scope.tenantId, user.brandLogoUID)
      return shownUser(needs, writing, saved)
    })
  })

/** The name, the country and the picture that members show. */
export const branding = (needs: Needs) => ({
  uploadLogo: uploadLogo(needs),

  updateBrandName: async ({ uniqueId, ...brand }: Brand & { uniqueId: string }, context: WriteContext) =>
    shownUser(needs, context, await save(await branded(uniqueId, context, true), brand, context)),
})
