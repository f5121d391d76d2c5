import { z } from 'zod'
import { byId, emptyInput, endpoint, id, instant } from '../kit/endpoint.ts'
import { day, yesOrNo } from '../kit/fields.ts'
import { say, type Sentence } from '../kit/say.ts'
import { calendarKinds, feedContents, MAX_CALENDAR_DAYS, MAX_ENTRIES, MAX_FEEDS } from './calendar.constants.ts'
import { calendarPolicy } from './policies.ts'

const CalendarEntry = z.object({
  kind: z.enum(calendarKinds),
  uniqueId: id,
  title: z.string(),
  /** The location of an event, the type of a meeting in English, the company of a task, the project of a next contact. */
  detail: z.string(),
  /** The day, in the client's time zone. */
  day: z.iso.date(),
  /** When an event begins. Null for entries that have only a day. */
  moment: instant.nullable(),
  updatedAt: instant,
  /** Whether the actor may move it to another day. */
  mayMove: z.boolean(),
})
export type CalendarEntry = z.output<typeof CalendarEntry>

const kindList = z
  .string()
  .max(200, say('At most {count} characters', { count: 200 }))
  .transform((words) => words.split(',').filter(Boolean))
  .pipe(z.array(z.enum(calendarKinds, say('Valid kinds: {kinds}', { kinds: calendarKinds.join(', ') }))))

const dayInMs = 86_400_000
const daysIn = ({ from, to }: { from: string; to: string }) => (Date.parse(to) - Date.parse(from)) / dayInMs + 1

const calendarPeriod = z
  .strictObject({ from: day('Date from'), to: day('Date to'), kinds: kindList.optional(), mine: yesOrNo.optional() })
  .superRefine((period, context) => {
    const days = daysIn(period)
    if (days < 1) context.addIssue({ code: 'custom', path: ['to'], ...say('The end is before the start').error() })
    if (days > MAX_CALENDAR_DAYS)
      context.addIssue({ code: 'custom', path: ['to'], ...say('At most {count} days', { count: MAX_CALENDAR_DAYS }).error() })
  })

const FeedInput = z
  .strictObject({ what: z.enum(feedContents, say('Choose what it holds')), project: id.nullish() })
  .superRefine(({ what, project }, context) => {
    const fault = (sentence: Sentence) => context.addIssue({ code: 'custom', path: ['project'], ...sentence.error() })
    if (what === 'project' && !project) fault(say('Choose a project'))
    if (what !== 'project' && project) fault(say('Choose a project only for an address of a project'))
  })

const Feed = z.object({
  uniqueId: id,
  what: z.enum(feedContents),
  /** Null where the feed is not for a project, or where the actor may no longer see the project: the feed is then not served. */
  project: z.object({ uniqueId: id, name: z.string() }).nullable(),
  dateCreated: instant,
  lastFetched: instant.nullable(),
})
export type CalendarFeed = z.output<typeof Feed>

export const calendarApi = {
  read: endpoint({
    method: 'GET',
    path: '/api/calendar/',
    access: calendarPolicy.see,
    summary: `Returns the calendar entries from one day to another, both included, for at most ${MAX_CALENDAR_DAYS} days: events, meetings, open tasks and next contacts that you may see, up to ${MAX_ENTRIES}. \`kinds\`: some of ${calendarKinds.join(', ')}, separated by commas. \`mine\`: your own tasks, meetings and events, and contacts of projects that you created or that are shared with you.`,
    input: calendarPeriod,
    reply: z.object({ entries: z.array(CalendarEntry), hasMore: z.boolean() }),
  }),
  feeds: endpoint({
    method: 'GET',
    path: '/api/calendar/feed/',
    access: calendarPolicy.feed,
    summary: 'Lists your calendar feeds, which other programs read. Their addresses are not stored.',
    input: emptyInput,
    reply: z.array(Feed),
    replyType: 'list',
  }),
  createFeed: endpoint({
    method: 'POST',
    path: '/api/calendar/feed/',
    access: calendarPolicy.feed,
    summary: `Creates a private address at which other programs read your calendar (iCalendar). The address is returned only once. You can have at most ${MAX_FEEDS}. The address is revoked when you lose access and whenever your password changes.`,
    input: FeedInput,
    reply: Feed.extend({ url: z.string() }),
    returnsSecret: true,
    replyType: 'created',
    message: 'The address was created.',
  }),
  endFeed: endpoint({
    method: 'DELETE',
    path: '/api/calendar/feed/:uniqueId',
    access: calendarPolicy.feed,
    summary: 'Revokes one of your calendar feeds.',
    input: byId,
    reply: byId,
    message: 'The address was revoked.',
  }),
}
