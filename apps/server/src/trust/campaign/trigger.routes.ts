import type { Language } from '@tradewind/contract/kit/language'
import { type TriggerKind, triggerDays, triggerKinds } from '@tradewind/contract/trust/campaign.words'
import { type ReviewTrigger, reviewTriggerApi } from '@tradewind/contract/trust/reviewCampaign.contract'
import { and, eq, sql } from 'drizzle-orm'
import { today } from '#crm/schema/meetingReport.table'
import type { Tx } from '#kit/database/database'
import { nextUpdatedAt } from '#kit/database/table'
import { type ReadContext, readerOf, type WriteContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import { audit, changesOf } from '#kit/record/audit'
import { reviewTriggers, type TriggerRow } from '../schema/reviewTrigger.table.ts'
import { type Asking, seen, sorted, termsOf } from './campaign.ts'
import { nextOf } from './trigger.routine.ts'

/** Names of those who are next. */
const SHOWN = 10

const standard = { isOn: false, days: triggerDays.standard, reminders: false, sentence: null, language: null, since: null }

/** Those who are next, and why they could not be asked, as it stands now. */
const upcoming = async (trigger: TriggerRow, context: ReadContext | WriteContext) => {
  const { actor } = context
  const tx = readerOf(context)
  const { next, waiting } = await nextOf(tx, trigger, SHOWN)
  const chosen = await seen([...new Set(next.map(({ contactId }) => contactId))], { tx, actor })
  const { skipped } = await sorted(chosen, { tx, actor })
  const reasons = new Map(skipped.map(({ contactId, because }) => [contactId, because]))
  return { waiting, next: next.map((one) => ({ ...one, because: reasons.get(one.contactId) ?? null })) }
}

const shown = async (
  kind: TriggerKind,
  trigger: TriggerRow | undefined,
  context: ReadContext | WriteContext,
): Promise<ReviewTrigger> => {
  const { isOn, days, reminders, sentence, language, since } = trigger ?? standard
  const ahead = trigger?.isOn ? await upcoming(trigger, context) : { waiting: 0, next: [] }
  return { kind, isOn, days, reminders, sentence, language, since, ...ahead }
}

const triggers = async (_: object, context: ReadContext) => {
  const found = await context.db.select().from(reviewTriggers).where(eq(reviewTriggers.ownerId, context.actor.uniqueId))
  const byKind = new Map(found.map((trigger) => [trigger.kind, trigger]))
  return { triggers: await Promise.all(triggerKinds.map((kind) => shown(kind, byKind.get(kind), context))) }
}

interface Given {
  kind: TriggerKind
  isOn: boolean
  days: number
  reminders: boolean
  sentence?: string | null | undefined
  language?: Language | null | undefined
}

/** A trigger, held until the transaction ends; made where there was none. */
const hold = async (tx: Tx, ownerId: string, kind: TriggerKind) => {
  await tx.insert(reviewTriggers).values({ ownerId, createdBy: ownerId, kind, days: triggerDays.standard }).onConflictDoNothing()
  const isIt = and(eq(reviewTriggers.ownerId, ownerId), eq(reviewTriggers.kind, kind))
  const [held] = await tx.select().from(reviewTriggers).where(isIt).for('update')
  return held!
}

/** Saves a trigger. What it asks about begins with the day on which it is switched on. */
const saving =
  (needs: Asking) =>
  async ({ kind, sentence = null, language = null, ...given }: Given, context: WriteContext) => {
    const { tx, actor } = context
    if (given.isOn) await termsOf(needs, language ?? undefined, context)
    const before = await hold(tx, actor.uniqueId, kind)
    const fields = { ...given, sentence, language }
    const begins = given.isOn && !before.isOn ? { since: sql`${today()}` } : {}
    const [row] = await tx
      .update(reviewTriggers)
      .set({ ...fields, ...begins, updatedAt: nextUpdatedAt(reviewTriggers.updatedAt) })
      .where(eq(reviewTriggers.uniqueId, before.uniqueId))
      .returning()
    const changes = changesOf(before, fields)
    const title = actor.fullName
    if (Object.keys(changes).length > 0)
      await audit(context, { action: 'CHANGED', kind: 'reviewTrigger', recordId: before.uniqueId, title, changes })
    return shown(kind, row, context)
  }

/** Asking customers automatically. */
export const reviewTriggerRoutes = (needs: Asking) => routes(reviewTriggerApi, { triggers, save: saving(needs) })
