import { IconSettings } from '@tabler/icons-react'
import { all } from '@tradewind/contract/kit/policy'
import type { Feature } from '#kit/feature'
import { phrase } from '#kit/text'

export const tenantSettingFeature: Feature = {
  menu: [
    {
      group: phrase('Admin Settings'),
      text: phrase('Tenant Setting'),
      about: phrase('Language, time zone and emails for everyone in this tenant.'),
      path: 'tenantSetting/list',
      icon: IconSettings,
      rules: [[['ROLE_TENANT_ADMIN'], all]],
    },
  ],
  screens: {
    work: {
      'tenantSetting/list': 'platform/tenantSetting/TenantSettings.tsx',
    },
    superAdmin: {
      'tenant/configuration/:uniqueId': 'platform/tenantSetting/TenantConfiguration.tsx',
    },
  },
}
