import { IconCalendarEvent } from '@tabler/icons-react'
import { eventPolicy } from '@tradewind/contract/crm/policies'
import { phrase } from '@tradewind/contract/kit/phrase'
import type { Feature } from '#kit/feature'

export const eventFeature: Feature = {
  menu: [
    {
      group: phrase('CRM'),
      text: phrase('Events'),
      path: 'event/list',
      list: { kind: 'event', sort: '-eventDateTime', viewed: true },
      icon: IconCalendarEvent,
      rules: eventPolicy.see,
    },
  ],
  kinds: [
    {
      kind: 'event',
      singular: phrase('Event'),
      plural: phrase('Events'),
      icon: IconCalendarEvent,
      show: (uniqueId) => `event/show/${uniqueId}`,
    },
  ],
  screens: {
    public: { 'invitation/:token': 'crm/event/EventAnswer.tsx' },
    work: {
      'event/list': 'crm/event/EventList.tsx',
      'event/create': 'crm/event/EventForm.tsx',
      'event/edit/:uniqueId': 'crm/event/EventForm.tsx',
      'event/show/:uniqueId': 'crm/event/EventShow.tsx',
    },
  },
}
