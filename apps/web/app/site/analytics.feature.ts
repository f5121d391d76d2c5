import { IconChartLine } from '@tabler/icons-react'
import { analyticsPolicy } from '@tradewind/contract/site/analytics.policy'
import type { FeatureMenu } from '#kit/entries'
import { screen } from '#kit/screen'
import { phrase } from '#kit/text'

export const analyticsMenu: FeatureMenu = {
  menu: [
    {
      group: phrase('Admin Settings'),
      text: phrase('Page views'),
      about: phrase('Which pages are opened, and how often.'),
      path: 'analytics',
      icon: IconChartLine,
      rules: analyticsPolicy.see,
    },
  ],
}

export const analyticsScreens = [screen('analytics', 'site/analytics/Analytics.tsx')]
