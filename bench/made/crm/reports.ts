import { meetingTypes } from '@tradewind/contract/crm/meetingReport.fields'
import { attendees, meetingReportEntity } from '../../../apps/server/src/crm/schema/meetingReport.table.ts'
import type { Tx } from '../../../apps/server/src/kit/database/database.ts'
import { insertMany } from '../../../apps/server/src/kit/database/insert.ts'
import { activities } from '../../../apps/server/src/kit/record/activity.ts'
import type { Company, Contact } from './contacts.ts'
import { createRecords, type PlannedRecord, randomTimeAfter, type SeedContext } from './enter.ts'

export interface Report extends PlannedRecord {
  uniqueId: string
  date: string
  company: Company
}
interface AttendedReport extends Report {
  who: readonly string[]
}

/** Inserts the attendees, and the report on the timeline of each of them. */
const insertAttendees = async (tx: Tx, reports: readonly AttendedReport[]) => {
  const pairs = reports.flatMap((report) => report.who.map((contactId) => ({ report, contactId })))
  await insertMany(
    tx,
    attendees,
    pairs.map(({ report, contactId }) => ({ meetingReportId: report.uniqueId, contactId })),
  )
  const action = 'CREATED'
  const kind = meetingReportEntity.name
  const timelineRows = pairs.map(({ report: { uniqueId: recordId, company, by, at: dateCreated }, contactId: subjectId }) => {
    const [title, byName] = [company.legalName, `${by.firstName} ${by.lastName}`]
    return { subjectId, action, kind, recordId, title, byName, createdBy: by.uniqueId, dateCreated }
  })
  await insertMany(tx, activities, timelineRows)
}

const DAY = 86_400_000

/** Adds reports of meetings, each with people of one company. */
export const addReports = async (partition: SeedContext, contacts: readonly Contact[], count: number): Promise<Report[]> => {
  const { dice, people } = partition
  const colleagues = Map.groupBy(contacts, ({ company }) => company)
  const plans = Array.from({ length: count }, () => {
    const { company, at: contactCreatedAt } = dice.one(contacts)
    const at = randomTimeAfter(contactCreatedAt, 400, dice)
    const date = new Date(Date.parse(at) + (dice.often(0.03) ? 9 : -dice.below(3)) * DAY).toISOString().slice(0, 10)
    const who = dice.several(4, () => dice.one(colleagues.get(company)!).uniqueId)
    return { company, who, date, at, by: dice.early(people) }
  })
  const fieldsOf = ({ company, date }: (typeof plans)[number]) => {
    const { uniqueId: companyId, legalName: companyName, country } = company
    return { companyId, companyName, country, date, eventType: dice.one(meetingTypes) }
  }
  return createRecords(partition, meetingReportEntity, plans, fieldsOf, (tx, rows) => insertAttendees(tx, rows))
}
