import type { eventApi } from '@tradewind/contract/crm/event.contract'
import { eventFields } from '@tradewind/contract/crm/event.fields'
import { eventPolicy } from '@tradewind/contract/crm/event.policy'
import { index, text } from 'drizzle-orm/pg-core'
import { contains, fold } from '#kit/database/list'
import { instant, notDeleted, partitionTable } from '#kit/database/table'
import { conditionsOn } from '#kit/record/conditions'
import { entity, searchTextOf } from '#kit/record/entity'

export const events = partitionTable(
  'event',
  {
    title: text().notNull(),
    description: text().notNull(),
    eventDateTime: instant().notNull(),
    location: text().notNull(),
    organizer: text().notNull(),
    organizerContact: text().notNull(),
    titleKey: text().notNull().default(''),
  },
  (t) => [
    index('event_by_time').on(t.tenantId, t.partitionId, t.eventDateTime, t.uniqueId).where(notDeleted),
    index('event_by_title').on(t.tenantId, t.partitionId, t.titleKey, t.uniqueId).where(notDeleted),
  ],
)

export const eventEntity = entity<typeof events, typeof eventApi>({
  name: 'event',
  table: events,
  policy: eventPolicy,
  title: 'title',
  computedColumns: (event) => ({
    searchText: searchTextOf(eventFields, event, { 4: event.description.slice(0, 2000) }),
    titleKey: fold(event.title).slice(0, 200),
  }),
  sorts: { dateCreated: events.dateCreated, eventDateTime: events.eventDateTime, title: events.titleKey },
  filters: {
    title: (needle) => contains(events, needle, eventFields.title.searchLine),
    location: (needle) => contains(events, needle, eventFields.location.searchLine),
  },
  conditions: conditionsOn(eventFields, {
    title: events.title,
    location: events.location,
    organizer: events.organizer,
    eventDateTime: events.eventDateTime,
    dateCreated: events.dateCreated,
    createdBy: events.createdBy,
  }),
})
