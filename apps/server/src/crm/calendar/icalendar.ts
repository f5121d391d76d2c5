/** What an iCalendar (RFC 5545) tells of one entry. */
export interface CalendarEvent {
  /** Stays the same for as long as the entry lives. */
  uid: string
  summary: string
  description: string
  location: string
  /** Where it is shown. */
  url: string
  /** A day as `YYYY-MM-DD`, or a moment as ISO text. */
  start: string
  dateCreated: string
  updatedAt: string
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

const linesOf = ({ uid, summary, description, location, url, start, dateCreated, updatedAt }: CalendarEvent) => [
  'BEGIN:VEVENT',
  `UID:${uid}`,
  `DTSTAMP:${inUtc(updatedAt)}`,
  startOf(start),
  `SUMMARY:${escaped(summary)}`,
  ...(description ? [`DESCRIPTION:${escaped(description)}`] : []),
  ...(location ? [`LOCATION:${escaped(location)}`] : []),
  `URL:${url}`,
  `CREATED:${inUtc(dateCreated)}`,
  `LAST-MODIFIED:${inUtc(updatedAt)}`,
  // It only grows: seconds from the first state to this one.
  `SEQUENCE:${Math.max(0, seconds(updatedAt) - seconds(dateCreated))}`,
  // What has a day and no time takes up none of it.
  `TRANSP:${start.length === 10 ? 'TRANSPARENT' : 'OPAQUE'}`,
  'END:VEVENT',
]

/** A calendar that others read and do not answer. The same entries are the same bytes. */
export const iCalendar = (name: string, entries: readonly CalendarEvent[]) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Tradewind//Calendar//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `NAME:${escaped(name)}`,
    `X-WR-CALNAME:${escaped(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...entries.flatMap(linesOf),
    'END:VCALENDAR',
  ]
    .map((line) => `${folded(line)}\r\n`)
    .join('')
