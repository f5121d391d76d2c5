import type { Language } from '@tradewind/contract/kit/language'
import { say } from '@tradewind/contract/kit/say'
import { reviewPolicy } from '@tradewind/contract/trust/policies'
import { MAX_OWN_QUESTIONS, type ReviewType } from '@tradewind/contract/trust/review.constants'
import { reviewOwnQuestionApi } from '@tradewind/contract/trust/reviewQuestion.contract'
import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { contactEntity, contacts } from '#crm/schema/contact.table'
import { type Database, tenantScope, type Tx } from '#kit/database/database'
import { updateMany } from '#kit/database/insert'
import { pageOf, type Paging } from '#kit/database/list'
import { nextUpdatedAt, trashDeadline } from '#kit/database/table'
import { conflict, invalid, notFound } from '#kit/errors'
import type { Feature } from '#kit/feature'
import type { ReadContext, WriteContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import { forEachTenant } from '#kit/jobs'
import { notifyAfterCommit } from '#kit/notifyNodes'
import { audit, changesOf, clearAuditEntries } from '#kit/record/audit'
import { fullNameOf } from '#platform/schema/user.table'
import { currentTenants } from '#platform/tenant.queries'
import type { TenantSettings } from '#platform/tenantSetting.queries'
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
import { lockSetting, notifyOfOwnReviews, notifyOfReviews, selfReader, settingOf } from './owner.ts'
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
import { type OwnQuestionRow, reviewOwnQuestions } from './schema/reviewQuestion.table.ts'
import { reviewSettingRoutes } from './setting.routes.ts'
import { activeOwnQuestions, ownQuestionsOf, surveyMinutes, surveyOf } from './survey.queries.ts'

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

interface Needs {
  db: Database
  /** Can access every partition of one tenant. */
  maintenance: Database
  logger: Logger
}

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
const reviewOwnQuestionRoutes = ({ settings }: { settings: TenantSettings }) =>
  routes(reviewOwnQuestionApi, { list, create, change, remove, preview: previewHandler(settings) })

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
