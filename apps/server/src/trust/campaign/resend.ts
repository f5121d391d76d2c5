import { and, eq } from 'drizzle-orm'
import { nextUpdatedAt } from '#kit/database/table'
import { conflict, notFound } from '#kit/errors'
import type { WriteContext } from '#kit/http/context'
import type { Jobs } from '#kit/jobs'
import { audit } from '#kit/record/trail/audit'
import { reviewInvitations } from '#trust/schema/review.table'
import { barringAmong, mayGoAgain } from './again.ts'
import { shownInvitations } from './invitations.ts'
import { countLetters, inLine } from './limit.ts'
import { invitationJob } from './invitation.job.ts'

/** An own invitation, which nobody else changes until the transaction ends. */
const hold = async (uniqueId: string, { tx, actor }: WriteContext) => {
  const mine = and(eq(reviewInvitations.uniqueId, uniqueId), eq(reviewInvitations.ownerId, actor.uniqueId))
  const [held] = await tx.select().from(reviewInvitations).where(mine).for('update')
  if (!held) throw notFound()
  return held
}

/** Sends an invitation again by a letter with a key of its own, or reminds whoever has not answered. */
export const resending =
  ({ jobs }: { jobs: Jobs }) =>
  async ({ uniqueId }: { uniqueId: string }, context: WriteContext) => {
    const { tx, scope } = context
    await inLine(context)
    const before = await hold(uniqueId, context)
    const refusal = mayGoAgain(before) ?? (await barringAmong(tx, before.ownerId, [before]))(before)
    if (refusal) throw conflict(refusal)
    await countLetters(1, context)
    const letter = before.letters + 1
    const reminded = before.state === 'SENT' ? { remindedAt: new Date().toISOString() } : {}
    const [row] = await tx
      .update(reviewInvitations)
      .set({
        state: 'QUEUED',
        letters: letter,
        problem: null,
        ...reminded,
        updatedAt: nextUpdatedAt(reviewInvitations.updatedAt),
      })
      .where(eq(reviewInvitations.uniqueId, uniqueId))
      .returning()
    await jobs.send(tx, invitationJob, {
      tenantId: scope.tenantId,
      partitionId: scope.partitionId,
      invitationId: uniqueId,
      letter,
    })
    const changes = { invitationStatus: { before: before.state, after: 'QUEUED' } }
    const title = `${before.firstName} ${before.lastName}`
    await audit(context, { action: 'CHANGED', kind: 'reviewInvitation', recordId: uniqueId, title, changes })
    const [shown] = await shownInvitations([row!], context)
    return shown!
  }
