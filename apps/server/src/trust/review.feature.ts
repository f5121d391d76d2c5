import { reviewPolicy } from '@tradewind/contract/trust/policies'
import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import { contactEntity, contacts } from '#crm/schema/contact.table'
import { tenantScope, type Tx } from '#kit/database/database'
import { nextUpdatedAt, trashDeadline } from '#kit/database/table'
import type { Feature } from '#kit/feature'
import type { WriteContext } from '#kit/http/context'
import { forEachTenant } from '#kit/jobs'
import { notifyAfterCommit } from '#kit/notifyNodes'
import { clearAuditEntries } from '#kit/record/audit'
import { currentTenants } from '#platform/tenant.queries'
import type { AppContext } from '../appContext.ts'
import { reviewAnswerRoutes } from './answer/answer.routes.ts'
import { reviewResultsRoutes } from './answer/results.ts'
import { countReplaced, type ReplacedAnswer, replaceOlder } from './answer/sums.ts'
import { replyWorker } from './answer/testimonial.ts'
import { reviewAudienceRoutes } from './audience.routes.ts'
import { mountBadges } from './badge.ts'
import { mailBounceRoutes } from './bounce.routes.ts'
import { reviewCampaignRoutes } from './campaign/campaign.routes.ts'
import { invitationWorker } from './campaign/invitation.job.ts'
import { keepHashes } from './campaign/refusals.ts'
import { automaticReminders } from './campaign/remind.ts'
import { reviewReminderRoutes } from './campaign/reminder.routes.ts'
import { automaticInvitations, reviewTriggerRoutes } from './campaign/trigger.ts'
import { reviewCaseRoutes } from './case.routes.ts'
import { notifyOfReviews } from './owner.ts'
import { reviewOwnQuestionRoutes } from './ownQuestion.routes.ts'
import { mountScores } from './page/calculation.ts'
import { reviewLinkRoutes, reviewPageRoutes, trustRoutes } from './page/page.routes.ts'
import { codeWorker } from './page/visitor.ts'
import type { HashAddress } from './review.queries.ts'
import {
  reviewAnswers,
  reviewAudience,
  reviewInvitations,
  reviewLinkAsks,
  reviewTriggerAsks,
  trustScores,
} from './schema/review.table.ts'
import { answerTraces } from './schema/reviewCase.table.ts'
import { reviewSettingRoutes } from './setting.routes.ts'

const notifyOfScore = ({ tx, scope: { tenantId } }: WriteContext, ownerId: string) =>
  notifyAfterCommit(tx, { topic: 'trust', tenantId, id: ownerId })

/** The answers of contacts that are merged are those of one customer, until the merge is undone. */
const mergedContacts = {
  name: 'reviewAnswers',
  of: contactEntity.name,
  merged: async (into: string, context: WriteContext) => {
    const { ownerId, uniqueId, contactId, state } = reviewInvitations
    const isAnswered = and(eq(contactId, into), eq(state, 'ANSWERED'))
    const found = await context.tx.select({ ownerId, uniqueId }).from(reviewInvitations).where(isAnswered).orderBy(ownerId)
    const replaced: ReplacedAnswer[] = []
    for (const [owner, answered] of Map.groupBy(found, (one) => one.ownerId)) {
      const ids = answered.map((one) => one.uniqueId)
      const ofOwner = ids.length > 1 ? await replaceOlder(context.tx, owner, ids) : []
      if (ofOwner.length > 0) notifyOfScore(context, owner)
      replaced.push(...ofOwner)
    }
    return replaced
  },
  undone: async (stored: unknown, context: WriteContext) => {
    const owners = await countReplaced(context.tx, stored as ReplacedAnswer[])
    for (const owner of owners) notifyOfScore(context, owner)
  },
}

type Needs = Pick<AppContext, 'db' | 'maintenance' | 'logger'>

/** Excludes invitations that are being sent; the sender handles these. */
const isExpired = and(
  inArray(reviewInvitations.state, ['QUEUED', 'SENT', 'UNCERTAIN']),
  sql`${reviewInvitations.expiresAt} <= now()`,
)

/** Ends expired invitations, every hour. */
const expireInvitations = ({ db, maintenance, logger }: Needs) => ({
  name: 'review.expire',
  cron: '37 * * * *',
  work: async () => {
    await forEachTenant(logger, await currentTenants(db), async (id) => {
      await maintenance.write(tenantScope(id), async (tx) => {
        const { tenantId, ownerId, updatedAt } = reviewInvitations
        const expired = await tx
          .update(reviewInvitations)
          .set({ state: 'EXPIRED', updatedAt: nextUpdatedAt(updatedAt) })
          .where(isExpired)
          .returning({ tenantId, ownerId })
        for (const row of expired) notifyOfReviews(tx, row)
      })
    })
  },
})

/**
 * When a contact is purged, its ended invitations keep only the company and a hash of the address, by which their links still unsubscribe; their
 * audit entries lose the name. An answer keeps the name shown in its review. A customer who came by a short link need not be a contact: the address is kept, so that it answers only once.
 */
const eraseContacts = async (tx: Tx, hashAddress: HashAddress) => {
  const { uniqueId, state, emailAddress, linkId, tenantId, partitionId, contactId } = reviewInvitations
  const contactExists = sql`select from ${contacts} where ${contacts.tenantId} = ${tenantId} and ${contacts.partitionId} = ${partitionId}
    and ${contacts.uniqueId} = ${contactId}`
  const company = sql`E'\n\n' || split_part(search_text, E'\n', 3) || E'\n\n\n'`
  const erasedFields = { firstName: '', lastName: '', title: '', number: null, emailAddress: '', firstKey: '', lastKey: '' }
  const isEnded = inArray(state, ['FAILED', 'ANSWERED', 'EXPIRED'])
  const isErasable = and(isEnded, ne(emailAddress, ''), isNull(linkId), sql`not exists (${contactExists})`)
  await keepHashes(tx, hashAddress, isErasable!)
  await clearAuditEntries(tx, sql`(select ${partitionId}, ${uniqueId} from ${reviewInvitations} where ${isErasable})`)
  await tx
    .update(reviewInvitations)
    .set({ ...erasedFields, searchText: company, updatedAt: nextUpdatedAt(reviewInvitations.updatedAt) })
    .where(isErasable)
}

/** The reviews that are deleted with a member. Those of staff stay. */
const countReviews = async (tx: Tx, { uniqueId, isMember }: { uniqueId: string; isMember: boolean }) => {
  const [score] = isMember ? await tx.select().from(trustScores).where(eq(trustScores.ownerId, uniqueId)) : []
  return { review: score ? score.answers + score.earlier : 0 }
}

/** The trust score: audience, letters, answers, results, and the public pages. */
export const reviewFeature = (context: AppContext): Feature => ({
  countWithUser: countReviews,
  tenantSwitch: 'REVIEWS_ENABLED',
  routes: () => [
    reviewSettingRoutes(context),
    reviewCampaignRoutes(context),
    reviewReminderRoutes(context),
    reviewLinkRoutes(context),
    reviewOwnQuestionRoutes(context),
    reviewAudienceRoutes(context),
    reviewAnswerRoutes(context),
    reviewResultsRoutes(context),
    trustRoutes(context),
    reviewPageRoutes(context),
    reviewCaseRoutes(context),
    mailBounceRoutes(context),
    reviewTriggerRoutes(context),
  ],
  announced: [
    { name: 'review', policy: { see: reviewPolicy.keep } },
    { name: 'reviewCase', policy: { see: reviewPolicy.decide } },
  ],
  mount: (app) => {
    mountBadges(app, context)
    mountScores(app, context)
  },
  workers: [invitationWorker(context), codeWorker(context), replyWorker(context)],
  schedules: [expireInvitations(context), automaticReminders(context), automaticInvitations(context)],
  references: [
    { to: 'contact', table: reviewAudience, column: 'contactId' },
    { to: 'contact', table: reviewInvitations, column: 'contactId' },
    { to: 'contact', table: reviewTriggerAsks, column: 'contactId', uniqueColumn: 'about' },
  ],
  mergeHooks: [mergedContacts],
  expired: [
    [reviewAnswers, sql`deleted_at < ${trashDeadline}`],
    [reviewLinkAsks, sql`expires_at < now()`],
    [answerTraces, sql`created_at < now() - interval '90 days'`],
  ],
  afterSweep: (tx) => eraseContacts(tx, context.hashAddress),
})
