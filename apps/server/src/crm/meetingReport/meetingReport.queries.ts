import { summaryPolicy } from '@tradewind/contract/crm/summary.policy'
import { and, asc, count, eq, inArray, isNull } from 'drizzle-orm'
import { companyIdsSeen } from '#crm/company/company.queries'
import { contacts } from '#crm/schema/contact.table'
import { attendees, type meetingReports } from '#crm/schema/meetingReport.table'
import { summaries, summaryEntity } from '#crm/schema/summary.table'
import { readerOf, type ReadContext, together, type WriteContext } from '#kit/http/context'
import { anyEntity, rowFilterOf } from '#kit/record/entity'
import { fullNamesOf } from '#platform/user/person.queries'

type Row = typeof meetingReports.$inferSelect
type Context = ReadContext | WriteContext

const attendeesOf = async (ids: string[], context: Context) => {
  const { uniqueId, fullName, title, email } = contacts
  const found = await readerOf(context)
    .select({ reportId: attendees.meetingReportId, uniqueId, fullName, title, email })
    .from(attendees)
    .innerJoin(contacts, eq(contacts.uniqueId, attendees.contactId))
    .where(inArray(attendees.meetingReportId, ids))
    .orderBy(asc(contacts.lastKey), asc(contacts.uniqueId))
  return Map.groupBy(found, ({ reportId }) => reportId)
}

/** How many summaries of each report who asks may see. */
const summariesOf = async (ids: string[], context: Context) => {
  const reach = rowFilterOf(anyEntity(summaryEntity), summaryPolicy.see, context.actor)
  const seen = and(inArray(summaries.meetingReportId, ids), isNull(summaries.deletedAt), reach === 'all' ? undefined : reach)
  const counted = await readerOf(context)
    .select({ id: summaries.meetingReportId, many: count() })
    .from(summaries)
    .where(seen)
    .groupBy(summaries.meetingReportId)
  return new Map(counted.map(({ id, many }) => [id, many]))
}

/** Reports as they are answered: with their company, who attended, who wrote them, and how many summaries they have. */
export const withPeople = async (rows: Row[], context: Context) => {
  if (rows.length === 0) return []
  const ids = rows.map(({ uniqueId }) => uniqueId)
  const [people, many, names, seen] = await together(
    context,
    () => attendeesOf(ids, context),
    () => summariesOf(ids, context),
    () =>
      fullNamesOf(
        readerOf(context),
        rows.map(({ createdBy }) => createdBy),
      ),
    () =>
      companyIdsSeen(
        rows.map(({ companyId }) => companyId),
        context,
      ),
  )
  return rows.map((row) => ({
    ...row,
    companyUID: row.companyId,
    company: { uniqueId: seen(row.companyId), legalName: row.companyName, country: row.country },
    attendees: people.get(row.uniqueId) ?? [],
    createdByName: names.get(row.createdBy ?? '') ?? null,
    summaries: many.get(row.uniqueId) ?? 0,
  }))
}
