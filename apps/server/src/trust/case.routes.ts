import { phrase, say } from '@tradewind/contract/kit/say'
import { type CaseDetails, reviewCaseApi } from '@tradewind/contract/trust/reviewCase.contract'
import { type CaseKind, type CaseState, type RemovalReason, removalNames } from '@tradewind/contract/trust/reviewCase.words'
import { and, asc, desc, eq, getTableColumns, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { type Database, type Reader, tenantScope, type Tx, within } from '#kit/database/database'
import type { Paging } from '#kit/database/list'
import { nextUpdatedAt } from '#kit/database/table'
import { conflict, notFound } from '#kit/errors'
import { type ManualContext, manualTransaction, type ReadContext, type WriteContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import { notifyNodes } from '#kit/notifyNodes'
import { audit, changesOf } from '#kit/record/audit'
import { byNetwork, countAsking, countTry, isWithin } from '#platform/identity/throttle.queries'
import type { Notify } from '#platform/notification/notification.queries'
import { users } from '#platform/schema/user.table'
import type { TenantSettings } from '#platform/tenantSetting.queries'
import { openCase, tellAdmins } from './case.signs.ts'
import { scopeOfOwner } from './owner.ts'
import { answersByIds, publicRemark } from './page/public.queries.ts'
import { reviewAnswers, testimonials } from './schema/review.table.ts'
import { type CaseRow, reviewCases } from './schema/reviewCase.table.ts'
import { initialOf, shownById } from './shown.queries.ts'

interface Needs {
  db: Database
  settings: TenantSettings
  notify: Notify
}

interface Reported {
  companyId: string
  uniqueId: string
  reason: RemovalReason
  note?: string | null | undefined
  website?: string | undefined
}

const GONE = say('Review not found')

/** The owner of a remark that everybody reads. */
const ownerOfShown = async ({ db, settings }: Needs, { companyId, uniqueId }: Reported, tenantId: string) => {
  const owner = await shownById(db.as(tenantScope(tenantId)), companyId)
  const remark = owner && (await publicRemark(db, owner, uniqueId))
  if (!remark || !(remark.isChosen || (await settings.of(tenantId)).SHOW_ALL_REMARKS)) throw notFound(GONE)
  return owner
}

/** Takes a report. Of one network and remark one a day counts; the reply is the same. */
const reporting = (needs: Needs) => async (given: Reported, asking: ManualContext) => {
  const { db, notify } = needs
  const { tenantId } = asking.scope
  const scope = tenantScope(tenantId)
  const owner = await ownerOfShown(needs, given, tenantId)
  await countAsking(db, scope, asking.ip, { what: 'review report', isIdle: Boolean(given.website) })
  const { uniqueId, reason, note = null } = given
  const isFirst = () => isWithin(countTry(db, scope, ...byNetwork(`review ${uniqueId} reported`, asking.ip, 1, 24 * 60)))
  if (given.website || !(await isFirst())) return {}
  await db.write(scope, async (tx) => {
    const made = { ownerId: owner.uniqueId, kind: 'REPORT' as const, sign: uniqueId, answerIds: [uniqueId], reason, note }
    const found = await openCase(tx, made)
    if (found.isNew)
      await tellAdmins(tx, notify, found, {
        subject: phrase('A remark about {company} was reported'),
        content: phrase('Please decide whether its words stay on the public page.'),
        values: { company: owner.userCompanyName ?? '' },
      })
  })
  return {}
}

interface Asked extends Paging {
  state?: CaseState | undefined
  kind?: CaseKind | undefined
}

const shown = { ...getTableColumns(reviewCases), companyId: reviewCases.ownerId, companyName: users.userCompanyName }

const list = async ({ page, size, sort, state, kind }: Asked, { db }: ReadContext) => {
  const order = sort === 'dateCreated' ? asc : desc
  const which = and(state && eq(reviewCases.state, state), kind && eq(reviewCases.kind, kind))
  const found = db
    .select(shown)
    .from(reviewCases)
    .innerJoin(users, eq(users.uniqueId, reviewCases.ownerId))
    .where(which)
    .orderBy(order(reviewCases.dateCreated), order(reviewCases.uniqueId))
  const many = size ?? 20
  const isWhole = page === undefined && size === undefined
  const [rows, [counted]] = await Promise.all([
    isWhole ? found : found.limit(many).offset((page ?? 0) * many),
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
}

/** Takes the words of these answers from the public page, or shows them again. In the owner's partition, for whoever holds the case. */
const changeWords = async (tx: Tx, { answerIds, ownerId }: CaseRow, reason: RemovalReason | null) => {
  const { uniqueId, deletedAt, remarkPublic, remarkRemovedAt } = reviewAnswers
  const theirs = and(inArray(uniqueId, answerIds), eq(reviewAnswers.ownerId, ownerId), isNull(deletedAt), eq(remarkPublic, true))
  const removed = reason
    ? { remarkRemovedAt: sql`now()`, remarkRemovedBecause: reason, showAsTestimonial: false }
    : { remarkRemovedAt: null, remarkRemovedBecause: null }
  const changed = await tx
    .update(reviewAnswers)
    .set({ ...removed, updatedAt: nextUpdatedAt(reviewAnswers.updatedAt) })
    .where(reason ? theirs : and(theirs, isNotNull(remarkRemovedAt)))
    .returning({ uniqueId, firstName: reviewAnswers.firstName, lastName: reviewAnswers.lastName })
  if (reason) await tx.delete(testimonials).where(inArray(testimonials.uniqueId, answerIds))
  return changed
}

const tellOwner = async (notify: Notify, tx: Tx, owner: typeof users.$inferSelect, reason: RemovalReason, by: string) =>
  notify(tx, owner.tenantId, {
    userId: owner.uniqueId,
    subject: phrase('The remark of {by} was removed from your page. Its stars still count.'),
    content: removalNames[reason],
    values: { by },
    path: 'trends',
  })

const deciding =
  (needs: Needs) =>
  async ({ uniqueId, decision, reason, note = null }: Decision, context: ManualContext) => {
    const { row, owner } = await context.write(async (writing) => decide(needs, { uniqueId, decision, reason, note }, writing))
    return detailsOf(needs, row, owner)
  }

const decide = async ({ notify }: Needs, { uniqueId, decision, reason, note = null }: Decision, context: WriteContext) => {
  const { tx, actor, scope } = context
  const [before] = await tx.select().from(reviewCases).where(eq(reviewCases.uniqueId, uniqueId)).for('update')
  if (!before) throw notFound()
  const because = decision === 'REMOVED' ? reason! : null
  const owner = await ownerOfCase(tx, before.ownerId)
  const touches = because !== null || before.state === 'REMOVED'
  const changed = touches ? await within(tx, scopeOfOwner(owner), () => changeWords(tx, before, because)) : []
  if (because && changed.length === 0) throw conflict(say('These answers have no public remarks'))
  const decided = { state: decision, decidedBecause: because, decisionNote: note, decidedBy: actor.uniqueId }
  const [row] = await tx
    .update(reviewCases)
    .set({ ...decided, decidedAt: sql`now()`, updatedAt: nextUpdatedAt(reviewCases.updatedAt) })
    .where(eq(reviewCases.uniqueId, uniqueId))
    .returning()
  const changes = changesOf(before, { state: decision, decidedBecause: because, decisionNote: note })
  const title = owner.userCompanyName ?? ''
  const named = changed.map((one) => ({ recordId: one.uniqueId, title: `${one.firstName} ${initialOf(one.lastName)}.` }))
  await audit(
    context,
    { action: 'CHANGED', kind: 'reviewCase', recordId: uniqueId, title, changes },
    ...named.map((one) => ({ ...one, action: 'CHANGED' as const, kind: 'review', changes })),
  )
  if (because) for (const one of named) await tellOwner(notify, tx, owner, because, one.title)
  if (changed.length > 0) await notifyNodes(tx, { topic: 'trust', tenantId: scope.tenantId, id: owner.uniqueId })
  return { row: row!, owner }
}

/** Reports of remarks, and what the tenant's admins decide on them and on answers that look made up. */
export const reviewCaseRoutes = (needs: Needs) =>
  routes(reviewCaseApi, {
    report: manualTransaction(reporting(needs)),
    list,
    get: async ({ uniqueId }, { db }) => {
      const [row] = await db.select().from(reviewCases).where(eq(reviewCases.uniqueId, uniqueId))
      if (!row) throw notFound()
      return detailsOf(needs, row, await ownerOfCase(db, row.ownerId))
    },
    decide: manualTransaction(deciding(needs)),
  })
