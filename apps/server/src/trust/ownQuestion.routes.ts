import type { Language } from '@tradewind/contract/kit/language'
import { say } from '@tradewind/contract/kit/say'
import { MAX_OWN_QUESTIONS, type ReviewType } from '@tradewind/contract/trust/review.constants'
import { reviewOwnQuestionApi } from '@tradewind/contract/trust/reviewQuestion.contract'
import { eq } from 'drizzle-orm'
import type { Tx } from '#kit/database/database'
import { updateMany } from '#kit/database/insert'
import { pageOf, type Paging } from '#kit/database/list'
import { nextUpdatedAt } from '#kit/database/table'
import { conflict, invalid, notFound } from '#kit/errors'
import type { ReadContext, WriteContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import { audit, changesOf } from '#kit/record/audit'
import { fullNameOf } from '#platform/schema/user.table'
import type { TenantSettings } from '#platform/tenantSetting.queries'
import { lockSetting, notifyOfOwnReviews, selfReader, settingOf } from './owner.ts'
import { type OwnQuestionRow, reviewOwnQuestions } from './schema/reviewQuestion.table.ts'
import { activeOwnQuestions, ownQuestionsOf, surveyMinutes, surveyOf } from './survey.queries.ts'

const KIND = 'reviewOwnQuestion'
const NOT_FOUND = say('Question not found')
const HAS_ANSWERS = say('This question has answers and can no longer be changed. Retire it and add a new one.')
const TOO_MANY = say('Your survey can ask {count} questions of your own at most', { count: MAX_OWN_QUESTIONS })

const toReply = ({ answeredAt, retiredAt, ...row }: OwnQuestionRow) => ({
  ...row,
  answered: answeredAt !== null,
  retired: retiredAt !== null,
})

/** Locks the actor's own questions until the transaction ends, and returns them, so that their number cannot exceed the limit. */
const lockOwnQuestions = async (context: WriteContext) => {
  const { tx, actor } = context
  notifyOfOwnReviews(context)
  await lockSetting(tx, actor.uniqueId)
  return ownQuestionsOf(tx, actor.uniqueId)
}

const isActive = ({ retiredAt }: Pick<OwnQuestionRow, 'retiredAt'>) => retiredAt === null

const requireOwn = (questions: readonly OwnQuestionRow[], uniqueId: string) => {
  const found = questions.find((one) => one.uniqueId === uniqueId)
  if (!found) throw notFound(NOT_FOUND)
  return found
}

/** Renumbers the active questions as 1, 2, 3 and so on: this one at the requested position, the others around it. */
const reorder = async (tx: Tx, active: readonly OwnQuestionRow[], one?: { uniqueId: string; position: number }) => {
  const others = active.filter(({ uniqueId }) => uniqueId !== one?.uniqueId)
  const moved = active.find(({ uniqueId }) => uniqueId === one?.uniqueId)
  const order = moved ? others.toSpliced(one!.position - 1, 0, moved) : others
  const shifted = order
    .map(({ uniqueId, position: before }, at) => ({ uniqueId, before, position: at + 1 }))
    .filter(({ before, position }) => before !== position)
    .map(({ uniqueId, position }) => ({ uniqueId, position }))
  await updateMany(tx, reviewOwnQuestions, ['position'], shifted)
}

const list = async ({ page, size, sort }: Paging, { db, actor }: ReadContext) => {
  const found = (await ownQuestionsOf(db, actor.uniqueId)).map(toReply)
  return pageOf(sort === '-position' ? found.toReversed() : found, { page, size })
}

const readOne = async (tx: Tx, uniqueId: string) => {
  const [found] = await tx.select().from(reviewOwnQuestions).where(eq(reviewOwnQuestions.uniqueId, uniqueId))
  return toReply(found!)
}

const LAST_POSITION = 1000

const create = async (
  { question, position = LAST_POSITION }: { question: string; position?: number | undefined },
  context: WriteContext,
) => {
  const { tx, actor } = context
  const active = (await lockOwnQuestions(context)).filter(isActive)
  if (active.length >= MAX_OWN_QUESTIONS) throw conflict(TOO_MANY)
  const fields = { ownerId: actor.uniqueId, createdBy: actor.uniqueId, question, position: active.length + 1 }
  const [inserted] = await tx.insert(reviewOwnQuestions).values(fields).returning()
  const { uniqueId } = inserted!
  await reorder(tx, [...active, inserted!], { uniqueId, position })
  await audit(context, { action: 'CREATED', kind: KIND, recordId: uniqueId, title: question })
  return readOne(tx, uniqueId)
}

interface Change {
  uniqueId: string
  question?: string | undefined
  position?: number | undefined
  retired?: false | undefined
}

/** Throws if the change is not allowed. */
const checkChange = (before: OwnQuestionRow, active: readonly OwnQuestionRow[], { question, position, retired }: Change) => {
  if (before.answeredAt && question !== undefined && question !== before.question) throw invalid({ question: HAS_ANSWERS })
  if (isActive(before)) return
  if (retired === false && active.length >= MAX_OWN_QUESTIONS) throw conflict(TOO_MANY)
  if (retired === undefined && position !== undefined)
    throw invalid({ position: say('A retired question has no place in the order. Bring it back first.') })
}

const change = async (input: Change, context: WriteContext) => {
  const { tx } = context
  const { uniqueId } = input
  const stored = await lockOwnQuestions(context)
  const before = requireOwn(stored, uniqueId)
  const otherActive = stored.filter((one) => isActive(one) && one.uniqueId !== uniqueId)
  checkChange(before, otherActive, input)
  const { question = before.question } = input
  const isRestored = !isActive(before) && input.retired === false
  const restored = isRestored ? { retiredAt: null, position: otherActive.length + 1 } : {}
  const [after] = await tx
    .update(reviewOwnQuestions)
    .set({ question, ...restored, updatedAt: nextUpdatedAt(reviewOwnQuestions.updatedAt) })
    .where(eq(reviewOwnQuestions.uniqueId, uniqueId))
    .returning()
  const { position = isRestored ? LAST_POSITION : before.position } = input
  if (isActive(after!)) await reorder(tx, [...otherActive, after!], { uniqueId, position })
  const last = await readOne(tx, uniqueId)
  const changes = changesOf(toReply(before), { question: last.question, position: last.position, retired: last.retired })
  if (Object.keys(changes).length > 0)
    await audit(context, { action: 'CHANGED', kind: KIND, recordId: uniqueId, title: last.question, changes })
  return last
}

/** Retires a question that has answers, because answers keep their question; deletes any other. */
const remove = async ({ uniqueId }: { uniqueId: string }, context: WriteContext) => {
  const { tx } = context
  const stored = await lockOwnQuestions(context)
  const before = requireOwn(stored, uniqueId)
  const retired = before.answeredAt !== null
  if (!isActive(before) && retired) return { uniqueId, retired }
  const isQuestion = eq(reviewOwnQuestions.uniqueId, uniqueId)
  const retirement = { retiredAt: new Date().toISOString(), updatedAt: nextUpdatedAt(reviewOwnQuestions.updatedAt) }
  await (retired
    ? tx.update(reviewOwnQuestions).set(retirement).where(isQuestion)
    : tx.delete(reviewOwnQuestions).where(isQuestion))
  const others = stored.filter((one) => isActive(one) && one.uniqueId !== uniqueId)
  await reorder(tx, others)
  const auditEntry = retired
    ? { action: 'CHANGED' as const, changes: { retired: { before: false, after: true } } }
    : { action: 'DELETED' as const }
  await audit(context, { ...auditEntry, kind: KIND, recordId: uniqueId, title: before.question })
  return { uniqueId, retired }
}

interface PreviewQuery {
  reviewType?: ReviewType | undefined
  lang?: Language | undefined
}

/** The survey as a customer would see it now. Without a type, only the own questions. */
const previewHandler = (settings: TenantSettings) => {
  const self = selfReader(settings)
  return async ({ reviewType: requestedType, lang }: PreviewQuery, context: ReadContext) => {
    const { owner, language } = await self(context)
    const { db } = context
    const { uniqueId: ownerId } = owner
    const reviewType = requestedType ?? (await settingOf(db, ownerId))?.reviewType
    const user = { userCompanyName: owner.userCompanyName ?? fullNameOf(owner) }
    if (reviewType) return { user, ...(await surveyOf(db, { ownerId, reviewType }, lang ?? language)) }
    const ownQuestions = await activeOwnQuestions(db, ownerId)
    return { user, questions: [], ownQuestions, minutes: surveyMinutes(ownQuestions.length) }
  }
}

/** The own questions of a survey, and its preview. */
export const reviewOwnQuestionRoutes = ({ settings }: { settings: TenantSettings }) =>
  routes(reviewOwnQuestionApi, { list, create, change, remove, preview: previewHandler(settings) })
