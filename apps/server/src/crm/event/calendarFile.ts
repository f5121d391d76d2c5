import { type EventInvitationRow, type EventRow, sequenceOf } from '#crm/schema/event.table'
import type { ReadContext } from '#kit/http/context'
import { iCalendar } from '#kit/icalendar'
import type { Tenant, Tenants } from '#platform/tenant.queries'

/** The maximum length of a description in mails and calendar entries, in characters. */
const MAX_DESCRIPTION = 2000

/** The description in mails and calendar entries. A longer one is cut; the page shows all of it. */
export const shortDescription = ({ description }: Pick<EventRow, 'description'>) => {
  const characters = Array.from(description)
  return characters.length > MAX_DESCRIPTION ? `${characters.slice(0, MAX_DESCRIPTION).join('')}…` : description
}

interface EntryInput {
  event: EventRow
  /** The address of its page. */
  url: string
  updatedAt: string
  sequence: number
}

/** The calendar entry of an event: the same one in each mail, feed and file. */
const entryOf = ({ event, ...rest }: EntryInput) => ({
  uid: `event-${event.uniqueId}@tradewind`,
  summary: event.title,
  description: shortDescription(event),
  location: event.location,
  start: event.eventDateTime,
  dateCreated: event.dateCreated,
  ...rest,
})

interface Invited {
  event: EventRow
  invitation: EventInvitationRow
  origin: string
  token: string
}

/** The entry for an invited person. */
export const invitedEntryOf = ({ event, invitation: { updatedAt, sequence }, origin, token }: Invited) =>
  entryOf({ event, url: `${origin}/invitation/${token}`, updatedAt, sequence })

type Entry = ReturnType<typeof entryOf>

/** A file that adds an event to a calendar. */
export const calendarFile = (entry: Entry) => ({
  name: `${entry.summary.replace(/[\p{Cc}/\\]+/gu, ' ').slice(0, 80)}.ics`,
  type: 'text/calendar; charset=utf-8',
  body: Buffer.from(iCalendar({ method: 'PUBLISH', entries: [entry] })),
  isGenerated: true,
})

interface Needs {
  tenants: Tenants
  originOf: (tenant: Tenant) => string
}

/** The file of an event for one of the staff. */
export const calendarFileOf = async ({ tenants, originOf }: Needs, event: EventRow, { actor }: ReadContext) => {
  const tenant = await tenants.byId(actor.tenantId)
  const url = `${originOf(tenant!)}/crm/event/show/${event.uniqueId}`
  return calendarFile(entryOf({ event, url, updatedAt: event.updatedAt, sequence: sequenceOf(event) }))
}
