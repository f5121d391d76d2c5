import { IconLayoutDashboard } from '@tabler/icons-react'
import { all } from '@tradewind/contract/kit/policy'
import { MEMBERS, STAFF } from '@tradewind/contract/roles'
import type { FeatureMenu } from '#kit/entries'
import { screen } from '#kit/screen'
import { phrase } from '#kit/text'

export const dashboardMenu: FeatureMenu = {
  menu: [{ text: phrase('Dashboard'), path: 'dashboard', icon: IconLayoutDashboard, rules: [[[...STAFF, ...MEMBERS], all]] }],
}

export const dashboardScreens = [screen('dashboard', 'crm/dashboard/Dashboard.tsx')]
