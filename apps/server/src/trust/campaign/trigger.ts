import type { Language } from '@tradewind/contract/kit/language'
import { can } from '@tradewind/contract/kit/policy'
import type { Actor } from '@tradewind/contract/roles'
import { MOST_OF_CAMPAIGN, triggerDays, type TriggerKind, triggerKinds } from '@tradewind/contract/trust/campaign.words'
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
import { type ReadContext, readerOf, type WriteContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import { forEachTenant } from '#kit/jobs'
import { audit, changesOf } from '#kit/record/audit'
import { currentTenants } from '#platform/tenant.queries'
import { reviewTriggerAsks, reviewTriggers, type TriggerRow } from '../schema/reviewTrigger.table.ts'
import { type Asking, type Inside, openCampaign, seen, sorted, termsOf } from './campaign.ts'
import { countLetters, inLine, lettersLeft } from './invitations.ts'

/** Days after which it is too late to invite: the application was down, or the owner inactive, for so long. */
const TOO_LATE = 30

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
interface Due extends Record<string, unknown> {
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
const waitingOf = ({ ownerId, kind, days, since }: TriggerRow, isDue: boolean) => sql`
  select ${`${kind} `} || source.id || ${` ${ownerId}`} as key, source.contact_id as "contactId", ${contacts.fullName} as "fullName",
    ${contacts.companyName} as "companyName", source.about, greatest(source.day + ${days}::int, ${today()})::text as day
  from (${sources[kind](ownerId)}) source
  join ${contacts} on ${contacts.uniqueId} = source.contact_id and ${contacts.deletedAt} is null
  where source.day >= ${since}::date and source.day + ${days}::int > ${today()} - ${TOO_LATE}::int
    ${isDue ? sql`and source.day + ${days}::int <= ${today()}` : sql``}
    and not exists (select from ${reviewTriggerAsks} asked where asked.contact_id = source.contact_id
      and asked.about = ${`${kind} `} || source.id || ${` ${ownerId}`})
  order by source.day, source.id, source.contact_id`

/** The contacts whom a trigger invites today. */
const dueOf = async (tx: Tx, trigger: TriggerRow): Promise<Due[]> =>
  (await tx.execute<Due>(sql`${waitingOf(trigger, true)} limit ${MOST_OF_CAMPAIGN}`)).rows

/** The first contacts whom a trigger will invite, and how many wait in total. */
const nextOf = async (db: Reader | Tx, trigger: TriggerRow, most: number) => {
  const { rows } = await db.execute<Due>(sql`${waitingOf(trigger, false)} limit ${most}`)
  const { rows: counted } = await db.execute<{ waiting: number }>(
    sql`select count(*)::int as waiting from (${waitingOf(trigger, false)}) waits`,
  )
  return { next: rows, waiting: counted[0]!.waiting }
}

interface Needs extends Asking {
  db: Database
  /** Can access every partition of one tenant. */
  maintenance: Database
  logger: Logger
  findActor: (tenantId: string, userId: string) => Promise<Actor | undefined>
}

/** Locks a trigger that is still on, until the transaction ends. */
const holdRow = async (tx: Tx, { uniqueId }: TriggerRow) => {
  const [held] = await tx
    .select()
    .from(reviewTriggers)
    .where(and(eq(reviewTriggers.uniqueId, uniqueId), eq(reviewTriggers.isOn, true)))
    .for('update')
  return held
}

/** The common data of its letters; undefined if its owner no longer has a brand or survey type. */
const termsIn = (needs: Needs, { language }: TriggerRow, context: Inside) =>
  termsOf(needs, language ?? undefined, context).catch((error: unknown) => {
    if (error instanceof Refusal) return undefined
    throw error
  })

/** Saves the result for each contact: the campaign that invited them, or the reason why they were skipped. */
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

/** Invites those who are due, like a campaign started by hand. Those beyond the daily limit are invited on one of the next days. */
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

/** Processes a trigger in one transaction: whichever node dies, each contact is invited once. */
const askAfter = async (needs: Needs, trigger: TriggerRow) => {
  const { tenantId, partitionId, ownerId } = trigger
  const actor = await needs.findActor(tenantId, ownerId)
  if (!actor || !can(actor, reviewPolicy.keep, { ownerId })) return
  const scope = { tenantId, partitionId }
  await needs.db.write(scope, async (tx) => {
    const context = { tx, scope, actor }
    await inLine(context)
    const held = await holdRow(tx, trigger)
    if (held) await askDue(needs, held, context)
  })
}

/** Sends automatic invitations, every day, after meetings and projects of owners who have enabled that. */
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

/** The number of next contacts shown. */
const SHOWN = 10

const standard = { isOn: false, days: triggerDays.standard, reminders: false, sentence: null, language: null, since: null }

/** The next contacts, and why they could not be invited at present. */
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

/** Locks a trigger until the transaction ends; creates it if there is none. */
const holdKind = async (tx: Tx, ownerId: string, kind: TriggerKind) => {
  await tx.insert(reviewTriggers).values({ ownerId, createdBy: ownerId, kind, days: triggerDays.standard }).onConflictDoNothing()
  const isIt = and(eq(reviewTriggers.ownerId, ownerId), eq(reviewTriggers.kind, kind))
  const [held] = await tx.select().from(reviewTriggers).where(isIt).for('update')
  return held!
}

/** Saves a trigger. It covers events from the day on which it is switched on. */
const saving =
  (needs: Asking) =>
  async ({ kind, sentence = null, language = null, ...given }: Given, context: WriteContext) => {
    const { tx, actor } = context
    if (given.isOn) await termsOf(needs, language ?? undefined, context)
    const before = await holdKind(tx, actor.uniqueId, kind)
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

/** Inviting customers automatically. */
export const reviewTriggerRoutes = (needs: Asking) => routes(reviewTriggerApi, { triggers, save: saving(needs) })
