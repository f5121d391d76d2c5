import { IconBuildingSkyscraper, IconGauge } from '@tabler/icons-react'
import { phrase } from '@tradewind/contract/kit/phrase'
import { tenantPolicy } from '@tradewind/contract/platform/policies'
import type { Feature } from '#kit/feature'

const group = phrase('Super Admin')

export const tenantFeature: Feature = {
  menu: [
    {
      group,
      text: phrase('Super Admin Dashboard'),
      path: '/superAdmin/dashboard',
      icon: IconGauge,
      rules: tenantPolicy.see,
    },
    {
      group,
      text: phrase('Tenants'),
      path: '/superAdmin/tenant/list',
      list: { kind: 'tenant', viewed: true },
      icon: IconBuildingSkyscraper,
      rules: tenantPolicy.see,
    },
  ],
  screens: {
    superAdmin: {
      dashboard: 'platform/tenant/TenantOverview.tsx',
      'tenant/list': 'platform/tenant/TenantList.tsx',
      'tenant/create': 'platform/tenant/TenantForm.tsx',
      'tenant/edit/:uniqueId': 'platform/tenant/TenantForm.tsx',
      'tenant/show/:uniqueId': 'operations/TenantShow.tsx',
      'tenant/admin/create/:tenantUID': 'platform/tenant/AdminCreate.tsx',
      'tenant/crm/create/:tenantUID': 'platform/tenant/AdminCreate.tsx',
      'tenant/admin/show/:adminUID': 'platform/tenant/AdminShow.tsx',
    },
  },
}
