import { phrase } from '@tradewind/contract/kit/phrase'
import { say } from '@tradewind/contract/kit/say'
import { isStaff } from '@tradewind/contract/roles'
import { topicApi } from '@tradewind/contract/site/member/topic.contract'
import { isVotedOn, MAX_PROPOSED, stateOfField, type TopicState } from '@tradewind/contract/site/member/topic.fields'
import { topicPolicy } from '@tradewind/contract/site/policies'
import { and, count, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Tx } from '#kit/database/database'
import { conflict, invalid } from '#kit/errors'
import type { Feature } from '#kit/feature'
import { type ReadContext, readerOf, type WriteContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import { notifyOfRecalculated } from '#kit/record/activity'
import { findRecord, withRelations } from '#kit/record/crud'
import type { Notice } from '#platform/notification/notification.queries'
import { fullNameOf, users } from '#platform/schema/user.table'
import type { AppContext } from '../appContext.ts'
import { isShown } from './content/read.ts'
import { findAdministrators, lockUsage } from './quota.ts'
import { contents } from './schema/content.table.ts'
import { topicEntity, type TopicRow, topics, topicVotes } from './schema/member.table.ts'

type Needs = Pick<AppContext, 'notify'>
type Context = ReadContext | WriteContext

/** The ids of those of these topics that the actor has voted for. */
const votedTopicIds = async (rows: TopicRow[], context: Context) => {
  const ids = rows.map(({ uniqueId }) => uniqueId)
  const found = await readerOf(context)
    .select({ topicId: topicVotes.topicId })
    .from(topicVotes)
    .where(and(eq(topicVotes.userId, context.actor.uniqueId), inArray(topicVotes.topicId, ids)))
  return new Set(found.map(({ topicId }) => topicId))
}

/** The content published on these topics, if it is shown. */
const contentOf = async (rows: TopicRow[], context: Context) => {
  const ids = rows.flatMap(({ content }) => content ?? [])
  if (ids.length === 0) return new Map<string, { uniqueId: string; title: string; slug: string }>()
  const found = await readerOf(context)
    .select({ uniqueId: contents.uniqueId, title: contents.title, slug: contents.slug })
    .from(contents)
    .where(and(inArray(contents.uniqueId, ids), isNull(contents.deletedAt), isShown()))
  return new Map(found.map((row) => [row.uniqueId, row]))
}

/** The users who proposed these topics, by name and company, for those who decide. */
const proposersOf = async (rows: TopicRow[], context: Context) => {
  const ids = isStaff(context.actor) ? rows.flatMap(({ createdBy }) => createdBy ?? []) : []
  if (ids.length === 0) return new Map<string, string>()
  const found = await readerOf(context)
    .select({
      id: users.uniqueId,
      firstName: users.firstName,
      middleName: users.middleName,
      lastName: users.lastName,
      company: users.userCompanyName,
    })
    .from(users)
    .where(and(inArray(users.uniqueId, ids), isNull(users.deletedAt)))
  return new Map(found.map(({ id, company, ...name }) => [id, [fullNameOf(name), company].filter(Boolean).join(', ')]))
}

/** Topics as returned to clients. Members do not see who proposed the topics of others. */
const withVotes = async (rows: TopicRow[], context: Context) => {
  if (rows.length === 0) return []
  const [voted, content, proposers] = await Promise.all([
    votedTopicIds(rows, context),
    contentOf(rows, context),
    proposersOf(rows, context),
  ])
  const { actor } = context
  return rows.map((row) => ({
    ...row,
    createdBy: isStaff(actor) || row.createdBy === actor.uniqueId ? row.createdBy : null,
    isVoted: voted.has(row.uniqueId),
    proposedBy: proposers.get(row.createdBy ?? '') ?? null,
    content: content.get(row.content ?? '') ?? null,
  }))
}

const records = withRelations(topicEntity, withVotes)

const pathTo = ({ uniqueId }: Pick<TopicRow, 'uniqueId'>) => `topic/show/${uniqueId}`

/** Changes the vote count of a topic, and notifies open pages. This does not change `updatedAt`, so a concurrent edit does not conflict. */
const recount = async (tx: Tx, topicId: string, by: 1 | -1) => {
  const [row] = await tx
    .update(topics)
    .set({ votes: sql`${topics.votes} + ${by}` })
    .where(eq(topics.uniqueId, topicId))
    .returning()
  notifyOfRecalculated(tx, topicEntity, [row!])
  return row!
}

const addVote = async (topicId: string, { tx, actor }: WriteContext) => {
  const added = await tx
    .insert(topicVotes)
    .values({ topicId, userId: actor.uniqueId })
    .onConflictDoNothing()
    .returning({ id: topicVotes.uniqueId })
  return added.length > 0
}

const removeVote = async (topicId: string, { tx, actor }: WriteContext) => {
  const removed = await tx
    .delete(topicVotes)
    .where(and(eq(topicVotes.topicId, topicId), eq(topicVotes.userId, actor.uniqueId)))
    .returning({ id: topicVotes.uniqueId })
  return removed.length > 0
}

const vote = async ({ uniqueId, vote: isVoting }: { uniqueId: string; vote: boolean }, context: WriteContext) => {
  const topic = await findRecord(topicEntity, topicPolicy.see, uniqueId, context, 'update')
  if (!isVotedOn(topic.state)) throw conflict(say('This topic is decided. Votes on it are closed.'))
  const changed = await (isVoting ? addVote : removeVote)(uniqueId, context)
  return records.show(changed ? await recount(context.tx, uniqueId, isVoting ? 1 : -1) : topic, context)
}

const propose = async ({ notify }: Needs, fields: { title: string; text: string }, context: WriteContext) => {
  const { tx, scope, actor } = context
  await lockUsage('topics', actor.uniqueId, context)
  const [pending] = await tx
    .select({ many: count() })
    .from(topics)
    .where(and(eq(topics.createdBy, actor.uniqueId), eq(topics.state, 'PROPOSED'), isNull(topics.deletedAt)))
  if (pending!.many >= MAX_PROPOSED)
    throw conflict(
      say('{count} of your proposals wait for a decision. Propose more when some are decided.', { count: MAX_PROPOSED }),
    )
  return records.create(fields, context, async (row) => {
    await addVote(row.uniqueId, context)
    const noticeText = {
      subject: phrase('A member proposes a topic'),
      content: '{title}',
      path: pathTo(row),
      values: { title: row.title },
    }
    const notices = (await findAdministrators(tx)).map(({ userId }): Notice => ({ userId, by: actor.uniqueId, ...noticeText }))
    await notify(tx, scope.tenantId, ...notices)
    return recount(tx, row.uniqueId, 1)
  })
}

interface Change {
  uniqueId: string
  updatedAt?: string | undefined
  state?: TopicState | undefined
  plannedFor?: string | null | undefined
  content?: string | null | undefined
  reason?: string | null | undefined
}

/** Throws if members cannot read the linked article. Locks its row until the transaction ends. */
const requireShown = async (uniqueId: string, { tx }: WriteContext) => {
  const found = await tx
    .select({ id: contents.uniqueId })
    .from(contents)
    .where(and(eq(contents.uniqueId, uniqueId), isNull(contents.deletedAt), isShown()))
    .for('key share')
  if (found.length === 0) throw invalid({ content: say('Choose content that is published') })
}

/** Rejects (422) fields that belong to another status than the topic will have. */
const checkStateFields = (state: TopicState, change: Change) => {
  const isForeign = (field: keyof typeof stateOfField) => change[field] && stateOfField[field] !== state
  if (isForeign('plannedFor')) throw invalid({ plannedFor: say('Only a planned topic has a day') })
  if (isForeign('content')) throw invalid({ content: say('Only a published topic has an article') })
  if (isForeign('reason')) throw invalid({ reason: say('Only a declined topic has a reason') })
}

/** Checks what each status needs, and clears fields of the previous one: a declined topic has a reason, a published one an article. */
const stateColumns = async (before: TopicRow, change: Change, context: WriteContext) => {
  const { state = before.state, content, reason, plannedFor } = { ...before, ...change }
  checkStateFields(state, change)
  if (state === 'PUBLISHED' && !content) throw invalid({ content: say('Choose the article that was published') })
  if (state === 'DECLINED' && !reason) throw invalid({ reason: say('Say why it is declined: members read it') })
  if (state === 'PUBLISHED' && content !== before.content) await requireShown(content!, context)
  return {
    ...change,
    content: state === 'PUBLISHED' ? content : null,
    reason: state === 'DECLINED' ? reason : null,
    plannedFor: state === 'PLANNED' ? plannedFor : null,
  }
}

const subjects = {
  PROPOSED: phrase('A topic is open again'),
  PLANNED: phrase('A topic you voted for is planned'),
  PUBLISHED: phrase('A topic you voted for is published'),
  DECLINED: phrase('A topic you voted for was declined'),
} as const satisfies Record<TopicState, string>

/** Notifies the user who proposed a topic and those who voted for it about the decision. */
const noticesOf = async (row: TopicRow, { tx, actor }: WriteContext): Promise<Notice[]> => {
  const voters = await tx.select({ userId: topicVotes.userId }).from(topicVotes).where(eq(topicVotes.topicId, row.uniqueId))
  const recipientIds = new Set([...voters.map(({ userId }) => userId), ...(row.createdBy ? [row.createdBy] : [])])
  recipientIds.delete(actor.uniqueId)
  const link = { path: pathTo(row), opens: { rules: topicPolicy.see } } // some voters may have a smaller plan by now
  const notice = { subject: subjects[row.state], content: '{title}', values: { title: row.title }, ...link }
  return [...recipientIds].map((userId) => ({ userId, by: actor.uniqueId, ...notice }))
}

const decide = async ({ notify }: Needs, change: Change, context: WriteContext) => {
  const before = await findRecord(topicEntity, topicPolicy.see, change.uniqueId, context, 'update')
  return records.update(await stateColumns(before, change, context), context, async (row) => {
    if (row.state !== before.state) await notify(context.tx, context.scope.tenantId, ...(await noticesOf(row, context)))
  })
}

/** Removes a deleted user's votes on topics that are still open. */
const removeOpenVotes = async (tx: Tx, userId: string) => {
  const open = tx
    .select({ id: topics.uniqueId })
    .from(topics)
    .where(inArray(topics.state, ['PROPOSED', 'PLANNED']))
  const removed = await tx
    .delete(topicVotes)
    .where(and(eq(topicVotes.userId, userId), inArray(topicVotes.topicId, open)))
    .returning({ topicId: topicVotes.topicId })
  if (removed.length === 0) return
  const ids = removed.map(({ topicId }) => topicId)
  const recounted = await tx
    .update(topics)
    .set({ votes: sql`${topics.votes} - 1` })
    .where(inArray(topics.uniqueId, ids))
    .returning()
  notifyOfRecalculated(tx, topicEntity, recounted)
}

const topicRoutes = (needs: Needs) =>
  routes(topicApi, {
    ...records,
    create: (fields, context) => propose(needs, fields, context),
    vote,
    update: (change, context) => decide(needs, change, context),
  })

/** Topics that members want to read about: they propose topics and vote on them, administrators decide. */
export const topicFeature = (context: AppContext): Feature => ({
  tenantSwitch: 'CONTENT_ENABLED',
  routes: () => [topicRoutes(context)],
  entities: [topicEntity],
  onUserDeleted: removeOpenVotes,
})
