import { IconCalendar } from '@tabler/icons-react'
import { calendarPolicy } from '@tradewind/contract/crm/policies'
import type { Feature } from '#kit/feature'
import { phrase } from '#kit/text'

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
