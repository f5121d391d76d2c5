import { MOST_OF_CAMPAIGN, type TriggerKind } from '@tradewind/contract/trust/campaign.words'
import { type SQL, sql } from 'drizzle-orm'
import { contacts } from '#crm/schema/contact.table'
import { attendees, meetingReports, today } from '#crm/schema/meetingReport.table'
import { projectCompanies, projects } from '#crm/schema/project.table'
import type { Reader, Tx } from '#kit/database/database'
import { reviewTriggerAsks, type TriggerRow } from '#trust/schema/reviewTrigger.table'

/** Days after which it is too late to ask: the product, or the trigger's sender, was away for so long. */
const TOO_LATE = 30

/** What a trigger asks about: a meeting report or a project, with its day, and each contact. */
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

/** A contact whom a trigger has not dealt with yet. */
export interface Due extends Record<string, unknown> {
  /** What is dealt with once. */
  key: string
  contactId: string
  fullName: string
  companyName: string
  /** The company that was met, or the project. */
  about: string
  /** When they are asked. */
  day: string
}

/** Who waits for a trigger, as a query. `isDue`: those alone whose day has come. Contacts in the trash wait. */
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

/** Whom a trigger asks today. */
export const dueOf = async (tx: Tx, trigger: TriggerRow): Promise<Due[]> =>
  (await tx.execute<Due>(sql`${waitingOf(trigger, true)} limit ${MOST_OF_CAMPAIGN}`)).rows

/** The first that a trigger asks, and how many wait in all. */
export const nextOf = async (db: Reader | Tx, trigger: TriggerRow, most: number) => {
  const { rows } = await db.execute<Due>(sql`${waitingOf(trigger, false)} limit ${most}`)
  const { rows: counted } = await db.execute<{ waiting: number }>(
    sql`select count(*)::int as waiting from (${waitingOf(trigger, false)}) waits`,
  )
  return { next: rows, waiting: counted[0]!.waiting }
}
