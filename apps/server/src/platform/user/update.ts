import { userPolicy } from '@tradewind/contract/platform/user.policy'
import { eq } from 'drizzle-orm'
import { allow } from '#kit/rowFilter'
import { nextUpdatedAt } from '#kit/database/table'
import type { WriteContext } from '#kit/http/context'
import { requireCurrent } from '#kit/record/current'
import { audit, type Changes } from '#kit/record/trail/audit'
import { notifyNodes } from '#kit/notifyNodes'
import { isMainAccount, type Needs } from './create.ts'
import { changedForm, columnsOf, type Form, type Given } from './fields.ts'
import { addressIsFree, anotherStays, findUser, unlessTaken, type User } from './user.queries.ts'
import { shownUser } from './user.reading.ts'
import { fullNameOf, userEntity, users } from '#platform/schema/user.table'

interface Change extends Given {
  uniqueId: string
  updatedAt?: string | undefined
}

const save = async (user: User, after: Form, changes: Changes, { tx }: WriteContext) => {
  const fields = columnsOf(after)
  const proof = 'emailAddress' in changes ? { verifiedAt: null } : {}
  const values = { ...fields, ...proof, ...userEntity.computedColumns(fields), updatedAt: nextUpdatedAt(users.updatedAt) }
  const [saved] = await tx.update(users).set(values).where(eq(users.uniqueId, user.uniqueId)).returning().catch(unlessTaken)
  return saved!
}

/** Another role ends what was begun with the old one; another address, what was mailed to the old one. Who was invited is invited anew. */
const followUp = async (
  needs: Needs,
  { uniqueId, deactivatedAt }: User,
  changes: Changes,
  wasInvited: boolean,
  tx: WriteContext['tx'],
  tenantId: string,
) => {
  if (
    ['isPartner', 'userCompanyName', 'userCompanyCountry', 'adminRole', 'reviewsSearchEnabled'].some((field) => field in changes)
  )
    await notifyNodes(tx, { topic: 'trust', tenantId, id: uniqueId })
  const isOther = 'emailAddress' in changes || 'adminRole' in changes
  if (!isOther) return notifyNodes(tx, { topic: 'session', tenantId, id: uniqueId })
  await needs.endAccess(tx, tenantId, uniqueId)
  if (('emailAddress' in changes || wasInvited) && !deactivatedAt) await needs.invite(tx, tenantId, uniqueId)
}

/** Changes what the form changes: of others by rank, of oneself the names. */
export const update =
  (needs: Needs) =>
  async ({ uniqueId, updatedAt, ...given }: Change, context: WriteContext) => {
    const { tx, scope } = context
    const user = await findUser(uniqueId, context, true)
    allow(context.actor, userPolicy.update, user)
    const before = await shownUser(needs, context, user)
    await requireCurrent({ ...given, updatedAt }, user, context, () => before)
    const { after, changes } = changedForm(user, given, context, await isMainAccount(needs, scope.tenantId))
    if (Object.keys(changes).length === 0) return before
    if ('emailAddress' in changes) await addressIsFree(tx, after.emailAddress, scope, uniqueId)
    if ('adminRole' in changes) await anotherStays(tx, user)
    const saved = await save(user, after, changes, context)
    await audit(context, { action: 'CHANGED', kind: 'user', recordId: uniqueId, title: fullNameOf(saved), changes })
    await followUp(needs, saved, changes, before.state === 'INVITED', tx, scope.tenantId)
    return shownUser(needs, context, saved)
  }
