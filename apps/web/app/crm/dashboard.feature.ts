import { IconLayoutDashboard } from '@tabler/icons-react'
import { all } from '@tradewind/contract/kit/policy'
import { MEMBERS, STAFF } from '@tradewind/contract/roles'
import type { FeatureMenu } from '#kit/entries'
import { phrase } from '#kit/text'
import { screen } from '#kit/screen'

export const dashboardMenu: FeatureMenu = {
  menu: [{ text: phrase('Dashboard'), path: 'dashboard', icon: IconLayoutDashboard, rules: [[[...STAFF, ...MEMBERS], all]] }],
}

export const dashboardScreens = [screen('dashboard', 'crm/dashboard/Dashboard.tsx')]
