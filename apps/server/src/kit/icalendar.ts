/** One event of an iCalendar (RFC 5545). `sequence` grows with each change; by default it is the number of seconds since creation. */
interface CalendarEvent {
  /** Stays the same for the lifetime of the event. */
  uid: string
  summary: string
  description: string
  location: string
  /** The address of its page, if its reader can open it. */
  url?: string
  /** A day as `YYYY-MM-DD`, or an instant as ISO text. */
  start: string
  /** An instant as ISO text, if known. */
  end?: string
  dateCreated: string
  updatedAt: string
  sequence?: number
}

const escapeText = (text: string) =>
  text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n|\r|\n/g, '\\n')
    // oxlint-disable-next-line no-control-regex -- iCalendar text must not contain control characters
    .replace(/[\u0000-\u0008\u000B-\u001F\u007F]/g, '')

const OCTETS = 75

/** Folds a line into parts of at most 75 octets; each but the first begins with a space. Never splits a character. */
const foldLine = (line: string) => {
  const parts: string[] = []
  let [part, octets] = ['', 0]
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > OCTETS) {
      parts.push(part)
      part = ' '
      octets = 1
    }
    part += character
    octets += size
  }
  return [...parts, part].join('\r\n')
}

/** `20261124T093000Z` */
const formatUtc = (instant: string) => `${new Date(instant).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`

const startLine = (start: string) =>
  start.length === 10 ? `DTSTART;VALUE=DATE:${start.replaceAll('-', '')}` : `DTSTART:${formatUtc(start)}`

const seconds = (instant: string) => Math.floor(Date.parse(instant) / 1000)

const sequenceOf = ({ dateCreated, updatedAt }: CalendarEvent) => Math.max(0, seconds(updatedAt) - seconds(dateCreated))

/** `extra`: further lines of the event. */
const eventLines = (event: CalendarEvent, extra: readonly string[] = []) => {
  const { uid, summary, description, location, url, start, end, dateCreated, updatedAt, sequence = sequenceOf(event) } = event
  return [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${formatUtc(updatedAt)}`,
    startLine(start),
    ...(end ? [`DTEND:${formatUtc(end)}`] : []),
    `SUMMARY:${escapeText(summary)}`,
    ...(description ? [`DESCRIPTION:${escapeText(description)}`] : []),
    ...(location ? [`LOCATION:${escapeText(location)}`] : []),
    ...(url ? [`URL:${url}`] : []),
    `CREATED:${formatUtc(dateCreated)}`,
    `LAST-MODIFIED:${formatUtc(updatedAt)}`,
    `SEQUENCE:${sequence}`,
    // An all-day event does not block the day.
    `TRANSP:${start.length === 10 ? 'TRANSPARENT' : 'OPAQUE'}`,
    ...extra,
    'END:VEVENT',
  ]
}

interface Party {
  name: string
  address: string
}

/** A quoted parameter value, which may not contain quotes. */
const quoteParameter = (text: string) => `"${text.replace(/"/g, "'").replace(/[\p{Cc}\s]+/gu, ' ')}"`

const partyLine = (property: string, { name, address }: Party) =>
  `${property};CN=${quoteParameter(name || address)}:mailto:${address}`

/** A calendar without replies: to subscribe to, by its name, or without one a file that is imported once. */
interface PublishedCalendar {
  method: 'PUBLISH'
  name?: string
  entries: readonly CalendarEvent[]
}
/** A scheduling message by mail to an attendee (iTIP, RFC 5546): the event, or its cancellation. */
interface SchedulingMessage {
  method: 'REQUEST' | 'CANCEL'
  entry: CalendarEvent
  organizer: Party
  attendee: Party
}

const subscriptionLines = (name: string) => [
  `NAME:${escapeText(name)}`,
  `X-WR-CALNAME:${escapeText(name)}`,
  'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
  'X-PUBLISHED-TTL:PT1H',
]

const publishedLines = ({ name, entries }: PublishedCalendar) => [
  ...(name === undefined ? [] : subscriptionLines(name)),
  ...entries.flatMap((entry) => eventLines(entry)),
]

const messageLines = ({ method, entry, organizer, attendee }: SchedulingMessage) => {
  const isRequest = method === 'REQUEST'
  const attendeeParameters = isRequest ? ';ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=TRUE' : ''
  const parties = [partyLine('ORGANIZER', organizer), partyLine(`ATTENDEE${attendeeParameters}`, attendee)]
  return eventLines(entry, [...parties, `STATUS:${isRequest ? 'CONFIRMED' : 'CANCELLED'}`])
}

/** Returns the text of an iCalendar. The same events give the same bytes. */
export const iCalendar = (calendar: PublishedCalendar | SchedulingMessage) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Tradewind//Calendar//EN',
    'CALSCALE:GREGORIAN',
    `METHOD:${calendar.method}`,
    ...(calendar.method === 'PUBLISH' ? publishedLines(calendar) : messageLines(calendar)),
    'END:VCALENDAR',
  ]
    .map((line) => `${foldLine(line)}\r\n`)
    .join('')
