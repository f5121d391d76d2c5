import { phrase } from '@tradewind/contract/kit/phrase'
import { say } from '@tradewind/contract/kit/say'
import { planOf } from '@tradewind/contract/plan'
import { questionApi } from '@tradewind/contract/site/member/question.contract'
import { ANSWER_DAYS } from '@tradewind/contract/site/member/question.fields'
import { ANSWERING_ROLES, questionPolicy } from '@tradewind/contract/site/policies'
import { and, count, eq, inArray } from 'drizzle-orm'
import type { Tx } from '#kit/database/database'
import { nextUpdatedAt } from '#kit/database/table'
import { addDays, formatDay, todayIn } from '#kit/days'
import { conflict, invalid } from '#kit/errors'
import type { Feature } from '#kit/feature'
import { type ReadContext, readerOf, type WriteContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import { logChanges, notifyOfAccess } from '#kit/record/activity'
import { findRecord, withRelations } from '#kit/record/crud'
import type { Notice } from '#platform/notification/notification.queries'
import { isOpenAccount, users } from '#platform/schema/user.table'
import { fullNamesOf } from '#platform/user/user.queries'
import type { AppContext } from '../appContext.ts'
import { findAdministrators, lockUsage, memberLabel, monthIn, quotaOf, timeZoneOf } from './quota.ts'
import { questionEntity, type QuestionRow, questions } from './schema/member.table.ts'

type Needs = Pick<AppContext, 'notify' | 'settings'>

/** Questions as returned to clients: with the assignee's name, and whether the due date has passed in the actor's time zone. */
const withNames = async (rows: QuestionRow[], context: ReadContext | WriteContext) => {
  const names = await fullNamesOf(
    readerOf(context),
    rows.map(({ assignedUser }) => assignedUser),
  )
  const today = todayIn(context.timeZone)
  return rows.map((row) => ({
    ...row,
    assignedUser: row.assignedUser === null ? null : { uniqueId: row.assignedUser, fullName: names.get(row.assignedUser) ?? '' },
    isOverdue: row.state === 'OPEN' && row.dueDate < today,
  }))
}

const records = withRelations(questionEntity, withNames)

/** How many of this month's questions are used, and how many are left. */
const remaining = async ({ settings }: Needs, context: ReadContext | WriteContext) => {
  const { actor, scope } = context
  const month = monthIn(await timeZoneOf(settings, scope.tenantId))
  const [found] = await readerOf(context)
    .select({ used: count() })
    .from(questions)
    .where(and(eq(questions.createdBy, actor.uniqueId), eq(questions.month, month)))
  return quotaOf(month, planOf(actor)?.questions ?? 0, found!.used)
}

const pathTo = ({ uniqueId }: Pick<QuestionRow, 'uniqueId'>) => `question/show/${uniqueId}`

const askQuestion = async (needs: Needs, fields: { title: string; text: string }, context: WriteContext) => {
  const { tx, scope, actor } = context
  await lockUsage('questions', actor.uniqueId, context)
  const { month, most, used, left, renews } = await remaining(needs, context)
  if (left === 0)
    throw conflict(
      say(
        'You have asked the one question of this month. From {day} you can ask again.|You have asked all {count} questions of this month. From {day} you can ask again.',
        {
          count: most ?? 0,
          day: formatDay(renews),
        },
      ),
    )
  const today = todayIn(await timeZoneOf(needs.settings, scope.tenantId))
  const newQuestion = {
    ...fields,
    member: await memberLabel(context),
    dueDate: addDays(today, ANSWER_DAYS),
    month,
    nth: used + 1,
  }
  return records.create(newQuestion, context, async (row) => {
    const noticeText = { subject: phrase('A member has a question'), content: phrase('{member}: {title}'), path: pathTo(row) }
    const values = { member: row.member, title: row.title }
    const notices = (await findAdministrators(tx)).map(({ userId }): Notice => ({
      userId,
      by: actor.uniqueId,
      ...noticeText,
      values,
    }))
    await needs.notify(tx, scope.tenantId, ...notices)
  })
}

/** Whether the user may answer questions. Locks the user's row until the transaction ends. */
const isAnswerer = async (tx: Tx, userId: string) => {
  const found = await tx
    .select({ id: users.uniqueId })
    .from(users)
    .where(and(eq(users.uniqueId, userId), inArray(users.role, [...ANSWERING_ROLES]), isOpenAccount))
    .for('key share')
  return found.length > 0
}

interface Change {
  uniqueId: string
  updatedAt?: string | undefined
  assignedUser?: string | null | undefined
  dueDate?: string | undefined
  answer?: string | null | undefined
}

/** The columns that an answer changes: the state, and the assignee, which is the actor if there was none. */
const answerColumns = (before: QuestionRow, { answer, assignedUser }: Change, { actor }: WriteContext) => {
  if (!answer || answer === before.answer) return {}
  const assignee = assignedUser === undefined ? before.assignedUser : assignedUser
  const answered = before.state === 'OPEN' ? { state: 'ANSWERED' as const, answeredAt: new Date().toISOString() } : {}
  return { ...answered, assignedUser: assignee ?? actor.uniqueId }
}

/** The notifications of a change: to the new assignee, and, about the answer, to the user who asked. */
const noticesOf = (before: QuestionRow, row: QuestionRow, { actor }: WriteContext): Notice[] => {
  const values = { by: actor.fullName, title: row.title, member: row.member }
  const newAssignee = row.assignedUser !== before.assignedUser && row.assignedUser !== actor.uniqueId && row.assignedUser
  const subject = before.answer ? phrase('The answer to your question has changed') : phrase('Your question is answered')
  return [
    ...(newAssignee
      ? [
          {
            userId: newAssignee,
            by: actor.uniqueId,
            subject: phrase('{by} assigned you a question'),
            content: phrase('{member}: {title}'),
            values,
            path: pathTo(row),
          },
        ]
      : []),
    ...(row.answer !== before.answer && row.createdBy
      ? [
          {
            userId: row.createdBy,
            by: actor.uniqueId,
            subject,
            content: '{title}',
            values,
            path: pathTo(row),
            opens: { rules: questionPolicy.see, record: row },
          },
        ]
      : []),
  ]
}

const updateQuestion = async ({ notify }: Needs, change: Change, context: WriteContext) => {
  const before = await findRecord(questionEntity, questionPolicy.see, change.uniqueId, context, 'update')
  if (before.state === 'ANSWERED' && change.answer === null)
    throw invalid({ answer: say('An answer can be changed, but not taken back') })
  if (change.assignedUser && change.assignedUser !== before.assignedUser && !(await isAnswerer(context.tx, change.assignedUser)))
    throw invalid({ assignedUser: say('Choose one of the staff who answer questions') })
  return records.update({ ...change, ...answerColumns(before, change, context) }, context, async (row) => {
    // The previous assignee may no longer see it.
    if (before.assignedUser && row.assignedUser !== before.assignedUser)
      notifyOfAccess(context.tx, context.scope.tenantId, [before.assignedUser])
    await notify(context.tx, context.scope.tenantId, ...noticesOf(before, row, context))
  })
}

/** Unassigns the open questions of a user who can no longer answer them. */
const unassignQuestions = async (context: WriteContext, userId: string) => {
  const { tx } = context
  if (await isAnswerer(tx, userId)) return
  const unassigned = await tx
    .update(questions)
    .set({ assignedUser: null, updatedAt: nextUpdatedAt(questions.updatedAt) })
    .where(and(eq(questions.assignedUser, userId), eq(questions.state, 'OPEN')))
    .returning()
  await logChanges(context, questionEntity, 'CHANGED', unassigned, { assignedUser: { before: userId, after: null } })
}

const questionRoutes = (needs: Needs) =>
  routes(questionApi, {
    ...records,
    remaining: (_, context) => remaining(needs, context),
    create: (fields, context) => askQuestion(needs, fields, context),
    update: (change, context) => updateQuestion(needs, change, context),
  })

/** Written questions of members, as their plan allows, and the answers. */
export const questionFeature = (context: AppContext): Feature => ({
  routes: () => [questionRoutes(context)],
  entities: [questionEntity],
  onAccessChanged: unassignQuestions,
})
