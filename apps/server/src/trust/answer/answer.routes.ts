import type { Language } from '@tradewind/contract/kit/language'
import { phrase } from '@tradewind/contract/kit/phrase'
import { say } from '@tradewind/contract/kit/say'
import { reviewPolicy } from '@tradewind/contract/trust/policies'
import { reviewAnswerApi } from '@tradewind/contract/trust/reviewAnswer.contract'
import { scoreText } from '@tradewind/contract/trust/star'
import { and, eq, isNull } from 'drizzle-orm'
import { type Database, inScope, type Tx } from '#kit/database/database'
import { pageOf } from '#kit/database/list'
import { nextUpdatedAt } from '#kit/database/table'
import { notFound } from '#kit/errors'
import { manualTransaction, type ReadContext, type WriteContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import type { Jobs } from '#kit/jobs'
import { notifyAfterCommit, notifyNodes } from '#kit/notifyNodes'
import { audit } from '#kit/record/audit'
import type { Links } from '#platform/identity/links.queries'
import type { Notify } from '#platform/notification/notification.queries'
import { linkTokens } from '#platform/schema/identity.table'
import { fullNameOf, users } from '#platform/schema/user.table'
import type { TenantSettings } from '#platform/tenantSetting.queries'
import { reviewAnswers, testimonials } from '#trust/schema/review.table'
import { recordSigns } from '../case.routes.ts'
import { languageReader, lockScore, scopeOfOwner, selfReader } from '../owner.ts'
import { findMetAnswers } from '../page/met.queries.ts'
import { initialOf, requireVisibleOwner } from '../publicPage.queries.ts'
import { surveyOf } from '../survey.queries.ts'
import { submitAnswer } from './submit.ts'
import { historyOf, summaryOf } from './summary.ts'
import { uncountAnswer } from './sums.ts'
import { statusOf, surveyFinder } from './surveyLink.ts'
import { listRemarks, newestRemarks, newestTestimonials, replyHandler, toggleTestimonial } from './testimonial.ts'

const ownerIdByLink = async (tx: Tx, uniqueId: string) => {
  const isLink = and(eq(linkTokens.uniqueId, uniqueId), eq(linkTokens.purpose, 'SURVEY'))
  const [link] = await tx.select({ userId: linkTokens.userId }).from(linkTokens).where(isLink)
  return link?.userId
}

const ownerIdByTestimonial = async (tx: Tx, uniqueId: string) => {
  const isTestimonial = eq(testimonials.uniqueId, uniqueId)
  const [testimonial] = await tx.select({ ownerId: testimonials.ownerId }).from(testimonials).where(isTestimonial)
  return testimonial?.ownerId
}

/** The owner of a review, even if deleted: by the survey's link or, if that was swept, by the testimonial. */
const ownerOfReview = async (tx: Tx, uniqueId: string) => {
  const ownerId = (await ownerIdByLink(tx, uniqueId)) ?? (await ownerIdByTestimonial(tx, uniqueId))
  const [owner] = ownerId ? await tx.select().from(users).where(eq(users.uniqueId, ownerId)) : []
  if (!owner) throw notFound(say('Review not found'))
  return owner
}

/** Removes an answer from its owner's sums, and from every page. Its invitation stays answered, so that it cannot be answered again. */
const removeAnswer = async (ownerId: string, uniqueId: string, { tx, actor }: WriteContext) => {
  await lockScore(tx, ownerId)
  const now = nextUpdatedAt(reviewAnswers.updatedAt)
  const [removed] = await tx
    .update(reviewAnswers)
    .set({ deletedAt: now, deletedBy: actor.uniqueId, updatedAt: now, showAsTestimonial: false })
    .where(and(eq(reviewAnswers.uniqueId, uniqueId), isNull(reviewAnswers.deletedAt)))
    .returning()
  if (!removed) throw notFound(say('Review not found'))
  await uncountAnswer(tx, removed)
  await tx.delete(testimonials).where(eq(testimonials.uniqueId, uniqueId))
  return removed
}

/** Moderation: permanently removes an answer, for a reason that is logged in the audit trail and sent to its owner. */
const removeHandler =
  ({ notify }: { notify: Notify }) =>
  async ({ uniqueId, reason }: { uniqueId: string; reason: string }, context: WriteContext) => {
    const { tx, scope } = context
    const owner = await ownerOfReview(tx, uniqueId)
    const { firstName, lastName } = await inScope(tx, scopeOfOwner(owner), () => removeAnswer(owner.uniqueId, uniqueId, context))
    const by = `${firstName} ${lastName}`
    const title = `${firstName} ${initialOf(lastName)}.` // staff read it, too, but may not learn who the owner's customers are
    const changes = { reason: { before: null, after: reason } }
    await audit(context, { action: 'DELETED', kind: 'review', recordId: uniqueId, title, changes })
    await notify(tx, scope.tenantId, {
      userId: owner.uniqueId,
      subject: phrase('The review of {by} was removed'),
      content: phrase('It no longer counts. The reason: {reason}'),
      values: { by, reason },
      path: 'trends',
      opens: { rules: reviewPolicy.keep },
    })
    await notifyNodes(tx, { topic: 'trust', tenantId: scope.tenantId, id: owner.uniqueId })
    return { uniqueId }
  }

interface Needs {
  db: Database
  links: Links
  jobs: Jobs
  settings: TenantSettings
  notify: Notify
}

/** The questions of a survey that is over. */
const noQuestions = { questions: [], ownQuestions: [], minutes: 0 }

/** The calls of a customer who answers. */
const surveyCalls = ({ db, links, settings, notify }: Needs) => {
  const find = surveyFinder({ db, links })
  return {
    surveydetails: async ({ uniqueId, lang }: { uniqueId: string; lang?: Language | undefined }, context: ReadContext) => {
      const { scope, owner, invitation } = await find(uniqueId, context)
      const { uniqueId: ownerId } = owner
      const { reviewType, language } = invitation
      const answer = statusOf(invitation)
      const surveyContent =
        answer.invitationStatus === 'SENT' ? await surveyOf(db.as(scope), { ownerId, reviewType }, lang ?? language) : noQuestions
      return { answer, user: { userCompanyName: owner.userCompanyName ?? fullNameOf(owner) }, ...surveyContent }
    },

    submit: manualTransaction(
      async ({ answerId, ...given }: Parameters<typeof submitAnswer>[2] & { answerId: string }, context) => {
        const access = await find(answerId, context)
        const { tenantId } = context.scope
        const timeZone = (await settings.of(tenantId)).TIME_ZONE || 'UTC'
        return db.write(access.scope, async (tx) => {
          const { invitation, answer } = await submitAnswer(tx, access.invitation.uniqueId, given, timeZone)
          await recordSigns(tx, { links, notify }, { owner: access.owner, answer, ip: context.ip, day: answer.day })
          const { firstName, lastName, companyName } = invitation
          const stars = scoreText(Number(answer.score), 'en')
          const values = { by: `${firstName} ${lastName}`, company: companyName, stars }
          await notify(tx, tenantId, {
            userId: access.owner.uniqueId,
            subject: phrase('{by} has answered your survey'),
            content: phrase('{company}: {stars} of 5 stars'),
            values,
            path: 'trends',
            opens: { rules: reviewPolicy.keep }, // the plan may have changed since the invitation
          })
          notifyAfterCommit(tx, { topic: 'trust', tenantId, id: access.owner.uniqueId })
          return { answer: statusOf(invitation) }
        })
      },
    ),
  }
}

export const reviewAnswerRoutes = (appContext: Needs) => {
  const { settings } = appContext
  const languageOf = languageReader(settings)
  const self = selfReader(settings)

  return routes(reviewAnswerApi, {
    ...surveyCalls(appContext),

    details: async (_nothing, context) => {
      const { owner, language } = await self(context)
      return summaryOf(context.db, owner, newestRemarks, language)
    },

    detailsOf: async ({ uniqueId, lang }, context) => {
      const owner = await requireVisibleOwner(context.db, uniqueId, context)
      const summary = await summaryOf(context.db, owner, newestTestimonials, await languageOf(context, lang))
      const { remarks, ...figures } = summary.breakDownScore
      const ids = remarks.map((remark) => remark.uniqueId)
      const metIds = await findMetAnswers(appContext.db, owner, ids)
      return {
        ...summary,
        breakDownScore: { ...figures, remarks: remarks.map((one) => ({ ...one, met: metIds.has(one.uniqueId) })) },
      }
    },

    historicData: async (range, context) => {
      const { owner, language } = await self(context)
      return pageOf(await historyOf(context.db, owner.uniqueId, range, language), {})
    },

    remarks: listRemarks,
    toggle: toggleTestimonial,
    reply: replyHandler(appContext),
    remove: removeHandler(appContext),
  })
}
