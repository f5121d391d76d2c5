/** What an iCalendar (RFC 5545) tells of one entry. `sequence` grows with each change; unless given, it is counted by the seconds since the first state. */
interface CalendarEvent {
  /** Stays the same for as long as the entry lives. */
  uid: string
  summary: string
  description: string
  location: string
  /** Where it is shown. */
  url: string
  /** A day as `YYYY-MM-DD`, or a moment as ISO text. */
  start: string
  /** A moment as ISO text, where it is known. */
  end?: string
  dateCreated: string
  updatedAt: string
  sequence?: number
}

const escaped = (text: string) =>
  text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n|\r|\n/g, '\\n')
    // oxlint-disable-next-line no-control-regex -- a calendar may hold none of them
    .replace(/[\u0000-\u0008\u000B-\u001F\u007F]/g, '')

const OCTETS = 75

/** A line in parts of at most 75 octets, of which each but the first begins with a space. No character is cut in two. */
const folded = (line: string) => {
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
const inUtc = (instant: string) => `${new Date(instant).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`

const startOf = (start: string) =>
  start.length === 10 ? `DTSTART;VALUE=DATE:${start.replaceAll('-', '')}` : `DTSTART:${inUtc(start)}`

const seconds = (instant: string) => Math.floor(Date.parse(instant) / 1000)

const sequenceOf = ({ dateCreated, updatedAt }: CalendarEvent) => Math.max(0, seconds(updatedAt) - seconds(dateCreated))

/** `extra`: further lines of the entry. */
const linesOf = (event: CalendarEvent, extra: readonly string[] = []) => {
  const { uid, summary, description, location, url, start, end, dateCreated, updatedAt, sequence = sequenceOf(event) } = event
  return [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${inUtc(updatedAt)}`,
    startOf(start),
    ...(end ? [`DTEND:${inUtc(end)}`] : []),
    `SUMMARY:${escaped(summary)}`,
    ...(description ? [`DESCRIPTION:${escaped(description)}`] : []),
    ...(location ? [`LOCATION:${escaped(location)}`] : []),
    `URL:${url}`,
    `CREATED:${inUtc(dateCreated)}`,
    `LAST-MODIFIED:${inUtc(updatedAt)}`,
    `SEQUENCE:${sequence}`,
    // What has a day and no time takes up none of it.
    `TRANSP:${start.length === 10 ? 'TRANSPARENT' : 'OPAQUE'}`,
    ...extra,
    'END:VEVENT',
  ]
}

interface Party {
  name: string
  address: string
}

/** The value of a parameter. It can hold no quote. */
const quoted = (text: string) => `"${text.replace(/"/g, "'").replace(/[\p{Cc}\s]+/gu, ' ')}"`

const named = (property: string, { name, address }: Party) => `${property};CN=${quoted(name || address)}:mailto:${address}`

/** A calendar that others read and do not answer. */
interface Published {
  method: 'PUBLISH'
  name: string
  entries: readonly CalendarEvent[]
}
/** What is mailed to somebody who is invited (iTIP, RFC 5546): the entry, or that it is cancelled. */
interface Message {
  method: 'REQUEST' | 'CANCEL'
  entry: CalendarEvent
  organizer: Party
  attendee: Party
}

const publishedLines = ({ name, entries }: Published) => [
  `NAME:${escaped(name)}`,
  `X-WR-CALNAME:${escaped(name)}`,
  'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
  'X-PUBLISHED-TTL:PT1H',
  ...entries.flatMap((entry) => linesOf(entry)),
]

const messageLines = ({ method, entry, organizer, attendee }: Message) => {
  const isAsked = method === 'REQUEST'
  const asked = isAsked ? ';ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=TRUE' : ''
  const parties = [named('ORGANIZER', organizer), named(`ATTENDEE${asked}`, attendee)]
  return linesOf(entry, [...parties, `STATUS:${isAsked ? 'CONFIRMED' : 'CANCELLED'}`])
}

/** The text of an iCalendar. The same entries are the same bytes. */
export const iCalendar = (calendar: Published | Message) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Tradewind//Calendar//EN',
    'CALSCALE:GREGORIAN',
    `METHOD:${calendar.method}`,
    ...(calendar.method === 'PUBLISH' ? publishedLines(calendar) : messageLines(calendar)),
    'END:VCALENDAR',
  ]
    .map((line) => `${folded(line)}\r\n`)
    .join('')
