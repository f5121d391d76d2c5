import type { Role } from '@tradewind/contract/roles'
import type { InvitationState, ReviewType } from '@tradewind/contract/trust/review.constants'
import { reviewAnswerApi } from '@tradewind/contract/trust/reviewAnswer.contract'
import { eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { tenantScope } from '#kit/database/database'
import { users } from '#platform/schema/user.table'
import { countSent } from '#trust/owner'
import { reviewInvitations, reviewSettings } from '#trust/schema/review.table'
import { reviewQuestions } from '#trust/schema/reviewQuestion.table'
import type { TestApp, TestUser } from '../app.ts'

const DAY = 86_400_000
const TWO_YEARS = 2 * 365 * 24 * 60
const fromNow = (days: number) => new Date(Date.now() + days * DAY).toISOString()

/** States of invitations that have gone out and count as sent. */
const sentStates: readonly InvitationState[] = ['SENT', 'UNCERTAIN', 'EXPIRED']

type InvitationFields = Partial<typeof reviewInvitations.$inferInsert>

/** A user whose customers are asked for reviews. */
export interface ReviewOwner extends TestUser {
  reviewType: ReviewType
}

interface NewOwner {
  reviewType?: ReviewType
  role?: Role
  tenantId?: string
  /** Whether the page is public. */
  isPublic?: boolean
}

let ownerCount = 0

const ownerCreator =
  (app: TestApp) =>
  async ({ reviewType = 'Manufacturers', role = 'ROLE_PRO', tenantId, isPublic = false }: NewOwner = {}) => {
    const who = await app.someone(role, tenantId ? { tenantId } : {})
    await app.appContext.db.write(tenantScope(who.tenantId), async (tx) => {
      const shown = { userCompanyName: `Brand ${++ownerCount}`, reviewsSearchEnabled: isPublic }
      await tx.update(users).set(shown).where(eq(users.uniqueId, who.uniqueId))
      await tx.insert(reviewSettings).values({ ownerId: who.uniqueId, reviewType })
    })
    return { ...who, reviewType } satisfies ReviewOwner
  }

const questionCreator =
  (app: TestApp) =>
  (tenantId: string, reviewType: ReviewType, many = 2) =>
    app.appContext.db.write(tenantScope(tenantId), async (tx) => {
      const before = await tx.$count(reviewQuestions)
      const rows = Array.from({ length: many }, (_, at) => {
        const number = before + at + 1
        return { reviewType, headline: `Headline ${number}`, question: `Question ${number}?`, position: number }
      })
      const added = await tx.insert(reviewQuestions).values(rows).returning({ id: reviewQuestions.uniqueId })
      return added.map(({ id }) => id)
    })

const invitationValues = (days: number) => {
  const number = ++ownerCount
  const names = { firstName: 'Ada', lastName: `Lovelace ${number}`, title: 'Buyer', companyName: `Customer ${number}` }
  const keys = { firstKey: 'ada', lastKey: `lovelace ${number}`, companyKey: `customer ${number}` }
  const contact = { contactId: randomUUID(), contactRole: 'INFLUENCER' as const, emailAddress: `ada.${number}@customer.example` }
  return { ...names, ...keys, ...contact, campaignId: randomUUID(), language: 'en' as const, expiresAt: fromNow(days) }
}

const invitationCreator =
  ({ appContext: { db, links } }: TestApp) =>
  (
    { uniqueId: ownerId, tenantId, partitionId, reviewType }: ReviewOwner,
    { state = 'SENT', days = 90, ...over }: InvitationFields & { state?: InvitationState; days?: number } = {},
  ) =>
    db.write({ tenantId, partitionId }, async (tx) => {
      const sentAt = sentStates.includes(state) ? new Date().toISOString() : null
      const sent = { sentAt, letters: sentAt ? 1 : 0 }
      const [row] = await tx
        .insert(reviewInvitations)
        .values({ ...invitationValues(days), ownerId, reviewType, state, ...sent, ...over })
        .returning()
      if (sentAt) await countSent(tx, ownerId)
      const survey = { uniqueId: row!.uniqueId, purpose: 'SURVEY', userId: ownerId, minutes: TWO_YEARS } as const
      const { token } = await links.make(tx, tenantId, survey)
      return { ...row!, token }
    })

interface AnswerFields {
  /** Answers to the owner's own questions. */
  ownAnswers?: { questionId: string; answer: number }[]
  remarks?: string
  remarksPublic?: boolean
}

const answerSubmitter =
  (app: TestApp) =>
  (
    { tenantId }: Pick<TestUser, 'tenantId'>,
    token: string,
    stars: Readonly<Record<string, number>>,
    answerFields: AnswerFields = {},
  ) => {
    const answers = Object.entries(stars).map(([questionId, given]) => ({ questionId, answer: given }))
    return app.as(undefined).call(reviewAnswerApi.submit, { answerId: token, answers, ...answerFields }, { 'x-tenant': tenantId })
  }

/** The same number of stars for each of these questions. */
export const sameStars = (ids: readonly string[], stars: number) => Object.fromEntries(ids.map((id) => [id, stars]))

/** Creates the records that reviews need. */
export const reviewFixture = (app: TestApp) => ({
  /** A user with a brand name and a survey type. */
  owner: ownerCreator(app),
  /** Adds questions of a type to a tenant, after those that exist, and returns their ids. */
  questions: questionCreator(app),
  /** Creates an invitation as a campaign would, with its survey's link. `days`: until it expires. */
  invite: invitationCreator(app),
  /** Answers a survey as its customer does: this many stars for each question. */
  answer: answerSubmitter(app),
})
