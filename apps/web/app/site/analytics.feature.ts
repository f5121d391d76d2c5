import { IconChartLine } from '@tabler/icons-react'
import { phrase } from '@tradewind/contract/kit/phrase'
import { analyticsPolicy } from '@tradewind/contract/site/policies'
import type { Feature } from '#kit/feature'

export const analyticsFeature: Feature = {
  menu: [
    {
      group: phrase('Admin Settings'),
      text: phrase('Page views'),
      path: 'analytics',
      icon: IconChartLine,
      rules: analyticsPolicy.see,
    },
  ],
  screens: {
    staff: {
      analytics: 'site/Analytics.tsx',
    },
  },
}
