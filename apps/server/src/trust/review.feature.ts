import { sql } from 'drizzle-orm'
import { trashDeadline } from '#kit/database/table'
import type { Feature } from '#kit/feature'
import type { AppContext } from '../appContext.ts'
import { reviewAnswerRoutes } from './answer/answer.routes.ts'
import { replyWorker } from './answer/reply.mail.ts'
import { reviewResultsRoutes } from './answer/results.routes.ts'
import { reviewAudienceRoutes } from './audience.routes.ts'
import { mountBadges } from './badge.ts'
import { mailBounceRoutes } from './bounce.routes.ts'
import { reviewCampaignRoutes } from './campaign/campaign.routes.ts'
import { expireInvitations, forgetContacts } from './campaign/forgetContacts.ts'
import { invitationWorker } from './campaign/invitation.job.ts'
import { remindByThemselves } from './campaign/remind.ts'
import { reviewReminderRoutes } from './campaign/reminder.routes.ts'
import { askByThemselves, reviewTriggerRoutes } from './campaign/trigger.ts'
import { reviewCaseRoutes } from './case.routes.ts'
import { codeWorker } from './page/link.code.ts'
import { reviewLinkRoutes } from './page/link.routes.ts'
import { reviewPageRoutes, trustRoutes } from './page/page.routes.ts'
import { mountScores } from './page/score.json.ts'
import { reviewAnswers, reviewAudience, reviewInvitations, reviewLinkAsks } from './schema/review.table.ts'
import { answerTraces } from './schema/reviewCase.table.ts'
import { reviewTriggerAsks } from './schema/reviewTrigger.table.ts'
import { reviewSettingRoutes } from './setting.routes.ts'
import { reviewOwnQuestionRoutes } from './survey/ownQuestion.routes.ts'

/** The trust score: who is asked, letters, answers, results, and what everybody sees. */
export const reviewFeature = (context: AppContext): Feature => ({
  needs: 'REVIEWS_ENABLED',
  routes: () => [
    reviewSettingRoutes(context),
    reviewCampaignRoutes(context),
    reviewReminderRoutes(context),
    reviewLinkRoutes(context),
    reviewOwnQuestionRoutes(context),
    reviewAudienceRoutes,
    reviewAnswerRoutes(context),
    reviewResultsRoutes(context),
    trustRoutes(context),
    reviewPageRoutes(context),
    reviewCaseRoutes(context),
    mailBounceRoutes(context),
    reviewTriggerRoutes(context),
  ],
  mount: (app) => {
    mountBadges(app, context)
    mountScores(app, context)
  },
  workers: [invitationWorker(context), codeWorker(context), replyWorker(context)],
  schedules: [expireInvitations(context), remindByThemselves(context), askByThemselves(context)],
  references: [
    { to: 'contact', table: reviewAudience, column: 'contactId' },
    { to: 'contact', table: reviewInvitations, column: 'contactId' },
    { to: 'contact', table: reviewTriggerAsks, column: 'contactId', once: 'about' },
  ],
  expired: [
    [reviewAnswers, sql`deleted_at < ${trashDeadline}`],
    [reviewLinkAsks, sql`expires_at < now()`],
    [answerTraces, sql`created_at < now() - interval '90 days'`],
  ],
  afterSweep: forgetContacts,
})
