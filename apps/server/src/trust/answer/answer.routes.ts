import type { Language } from '@tradewind/contract/kit/language'
import { phrase } from '@tradewind/contract/kit/say'
import { reviewAnswerApi } from '@tradewind/contract/trust/reviewAnswer.contract'
import type { Database } from '#kit/database/database'
import { pageOf } from '#kit/database/list'
import { manualTransaction, type ReadContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import type { Jobs } from '#kit/jobs'
import { notifyAfterCommit } from '#kit/notifyNodes'
import type { Notify } from '#platform/notification/notification.queries'
import { fullNameOf } from '#platform/schema/user.table'
import type { TenantSettings } from '#platform/tenantSetting.queries'
import { noteSigns } from '../moderation/signs.ts'
import { metAnswers } from '../page/met.queries.ts'
import { languageReader, selfReader } from '../self.ts'
import { shownOwner } from '../shown.queries.ts'
import { surveyOf } from '../survey/survey.queries.ts'
import { historyOf } from './history.ts'
import { removing } from './remove.ts'
import { takeAnswer } from './submit.ts'
import { summaryOf } from './summary.ts'
import { statusOf, surveyFinder } from './survey.ts'
import { listRemarks, newestRemarks, newestTestimonials, replying, toggleTestimonial } from './testimonial.ts'

interface Needs {
  db: Database
  links: Parameters<typeof surveyFinder>[0]['links'] & { tokenOf: (tenantId: string, id: string) => string }
  jobs: Jobs
  settings: TenantSettings
  notify: Notify
}

/** What a survey asks that is over. */
const nothing = { questions: [], ownQuestions: [], minutes: 0 }

/** Being answered. */
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
