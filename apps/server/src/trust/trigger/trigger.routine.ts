import { can } from '@tradewind/contract/kit/policy'
import type { Actor } from '@tradewind/contract/roles'
import { reviewPolicy } from '@tradewind/contract/trust/policies'
import { and, eq } from 'drizzle-orm'
import type { Logger } from 'pino'
import { type Database, tenantScope, type Tx } from '#kit/database/database'
import { insertMany } from '#kit/database/insert'
import { Refusal } from '#kit/errors'
import { forEachTenant } from '#kit/jobs'
import { currentTenants } from '#platform/tenant/tenant.queries'
import { reviewTriggerAsks, reviewTriggers, type TriggerRow } from '#trust/schema/reviewTrigger.table'
import { type Asking, type Inside, openCampaign, seen, sorted, termsOf } from '../campaign/campaign.ts'
import { countLetters, inLine, lettersLeft } from '../campaign/invitations.ts'
import { type Due, dueOf } from './due.ts'

interface Needs extends Asking {
  db: Database
  /** Reaches every partition of one tenant. */
  maintenance: Database
  logger: Logger
  findActor: (tenantId: string, userId: string) => Promise<Actor | undefined>
}

/** A trigger that is still on, held until the transaction ends. */
const hold = async (tx: Tx, { uniqueId }: TriggerRow) => {
  const [held] = await tx
    .select()
    .from(reviewTriggers)
    .where(and(eq(reviewTriggers.uniqueId, uniqueId), eq(reviewTriggers.isOn, true)))
    .for('update')
  return held
}

/** What its letters have in common; nothing where its sender has no brand or survey type by now. */
const termsIn = (needs: Needs, { language }: TriggerRow, context: Inside) =>
  termsOf(needs, language ?? undefined, context).catch((error: unknown) => {
    if (error instanceof Refusal) return undefined
    throw error
  })

/** Keeps what became of each: who was asked by which campaign, and who was not, and why. */
const keep = async (
  due: readonly Due[],
  { asked, skipped, campaignId }: Pick<Awaited<ReturnType<typeof sorted>>, 'asked' | 'skipped'> & { campaignId: string },
  { tx, actor }: Inside,
) => {
  const reasons = new Map(skipped.map(({ contactId, because }) => [contactId, because]))
  const isAsked = new Set(asked.map(({ uniqueId }) => uniqueId))
  const met = new Set<string>()
  const rows = due.flatMap(({ key: about, contactId }): (typeof reviewTriggerAsks.$inferInsert)[] => {
    const row = { ownerId: actor.uniqueId, contactId, about, campaignId: null, because: null }
    const because = reasons.get(contactId)
    if (because) return [{ ...row, because }]
    if (!isAsked.has(contactId)) return []
    const isSecond = met.has(contactId)
    met.add(contactId)
    return [isSecond ? { ...row, because: 'TWICE' } : { ...row, campaignId }]
  })
  await insertMany(tx, reviewTriggerAsks, rows)
}

/** Asks those who are due, as a campaign by hand would. Whom the day's letters have no room for is asked on one of the next days. */
const askDue = async (needs: Needs, trigger: TriggerRow, context: Inside) => {
  const due = await dueOf(context.tx, trigger)
  const terms = due.length > 0 ? await termsIn(needs, trigger, context) : undefined
  if (!terms) return
  const chosen = await seen([...new Set(due.map(({ contactId }) => contactId))], context)
  const { asked: askable, skipped } = await sorted(chosen, context)
  const asked = askable.slice(0, await lettersLeft(context))
  if (asked.length > 0) {
    await countLetters(asked.length, context)
    const { reminders, sentence, kind } = trigger
    await openCampaign(needs, asked, terms, { reminders, sentence, trigger: kind }, context)
  }
  await keep(due, { asked, skipped, campaignId: terms.campaignId }, context)
}

/** All of a trigger in one transaction: whichever node dies, each is asked once. */
const askAfter = async (needs: Needs, trigger: TriggerRow) => {
  const { tenantId, partitionId, ownerId } = trigger
  const actor = await needs.findActor(tenantId, ownerId)
  if (!actor || !can(actor, reviewPolicy.keep, { ownerId })) return
  const scope = { tenantId, partitionId }
  await needs.db.write(scope, async (tx) => {
    const context = { tx, scope, actor }
    await inLine(context)
    const held = await hold(tx, trigger)
    if (held) await askDue(needs, held, context)
  })
}

/** Asks by itself, every day, after meetings and projects of whoever wants that. */
export const askByThemselves = (needs: Needs) => ({
  name: 'review.ask',
  cron: '47 6 * * *',
  work: async () => {
    await forEachTenant(needs.logger, await currentTenants(needs.db), async (tenantId) => {
      if (!(await needs.settings.of(tenantId)).REVIEWS_ENABLED) return
      const on = eq(reviewTriggers.isOn, true)
      for (const trigger of await needs.maintenance.as(tenantScope(tenantId)).select().from(reviewTriggers).where(on))
        await askAfter(needs, trigger)
    })
  },
})
