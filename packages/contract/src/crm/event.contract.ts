import { z } from 'zod'
import { byId, crud, endpoint, fileReply, id, instant } from '../kit/endpoint.ts'
import { sortsOf } from '../kit/entityFields.ts'
import { filtersOf, inputSchema, recordSchema, whereOf } from '../kit/entitySchemas.ts'
import { distinctValues, emailAddress } from '../kit/fields.ts'
import { history } from '../kit/history.ts'
import { say } from '../kit/say.ts'
import { historyOf } from '../platform/policies.ts'
import { eventFields } from './event.fields.ts'
import { eventPolicy } from './policies.ts'

const Event = recordSchema(eventFields)
export type Event = z.output<typeof Event>

export const eventApi = {
  ...crud('/api/event', {
    name: 'event',
    record: Event,
    input: inputSchema(eventFields),
    policy: eventPolicy,
    sorts: sortsOf(eventFields),
    filters: { ...filtersOf(eventFields), ...whereOf(eventFields) },
  }),
  calendarFile: endpoint({
    method: 'GET',
    path: '/api/event/calendar/:uniqueId',
    access: eventPolicy.see,
    summary: 'Returns an event as a file that adds it to a calendar (iCalendar).',
    input: byId,
    reply: fileReply,
    replyType: 'file',
  }),
  ...history('/api/event', 'event', historyOf(eventPolicy)),
}

/** The maximum number of people that an event may have invited at a time. */
export const MAX_INVITED = 200

/** The state of the mail. WAITING: it will be sent soon, or retried. UNCERTAIN: it may have arrived, and is not sent again automatically. FAILED: it was rejected. */
export const mailStates = ['WAITING', 'SENT', 'UNCERTAIN', 'FAILED'] as const

export const eventAnswers = ['ACCEPTED', 'DECLINED'] as const
export type EventAnswer = (typeof eventAnswers)[number]

/** Whether an answer is still accepted: an event that is over or cancelled accepts none. */
const invitationPhases = ['OPEN', 'OVER', 'CANCELLED'] as const

/** A person who is invited to an event. */
const EventInvitation = z.object({
  uniqueId: id,
  /** Empty where only an address was typed. */
  name: z.string(),
  emailAddress: z.string(),
  state: z.enum(mailStates),
  /** Why the last mail has not arrived. */
  problem: z.string().nullable(),
  /** The answer to the event's current time; null until there is one. */
  answer: z.enum(eventAnswers).nullable(),
  answeredAt: instant.nullable(),
  dateCreated: instant,
})
export type EventInvitation = z.output<typeof EventInvitation>

/** The secret of a link, as it appears in the address of its page. */
const token = z.string().min(1, 'This is not a link').max(200, 'This is not a link')
const tooManyInvited = say('At most {count} people are invited to an event', { count: MAX_INVITED })

/** What an invited person sees of the event. */
const InvitationView = z.object({
  tenantName: z.string(),
  title: z.string(),
  description: z.string(),
  location: z.string(),
  organizer: z.string(),
  eventDateTime: instant,
  /** The tenant's time zone, in which the letter states the time. */
  timeZone: z.string(),
  answer: z.enum(eventAnswers).nullable(),
  phase: z.enum(invitationPhases),
})

const InviteInput = z
  .strictObject({
    uniqueId: id,
    contacts: distinctValues(id, 'Choose contacts', MAX_INVITED, tooManyInvited).optional(),
    users: distinctValues(id, 'Choose users', MAX_INVITED, tooManyInvited).optional(),
    addresses: distinctValues(emailAddress('Email'), 'Enter email addresses', MAX_INVITED, tooManyInvited).optional(),
  })
  .superRefine(({ contacts = [], users = [], addresses = [] }, context) => {
    if (contacts.length + users.length + addresses.length > 0) return
    context.addIssue({ code: 'custom', path: ['contacts'], ...say('Choose whom to invite').error() })
  })

export const eventInvitationApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/event/invited/:uniqueId',
    access: eventPolicy.update,
    summary: 'Lists the people who are invited to an event that you may change, with the state of the mail and their answer.',
    input: byId,
    reply: z.array(EventInvitation),
    replyType: 'list',
  }),
  invite: endpoint({
    method: 'POST',
    path: '/api/event/invite/:uniqueId',
    access: eventPolicy.update,
    summary:
      'Invites contacts, users and addresses to an event by mail with a calendar entry (iTIP). Those who are already invited stay invited. They are mailed when the time, place or title of the event changes, and when it is deleted.',
    input: InviteInput,
    reply: z.array(EventInvitation),
    message: 'The invitations will be sent.',
  }),
  resend: endpoint({
    method: 'POST',
    path: '/api/event/invited/resend/:uniqueId',
    access: eventPolicy.update,
    summary: 'Sends an invitation again, with the current data of the event.',
    input: byId,
    reply: EventInvitation,
    message: 'The invitation will be sent again.',
  }),
  takeOff: endpoint({
    method: 'DELETE',
    path: '/api/event/invited/:uniqueId',
    access: eventPolicy.update,
    summary: 'Removes a person from the invitations of an event. If the person has been mailed, a cancellation is sent.',
    input: byId,
    reply: byId,
    message: 'They are no longer invited.',
  }),
  invitation: endpoint({
    method: 'GET',
    path: '/api/event/invitation/:token',
    access: 'anyone',
    summary: 'Returns the event of an invitation link. Changes nothing.',
    input: z.strictObject({ token }),
    reply: InvitationView,
  }),
  calendarFile: endpoint({
    method: 'GET',
    path: '/api/event/invitation/:token/calendar',
    access: 'anyone',
    summary: 'Returns the event of an invitation link as a file that adds it to a calendar (iCalendar). 409 if it was cancelled.',
    input: z.strictObject({ token }),
    reply: fileReply,
    replyType: 'file',
  }),
  answer: endpoint({
    method: 'POST',
    path: '/api/event/invitation/:token',
    access: 'anyone',
    bodyType: 'form',
    bodyLimit: 4096,
    summary: 'Answers an invitation. A later answer replaces an earlier one, until the event is over.',
    input: z.strictObject({
      token,
      answer: z.enum(eventAnswers, 'Say whether you will attend'),
      /** The time of the event as the page showed it: 409 if it has another one now. */
      eventDateTime: instant.optional(),
    }),
    reply: InvitationView,
    message: 'Thank you for your answer.',
  }),
}
