import { IconCalendar } from '@tabler/icons-react'
import { calendarPolicy } from '@tradewind/contract/crm/policies'
import { phrase } from '@tradewind/contract/kit/phrase'
import type { Feature } from '#kit/feature'

export const calendarFeature: Feature = {
  menu: [
    {
      text: phrase('Calendar'),
      path: 'calendar',
      icon: IconCalendar,
      rules: calendarPolicy.see,
    },
  ],
  screens: { work: { calendar: 'crm/calendar/Calendar.tsx' } },
}
