import type { Uploaded } from '@tradewind/contract/kit/endpoint'
import { say, type Sentence } from '@tradewind/contract/kit/say'
import { userPolicy } from '@tradewind/contract/platform/policies'
import { adminApi } from '@tradewind/contract/platform/user.contract'
import { isMember } from '@tradewind/contract/roles'
import { and, count as countRows, eq, gt, isNull, sql } from 'drizzle-orm'
import { inScope, type Tx } from '#kit/database/database'
import { pageOf } from '#kit/database/list'
import { nextUpdatedAt } from '#kit/database/table'
import { conflict, tooMany } from '#kit/errors'
import { type AllFeatures, type Feature, runHooks } from '#kit/feature'
import { type WriteContext, type ManualContext, manualTransaction } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import type { Jobs } from '#kit/jobs'
import { notifyNodes } from '#kit/notifyNodes'
import { reencodeLogo } from '#kit/picture'
import { notifyOfKinds } from '#kit/record/activity'
import { assertCurrent, audit, type Changes, changesOf } from '#kit/record/audit'
import { assertAllowed } from '#kit/record/entity'
import { deleteDocument, nameOfDocument, storeLogo } from '#platform/document.queries'
import type { AppContext } from '../appContext.ts'
import { notifyOfAccount } from './identity/sessions.ts'
import { invitations } from './identity/welcome.job.ts'
import { linkTokens } from './schema/identity.table.ts'
import { fullNameOf, userEntity, userPermissions, users } from './schema/user.table.ts'
import { applyForm, columnsOf, type Form, type FormInput } from './user/fields.ts'
import { checkAddressFree, checkNotLastAdmin, findUser, throwIfTaken, type User, type UserContext } from './user/user.queries.ts'
import { create, isMainAccount, readHandlers, toUser, type UserNeeds } from './user/user.read.ts'
import { userSheet } from './user/user.sheet.ts'

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

const saveBrand = async (user: User, brand: Brand, context: WriteContext) => {
  const changes = await describeLogoChange(changesOf(user, brand), context)
  if (Object.keys(changes).length === 0) return user
  const values = { ...brand, ...userEntity.computedColumns({ ...user, ...brand }), updatedAt: nextUpdatedAt(users.updatedAt) }
  const [saved] = await context.tx.update(users).set(values).where(eq(users.uniqueId, user.uniqueId)).returning()
  await audit(context, { action: 'CHANGED', kind: 'user', recordId: user.uniqueId, title: fullNameOf(user), changes })
  await notifyOfAccount(context.tx, user.tenantId, user.uniqueId)
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
      const saved = await saveBrand(user, { brandLogoUID: await storeLogo(needs.files, writing, file.filename, png) }, writing)
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
  await notifyOfAccount(tx, scope.tenantId, owner.uniqueId)
  await notifyNodes(tx, { topic: 'trust', tenantId: scope.tenantId, id: owner.uniqueId })
  return true
}

/** The name, the country and the picture that members show. */
export const brandHandlers = (needs: UserNeeds) => ({
  uploadLogo: uploadLogo(needs),

  updateBrandName: async ({ uniqueId, ...brand }: Brand & { uniqueId: string }, context: WriteContext) =>
    toUser(needs, context, await saveBrand(await findBrandUser(uniqueId, context, true), brand, context)),
})

interface ById {
  uniqueId: string
}

const HOUR_MS = 3_600_000
const INVITATIONS_AN_HOUR = 5

/** The user, locked, whom the actor is to change. */
const findManagedUser = async ({ uniqueId }: ById, context: WriteContext, ofOneself: Sentence) => {
  const user = await findUser(uniqueId, context, true)
  if (user.uniqueId === context.actor.uniqueId) throw conflict(ofOneself)
  assertAllowed(context.actor, userPolicy.manage, user)
  return user
}

const updateUser = async (tx: Tx, { uniqueId }: User, values: Partial<typeof users.$inferInsert>) => {
  const set = { ...values, updatedAt: nextUpdatedAt(users.updatedAt) }
  const [saved] = await tx.update(users).set(set).where(eq(users.uniqueId, uniqueId)).returning()
  return saved!
}

const remove = async ({ endAccess, onUserDeleted, onAccessChanged }: UserNeeds, which: ById, context: WriteContext) => {
  const { tx, scope, actor } = context
  const user = await findManagedUser(which, context, say('You cannot delete yourself'))
  await checkNotLastAdmin(tx, user)
  await updateUser(tx, user, { deletedAt: new Date().toISOString(), deletedBy: actor.uniqueId })
  await tx.delete(userPermissions).where(eq(userPermissions.userId, user.uniqueId))
  await endAccess(tx, scope.tenantId, user.uniqueId)
  await onUserDeleted(tx, user.uniqueId)
  await onAccessChanged(context, user.uniqueId)
  await notifyNodes(tx, { topic: 'trust', tenantId: scope.tenantId, id: user.uniqueId })
  await audit(context, { action: 'DELETED', kind: 'user', recordId: user.uniqueId, title: fullNameOf(user) })
  return { uniqueId: user.uniqueId }
}

const belonging = async ({ countWithUser }: UserNeeds, which: ById, context: WriteContext) =>
  pageOf(await countWithUser(context.tx, await findManagedUser(which, context, say('You cannot delete yourself'))), {})

const setActive = async (needs: UserNeeds, which: ById & { isActive: boolean }, context: WriteContext) => {
  const { tx, scope } = context
  const { isActive } = which
  const user = await findManagedUser(which, context, say('You cannot close your own account'))
  if (isActive === (user.deactivatedAt === null)) return toUser(needs, context, user)
  if (!isActive) await checkNotLastAdmin(tx, user)
  const saved = await updateUser(tx, user, { deactivatedAt: isActive ? null : new Date().toISOString() })
  await needs.endAccess(tx, scope.tenantId, user.uniqueId)
  await needs.onAccessChanged(context, user.uniqueId)
  await notifyNodes(tx, { topic: 'trust', tenantId: scope.tenantId, id: user.uniqueId })
  const changes = { isActive: { before: !isActive, after: isActive } }
  await audit(context, { action: 'CHANGED', kind: 'user', recordId: user.uniqueId, title: fullNameOf(user), changes })
  return toUser(needs, context, saved)
}

/** The first invitation is sent with the account, and does not count. */
const invitationsThisHour = async (tx: Tx, { uniqueId, dateCreated }: User) => {
  const lastHour = gt(linkTokens.dateCreated, sql`now() - interval '1 hour'`)
  const sent = and(eq(linkTokens.userId, uniqueId), eq(linkTokens.purpose, 'SET_PASSWORD'), lastHour)
  const [row] = await tx.select({ times: countRows() }).from(linkTokens).where(sent)
  return row!.times - (Date.parse(dateCreated) > Date.now() - HOUR_MS ? 1 : 0)
}

const invite = async (needs: UserNeeds, which: ById, context: WriteContext) => {
  const { tx, scope } = context
  const user = await findManagedUser(which, context, say('You have already chosen a password'))
  if (user.passwordHash) throw conflict(say('They have already chosen a password'))
  if (user.deactivatedAt) throw conflict(say('This account is closed. Reopen it first.'))
  if ((await invitationsThisHour(tx, user)) >= INVITATIONS_AN_HOUR) throw tooMany(3600)
  await needs.invite(tx, scope.tenantId, user.uniqueId)
  notifyOfKinds(context, [userEntity])
  return toUser(needs, context, user)
}

/** Deletes, closes, opens and invites accounts. */
const accessHandlers = (needs: UserNeeds) => ({
  belonging: (which: ById, context: WriteContext) => belonging(needs, which, context),
  remove: (which: ById, context: WriteContext) => remove(needs, which, context),
  setActive: (which: ById & { isActive: boolean }, context: WriteContext) => setActive(needs, which, context),
  invite: (which: ById, context: WriteContext) => invite(needs, which, context),
})

interface Change extends FormInput {
  uniqueId: string
  updatedAt?: string | undefined
}

const save = async (user: User, after: Form, changes: Changes, { tx }: WriteContext) => {
  const fields = columnsOf(after)
  const proof = 'emailAddress' in changes ? { verifiedAt: null } : {}
  const values = { ...fields, ...proof, ...userEntity.computedColumns(fields), updatedAt: nextUpdatedAt(users.updatedAt) }
  const [saved] = await tx.update(users).set(values).where(eq(users.uniqueId, user.uniqueId)).returning().catch(throwIfTaken())
  return saved!
}

/** A new role ends the access that began with the old one; a new address, the links mailed to the old one. An invited user is invited again. */
const updateAccess = async (
  needs: UserNeeds,
  { uniqueId, deactivatedAt }: User,
  changes: Changes,
  wasInvited: boolean,
  context: WriteContext,
) => {
  const { tx, scope } = context
  const { tenantId } = scope
  if (
    ['isPartner', 'userCompanyName', 'userCompanyCountry', 'adminRole', 'reviewsSearchEnabled'].some((field) => field in changes)
  )
    await notifyNodes(tx, { topic: 'trust', tenantId, id: uniqueId })
  const isOther = 'emailAddress' in changes || 'adminRole' in changes
  if (!isOther) return notifyOfAccount(tx, tenantId, uniqueId)
  await needs.endAccess(tx, tenantId, uniqueId)
  if ('adminRole' in changes) await needs.onAccessChanged(context, uniqueId)
  if (('emailAddress' in changes || wasInvited) && !deactivatedAt) await needs.invite(tx, tenantId, uniqueId)
}

/** Applies a form: to other users by rank, to oneself the names only. */
const update =
  (needs: UserNeeds) =>
  async ({ uniqueId, updatedAt, ...given }: Change, context: WriteContext) => {
    const { tx, scope } = context
    const user = await findUser(uniqueId, context, true)
    assertAllowed(context.actor, userPolicy.update, user)
    const before = await toUser(needs, context, user)
    await assertCurrent({ ...given, updatedAt }, user, context, () => before)
    const { after, changes } = applyForm(user, given, context, await isMainAccount(needs, scope.tenantId))
    if (Object.keys(changes).length === 0) return before
    if ('emailAddress' in changes) await checkAddressFree(tx, after.emailAddress, scope, uniqueId)
    if ('adminRole' in changes) await checkNotLastAdmin(tx, user)
    const saved = await save(user, after, changes, context)
    await audit(context, { action: 'CHANGED', kind: 'user', recordId: uniqueId, title: fullNameOf(saved), changes })
    await updateAccess(needs, saved, changes, before.state === 'INVITED', context)
    return toUser(needs, context, saved)
  }

const userRoutes = (needs: UserNeeds) =>
  routes(adminApi, {
    ...readHandlers(needs),
    create: create(needs),
    update: update(needs),
    ...accessHandlers(needs),
    ...brandHandlers(needs),
  })

/** Counts the records of a member's partition, which are deleted with the account, by kind. */
const countRecords = (all: AllFeatures, tx: Tx, { tenantId, uniqueId }: User) =>
  inScope(tx, { tenantId, partitionId: uniqueId }, async () => {
    const counts: { kind: string; count: number }[] = []
    for (const { name: kind, table } of all().flatMap(({ entities = [] }) => entities)) {
      if ('partitionId' in table) counts.push({ kind, count: await tx.$count(table, isNull(table.deletedAt)) })
    }
    return counts
  })

/** Counts what goes with a user who is deleted, by kind. */
const userCounter =
  (all: AllFeatures): UserNeeds['countWithUser'] =>
  async (tx, user) => {
    const asMember = isMember({ roles: [user.role] })
    const counts = asMember ? await countRecords(all, tx, user) : []
    for (const { countWithUser } of all()) {
      const own = await countWithUser?.(tx, { uniqueId: user.uniqueId, isMember: asMember })
      counts.push(...Object.entries(own ?? {}).map(([kind, count]) => ({ kind, count })))
    }
    const byKind = Map.groupBy(counts, ({ kind }) => kind)
    return [...byKind]
      .map(([kind, some]) => ({ kind, count: some.reduce((sum, one) => sum + one.count, 0) }))
      .filter(({ count }) => count > 0)
  }

/** The accounts of a tenant. */
export const userFeature = (context: AppContext, all: AllFeatures): Feature => {
  const needs = { ...context, ...invitations(context) }
  const hooks: Pick<UserNeeds, 'countWithUser' | 'onUserDeleted' | 'onAccessChanged'> = {
    countWithUser: userCounter(all),
    onUserDeleted: (tx, userId) => runHooks(all, 'onUserDeleted', tx, userId),
    onAccessChanged: (changing, userId) => runHooks(all, 'onAccessChanged', changing, userId),
  }
  return {
    routes: () => [userRoutes({ ...needs, ...hooks })],
    announced: [{ name: 'user', policy: { see: userPolicy.list }, acrossTenants: true }],
    sheets: [userSheet(needs)],
    removeDocument: (document, writing) => removeLogo(context.jobs, document, writing),
  }
}
