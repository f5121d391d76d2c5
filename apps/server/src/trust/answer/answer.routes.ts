import type { Language } from '@tradewind/contract/kit/language'
import { phrase, say } from '@tradewind/contract/kit/say'
import { reviewAnswerApi } from '@tradewind/contract/trust/reviewAnswer.contract'
import { and, eq, isNull } from 'drizzle-orm'
import { type Database, type Tx, within } from '#kit/database/database'
import { pageOf } from '#kit/database/list'
import { nextUpdatedAt } from '#kit/database/table'
import { notFound } from '#kit/errors'
import { manualTransaction, type ReadContext, type WriteContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import type { Jobs } from '#kit/jobs'
import { notifyAfterCommit, notifyNodes } from '#kit/notifyNodes'
import { audit } from '#kit/record/audit'
import type { Notify } from '#platform/notification/notification.queries'
import { linkTokens } from '#platform/schema/identity.table'
import { fullNameOf, users } from '#platform/schema/user.table'
import type { TenantSettings } from '#platform/tenantSetting.queries'
import { reviewAnswers, testimonials } from '#trust/schema/review.table'
import { noteSigns } from '../case.routes.ts'
import { holdScore, languageReader, scopeOfOwner, selfReader } from '../owner.ts'
import { metAnswers } from '../page/met.queries.ts'
import { initialOf, shownOwner } from '../shown.queries.ts'
import { surveyOf } from '../survey.queries.ts'
import { statusOf, surveyFinder } from './asked.ts'
import { takeAnswer } from './submit.ts'
import { historyOf, summaryOf } from './summary.ts'
import { countNoMore } from './sums.ts'
import { listRemarks, newestRemarks, newestTestimonials, replying, toggleTestimonial } from './testimonial.ts'

const linkedTo = async (tx: Tx, uniqueId: string) => {
  const isLink = and(eq(linkTokens.uniqueId, uniqueId), eq(linkTokens.purpose, 'SURVEY'))
  const [link] = await tx.select({ userId: linkTokens.userId }).from(linkTokens).where(isLink)
  return link?.userId
}

const shownBy = async (tx: Tx, uniqueId: string) => {
  const isIt = eq(testimonials.uniqueId, uniqueId)
  const [shown] = await tx.select({ ownerId: testimonials.ownerId }).from(testimonials).where(isIt)
  return shown?.ownerId
}

/** The owner of a review, even if deleted: by the survey's link or, if that was swept, by the testimonial. */
const ownerOfReview = async (tx: Tx, uniqueId: string) => {
  const ownerId = (await linkedTo(tx, uniqueId)) ?? (await shownBy(tx, uniqueId))
  const [owner] = ownerId ? await tx.select().from(users).where(eq(users.uniqueId, ownerId)) : []
  if (!owner) throw notFound(say('Review not found'))
  return owner
}

/** Removes an answer from its owner's sums, and from every page. Its invitation stays answered, so that it cannot be answered again. */
const takeOut = async (ownerId: string, uniqueId: string, { tx, actor }: WriteContext) => {
  await holdScore(tx, ownerId)
  const now = nextUpdatedAt(reviewAnswers.updatedAt)
  const [gone] = await tx
    .update(reviewAnswers)
    .set({ deletedAt: now, deletedBy: actor.uniqueId, updatedAt: now, showAsTestimonial: false })
    .where(and(eq(reviewAnswers.uniqueId, uniqueId), isNull(reviewAnswers.deletedAt)))
    .returning()
  if (!gone) throw notFound(say('Review not found'))
  await countNoMore(tx, gone)
  await tx.delete(testimonials).where(eq(testimonials.uniqueId, uniqueId))
  return gone
}

/** Moderation: permanently removes an answer, for a reason that is logged in the audit trail and sent to its owner. */
const removing =
  ({ notify }: { notify: Notify }) =>
  async ({ uniqueId, reason }: { uniqueId: string; reason: string }, context: WriteContext) => {
    const { tx, scope } = context
    const owner = await ownerOfReview(tx, uniqueId)
    const { firstName, lastName } = await within(tx, scopeOfOwner(owner), () => takeOut(owner.uniqueId, uniqueId, context))
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
    })
    await notifyNodes(tx, { topic: 'trust', tenantId: scope.tenantId, id: owner.uniqueId })
    return { uniqueId }
  }

interface Needs {
  db: Database
  links: Parameters<typeof surveyFinder>[0]['links'] & { tokenOf: (tenantId: string, id: string) => string }
  jobs: Jobs
  settings: TenantSettings
  notify: Notify
}

/** The questions of a survey that is over. */
const nothing = { questions: [], ownQuestions: [], minutes: 0 }

/** The calls of a customer who answers. */
const survey = ({ db, links, settings, notify }: Needs) => {
  const find = surveyFinder({ db, links })
  return {
    surveydetails: async ({ uniqueId, lang }: { uniqueId: string; lang?: Language | undefined }, context: ReadContext) => {
      const { scope, owner, invitation } = await find(uniqueId, context)
      const { uniqueId: ownerId } = owner
      const { reviewType, language } = invitation
      const answer = statusOf(invitation)
      const asks =
        answer.invitationStatus === 'SENT' ? await surveyOf(db.as(scope), { ownerId, reviewType }, lang ?? language) : nothing
      return { answer, user: { userCompanyName: owner.userCompanyName ?? fullNameOf(owner) }, ...asks }
    },

    submit: manualTransaction(async ({ answerId, ...given }: Parameters<typeof takeAnswer>[2] & { answerId: string }, asking) => {
      const asked = await find(answerId, asking)
      const { tenantId } = asking.scope
      const timeZone = (await settings.of(tenantId)).TIME_ZONE || 'UTC'
      return db.write(asked.scope, async (tx) => {
        const { invitation, answer } = await takeAnswer(tx, asked.invitation.uniqueId, given, timeZone)
        await noteSigns(tx, { links, notify }, { owner: asked.owner, answer, ip: asking.ip, day: answer.day })
        const { firstName, lastName, companyName } = invitation
        const values = { by: `${firstName} ${lastName}`, company: companyName, stars: Number(answer.score).toFixed(1) }
        await notify(tx, tenantId, {
          userId: asked.owner.uniqueId,
          subject: phrase('{by} has answered your survey'),
          content: phrase('{company}: {stars} of 5 stars'),
          values,
          path: 'trends',
        })
        notifyAfterCommit(tx, { topic: 'trust', tenantId, id: asked.owner.uniqueId })
        return { answer: statusOf(invitation) }
      })
    }),
  }
}

export const reviewAnswerRoutes = (appContext: Needs) => {
  const { settings } = appContext
  const languageOf = languageReader(settings)
  const self = selfReader(settings)

  return routes(reviewAnswerApi, {
    ...survey(appContext),

    details: async (_nothing, context) => {
      const { owner, language } = await self(context)
      return summaryOf(context.db, owner, newestRemarks, language)
    },

    detailsOf: async ({ uniqueId, lang }, context) => {
      const owner = await shownOwner(context.db, uniqueId, context)
      const summary = await summaryOf(context.db, owner, newestTestimonials, await languageOf(context, lang))
      const { remarks, ...figures } = summary.breakDownScore
      const ids = remarks.map((remark) => remark.uniqueId)
      const met = await metAnswers(appContext.db, owner, ids)
      return {
        ...summary,
        breakDownScore: { ...figures, remarks: remarks.map((one) => ({ ...one, met: met.has(one.uniqueId) })) },
      }
    },

    historicData: async (range, context) => {
      const { owner, language } = await self(context)
      return pageOf(await historyOf(context.db, owner.uniqueId, range, language), {})
    },

    remarks: listRemarks,
    toggle: toggleTestimonial,
    reply: replying(appContext),
    remove: removing(appContext),
  })
}
