import type { Language } from '@tradewind/contract/kit/language'
import { phrase } from '@tradewind/contract/kit/say'
import { reviewAnswerApi } from '@tradewind/contract/trust/reviewAnswer.contract'
import { and, eq } from 'drizzle-orm'
import type { Database, Reader } from '#kit/database/database'
import { pageOf } from '#kit/database/list'
import { notFound } from '#kit/errors'
import { manualTransaction, type ReadContext, type RequestContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import { notifyAfterCommit } from '#kit/notifyNodes'
import type { Notify } from '#platform/notification/notification.queries'
import { fullNameOf, users } from '#platform/schema/user.table'
import type { TenantSettings } from '#platform/tenantSetting.queries'
import { askedQuestions } from '#trust/reviewQuestion/reviewQuestion.queries'
import { ownerOf } from '../owner.ts'
import { isShown } from '../shown.queries.ts'
import { historyOf } from './history.ts'
import { removing } from './remove.ts'
import { takeAnswer } from './submit.ts'
import { languageReader, selfReader, summaryOf } from './summary.ts'
import { statusOf, surveyFinder } from './survey.ts'
import { listRemarks, newestRemarks, newestTestimonials, replyTo, toggleTestimonial } from './testimonial.ts'

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
