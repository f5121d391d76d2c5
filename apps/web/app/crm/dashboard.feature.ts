import { IconLayoutDashboard } from '@tabler/icons-react'
import { phrase } from '@tradewind/contract/kit/phrase'
import { all } from '@tradewind/contract/kit/policy'
import { MEMBERS, STAFF } from '@tradewind/contract/roles'
import type { Feature } from '#kit/feature'

export const dashboardFeature: Feature = {
  menu: [
    {
      text: phrase('Dashboard'),
      path: 'dashboard',
      members: 'first',
      icon: IconLayoutDashboard,
      rules: [[[...STAFF, ...MEMBERS], all]],
    },
  ],
  screens: {
    work: {
      dashboard: 'crm/dashboard/Dashboard.tsx',
    },
  },
}
