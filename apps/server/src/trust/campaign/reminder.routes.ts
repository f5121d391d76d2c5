import { say } from '@tradewind/contract/kit/say'
import {
  type CampaignOutlook,
  type ReviewCampaign,
  type ReviewReminder,
  reviewReminderApi,
} from '@tradewind/contract/trust/reviewCampaign.contract'
import { and, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Reader, Tx } from '#kit/database/database'
import type { Paging } from '#kit/database/list'
import { listTable } from '#kit/database/rows'
import { anyOf } from '#kit/database/scoped'
import { nextUpdatedAt } from '#kit/database/table'
import { DAY_MS } from '#kit/days'
import { conflict, notFound, Refusal } from '#kit/errors'
import { type ReadContext, readerOf, type WriteContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import type { Jobs } from '#kit/jobs'
import { audit } from '#kit/record/audit'
import type { TenantSettings } from '#platform/tenantSetting.queries'
import {
  type CampaignRow,
  type InvitationRow,
  type ReminderRow,
  reviewCampaigns,
  reviewInvitations,
  reviewReminders,
} from '#trust/schema/review.table'
import { notifyOfReviews } from '../owner.ts'
import { countLetters, lockCampaigns } from './invitations.ts'
import { listUnansweredOf, nextReminderTime, sendReminders, splitRemindable } from './remind.ts'
import { findReminderBlockers } from './resend.ts'

interface Needs {
  jobs: Jobs
  settings: TenantSettings
}

const manual = { isAutomatic: false }

/** The figures of each of these campaigns, in one query for all. */
const countsOf = async (db: Reader | Tx, ids: readonly string[]) => {
  if (ids.length === 0) return new Map<string, { answered: number; reminded: number; open: number }>()
  const { rows } = await db.execute<{ id: string; answered: number; reminded: number; open: number }>(sql`
    select campaign_id as id, count(*) filter (where state = 'ANSWERED')::int as answered,
      count(*) filter (where state not in ('ANSWERED', 'EXPIRED', 'FAILED') and expires_at > now())::int as open,
      (select count(*)::int from ${reviewReminders} where ${reviewReminders.campaignId} = ${reviewInvitations.campaignId}
        and ${reviewReminders.state} in ('SENT', 'UNCERTAIN')) as reminded
    from ${reviewInvitations} where campaign_id = ${anyOf(ids)} group by campaign_id`)
  return new Map(rows.map(({ id, ...counts }) => [id, counts]))
}

const toCampaigns = async (db: Reader | Tx, rows: readonly CampaignRow[]): Promise<ReviewCampaign[]> => {
  const counts = await countsOf(
    db,
    rows.map(({ uniqueId }) => uniqueId),
  )
  return rows.map((row) => {
    const { uniqueId, dateCreated, updatedAt, invited, reminders, endedAt, trigger, sentence } = row
    const { answered = 0, reminded = 0, open = 0 } = counts.get(uniqueId) ?? {}
    return {
      uniqueId,
      dateCreated,
      updatedAt,
      invited,
      reminders,
      endedAt,
      trigger,
      sentence,
      answered,
      reminded,
      isOver: open === 0,
    }
  })
}

const toReminders = async (db: Reader | Tx, rows: readonly ReminderRow[]): Promise<ReviewReminder[]> => {
  const ids = rows.map(({ invitationId }) => invitationId)
  const { uniqueId, firstName, lastName } = reviewInvitations
  const found = await db.select({ uniqueId, firstName, lastName }).from(reviewInvitations).where(inArray(uniqueId, ids))
  const names = new Map(found.map(({ uniqueId: id, ...name }) => [id, name]))
  return rows.map((row) => ({ ...row, ...(names.get(row.invitationId) ?? { firstName: '', lastName: '' }) }))
}

const listOptions = {
  campaigns: { table: reviewCampaigns, sorts: { dateCreated: reviewCampaigns.dateCreated } },
  reminders: { table: reviewReminders, sorts: { dateCreated: reviewReminders.dateCreated } },
}

const listCampaigns = async (paging: Paging, context: ReadContext) => {
  const isOwn = eq(reviewCampaigns.ownerId, context.actor.uniqueId)
  return listTable(listOptions.campaigns, paging, context, [isOwn], (rows) => toCampaigns(context.db, rows))
}

type ReminderQuery = Paging & { campaignId?: string | undefined }

const listReminders = async ({ campaignId, ...query }: ReminderQuery, context: ReadContext) => {
  const { ownerId, campaignId: of } = reviewReminders
  const isOwn = eq(ownerId, context.actor.uniqueId)
  const condition = campaignId ? sql`${isOwn} and ${eq(of, campaignId)}` : isOwn
  return listTable(listOptions.reminders, query, context, [condition], (rows) => toReminders(context.db, rows))
}

const isOwnCampaign = (uniqueId: string, ownerId: string) =>
  and(eq(reviewCampaigns.uniqueId, uniqueId), eq(reviewCampaigns.ownerId, ownerId))
const NOT_FOUND = say('Campaign not found')

/** When a campaign next sends automatic reminders, and how many within a day of that. */
const nextReminders = async (db: Reader, { ownerId }: CampaignRow, rows: readonly InvitationRow[]) => {
  const barOf = await findReminderBlockers(db, ownerId, rows)
  const due = rows.flatMap((row) => (barOf(row) ? [] : (nextReminderTime(row) ?? []))).toSorted((one, other) => one - other)
  if (due[0] === undefined) return null
  const at = Math.max(due[0], Date.now())
  return { at: new Date(at).toISOString(), count: due.filter((one) => one < at + DAY_MS).length }
}

/** The maximum number of bounced invitations that a campaign lists. */
const MAX_BOUNCED = 500

const bouncedOf = async (db: Reader, campaignId: string) => {
  const { campaignId: of, bouncedAt } = reviewInvitations
  const those = and(eq(of, campaignId), isNotNull(bouncedAt))
  const rows = await db.select().from(reviewInvitations).where(those).orderBy(desc(bouncedAt)).limit(MAX_BOUNCED)
  return rows.map(({ uniqueId, contactId, firstName, lastName, emailAddress: email, bouncedAt: at }) => ({
    uniqueId,
    contactId,
    fullName: `${firstName} ${lastName}`,
    email,
    bouncedAt: at!,
  }))
}

const getCampaign =
  ({ settings }: Needs) =>
  async ({ uniqueId }: { uniqueId: string }, context: ReadContext): Promise<CampaignOutlook> => {
    const db = readerOf(context)
    const { actor, scope } = context
    const [row] = await context.db.select().from(reviewCampaigns).where(isOwnCampaign(uniqueId, actor.uniqueId))
    if (!row) throw notFound(NOT_FOUND)
    const unanswered = await listUnansweredOf(context.db, uniqueId)
    const { remindable, skipped } = await splitRemindable(db, actor.uniqueId, unanswered)
    const { REVIEW_REMINDERS: remindersAllowed } = await settings.of(scope.tenantId)
    const [reply] = await toCampaigns(db, [row])
    const reminds = row.reminders && remindersAllowed && !row.endedAt
    const next = reminds ? await nextReminders(context.db, row, unanswered) : null
    const bounced = await bouncedOf(context.db, uniqueId)
    return { ...reply!, remindersAllowed, remindable: remindable.length, skipped, bounced, next }
  }

/** Locks one of the actor's campaigns until the transaction ends. */
const lockCampaign = async (uniqueId: string, { tx, actor }: WriteContext) => {
  const [locked] = await tx.select().from(reviewCampaigns).where(isOwnCampaign(uniqueId, actor.uniqueId)).for('update')
  if (!locked) throw notFound(NOT_FOUND)
  return locked
}

const NOBODY_REMINDABLE = say('Nobody of this campaign can be reminded right now')

const remind =
  (needs: Needs) =>
  async ({ campaignId }: { campaignId: string }, context: WriteContext) => {
    const { tx, actor } = context
    await lockCampaigns(context)
    const campaign = await lockCampaign(campaignId, context)
    if (campaign.endedAt) throw conflict(say('This campaign has ended'))
    const waiting = and(eq(reviewInvitations.campaignId, campaignId), eq(reviewInvitations.state, 'SENT'))
    await tx.select({ id: reviewInvitations.uniqueId }).from(reviewInvitations).where(waiting).for('update')
    const { remindable, skipped } = await splitRemindable(tx, actor.uniqueId, await listUnansweredOf(tx, campaignId))
    if (remindable.length === 0) throw new Refusal(422, NOBODY_REMINDABLE, { campaignId: NOBODY_REMINDABLE, skipped })
    await countLetters(remindable.length, context)
    await sendReminders(needs, tx, remindable, manual)
    await logChange(campaign, { reminded: { before: null, after: remindable.length } }, context)
    return { reminded: remindable.length, skipped }
  }

type Changes = Record<string, { before: unknown; after: unknown }>

const logChange = ({ uniqueId }: CampaignRow, changes: Changes, context: WriteContext) =>
  audit(context, { action: 'CHANGED', kind: 'reviewCampaign', recordId: uniqueId, title: context.actor.fullName, changes })

const save = async (
  before: CampaignRow,
  change: Partial<Pick<CampaignRow, 'reminders' | 'endedAt'>>,
  { tx }: Pick<WriteContext, 'tx'>,
) => {
  notifyOfReviews(tx, before)
  const [row] = await tx
    .update(reviewCampaigns)
    .set({ ...change, updatedAt: nextUpdatedAt(reviewCampaigns.updatedAt) })
    .where(eq(reviewCampaigns.uniqueId, before.uniqueId))
    .returning()
  const [reply] = await toCampaigns(tx, [row!])
  return reply!
}

const changeReminders = async ({ uniqueId, reminders }: { uniqueId: string; reminders: boolean }, context: WriteContext) => {
  const before = await lockCampaign(uniqueId, context)
  if (before.endedAt) throw conflict(say('This campaign has ended'))
  if (before.reminders !== reminders)
    await logChange(before, { reminders: { before: before.reminders, after: reminders } }, context)
  return save(before, { reminders }, context)
}

/** Ends a campaign and its open invitations. A letter that is being sent is left to its sender, and can be answered. */
const endCampaign = async ({ uniqueId }: { uniqueId: string }, context: WriteContext) => {
  const before = await lockCampaign(uniqueId, context)
  if (before.endedAt) throw conflict(say('This campaign has ended'))
  const { campaignId, state, updatedAt } = reviewInvitations
  const waiting = and(eq(campaignId, uniqueId), inArray(state, ['QUEUED', 'SENT', 'UNCERTAIN']))
  const expired = { state: 'EXPIRED', updatedAt: nextUpdatedAt(updatedAt) } as const
  await context.tx.update(reviewInvitations).set(expired).where(waiting)
  const endedAt = new Date().toISOString()
  await logChange(before, { endedAt: { before: null, after: endedAt } }, context)
  return save(before, { endedAt }, context)
}

/** Reminding customers who have not answered. */
export const reviewReminderRoutes = (needs: Needs) =>
  routes(reviewReminderApi, {
    list: listReminders,
    campaigns: listCampaigns,
    campaign: getCampaign(needs),
    remind: remind(needs),
    change: changeReminders,
    end: endCampaign,
  })
