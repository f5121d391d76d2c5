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

// oxlint-disable-next-line no-control-regex -- iCalendar text must not contain control characters
const needsEscape = /[\\;,\u0000-\u001F\u007F]/

/** Most texts need no escape: they are looked through once, not for each kind of character. */
const escapeText = (text: string) =>
  needsEscape.test(text)
    ? text
        .replace(/[\\;,]/g, '\\$&')
        .replace(/\r\n|\r|\n/g, '\\n')
        // oxlint-disable-next-line no-control-regex -- as above
        .replace(/[\u0000-\u0008\u000B-\u001F\u007F]/g, '')
    : text

const OCTETS = 75
/** The maximum octets in UTF-8 of a UTF-16 code unit. */
const MAX_OCTETS_OF_UNIT = 3

/** The octets of a character in UTF-8. */
const octetsOf = (codePoint: number) => {
  if (codePoint < 0x80) return 1
  if (codePoint < 0x800) return 2
  return codePoint < 0x10000 ? 3 : 4
}

/** Folds a line into parts of at most 75 octets; each but the first begins with a space. Never splits a character. */
const foldLine = (line: string) => {
  if (line.length * MAX_OCTETS_OF_UNIT <= OCTETS || Buffer.byteLength(line) <= OCTETS) return line
  const parts: string[] = []
  let [start, octets] = [0, 0]
  for (let at = 0; at < line.length;) {
    const codePoint = line.codePointAt(at)!
    const size = octetsOf(codePoint)
    if (octets + size > OCTETS) {
      parts.push(line.slice(start, at))
      start = at
      octets = 1 // the space
    }
    octets += size
    at += size === 4 ? 2 : 1
  }
  return [...parts, line.slice(start)].join('\r\n ')
}

/** As dates and times of the API are written: in UTC, with milliseconds. */
const utcPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** `20261124T093000Z` */
const formatUtc = (instant: string) => {
  const utc = utcPattern.test(instant) ? instant : new Date(instant).toISOString()
  return `${utc.slice(0, 4)}${utc.slice(5, 7)}${utc.slice(8, 13)}${utc.slice(14, 16)}${utc.slice(17, 19)}Z`
}

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

const messageLines = ({ method, entry, organizer, attendee }: SchedulingMessage) => {
  const isRequest = method === 'REQUEST'
  const attendeeParameters = isRequest ? ';ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=TRUE' : ''
  const parties = [partyLine('ORGANIZER', organizer), partyLine(`ATTENDEE${attendeeParameters}`, attendee)]
  return eventLines(entry, [...parties, `STATUS:${isRequest ? 'CONFIRMED' : 'CANCELLED'}`])
}

const textOf = (lines: readonly string[]) => `${lines.map(foldLine).join('\r\n')}\r\n`

/** Returns the text of an iCalendar. The same events give the same bytes. Built event by event: a feed has tens of thousands of lines. */
export const iCalendar = (calendar: PublishedCalendar | SchedulingMessage) => {
  const { method } = calendar
  const subscription = method === 'PUBLISH' && calendar.name !== undefined ? subscriptionLines(calendar.name) : []
  const begin = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Tradewind//Calendar//EN', 'CALSCALE:GREGORIAN', `METHOD:${method}`]
  const events =
    method === 'PUBLISH' ? calendar.entries.map((entry) => textOf(eventLines(entry))) : [textOf(messageLines(calendar))]
  return [textOf([...begin, ...subscription]), ...events, textOf(['END:VCALENDAR'])].join('')
}
