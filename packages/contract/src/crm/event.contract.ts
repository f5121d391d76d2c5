import type { z } from 'zod'
import { crud } from '../kit/endpoint.ts'
import { sortsOf } from '../kit/entityFields.ts'
import { filtersOf, inputSchema, recordSchema, whereOf } from '../kit/entitySchemas.ts'
import { history } from '../kit/history.ts'
import { historyOf } from '../platform/audit.policy.ts'
import { eventFields } from './event.fields.ts'
import { eventPolicy } from './event.policy.ts'

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
  ...history('/api/event', 'event', historyOf(eventPolicy)),
}
