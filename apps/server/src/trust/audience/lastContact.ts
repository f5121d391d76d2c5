import { meetingReportPolicy } from '@tradewind/contract/crm/meetingReport.policy'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { attendees, meetingReportEntity, meetingReports } from '#crm/schema/meetingReport.table'
import { readerOf, type ReadContext, together, type WriteContext } from '#kit/http/context'
import { anyEntity, rowFilterOf } from '#kit/record/entity'
import { reviewInvitations } from '#trust/schema/review.table'

/** When somebody was last asked or met. */
interface LastContact {
  lastContacted: string
  by: 'ASKED' | 'MET'
}
type Context = ReadContext | WriteContext

const instantOf = (at: unknown) => new Date(String(at)).toISOString()

/** When who asks last wrote to these contacts. */
const asked = async (ids: readonly string[], context: Context) => {
  const { contactId, ownerId, sentAt, remindedAt } = reviewInvitations
  const found = await readerOf(context)
    .select({ contactId, at: sql<string | null>`max(greatest(${sentAt}, ${remindedAt}))` })
    .from(reviewInvitations)
    .where(and(inArray(contactId, [...ids]), eq(ownerId, context.actor.uniqueId)))
    .groupBy(contactId)
  return found.flatMap(({ contactId: id, at }) => (at ? [{ id, lastContacted: instantOf(at), by: 'ASKED' as const }] : []))
}

/** The first moment of the day on which these contacts last attended a meeting that who asks may read of. */
const met = async (ids: readonly string[], context: Context) => {
  const reach = rowFilterOf(anyEntity(meetingReportEntity), meetingReportPolicy.see, context.actor)
  const { date, uniqueId, deletedAt } = meetingReports
  const zone = sql`${context.timeZone}::text`
  const found = await readerOf(context)
    .select({ id: attendees.contactId, at: sql<string>`max(${date})::timestamp at time zone ${zone}` })
    .from(attendees)
    .innerJoin(meetingReports, eq(uniqueId, attendees.meetingReportId))
    .where(
      and(
        inArray(attendees.contactId, [...ids]),
        isNull(deletedAt),
        sql`${date} <= (now() at time zone ${zone})::date`,
        reach === 'all' ? undefined : reach,
      ),
    )
    .groupBy(attendees.contactId)
  return found.map(({ id, at }) => ({ id, lastContacted: instantOf(at), by: 'MET' as const }))
}

/** When each of these contacts was last asked by who asks, or met: a meeting by its day, in the asker's time zone. */
export const lastContactOf = async (ids: readonly string[], context: Context) => {
  if (ids.length === 0) return new Map<string, LastContact>()
  const found = await together(
    context,
    () => asked(ids, context),
    () => met(ids, context),
  )
  const inOrder = found.flat().toSorted((one, other) => one.lastContacted.localeCompare(other.lastContacted))
  return new Map(inOrder.map(({ id, ...last }): [string, LastContact] => [id, last]))
}
