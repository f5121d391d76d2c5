import { say, type Sentence } from '@tradewind/contract/kit/say'
import { openStates } from '@tradewind/contract/trust/review.constants'
import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import { contacts } from '#crm/schema/contact.table'
import type { Tx } from '#kit/database/database'
import { nextUpdatedAt } from '#kit/database/table'
import { conflict, Refusal } from '#kit/errors'
import { type AnswerRow, type InvitationRow, reviewAnswers, reviewInvitations, reviewLinks } from '#trust/schema/review.table'
import { lockScore } from '../owner.ts'
import { markOwnAnswered, noteAnswered, surveyOf } from '../survey.queries.ts'
import { countNewAnswer } from './sums.ts'
import { statusOf } from './surveyLink.ts'

type QuestionAnswers = readonly { questionId: string; answer: number }[]

interface SurveyInput {
  answers: QuestionAnswers
  /** For the owner's own questions. */
  ownAnswers: QuestionAnswers
  remarks?: string | null | undefined
  remarksPublic: boolean
}

const MANDATORY = say('All fields are mandatory')

type CurrentSurvey = Awaited<ReturnType<typeof surveyOf>>

/** A refusal of answers, with the current questions, which may have changed since the survey was opened. */
const surveyRefusal = ({ questions, ownQuestions }: CurrentSurvey, faults: Record<string, Sentence>, message?: Sentence) =>
  new Refusal(422, message ?? say('Please check the form'), { ...faults, questions, ownQuestions })

const halfStepsOf = (answers: QuestionAnswers): AnswerRow['ratings'] =>
  Object.fromEntries(answers.map(({ questionId, answer }) => [questionId.toLowerCase(), answer * 2]))

/** Half steps by question. Throws unless every current question is answered exactly once, and no other; own questions may be left out. */
const ratingsOf = async (tx: Tx, { reviewType, language, ownerId }: InvitationRow, { answers, ownAnswers }: SurveyInput) => {
  const ratings = halfStepsOf(answers)
  const ownRatings = halfStepsOf(ownAnswers)
  const ownIds = Object.keys(ownRatings)
  await noteAnswered(tx, Object.keys(ratings)) // from here on none of them is deleted
  const known = await markOwnAnswered(tx, ownerId, ownIds)
  const survey = await surveyOf(tx, { ownerId, reviewType }, language)
  if (survey.questions.some(({ uniqueId }) => !(uniqueId in ratings)))
    throw surveyRefusal(survey, { answers: MANDATORY }, MANDATORY)
  if (answers.length > survey.questions.length)
    throw surveyRefusal(survey, { answers: say('Answer each question of this survey exactly once') })
  if (ownAnswers.length > ownIds.length) throw surveyRefusal(survey, { ownAnswers: say('Answer each question once at most') })
  if (known.length < ownIds.length) throw surveyRefusal(survey, { ownAnswers: say('One of these questions is no longer asked') })
  return { ratings, ownRatings }
}

/** Marks an open invitation as answered: of concurrent requests only one succeeds. */
const closeInvitation = async (tx: Tx, uniqueId: string, at: string) => {
  const isInvitation = eq(reviewInvitations.uniqueId, uniqueId)
  const isOpen = and(isInvitation, inArray(reviewInvitations.state, [...openStates]), gt(reviewInvitations.expiresAt, at))
  const [closed] = await tx
    .update(reviewInvitations)
    .set({ state: 'ANSWERED', answeredAt: at, updatedAt: nextUpdatedAt(reviewInvitations.updatedAt) })
    .where(isOpen)
    .returning()
  if (closed) return closed
  const [current] = await tx.select().from(reviewInvitations).where(isInvitation)
  throw refusal(current!)
}

const refusal = (invitation: InvitationRow) => {
  const answer = statusOf(invitation)
  const isAnswered = answer.invitationStatus === 'ANSWERED'
  return conflict(isAnswered ? say('You have already answered this survey') : say('This survey has ended'), { answer })
}

/** Decimals of a score: many more than are shown. */
const DECIMALS = 30

/** The mean of the ratings in stars, as the exact decimal that is added to the sums and later subtracted. */
export const scoreOf = (ratings: AnswerRow['ratings']) => {
  const halfSteps = Object.values(ratings)
  const total = halfSteps.reduce((sum, one) => sum + one, 0)
  const digits = String((BigInt(total) * 10n ** BigInt(DECIMALS)) / BigInt(halfSteps.length * 2)).padStart(DECIMALS + 1, '0')
  return `${digits.slice(0, -DECIMALS)}.${digits.slice(-DECIMALS)}`
}

interface AnswerFields {
  invitation: InvitationRow
  ratings: AnswerRow['ratings']
  ownRatings: AnswerRow['ownRatings']
  remark: string | null
  remarkPublic: boolean
  at: string
  /** The time zone that defines days. */
  timeZone: string
}

const insertAnswer = async (tx: Tx, { invitation, ratings, ownRatings, remark, remarkPublic, at, timeZone }: AnswerFields) => {
  const { uniqueId, ownerId, contactId, firstName, lastName, reviewType, linkId } = invitation
  const customerFields = { uniqueId, ownerId, firstName, lastName, reviewType, viaLink: linkId !== null, dateCreated: at }
  const remarkFields = { remark, remarkPublic: remark !== null && remarkPublic }
  const isContact = eq(contacts.uniqueId, contactId)
  const [[contact]] = await Promise.all([
    tx.select({ country: contacts.country }).from(contacts).where(isContact),
    lockScore(tx, ownerId),
  ])
  const day = sql`(${at}::timestamptz at time zone ${timeZone})::date`
  const [answer] = await tx
    .insert(reviewAnswers)
    .values({
      ...customerFields,
      ...remarkFields,
      country: contact?.country ?? null,
      ratings,
      ownRatings,
      score: scoreOf(ratings),
      day,
    })
    .returning()
  await countNewAnswer(tx, invitation, answer!)
  if (linkId)
    await tx
      .update(reviewLinks)
      .set({ answers: sql`${reviewLinks.answers} + 1` })
      .where(eq(reviewLinks.uniqueId, linkId))
  return answer!
}

/** Saves the answer to an invitation: completely and once, or not at all. */
export const submitAnswer = async (tx: Tx, invitationId: string, input: SurveyInput, timeZone: string) => {
  const at = new Date().toISOString()
  const invitation = await closeInvitation(tx, invitationId, at)
  const rated = await ratingsOf(tx, invitation, input)
  const { remarks: remark = null, remarksPublic: remarkPublic } = input
  return { invitation, answer: await insertAnswer(tx, { invitation, ...rated, remark, remarkPublic, at, timeZone }) }
}
