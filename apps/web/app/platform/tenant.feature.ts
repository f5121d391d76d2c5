import { IconBuildingSkyscraper, IconGauge } from '@tabler/icons-react'
import { tenantPolicy } from '@tradewind/contract/platform/tenant.policy'
import type { FeatureMenu } from '#kit/entries'
import { screen } from '#kit/screen'
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

export const tenantScreens = [
  screen('dashboard', 'platform/tenant/TenantOverview.tsx'),
  screen('tenant/list', 'platform/tenant/TenantList.tsx'),
  screen('tenant/create', 'platform/tenant/TenantForm.tsx'),
  screen('tenant/edit/:uniqueId', 'platform/tenant/TenantForm.tsx'),
  screen('tenant/show/:uniqueId', 'operations/TenantShow.tsx'),
  screen('tenant/admin/create/:tenantUID', 'platform/tenant/AdminCreate.tsx'),
  screen('tenant/crm/create/:tenantUID', 'platform/tenant/AdminCreate.tsx'),
  screen('tenant/admin/show/:adminUID', 'platform/tenant/AdminShow.tsx'),
]
