import type { Language } from '@tradewind/contract/kit/language'
import { can } from '@tradewind/contract/kit/policy'
import { MAX_CAMPAIGN_CONTACTS, triggerDays, type TriggerKind, triggerKinds } from '@tradewind/contract/trust/campaign.constants'
import { reviewPolicy } from '@tradewind/contract/trust/policies'
import { type ReviewTrigger, reviewTriggerApi } from '@tradewind/contract/trust/reviewCampaign.contract'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { contacts } from '#crm/schema/contact.table'
import { attendees, meetingReports, today } from '#crm/schema/meetingReport.table'
import { projectCompanies, projects } from '#crm/schema/project.table'
import { type Database, type Reader, tenantScope, type Tx } from '#kit/database/database'
import { insertMany } from '#kit/database/insert'
import { nextUpdatedAt } from '#kit/database/table'
import { Refusal } from '#kit/errors'
import { type FindActor, type ReadContext, readerOf, type WriteContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import { forEachTenant } from '#kit/jobs'
import { audit, changesOf } from '#kit/record/audit'
import { currentTenants } from '#platform/tenant.queries'
import { notifyOfReviews } from '../owner.ts'
import { reviewTriggerAsks, reviewTriggers, type TriggerRow } from '../schema/review.table.ts'
import {
  addressesOf,
  type CampaignContext,
  type CampaignServices,
  createCampaign,
  findVisibleContacts,
  loadTerms,
  splitInvitable,
} from './campaign.ts'
import { countLetters, lettersLeft, lockCampaigns } from './invitations.ts'
import { restoreRefusals } from './refusals.ts'

/** Days after which it is too late to invite: the application was down, or the owner inactive, for so long. */
const MAX_DELAY = 30

/** The events of a trigger: a meeting report or a project, with its day, and each contact. */
const sources: Readonly<Record<TriggerKind, (ownerId: string) => SQL>> = {
  MEETING_REPORT: (ownerId) => sql`
    select ${meetingReports.uniqueId} as id, ${attendees.contactId} as contact_id, ${meetingReports.date} as day,
      ${meetingReports.companyName} as about
    from ${meetingReports} join ${attendees} on ${attendees.meetingReportId} = ${meetingReports.uniqueId}
    where ${meetingReports.createdBy} = ${ownerId} and ${meetingReports.deletedAt} is null`,
  PROJECT_END: (ownerId) => sql`
    select distinct ${projects.uniqueId} as id, ${projectCompanies.mainContactId} as contact_id, ${projects.endDate} as day,
      ${projects.name} as about
    from ${projects} join ${projectCompanies} on ${projectCompanies.projectId} = ${projects.uniqueId}
      and ${projectCompanies.deletedAt} is null
    where ${projects.createdBy} = ${ownerId} and ${projects.deletedAt} is null`,
}

/** A contact whom a trigger has not processed yet. */
interface DueContact extends Record<string, unknown> {
  /** Processed only once. */
  key: string
  contactId: string
  fullName: string
  companyName: string
  /** The company that was met, or the project. */
  about: string
  /** When they are invited. */
  day: string
}

/** The contacts who wait for a trigger, as a query. `isDue`: only those whose day has come. Contacts in the trash keep waiting. */
const waitingContacts = ({ ownerId, kind, days, since }: TriggerRow, isDue: boolean) => sql`
  select ${`${kind} `} || source.id || ${` ${ownerId}`} as key, source.contact_id as "contactId", ${contacts.fullName} as "fullName",
    ${contacts.companyName} as "companyName", source.about, greatest(source.day + ${days}::int, ${today()})::text as day
  from (${sources[kind](ownerId)}) source
  join ${contacts} on ${contacts.uniqueId} = source.contact_id and ${contacts.deletedAt} is null
  where source.day >= ${since}::date and source.day + ${days}::int > ${today()} - ${MAX_DELAY}::int
    ${isDue ? sql`and source.day + ${days}::int <= ${today()}` : sql``}
    and not exists (select from ${reviewTriggerAsks} earlier where earlier.contact_id = source.contact_id
      and earlier.about = ${`${kind} `} || source.id || ${` ${ownerId}`})
  order by source.day, source.id, source.contact_id`

/** The contacts whom a trigger invites today. */
const findDue = async (tx: Tx, trigger: TriggerRow): Promise<DueContact[]> =>
  (await tx.execute<DueContact>(sql`${waitingContacts(trigger, true)} limit ${MAX_CAMPAIGN_CONTACTS}`)).rows

/** The first contacts whom a trigger will invite, and how many wait in total. */
const findNext = async (db: Reader | Tx, trigger: TriggerRow, most: number) => {
  const { rows } = await db.execute<DueContact>(sql`${waitingContacts(trigger, false)} limit ${most}`)
  const { rows: counted } = await db.execute<{ waiting: number }>(
    sql`select count(*)::int as waiting from (${waitingContacts(trigger, false)}) waits`,
  )
  return { next: rows, waiting: counted[0]!.waiting }
}

interface Needs extends CampaignServices {
  db: Database
  /** Can access every partition of one tenant. */
  maintenance: Database
  logger: Logger
  findActor: FindActor
}

/** Locks a trigger that is still on, until the transaction ends. */
const lockTrigger = async (tx: Tx, { uniqueId }: TriggerRow) => {
  const [locked] = await tx
    .select()
    .from(reviewTriggers)
    .where(and(eq(reviewTriggers.uniqueId, uniqueId), eq(reviewTriggers.isOn, true)))
    .for('update')
  return locked
}

/** The common data of its letters; undefined if its owner no longer has a brand or survey type. */
const tryLoadTerms = (needs: Needs, { language }: TriggerRow, context: CampaignContext) =>
  loadTerms(needs, language ?? undefined, context).catch((error: unknown) => {
    if (error instanceof Refusal) return undefined
    throw error
  })

/** Saves the result for each contact: the campaign that invited them, or the reason why they were skipped. */
const saveResults = async (
  due: readonly DueContact[],
  {
    invitable,
    skipped,
    campaignId,
  }: Pick<Awaited<ReturnType<typeof splitInvitable>>, 'invitable' | 'skipped'> & { campaignId: string },
  { tx, actor }: CampaignContext,
) => {
  const reasons = new Map(skipped.map(({ contactId, because }) => [contactId, because]))
  const invitedIds = new Set(invitable.map(({ uniqueId }) => uniqueId))
  const processed = new Set<string>()
  const rows = due.flatMap(({ key: about, contactId }): (typeof reviewTriggerAsks.$inferInsert)[] => {
    const row = { ownerId: actor.uniqueId, contactId, about, campaignId: null, because: null }
    const because = reasons.get(contactId)
    if (because) return [{ ...row, because }]
    if (!invitedIds.has(contactId)) return []
    const isSecond = processed.has(contactId)
    processed.add(contactId)
    return [isSecond ? { ...row, because: 'TWICE' } : { ...row, campaignId }]
  })
  await insertMany(tx, reviewTriggerAsks, rows)
  notifyOfReviews(tx, { tenantId: actor.tenantId, ownerId: actor.uniqueId })
}

/** Invites those who are due, like a campaign started by hand. Those beyond the daily limit are invited on one of the next days. */
const inviteDue = async (needs: Needs, trigger: TriggerRow, context: CampaignContext) => {
  const due = await findDue(context.tx, trigger)
  const terms = due.length > 0 ? await tryLoadTerms(needs, trigger, context) : undefined
  if (!terms) return
  const chosen = await findVisibleContacts([...new Set(due.map(({ contactId }) => contactId))], context)
  await restoreRefusals(needs, context.tx, context.actor, addressesOf(chosen))
  const { invitable, skipped } = await splitInvitable(chosen, context)
  const invitees = invitable.slice(0, await lettersLeft(context))
  if (invitees.length > 0) {
    await countLetters(invitees.length, context)
    const { reminders, sentence, kind } = trigger
    await createCampaign(needs, invitees, terms, { reminders, sentence, trigger: kind }, context)
  }
  await saveResults(due, { invitable: invitees, skipped, campaignId: terms.campaignId }, context)
}

/** Processes a trigger in one transaction: whichever node dies, each contact is invited once. */
const processTrigger = async (needs: Needs, trigger: TriggerRow) => {
  const { tenantId, partitionId, ownerId } = trigger
  const actor = await needs.findActor(tenantId, ownerId)
  if (!actor || !can(actor, reviewPolicy.keep, { ownerId })) return
  const scope = { tenantId, partitionId }
  await needs.db.write(scope, async (tx) => {
    const context = { tx, scope, actor }
    await lockCampaigns(context)
    const locked = await lockTrigger(tx, trigger)
    if (locked) await inviteDue(needs, locked, context)
  })
}

/** Sends automatic invitations, every day, after meetings and projects of owners who have enabled that. */
export const automaticInvitations = (needs: Needs) => ({
  name: 'review.ask',
  cron: '47 6 * * *',
  work: async () => {
    await forEachTenant(needs.logger, await currentTenants(needs.db), async (tenantId) => {
      if (!(await needs.settings.of(tenantId)).REVIEWS_ENABLED) return
      const isEnabled = eq(reviewTriggers.isOn, true)
      for (const trigger of await needs.maintenance.as(tenantScope(tenantId)).select().from(reviewTriggers).where(isEnabled))
        await processTrigger(needs, trigger)
    })
  },
})

/** The number of next contacts shown. */
const MAX_SHOWN = 10

const defaultTrigger = { isOn: false, days: triggerDays.default, reminders: false, sentence: null, language: null, since: null }

/** The next contacts, and why they could not be invited at present. */
const findUpcoming = async (trigger: TriggerRow, context: ReadContext | WriteContext) => {
  const { actor } = context
  const tx = readerOf(context)
  const { next, waiting } = await findNext(tx, trigger, MAX_SHOWN)
  const chosen = await findVisibleContacts([...new Set(next.map(({ contactId }) => contactId))], { tx, actor })
  const { skipped } = await splitInvitable(chosen, { tx, actor })
  const reasons = new Map(skipped.map(({ contactId, because }) => [contactId, because]))
  return { waiting, next: next.map((one) => ({ ...one, because: reasons.get(one.contactId) ?? null })) }
}

const toTrigger = async (
  kind: TriggerKind,
  trigger: TriggerRow | undefined,
  context: ReadContext | WriteContext,
): Promise<ReviewTrigger> => {
  const { isOn, days, reminders, sentence, language, since } = trigger ?? defaultTrigger
  const upcomingContacts = trigger?.isOn ? await findUpcoming(trigger, context) : { waiting: 0, next: [] }
  return { kind, isOn, days, reminders, sentence, language, since, ...upcomingContacts }
}

const listTriggers = async (_: object, context: ReadContext) => {
  const found = await context.db.select().from(reviewTriggers).where(eq(reviewTriggers.ownerId, context.actor.uniqueId))
  const byKind = new Map(found.map((trigger) => [trigger.kind, trigger]))
  return { triggers: await Promise.all(triggerKinds.map((kind) => toTrigger(kind, byKind.get(kind), context))) }
}

interface TriggerInput {
  kind: TriggerKind
  isOn?: boolean | undefined
  days?: number | undefined
  reminders?: boolean | undefined
  sentence?: string | null | undefined
  language?: Language | null | undefined
}

/** Locks a trigger until the transaction ends; creates it if there is none. */
const lockOrCreateTrigger = async (tx: Tx, ownerId: string, kind: TriggerKind) => {
  await tx.insert(reviewTriggers).values({ ownerId, createdBy: ownerId, kind, days: triggerDays.default }).onConflictDoNothing()
  const isIt = and(eq(reviewTriggers.ownerId, ownerId), eq(reviewTriggers.kind, kind))
  const [locked] = await tx.select().from(reviewTriggers).where(isIt).for('update')
  return locked!
}

/** Changes these fields of a trigger. It covers events from the day on which it is switched on. */
const saveHandler =
  (needs: CampaignServices) =>
  async ({ kind, ...fields }: TriggerInput, context: WriteContext) => {
    const { tx, actor } = context
    const before = await lockOrCreateTrigger(tx, actor.uniqueId, kind)
    const { isOn, language } = { ...before, ...fields }
    if (isOn) await loadTerms(needs, language ?? undefined, context)
    const sinceColumn = isOn && !before.isOn ? { since: sql`${today()}` } : {}
    const [row] = await tx
      .update(reviewTriggers)
      .set({ ...fields, ...sinceColumn, updatedAt: nextUpdatedAt(reviewTriggers.updatedAt) })
      .where(eq(reviewTriggers.uniqueId, before.uniqueId))
      .returning()
    notifyOfReviews(tx, before)
    const changes = changesOf(before, fields)
    const title = actor.fullName
    if (Object.keys(changes).length > 0)
      await audit(context, { action: 'CHANGED', kind: 'reviewTrigger', recordId: before.uniqueId, title, changes })
    return toTrigger(kind, row, context)
  }

/** Inviting customers automatically. */
export const reviewTriggerRoutes = (needs: CampaignServices) =>
  routes(reviewTriggerApi, { triggers: listTriggers, save: saveHandler(needs) })
