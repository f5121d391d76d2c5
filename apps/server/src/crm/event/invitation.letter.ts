import type { Language } from '@tradewind/contract/kit/language'
import { phrase } from '@tradewind/contract/kit/say'
import { CANCELLED, type EventInvitationRow, type EventRow } from '#crm/schema/event.table'
import { iCalendar } from '#kit/icalendar'
import type { Words } from '#services/mailer'

interface Told {
  invitation: EventInvitationRow
  event: EventRow
  language: Language
  timeZone: string
  /** Who invites. */
  by: string
  organizer: { name: string; address: string }
  origin: string
  token: string
}

const invited = { subject: phrase('Invitation: {title}'), words: phrase('{by} invites you to “{title}”.') }
const changed = { subject: phrase('Changed: {title}'), words: phrase('“{title}”, to which {by} has invited you, has changed.') }
const cancelled = {
  subject: phrase('Cancelled: {title}'),
  words: phrase('“{title}”, to which {by} had invited you, is cancelled for you. You need do nothing.'),
}

/** Before, they knew nothing of it, or that it was cancelled: then it is an invitation. */
const occasionOf = ({ wanted, told }: EventInvitationRow) => {
  if (wanted === CANCELLED) return cancelled
  return told === null || told === CANCELLED ? invited : changed
}

/** Letters of the description that a mail has. */
const MOST = 2000

const entryOf = ({ invitation, event, origin, token }: Told) => ({
  uid: `event-${event.uniqueId}@tradewind`,
  summary: event.title,
  description: event.description.slice(0, MOST),
  location: event.location,
  url: `${origin}/invitation/${token}`,
  start: event.eventDateTime,
  dateCreated: event.dateCreated,
  updatedAt: invitation.updatedAt,
  sequence: invitation.sequence,
})

/** The letter that invites somebody, or tells what has changed, with the entry for their calendar. */
export const eventLetter = (told: Told): Words => {
  const { invitation, event, language, timeZone, by, organizer, token } = told
  const { subject, words } = occasionOf(invitation)
  const isCancelled = invitation.wanted === CANCELLED
  const method = isCancelled ? 'CANCEL' : 'REQUEST'
  const attendee = { name: invitation.name, address: invitation.emailAddress }
  const time = new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'short', timeZone })
  return {
    subject,
    paragraphs: [
      ...(invitation.name ? [phrase('Hello {name},')] : []),
      words,
      phrase('When: {time} ({zone})'),
      phrase('Where: {location}'),
      ...(isCancelled ? [] : ['{description}']),
    ],
    ...(!isCancelled && {
      button: { label: phrase('Accept or decline'), path: `invitation/${token}?lang=${language}` },
    }),
    footer: phrase('You received this email because {by} invited {address} to an event of {tenant}.'),
    replyTo: organizer.address,
    calendar: { method, text: iCalendar({ method, entry: entryOf(told), organizer, attendee }) },
    values: {
      title: event.title,
      by,
      name: invitation.name,
      time: time.format(Date.parse(event.eventDateTime)),
      zone: timeZone,
      location: event.location,
      description: event.description.slice(0, MOST),
      address: invitation.emailAddress,
    },
  }
}
