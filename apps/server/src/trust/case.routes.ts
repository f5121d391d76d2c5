import type { Condition } from '@tradewind/contract/kit/conditions'
import { phrase } from '@tradewind/contract/kit/phrase'
import { say } from '@tradewind/contract/kit/say'
import { TENANT_ADMINS } from '@tradewind/contract/roles'
import { reviewPolicy } from '@tradewind/contract/trust/policies'
import { type CaseKind, type CaseState, removalNames, type RemovalReason } from '@tradewind/contract/trust/reviewCase.constants'
import { type CaseDetails, reviewCaseApi } from '@tradewind/contract/trust/reviewCase.contract'
import { caseFields } from '@tradewind/contract/trust/reviewCase.fields'
import {
  and,
  arrayOverlaps,
  asc,
  desc,
  eq,
  getTableColumns,
  gte,
  inArray,
  isNotNull,
  isNull,
  ne,
  type SQL,
  sql,
} from 'drizzle-orm'
import { hash } from 'node:crypto'
import { type Database, inScope, type Reader, tenantScope, type Tx } from '#kit/database/database'
import { DEFAULT_PAGE_SIZE, normalizeText, type Paging } from '#kit/database/list'
import { excludedUpdatedAt, nextUpdatedAt, type SoftDeleteTable } from '#kit/database/table'
import { conflict, notFound } from '#kit/errors'
import { networkOf } from '#kit/http/address'
import { type ManualContext, manualTransaction, type ReadContext, type WriteContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import { notifyNodes } from '#kit/notifyNodes'
import { notifyOfKinds } from '#kit/record/activity'
import { audit, changesOf } from '#kit/record/audit'
import { compileConditionsOf } from '#kit/record/conditions'
import type { Links } from '#platform/identity/links.queries'
import { countRequest, countTry, isWithinLimits, networkLimits } from '#platform/identity/throttle.queries'
import type { Notice, Notify } from '#platform/notification/notification.queries'
import { isOpenAccount, users } from '#platform/schema/user.table'
import type { TenantSettings } from '#platform/tenantSetting.queries'
import { lockScore, scopeOfOwner } from './owner.ts'
import { answersByIds, findPublicRemark } from './page/public.queries.ts'
import { findPublicOwner, initialOf } from './publicPage.queries.ts'
import { type AnswerRow, reviewAnswers, testimonials } from './schema/review.table.ts'
import { answerTraces, type CaseRow, reviewCases } from './schema/reviewCase.table.ts'

type NewCase = Pick<typeof reviewCases.$inferInsert, 'ownerId' | 'kind' | 'sign' | 'answerIds' | 'count' | 'reason' | 'note'>

/** Creates a case, or updates the existing one: a report is counted, a sign updates the list of answers. A decision stays unchanged. */
const openCase = async (tx: Tx, newCase: NewCase) => {
  const { tenantId, ownerId, kind, sign, count } = reviewCases
  const conflictUpdate =
    newCase.kind === 'REPORT' ? { count: sql`${count} + 1` } : { count: sql`excluded.count`, answerIds: sql`excluded.answer_ids` }
  const [found] = await tx
    .insert(reviewCases)
    .values(newCase)
    .onConflictDoUpdate({ target: [tenantId, ownerId, kind, sign], set: { ...conflictUpdate, updatedAt: excludedUpdatedAt } })
    .returning({ uniqueId: reviewCases.uniqueId, tenantId, isNew: sql<boolean>`xmax = 0` })
  const scope = { tenantId: found!.tenantId, partitionId: found!.tenantId }
  notifyOfKinds({ tx, scope }, [{ name: 'reviewCase', table: reviewCases }])
  return found!
}

/** Notifies the tenant's admins of a case. */
const notifyAdmins = async (
  tx: Tx,
  notify: Notify,
  { uniqueId, tenantId }: { uniqueId: string; tenantId: string },
  message: Pick<Notice, 'subject' | 'content' | 'values'>,
) => {
  const admins = await tx
    .select({ userId: users.uniqueId })
    .from(users)
    .where(and(inArray(users.role, [...TENANT_ADMINS]), isOpenAccount))
  await notify(tx, tenantId, ...admins.map(({ userId }) => ({ userId, ...message, path: `reviewCase/show/${uniqueId}` })))
}

/** The number of answers to one owner that opens a case: from one network in a day, in one minute, and with the same words. */
const THRESHOLDS = { NETWORK: 5, MINUTE: 5, SAME_WORDS: 2 } as const
/** Shorter remarks may well be the same by chance. */
const MIN_LETTERS = 20
/** The maximum number of answers listed in a case: the latest. */
const MAX_LISTED = 100

interface SignNeeds {
  links: Links
  notify: Notify
}

interface IncomingAnswer {
  owner: typeof users.$inferSelect
  answer: AnswerRow
  ip: string
  /** The day of the answer. */
  day: string
}

/** A keyed hash of what two answers have in common: the original cannot be derived from it. */
const keyedHash = ({ links }: SignNeeds, tenantId: string, what: string, text: string) =>
  hash('sha256', links.tokenOf(tenantId, `${what} ${text}`), 'base64url')

const lettersOf = (remark: string | null) =>
  normalizeText(remark ?? '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/**
 * Records what an answer has in common with others, and notifies the tenant's admins if that looks made up. Nothing is rejected or removed:
 * a stand at a fair is one network, too. The caller must have locked the owner's score.
 */
export const recordSigns = async (tx: Tx, needs: SignNeeds, { owner, answer, ip, day }: IncomingAnswer) => {
  const { tenantId, uniqueId: ownerId } = owner
  const words = lettersOf(answer.remark)
  const networkHash = keyedHash(needs, tenantId, 'network', networkOf(ip))
  const wordsHash = words.length >= MIN_LETTERS ? keyedHash(needs, tenantId, 'words', words) : null
  await tx.insert(answerTraces).values({ ownerId, answerId: answer.uniqueId, networkHash, wordsHash })
  const { dateCreated } = answerTraces
  const signs: { kind: Exclude<CaseKind, 'REPORT'>; sign: string; which: SQL | undefined }[] = [
    {
      kind: 'NETWORK',
      sign: `${day} ${networkHash}`,
      which: and(eq(answerTraces.networkHash, networkHash), gte(dateCreated, sql`now() - interval '1 day'`)),
    },
    { kind: 'MINUTE', sign: answer.dateCreated.slice(0, 16), which: gte(dateCreated, sql`now() - interval '1 minute'`) },
    ...(wordsHash ? [{ kind: 'SAME_WORDS' as const, sign: wordsHash, which: eq(answerTraces.wordsHash, wordsHash) }] : []),
  ]
  for (const { kind, sign, which } of signs) {
    const similar = await tx
      .select({ answerId: answerTraces.answerId })
      .from(answerTraces)
      .where(and(eq(answerTraces.ownerId, ownerId), which))
      .orderBy(desc(dateCreated))
      .limit(MAX_LISTED)
    if (similar.length < THRESHOLDS[kind]) continue
    const answerIds = similar.map(({ answerId }) => answerId)
    const found = await openCase(tx, { ownerId, kind, sign, answerIds, count: similar.length })
    if (found.isNew)
      await notifyAdmins(tx, needs.notify, found, {
        subject: phrase('Answers about {company} look alike'),
        content: phrase('This may be a coincidence. Please have a look: nothing was removed.'),
        values: { company: owner.userCompanyName ?? '' },
      })
  }
}

interface Needs {
  db: Database
  settings: TenantSettings
  notify: Notify
}

interface ReportInput {
  companyId: string
  uniqueId: string
  reason: RemovalReason
  note?: string | null | undefined
  website?: string | undefined
}

const NOT_FOUND = say('Review not found')

/** The owner of a public remark. */
const ownerOfPublicRemark = async ({ db, settings }: Needs, { companyId, uniqueId }: ReportInput, tenantId: string) => {
  const owner = await findPublicOwner(db.as(tenantScope(tenantId)), companyId)
  const remark = owner && (await findPublicRemark(db, owner, uniqueId))
  if (!remark || !(remark.isChosen || (await settings.of(tenantId)).SHOW_ALL_REMARKS)) throw notFound(NOT_FOUND)
  return owner
}

/** Accepts a report. One a day counts for each network and remark; the reply is always the same. */
const reportHandler = (needs: Needs) => async (input: ReportInput, requestContext: ManualContext) => {
  const { db, notify } = needs
  const { tenantId } = requestContext.scope
  const scope = tenantScope(tenantId)
  const owner = await ownerOfPublicRemark(needs, input, tenantId)
  await countRequest(db, scope, requestContext.ip, { kind: 'review report', isIdle: Boolean(input.website) })
  const { uniqueId, reason, note = null } = input
  const isFirst = () =>
    isWithinLimits(countTry(db, scope, ...networkLimits(`review ${uniqueId} reported`, requestContext.ip, 1, 24 * 60)))
  if (input.website || !(await isFirst())) return {}
  await db.write(scope, async (tx) => {
    const fields = { ownerId: owner.uniqueId, kind: 'REPORT' as const, sign: uniqueId, answerIds: [uniqueId], reason, note }
    const found = await openCase(tx, fields)
    if (found.isNew)
      await notifyAdmins(tx, notify, found, {
        subject: phrase('A remark about {company} was reported'),
        content: phrase('Please decide whether its words stay on the public page.'),
        values: { company: owner.userCompanyName ?? '' },
      })
  })
  return {}
}

interface CaseQuery extends Paging {
  where?: readonly Condition[] | undefined
  any?: readonly Condition[] | undefined
  state?: CaseState | undefined
  kind?: CaseKind | undefined
}

const caseColumns = { ...getTableColumns(reviewCases), companyId: reviewCases.ownerId, companyName: users.userCompanyName }

const { kind: kindColumn, state: stateColumn, reason: reasonColumn, dateCreated: dateColumn } = reviewCases
/** Its conditions need neither a search text nor the trash, which cases have not. */
const conditionableCases = {
  table: reviewCases as unknown as SoftDeleteTable,
  fields: caseFields,
  conditions: { kind: kindColumn, state: stateColumn, reason: reasonColumn, dateCreated: dateColumn },
}

const list = async (query: CaseQuery, context: ReadContext) => {
  const { page, size, sort, state, kind } = query
  const { db } = context
  const order = sort === 'dateCreated' ? asc : desc
  const which = and(
    state && eq(reviewCases.state, state),
    kind && eq(reviewCases.kind, kind),
    ...compileConditionsOf(conditionableCases, { ...query }, context),
  )
  const found = db
    .select(caseColumns)
    .from(reviewCases)
    .innerJoin(users, eq(users.uniqueId, reviewCases.ownerId))
    .where(which)
    .orderBy(order(reviewCases.dateCreated), order(reviewCases.uniqueId))
  const pageSize = size ?? DEFAULT_PAGE_SIZE
  const isUnpaged = page === undefined && size === undefined
  const [rows, [counted]] = await Promise.all([
    isUnpaged ? found : found.limit(pageSize).offset((page ?? 0) * pageSize),
    db
      .select({ total: sql<number>`count(*)::int` })
      .from(reviewCases)
      .where(which),
  ])
  return { rows, total: counted!.total, estimated: false }
}

const ownerOfCase = async (db: Reader | Tx, ownerId: string) => {
  const [owner] = await db.select().from(users).where(eq(users.uniqueId, ownerId))
  return owner!
}

const detailsOf = async (needs: Needs, row: CaseRow, owner: typeof users.$inferSelect): Promise<CaseDetails> => ({
  ...row,
  companyId: owner.uniqueId,
  companyName: owner.userCompanyName,
  answers: await answersByIds(needs.db, owner, row.answerIds),
})

interface Decision {
  uniqueId: string
  decision: 'KEPT' | 'REMOVED'
  reason?: RemovalReason | undefined
  note?: string | null | undefined
  decidedAt?: string | null | undefined
}

/** Throws a 409 if the case was decided after the decision that the client has seen. */
const assertLatestDecision = ({ decidedAt: now }: CaseRow, seen: string | null | undefined) => {
  if (seen === undefined || (seen && Date.parse(seen)) === (now && Date.parse(now))) return
  throw conflict(say('Someone else has decided this in the meantime. Please look at the decision.'))
}

/** Removes the remarks of these answers from the public page, or restores them. In the owner's partition; the caller must have locked the case. */
const updateRemarks = async (tx: Tx, { answerIds, ownerId }: CaseRow, reason: RemovalReason | null) => {
  const { uniqueId, deletedAt, remarkPublic, remarkRemovedAt } = reviewAnswers
  const isAffected = and(
    inArray(uniqueId, answerIds),
    eq(reviewAnswers.ownerId, ownerId),
    isNull(deletedAt),
    eq(remarkPublic, true),
  )
  const removed = reason
    ? { remarkRemovedAt: sql`now()`, remarkRemovedBecause: reason, showAsTestimonial: false }
    : { remarkRemovedAt: null, remarkRemovedBecause: null }
  const changed = await tx
    .update(reviewAnswers)
    .set({ ...removed, updatedAt: nextUpdatedAt(reviewAnswers.updatedAt) })
    .where(reason ? isAffected : and(isAffected, isNotNull(remarkRemovedAt)))
    .returning({ uniqueId, firstName: reviewAnswers.firstName, lastName: reviewAnswers.lastName })
  if (reason) await tx.delete(testimonials).where(inArray(testimonials.uniqueId, answerIds))
  return changed
}

/** The answers of a case whose remarks another case has removed, with its reason. */
const removedByOthers = async (tx: Tx, { uniqueId, ownerId, answerIds }: CaseRow) => {
  const isOther = and(eq(reviewCases.ownerId, ownerId), ne(reviewCases.uniqueId, uniqueId), eq(reviewCases.state, 'REMOVED'))
  const others = await tx
    .select({ answerIds: reviewCases.answerIds, reason: reviewCases.decidedBecause })
    .from(reviewCases)
    .where(and(isOther, arrayOverlaps(reviewCases.answerIds, answerIds)))
  return new Map(others.flatMap((other) => other.answerIds.map((id) => [id, other.reason] as const)))
}

/** Takes back the removal of a case, and returns the remarks that are restored. What another case has removed stays removed, for its reason. */
const restoreRemarks = async (tx: Tx, row: CaseRow) => {
  const otherReasons = await removedByOthers(tx, row)
  const byReason = Map.groupBy(row.answerIds, (id) => otherReasons.get(id) ?? null)
  for (const [reason, answerIds] of byReason) if (reason) await updateRemarks(tx, { ...row, answerIds }, reason)
  return updateRemarks(tx, { ...row, answerIds: byReason.get(null) ?? [] }, null)
}

const notifyOwner = async (notify: Notify, tx: Tx, owner: typeof users.$inferSelect, reason: RemovalReason, by: string) =>
  notify(tx, owner.tenantId, {
    userId: owner.uniqueId,
    subject: phrase('The remark of {by} was removed from your page. Its stars still count.'),
    content: removalNames[reason],
    values: { by },
    path: 'trends',
    opens: { rules: reviewPolicy.keep },
  })

/** Locks a case until the transaction ends, and before it the owner's score, so that decisions on the same answers run one after the other. */
const lockCase = async (tx: Tx, uniqueId: string) => {
  const isCase = eq(reviewCases.uniqueId, uniqueId)
  const [found] = await tx.select({ ownerId: reviewCases.ownerId }).from(reviewCases).where(isCase)
  if (!found) throw notFound()
  await lockScore(tx, found.ownerId)
  const [locked] = await tx.select().from(reviewCases).where(isCase).for('update')
  if (!locked) throw notFound()
  return locked
}

const decideHandler = (needs: Needs) => async (decision: Decision, context: ManualContext) => {
  const { row, owner } = await context.write(async (writing) => decide(needs, decision, writing))
  return detailsOf(needs, row, owner)
}

const decide = async (
  { notify }: Needs,
  { uniqueId, decision, reason, note = null, decidedAt }: Decision,
  context: WriteContext,
) => {
  const { tx, actor, scope } = context
  const before = await lockCase(tx, uniqueId)
  assertLatestDecision(before, decidedAt)
  const removalReason = decision === 'REMOVED' ? reason! : null
  const owner = await ownerOfCase(tx, before.ownerId)
  const change = () => (removalReason ? updateRemarks(tx, before, removalReason) : restoreRemarks(tx, before))
  const changesRemarks = removalReason !== null || before.state === 'REMOVED'
  const changed = changesRemarks ? await inScope(tx, scopeOfOwner(owner), change) : []
  if (removalReason && changed.length === 0) throw conflict(say('These answers have no public remarks'))
  const decisionColumns = { state: decision, decidedBecause: removalReason, decisionNote: note, decidedBy: actor.uniqueId }
  const [row] = await tx
    .update(reviewCases)
    .set({ ...decisionColumns, decidedAt: sql`now()`, updatedAt: nextUpdatedAt(reviewCases.updatedAt) })
    .where(eq(reviewCases.uniqueId, uniqueId))
    .returning()
  const changes = changesOf(before, { state: decision, decidedBecause: removalReason, decisionNote: note })
  const title = owner.userCompanyName ?? ''
  const affected = changed.map((one) => ({ recordId: one.uniqueId, title: `${one.firstName} ${initialOf(one.lastName)}.` }))
  await audit(
    context,
    { action: 'CHANGED', kind: 'reviewCase', recordId: uniqueId, title, changes },
    ...affected.map((one) => ({ ...one, action: 'CHANGED' as const, kind: 'review', changes })),
  )
  if (removalReason) for (const one of affected) await notifyOwner(notify, tx, owner, removalReason, one.title)
  if (changed.length > 0) await notifyNodes(tx, { topic: 'trust', tenantId: scope.tenantId, id: owner.uniqueId })
  return { row: row!, owner }
}

/** Reports of remarks, and the decisions of the tenant's admins on them and on answers that look made up. */
export const reviewCaseRoutes = (needs: Needs) =>
  routes(reviewCaseApi, {
    report: manualTransaction(reportHandler(needs)),
    list,
    get: async ({ uniqueId }, { db }) => {
      const [row] = await db.select().from(reviewCases).where(eq(reviewCases.uniqueId, uniqueId))
      if (!row) throw notFound()
      return detailsOf(needs, row, await ownerOfCase(db, row.ownerId))
    },
    decide: manualTransaction(decideHandler(needs)),
  })
