import { type ReminderSkip, reminderDays, REMINDER_GAP } from '@tradewind/contract/trust/review.words'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Reader, Tx } from '#kit/database/database'
import { insertMany } from '#kit/database/insert'
import { nextUpdatedAt } from '#kit/database/table'
import type { Jobs } from '#kit/jobs'
import { type InvitationRow, reviewInvitations, reviewReminders } from '#trust/schema/review.table'
import { DAY, notReminded, reminderBars, remindersOf } from './again.ts'
import { invitationJob } from './invitation.job.ts'

interface How {
  /** Nobody pressed a button for it. */
  isAutomatic: boolean
}

/**
 * Puts invitations up for a letter that reminds: the row waits for it, and the reminder has a number that no other one of the invitation
 * can have. For whoever holds the rows, and sends the jobs in the same transaction.
 */
const remindOfAll = async (tx: Tx, rows: readonly InvitationRow[], { isAutomatic }: How): Promise<InvitationRow[]> => {
  const { uniqueId, state, letters, reminders, remindedAt, updatedAt } = reviewInvitations
  const ids = sql.param(rows.map((row) => row.uniqueId))
  const counted = sql`greatest(${reminders}, case when ${remindedAt} is null then 0 else 1 end) + 1`
  const queued = await tx
    .update(reviewInvitations)
    .set({
      state: 'QUEUED',
      letters: sql`${letters} + 1`,
      reminders: counted,
      remindedAt: new Date().toISOString(),
      problem: null,
      updatedAt: nextUpdatedAt(updatedAt),
    })
    .where(and(sql`${uniqueId} = any(${ids}::uuid[])`, eq(state, 'SENT')))
    .returning()
  const ordered = queued.map((row) => ({
    ownerId: row.ownerId,
    campaignId: row.campaignId,
    invitationId: row.uniqueId,
    number: row.reminders,
    letter: row.letters,
    isAutomatic,
  }))
  await insertMany(tx, reviewReminders, ordered)
  return queued
}

/** Puts one invitation that has arrived up for a reminder. */
export const remindOf = async (tx: Tx, row: InvitationRow, how: How) => {
  const [queued] = await remindOfAll(tx, [row], how)
  return queued!
}

/** Reminds of these invitations, each by a job in this transaction. */
export const remindAll = async ({ jobs }: { jobs: Pick<Jobs, 'sendAll'> }, tx: Tx, rows: readonly InvitationRow[], how: How) => {
  if (rows.length === 0) return
  const queued = await remindOfAll(tx, rows, how)
  const payloads = queued.map(({ tenantId, partitionId, uniqueId: invitationId, letters: letter }) => ({
    tenantId,
    partitionId,
    invitationId,
    letter,
  }))
  await jobs.sendAll(tx, invitationJob, payloads)
}

/** The invitations of a campaign that were not answered, oldest first. */
export const unansweredOf = (db: Reader | Tx, campaignId: string) => {
  const { state, campaignId: of, dateCreated, uniqueId } = reviewInvitations
  const waiting = inArray(state, ['QUEUED', 'SENDING', 'SENT', 'UNCERTAIN', 'FAILED', 'EXPIRED'])
  return db
    .select()
    .from(reviewInvitations)
    .where(and(eq(of, campaignId), waiting))
    .orderBy(dateCreated, uniqueId)
}

export interface SkippedReminder {
  uniqueId: string
  fullName: string
  because: ReminderSkip
}

/** Whom of these a reminder would reach now, and whom it would not, and why. */
export const sortedForReminder = async (db: Reader | Tx, ownerId: string, rows: readonly InvitationRow[]) => {
  const remindable: InvitationRow[] = []
  const skipped: SkippedReminder[] = []
  const barOf = await reminderBars(db, ownerId, rows)
  for (const row of rows) {
    const because = barOf(row) ?? notReminded(row)
    if (because) skipped.push({ uniqueId: row.uniqueId, fullName: `${row.firstName} ${row.lastName}`, because })
    else remindable.push(row)
  }
  return { remindable, skipped }
}

/** When an invitation that waits for its answer is next reminded of by itself. Nothing: no more. */
export const dueAt = (row: InvitationRow) => {
  const days = reminderDays[remindersOf(row)]
  if (!row.sentAt || row.state !== 'SENT' || days === undefined) return undefined
  const planned = Date.parse(row.sentAt) + days * DAY
  const due = row.remindedAt ? Math.max(planned, Date.parse(row.remindedAt) + REMINDER_GAP * DAY) : planned
  return due < Date.parse(row.expiresAt) ? due : undefined
}
