import { IconBuildingSkyscraper, IconGauge } from '@tabler/icons-react'
import { tenantPolicy } from '@tradewind/contract/platform/tenant.policy'
import type { FeatureMenu } from '#kit/entries'
import { phrase } from '#kit/text'

const group = phrase('Super Admin')

export const tenantMenu: FeatureMenu = {
  menu: [
    {
      group,
      text: phrase('Super Admin Dashboard'),
      about: phrase('Users, records and files of every tenant.'),
      path: '/superAdmin/dashboard',
      icon: IconGauge,
      rules: tenantPolicy.see,
    },
    {
      group,
      text: phrase('Tenants'),
      about: phrase('Who works here under a name of their own.'),
      path: '/superAdmin/tenant/list',
      icon: IconBuildingSkyscraper,
      count: 'GET /api/tenant/',
      rules: tenantPolicy.see,
    },
  ],
}
