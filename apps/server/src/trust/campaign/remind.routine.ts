import { can } from '@tradewind/contract/kit/policy'
import type { Actor } from '@tradewind/contract/roles'
import { reviewPolicy } from '@tradewind/contract/trust/policies'
import { MOST_REMINDERS, REMINDER_GAP } from '@tradewind/contract/trust/review.words'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { type Database, tenantScope, type Tx } from '#kit/database/database'
import { forEachTenant, type Jobs } from '#kit/jobs'
import { currentTenants } from '#platform/tenant/tenant.queries'
import type { TenantSettings } from '#platform/tenantSetting.queries'
import { type CampaignRow, reviewCampaigns, reviewInvitations } from '#trust/schema/review.table'
import { ownerOf } from '../owner.ts'
import { countLetters, inLine, lettersLeft } from './invitations.ts'
import { dueAt, remindAll, sortedForReminder } from './remind.ts'

interface Needs {
  db: Database
  /** Reaches every partition of one tenant. */
  maintenance: Database
  jobs: Jobs
  settings: TenantSettings
  logger: Logger
  findActor: (tenantId: string, userId: string) => Promise<Actor | undefined>
}

const isWaiting = and(
  eq(reviewInvitations.campaignId, reviewCampaigns.uniqueId),
  eq(reviewInvitations.state, 'SENT'),
  sql`${reviewInvitations.reminders} < ${MOST_REMINDERS}`,
  sql`${reviewInvitations.expiresAt} > now()`,
  sql`${reviewInvitations.sentAt} <= now() - make_interval(days => ${REMINDER_GAP})`,
)

const reminds = and(eq(reviewCampaigns.reminders, true), isNull(reviewCampaigns.endedAt))

/** The campaigns of a tenant that may have somebody to remind. */
const campaignsOf = ({ maintenance }: Needs, tenantId: string) => {
  const waiting = sql`exists (select from ${reviewInvitations} where ${isWaiting}
    and ${reviewInvitations.tenantId} = ${reviewCampaigns.tenantId} and ${reviewInvitations.partitionId} = ${reviewCampaigns.partitionId})`
  return maintenance
    .as(tenantScope(tenantId))
    .select()
    .from(reviewCampaigns)
    .where(and(reminds, waiting))
    .orderBy(reviewCampaigns.dateCreated)
}

/** Its owner is here, has a brand and may ask. */
const mayAsk = async ({ db, findActor }: Needs, { tenantId, partitionId, ownerId }: CampaignRow) => {
  const [owner, actor] = await Promise.all([ownerOf(db.as({ tenantId, partitionId }), ownerId), findActor(tenantId, ownerId)])
  return Boolean(owner?.userCompanyName && actor && can(actor, reviewPolicy.keep, { ownerId }))
}

/** Who is due of a campaign that still reminds, held until the transaction ends. What another node has reminded of meanwhile is due no more. */
const dueOf = async (tx: Tx, { uniqueId, ownerId }: CampaignRow) => {
  const [still] = await tx
    .select({ id: reviewCampaigns.uniqueId })
    .from(reviewCampaigns)
    .where(and(eq(reviewCampaigns.uniqueId, uniqueId), reminds))
    .for('update')
  if (!still) return []
  const waits = and(eq(reviewInvitations.campaignId, uniqueId), eq(reviewInvitations.state, 'SENT'))
  const held = await tx.select().from(reviewInvitations).where(waits).orderBy(reviewInvitations.uniqueId).for('update')
  const due = held.filter((row) => (dueAt(row) ?? Infinity) <= Date.now())
  return (await sortedForReminder(tx, ownerId, due)).remindable
}

const remindCampaign = async (needs: Needs, campaign: CampaignRow) => {
  if (!(await mayAsk(needs, campaign))) return
  const scope = { tenantId: campaign.tenantId, partitionId: campaign.partitionId }
  await needs.db.write(scope, async (tx) => {
    const counting = { tx, scope, actor: { uniqueId: campaign.ownerId } }
    await inLine(counting)
    const due = (await dueOf(tx, campaign)).slice(0, await lettersLeft(counting))
    await countLetters(due.length, counting)
    await remindAll(needs, tx, due, { isAutomatic: true })
  })
}

/** Reminds by itself, every hour, where tenant and sender want that. What the day has no room for goes out in one of the next hours. */
export const remindByThemselves = (needs: Needs) => ({
  name: 'review.remind',
  cron: '17 * * * *',
  work: async () => {
    await forEachTenant(needs.logger, await currentTenants(needs.db), async (tenantId) => {
      const decided = await needs.settings.of(tenantId)
      if (!decided.REVIEWS_ENABLED || !decided.REVIEW_REMINDERS) return
      for (const campaign of await campaignsOf(needs, tenantId)) await remindCampaign(needs, campaign)
    })
  },
})
