import { z } from 'zod'
import { crud, instant, needle, stamped } from '../kit/endpoint.ts'
import { moment, text } from '../kit/fields.ts'
import { history } from '../kit/history.ts'
import { historyOf } from '../platform/audit.policy.ts'
import { eventPolicy } from './event.policy.ts'

const EventInput = z.object({
  title: text('Title', 300),
  description: text('Description', 20_000),
  eventDateTime: moment('Date and time are required'),
  location: text('Location', 300),
  organizer: text('Organizer', 300),
  organizerContact: text('Organizer contact', 300),
})

export const Event = z.object({
  ...stamped,
  title: z.string(),
  description: z.string(),
  eventDateTime: instant,
  location: z.string(),
  organizer: z.string(),
  organizerContact: z.string(),
})
export type Event = z.output<typeof Event>

export const eventApi = {
  ...crud('/api/event', {
    name: 'event',
    record: Event,
    input: EventInput,
    policy: eventPolicy,
    sorts: ['dateCreated', 'eventDateTime', 'title'],
    filters: { title: needle, location: needle },
  }),
  ...history('/api/event', 'event', historyOf(eventPolicy)),
}
