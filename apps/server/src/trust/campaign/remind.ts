import { can } from '@tradewind/contract/kit/policy'
import { reviewPolicy } from '@tradewind/contract/trust/policies'
import {
  MAX_REMINDERS,
  MIN_REMINDER_GAP_DAYS,
  reminderDays,
  type ReminderSkipReason,
} from '@tradewind/contract/trust/review.constants'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { type Database, type Reader, tenantScope, type Tx } from '#kit/database/database'
import { insertMany } from '#kit/database/insert'
import { nextUpdatedAt } from '#kit/database/table'
import { DAY_MS } from '#kit/days'
import type { FindActor } from '#kit/http/context'
import { forEachTenant, type Jobs } from '#kit/jobs'
import { currentTenants } from '#platform/tenant.queries'
import type { TenantSettings } from '#platform/tenantSetting.queries'
import {
  type CampaignRow,
  type InvitationRow,
  reviewCampaigns,
  reviewInvitations,
  reviewReminders,
} from '#trust/schema/review.table'
import { notifyOfReviews, ownerOf } from '../owner.ts'
import { invitationJob } from './invitation.job.ts'
import { countLetters, lettersLeft, lockCampaigns } from './invitations.ts'
import { findReminderBlockers, reminderBlocker, reminderCount } from './resend.ts'

interface ReminderOptions {
  /** Sent by the schedule, not by a user. */
  isAutomatic: boolean
}

/**
 * Queues reminders of invitations: the row becomes QUEUED, and the reminder gets a number that is unique for the invitation.
 * The caller must have locked the rows, and must send the jobs in the same transaction.
 */
const queueReminders = async (
  tx: Tx,
  rows: readonly InvitationRow[],
  { isAutomatic }: ReminderOptions,
): Promise<InvitationRow[]> => {
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
  const newReminders = queued.map((row) => ({
    ownerId: row.ownerId,
    campaignId: row.campaignId,
    invitationId: row.uniqueId,
    number: row.reminders,
    letter: row.letters,
    isAutomatic,
  }))
  await insertMany(tx, reviewReminders, newReminders)
  for (const row of queued) notifyOfReviews(tx, row)
  return queued
}

/** Queues a reminder of one invitation that has arrived. */
export const queueReminder = async (tx: Tx, row: InvitationRow, how: ReminderOptions) => {
  const [queued] = await queueReminders(tx, [row], how)
  return queued!
}

/** Queues reminders of these invitations, and a job for each in this transaction. */
export const sendReminders = async (
  { jobs }: { jobs: Pick<Jobs, 'sendAll'> },
  tx: Tx,
  rows: readonly InvitationRow[],
  how: ReminderOptions,
) => {
  if (rows.length === 0) return
  const queued = await queueReminders(tx, rows, how)
  const payloads = queued.map(({ tenantId, partitionId, uniqueId: invitationId, letters: letter }) => ({
    tenantId,
    partitionId,
    invitationId,
    letter,
  }))
  await jobs.sendAll(tx, invitationJob, payloads)
}

/** The invitations of a campaign that were not answered, oldest first. */
export const listUnansweredOf = (db: Reader | Tx, campaignId: string) => {
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
  because: ReminderSkipReason
}

/** Splits invitations into those that can be reminded of now and those that are skipped, with the reason. */
export const splitRemindable = async (db: Reader | Tx, ownerId: string, rows: readonly InvitationRow[]) => {
  const remindable: InvitationRow[] = []
  const skipped: SkippedReminder[] = []
  const barOf = await findReminderBlockers(db, ownerId, rows)
  for (const row of rows) {
    const because = barOf(row) ?? reminderBlocker(row)
    if (because) skipped.push({ uniqueId: row.uniqueId, fullName: `${row.firstName} ${row.lastName}`, because })
    else remindable.push(row)
  }
  return { remindable, skipped }
}

/** When the next automatic reminder of an unanswered invitation is due. Undefined if there is none. */
export const nextReminderTime = (row: InvitationRow) => {
  const days = reminderDays[reminderCount(row)]
  if (!row.sentAt || row.state !== 'SENT' || days === undefined) return undefined
  const planned = Date.parse(row.sentAt) + days * DAY_MS
  const due = row.remindedAt ? Math.max(planned, Date.parse(row.remindedAt) + MIN_REMINDER_GAP_DAYS * DAY_MS) : planned
  return due < Date.parse(row.expiresAt) ? due : undefined
}

interface Needs {
  db: Database
  /** Can access every partition of one tenant. */
  maintenance: Database
  jobs: Jobs
  settings: TenantSettings
  logger: Logger
  findActor: FindActor
}

const isWaiting = and(
  eq(reviewInvitations.campaignId, reviewCampaigns.uniqueId),
  eq(reviewInvitations.state, 'SENT'),
  sql`${reviewInvitations.reminders} < ${MAX_REMINDERS}`,
  sql`${reviewInvitations.expiresAt} > now()`,
  sql`${reviewInvitations.sentAt} <= now() - make_interval(days => ${MIN_REMINDER_GAP_DAYS})`,
)

const sendsReminders = and(eq(reviewCampaigns.reminders, true), isNull(reviewCampaigns.endedAt))

/** The campaigns of a tenant that may have reminders to send. */
const findCampaigns = ({ maintenance }: Needs, tenantId: string) => {
  const waiting = sql`exists (select from ${reviewInvitations} where ${isWaiting}
    and ${reviewInvitations.tenantId} = ${reviewCampaigns.tenantId} and ${reviewInvitations.partitionId} = ${reviewCampaigns.partitionId})`
  return maintenance
    .as(tenantScope(tenantId))
    .select()
    .from(reviewCampaigns)
    .where(and(sendsReminders, waiting))
    .orderBy(reviewCampaigns.dateCreated)
}

/** Whether its owner has an active account, a brand, and permission to invite. */
const mayInvite = async ({ db, findActor }: Needs, { tenantId, partitionId, ownerId }: CampaignRow) => {
  const [owner, actor] = await Promise.all([ownerOf(db.as({ tenantId, partitionId }), ownerId), findActor(tenantId, ownerId)])
  return Boolean(owner?.userCompanyName && actor && can(actor, reviewPolicy.keep, { ownerId }))
}

/** Locks and returns the due invitations of a campaign that still sends reminders. What another node has reminded of meanwhile is no longer due. */
const lockDue = async (tx: Tx, { uniqueId, ownerId }: CampaignRow) => {
  const [stillSending] = await tx
    .select({ id: reviewCampaigns.uniqueId })
    .from(reviewCampaigns)
    .where(and(eq(reviewCampaigns.uniqueId, uniqueId), sendsReminders))
    .for('update')
  if (!stillSending) return []
  const isSent = and(eq(reviewInvitations.campaignId, uniqueId), eq(reviewInvitations.state, 'SENT'))
  const locked = await tx.select().from(reviewInvitations).where(isSent).orderBy(reviewInvitations.uniqueId).for('update')
  const due = locked.filter((row) => (nextReminderTime(row) ?? Infinity) <= Date.now())
  return (await splitRemindable(tx, ownerId, due)).remindable
}

const remindCampaign = async (needs: Needs, campaign: CampaignRow) => {
  if (!(await mayInvite(needs, campaign))) return
  const scope = { tenantId: campaign.tenantId, partitionId: campaign.partitionId }
  await needs.db.write(scope, async (tx) => {
    const counting = { tx, scope, actor: { uniqueId: campaign.ownerId } }
    await lockCampaigns(counting)
    const due = (await lockDue(tx, campaign)).slice(0, await lettersLeft(counting))
    await countLetters(due.length, counting)
    await sendReminders(needs, tx, due, { isAutomatic: true })
  })
}

/** Sends automatic reminders, every hour, if tenant and owner have enabled them. Those beyond the daily limit are sent in later hours. */
export const automaticReminders = (needs: Needs) => ({
  name: 'review.remind',
  cron: '17 * * * *',
  work: async () => {
    await forEachTenant(needs.logger, await currentTenants(needs.db), async (tenantId) => {
      const settingValues = await needs.settings.of(tenantId)
      if (!settingValues.REVIEWS_ENABLED || !settingValues.REVIEW_REMINDERS) return
      for (const campaign of await findCampaigns(needs, tenantId)) await remindCampaign(needs, campaign)
    })
  },
})
