import type { Language } from '@tradewind/contract/kit/language'
import { phrase, say } from '@tradewind/contract/kit/say'
import type { HistoricScore, QuestionScore, Remark, ReviewSummary } from '@tradewind/contract/trust/review.schemas'
import { reviewAnswerApi } from '@tradewind/contract/trust/reviewAnswer.contract'
import { and, asc, eq, lte, sql } from 'drizzle-orm'
import type { Database, Reader } from '#kit/database/database'
import { pageOf } from '#kit/database/list'
import { invalid, notFound } from '#kit/errors'
import { manualTransaction, type ReadContext, type RequestContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import { notifyAfterCommit } from '#kit/notifyNodes'
import type { Notify } from '#platform/notification/notification.queries'
import { fullNameOf, users } from '#platform/schema/user.table'
import type { TenantSettings } from '#platform/tenantSetting.queries'
import { preferredLanguage } from '#services/web/language'
import { askedQuestions, questionsByIds } from '#trust/reviewQuestion/reviewQuestion.queries'
import { type Breakdown, reviewDays, trustScores } from '#trust/schema/review.table'
import { ownerOf } from '../owner.ts'
import { isShown } from '../shown.queries.ts'
import { removing } from './remove.ts'
import { takeAnswer } from './submit.ts'
import { statusOf, surveyFinder } from './survey.ts'
import { listRemarks, newestRemarks, newestTestimonials, replyTo, toggleTestimonial } from './testimonial.ts'

type Owner = typeof users.$inferSelect
type Questions = Awaited<ReturnType<typeof questionsByIds>>

/** The means by question, in the questions' order: those that are asked, then those that were. */
const scoresOf = (questions: Questions, breakdown: Breakdown): QuestionScore[] =>
  [...questions.values()].flatMap(({ uniqueId, headline, question }) => {
    const [totalReviews, halfSteps] = breakdown[uniqueId] ?? [0, 0]
    if (totalReviews === 0) return []
    return [{ questionId: uniqueId, headline, question, breakdownScore: halfSteps / 2 / totalReviews, totalReviews }]
  })

const nothing = { sent: 0, answered: 0, answers: 0, earlier: 0, score: '0', breakdown: {} }

/** What is behind somebody's score: by keys alone, however many answers there are. */
const summaryOf = async (
  db: Reader,
  { uniqueId, userCompanyName: companyName, brandLogoUID, isPartner }: Owner,
  remarksOf: (db: Reader, ownerId: string) => Promise<Remark[]>,
  language: Language,
): Promise<ReviewSummary> => {
  const [[sums = nothing], remarks] = await Promise.all([
    db.select().from(trustScores).where(eq(trustScores.ownerId, uniqueId)),
    remarksOf(db, uniqueId),
  ])
  const questions = await questionsByIds(db, Object.keys(sums.breakdown), language)
  return {
    uniqueId,
    score: Number(sums.score),
    totalReviewsSent: sums.sent,
    totalAnsweredReviews: sums.answered,
    totalUnansweredReviews: Math.max(0, sums.sent - sums.answered),
    totalEarlierReviews: sums.earlier,
    companyName,
    brandLogoUID,
    isPartner,
    breakDownScore: { totalReviews: sums.answers, breakdown: scoresOf(questions, sums.breakdown), remarks },
  }
}

/** Ten years. */
const MOST = 3_660
const DAY = 86_400_000
const TOO_MANY = say('At most 3,660 days')

interface Range {
  fromDate?: string | undefined
  toDate?: string | undefined
}

const checkRange = ({ fromDate, toDate }: Range) => {
  if (!fromDate || !toDate) return
  if (fromDate > toDate) throw invalid({ toDate: say('The end date is before the start date') })
  if ((Date.parse(toDate) - Date.parse(fromDate)) / DAY >= MOST) throw invalid({ toDate: TOO_MANY })
}

/** The sums of all answers up to the end of each day on which some came. */
const daysUntil = (db: Reader, ownerId: string, toDate: string | undefined) => {
  const untilThen = sql`over (order by ${reviewDays.day})`
  const answers = sql`sum(${reviewDays.answers}) ${untilThen}`
  return db
    .select({
      day: reviewDays.day,
      breakdown: reviewDays.breakdown,
      totalReviews: sql<number>`(${answers})::int`,
      score: sql<number>`(sum(${reviewDays.scoreSum}) ${untilThen} / ${answers})::float8`,
    })
    .from(reviewDays)
    .where(and(eq(reviewDays.ownerId, ownerId), toDate ? lte(reviewDays.day, toDate) : undefined))
    .orderBy(asc(reviewDays.day))
}

const together = (one: Breakdown, other: Breakdown): Breakdown => {
  const summed = { ...one }
  for (const [id, [answers, halfSteps]] of Object.entries(other)) {
    const [before, total] = summed[id] ?? [0, 0]
    summed[id] = [before + answers, total + halfSteps]
  }
  return summed
}

/** The means as they stood at the end of each day of the range on which answers came, with all that came before. */
const historyOf = async (db: Reader, ownerId: string, range: Range, language: Language): Promise<HistoricScore[]> => {
  checkRange(range)
  const days = await daysUntil(db, ownerId, range.toDate)
  const { fromDate = '' } = range
  if (days.filter(({ day }) => day >= fromDate).length > MOST) throw invalid({ fromDate: TOO_MANY })
  const ids = new Set(days.flatMap(({ breakdown }) => Object.keys(breakdown)))
  const questions = await questionsByIds(db, [...ids], language)
  let sums: Breakdown = {}
  const history: HistoricScore[] = []
  for (const { day, breakdown: ofDay, totalReviews, score } of days) {
    sums = together(sums, ofDay)
    if (day < fromDate) continue
    history.push({ date: day, breakDownScore: { totalReviews, score, breakdown: scoresOf(questions, sums) } })
  }
  return history
}

interface Needs {
  db: Database
  links: Parameters<typeof surveyFinder>[0]['links']
  settings: TenantSettings
  notify: Notify
}

/** The owner of a page that whoever asks may see: everybody's, or the own. */
const shownOwner = async (db: Reader, uniqueId: string, { actor }: RequestContext) => {
  const [shown] = await db
    .select()
    .from(users)
    .where(and(eq(users.uniqueId, uniqueId), isShown))
  const owner = shown ?? (actor.uniqueId === uniqueId ? await ownerOf(db, uniqueId) : undefined)
  if (!owner) throw notFound()
  return owner
}

/** Being answered. */
const survey = ({ db, links, settings, notify }: Needs) => {
  const find = surveyFinder({ db, links })
  return {
    surveydetails: async ({ uniqueId, lang }: { uniqueId: string; lang?: Language | undefined }, context: ReadContext) => {
      const { owner, invitation } = await find(uniqueId, context)
      const answer = statusOf(invitation)
      const asks = answer.invitationStatus === 'SENT'
      const asked = asks ? await askedQuestions(context.db, invitation.reviewType, lang ?? invitation.language) : []
      const questions = asked.map(({ uniqueId: id, headline, question }) => ({ uniqueId: id, headline, question }))
      return { answer, user: { userCompanyName: owner.userCompanyName ?? fullNameOf(owner) }, questions }
    },

    submit: manualTransaction(async ({ answerId, ...given }: Parameters<typeof takeAnswer>[2] & { answerId: string }, asking) => {
      const asked = await find(answerId, asking)
      const { tenantId } = asking.scope
      const timeZone = (await settings.of(tenantId)).TIME_ZONE || 'UTC'
      return db.write(asked.scope, async (tx) => {
        const { invitation, answer } = await takeAnswer(tx, asked.invitation.uniqueId, given, timeZone)
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
  const languageOf = async ({ scope, accepted = '' }: RequestContext, chosen?: Language | null) =>
    chosen ?? preferredLanguage(accepted) ?? ((await settings.of(scope.tenantId)).DEFAULT_LANGUAGE as Language)
  const self = async (context: ReadContext) => {
    const owner = await ownerOf(context.db, context.actor.uniqueId)
    if (!owner) throw notFound()
    return { owner, language: await languageOf(context, owner.language) }
  }

  return routes(reviewAnswerApi, {
    ...survey(appContext),

    details: async (_nothing, context) => {
      const { owner, language } = await self(context)
      return summaryOf(context.db, owner, newestRemarks, language)
    },

    detailsOf: async ({ uniqueId, lang }, context) => {
      const owner = await shownOwner(context.db, uniqueId, context)
      return summaryOf(context.db, owner, newestTestimonials, await languageOf(context, lang))
    },

    historicData: async (range, context) => {
      const { owner, language } = await self(context)
      return pageOf(await historyOf(context.db, owner.uniqueId, range, language), {})
    },

    remarks: listRemarks,
    toggle: toggleTestimonial,
    reply: replyTo,
    remove: removing(appContext),
  })
}
