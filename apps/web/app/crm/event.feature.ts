import { IconCalendarEvent } from '@tabler/icons-react'
import { eventPolicy } from '@tradewind/contract/crm/event.policy'
import type { FeatureMenu } from '#kit/entries'
import { screen } from '#kit/screen'
import { phrase } from '#kit/text'

export const eventMenu: FeatureMenu = {
  menu: [
    {
      group: phrase('CRM'),
      text: phrase('Events'),
      about: phrase('Fairs, meetings and talks: when, where, who hosts them.'),
      path: 'event/list',
      icon: IconCalendarEvent,
      count: 'GET /api/event/',
      rules: eventPolicy.see,
    },
  ],
  kinds: [
    {
      kind: 'event',
      one: phrase('Event'),
      many: phrase('Events'),
      icon: IconCalendarEvent,
      show: (uniqueId) => `event/show/${uniqueId}`,
    },
  ],
}

export const eventScreens = [
  screen('event/list', 'crm/event/EventList.tsx'),
  screen('event/create', 'crm/event/EventCreate.tsx'),
  screen('event/edit/:uniqueId', 'crm/event/EventEdit.tsx'),
  screen('event/show/:uniqueId', 'crm/event/EventShow.tsx'),
]
