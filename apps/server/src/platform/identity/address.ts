import { say } from '@tradewind/contract/kit/say'
import { and, eq, gte, isNull, or, sql } from 'drizzle-orm'
import { type Database, tenantScope, type Tx } from '#kit/database/database'
import { normalizeText } from '#kit/database/list'
import { nextUpdatedAt } from '#kit/database/table'
import { checkAll, conflict, invalid } from '#kit/errors'
import { type ManualContext, manualTransaction, type RequestContext } from '#kit/http/context'
import type { Jobs } from '#kit/jobs'
import { audit, changesOf } from '#kit/record/audit'
import { accessPurposes, linkTokens } from '#platform/schema/identity.table'
import { userEntity, users } from '#platform/schema/user.table'
import { deleteUnverified, throwIfTaken } from '#platform/user/user.queries'
import { isAddressTaken, lockUser, ownUser, userById } from './account.ts'
import { letterJob } from './identity.mail.ts'
import type { Links } from './links.queries.ts'
import { actorOf, endSessions, notifyOfAccount } from './sessions.ts'
import { lockProven, passwordProof } from './signing.ts'
import { endLinks, readLink, tenantOfToken, useLink } from './tokens.ts'

interface Needs {
  db: Database
  jobs: Jobs
  links: Links
  /** Runs when a user has verified an address. */
  onAddressProved: (tx: Tx, user: { uniqueId: string; emailAddress: string }) => Promise<void>
}
interface Change {
  emailAddress: string
  currentPassword: string
}

type User = typeof users.$inferSelect

const DAY_MINUTES = 24 * 60
const SEVEN_DAYS_MINUTES = 7 * DAY_MINUTES
const INVALID_LINK = say('This link is no longer valid. Please ask for a new one.')
const ADDRESS_TAKEN = say('This address now belongs to another account. Please contact your administrator.')
const invalidLink = () => invalid({ token: INVALID_LINK }, INVALID_LINK)

/** Sets the user's address, which is verified. Throws the error of `refuse` if another user has it. */
const setAddress = async (tx: Tx, user: User, emailAddress: string, refuse: () => Error) => {
  const verifiedAt = sql`coalesce(${users.verifiedAt}, ${new Date().toISOString()}::timestamptz)`
  await deleteUnverified(tx, emailAddress)
  const values = {
    emailAddress,
    ...userEntity.computedColumns({ ...user, emailAddress }),
    verifiedAt,
    updatedAt: nextUpdatedAt(users.updatedAt),
  }
  await tx.update(users).set(values).where(eq(users.uniqueId, user.uniqueId)).catch(throwIfTaken(refuse))
}

/** Mails the current address, or the one that was replaced, about the change, with a link that can undo it for seven days. */
const mailUndoLink = async (
  { links, jobs }: Needs,
  tx: Tx,
  { tenantId, uniqueId: userId, emailAddress: subject }: User,
  letter: 'ADDRESS_ASKED' | 'ADDRESS_CHANGED',
) => {
  const { uniqueId: linkId } = await links.make(tx, tenantId, {
    purpose: 'UNDO_ADDRESS',
    userId,
    subject,
    minutes: SEVEN_DAYS_MINUTES,
  })
  await jobs.send(tx, letterJob, { tenantId, userId, linkId, letter, key: linkId })
}

type Link = NonNullable<Awaited<ReturnType<typeof useLink>>>

/** Ends the undo links of later changes: they lead to an address of the person who made those changes. */
const endLaterUndos = (tx: Tx, { userId, subject, dateCreated }: Link) => {
  const { purpose, usedAt } = linkTokens
  const isLater = or(gte(linkTokens.dateCreated, dateCreated), eq(linkTokens.subject, subject))
  return tx
    .update(linkTokens)
    .set({ usedAt: sql`now()` })
    .where(and(eq(linkTokens.userId, userId), eq(purpose, 'UNDO_ADDRESS'), isNull(usedAt), isLater))
}

/** Restores the previous address. Others may know the password: there is none until a new one is chosen. */
const restoreAddress = async ({ onAddressProved }: Needs, tx: Tx, user: User, link: Link) => {
  const { tenantId, uniqueId } = user
  await setAddress(tx, user, link.subject, () => conflict(ADDRESS_TAKEN))
  await tx.update(users).set({ passwordHash: null }).where(eq(users.uniqueId, uniqueId))
  await onAddressProved(tx, { uniqueId, emailAddress: link.subject })
  await endLinks(tx, uniqueId, accessPurposes)
  await endLaterUndos(tx, link)
  await endSessions(tx, tenantId, uniqueId)
}

/** Undoes a change of address, whether requested or done, and returns the link by which a new password is chosen. */
const undoAddress = (needs: Needs) =>
  manualTransaction(async ({ token }: { token: string }, context: ManualContext) => {
    const { db, links } = needs
    const tenantId = tenantOfToken(token) ?? context.scope.tenantId
    const reader = db.as(tenantScope(tenantId))
    const link = await readLink(reader, token, 'UNDO_ADDRESS')
    const user = link && (await userById(reader, link.userId))
    if (!user) throw invalidLink()
    const actor = actorOf(user, [])
    const { uniqueId: userId, partitionId, fullName: title } = actor
    return db.write({ tenantId, partitionId }, async (tx) => {
      const before = await lockUser(tx, userId)
      const used = before && (await useLink(tx, token, 'UNDO_ADDRESS'))
      if (!used) throw invalidLink()
      await restoreAddress(needs, tx, before, used)
      const renamed = changesOf({ emailAddress: before.emailAddress }, { emailAddress: used.subject })
      const changes = { ...renamed, password: { before: null, after: null } }
      await audit({ ...context, actor, tx }, { action: 'CHANGED', kind: 'user', recordId: userId, title, changes })
      return { token: (await links.make(tx, tenantId, { purpose: 'RESET_PASSWORD', userId, minutes: 60 })).token }
    })
  })

/** Saves the new address, ends the links that were mailed to the old one, and notifies the old one, which can undo the change. */
const saveAddress = async (needs: Needs, token: string, tenantId: string, context: RequestContext) => {
  const { db, onAddressProved } = needs
  const link = await readLink(db.as(tenantScope(tenantId)), token, 'CONFIRM_ADDRESS')
  const user = link && (await userById(db.as(tenantScope(tenantId)), link.userId))
  if (!user) throw invalidLink()
  const actor = actorOf(user, [])
  const { uniqueId, partitionId, fullName: title } = actor
  await db.write({ tenantId, partitionId }, async (tx) => {
    const before = await lockUser(tx, uniqueId) // before the link: whoever ends an account locks the two in this order, too
    const used = before && (await useLink(tx, token, 'CONFIRM_ADDRESS'))
    if (!used) throw invalidLink()
    await setAddress(tx, before, used.subject, invalidLink)
    await onAddressProved(tx, { uniqueId, emailAddress: used.subject })
    await endLinks(tx, uniqueId, ['RESET_PASSWORD', 'SET_PASSWORD', 'CONFIRM_ADDRESS'])
    await mailUndoLink(needs, tx, before, 'ADDRESS_CHANGED')
    await notifyOfAccount(tx, tenantId, uniqueId)
    const changes = { emailAddress: { before: before.emailAddress, after: used.subject } }
    await audit({ ...context, actor, tx }, { action: 'CHANGED', kind: 'user', recordId: uniqueId, title, changes })
  })
}

const checkIsNewAddress = (emailAddress: string, user: User) => {
  if (normalizeText(emailAddress) === normalizeText(user.emailAddress))
    throw invalid({ emailAddress: say('This is already your address') })
}

/** Changes the actor's own address: verified by a link that is mailed to it, and by the password. Does not reveal whether another user has the address. */
export const addressHandlers = (needs: Needs) => ({
  changeAddress: manualTransaction(async ({ emailAddress, currentPassword }: Change, context: ManualContext) => {
    const [user] = await checkAll(
      () => passwordProof(needs.db)(context, { currentPassword }),
      async () => checkIsNewAddress(emailAddress, await ownUser(context.db, context)),
    )
    await context.write(async ({ tx, actor: { tenantId } }) => {
      const { uniqueId: userId } = user
      await mailUndoLink(needs, tx, await lockProven(tx, user, 'currentPassword'), 'ADDRESS_ASKED')
      if (await isAddressTaken(tx, emailAddress)) return
      const newLink = { purpose: 'CONFIRM_ADDRESS', userId, subject: emailAddress, minutes: DAY_MINUTES } as const
      const { uniqueId: linkId } = await needs.links.make(tx, tenantId, newLink)
      await endLinks(tx, userId, ['CONFIRM_ADDRESS'], linkId)
      await needs.jobs.send(tx, letterJob, { tenantId, userId, linkId, key: linkId })
    })
    return {}
  }),

  confirmAddress: manualTransaction(async ({ token }: { token: string }, context: ManualContext) => {
    if (!token) throw invalidLink()
    await saveAddress(needs, token, tenantOfToken(token) ?? context.scope.tenantId, context)
    return {}
  }),

  undoAddress: undoAddress(needs),
})
