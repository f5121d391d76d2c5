import { z } from 'zod'
import { UserRef } from '../../crm/summary.contract.ts'
import { byId, emptyInput, endpoint, id, instant, listQuery, recordFields } from '../../kit/endpoint.ts'
import { sortsOf } from '../../kit/entityFields.ts'
import { inputSchema, whereOf } from '../../kit/entitySchemas.ts'
import { day, findTimeZone } from '../../kit/fields.ts'
import { history } from '../../kit/history.ts'
import { say } from '../../kit/say.ts'
import { historyOf } from '../../platform/policies.ts'
import { webCallPolicy } from '../policies.ts'
import { Quota } from './question.contract.ts'
import { CHANGE_HOURS, webCallFields, webCallStates } from './webCall.fields.ts'

const { startsAt, about } = inputSchema(webCallFields).shape

export const WebCall = z.object({
  ...recordFields,
  startsAt: instant,
  endsAt: instant,
  about: z.string(),
  state: z.enum(webCallStates),
  /** The member who asked for it, by name and company. */
  member: z.string(),
  /** The host; without a name where they have left. */
  host: UserRef,
  meetingLink: z.string().nullable(),
  /** The member can still move and cancel it. */
  isOpen: z.boolean(),
  /** It has begun. */
  isOver: z.boolean(),
})
export type WebCall = z.output<typeof WebCall>

/** The link to a meeting on any service. */
const meetingLink = z
  .union([
    z.literal('').transform(() => null),
    z
      .url({ protocol: /^https$/, error: 'Enter a secure web address (https)' })
      .max(500, say('At most {count} characters', { count: 500 })),
  ])
  .nullish()
  .transform((link) => link ?? null)

const halfHour = z.string().regex(/^(([01]\d|2[0-3]):[03]0|24:00)$/, 'Enter a full or a half hour')
const Hours = z
  .strictObject({ day: z.number().int().min(1).max(7), from: halfHour, until: halfHour })
  .refine(({ from, until }) => from < until, 'The end must be after the beginning')
const DaysOff = z
  .strictObject({ from: day('First day'), until: day('Last day') })
  .refine(({ from, until }) => from <= until, 'The end must be after the beginning')

type HourRange = z.output<typeof Hours>
const doOverlap = (one: HourRange, other: HourRange) =>
  one !== other && one.day === other.day && one.from < other.until && other.from < one.until

/** When a staff user can be booked: by weekday, 1 is Monday, in their own time zone. */
export const WebCallHours = z.strictObject({
  timeZone: z
    .string('Choose a time zone')
    .max(64, 'Choose a time zone')
    .refine((name) => findTimeZone(name) !== undefined, 'Choose a time zone'),
  weekly: z
    .array(Hours)
    .max(50, say('At most {count}', { count: 50 }))
    .refine((all) => !all.some((one) => all.some((other) => doOverlap(one, other))), 'Two times of a day overlap'),
  daysOff: z.array(DaysOff).max(100, say('At most {count}', { count: 100 })),
  /** The input of a new call. */
  meetingLink,
})
export type WebCallHours = z.output<typeof WebCallHours>

export const webCallApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/webCall/',
    access: webCallPolicy.see,
    summary: 'Lists the web calls that you may see: members see their own, staff those that they host, administrators all.',
    input: listQuery(sortsOf(webCallFields), {
      ...whereOf(webCallFields),
      state: z.enum(webCallStates, webCallFields.state.prompt).optional(),
      time: z.enum(['AHEAD', 'OVER'], 'AHEAD or OVER').optional(),
    }),
    reply: z.array(WebCall),
    replyType: 'list',
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/webCall/:uniqueId',
    access: webCallPolicy.see,
    summary: 'Returns one web call.',
    input: byId,
    reply: WebCall,
  }),
  remaining: endpoint({
    method: 'GET',
    path: '/api/webCall/remaining',
    access: webCallPolicy.create,
    summary:
      'Returns the number of web calls that your plan includes this month, and how many of them are left. A call counts in the ' +
      'month in which it takes place.',
    input: emptyInput,
    reply: Quota,
  }),
  slots: endpoint({
    method: 'GET',
    path: '/api/webCall/slots',
    access: webCallPolicy.create,
    summary:
      'Returns the free times on some days of your time zone, at most 31 days. With `webCall`, the times to which that call ' +
      'can be moved.',
    input: z.strictObject({ from: day('First day'), until: day('Last day'), webCall: id.optional() }),
    reply: z.object({ slots: z.array(instant) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/webCall/',
    access: webCallPolicy.create,
    summary:
      'Books a free time with a staff user. Returns 409 if the time is no longer free, or if your plan includes no more calls ' +
      'in that month.',
    input: z.strictObject({ startsAt, about }),
    reply: WebCall,
    replyType: 'created',
    message: 'Your web call is booked. The invitation comes by email.',
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/webCall/',
    access: webCallPolicy.update,
    summary: `Moves your call to another free time of the same host, until ${CHANGE_HOURS} hours before it starts.`,
    input: z.strictObject({ uniqueId: id, updatedAt: instant.optional(), startsAt }),
    reply: WebCall,
    message: 'Your web call has moved.',
  }),
  cancel: endpoint({
    method: 'PATCH',
    path: '/api/webCall/cancel/:uniqueId',
    access: webCallPolicy.cancel,
    summary: `Cancels a web call: members until ${CHANGE_HOURS} hours before it starts, staff until it starts. It no longer counts.`,
    input: byId,
    reply: WebCall,
    message: 'The web call is cancelled.',
  }),
  link: endpoint({
    method: 'PATCH',
    path: '/api/webCall/link',
    access: webCallPolicy.link,
    summary: 'Sets the meeting link of a web call. Both parties are notified by email.',
    input: z.strictObject({ uniqueId: id, meetingLink }),
    reply: WebCall,
    message: 'The link was saved.',
  }),
  hours: endpoint({
    method: 'GET',
    path: '/api/webCall/hours',
    access: webCallPolicy.hours,
    summary: 'Returns the hours in which members can book calls with you, or null if you have none.',
    input: emptyInput,
    reply: WebCallHours.nullable(),
  }),
  saveHours: endpoint({
    method: 'PUT',
    path: '/api/webCall/hours',
    access: webCallPolicy.hours,
    summary: 'Sets the hours in which members can book calls with you. Calls that are already booked are kept.',
    input: WebCallHours,
    reply: WebCallHours,
    message: 'Your hours were saved.',
  }),
  ...history('/api/webCall', 'web call', historyOf(webCallPolicy)),
}
