import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import { contacts } from '#crm/schema/contact.table'
import { emailMatchOf } from '#crm/schema/matchKeys'
import { attendees, meetingReports, today } from '#crm/schema/meetingReport.table'
import type { Database } from '#kit/database/database'
import { liveWhere } from '#kit/database/list'
import { reviewInvitations } from '#trust/schema/review.table'
import { scopeOfOwner } from '../owner.ts'

/**
 * Which of these addresses, in lower case, attended a meeting that the tenant's staff reported. This is the only place where data of the
 * staff's partition is used about a member's customers, and it is only yes or no. Members cannot write there; if the owner of the
 * reviews is a staff user, their own reports do not count.
 */
export const findMetAddresses = async (
  db: Pick<Database, 'as'>,
  { tenantId, ownerId }: { tenantId: string; ownerId: string },
  addresses: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (addresses.length === 0) return new Set()
  const staff = { tenantId, partitionId: tenantId }
  const hasAddress = liveWhere(
    contacts,
    inArray(contacts.emailMatch, [...new Set(addresses.map((address) => emailMatchOf(address)!))]),
    staff,
  )
  const isPast = sql`${meetingReports.date} <= ${today()}`
  const found = await db
    .as(staff)
    .selectDistinct({ address: sql<string>`${contacts.emailMatch}` })
    .from(contacts)
    .innerJoin(attendees, eq(attendees.contactId, contacts.uniqueId))
    .innerJoin(meetingReports, eq(meetingReports.uniqueId, attendees.meetingReportId))
    .where(and(hasAddress, isNull(meetingReports.deletedAt), isPast, ne(meetingReports.createdBy, ownerId)))
  return new Set(found.map(({ address }) => address))
}

type Owner = Parameters<typeof scopeOfOwner>[0]

/** Which of these answers of an owner come from somebody whom the staff met. */
export const findMetAnswers = async (
  db: Pick<Database, 'as'>,
  owner: Owner,
  answerIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (answerIds.length === 0) return new Set()
  const { uniqueId, emailAddress } = reviewInvitations
  const invitations = await db
    .as(scopeOfOwner(owner))
    .select({ uniqueId, emailAddress })
    .from(reviewInvitations)
    .where(inArray(uniqueId, [...answerIds]))
  const ofOwner = { tenantId: owner.tenantId, ownerId: owner.uniqueId }
  const addresses = invitations.map((one) => one.emailAddress)
  const metAddresses = await findMetAddresses(db, ofOwner, addresses)
  return new Set(invitations.filter((one) => metAddresses.has(one.emailAddress.toLowerCase())).map((one) => one.uniqueId))
}
